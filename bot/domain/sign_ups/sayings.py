"""What is said of lists of sign-ups."""

from __future__ import annotations

from bot.domain.ids import EntrantId
from bot.domain.sayings import Notified, OfTournament


class EnteredFromList(OfTournament):
    """To everybody: organisers have put these people on the list, who are named once, on as many pages as it takes."""

    NOTIFIES = Notified.CONCERNED
    ASKS_BY = ("withdraw",)
    entrants: tuple[EntrantId, ...] = ()


class EntriesTakenBack(OfTournament):
    """To everybody: a list of sign-ups was taken back, and these people are off the event's list again."""

    NOTIFIES = Notified.CONCERNED
    entrants: tuple[EntrantId, ...] = ()
