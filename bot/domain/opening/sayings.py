"""What is said of opening lists."""

from __future__ import annotations

from bot.domain.sayings import Notified, OfGuild, Saying


class OfOpeningList(Saying):
    """A message about a list that came in."""

    list_id: str


class OpeningListBrought(OfOpeningList):
    """To everybody: how many came along, how many were not known before, and how many ratings."""

    NOTIFIES = Notified.NOBODY
    people: int
    new: int
    ratings: int


class OpeningListUndone(OfOpeningList):
    """To everybody: it is taken back as a whole."""

    NOTIFIES = Notified.NOBODY


class FoundingEnds(OfGuild):
    """To everybody, and by letter to the owner and the President: until when lists bring all of it."""

    NOTIFIES = Notified.READER


class OpeningListWaits(Saying):
    """To the server's owner and the President: a list asks for their word."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("opening-open",)

    draft_id: str
