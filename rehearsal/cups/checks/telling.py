"""What members were told: the table and its reasons, each round once, the podium, the record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from rehearsal.cups.checks.rounds import Field, Rows
from rehearsal.cups.count import write_points
from rehearsal.cups.cup import Look, Trial
from rehearsal.cups.director import OVER, ROUND_OVER, is_podium
from rehearsal.posts import Post

ROW: Final = re.compile(r"^(\d+)(?:–(\d+))?\. .*?<@(\d+)>\)?(?: · [^·\d½\n–-]*([\d.,]*½?|–))?", re.MULTILINE)
"""A line of the table: the place, the last of the places that are shared, who, and the first value, the points."""
_HEADING: Final = re.compile(r"^\*\*[^\d\n*]+(\d+)\*\*$")
"""The name of a group in any language, above its rows."""
_ON_A_PAGE: Final = 20
_VALUE: Final = re.compile(r"^\*\*[^\n:]+: ([^*]+)\*\*$", re.MULTILINE)
"""The heading of a value that is explained."""
Row = tuple[int, int, int, str]


def rows(text: str, row: re.Pattern[str] = ROW) -> list[Row]:
    """The lines of a table as it was told: first and last place, the member, the points as written."""
    found = row.findall(text)
    return [(int(first), int(last or first), int(member), value) for first, last, member, value in found]


def values(text: str) -> list[str]:
    """The values that a text explains, as written."""
    return [found.replace(",", ".") for found in _VALUE.findall(text)]


def table(trial: Trial) -> Iterator[str]:
    """Every table that somebody looked at has all who started, with the points that their results gave by then."""
    field = Field(trial)
    for look in trial.cup.looks:
        shown = rows(look.answer.text)
        yield from everybody_stands(field, look, shown)
        if field.rules.has_points:
            own = {side: write_points(value) for side, value in field.points(look.at).items()}
            yield from with_values(field, look, shown, own)


def everybody_stands(field: Field, look: Look, shown: list[Row]) -> Iterator[str]:
    """All who started stand on the table, as far as one page goes, each once."""
    members = [member for _, _, member, _ in shown]
    started = {field.entries[side].member or 0 for side in field.starters}
    if len(members) != min(len(started), _ON_A_PAGE) or not started.issuperset(members) or _twice(members):
        yield f"{look.when}: {len(members)} stand on the table instead of {len(field.starters)}"


def with_values(field: Field, look: Look, shown: list[Row], own: Mapping[str, str]) -> Iterator[str]:
    """Each stands there with the own value, as it is written."""
    by_member = {field.entries[side].member: value for side, value in own.items()}
    for _, _, member, value in shown:
        wanted = by_member.get(member, "0")
        if value.replace(",", ".") != wanted:
            yield f"{look.when}: {field.hearing.name(member)} has {value or 'no'} points instead of {wanted}"


def _twice(members: list[int]) -> bool:
    return len(set(members)) < len(members)


def order(trial: Trial) -> Iterator[str]:
    """Nobody stands above somebody with more points; places are counted on, and shared ones say so."""
    field = Field(trial)
    for look in trial.cup.looks:
        bracket = field.has_bracket(look.at)
        if field.rules.has_points and not bracket:
            yield from _out_of_order(field, look)
        # While a bracket is played, a place is the best and the worst that somebody can still take.
        if not bracket or look.after_round < 0:
            yield from _wrong_places(field, look)


def _out_of_order(field: Field, look: Look) -> Iterator[str]:
    own, by_group = field.points(look.at), dict[int, list[Fraction]]()
    for _, _, member, _ in rows(look.answer.text):
        side = _side(field, member)
        by_group.setdefault(field.groups.get(side, 0), []).append(own[side])
    for ranked in by_group.values():
        if ranked != sorted(ranked, reverse=True):
            yield f"{look.when}: the table is not in the order of the points"


def _wrong_places(field: Field, look: Look) -> Iterator[str]:
    """Places on which more or fewer stand than they say; each group counts its own."""
    shown = rows(look.answer.text)
    apart = field.groups if field.rules.groups is not None and not field.has_bracket(look.at) else {}
    places = Counter((apart.get(_side(field, member), 0), first, last) for first, last, member, _ in shown)
    for (_, first, last), times in places.items():
        if times != last - first + 1 and last <= len(shown):
            yield f"{look.when}: {times} stand on the places {first} to {last}"


def in_groups(trial: Trial) -> Iterator[str]:
    """While groups are played, the table names under each group those who play in it, and nobody else."""
    field = Field(trial)
    if field.rules.groups is None or len(field.starters) > _ON_A_PAGE:
        return
    wanted: dict[str, set[int]] = {}
    for side, group in field.groups.items():
        wanted.setdefault(str(group), set()).add(field.entries[side].member or 0)
    for look in trial.cup.looks:
        under = _under_headings(look.answer.text)
        if under != wanted and not field.has_bracket(look.at):
            yield f"{look.when}: the table shows the groups {sorted(under)}, or others in them than play there"


def _under_headings(text: str) -> dict[str, set[int]]:
    under: dict[str, set[int]] = {}
    heading = ""
    for line in text.splitlines():
        if found := _HEADING.match(line):
            heading = found.group(1)
        if found := ROW.match(line):
            under.setdefault(heading, set()).add(int(found.group(3)))
    return under


def _side(field: Field, member: int) -> str:
    return next(side for side in field.starters if field.entries[side].member == member)


def why(trial: Trial) -> Iterator[str]:
    """Who asks why is told the place and the points, with the rounds that gave them."""
    field = Field(trial)
    for asked in trial.cup.asked:
        name = trial.hearing.name(asked.member)
        if not asked.answer.posts or not asked.answer.private:
            yield f"{name}: no answer for the asker alone"
            continue
        if field.rules.has_points:
            wanted, found = write_points(field.points(asked.at)[_side(field, asked.member)]), values(asked.answer.text)
            if found[:1] != [wanted]:
                yield f"{name}: the reasons begin with {found[:1]} instead of {wanted} points"


def rounds_told(trial: Trial) -> Iterator[str]:
    """Each round of the table is told once as over, with the table as a picture, and so is each of a bracket."""
    field = Field(trial)
    posts = _public(trial, "announcements")
    yield from _rounds_of_the_table(field, [post for post in posts if ROUND_OVER.search(post.text)])
    ended = [post.text for post in posts if OVER.search(post.text) and not ROUND_OVER.search(post.text)]
    if not field.rules.has_points and not ended:
        yield "no round of the bracket is told as over"
    yield from (f"told twice: {text.splitlines()[0]}" for text, times in Counter(ended).items() if times > 1)


def _rounds_of_the_table(field: Field, posts: list[Post]) -> Iterator[str]:
    numbers = Counter(int(found) for post in posts for found in ROUND_OVER.findall(post.text))
    played = {one.round for one in field.table} if field.rules.has_table else set()
    for number in sorted(played | set(numbers)):
        if numbers[number] != int(number in played):
            yield f"round {number} is told as over {numbers[number]} times"
    for post in posts:
        if not any(one.name.endswith(".png") for one in post.pictures):
            yield "a round is told without its table as a picture"


def results_told(trial: Trial) -> Iterator[str]:
    """The post at a round's end names every match and every bye of the round, by itself or in the file beside it."""
    field = Field(trial)
    return untold_results(trial, field, field.name)


def untold_results(trial: Trial, field: Field, name_of: Callable[[str], str]) -> Iterator[str]:
    """What the posts at the ends of rounds leave out, by the names that stand in them."""
    for post in _public(trial, "announcements"):
        for number in map(int, ROUND_OVER.findall(post.text)):
            told = [*re.findall(r"^- .*$", post.text, re.MULTILINE), *_lines_beside(trial, post)]
            for one in field.table:
                names = [name_of(side) for side in one.sides]
                if one.round == number and not any(all(name in line for name in names) for line in told):
                    yield f"round {number} ended without a word of {' – '.join(names)}"


def _lines_beside(trial: Trial, post: Post) -> list[str]:
    """The lines of a file of results."""
    files = [one for one in post.pictures if one.name == "results.txt"]
    return [line for one in files for line in trial.hearing.play.stage.picture(one.url).decode().splitlines()]


def podium(trial: Trial) -> Iterator[str]:
    """The podium names the first three places of the final table, and its winner won what decides the event."""
    posts = podiums(trial)
    if len(posts) != 1:
        yield f"there are {len(posts)} podiums"
        return
    yield from _first(trial, posts[0])
    yield from _steps(trial, posts[0])


def podiums(trial: Trial) -> list[Post]:
    """Every post that ends the event."""
    return [post for post in _public(trial, "announcements") if is_podium(post)]


def _first(trial: Trial, post: Post) -> Iterator[str]:
    field = Field(trial)
    named = {int(found) for found in re.findall(r"^🥇.*?<@(\d+)>", post.text, re.MULTILINE)}
    first = {field.entries[side].member for side in _winners(field)}
    if not named or not named <= first:
        yield f"the podium's first is {trial.hearing.names(named)}, the results say {trial.hearing.names(first)}"


def _steps(trial: Trial, post: Post) -> Iterator[str]:
    final = next((rows(look.answer.text) for look in trial.cup.looks if look.after_round < 0), [])
    wanted = [member for place, _, member, _ in final if place <= 3]
    steps = re.findall(r"^[🥇🥈🥉].*$", post.text, re.MULTILINE)
    on_it = [int(found) for step in steps for found in re.findall(r"<@(\d+)>", step)]
    if on_it != wanted and (len(wanted) < _ON_A_PAGE or not set(on_it).issubset(wanted)):
        yield f"the podium reads {trial.hearing.names(on_it)}, the table {trial.hearing.names(wanted)}"


def _winners(field: Field) -> list[str]:
    """Who won the last final, or who has the most points; of those who are level, who won the play-offs."""
    deciding = [one for one in field.bracket if one.stage == "final" and one.outcome is not None]
    if not deciding:
        return _most_points(field)
    last = max(deciding, key=lambda one: (one.round, one.created_at))
    assert last.outcome is not None
    return [] if last.outcome.winner is None else [last.sides[last.outcome.winner]]


def _most_points(field: Field) -> list[str]:
    end = max((one.outcome.settled_at for one in field.pairings if one.outcome), default=field.event.start_at)
    own = field.points(end)
    return [side for side, value in own.items() if value == max(own.values())]


def record(trial: Trial) -> Iterator[str]:
    """The record has a file with every result of a contest between two."""
    field, files = Field(trial), results_files(trial)
    if len(files) != 1:
        yield f"{len(files)} files of results in the record"
        return
    for one in field.pairings:
        if len(one.sides) == 2 and one.outcome is not None:
            first, second = map(field.name, one.sides)
            line = rf"^{re.escape(first)} [\d½–]+( \(½×\d+\))? {re.escape(second)}\b"
            if not re.search(line, files[0], re.MULTILINE):
                yield f"{first} – {second} is not in the record"


def results_files(trial: Trial) -> list[str]:
    """The files of results that are in the record."""
    files = [one for post in _public(trial, "record") for one in post.pictures if one.name == "results.txt"]
    return [trial.hearing.play.stage.picture(one.url).decode("utf-8") for one in files]


def once(trial: Trial) -> Iterator[str]:
    """No match is called twice and nothing public is said twice, although the bot was started anew in the middle."""
    if trial.cup.restarted_at is None:
        yield "the bot was never started anew"
    for place in ("announcements", "matches", "record"):
        said = Counter(_words_of(post) for post in _public(trial, place))
        often = {text: times for text, times in said.items() if times > _times_to_say(trial, text)}
        yield from (f"#{place}, {times} times: {text.splitlines()[0]}" for text, times in often.items())
    yield from _called_again(trial)


def _times_to_say(trial: Trial, text: str) -> int:
    """Once; but where matches have threads, the line over a thread names the two, as often as they meet."""
    if trial.cup.rules.threads is None:
        return 1
    field = Field(trial)
    met = Counter(frozenset(map(field.name, one.sides)) for one in field.pairings if len(one.sides) == 2)
    return max([1, *(times for names, times in met.items() if all(name in text for name in names))])


def _called_again(trial: Trial) -> Iterator[str]:
    # A word that one player of a team is waited for offers the press as well, and nothing beside it.
    calls = [post.offered for post in _public(trial, "matches") if len(post.offered) > 1]
    cards = Counter(one for offered in calls for one in offered if one.startswith("here:"))
    yield from (f"{card} is called {times} times" for card, times in cards.items() if times > 1)


def _words_of(post: Post) -> str:
    """Words and what can be pressed, without what tells two copies of a promise apart."""
    return "\n".join([post.text, *sorted(one for one in post.offered if not one.startswith("next"))])


def _public(trial: Trial, place: str) -> list[Post]:
    """What was said of the event, and not of one before it."""
    begun = trial.cup.event.announcement
    first = 0 if begun is None else begun.message_id
    return [post for post in trial.hearing.play.witness.posts_of(place) if post.message_id >= first]


RESULTS_TOLD: Final = ("the house", "The end of a round tells its results", results_told)
CHECKS: Final[Rows] = (
    ("AIJE-D02-2, GO-26.3", "Points are what the results make of them", table),
    ("GO-27", "The table is in the order of the points", order),
    ("GO-26.2", "Each group has its own table while groups are played", in_groups),
    ("GO-27", "Who asks why is told why", why),
    ("the house", "Each round is told once", rounds_told),
    RESULTS_TOLD,
    ("GO-27", "The podium is what the results say", podium),
    ("the house", "Every result is in the record", record),
    ("the house", "A restart makes nothing said twice", once),
)
