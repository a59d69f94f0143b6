"""What is said of cards that a judge refuses."""

from __future__ import annotations

from bot.domain.sayings import Notified, OfEntrant, OfTournament


class CardRefused(OfEntrant):
    """To the player whose deck holds the card; `closed` where confirmation was over."""

    NOTIFIES = Notified.READER
    card: str
    reason: str
    closed: bool = False


class CardRuledOut(OfTournament):
    """To everybody; whose decks hold it stays secret."""

    NOTIFIES = Notified.NOBODY
    ASKS_BY = ("deck-form",)

    card: str
    reason: str
