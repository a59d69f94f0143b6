"""How much of one kind is kept for one person, so that nobody fills the disk that all share."""

from __future__ import annotations

from typing import Final

from bot.errors import KeptEnough, Subject

MOST: Final = {
    Subject.ACCOUNT: 30,
    Subject.COUNTRY: 20,
    Subject.DECK: 20,
    Subject.GRADE: 30,
    Subject.INVITATION: 60,
    Subject.MESSAGE: 30,
    Subject.RECORDING: 20,
}
"""What one person was called on one site, countries and grades declared one after the other, lists of a deck, people
asked into one team, what is said in one case, and links kept with a match."""


def refuse_more(what: Subject, kept: int) -> None:
    """Raises KeptEnough where as many are kept as may be."""
    if kept >= MOST[what]:
        raise KeptEnough(what=what, limit=MOST[what])
