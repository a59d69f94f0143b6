"""How many people one message names: Discord pings a hundred of them at most, and takes no more than so much text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.ids import EntrantId
from bot.storage import people
from bot.storage.context import Query

NAMES_IN_A_MESSAGE: Final = 90
_ROOM_OF_A_NAME: Final = 2
"""A name that is written out, of somebody who is not in the server, takes the room of two mentions."""
_ROOM_OF_A_TEAM: Final = 3
"""A team has its name written out, and its captain's mention beside it."""


def batches(tx: Query, entrants: Sequence[Entrant]) -> list[tuple[EntrantId, ...]]:
    """The ids of the entrants in the same order, in parts that one message can name; none for nobody."""
    known = people.by_ids(tx, [entrant.person_id for entrant in entrants])
    parts: list[list[EntrantId]] = []
    room = 0
    for entrant in entrants:
        needed = _room(entrant, known[entrant.person_id])
        if needed > room:
            parts.append([])
            room = NAMES_IN_A_MESSAGE
        parts[-1].append(entrant.entrant_id)
        room -= needed
    return [tuple(part) for part in parts]


def _room(entrant: Entrant, person: Person) -> int:
    if entrant.team_name is not None:
        return _ROOM_OF_A_TEAM
    return 1 if person.discord_id is not None else _ROOM_OF_A_NAME
