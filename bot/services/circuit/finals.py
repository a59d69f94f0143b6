"""The final of a series: its event is named, the first are asked, and the next where somebody declines.

Seats follow the standings of the moment in which they are offered, and stand from then on: a correction takes nobody's.
"""

from __future__ import annotations

from datetime import datetime

from bot.domain.announcements import Delivery, Promise
from bot.domain.circuit.circuits import Circuit, CircuitView, Final, SeatQuestion
from bot.domain.circuit.rules import MOST_FINALISTS
from bot.domain.circuit.sayings import FinalFilled, FinalOffered, FinalOverlooked, FinalVacant
from bot.domain.community import Person, Place
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.entering.seats import ANSWER_WITHIN, REOPEN_FOR, Answer
from bot.domain.events.event_kinds import OF_TEAMS, kind_of
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.outages import Outage, extend
from bot.domain.permissions import Act
from bot.domain.sayings import Saying
from bot.errors import AlreadyDone, NotYours, Outdated, UserError
from bot.services import access, recusal
from bot.services.circuit import circuit_reading
from bot.services.circuit.errors import (
    CountsAlready,
    DoesNotCount,
    FinalHasBegun,
    FinalHasOthers,
    FinalIsNamed,
    FinalistsOutOfBounds,
    IsTheFinal,
    NoFinalByRules,
    NoStandingsYet,
    NotInFinal,
    SeriesClosed,
)
from bot.services.entering import registration
from bot.services.events import tournaments
from bot.services.speaking import tell_committee
from bot.services.wishes import repeatable
from bot.storage import circuits, deadlines, entrants, identities, outages, outbox, people
from bot.storage import tournaments as stored
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

_FEWEST_FINALISTS = 2


def circuit_subject(circuit_id: str) -> str:
    """How deadlines and the log name a series."""
    return f"circuit:{circuit_id}"


def proposal(
    tx: ActorQuery, circuit_id: str, tournament_id: TournamentId, players: int | None
) -> tuple[CircuitView, Tournament, int]:
    """Who would be asked if the event were made the final for so many; raises as `name_final` does."""
    access.refuse_without(tx, Act.NAME_FINAL)
    circuit, tournament, seats = _plan(tx, circuit_id, tournament_id, players)
    state = circuit_reading.view(tx, circuit, tx.pressed_at)
    if not state.rows:
        raise NoStandingsYet(series=circuit.name)
    found = circuit_reading.who_plays(tx, circuit, state.rows, state.questions, seats, tx.pressed_at)
    _refuse_others(tx, tournament, found.holders)
    planned = CircuitView(
        circuit, state.events, state.counted, state.rows, state.people, state.questions, tournament, found
    )
    return planned, tournament, seats


@repeatable
def name_final(tx: ActorTx, circuit_id: str, tournament_id: TournamentId, players: int | None) -> CircuitView:
    """Makes the event the final: the first are asked in public, and nobody else may enter it.

    Raises SeriesClosed, FinalIsNamed, FinalHasBegun, CountsAlready, DoesNotCount, NoFinalByRules, NoStandingsYet and
    FinalHasOthers.
    """
    by = access.recognise(tx)
    state, tournament, seats = proposal(tx, circuit_id, tournament_id, players)
    _refuse_stake(tx, by, state, tournament)
    circuits.name_final(tx, circuit_id, Final(tournament.tournament_id, seats, tx.now), by.person_id)
    circuit = circuit_reading.find(tx, tx.guild_id, circuit_id)
    _log_of_series(tx, circuit, "name_series_final", by.person_id, event=tournament.tournament_id)
    follow(tx, circuit)
    return circuit_reading.view(tx, circuit, tx.now)


def _refuse_stake(tx: ActorQuery, by: Person, state: CircuitView, final: Tournament) -> None:
    """Refuses who plays in an event of the series, and so for a seat in its final."""
    events = [one.tournament_id for one in (*state.events, final)]
    recusal.refuse_in_events(tx, by.person_id, Act.NAME_FINAL, final, events)


def _plan(
    tx: ActorQuery, circuit_id: str, tournament_id: TournamentId, players: int | None
) -> tuple[Circuit, Tournament, int]:
    circuit = circuit_reading.find(tx, tx.guild_id, circuit_id)
    if circuit.closed_at is not None:
        raise SeriesClosed(name=circuit.name)
    before = None if circuit.final is None else stored.load(tx, circuit.final.tournament_id)
    if before is not None and before.cancelled_at is None:
        raise FinalIsNamed(event=before.name, series=circuit.name)
    seats = players or circuit.rules.finalists
    if not seats:
        raise NoFinalByRules(series=circuit.name)
    if not _FEWEST_FINALISTS <= seats <= MOST_FINALISTS:
        # The desk's form and a button know no bounds, as Discord's options do.
        raise FinalistsOutOfBounds(least=_FEWEST_FINALISTS, most=MOST_FINALISTS)
    tournament = tournaments.find_unfinished(tx, tx.guild_id, tournament_id)
    _refuse_event(tx, circuit, tournament)
    return circuit, tournament, seats


def _refuse_event(tx: Query, circuit: Circuit, tournament: Tournament) -> None:
    """Raises what keeps the event from being the final."""
    if tournament.check_in_closed_at is not None or tournament.drawn_at is not None:
        raise FinalHasBegun(event=tournament.name)
    elsewhere = circuits.of_event(tx, tournament.tournament_id)
    if elsewhere is not None:
        raise CountsAlready(event=tournament.name, series=elsewhere.name)
    other = circuits.of_final(tx, tournament.tournament_id)
    if other is not None:
        raise IsTheFinal(event=tournament.name, series=other.name)
    if kind_of(tournament.rulebook) in OF_TEAMS:
        raise DoesNotCount(event=tournament.name, series=circuit.name)


def _refuse_others(tx: Query, tournament: Tournament, holders: tuple[PersonId, ...]) -> None:
    """Raises FinalHasOthers where somebody is on the list who would have no seat: they are asked by people first."""
    own = identities.everybody(tx, holders)
    entered = entrants.of_tournament(tx, tournament.tournament_id)
    others = [one.person_id for one in entered if one.withdrawn_at is None and one.person_id not in own]
    if others:
        named = people.by_ids(tx, others)
        raise FinalHasOthers(event=tournament.name, names=", ".join(named[one].name for one in others[:10]))


@repeatable
def answer(tx: ActorTx, circuit_id: str, person_id: PersonId | None, *, accept: bool) -> CircuitView:
    """The invited says yes or no, or an organiser for somebody without Discord; a yes may become a no.

    A no takes the person off the list of the final, and the seat passes to the next.
    """
    by = access.recognise(tx)
    circuit = circuit_reading.find(tx, tx.guild_id, circuit_id)
    state = circuit_reading.view(tx, circuit, tx.now)
    question = _question(tx, state, by, person_id)
    if not state.asks or question.answer is Answer.SILENT:
        raise Outdated
    given = Answer.ACCEPTED if accept else Answer.DECLINED
    if not _write_answer(tx, circuit, question.person_id, given, by.person_id):
        raise AlreadyDone
    if not accept and state.final is not None:
        _take_off(tx, state.final, question.person_id, tx.pressed_at)
    elif state.final is not None and person_id is None:
        _enter(tx, state.final)
    follow(tx, circuit)
    return circuit_reading.view(tx, circuit, tx.now)


def _question(tx: ActorQuery, state: CircuitView, by: Person, person_id: PersonId | None) -> SeatQuestion:
    """What is answered: the presser's own question, or that of somebody without Discord."""
    if person_id is not None:
        access.require(tx, by, Act.NAME_FINAL)
        if state.final is not None:
            _refuse_stake(tx, by, state, state.final)
        other = people.load(tx, person_id)
        if other is None or other.discord_id is not None:
            raise NotYours
    meant = by.person_id if person_id is None else person_id
    found = state.question_of(identities.selves(tx, meant))
    if found is None:
        raise NotYours
    return found


def _write_answer(tx: Tx, circuit: Circuit, person_id: PersonId, given: Answer, by: PersonId | None) -> bool:
    """Writes the answer under whichever id the person was asked."""
    own = identities.selves(tx, person_id)
    asked = [one.person_id for one in circuits.questions(tx, circuit.circuit_id) if one.person_id in own]
    done = [circuits.answer(tx, circuit.circuit_id, one, given, by, tx.now) for one in asked]
    if any(done):
        act = {Answer.ACCEPTED: "accept_final", Answer.DECLINED: "decline_final", Answer.SILENT: "let_final_pass"}
        _log_of_series(tx, circuit, act[given], by, person=person_id)
    return any(done)


def _take_off(tx: Tx, tournament: Tournament, person_id: PersonId, at: datetime) -> None:
    for one in identities.selves(tx, person_id):
        entrant = entrants.of_person(tx, tournament.tournament_id, one)
        if entrant is not None and entrant.withdrawn_at is None:
            entrants.withdraw(tx, entrant.entrant_id, at)


def ask_overlooked(tx: ActorTx, circuit_id: str) -> CircuitView:
    """An organiser asks those as well whom the corrected standings put into the final; nobody loses a seat by it."""
    by = access.recognise(tx)
    access.require(tx, by, Act.RUN_SERIES)
    circuit = circuit_reading.find(tx, tx.guild_id, circuit_id)
    state = circuit_reading.view(tx, circuit, tx.now)
    overlooked = () if state.finalists is None else state.finalists.overlooked
    if not state.asks or not overlooked:
        raise AlreadyDone
    for person_id in overlooked:
        circuits.ask(tx, circuit_id, person_id, tx.now)
        _log_of_series(tx, circuit, "ask_overlooked", by.person_id, person=person_id)
    tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, FinalOffered(circuit_id, overlooked))
    follow(tx, circuit)
    return circuit_reading.view(tx, circuit, tx.now)


def follow(tx: Tx, circuit: Circuit) -> None:
    """Asks whoever is next, tells staff of seats that nobody is left for, and everybody once all are taken."""
    state = circuit_reading.view(tx, circuit, tx.now)
    if not state.asks or state.finalists is None:
        deadlines.rewrite(tx, circuit_subject(circuit.circuit_id), ())
        return
    known = {one.person_id for one in state.questions}
    newly = tuple(
        one for one in state.finalists.holders if one not in known and circuits.ask(tx, circuit.circuit_id, one, tx.now)
    )
    if newly:
        tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, FinalOffered(circuit.circuit_id, newly))
    _reschedule(tx, circuit)
    _tell_state(tx, circuit_reading.view(tx, circuit, tx.now))


def _tell_state(tx: Tx, state: CircuitView) -> None:
    """Tells of seats that nobody is left for, and of a field that is complete: each once."""
    circuit, found = state.circuit, state.finalists
    if found is None:
        return
    key = circuit.circuit_id
    vacant = FinalVacant(key, found.vacant, len(state.questions))
    if found.vacant and vacant not in _sayings(tx, FinalVacant, key):
        tell_committee(tx, circuit.guild_id, vacant)
    accepted = {one.person_id for one in state.questions if one.answer is Answer.ACCEPTED}
    filled = FinalFilled(key, len(found.holders))
    if not found.vacant and accepted.issuperset(found.holders) and filled not in _sayings(tx, FinalFilled, key):
        tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, filled)


def _sayings(tx: Query, kind: type[Saying], circuit_id: str) -> list[Saying]:
    return [one.saying for one in outbox.all_promises(tx, kind, circuit_id)]


def after_change(tx: Tx, circuit: Circuit) -> None:
    """The standings have moved since the final was named: whom it passes over is told to staff, nobody loses a seat."""
    if circuit.final is None:
        return
    state = circuit_reading.view(tx, circuit, tx.now)
    if not state.asks or state.finalists is None or not state.finalists.overlooked:
        return
    told = FinalOverlooked(circuit.circuit_id, state.finalists.overlooked)
    tell_committee(tx, circuit.guild_id, told)


def start_time_to_answer(tx: Tx, promised: Promise[FinalOffered], delivery: Delivery) -> None:
    """Lets the time to answer run from the message in which the invited were told."""
    said = promised.saying
    circuits.start_clocks(tx, said.circuit_id, said.asked, delivery.delivered_at + ANSWER_WITHIN)
    found = circuits.load(tx, said.circuit_id)
    if found is not None:
        _reschedule(tx, found)


def expire(tx: Tx, circuit_id: str, step: Step) -> None:
    """Passes on the seats of those who have said nothing in time; an outage gives them longer."""
    circuit = circuits.load(tx, circuit_id)
    if circuit is None or circuit.final is None or circuit.closed_at is not None or step is not Step.END_INVITATION:
        return
    late = [one for one in circuits.questions(tx, circuit_id) if _is_over(tx, circuit, one)]
    for one in late:
        # Whoever registered for the very event has said yes by that.
        entered = _is_entered(tx, circuit.final.tournament_id, one.person_id)
        given, by = (Answer.ACCEPTED, one.person_id) if entered else (Answer.SILENT, None)
        _write_answer(tx, circuit, one.person_id, given, by)
    follow(tx, circuit)


def _is_over(tx: Query, circuit: Circuit, question: SeatQuestion) -> bool:
    limit = None if question.answer_by is None else _closes_at(tx, circuit.guild_id, question.answer_by)
    return question.is_open and limit is not None and limit <= tx.now


def _is_entered(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> bool:
    for one in identities.selves(tx, person_id):
        entrant = entrants.of_person(tx, tournament_id, one)
        if entrant is not None and entrant.withdrawn_at is None:
            return True
    return False


def after_outage(tx: Tx, outage: Outage) -> None:
    """Invitations stay open for as long as nobody could answer them."""
    for circuit_id in circuits.asking(tx):
        found = circuits.load(tx, circuit_id)
        if found is not None and outage.touches(found.guild_id):
            _reschedule(tx, found)


def refuse_person(tx: Query, tournament: Tournament, person_id: PersonId) -> None:
    """Only who was asked, and has not declined, enters the final of a series; raises NotInFinal."""
    circuit = circuits.of_final(tx, tournament.tournament_id)
    if circuit is None:
        return
    own = identities.selves(tx, person_id)
    asked = [one for one in circuits.questions(tx, circuit.circuit_id) if one.person_id in own]
    if not asked or all(one.was_refused for one in asked):
        raise NotInFinal(event=tournament.name, series=circuit.name)


def left_list(tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    """Who leaves the list of the final leaves the seat to the next."""
    circuit = circuits.of_final(tx, tournament.tournament_id)
    if circuit is not None and _write_answer(tx, circuit, person_id, Answer.DECLINED, by):
        follow(tx, circuit)


def _enter(tx: ActorTx, final: Tournament) -> None:
    """Puts who has just said yes on the list, unless something has still to be asked of them for it."""
    try:
        is_ready = registration.asked_account(tx, final.tournament_id) is None
    except UserError:
        # The yes stands; what is missing is said where they register.
        is_ready = False
    if is_ready:
        registration.register(tx, final.tournament_id)


def _closes_at(tx: Query, guild_id: GuildId, answer_by: datetime) -> datetime:
    asked_at = answer_by - ANSWER_WITHIN
    return extend(asked_at, answer_by, outages.since(tx, guild_id, asked_at), REOPEN_FOR) + CLICKS_IN_FLIGHT


def _reschedule(tx: Tx, circuit: Circuit) -> None:
    waiting = [one.answer_by for one in circuits.questions(tx, circuit.circuit_id) if one.is_open]
    moments = [_closes_at(tx, circuit.guild_id, moment) for moment in waiting if moment is not None]
    due = [(Step.END_INVITATION, min(moments))] if moments and circuit.closed_at is None else []
    deadlines.rewrite(tx, circuit_subject(circuit.circuit_id), due)


def _log_of_series(tx: Tx, circuit: Circuit, act: str, actor: PersonId | None, **details: str) -> None:
    event = details.get("event")
    tx.log(
        circuit.guild_id,
        act,
        circuit_subject(circuit.circuit_id),
        actor=actor,
        tournament_id=None if event is None else TournamentId(event),
        details={"series": circuit.circuit_id, **details},
    )
