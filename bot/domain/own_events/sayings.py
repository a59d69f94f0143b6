"""What is said of acts about the own event."""

from __future__ import annotations

from bot.domain.ids import PersonId
from bot.domain.permissions import Act
from bot.domain.sayings import Notified, OfContest, OfTournament


class OfOwnAct(OfTournament):
    """About one act of somebody about the event in which they play."""

    act: str


class DoneInOwnEvent(OfOwnAct):
    """To all: somebody decided about their own event, with the reason; players can object."""

    NOTIFIES = Notified.NOBODY
    ASKS_BY = ("own-object",)


class OwnActEnded(OfOwnAct):
    """To all: players objected, and the act was taken back, or could not be any more."""

    NOTIFIES = Notified.NOBODY


class OthersAsked(OfTournament):
    """To all, and by letter to who could: somebody who plays in the event asks them to decide something about it."""

    NOTIFIES = Notified.READER

    what: Act
    person: PersonId


class OfOwnRuling(OfContest):
    """About a ruling that somebody asks for in their own match."""

    act: str


class AgreementAsked(OfOwnRuling):
    """To the opponent: the organiser wants to rule in their own match, and the opponent may agree."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("own-agree",)


class DisputeWaits(OfOwnRuling):
    """To both: one of them runs the event, so that another has to rule; until when, and what follows."""

    NOTIFIES = Notified.PLAYERS


class OwnRulingEnded(OfOwnRuling):
    """To both: what became of the ruling, and what follows."""

    NOTIFIES = Notified.PLAYERS
