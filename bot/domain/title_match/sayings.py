"""What is said of a match for a title."""

from __future__ import annotations

from bot.domain.ids import PersonId, TournamentId
from bot.domain.sayings import Commas, Notified, OfContest, OfTournament


class ColoursAsked(OfTournament):
    """To its champion; becomes a panel."""

    NOTIFIES = Notified.ASKED


class PlayGoesOn(OfContest):
    """A pause is over: the number of the stop with which it began."""

    NOTIFIES = Notified.PLAYERS
    stop: int


class TitleNotGiven(OfTournament):
    """Somebody won without a place in the match, and is not champion by it."""

    NOTIFIES = Notified.CONCERNED
    event: str
    person: PersonId


class TitleMoved(OfTournament):
    """A correction moved the title; to the committee also which later matches it renamed, and which it left to them."""

    NOTIFIES = Notified.CONCERNED
    event: str
    lost: PersonId
    won: PersonId | None
    holder: PersonId | None
    renamed: Commas[TournamentId] | None = None
    left: Commas[TournamentId] | None = None
