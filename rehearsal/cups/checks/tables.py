"""Tables of three: who sits where, what a game gives, who is called to the final, who has won."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from rehearsal.cups.checks import telling
from rehearsal.cups.checks.rounds import Field, Rows
from rehearsal.cups.count import write_points
from rehearsal.cups.cup import Look, Trial
from rehearsal.cups.director import is_podium
from rehearsal.cups.rules import TableNumbers
from rehearsal.cups.tables import ROUND_OVER
from rehearsal.cups.tables_count import COUNTED, Total, finalists, in_order, sizes, through, totals, winner
from rehearsal.diary import Ending
from rehearsal.facts import Pairing
from rehearsal.hearing import same

_ROW: Final = re.compile(r"^(\d+)(?:–(\d+))?\. .*?<@(\d+)> · \*\*(-?[\d.,]*½?)\*\*", re.MULTILINE)
_VALUE: Final = re.compile(r"^\*\*[^\n:]+: ([^*]+)\*\*$", re.MULTILINE)
_ON_A_PAGE: Final = 20
_GRACE: Final = timedelta(seconds=15)


class Tables(Field):
    """The event's tables as they stand in the file."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial)
        assert self.rules.tables is not None
        self.numbers: TableNumbers = self.rules.tables
        self.counted = [one for one in self.pairings if one.stage in COUNTED]
        self.extra = [one for one in self.pairings if one.stage == "play_off"]
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


def everybody_sits(trial: Trial) -> Iterator[str]:
    """In each round everybody who is there sits once, at tables as large as the numbers ask for."""
    field = Tables(trial)
    for number in range(1, field.last + 1):
        seated = Counter(side for one in field.counted if one.round == number for side in one.sides)
        yield from (
            f"round {number}: {field.name(side)} sits {times} times" for side, times in seated.items() if times > 1
        )
        yield from same(f"round {number}, seated", map(field.name, seated), map(field.name, field.there(number)))
        known = field.before(number)
        for active in (True, False) if number > 1 else (None,):
            tables = [one for one in field.of(number) if active is None or known[one.sides[0]].active is active]
            found = sorted((len(one.sides) for one in tables), key=lambda size: (size == 3, size))
            wanted = sorted(sizes(sum(found)), key=lambda size: (size == 3, size)) if found else []
            if found != wanted:
                yield f"round {number}: tables of {found} instead of {wanted}"


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
        known = field.before(number)
        active = [one for one in field.of(number) if known[one.sides[0]].active]
        off = [side for one in active if len(one.sides) != 3 for side in one.sides]
        fresh = [side for one in active for side in one.sides if not known[side].had_off_number]
        wanted = max(0, len(off) - len(fresh))
        again = [side for side in off if known[side].had_off_number]
        if len(again) > wanted:
            yield f"round {number}: {field.names(again)} sit at a table of other than three again"


def by_points(trial: Trial) -> Iterator[str]:
    """The inactive sit by their points, the best first."""
    field = Tables(trial)
    for number in range(2, field.last + 1):
        known = field.before(number)
        inactive = [one for one in field.of(number) if not known[one.sides[0]].active]
        if not in_order(inactive, known):
            yield f"round {number}: the inactive do not sit by their points"


def results(trial: Trial) -> Iterator[str]:
    """What stands is what everybody at the table would sign, or what was ruled; who was missing has nothing."""
    field = Tables(trial)
    remembered = trial.cup.at_tables.games
    for one in [*field.counted, *field.extra]:
        game = remembered.get(one.contest_id)
        if len(one.sides) == 1 or one.outcome is None or game is None:
            if len(one.sides) > 1:
                yield f"{field.names(one.sides)}: no result, or nobody was called"
            continue
        members = {side: field.entries[side].member or 0 for side in one.sides}
        if game.ending is not None:
            won = {members[side] for side in through(one)}
            yield from same(field.names(one.sides), map(trial.hearing.name, won), map(trial.hearing.name, game.through))
        if game.influence:
            told = tuple(game.influence.get(members[side], 0) for side in one.sides)
            if told != one.outcome.influence:
                yield f"{field.names(one.sides)}: {one.outcome.influence} stands instead of {told}"
        away = {members[one.sides[side]] for side in one.outcome.absent}
        left = {member for member, at in trial.cup.event.quit.items() if at < one.outcome.settled_at}
        gone = (game.seated_out | left) & set(members.values())
        yield from same("seated out", map(trial.hearing.name, away), map(trial.hearing.name, gone))


def reports(trial: Trial) -> Iterator[str]:
    """Other numbers of a second player are a dispute, which is ruled; silence lets a result stand in time."""
    field = Tables(trial)
    for one in field.counted:
        game = trial.cup.at_tables.games.get(one.contest_id)
        if game is None or one.outcome is None:
            continue
        claims = [claim for claim in trial.hearing.facts.claims if claim.contest_id == one.contest_id]
        answers = {claim.answer for claim in claims}
        names = field.names(one.sides)
        if game.other_counts and (len(claims) != 1 or any(answer.private for answer in game.other_counts)):
            yield f"{names}: a second count was taken in place of the first"
        if game.ending is Ending.RULED and ("overruled" not in answers or one.outcome.settled_by is None):
            yield f"{names}: disputed, and nobody ruled"
        if game.ending is Ending.STOOD:
            due = claims[-1].reported_at + trial.hearing.rules.confirm_within
            if answers != {"stood"} or not due <= one.outcome.settled_at <= due + _GRACE:
                yield f"{names}: the report was {answers} at {one.outcome.settled_at:%H:%M:%S}, due {due:%H:%M:%S}"


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
        shown = _ROW.findall(look.answer.text)
        known = totals(field.pairings, field.starters, field.numbers, at=look.at)
        by_member = {field.entries[side].member: total for side, total in known.items()}
        members = [int(member) for _, _, member, _ in shown]
        if len(set(members)) != min(len(by_member), _ON_A_PAGE) or not set(members) <= set(by_member):
            yield f"{_when(look)}: {len(set(members))} stand on the table instead of {len(by_member)}"
        for _, _, member, value in shown:
            wanted = write_points(by_member[int(member)].score)
            if value.replace(",", ".") != wanted:
                yield f"{_when(look)}: {trial.hearing.name(int(member))} has {value} instead of {wanted}"
        finalists = {field.entries[side].member for side in field.final.sides} if field.final else set()
        below = [by_member[one].score for one in members if one not in finalists and not by_member[one].active]
        if below != sorted(below, reverse=True):
            yield f"{_when(look)}: those behind do not stand by their scores"


def why(trial: Trial) -> Iterator[str]:
    """Who asks why is told the tournament score."""
    field = Tables(trial)
    for asked in trial.cup.asked:
        known = totals(field.pairings, field.starters, field.numbers, at=asked.at)
        wanted = {field.entries[side].member: write_points(total.score) for side, total in known.items()}
        values = [found.replace(",", ".") for found in _VALUE.findall(asked.answer.text)]
        score = wanted.get(asked.member)
        if not asked.answer.private or values[:1] != [score]:
            yield f"{trial.hearing.name(asked.member)}: the reasons begin with {values[:1]}, not {score}"


def _when(look: Look) -> str:
    return "the final table" if look.after_round < 0 else f"after {look.after_round} rounds"


def call(trial: Trial) -> Iterator[str]:
    """The final holds the unbeaten and the highest scores; extra games are played where more are level than seats."""
    field = Tables(trial)
    if field.final is None:
        yield "there was no final"
        return
    known, there = field.before(field.final.round), field.there(field.final.round)
    found = finalists(known, there)
    active = {side for side in there if known[side].active}
    if len(active) > 3:
        yield f"the final was called with {len(active)} unbeaten"
    for number in range(2, field.final.round):
        if sum(total.active for side, total in field.before(number).items() if side in field.there(number)) <= 3:
            yield f"three or fewer were unbeaten before round {number}, and no final was called"
    if not found.sure <= set(field.final.sides):
        yield f"{field.names(sorted(found.sure - set(field.final.sides)))} had a seat in the final"
    if len(field.final.sides) != min(3, len(there)):
        yield f"the final is of {len(field.final.sides)}"
    if bool(field.extra) != bool(found.level):
        yield f"{len(field.extra)} extra games, and {len(found.level)} were level for {found.left} seats"
    played = {side for one in field.extra for side in one.sides}
    yield from same("in the extra game", map(field.name, played), map(field.name, found.level))
    won = {side for one in field.extra for side in through(one)}
    yield from same("through", map(field.name, set(field.final.sides) - found.sure), map(field.name, won))


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
    field = Tables(trial)
    posts = [post for post in trial.hearing.play.witness.posts_of("announcements") if is_podium(post)]
    if len(posts) != 1 or field.final is None or field.final.outcome is None:
        yield f"there are {len(posts)} podiums"
        return
    influence = dict(zip(field.final.sides, field.final.outcome.influence, strict=True))
    first = winner(field.final)
    ranked = sorted(field.final.sides, key=lambda side: (side != first, -influence[side]))
    places = [1, *([2, 2] if influence[ranked[1]] == influence[ranked[2]] else [2, 3])]
    wanted = [(place, field.entries[side].member) for place, side in zip(places, ranked, strict=True)]
    steps = re.findall(r"^([🥇🥈🥉]).*?<@(\d+)>", posts[0].text, re.MULTILINE)
    found = [("🥇🥈🥉".index(medal) + 1, int(member)) for medal, member in steps]
    if sorted(found) != sorted((place, member or 0) for place, member in wanted):
        yield f"the podium reads {found} instead of {wanted}"


def rounds_told(trial: Trial) -> Iterator[str]:
    """Each round is told once, the last by the podium; each extra game too; who was seated out once a game."""
    field = Tables(trial)
    posts = trial.hearing.play.witness.posts_of("announcements")
    found = sum(bool(ROUND_OVER.search(post.text)) for post in posts)
    if found != field.last - 1:
        yield f"{found} rounds are told as over, and {field.last} were played"
    extra = sum("extra game" in post.text.splitlines()[0].casefold() for post in posts if post.text)
    if extra != len({one.round for one in field.extra}):
        yield f"{extra} posts of extra games"
    outs = sum(len(game.seated_out) for game in trial.cup.at_tables.games.values())
    said = sum(
        post.text.startswith("🚪") and "missing" in post.text for post in trial.hearing.play.witness.posts_of("matches")
    )
    if outs != said:
        yield f"{outs} were seated out, and {said} messages say so"
    yield from (problem for problem in telling.once(trial) if "🚪" not in problem)


def record(trial: Trial) -> Iterator[str]:
    """The record has a file with everybody's influence at each table."""
    field = Tables(trial)
    posts = trial.hearing.play.witness.posts_of("record")
    files = [one for post in posts for one in post.pictures if one.name == "results.txt"]
    if len(files) != 1:
        yield f"{len(files)} files of results in the record"
        return
    lines = trial.hearing.play.stage.picture(files[0].url).decode("utf-8").splitlines()
    for one in field.counted:
        if len(one.sides) > 1 and one.outcome is not None:
            here = [line for line in lines if all(field.name(side) in line for side in one.sides)]
            won = winner(one)
            if not any(won is None or f"🏆 {field.name(won)}" in line for line in here):
                yield f"{field.names(one.sides)} is not in the record"


def calls(trial: Trial) -> Iterator[str]:
    """A table of three costs no more calls than three matches would."""
    field = Tables(trial)
    made, allowed = trial.cup.event.last_call - trial.cup.event.first_call, 3 * 1.25 * len(field.counted) + 40
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
    ("the house", "Every table is in the record", record),
    ("the house", "The bot spares Discord's API", calls),
    ("the rehearsal", "Everybody had their scene at a table", scenes),
)
