"""The table of teams, by the regulation's whole chain; ratings board by board; corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from rehearsal.cups.checks.telling import rows
from rehearsal.cups.cup import Look
from rehearsal.cups.teams import count
from rehearsal.cups.teams.facts import Stood
from rehearsal.cups.teams.trial import Rows, TeamField
from rehearsal.facts import Pairing
from rehearsal.hearing import same

_ON_A_PAGE: Final = 20
_EXACT: Final = 5e-7


def order(field: TeamField) -> Iterator[str]:
    """Every table that somebody looked at has the teams in the order that the judge's own count gives (AIJE-D05-4).

    In a bracket the places are those of its rounds, which have checks of their own; each group has its own table.
    """
    for look in field.cup.looks:
        shown = _lines_shown(field, look)
        if len(shown) >= _ON_A_PAGE or any(one.created_at <= look.at for one in field.bracket):
            continue
        lines = field.lines(look.at)
        for group in sorted({field.groups.get(side, 0) for side in lines}):
            there = [one for one in shown if field.groups.get(one[2], 0) == group]
            own = {side: line for side, line in lines.items() if field.groups.get(side, 0) == group}
            wanted = count.order(own, field.cup.teams)
            yield from _in_order(field, look.at, wanted, [side for _, _, side in there])
            yield from _shared_places(field, look.at, wanted, {side: (first, last) for first, last, side in there})


def _lines_shown(field: TeamField, look: Look) -> list[tuple[int, int, str]]:
    """First and last place, and the team, line by line."""
    by_member = {field.entries[side].member: side for side in field.starters}
    return [(first, last, by_member.get(member, "")) for first, last, member, _ in rows(look.answer.text)]


def _in_order(field: TeamField, at: datetime, wanted: list[frozenset[str]], shown: list[str]) -> Iterator[str]:
    place = 1
    for level in wanted:
        there = frozenset(shown[place - 1 : place - 1 + len(level)])
        if there != level:
            yield f"{_when(at)}, place {place}: {_names(field, there)} instead of {_names(field, level)}"
            return
        place += len(level)


def _shared_places(
    field: TeamField, at: datetime, wanted: list[frozenset[str]], shown: dict[str, tuple[int, int]]
) -> Iterator[str]:
    """Those who are level after the whole chain share the place."""
    if not count.counts_all(field.cup.teams) or not field.cup.teams.shares_places:
        return
    before = 0
    for level in wanted:
        for side in level:
            if side in shown and shown[side] != (before + 1, before + len(level)):
                wanted_places = f"{before + 1} to {before + len(level)}"
                yield f"{_when(at)}: {field.team(side)} is shown on {shown[side]}, not {wanted_places}"
        before += len(level)


def _when(at: datetime) -> str:
    return f"{at:%d %b %H:%M:%S}"


def _names(field: TeamField, sides: Iterable[str]) -> str:
    return " and ".join(sorted(map(field.team, sides))) or "nobody"


def ratings(field: TeamField) -> Iterator[str]:
    """The new list is what the games of each board make of the old one (AIJE-B02-2)."""
    rules, lists = field.hearing.rules, dict(field.hearing.facts.ratings)
    listed = lists.get(field.event.event_id)
    if not rules.rated:
        if listed is not None:
            yield "a list was published although nothing is rated"
        return
    played = list(games_on_boards(field))
    if listed is None:
        if played and (rules.official or field.ratings):
            yield "no rating list was published"
        return
    wanted = count.rate(field.ratings, played, rules.initial, rules.k)
    if not rules.official:
        wanted = {one: rating for one, rating in wanted.items() if one in field.ratings}
    yield from same("on the list", map(field.person, listed), map(field.person, wanted))
    for person, (rating, _) in listed.items():
        if abs(rating - wanted.get(person, rating)) > _EXACT:
            yield f"{field.person(person)} has {rating:.6f} instead of {wanted[person]:.6f}"


def games_on_boards(field: TeamField) -> Iterator[tuple[str, str, float, float]]:
    """Every board with one on each side, in the order in which matches first ended; given games are no games."""
    first_ended = {one.contest_id: field.teams.results[one.contest_id][0].since for one, _ in field.matches_played()}

    def turn(played: tuple[Pairing, Stood]) -> tuple[datetime, int, int]:
        one, _ = played
        return first_ended[one.contest_id], one.round, one.position

    for _, stood in sorted(field.matches_played(), key=turn):
        for board in stood.boards:
            won = [float(board.score[side] - board.given[side]) + board.draws / 2 for side in (0, 1)]
            if all(len(seat) == 1 for seat in board.seats) and won[0] + won[1]:
                yield board.seats[0][0], board.seats[1][0], won[0], won[1]


def corrections(field: TeamField) -> Iterator[str]:
    """A match is put right beside its first result, and every table after it goes by the right one."""
    always = not field.cup.teams.bracket or (field.cup.teams.size > 1 and not field.cup.teams.stays_on)
    if not field.cup.corrected and field.has_room and always:
        yield "no match was put right"
    for contest_id, at in field.cup.corrected.items():
        stood = field.teams.results.get(contest_id, ())
        if len(stood) != 2 or stood[0].until is None:
            yield f"{len(stood)} results are on record of the match that was put right"
        elif abs((stood[1].since - at).total_seconds()) > 1:
            yield f"put right at {_when(stood[1].since)} instead of {_when(at)}"
        if not any(look.at >= at for look in field.cup.looks):
            yield "nobody looked at the table afterwards"


CHECKS: Final[Rows] = (
    ("AIJE-D05-4, GO-27.2, OLY-5", "Teams stand in the order of the whole chain", order),
    ("AIJE-B02-2", "Ratings are what the games of each board make of them", ratings),
    ("AIJE-D01-6", "A match that is put right keeps its first result on record", corrections),
)
