"""What is said of a series."""

from __future__ import annotations

from bot.domain.ids import PersonId, TournamentId
from bot.domain.sayings import Commas, Notified, Saying


class OfCircuit(Saying):
    """About a series of events."""

    circuit_id: str


class CircuitMoved(OfCircuit):
    """The standings after an event that counts, or after a result of it was corrected."""

    NOTIFIES = Notified.NOBODY
    tournament_id: TournamentId
    corrected: bool = False


class FinalOffered(OfCircuit):
    """Who is asked to play the final; the delivery starts the clock."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("series-answer",)
    asked: Commas[PersonId]


class FinalFilled(OfCircuit):
    """Every seat of the final has its player."""

    NOTIFIES = Notified.NOBODY
    players: int


class FinalVacant(OfCircuit):
    """To the committee: nobody is left for so many seats, after so many were asked."""

    NOTIFIES = Notified.STAFF
    vacant: int
    after: int


class FinalOverlooked(OfCircuit):
    """To the committee: by the corrected standings these would play the final, and have no seat."""

    NOTIFIES = Notified.STAFF
    ASKS_BY = ("series-final",)
    people: Commas[PersonId]
