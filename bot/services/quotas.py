"""How much of one kind is kept for one person, so that nobody fills the disk that all share."""

from __future__ import annotations

from typing import Final

from bot.errors import KeptEnough, Subject

MOST: Final = {
    Subject.DECK: 20,
    Subject.MESSAGE: 30,
    Subject.RECORDING: 20,
}
"""Lists of a deck handed in one after the other, what one person says in one case, and links kept with one match."""


def refuse_more(what: Subject, kept: int) -> None:
    """Raises KeptEnough where as many are kept as may be."""
    if kept >= MOST[what]:
        raise KeptEnough(what=what, limit=MOST[what])
