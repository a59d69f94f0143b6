"""What series add to the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.features.entering.hooks import EntryHooks
from bot.features.series import finals_verbs, store, verbs
from bot.features.series.model import CircuitMoved, FinalOffered
from bot.features.tournaments.hooks import (
    Asker,
    DutyHooks,
    EventHooks,
    Found,
    ServerHooks,
    StepHooks,
    Taker,
    Undoing,
)
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId, Place, Switch
from bot.kernel.outages import Outage
from bot.play.entries import Tournament
from bot.server.speaking_verbs import DeliveryHooks, Following, after


class Circuits(EntryHooks, EventHooks, DutyHooks, ServerHooks, StepHooks, DeliveryHooks):
    """Events that count together."""

    # --- entering ----------------------------------------------------------------------------------------------------

    def refuse_person(self, tx: Query, tournament: Tournament, person_id: PersonId) -> None:
        """Only who holds a seat enters a final."""
        finals_verbs.refuse_person(tx, tournament, person_id)

    def left_list(self, tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
        """The seat passes to the next."""
        finals_verbs.left_list(tx, tournament, person_id, by)

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
            circuit = store.of_event(tx, tournament.tournament_id)
            if circuit is not None and circuit.closed_at is None:
                finals_verbs.after_change(tx, circuit)

    def _tell(self, tx: Tx, tournament: Tournament, *, corrected: bool) -> None:
        circuit = store.of_event(tx, tournament.tournament_id)
        if circuit is None or circuit.closed_at is not None:
            return
        told = CircuitMoved(circuit.circuit_id, tournament.tournament_id, corrected)
        tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, told)
        finals_verbs.after_change(tx, circuit)

    # --- beside events -----------------------------------------------------------------------------------------------

    def duties(self, tx: Query, asked: Asker) -> Found:
        """Where somebody stands, and what they are asked."""
        return verbs.guide(tx, asked)

    def running(self, tx: Query, guild_id: GuildId) -> Mapping[Switch, int]:
        """Series that go on."""
        return {Switch.SERIES: sum(one.closed_at is None for one in store.of_guild(tx, guild_id))}

    def opposites(self) -> Mapping[str, Undoing]:
        """An event that was added or taken out."""
        undoing = Undoing(verbs.hangs, verbs.turn_back, verbs.refuse_stake_in_line)
        return {"add_to_series": undoing, "remove_from_series": undoing}

    def takers(self) -> Mapping[str, Taker]:
        """An invitation that nobody answered in time."""
        return {"circuit": finals_verbs.expire}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Invitations stay open for longer by it."""
        finals_verbs.after_outage(tx, outage)

    def follows(self) -> Following:
        """The time to answer runs from the message that asks."""
        return dict((after(FinalOffered, finals_verbs.start_time_to_answer),))
