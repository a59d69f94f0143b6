"""What series add to the core, and what is said of them: the standings after each event, and the final."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.features.series import cards, finals_verbs, store, verbs
from bot.features.series.model import CircuitMoved, FinalFilled, FinalOffered, FinalOverlooked, FinalVacant
from bot.features.tournaments.hooks import (
    Asker,
    EntryHooks,
    EventHooks,
    Found,
    ServerHooks,
    StepHooks,
    Taker,
    TaskHooks,
    Undoing,
)
from bot.features.tournaments.model import SeriesListed, SeriesSheet
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId, Place, Switch
from bot.kernel.outages import Outage
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.play.entries import Tournament
from bot.server.speaking_verbs import DeliveryHooks, Following, after


class Circuits(EntryHooks, EventHooks, TaskHooks, ServerHooks, StepHooks, DeliveryHooks):
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

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """Where somebody stands, and what they are asked."""
        return verbs.guide(tx, asker)

    def running(self, tx: Query, guild_id: GuildId) -> Mapping[Switch, int]:
        """Series that go on."""
        return {Switch.SERIES: sum(one.closed_at is None for one in store.of_guild(tx, guild_id))}

    def opposites(self) -> Mapping[str, Undoing]:
        """An event that was added or taken out."""
        undoing = Undoing(verbs.hangs, verbs.turn_back, verbs.refuse_stake_in_line)
        return {"add_to_series": undoing, "remove_from_series": undoing}

    def series(self, tx: Query, guild_id: GuildId) -> Sequence[SeriesListed]:
        """All of them, with their events."""
        return verbs.listed(tx, guild_id)

    def series_sheet(self, tx: Query, guild_id: GuildId, key: str) -> SeriesSheet | None:
        """As its events stand now."""
        return verbs.sheet(tx, guild_id, key)

    def takers(self) -> Mapping[str, Taker]:
        """An invitation that nobody answered in time."""
        return {"circuit": finals_verbs.expire}

    def runs_in(self, tx: Query) -> Iterable[GuildId]:
        """Invitations to a final that are not answered."""
        return (circuit.guild_id for circuit in finals_verbs.asking(tx))

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """Invitations stay open for longer by it."""
        finals_verbs.after_outage(tx, guild_id)

    def follows(self) -> Following:
        """The time to answer runs from the message that asks."""
        return dict((after(FinalOffered, finals_verbs.start_time_to_answer),))


# --- messages -------------------------------------------------------------------------------------------------------


def _standings(tx: Query, promise: Promise[CircuitMoved]) -> Composed | None:
    """Nothing where the event has been taken out since, or called off."""
    view = finals_verbs.by_id(tx, promise.message.circuit_id)
    said = promise.message
    event = None
    if view is not None:
        event = next((one for one in view.over if one.tournament_id == said.tournament_id), None)
    if view is None or event is None:
        return None
    return lambda translator: cards.after_event(view, event, translator, corrected=said.corrected)


def _invitation(tx: Query, promise: Promise[FinalOffered]) -> Composed | None:
    """Nothing where nobody is left to be asked, or the final has begun."""
    view = finals_verbs.by_id(tx, promise.message.circuit_id)
    if view is None or not view.asks:
        return None
    # Whose answer is known was asked before, as where a message is said again after trouble.
    still = {question.person_id for question in view.questions if question.is_open}
    waiting = tuple(one for one in promise.message.asked if one in still)
    return (lambda translator: cards.invitation(view, waiting, translator)) if waiting else None


def _field(tx: Query, promise: Promise[FinalFilled]) -> Composed | None:
    view = finals_verbs.by_id(tx, promise.message.circuit_id)
    return None if view is None else lambda translator: cards.complete_field(view, translator)


def _vacant(tx: Query, promise: Promise[FinalVacant]) -> Composed | None:
    view = finals_verbs.by_id(tx, promise.message.circuit_id)
    if view is None or view.finalists is None or not view.finalists.vacant or not view.asks:
        return None
    seats = view.finalists.vacant
    return lambda translator: cards.vacant(view, seats, translator)


def _passing_over(tx: Query, promise: Promise[FinalOverlooked]) -> Composed | None:
    view = finals_verbs.by_id(tx, promise.message.circuit_id)
    if view is None or view.finalists is None or not view.asks:
        return None
    still = [person for person in promise.message.people if person in view.finalists.overlooked]
    return (lambda translator: cards.passing_over(view, still, translator)) if still else None


NOTICES: Final = dict(
    (
        on(CircuitMoved, _standings),
        on(FinalOffered, _invitation),
        on(FinalFilled, _field),
        on(FinalVacant, _vacant),
        on(FinalOverlooked, _passing_over),
    )
)
