"""The teams of an event that is brought in: who is a person in its file, who leads, and who sat where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.community import Person
from bot.domain.contests import BoardResult, Result
from bot.domain.events.records import Record
from bot.domain.formats.protocol import Starter
from bot.domain.ids import EntrantId, PersonId

Persons = Mapping[str, Person]
"""People by their ids in the file."""


def persons_of(record: Record) -> tuple[str, ...]:
    """The ids of everybody who is a person in the file: entrants, or members of teams and who sat at a board for one.

    A team of which the file names nobody stands for its captain.
    """
    if record.rulebook.teams is None:
        return tuple(starter.entrant_id for starter in record.facts.starters)
    named = [one for starter in record.facts.starters for one in starter.members or (captain_of(starter),)]
    seated = [one for result in _results(record) for board in result.boards for seat in board.players for one in seat]
    return tuple(dict.fromkeys(map(str, (*named, *seated))))


def captain_of(starter: Starter) -> str:
    """The id of who leads: of a team the first of the file."""
    return starter.members[0] if starter.members else starter.entrant_id


def captains_of(record: Record) -> dict[EntrantId, str]:
    """Who leads each entrant, by ids of the file: of a team the first who leads no other, since nobody leads two here.

    A team for which nobody is left is missing. Who plays alone leads the own entry.
    """
    leading: dict[str, EntrantId] = {}
    able = {one.entrant_id: _may_lead(record, one) for one in record.facts.starters}
    for entrant_id in able:
        _take(entrant_id, able, leading, set())
    return {entrant_id: person for person, entrant_id in leading.items()}


def _may_lead(record: Record, starter: Starter) -> tuple[str, ...]:
    if record.rulebook.teams is None:
        return (starter.entrant_id,)
    return tuple(starter.members) or (captain_of(starter),)


def _take(
    entrant_id: EntrantId, able: Mapping[EntrantId, Sequence[str]], leading: dict[str, EntrantId], asked: set[str]
) -> bool:
    """Finds a captain for the team, moving the captains of others on to their next members where that helps."""
    for person in sorted(able[entrant_id], key=lambda one: one in leading):
        if person in asked:
            continue
        asked.add(person)
        if person not in leading or _take(leading[person], able, leading, asked):
            leading[person] = entrant_id
            return True
    return False


def with_seats(result: Result, by_id: Persons) -> Result:
    """The result with the people who sat at its boards as they are known here."""
    return replace(result, boards=tuple(_board(board, by_id) for board in result.boards))


def _board(board: BoardResult, by_id: Persons) -> BoardResult:
    seats = tuple(_seat(seat, by_id) for seat in board.players)
    return replace(board, players=seats)


def _seat(seat: Sequence[PersonId], by_id: Persons) -> tuple[PersonId, ...]:
    return tuple(by_id[one].person_id for one in seat)


def _results(record: Record) -> tuple[Result, ...]:
    told = ((*one.earlier, one.contest.result) for one in record.contests if one.voided_at is None)
    return tuple(result for results in told for result in results if result is not None)
