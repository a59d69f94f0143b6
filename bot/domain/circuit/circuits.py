"""A series on record: its rules, its events and its final; and all that is known of it at a moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.circuit.finals import Finalists
from bot.domain.circuit.rules import CircuitRules
from bot.domain.circuit.standings import CircuitRow, CountedEvent
from bot.domain.community import Person
from bot.domain.entering.seats import Answer
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId


@dataclass(frozen=True, slots=True)
class Final:
    """The event that is the final, and for how many seats."""

    tournament_id: TournamentId
    seats: int
    named_at: datetime


@dataclass(frozen=True, slots=True)
class Circuit:
    """A series as it was decided; what its events gave is derived."""

    circuit_id: str
    guild_id: GuildId
    name: str
    rules: CircuitRules
    rules_hash: str
    created_by: PersonId
    created_at: datetime
    final: Final | None = None
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """Somebody who was asked to play the final. The time to answer runs from the delivered message."""

    person_id: PersonId
    made_at: datetime
    answer_by: datetime | None = None
    answer: Answer | None = None

    @property
    def is_open(self) -> bool:
        """Whether an answer is still wanted."""
        return self.answer is None

    @property
    def was_refused(self) -> bool:
        """Whether the seat goes to the next."""
        return self.answer in {Answer.DECLINED, Answer.SILENT}


@dataclass(frozen=True, slots=True)
class CircuitView:
    """The table of a series with all that it follows from."""

    circuit: Circuit
    events: tuple[Tournament, ...]
    """All that were added and not called off: those that are over in the order of their ends, then those to come."""
    counted: tuple[CountedEvent, ...]
    rows: tuple[CircuitRow, ...]
    people: Mapping[PersonId, Person]
    questions: tuple[SeatQuestion, ...] = ()
    final: Tournament | None = None
    finalists: Finalists | None = None
    """Once the final was named."""

    @property
    def over(self) -> tuple[Tournament, ...]:
        """The events that have given their points."""
        return tuple(one for one in self.events if one.ended_at is not None)

    @property
    def to_come(self) -> tuple[Tournament, ...]:
        """The events that are still to be played, or are played now."""
        return tuple(one for one in self.events if one.ended_at is None)

    def row_of(self, selves: Sequence[PersonId]) -> CircuitRow | None:
        """The line of a person, under whichever account."""
        return next((row for row in self.rows if row.person_id in selves), None)

    def question_of(self, selves: Sequence[PersonId]) -> SeatQuestion | None:
        """What the person was asked."""
        return next((one for one in self.questions if one.person_id in selves), None)

    def wanted_of(self, selves: Sequence[PersonId]) -> SeatQuestion | None:
        """What the person has still to answer, and still may."""
        found = self.question_of(selves)
        return found if found is not None and found.is_open and self.asks else None

    @property
    def asks(self) -> bool:
        """Whether answers are taken: the final has been named, and nobody has begun it."""
        final = self.final
        return final is not None and final.drawn_at is None and final.cancelled_at is None and final.ended_at is None
