"""The final of a series: its event is named, the first are asked, and the next where somebody declines.

Seats follow the standings of the moment in which they are offered, and stand from then on: a correction takes nobody's.
"""

from __future__ import annotations

from datetime import datetime

from bot.domain.announcements import Delivery, Promise
from bot.domain.circuit.circuits import Circuit, CircuitView, Final, SeatQuestion
from bot.domain.circuit.rules import MOST_FINALISTS
from bot.domain.circuit.sayings import FinalFilled, FinalOffered, FinalOverlooked, FinalVacant
from bot.domain.community import Person, Place, Presser
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.entering.seats import ANSWER_WITHIN, REOPEN_FOR, Answer
from bot.domain.events.event_kinds import OF_TEAMS, kind_of
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, Occasion, PersonId, TournamentId
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
from bot.services.speaking import promise
from bot.services.wishes import repeatable
from bot.storage import circuits, deadlines, entrants, identities, log, outages, outbox, people
from bot.storage import tournaments as stored
from bot.storage.database import Work

_FEWEST_FINALISTS = 2


def circuit_subject(circuit_id: str) -> str:
    """How deadlines and the log name a series."""
    return f"circuit:{circuit_id}"


def proposal(
    work: Work, presser: Presser, circuit_id: str, tournament_id: TournamentId, players: int | None
) -> tuple[CircuitView, Tournament, int]:
    """Who would be asked if the event were made the final for so many; raises as `name_final` does."""
    access.refuse_without(work, presser, Act.NAME_FINAL)
    circuit, tournament, seats = _plan(work, presser, circuit_id, tournament_id, players)
    view = circuit_reading.view(work, circuit, presser.at)
    if not view.rows:
        raise NoStandingsYet(series=circuit.name)
    found = circuit_reading.who_plays(work, circuit, view.rows, view.questions, seats, presser.at)
    _refuse_others(work, tournament, found.holders)
    planned = CircuitView(circuit, view.events, view.counted, view.rows, view.people, view.questions, tournament, found)
    return planned, tournament, seats


@repeatable
def name_final(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    circuit_id: str,
    tournament_id: TournamentId,
    players: int | None,
) -> CircuitView:
    """Makes the event the final: the first are asked in public, and nobody else may enter it.

    Raises SeriesClosed, FinalIsNamed, FinalHasBegun, CountsAlready, DoesNotCount, NoFinalByRules, NoStandingsYet and
    FinalHasOthers.
    """
    by = access.recognise(work, occasion, presser)
    view, tournament, seats = proposal(work, presser, circuit_id, tournament_id, players)
    _refuse_stake(work, presser, by, view, tournament)
    circuits.name_final(work, circuit_id, Final(tournament.tournament_id, seats, occasion.now), by.person_id)
    circuit = circuit_reading.find(work, presser.guild_id, circuit_id)
    _record(work, occasion, circuit, "name_series_final", by.person_id, event=tournament.tournament_id)
    follow(work, occasion, circuit)
    return circuit_reading.view(work, circuit, occasion.now)


def _refuse_stake(work: Work, presser: Presser, by: Person, view: CircuitView, final: Tournament) -> None:
    """Refuses who plays in an event of the series, and so for a seat in its final."""
    events = [one.tournament_id for one in (*view.events, final)]
    recusal.refuse_in_events(work, presser, by.person_id, Act.NAME_FINAL, final, events)


def _plan(
    work: Work, presser: Presser, circuit_id: str, tournament_id: TournamentId, players: int | None
) -> tuple[Circuit, Tournament, int]:
    circuit = circuit_reading.find(work, presser.guild_id, circuit_id)
    if circuit.closed_at is not None:
        raise SeriesClosed(name=circuit.name)
    before = None if circuit.final is None else stored.load(work, circuit.final.tournament_id)
    if before is not None and before.cancelled_at is None:
        raise FinalIsNamed(event=before.name, series=circuit.name)
    seats = players or circuit.rules.finalists
    if not seats:
        raise NoFinalByRules(series=circuit.name)
    if not _FEWEST_FINALISTS <= seats <= MOST_FINALISTS:
        # The desk's form and a button know no bounds, as Discord's options do.
        raise FinalistsOutOfBounds(least=_FEWEST_FINALISTS, most=MOST_FINALISTS)
    tournament = tournaments.find_unfinished(work, presser.guild_id, tournament_id)
    _refuse_event(work, circuit, tournament)
    return circuit, tournament, seats


def _refuse_event(work: Work, circuit: Circuit, tournament: Tournament) -> None:
    """Raises what keeps the event from being the final."""
    if tournament.check_in_closed_at is not None or tournament.drawn_at is not None:
        raise FinalHasBegun(event=tournament.name)
    elsewhere = circuits.of_event(work, tournament.tournament_id)
    if elsewhere is not None:
        raise CountsAlready(event=tournament.name, series=elsewhere.name)
    other = circuits.of_final(work, tournament.tournament_id)
    if other is not None:
        raise IsTheFinal(event=tournament.name, series=other.name)
    if kind_of(tournament.rulebook) in OF_TEAMS:
        raise DoesNotCount(event=tournament.name, series=circuit.name)


def _refuse_others(work: Work, tournament: Tournament, holders: tuple[PersonId, ...]) -> None:
    """Raises FinalHasOthers where somebody is on the list who would have no seat: they are asked by people first."""
    own = identities.everybody(work, holders)
    entered = entrants.of_tournament(work, tournament.tournament_id)
    others = [one.person_id for one in entered if one.withdrawn_at is None and one.person_id not in own]
    if others:
        named = people.by_ids(work, others)
        raise FinalHasOthers(event=tournament.name, names=", ".join(named[one].name for one in others[:10]))


@repeatable
def answer(
    work: Work, occasion: Occasion, presser: Presser, circuit_id: str, person_id: PersonId | None, *, accept: bool
) -> CircuitView:
    """The invited says yes or no, or an organiser for somebody without Discord; a yes may become a no.

    A no takes the person off the list of the final, and the seat passes to the next.
    """
    by = access.recognise(work, occasion, presser)
    circuit = circuit_reading.find(work, presser.guild_id, circuit_id)
    view = circuit_reading.view(work, circuit, occasion.now)
    question = _question(work, presser, view, by, person_id)
    if not view.asks or question.answer is Answer.SILENT:
        raise Outdated
    given = Answer.ACCEPTED if accept else Answer.DECLINED
    if not _write_answer(work, occasion, circuit, question.person_id, given, by.person_id):
        raise AlreadyDone
    if not accept and view.final is not None:
        _take_off(work, view.final, question.person_id, presser.at)
    elif view.final is not None and person_id is None:
        _enter(work, occasion, presser, view.final)
    follow(work, occasion, circuit)
    return circuit_reading.view(work, circuit, occasion.now)


def _question(work: Work, presser: Presser, view: CircuitView, by: Person, person_id: PersonId | None) -> SeatQuestion:
    """What is answered: the presser's own question, or that of somebody without Discord."""
    if person_id is not None:
        access.require(work, presser, by, Act.NAME_FINAL)
        if view.final is not None:
            _refuse_stake(work, presser, by, view, view.final)
        other = people.load(work, person_id)
        if other is None or other.discord_id is not None:
            raise NotYours
    meant = by.person_id if person_id is None else person_id
    found = view.question_of(identities.selves(work, meant))
    if found is None:
        raise NotYours
    return found


def _write_answer(
    work: Work, occasion: Occasion, circuit: Circuit, person_id: PersonId, given: Answer, by: PersonId | None
) -> bool:
    """Writes the answer under whichever id the person was asked."""
    own = identities.selves(work, person_id)
    asked = [one.person_id for one in circuits.questions(work, circuit.circuit_id) if one.person_id in own]
    done = [circuits.answer(work, circuit.circuit_id, one, given, by, occasion.now) for one in asked]
    if any(done):
        act = {Answer.ACCEPTED: "accept_final", Answer.DECLINED: "decline_final", Answer.SILENT: "let_final_pass"}
        _record(work, occasion, circuit, act[given], by, person=person_id)
    return any(done)


def _take_off(work: Work, tournament: Tournament, person_id: PersonId, at: datetime) -> None:
    for one in identities.selves(work, person_id):
        entrant = entrants.of_person(work, tournament.tournament_id, one)
        if entrant is not None and entrant.withdrawn_at is None:
            entrants.withdraw(work, entrant.entrant_id, at)


def ask_overlooked(work: Work, occasion: Occasion, presser: Presser, circuit_id: str) -> CircuitView:
    """An organiser asks those as well whom the corrected standings put into the final; nobody loses a seat by it."""
    by = access.recognise(work, occasion, presser)
    access.require(work, presser, by, Act.RUN_SERIES)
    circuit = circuit_reading.find(work, presser.guild_id, circuit_id)
    view = circuit_reading.view(work, circuit, occasion.now)
    overlooked = () if view.finalists is None else view.finalists.overlooked
    if not view.asks or not overlooked:
        raise AlreadyDone
    for person_id in overlooked:
        circuits.ask(work, circuit_id, person_id, occasion.now)
        _record(work, occasion, circuit, "ask_overlooked", by.person_id, person=person_id)
    promise(work, occasion, circuit.guild_id, Place.ANNOUNCEMENTS, FinalOffered(circuit_id, overlooked))
    follow(work, occasion, circuit)
    return circuit_reading.view(work, circuit, occasion.now)


def follow(work: Work, occasion: Occasion, circuit: Circuit) -> None:
    """Asks whoever is next, tells staff of seats that nobody is left for, and everybody once all are taken."""
    view = circuit_reading.view(work, circuit, occasion.now)
    if not view.asks or view.finalists is None:
        deadlines.rewrite(work, circuit_subject(circuit.circuit_id), ())
        return
    known = {one.person_id for one in view.questions}
    newly = tuple(
        one
        for one in view.finalists.holders
        if one not in known and circuits.ask(work, circuit.circuit_id, one, occasion.now)
    )
    if newly:
        promise(work, occasion, circuit.guild_id, Place.ANNOUNCEMENTS, FinalOffered(circuit.circuit_id, newly))
    _reschedule(work, circuit)
    _tell_state(work, occasion, circuit_reading.view(work, circuit, occasion.now))


def _tell_state(work: Work, occasion: Occasion, view: CircuitView) -> None:
    """Tells of seats that nobody is left for, and of a field that is complete: each once."""
    circuit, found = view.circuit, view.finalists
    if found is None:
        return
    key = circuit.circuit_id
    vacant = FinalVacant(key, found.vacant, len(view.questions))
    if found.vacant and vacant not in _sayings(work, FinalVacant, key):
        promise(work, occasion, circuit.guild_id, Place.COMMITTEE, vacant)
    accepted = {one.person_id for one in view.questions if one.answer is Answer.ACCEPTED}
    filled = FinalFilled(key, len(found.holders))
    if not found.vacant and accepted.issuperset(found.holders) and filled not in _sayings(work, FinalFilled, key):
        promise(work, occasion, circuit.guild_id, Place.ANNOUNCEMENTS, filled)


def _sayings(work: Work, kind: type[Saying], circuit_id: str) -> list[Saying]:
    return [one.saying for one in outbox.all_promises(work, kind, circuit_id)]


def after_change(work: Work, occasion: Occasion, circuit: Circuit) -> None:
    """The standings have moved since the final was named: whom it passes over is told to staff, nobody loses a seat."""
    if circuit.final is None:
        return
    view = circuit_reading.view(work, circuit, occasion.now)
    if not view.asks or view.finalists is None or not view.finalists.overlooked:
        return
    told = FinalOverlooked(circuit.circuit_id, view.finalists.overlooked)
    promise(work, occasion, circuit.guild_id, Place.COMMITTEE, told)


def start_time_to_answer(work: Work, _: Occasion, promised: Promise[FinalOffered], delivery: Delivery) -> None:
    """Lets the time to answer run from the message in which the invited were told."""
    said = promised.saying
    circuits.start_clocks(work, said.circuit_id, said.asked, delivery.delivered_at + ANSWER_WITHIN)
    found = circuits.load(work, said.circuit_id)
    if found is not None:
        _reschedule(work, found)


def expire(work: Work, occasion: Occasion, circuit_id: str, step: Step) -> None:
    """Passes on the seats of those who have said nothing in time; an outage gives them longer."""
    circuit = circuits.load(work, circuit_id)
    if circuit is None or circuit.final is None or circuit.closed_at is not None or step is not Step.END_INVITATION:
        return
    late = [one for one in circuits.questions(work, circuit_id) if _is_over(work, circuit, one, occasion.now)]
    for one in late:
        # Whoever registered for the very event has said yes by that.
        entered = _is_entered(work, circuit.final.tournament_id, one.person_id)
        given, by = (Answer.ACCEPTED, one.person_id) if entered else (Answer.SILENT, None)
        _write_answer(work, occasion, circuit, one.person_id, given, by)
    follow(work, occasion, circuit)


def _is_over(work: Work, circuit: Circuit, question: SeatQuestion, now: datetime) -> bool:
    limit = None if question.answer_by is None else _closes_at(work, circuit.guild_id, question.answer_by)
    return question.is_open and limit is not None and limit <= now


def _is_entered(work: Work, tournament_id: TournamentId, person_id: PersonId) -> bool:
    for one in identities.selves(work, person_id):
        entrant = entrants.of_person(work, tournament_id, one)
        if entrant is not None and entrant.withdrawn_at is None:
            return True
    return False


def after_outage(work: Work, outage: Outage) -> None:
    """Invitations stay open for as long as nobody could answer them."""
    for circuit_id in circuits.asking(work):
        found = circuits.load(work, circuit_id)
        if found is not None and outage.touches(found.guild_id):
            _reschedule(work, found)


def refuse_person(work: Work, tournament: Tournament, person_id: PersonId) -> None:
    """Only who was asked, and has not declined, enters the final of a series; raises NotInFinal."""
    circuit = circuits.of_final(work, tournament.tournament_id)
    if circuit is None:
        return
    own = identities.selves(work, person_id)
    asked = [one for one in circuits.questions(work, circuit.circuit_id) if one.person_id in own]
    if not asked or all(one.was_refused for one in asked):
        raise NotInFinal(event=tournament.name, series=circuit.name)


def left_list(work: Work, occasion: Occasion, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    """Who leaves the list of the final leaves the seat to the next."""
    circuit = circuits.of_final(work, tournament.tournament_id)
    if circuit is not None and _write_answer(work, occasion, circuit, person_id, Answer.DECLINED, by):
        follow(work, occasion, circuit)


def _enter(work: Work, occasion: Occasion, presser: Presser, final: Tournament) -> None:
    """Puts who has just said yes on the list, unless something has still to be asked of them for it."""
    try:
        is_ready = registration.asked_account(work, presser, final.tournament_id) is None
    except UserError:
        # The yes stands; what is missing is said where they register.
        is_ready = False
    if is_ready:
        registration.register(work, occasion, presser, final.tournament_id)


def _closes_at(work: Work, guild_id: GuildId, answer_by: datetime) -> datetime:
    asked_at = answer_by - ANSWER_WITHIN
    return extend(asked_at, answer_by, outages.since(work, guild_id, asked_at), REOPEN_FOR) + CLICKS_IN_FLIGHT


def _reschedule(work: Work, circuit: Circuit) -> None:
    waiting = [one.answer_by for one in circuits.questions(work, circuit.circuit_id) if one.is_open]
    moments = [_closes_at(work, circuit.guild_id, moment) for moment in waiting if moment is not None]
    due = [(Step.END_INVITATION, min(moments))] if moments and circuit.closed_at is None else []
    deadlines.rewrite(work, circuit_subject(circuit.circuit_id), due)


def _record(work: Work, occasion: Occasion, circuit: Circuit, act: str, actor: PersonId | None, **details: str) -> None:
    event = details.get("event")
    log.add(
        work,
        circuit.guild_id,
        occasion.now,
        act,
        circuit_subject(circuit.circuit_id),
        actor=actor,
        tournament_id=None if event is None else TournamentId(event),
        details={"series": circuit.circuit_id, **details},
    )
