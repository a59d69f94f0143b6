"""Tables of three: who sits where, what a game gives, who is called to the final, who has won."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from rehearsal.checks.seen import calls_of_a_thread
from rehearsal.cups.checks import telling
from rehearsal.cups.checks.rounds import Field, Rows
from rehearsal.cups.count import write_points
from rehearsal.cups.cup import Trial
from rehearsal.cups.director import ROUND_OVER, is_podium
from rehearsal.cups.memory import TableGame
from rehearsal.cups.rules import TableNumbers
from rehearsal.cups.tables_count import COUNTED, Called, Total, finalists, in_order, sizes, through, totals, winner
from rehearsal.diary import Ending
from rehearsal.facts import PLAY_OFF, Claim, Outcome, Pairing
from rehearsal.hearing import same
from rehearsal.posts import Post

_ROW: Final = re.compile(r"^(\d+)(?:–(\d+))?\. .*?<@(\d+)> · \*\*(-?[\d.,]*½?)\*\*", re.MULTILINE)
_GRACE: Final = timedelta(seconds=15)


class Tables(Field):
    """The event's tables as they stand in the file."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        assert self.rules.tables is not None
        self.numbers: TableNumbers = self.rules.tables
        self.counted = [one for one in self.pairings if one.stage in COUNTED]
        self.extra = [one for one in self.pairings if one.stage == PLAY_OFF]
        self.last = max((one.round for one in self.counted), default=0)
        self.final = next((one for one in self.counted if one.stage == "final"), None)

    def before(self, number: int) -> dict[str, Total]:
        """Everybody before the round."""
        return totals(self.pairings, self.starters, self.numbers, number)

    def of(self, number: int) -> list[Pairing]:
        """The tables of a round, in their order, the final left out."""
        found = [one for one in self.counted if one.round == number and one.stage == "main"]
        return sorted(found, key=lambda one: one.position)

    def there(self, number: int) -> set[str]:
        """Who has not left when the round is drawn."""
        drawn = min(one.created_at for one in self.counted if one.round == number)
        gone = {side: self.entries[side].withdrawn_at for side in self.starters}
        return {side for side, left in gone.items() if left is None or left > drawn}

    def unbeaten_before(self, number: int) -> set[str]:
        """Who is there when the round is drawn, and has lost nothing."""
        known = self.before(number)
        return {side for side in self.there(number) if known[side].active}

    def halves(self, number: int) -> tuple[list[Pairing], list[Pairing]]:
        """The tables of those who are unbeaten when the round is drawn, and of those who have lost."""
        known, tables = self.before(number), self.of(number)
        active = [one for one in tables if known[one.sides[0]].active]
        return active, [one for one in tables if one not in active]


def everybody_sits(trial: Trial) -> Iterator[str]:
    """In each round everybody who is there sits once, at tables as large as the numbers ask for."""
    field = Tables(trial)
    for number in range(1, field.last + 1):
        seated = Counter(side for one in field.counted if one.round == number for side in one.sides)
        yield from (
            f"round {number}: {field.name(side)} sits {times} times" for side, times in seated.items() if times > 1
        )
        yield from same(f"round {number}, seated", map(field.name, seated), map(field.name, field.there(number)))
        for tables in field.halves(number):
            yield from (f"round {number}: {problem}" for problem in _off_size(tables))


def _off_size(tables: list[Pairing]) -> Iterator[str]:
    """Tables of those who sit among themselves, larger or smaller than their number asks for (OTE-2.4)."""
    found = sorted(len(one.sides) for one in tables)
    wanted = sorted(sizes(sum(found))) if found else []
    if found != wanted:
        yield f"tables of {found} instead of {wanted}"


def apart(trial: Trial) -> Iterator[str]:
    """Who has lost sits with those who have lost, and never again with the unbeaten but in the final."""
    field = Tables(trial)
    for number in range(2, field.last + 1):
        known = field.before(number)
        for one in field.of(number):
            if len({known[side].active for side in one.sides}) > 1:
                yield f"round {number}: {field.names(one.sides)} sit together, and not all have lost"


def off_numbers(trial: Trial) -> Iterator[str]:
    """Among the unbeaten, tables of other than three take those first who were at none yet."""
    field = Tables(trial)
    for number in range(2, field.last + 1):
        known, (active, _) = field.before(number), field.halves(number)
        off = _people_at([one for one in active if len(one.sides) != 3])
        fresh = sum(not known[side].had_off_number for side in _people_at(active))
        again = [side for side in off if known[side].had_off_number]
        if len(again) > max(0, len(off) - fresh):
            yield f"round {number}: {field.names(again)} sit at a table of other than three again"


def _people_at(tables: Iterable[Pairing]) -> list[str]:
    return [side for one in tables for side in one.sides]


def by_points(trial: Trial) -> Iterator[str]:
    """The inactive sit by their points, the best first."""
    field = Tables(trial)
    for number in range(2, field.last + 1):
        _, inactive = field.halves(number)
        if not in_order(inactive, field.before(number)):
            yield f"round {number}: the inactive do not sit by their points"


def results(trial: Trial) -> Iterator[str]:
    """What stands is what everybody at the table would sign, or what was ruled; who was missing has nothing."""
    field = Tables(trial)
    for one in [*field.counted, *field.extra]:
        game = trial.cup.at_tables.games.get(one.contest_id)
        if len(one.sides) == 1:
            continue
        if one.outcome is None or game is None:
            yield f"{field.names(one.sides)}: no result, or nobody was called"
            continue
        yield from _not_signed(field, one, one.outcome, game)
        yield from _not_seated_out(trial, field, one, one.outcome, game)


def _not_signed(field: Tables, one: Pairing, outcome: Outcome, game: TableGame) -> Iterator[str]:
    """Who won and what each had, where it is not as they played."""
    names, name = field.names(one.sides), field.hearing.name
    if game.ending is not None:
        won = (field.member(side) for side in through(one))
        yield from same(names, map(name, won), map(name, game.through))
    told = tuple(game.influence.get(field.member(side), 0) for side in one.sides)
    if game.influence and told != outcome.influence:
        yield f"{names}: {outcome.influence} stands instead of {told}"


def _not_seated_out(trial: Trial, field: Tables, one: Pairing, outcome: Outcome, game: TableGame) -> Iterator[str]:
    """Who was seated out on record, and who was missing at the table."""
    away = [field.member(one.sides[at]) for at in outcome.absent]
    left = {member for member, at in trial.cup.event.quit.items() if at < outcome.settled_at}
    missing = (game.seated_out | left).intersection(map(field.member, one.sides))
    yield from same("seated out", map(trial.hearing.name, away), map(trial.hearing.name, missing))


def reports(trial: Trial) -> Iterator[str]:
    """Other numbers of a second player are a dispute, which is ruled; silence lets a result stand in time."""
    field = Tables(trial)
    for one in field.counted:
        game = trial.cup.at_tables.games.get(one.contest_id)
        if game is not None and one.outcome is not None:
            problems = _reported_wrong(game, one.outcome, trial.hearing.claims(one), trial.hearing.rules.confirm_within)
            yield from (f"{field.names(one.sides)}: {problem}" for problem in problems)


def _reported_wrong(game: TableGame, outcome: Outcome, claims: list[Claim], within: timedelta) -> Iterator[str]:
    answers = {claim.answer for claim in claims}
    if game.other_counts and (len(claims) != 1 or any(answer.private for answer in game.other_counts)):
        yield "a second count was taken in place of the first"
    if game.ending is Ending.RULED and ("overruled" not in answers or outcome.settled_by is None):
        yield "disputed, and nobody ruled"
    if game.ending is Ending.STOOD:
        yield from _stood_wrong(outcome, answers, claims[-1].reported_at + within)


def _stood_wrong(outcome: Outcome, answers: set[str | None], due: datetime) -> Iterator[str]:
    if answers != {"stood"} or not due <= outcome.settled_at <= due + _GRACE:
        yield f"the report was {answers} at {outcome.settled_at:%H:%M:%S}, due {due:%H:%M:%S}"


def no_clock(trial: Trial) -> Iterator[str]:
    """Nobody loses at a table by the clock: who came late has played, and the missing were seated out by a person."""
    field = Tables(trial)
    for one in field.counted:
        game = trial.cup.at_tables.games.get(one.contest_id)
        if game is None or one.outcome is None or one.outcome.kind == "withdrawal":
            continue
        if one.outcome.kind == "walkover" or any(one.outcome.walkover):
            yield f"{field.names(one.sides)}: settled by the clock"


def standings_shown(trial: Trial) -> Iterator[str]:
    """Every table that was looked at has all who started, with what their games gave by then, best first."""
    field = Tables(trial)
    for look in trial.cup.looks:
        shown = telling.rows(look.answer.text, _ROW)
        known = totals(field.pairings, field.starters, field.numbers, at=look.at)
        own = {side: write_points(total.score) for side, total in known.items()}
        yield from telling.everybody_stands(field, look, shown)
        yield from telling.with_values(field, look, shown, own)
        behind = [known[side].score for side in _behind(field, known, [member for _, _, member, _ in shown])]
        if behind != sorted(behind, reverse=True):
            yield f"{look.when}: those behind do not stand by their scores"


def _behind(field: Tables, known: Mapping[str, Total], members: Iterable[int]) -> list[str]:
    """Who has lost and is not in the final, as they stand on the table."""
    finalists = field.final.sides if field.final else ()
    sides = {one.member: side for side, one in field.entries.items()}
    return [side for side in map(sides.__getitem__, members) if side not in finalists and not known[side].active]


def why(trial: Trial) -> Iterator[str]:
    """Who asks why is told the tournament score."""
    field = Tables(trial)
    for asked in trial.cup.asked:
        known = totals(field.pairings, field.starters, field.numbers, at=asked.at)
        wanted = {field.entries[side].member: write_points(total.score) for side, total in known.items()}
        found, score = telling.values(asked.answer.text), wanted.get(asked.member)
        if not asked.answer.private or found[:1] != [score]:
            yield f"{trial.hearing.name(asked.member)}: the reasons begin with {found[:1]}, not {score}"


def call(trial: Trial) -> Iterator[str]:
    """The final holds the unbeaten and the highest scores; extra games are played where more are level than seats."""
    field = Tables(trial)
    if field.final is None:
        yield "there was no final"
        return
    there, seated = field.there(field.final.round), set(field.final.sides)
    found = finalists(field.before(field.final.round), there)
    yield from _called_at_the_wrong_time(field, field.final.round)
    if not found.sure <= seated:
        yield f"{field.names(sorted(found.sure - seated))} had a seat in the final"
    if len(field.final.sides) != min(3, len(there)):
        yield f"the final is of {len(field.final.sides)}"
    yield from _extra_games(field, found, seated)


def _called_at_the_wrong_time(field: Tables, last: int) -> Iterator[str]:
    """The final is called as soon as three or fewer are unbeaten, and no round before."""
    unbeaten = len(field.unbeaten_before(last))
    if unbeaten > 3:
        yield f"the final was called with {unbeaten} unbeaten"
    for number in range(2, last):
        if len(field.unbeaten_before(number)) <= 3:
            yield f"three or fewer were unbeaten before round {number}, and no final was called"


def _extra_games(field: Tables, found: Called, finalists: set[str]) -> Iterator[str]:
    """Who is level for too few seats plays for them, and who got through sits in the final."""
    if bool(field.extra) != bool(found.level):
        yield f"{len(field.extra)} extra games, and {len(found.level)} were level for {found.left} seats"
    yield from same("in the extra game", map(field.name, _people_at(field.extra)), map(field.name, found.level))
    won = [side for one in field.extra for side in through(one)]
    yield from same("through", map(field.name, finalists - found.sure), map(field.name, won))


def last_round(trial: Trial) -> Iterator[str]:
    """While the final is played, everybody else plays a last round."""
    field = Tables(trial)
    if field.final is None:
        return
    rest = field.there(field.final.round) - set(field.final.sides)
    beside = {side for one in field.of(field.final.round) for side in one.sides}
    yield from same("beside the final", map(field.name, beside), map(field.name, rest))
    later = [one for one in field.counted if one.round > field.final.round]
    yield from (f"{field.names(one.sides)} play after the final" for one in later)


def podium(trial: Trial) -> Iterator[str]:
    """First the winner of the final, then the finalists by influence in it, then everybody by score."""
    field, posts = Tables(trial), telling.podiums(trial)
    if len(posts) != 1 or field.final is None or field.final.outcome is None:
        yield f"there are {len(posts)} podiums"
        return
    wanted = sorted(_steps(field, field.final, field.final.outcome))
    steps = re.findall(r"^([🥇🥈🥉]).*?<@(\d+)>", posts[0].text, re.MULTILINE)
    found = sorted(("🥇🥈🥉".index(medal) + 1, int(member)) for medal, member in steps)
    if found != wanted:
        yield f"the podium reads {found} instead of {wanted}"


def _steps(field: Tables, final: Pairing, outcome: Outcome) -> Iterator[tuple[int, int]]:
    """The finalists' places; two who are level behind the winner share the second."""
    influence, first = dict(zip(final.sides, outcome.influence, strict=True)), winner(final)
    ranked = sorted(final.sides, key=lambda side: (side != first, -influence[side]))
    places = (1, 2, 2 if influence[ranked[1]] == influence[ranked[2]] else 3)
    return zip(places, map(field.member, ranked), strict=True)


def rounds_told(trial: Trial) -> Iterator[str]:
    """Each round is told once, the last by the podium; each extra game too; who was seated out once a game."""
    field = Tables(trial)
    posts = trial.hearing.play.witness.posts_of("announcements")
    found = sum(bool(ROUND_OVER.search(post.text)) for post in posts)
    if found != field.last - 1:
        yield f"{found} rounds are told as over, and {field.last} were played"
    yield from _extra_games_told(field, posts)
    yield from _seated_out_told(trial)
    yield from (problem for problem in telling.once(trial) if "🚪" not in problem)


def _extra_games_told(field: Tables, posts: list[Post]) -> Iterator[str]:
    """Each round of extra games once, when its last game is settled: with the table, and without a round's number."""
    begun = min(one.created_at for one in field.counted) + _GRACE
    told = [post.at for post in posts if post.at > begun and _tells_extra_games(post)]
    rounds = _extra_games_settled(field)
    for number, at in rounds.items():
        there = sum(at <= moment <= at + _GRACE for moment in told)
        if there != 1:
            yield f"the extra game after round {number} is told as decided {there} times"
    if len(told) != len(rounds):
        yield f"{len(told)} posts of extra games"


def _tells_extra_games(post: Post) -> bool:
    return post.has("standings") and not is_podium(post) and not ROUND_OVER.search(post.text)


def _extra_games_settled(field: Tables) -> dict[int, datetime]:
    """By round, when the last of its extra games was settled."""
    settled = sorted((one.outcome.settled_at, one.round) for one in field.extra if one.outcome is not None)
    return {number: at for at, number in settled}


def _seated_out_told(trial: Trial) -> Iterator[str]:
    outs = sum(len(game.seated_out) for game in trial.cup.at_tables.games.values())
    posts = trial.hearing.play.witness.posts_of("matches" if trial.cup.rules.threads is None else None)
    said = sum(
        any(line.startswith("🚪") for line in post.text.splitlines()) and "**" not in post.text for post in posts
    )
    if outs != said:
        yield f"{outs} were seated out, and {said} messages say so"


def record(trial: Trial) -> Iterator[str]:
    """The record has a file with everybody's influence at each table."""
    field, files = Tables(trial), telling.results_files(trial)
    if len(files) != 1:
        yield f"{len(files)} files of results in the record"
        return
    for one in field.counted:
        if len(one.sides) > 1 and one.outcome is not None and not _is_written(field, one, files[0]):
            yield f"{field.names(one.sides)} is not in the record"


def _is_written(field: Tables, one: Pairing, text: str) -> bool:
    """Whether a line names everybody at the table, and who won there."""
    won = winner(one)
    wanted = [*map(field.name, one.sides), *([f"🏆 {field.name(won)}"] if won is not None else [])]
    return any(all(word in line for word in wanted) for line in text.splitlines())


def calls(trial: Trial) -> Iterator[str]:
    """A table of three costs no more calls than three matches would."""
    field = Tables(trial)
    each = 3 * 1.25 + calls_of_a_thread(trial.cup.rules.threads)
    made, allowed = trial.cup.event.last_call - trial.cup.event.first_call, each * len(field.counted) + 40
    if made > allowed:
        yield f"{made} REST calls for {len(field.counted)} tables"


def scenes(trial: Trial) -> Iterator[str]:
    """Nothing that is promised stays unrehearsed: a count that three do not agree on, somebody missing."""
    games = list(trial.cup.at_tables.games.values())
    if not any(game.ending is Ending.RULED for game in games):
        yield "nobody disagreed"
    if not any(game.seated_out for game in games):
        yield "nobody was seated out"


CHECKS: Final[Rows] = (
    ("OTE-2.4", "Everybody sits once a round, at tables of three where the numbers let it", everybody_sits),
    ("OTE-2.2", "Who has lost sits with those who have lost", apart),
    ("OTE-2.6", "Tables of other than three go round among the unbeaten", off_numbers),
    ("OTE-2.7", "The inactive sit by their points", by_points),
    ("OTE-2.1", "The results that stand are those that were played", results),
    ("OTE-2.1", "Of counts that differ one is taken, and a person decides", reports),
    ("OTE-2.1", "No clock decides at a table", no_clock),
    ("OTE-2.3", "Points and influence are what the games make of them", standings_shown),
    ("OTE-2.3", "Who asks why is told why", why),
    ("OTE-2.8", "The final holds the unbeaten and the highest scores", call),
    ("OTE-2.9", "Everybody else plays a last round beside the final", last_round),
    ("OTE-2.10", "The podium is what the final says", podium),
    ("the house", "Each round is told once, and a restart makes nothing said twice", rounds_told),
    telling.RESULTS_TOLD,
    ("the house", "Every table is in the record", record),
    ("the house", "The bot spares Discord's API", calls),
    ("the rehearsal", "Everybody had their scene at a table", scenes),
)
