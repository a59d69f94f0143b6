"""The final of a series: its event is named, the first are asked, and the next where a player declines.

Seats follow the standings of the moment in which they are offered, and stand from then on: a correction takes
nobody's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import bars_of
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import store as playing_store
from bot.features.seats.model import ANSWER_WITHIN, REOPEN_FOR, Answer
from bot.features.series import store
from bot.features.series.model import (
    Circuit,
    CircuitView,
    FinalEvent,
    FinalFilled,
    Finalists,
    FinalOffered,
    FinalOverlooked,
    FinalVacant,
    SeatQuestion,
    finalists,
)
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import person_of
from bot.features.tournaments.recusal_verbs import repeatable
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotFound,
    NotFoundByName,
    NotYours,
    Outdated,
    Refused,
    RefusedFor,
    Subject,
    UserError,
)
from bot.kernel.ids import GuildId, MemberId, PersonId, Place, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step, extend
from bot.kernel.promises import Delivery, Message, Promise
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.formats import FORMATS
from bot.play.points import OF_TEAMS, kind_of
from bot.play.records import Record
from bot.play.series import MOST_FINALISTS, CircuitRow, CountedEvent, Placed, placed_in, standings, without_doubles
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_committee

# --- what people look at --------------------------------------------------------------------------------------------


_NEAR: Final = 20
"""So many behind the last seat are looked at for bars: the seats of those who are barred go to them."""


def view(tx: Query, circuit: Circuit, now: datetime | None = None) -> CircuitView:
    """All that is known of the series as its events stand; with `now` nobody barred at that moment has a seat."""
    events = _events(tx, circuit.circuit_id)
    asked = store.questions(tx, circuit.circuit_id)
    places = {event.tournament_id: _places(tx, event) for event in events if event.ended_at is not None}
    known = _people(tx, places.values(), asked)
    one_of = _as_one(tx, known)
    counted = tuple(_counted_events(events, places, one_of))
    rows = standings(circuit.rules, counted)
    questions = _in_order(rows, (replace(one, person_id=one_of.get(one.person_id, one.person_id)) for one in asked))
    found = CircuitView(circuit, events, counted, rows, known, questions)
    if circuit.final is None:
        return found
    final = tournaments_store.load(tx, circuit.final.tournament_id)
    return replace(found, final=final, finalists=who_plays(tx, circuit, rows, questions, circuit.final.seats, now))


def _in_order(rows: Iterable[CircuitRow], asked: Iterable[SeatQuestion]) -> tuple[SeatQuestion, ...]:
    """As they stand in the table; who is off it by now comes last."""
    place = {row.person_id: at for at, row in enumerate(rows)}
    return tuple(sorted(asked, key=lambda one: (place.get(one.person_id, len(place)), one.person_id)))


def _people(tx: Query, places: Iterable[Iterable[Placed]], asked: Iterable[SeatQuestion]) -> Mapping[PersonId, Person]:
    meant = {one.person_id for some in places for one in some} | {one.person_id for one in asked}
    return people_store.by_ids(tx, sorted(meant))


def _counted_events(
    events: Iterable[Tournament],
    places: Mapping[TournamentId, tuple[Placed, ...]],
    one_of: Mapping[PersonId, PersonId],
) -> Iterator[CountedEvent]:
    for event in events:
        if event.ended_at is not None:
            placed = without_doubles(places[event.tournament_id], one_of)
            yield CountedEvent(event.tournament_id, event.ended_at, placed)


def who_plays(
    tx: Query,
    circuit: Circuit,
    rows: tuple[CircuitRow, ...],
    questions: Iterable[SeatQuestion],
    seats: int,
    now: datetime | None = None,
) -> Finalists:
    """Who has a seat in a final of so many, or would have one; with `now` nobody who is barred at that moment."""
    asked = tuple(questions)
    declined = {one.person_id for one in asked if one.was_refused}
    near = {row.person_id for row in rows[: seats + len(asked) + _NEAR]}
    out = set(_out(tx, circuit, near | {one.person_id for one in asked}, now))
    return finalists(rows, seats, [one.person_id for one in asked], declined, out)


def _out(tx: Query, circuit: Circuit, person_ids: Collection[PersonId], now: datetime | None) -> Iterator[PersonId]:
    """Who may not play at all: the expelled, of whom no more than a tombstone is left, and the barred."""
    gone = entering_bars_store.all_expelled(tx, circuit.guild_id)
    for one in sorted(person_ids):
        if one in gone or people_store.is_buried(tx, one) or (now is not None and bars_of(tx, one, now)):
            yield one


def _events(tx: Query, circuit_id: str) -> tuple[Tournament, ...]:
    """All that were added and not called off: the ended by their ends, the others by their starts."""
    found = (tournaments_store.load(tx, event) for event in store.events(tx, circuit_id))
    stand = [one for one in found if one is not None and one.cancelled_at is None]
    return tuple(sorted(stand, key=lambda one: (one.ended_at is None, one.ended_at or one.start_at, one.tournament_id)))


def _places(tx: Query, tournament: Tournament) -> tuple[Placed, ...]:
    known = facts(tx, tournament)
    rows = FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)
    former = playing_store.played_by(tx, tournament.tournament_id)
    return placed_in(rows, known, person_of(tx, tournament), former)


def _as_one(tx: Query, people: Mapping[PersonId, Person]) -> dict[PersonId, PersonId]:
    """Under which id each counts: of those who are one person, who has Discord, and of several the first."""
    same_person_ids = people_store.same_person_ids_of_each(tx, people)
    found: dict[PersonId, PersonId] = {}
    for one, own in same_person_ids.items():
        here = [other for other in own if other in people]
        found[one] = min(here, key=lambda other: (people[other].discord_id is None, other))
    return found


def find(tx: Query, guild_id: GuildId, circuit_id: str) -> Circuit:
    """The series of this server; raises NotFound for a foreign or unknown id."""
    found = store.load(tx, circuit_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.SERIES)
    return found


def find_meant(tx: Query, guild_id: GuildId, typed: str) -> str:
    """The id of the server's series that was chosen or typed, by its id or its name; raises NotFoundByName."""
    known = store.load(tx, typed)
    if known is not None and known.guild_id == guild_id:
        return known.circuit_id
    wanted = " ".join(typed.split()).casefold()
    for one in store.of_guild(tx, guild_id):
        if one.name.casefold() == wanted:
            return one.circuit_id
    raise NotFoundByName(what=Subject.SERIES, name=typed)


def of_guild(tx: Query, guild_id: GuildId) -> list[Circuit]:
    """The server's series, those that go on first."""
    return store.of_guild(tx, guild_id)


def open_of_guild(tx: Query, guild_id: GuildId) -> list[Circuit]:
    """The server's series that go on."""
    return [one for one in store.of_guild(tx, guild_id) if one.closed_at is None]


def for_reader(
    tx: Query, guild_id: GuildId, circuit_id: str, member_id: MemberId
) -> tuple[CircuitView, tuple[PersonId, ...]]:
    """The series, and under which ids the reader can stand in it."""
    found = view(tx, find(tx, guild_id, circuit_id))
    reader = people_store.of_member(tx, guild_id, member_id)
    return found, () if reader is None else tuple(people_store.same_person_ids(tx, reader.person_id))


def own_question(
    tx: Query, guild_id: GuildId, circuit_id: str, member_id: MemberId
) -> tuple[CircuitView, SeatQuestion]:
    """What the reader is asked, or has answered; raises NotFound, and NotYours for who was never asked."""
    found, own = for_reader(tx, guild_id, circuit_id, member_id)
    question = found.question_of(own)
    if question is None:
        raise NotYours
    return found, question


def records_of(
    tx: Query, guild_id: GuildId, circuit_id: str
) -> tuple[Circuit, tuple[tuple[Record, Mapping[str, str]], ...]]:
    """The series with the record of each event that is over, and who is behind its entrants; raises NotFound."""
    found = view(tx, find(tx, guild_id, circuit_id))
    one_of = _as_one(tx, found.people)
    told: list[tuple[Record, Mapping[str, str]]] = []
    for event in found.over:
        who = {str(key): str(one_of.get(one, one)) for key, one in person_of(tx, event).items()}
        told.append((record_of(tx, event), who))
    return found.circuit, tuple(told)


def with_seats(tx: Query, guild_id: GuildId, circuit_id: str, now: datetime) -> CircuitView:
    """The series with who has a seat at the moment; raises NotFound."""
    return view(tx, find(tx, guild_id, circuit_id), now)


def by_id(tx: Query, circuit_id: str) -> CircuitView | None:
    """The series with that id, for whoever speaks of it."""
    found = store.load(tx, circuit_id)
    return None if found is None else view(tx, found)


# --- what is refused ------------------------------------------------------------------------------------------------


class SeriesFull(UserError):
    """As many events count in the series as may."""

    name: str
    limit: int


class RefusedInSeries(Refused):
    """The sentence names an event and a series."""

    event: str
    series: str


class FinalistsOutOfBounds(UserError):
    """No final is played by so few, or so many."""

    least: int
    most: int


class FinalHasOthers(UserError):
    """People have entered the event who would have no seat in it."""

    event: str
    names: str


class SeriesFormUnread(UserError):
    """A number of the form is none, or is out of its bounds."""

    typed: str
    limit: int


class PlacesRise(UserError):
    """A place gives more than the one before it."""

    place: int
    points: int
    before: int


# --- the final ------------------------------------------------------------------------------------------------------


_FEWEST_FINALISTS = 2


def circuit_subject(circuit_id: str) -> str:
    """How deadlines and the log name a series."""
    return f"circuit:{circuit_id}"


def proposal(
    tx: ActorQuery, circuit_id: str, tournament_id: TournamentId, players: int | None
) -> tuple[CircuitView, Tournament, int]:
    """Who would be asked if the event were made the final for so many; raises as `name_final` does."""
    server_verbs.refuse_without(tx, Act.NAME_FINAL)
    circuit, tournament, seats = _plan(tx, circuit_id, tournament_id, players)
    state = view(tx, circuit, tx.pressed_at)
    if not state.rows:
        raise RefusedFor("error.NoStandingsYet", name=circuit.name)
    found = who_plays(tx, circuit, state.rows, state.questions, seats, tx.pressed_at)
    _refuse_others(tx, tournament, found.holders)
    return replace(state, final=tournament, finalists=found), tournament, seats


@repeatable
def name_final(tx: ActorTx, circuit_id: str, tournament_id: TournamentId, players: int | None) -> CircuitView:
    """Makes the event the final: the first are asked in public, and nobody else may enter it.

    Raises SeriesClosed, FinalIsNamed, FinalHasBegun, CountsAlready, DoesNotCount, NoFinalByRules, NoStandingsYet and
    FinalHasOthers.
    """
    by = server_verbs.recognise(tx)
    state, tournament, seats = proposal(tx, circuit_id, tournament_id, players)
    _refuse_stake(tx, by, state, tournament)
    store.name_final(tx, circuit_id, FinalEvent(tournament.tournament_id, seats, tx.now), by.person_id)
    circuit = find(tx, tx.guild_id, circuit_id)
    _log_of_series(tx, circuit, "name_series_final", by.person_id, event=tournament.tournament_id)
    follow(tx, circuit)
    return view(tx, circuit, tx.now)


def _refuse_stake(tx: ActorQuery, by: Person, state: CircuitView, final: Tournament) -> None:
    """Refuses who plays in an event of the series, and so for a seat in its final."""
    events = [one.tournament_id for one in (*state.events, final)]
    tournaments_recusal_verbs.refuse_in_events(tx, by.person_id, Act.NAME_FINAL, final, events)


def _plan(
    tx: ActorQuery, circuit_id: str, tournament_id: TournamentId, players: int | None
) -> tuple[Circuit, Tournament, int]:
    circuit = find(tx, tx.guild_id, circuit_id)
    if circuit.closed_at is not None:
        raise RefusedFor("error.SeriesClosed", name=circuit.name)
    before = None if circuit.final is None else tournaments_store.load(tx, circuit.final.tournament_id)
    if before is not None and before.cancelled_at is None:
        raise RefusedInSeries("error.FinalIsNamed", event=before.name, series=circuit.name)
    seats = players or circuit.rules.finalists
    if not seats:
        raise RefusedFor("error.NoFinalByRules", name=circuit.name)
    if not _FEWEST_FINALISTS <= seats <= MOST_FINALISTS:
        # The desk's form and a button know no bounds, as Discord's options do.
        raise FinalistsOutOfBounds(least=_FEWEST_FINALISTS, most=MOST_FINALISTS)
    tournament = tournaments_facts_verbs.find_unfinished(tx, tx.guild_id, tournament_id)
    _refuse_event(tx, circuit, tournament)
    return circuit, tournament, seats


def _refuse_event(tx: Query, circuit: Circuit, tournament: Tournament) -> None:
    """Raises what keeps the event from being the final."""
    if tournament.check_in_closed_at is not None or tournament.drawn_at is not None:
        raise RefusedFor("error.FinalHasBegun", name=tournament.name)
    elsewhere = store.of_event(tx, tournament.tournament_id)
    if elsewhere is not None:
        raise RefusedInSeries("error.CountsAlready", event=tournament.name, series=elsewhere.name)
    other = store.of_final(tx, tournament.tournament_id)
    if other is not None:
        raise RefusedInSeries("error.IsTheFinal", event=tournament.name, series=other.name)
    if kind_of(tournament.rulebook) in OF_TEAMS:
        raise RefusedInSeries("error.DoesNotCount", event=tournament.name, series=circuit.name)


def _refuse_others(tx: Query, tournament: Tournament, holders: tuple[PersonId, ...]) -> None:
    """Raises FinalHasOthers where somebody is on the list who would have no seat: they are asked by people first."""
    own = people_store.everybody(tx, holders)
    entered = entering_store.of_tournament(tx, tournament.tournament_id)
    others = [one.person_id for one in entered if one.withdrawn_at is None and one.person_id not in own]
    if others:
        people = people_store.by_ids(tx, others)
        raise FinalHasOthers(event=tournament.name, names=", ".join(people[other].name for other in others[:10]))


@repeatable
def answer(tx: ActorTx, circuit_id: str, person_id: PersonId | None, *, accept: bool) -> CircuitView:
    """The invited says yes or no, or an organiser for somebody without Discord; a yes may become a no.

    A no takes the person off the list of the final, and the seat passes to the next.
    """
    by = server_verbs.recognise(tx)
    circuit = find(tx, tx.guild_id, circuit_id)
    state = view(tx, circuit, tx.now)
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
    return view(tx, circuit, tx.now)


def _question(tx: ActorQuery, state: CircuitView, by: Person, person_id: PersonId | None) -> SeatQuestion:
    """What is answered: the presser's own question, or that of somebody without Discord."""
    if person_id is not None:
        server_verbs.require(tx, by, Act.NAME_FINAL)
        if state.final is not None:
            _refuse_stake(tx, by, state, state.final)
        other = people_store.load(tx, person_id)
        if other is None or other.discord_id is not None:
            raise NotYours
    meant = by.person_id if person_id is None else person_id
    found = state.question_of(people_store.same_person_ids(tx, meant))
    if found is None:
        raise NotYours
    return found


def _write_answer(tx: Tx, circuit: Circuit, person_id: PersonId, given: Answer, by: PersonId | None) -> bool:
    """Writes the answer under whichever id the person was asked."""
    same_person_ids = people_store.same_person_ids(tx, person_id)
    asked = [
        question.person_id
        for question in store.questions(tx, circuit.circuit_id)
        if question.person_id in same_person_ids
    ]
    done = [store.answer(tx, circuit.circuit_id, one, given, by, tx.now) for one in asked]
    if any(done):
        act = {Answer.ACCEPTED: "accept_final", Answer.DECLINED: "decline_final", Answer.SILENT: "let_final_pass"}
        _log_of_series(tx, circuit, act[given], by, person=person_id)
    return any(done)


def _take_off(tx: Tx, tournament: Tournament, person_id: PersonId, at: datetime) -> None:
    for one in people_store.same_person_ids(tx, person_id):
        entrant = entering_store.of_person(tx, tournament.tournament_id, one)
        if entrant is not None and entrant.withdrawn_at is None:
            entering_store.withdraw(tx, entrant.entrant_id, at)


def ask_overlooked(tx: ActorTx, circuit_id: str) -> CircuitView:
    """An organiser asks those as well whom the corrected standings put into the final; nobody loses a seat by it."""
    by = server_verbs.recognise(tx)
    server_verbs.require(tx, by, Act.RUN_SERIES)
    circuit = find(tx, tx.guild_id, circuit_id)
    state = view(tx, circuit, tx.now)
    overlooked = () if state.finalists is None else state.finalists.overlooked
    if not state.asks or not overlooked:
        raise AlreadyDone
    for person_id in overlooked:
        store.ask(tx, circuit_id, person_id, tx.now)
        _log_of_series(tx, circuit, "ask_overlooked", by.person_id, person=person_id)
    tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, FinalOffered(circuit_id, overlooked))
    follow(tx, circuit)
    return view(tx, circuit, tx.now)


def follow(tx: Tx, circuit: Circuit) -> None:
    """Asks whoever is next, tells staff of seats that nobody is left for, and everybody once all are taken."""
    state = view(tx, circuit, tx.now)
    if not state.asks or state.finalists is None:
        kernel_time_store.rewrite_deadlines(tx, circuit_subject(circuit.circuit_id), ())
        return
    known = {question.person_id for question in state.questions}
    newly = tuple(
        holder
        for holder in state.finalists.holders
        if holder not in known and store.ask(tx, circuit.circuit_id, holder, tx.now)
    )
    if newly:
        tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, FinalOffered(circuit.circuit_id, newly))
    _reschedule(tx, circuit)
    _tell_state(tx, view(tx, circuit, tx.now))


def _tell_state(tx: Tx, state: CircuitView) -> None:
    """Tells of seats that nobody is left for, and of a field that is complete: each once."""
    circuit, found = state.circuit, state.finalists
    if found is None:
        return
    key = circuit.circuit_id
    vacant = FinalVacant(key, found.vacant, len(state.questions))
    if found.vacant and vacant not in _sayings(tx, FinalVacant, key):
        tell_committee(tx, circuit.guild_id, vacant)
    accepted = {question.person_id for question in state.questions if question.answer is Answer.ACCEPTED}
    filled = FinalFilled(key, len(found.holders))
    if not found.vacant and accepted.issuperset(found.holders) and filled not in _sayings(tx, FinalFilled, key):
        tx.enqueue(circuit.guild_id, Place.ANNOUNCEMENTS, filled)


def _sayings(tx: Query, kind: type[Message], circuit_id: str) -> list[Message]:
    return [one.message for one in outbox.all_promises(tx, kind, circuit_id)]


def after_change(tx: Tx, circuit: Circuit) -> None:
    """The standings have moved since the final was named: whom it passes over is told to staff, nobody loses a seat."""
    if circuit.final is None:
        return
    state = view(tx, circuit, tx.now)
    if not state.asks or state.finalists is None or not state.finalists.overlooked:
        return
    told = FinalOverlooked(circuit.circuit_id, state.finalists.overlooked)
    tell_committee(tx, circuit.guild_id, told)


def start_time_to_answer(tx: Tx, promised: Promise[FinalOffered], delivery: Delivery) -> None:
    """Lets the time to answer run from the message in which the invited were told."""
    said = promised.message
    store.start_clocks(tx, said.circuit_id, said.asked, delivery.delivered_at + ANSWER_WITHIN)
    found = store.load(tx, said.circuit_id)
    if found is not None:
        _reschedule(tx, found)


def expire(tx: Tx, circuit_id: str, step: Step) -> None:
    """Passes on the seats of those who have said nothing in time; an outage gives them longer."""
    circuit = store.load(tx, circuit_id)
    if circuit is None or circuit.final is None or circuit.closed_at is not None or step is not Step.END_INVITATION:
        return
    late = [question for question in store.questions(tx, circuit_id) if _is_over(tx, circuit, question)]
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
    for one in people_store.same_person_ids(tx, person_id):
        entrant = entering_store.of_person(tx, tournament_id, one)
        if entrant is not None and entrant.withdrawn_at is None:
            return True
    return False


def asking(tx: Query, guild_id: GuildId | None = None) -> list[Circuit]:
    """The series of the server, or of all, of which somebody has still to say whether they play the final."""
    return store.asking(tx, guild_id)


def after_outage(tx: Tx, guild_id: GuildId) -> None:
    """Invitations stay open for as long as nobody could answer them."""
    for found in store.asking(tx, guild_id):
        _reschedule(tx, found)


def refuse_person(tx: Query, tournament: Tournament, person_id: PersonId) -> None:
    """Only who was asked, and has not declined, enters the final of a series; raises NotInFinal."""
    circuit = store.of_final(tx, tournament.tournament_id)
    if circuit is None:
        return
    same_person_ids = people_store.same_person_ids(tx, person_id)
    asked = [question for question in store.questions(tx, circuit.circuit_id) if question.person_id in same_person_ids]
    if not asked or all(one.was_refused for one in asked):
        raise RefusedInSeries("error.NotInFinal", event=tournament.name, series=circuit.name)


def left_list(tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    """Who leaves the list of the final leaves the seat to the next."""
    circuit = store.of_final(tx, tournament.tournament_id)
    if circuit is not None and _write_answer(tx, circuit, person_id, Answer.DECLINED, by):
        follow(tx, circuit)


def _enter(tx: ActorTx, final: Tournament) -> None:
    """Puts who has just said yes on the list, unless something has still to be asked of them for it."""
    try:
        is_ready = entering_verbs.asked_account(tx, final.tournament_id) is None
    except UserError:
        # The yes stands; what is missing is said where they register.
        is_ready = False
    if is_ready:
        entering_verbs.register(tx, final.tournament_id)


def _closes_at(tx: Query, guild_id: GuildId, answer_by: datetime) -> datetime:
    asked_at = answer_by - ANSWER_WITHIN
    return (
        extend(asked_at, answer_by, kernel_time_store.outages_since(tx, guild_id, asked_at), REOPEN_FOR)
        + CLICKS_IN_FLIGHT
    )


def _reschedule(tx: Tx, circuit: Circuit) -> None:
    waiting = [question.answer_by for question in store.questions(tx, circuit.circuit_id) if question.is_open]
    moments = [_closes_at(tx, circuit.guild_id, moment) for moment in waiting if moment is not None]
    due = [(Step.END_INVITATION, min(moments))] if moments and circuit.closed_at is None else []
    kernel_time_store.rewrite_deadlines(tx, circuit_subject(circuit.circuit_id), due)


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
