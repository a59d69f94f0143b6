"""What members were told: the table and its reasons, each round once, the podium, the record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rehearsal.cups.checks.rounds import Field, Rows
from rehearsal.cups.count import write_points
from rehearsal.cups.cup import Look, Trial
from rehearsal.cups.director import OVER, is_podium
from rehearsal.posts import Post

ROW: Final = re.compile(r"^(\d+)(?:–(\d+))?\. .*?<@(\d+)>\)?(?: · [^·\d½\n–-]*([\d.,]*½?|–))?", re.MULTILINE)
"""A line of the table: the place, the last of the places that are shared, who, and the first value, the points."""
_HEADING: Final = re.compile(r"^\*\*[^\d\n*]+(\d+)\*\*$")
"""The name of a group in any language, above its rows."""
_ON_A_PAGE: Final = 20
_VALUE: Final = re.compile(r"^\*\*[^\n:]+: ([^*]+)\*\*$", re.MULTILINE)
"""The heading of a value that is explained."""
_NUMBERED: Final = re.compile(r"^## Round (\d+) of ", re.MULTILINE)


def rows(text: str) -> list[tuple[int, int, int, str]]:
    """The lines of a table as it was told: first and last place, the member, the points as written."""
    found = ROW.findall(text)
    return [(int(first), int(last or first), int(member), value) for first, last, member, value in found]


def table(trial: Trial) -> Iterator[str]:
    """Every table that somebody looked at has all who started, with the points that their results gave by then."""
    field = Field(trial)
    for look in trial.cup.looks:
        shown, when = rows(look.answer.text), _when(look)
        members = [member for _, _, member, _ in shown]
        started = {field.entries[side].member or 0 for side in field.starters}
        if len(members) != min(len(started), _ON_A_PAGE) or not started.issuperset(members) or _twice(members):
            yield f"{when}: {len(members)} stand on the table instead of {len(field.starters)}"
        if not field.rules.has_points:
            continue
        own = field.points(look.at)
        by_member = {field.entries[side].member: value for side, value in own.items()}
        for _, _, member, value in shown:
            wanted = write_points(by_member.get(member, Fraction(0)))
            if value.replace(",", ".") != wanted:
                yield f"{when}: {trial.hearing.name(member)} has {value or 'no'} points instead of {wanted}"


def _twice(members: list[int]) -> bool:
    return len(set(members)) < len(members)


def order(trial: Trial) -> Iterator[str]:
    """Nobody stands above somebody with more points; places are counted on, and shared ones say so."""
    field = Field(trial)
    for look in trial.cup.looks:
        shown, own = rows(look.answer.text), field.points(look.at)
        bracket = any(one.created_at <= look.at for one in field.bracket)
        sides = [_side(field, member) for _, _, member, _ in shown]
        for group in sorted({field.groups.get(side, 0) for side in sides}) if not bracket else ():
            ranked = [own[side] for side in sides if field.groups.get(side, 0) == group]
            if field.rules.has_points and ranked != sorted(ranked, reverse=True):
                yield f"{_when(look)}: the table is not in the order of the points"
        # While a bracket is played, a place is the best and the worst that somebody can still take.
        open_ = bracket and look.after_round >= 0
        in_groups = field.rules.groups is not None and not bracket
        groups = [field.groups.get(side, 0) if in_groups else 0 for side in sides]
        places = Counter(zip(groups, ((first, last) for first, last, _, _ in shown), strict=True))
        for (_, (first, last)), times in places.items() if not open_ else ():
            if times != last - first + 1 and last <= len(shown):
                yield f"{_when(look)}: {times} stand on the places {first} to {last}"


def in_groups(trial: Trial) -> Iterator[str]:
    """While groups are played, the table names under each group those who play in it, and nobody else."""
    field = Field(trial)
    for look in trial.cup.looks:
        if field.rules.groups is None or any(one.created_at <= look.at for one in field.bracket):
            continue
        under: dict[str, set[int]] = {}
        heading = ""
        for line in look.answer.text.splitlines():
            if found := _HEADING.match(line):
                heading = found.group(1)
            if found := ROW.match(line):
                under.setdefault(heading, set()).add(int(found.group(3)))
        wanted: dict[str, set[int]] = {}
        for side, group in field.groups.items():
            wanted.setdefault(str(group), set()).add(field.entries[side].member or 0)
        if under != wanted and len(field.starters) <= _ON_A_PAGE:
            yield f"{_when(look)}: the table shows the groups {sorted(under)}, or others in them than play there"


def _side(field: Field, member: int) -> str:
    return next(side for side in field.starters if field.entries[side].member == member)


def _when(look: Look) -> str:
    return "the final table" if look.after_round < 0 else f"after {look.after_round} rounds"


def why(trial: Trial) -> Iterator[str]:
    """Who asks why is told the place and the points, with the rounds that gave them."""
    field = Field(trial)
    for asked in trial.cup.asked:
        text, name = asked.answer.text, trial.hearing.name(asked.member)
        if not asked.answer.posts or not asked.answer.private:
            yield f"{name}: no answer for the asker alone"
            continue
        if field.rules.has_points:
            own = field.points(asked.at)[_side(field, asked.member)]
            values = [found.replace(",", ".") for found in _VALUE.findall(text)]
            if not values or values[0] != write_points(own):
                yield f"{name}: the reasons begin with {values[:1]} instead of {write_points(own)} points"


def rounds_told(trial: Trial) -> Iterator[str]:
    """Each round of the table is told once as over, with the table as a picture, and so is each of a bracket."""
    field = Field(trial)
    posts = _public(trial, "announcements")
    numbers = Counter(int(found) for post in posts for found in _NUMBERED.findall(post.text))
    played = {one.round for one in field.table} if field.rules.has_table else set()
    for number in sorted(played | set(numbers)):
        if numbers[number] != int(number in played):
            yield f"round {number} is told as over {numbers[number]} times"
    for post in posts:
        if _NUMBERED.search(post.text) and not any(one.name.endswith(".png") for one in post.pictures):
            yield "a round is told without its table as a picture"
    ended = [post for post in posts if OVER.search(post.text) and not _NUMBERED.search(post.text)]
    if not field.rules.has_points and not ended:
        yield "no round of the bracket is told as over"
    doubled = [text for text, times in Counter(post.text for post in ended).items() if times > 1]
    yield from (f"told twice: {text.splitlines()[0]}" for text in doubled)


def podium(trial: Trial) -> Iterator[str]:
    """The podium names the first three places of the final table, and its winner won what decides the event."""
    field = Field(trial)
    posts = [post for post in _public(trial, "announcements") if is_podium(post)]
    if len(posts) != 1:
        yield f"there are {len(posts)} podiums"
        return
    named = [int(found) for found in re.findall(r"^🥇.*?<@(\d+)>|", posts[0].text, re.MULTILINE) if found]
    first = {field.entries[side].member for side in _winners(field)}
    if not named or not set(named) <= first:
        yield f"the podium's first is {trial.hearing.names(named)}, the results say {trial.hearing.names(first)}"
    final = next((rows(look.answer.text) for look in trial.cup.looks if look.after_round < 0), [])
    wanted = [member for place, _, member, _ in final if place <= 3]
    steps = re.findall(r"^[🥇🥈🥉].*$", posts[0].text, re.MULTILINE)
    on_it = [int(found) for step in steps for found in re.findall(r"<@(\d+)>", step)]
    if on_it != wanted and (len(wanted) < _ON_A_PAGE or not set(on_it).issubset(wanted)):
        yield f"the podium reads {trial.hearing.names(on_it)}, the table {trial.hearing.names(wanted)}"


def _winners(field: Field) -> list[str]:
    """Who won the last final, or who has the most points; of those who are level, who won the play-offs."""
    deciding = [one for one in field.bracket if one.stage == "final" and one.outcome is not None]
    if deciding:
        last = max(deciding, key=lambda one: (one.round, one.created_at))
        assert last.outcome is not None
        return [] if last.outcome.winner is None else [last.sides[last.outcome.winner]]
    end = max((one.outcome.settled_at for one in field.pairings if one.outcome), default=field.event.start_at)
    own = field.points(end)
    return [side for side, value in own.items() if value == max(own.values())]


def record(trial: Trial) -> Iterator[str]:
    """The record has a file with every result of a contest between two."""
    field = Field(trial)
    posts = _public(trial, "record")
    files = [one for post in posts for one in post.pictures if one.name == "results.txt"]
    if len(files) != 1:
        yield f"{len(files)} files of results in the record"
        return
    text = trial.hearing.play.stage.picture(files[0].url).decode("utf-8")
    for one in field.pairings:
        if len(one.sides) == 2 and one.outcome is not None:
            first, second = map(field.name, one.sides)
            if not re.search(rf"^{re.escape(first)} [\d½–]+( \(½×\d+\))? {re.escape(second)}\b", text, re.MULTILINE):
                yield f"{first} – {second} is not in the record"


def once(trial: Trial) -> Iterator[str]:
    """No match is called twice and nothing public is said twice, although the bot was started anew in the middle."""
    if trial.cup.restarted_at is None:
        yield "the bot was never started anew"
    for place in ("announcements", "matches", "record"):
        said = Counter(_words_of(post) for post in _public(trial, place))
        yield from (f"#{place}, {times} times: {text.splitlines()[0]}" for text, times in said.items() if times > 1)
    # A word that one player of a team is waited for offers the press as well, and nothing beside it.
    calls = [post.offered for post in _public(trial, "matches") if len(post.offered) > 1]
    cards = [one for offered in calls for one in offered if one.startswith("here:")]
    yield from (f"{card} is called {times} times" for card, times in Counter(cards).items() if times > 1)


def _words_of(post: Post) -> str:
    """Words and what can be pressed, without what tells two copies of a promise apart."""
    return "\n".join([post.text, *sorted(one for one in post.offered if not one.startswith("next"))])


def _public(trial: Trial, place: str) -> list[Post]:
    """What was said of the event, and not of one before it."""
    begun = trial.cup.event.announcement
    first = 0 if begun is None else begun.message_id
    return [post for post in trial.hearing.play.witness.posts_of(place) if post.message_id >= first]


CHECKS: Final[Rows] = (
    ("AIJE-D02-2, GO-26.3", "Points are what the results make of them", table),
    ("GO-27", "The table is in the order of the points", order),
    ("GO-26.2", "Each group has its own table while groups are played", in_groups),
    ("GO-27", "Who asks why is told why", why),
    ("the house", "Each round is told once", rounds_told),
    ("GO-27", "The podium is what the results say", podium),
    ("the house", "Every result is in the record", record),
    ("the house", "A restart makes nothing said twice", once),
)
