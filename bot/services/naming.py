"""How many people one message names: Discord pings a hundred of them at most, and takes no more than so much text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.entering.entries import Entrant
from bot.domain.ids import EntrantId
from bot.storage import people
from bot.storage.database import Work

NAMES_IN_A_MESSAGE: Final = 90
_ROOM_OF_A_NAME: Final = 2
"""A name that is written out, of somebody who is not in the server, takes the room of two mentions."""


def batches(work: Work, entrants: Sequence[Entrant]) -> list[tuple[EntrantId, ...]]:
    """The ids of the entrants in the same order, in parts that one message can name; none for nobody."""
    known = people.by_ids(work, [entrant.person_id for entrant in entrants])
    parts: list[list[EntrantId]] = []
    room = 0
    for entrant in entrants:
        needed = _ROOM_OF_A_NAME if known[entrant.person_id].discord_id is None else 1
        if needed > room:
            parts.append([])
            room = NAMES_IN_A_MESSAGE
        parts[-1].append(entrant.entrant_id)
        room -= needed
    return [tuple(part) for part in parts]
