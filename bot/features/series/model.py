"""A series on record: its rules, its events and its final; and all that is known of it at a moment.

The first of the table play the final, and the next where one declines. An invitation once made stands, whatever a
corrected result makes of the table: nobody loses a seat by it. Who would have been asked by the right table is told
to the organisers, who may ask them as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from bot.features.seats.model import Answer
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.promises import Commas, Message, Notified
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.series import CircuitRow, CircuitRules, CountedEvent

# --- who plays the final --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Finalists:
    """Who has a seat or is to be asked, and whom invitations that stand have passed over."""

    holders: tuple[PersonId, ...]
    """In the order of the table: who was asked and has not declined, and who is to be asked next."""
    overlooked: tuple[PersonId, ...]
    """Who is among the first by the table of now, and has no seat."""
    vacant: int
    """Seats for which nobody is left."""


def finalists(
    rows: Sequence[CircuitRow],
    seats: int,
    asked: Collection[PersonId] = (),
    declined: Collection[PersonId] = (),
    out: Collection[PersonId] = (),
) -> Finalists:
    """The first so many who are there; who is level with the last of them plays as well.

    `asked` are all who were asked before, `declined` those of them who do not come, `out` who may not play at all.
    """
    gone = {*declined, *out}
    stand = {one for one in asked if one not in gone}
    natural = set(_first(rows, seats, gone))
    holders = stand | set(_first(rows, seats - len(stand), gone | stand))
    in_order = [row.person_id for row in rows]
    # Whoever is off the table by a correction keeps the seat, behind all others.
    last = sorted(holders - set(in_order))
    return Finalists(
        holders=(*(one for one in in_order if one in holders), *last),
        overlooked=tuple(one for one in in_order if one in natural - holders),
        vacant=max(seats - len(holders), 0),
    )


def _first(rows: Iterable[CircuitRow], seats: int, without: Collection[PersonId]) -> Iterator[PersonId]:
    """Place by place, until the seats are taken."""
    taken = 0
    for _, level in groupby(rows, key=lambda row: row.rank_from):
        if taken >= seats:
            return
        some = [row.person_id for row in level if row.person_id not in without]
        yield from some
        taken += len(some)


@dataclass(frozen=True, slots=True)
class FinalEvent:
    """The event that is the final, and for how many seats."""

    tournament_id: TournamentId
    seats: int
    named_at: datetime


# --- the series -----------------------------------------------------------------------------------------------------


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
    final: FinalEvent | None = None
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
        return tuple(event for event in self.events if event.ended_at is not None)

    @property
    def to_come(self) -> tuple[Tournament, ...]:
        """The events that are still to be played, or are played now."""
        return tuple(event for event in self.events if event.ended_at is None)

    def row_of(self, same_person_ids: Sequence[PersonId]) -> CircuitRow | None:
        """The line of a person, under whichever account."""
        return next((row for row in self.rows if row.person_id in same_person_ids), None)

    def question_of(self, same_person_ids: Sequence[PersonId]) -> SeatQuestion | None:
        """What the person was asked."""
        return next((question for question in self.questions if question.person_id in same_person_ids), None)

    def wanted_of(self, same_person_ids: Sequence[PersonId]) -> SeatQuestion | None:
        """What the person has still to answer, and still may."""
        found = self.question_of(same_person_ids)
        return found if found is not None and found.is_open and self.asks else None

    @property
    def asks(self) -> bool:
        """Whether answers are taken: the final has been named, and nobody has begun it."""
        final = self.final
        return final is not None and final.drawn_at is None and final.cancelled_at is None and final.ended_at is None


# --- what is said ---------------------------------------------------------------------------------------------------


class OfCircuit(Message):
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
