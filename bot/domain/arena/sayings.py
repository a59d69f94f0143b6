"""What is said of an arena."""

from __future__ import annotations

from bot.domain.sayings import Notified, OfContest, OfTournament


class ArenaLobby(OfTournament):
    """The lobby, which becomes a panel."""

    NOTIFIES = Notified.NOBODY


class ArenaPaired(OfTournament):
    """The numbers of the first and the last game that were paired; the delivery starts their countdown."""

    NOTIFIES = Notified.PLAYERS
    first: int
    last: int


class ArenaAwaited(OfContest):
    """A side is asked for the first move; the delivery starts its clock."""

    NOTIFIES = Notified.ASKED
    side: int


class ArenaFrozen(OfTournament):
    """The time of the arena is up and its standings are frozen."""

    NOTIFIES = Notified.NOBODY
