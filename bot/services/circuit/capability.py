"""What series add to the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.domain.circuit.sayings import CircuitMoved, FinalOffered
from bot.domain.community import Place
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.domain.outages import Outage
from bot.services.asked import Asked, Found
from bot.services.circuit import circuit_guidance, finals
from bot.services.entering.hooks import EntryHooks
from bot.services.events.hooks import EventHooks
from bot.services.following import DeliveryHooks, Following, after
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.storage import circuits
from bot.storage.context import Query, Tx


class Circuits(EntryHooks, EventHooks, DutyHooks, StepHooks, DeliveryHooks):
    """Events that count together."""

    # --- entering ----------------------------------------------------------------------------------------------------

    def refuse_person(self, tx: Query, tournament: Tournament, person_id: PersonId) -> None:
        """Only who holds a seat enters a final."""
        finals.refuse_person(tx, tournament, person_id)

    def left_list(self, tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
        """The seat passes to the next."""
        finals.left_list(tx, tournament, person_id, by)

    # --- events ------------------------------------------------------------------------------------------------------

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """The standings of the series follow the end of an event that counts."""
        self._tell(tx, tournament, corrected=False)

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """They follow from the results of now, and are told once more."""
        self._tell(tx, tournament, corrected=True)

    def after_bringing(self, tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
        """An event that was brought in may count, and does no more once it was taken back."""
        for tournament in brought:
            circuit = circuits.of_event(tx, tournament.tournament_id)
            if circuit is not None and circuit.closed_at is None:
                finals.after_change(tx, circuit)

    def _tell(self, tx: Tx, tournament: Tournament, *, corrected: bool) -> None:
        circuit = circuits.of_event(tx, tournament.tournament_id)
        if circuit is None or circuit.closed_at is not None:
            return
        told = CircuitMoved(circuit.circuit_id, tournament.tournament_id, corrected)
        tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, told)
        finals.after_change(tx, circuit)

    # --- beside events -----------------------------------------------------------------------------------------------

    def duties(self, tx: Query, asked: Asked) -> Found:
        """Where somebody stands, and what they are asked."""
        return circuit_guidance.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """An invitation that nobody answered in time."""
        return {"circuit": finals.expire}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Invitations stay open for longer by it."""
        finals.after_outage(tx, outage)

    def follows(self) -> Following:
        """The time to answer runs from the message that asks."""
        return dict((after(FinalOffered, finals.start_time_to_answer),))
