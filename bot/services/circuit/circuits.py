"""What organisers do with a series: make it, say which events count, and close it."""

from __future__ import annotations

from typing import Final

from bot.domain.circuit.circuits import Circuit, CircuitView
from bot.domain.circuit.rules import MOST_EVENTS, CircuitRules
from bot.domain.community import Person
from bot.domain.events.event_kinds import OF_TEAMS, kind_of
from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.domain.undoing import Hanging
from bot.errors import AlreadyDone
from bot.rulebooks.circuit_files import fingerprint
from bot.services import access, recusal
from bot.services.circuit import circuit_reading, finals
from bot.services.circuit.errors import (
    CountsAlready,
    DoesNotCount,
    IsTheFinal,
    NotInSeries,
    SeriesClosed,
    SeriesEnough,
    SeriesFull,
)
from bot.services.events import tournaments
from bot.services.wishes import repeatable
from bot.storage import circuits, deadlines
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.log import Entry

MOST_OPEN: Final = 20
"""Series that go on in one server."""


def circuit_subject(circuit_id: str) -> str:
    """How deadlines and the log name a series."""
    return finals.circuit_subject(circuit_id)


def create(tx: ActorTx, rules: CircuitRules) -> CircuitView:
    """Makes a series by these rules, which keeps their text; raises NotAllowed and SeriesEnough."""
    by = organiser(tx)
    if len(circuit_reading.open_of_guild(tx, tx.guild_id)) >= MOST_OPEN:
        raise SeriesEnough(limit=MOST_OPEN)
    made = Circuit(
        circuit_id=tx.new_id(),
        guild_id=tx.guild_id,
        name=rules.name,
        rules=rules,
        rules_hash=fingerprint(rules),
        created_by=by.person_id,
        created_at=tx.now,
    )
    circuits.add(tx, made)
    circuits.forget_form(tx, by.person_id)
    record(tx, made, "create_series", by)
    return circuit_reading.view(tx, made)


@repeatable
def add_event(tx: ActorTx, circuit_id: str, tournament_id: TournamentId) -> tuple[CircuitView, Tournament]:
    """Lets an event count, one to come, one that runs or one that is over.

    Raises SeriesClosed, SeriesFull, CountsAlready, IsTheFinal and DoesNotCount.
    """
    by = organiser(tx, Act.COUNT_IN_SERIES)
    circuit = find_open(tx, circuit_id)
    tournament = tournaments.find(tx, tx.guild_id, tournament_id)
    refuse_stake(tx, by, circuit, tournament)
    refuse_event(tx, circuit, tournament)
    _let_count(tx, circuit, tournament, by)
    return circuit_reading.view(tx, circuit), tournament


@repeatable
def remove_event(tx: ActorTx, circuit_id: str, tournament_id: TournamentId) -> tuple[CircuitView, Tournament]:
    """Lets an event count no more; raises SeriesClosed and NotInSeries."""
    by = organiser(tx, Act.COUNT_IN_SERIES)
    circuit = find_open(tx, circuit_id)
    tournament = tournaments.find(tx, tx.guild_id, tournament_id)
    refuse_stake(tx, by, circuit, tournament)
    _take_out(tx, circuit, tournament, by)
    return circuit_reading.view(tx, circuit), tournament


def refuse_stake(tx: ActorQuery, by: Person, circuit: Circuit, tournament: Tournament) -> None:
    """Refuses who plays in the event, and once its places are drawn who plays in any event of the series.

    Else who has missed an evening lets it count no more.
    """
    counted = circuits.events(tx, circuit.circuit_id) if tournament.drawn_at is not None else ()
    events = {tournament.tournament_id, *counted}
    recusal.refuse_in_events(tx, by.person_id, Act.COUNT_IN_SERIES, tournament, events)


def refuse_stake_in_line(tx: ActorQuery, by: Person, entry: Entry) -> None:
    """The same, of who takes back what the line of the log tells."""
    circuit = circuits.load(tx, entry.subject.partition(":")[2])
    tournament = tournaments.find(tx, entry.guild_id, TournamentId(entry.details["event"]))
    if circuit is not None:
        refuse_stake(tx, by, circuit, tournament)


def close(tx: ActorTx, circuit_id: str) -> CircuitView:
    """Ends a series: its standings stay to be read; raises AlreadyDone for a second time."""
    by = organiser(tx)
    circuit = circuit_reading.find(tx, tx.guild_id, circuit_id)
    if not circuits.close(tx, circuit_id, by.person_id, tx.now):
        raise AlreadyDone
    deadlines.rewrite(tx, circuit_subject(circuit_id), ())
    record(tx, circuit, "close_series", by)
    return circuit_reading.view(tx, circuit_reading.find(tx, tx.guild_id, circuit_id))


def refuse_event(tx: Query, circuit: Circuit, tournament: Tournament) -> None:
    """Raises what keeps the event from counting in the series."""
    elsewhere = circuits.of_event(tx, tournament.tournament_id)
    if elsewhere is not None:
        raise CountsAlready(event=tournament.name, series=elsewhere.name)
    is_final = circuits.of_final(tx, tournament.tournament_id)
    if is_final is not None:
        raise IsTheFinal(event=tournament.name, series=is_final.name)
    if tournament.cancelled_at is not None:
        raise tournaments.TournamentIsOver(name=tournament.name)
    if not counts(circuit.rules, tournament):
        raise DoesNotCount(event=tournament.name, series=circuit.name)
    if len(circuits.events(tx, circuit.circuit_id)) >= MOST_EVENTS:
        raise SeriesFull(name=circuit.name, limit=MOST_EVENTS)


def counts(rules: CircuitRules, tournament: Tournament) -> bool:
    """Whether the rules take an event of this kind; what teams win is nobody's alone."""
    rulebook = tournament.rulebook
    of_kind = not rules.formats or rulebook.format in rules.formats
    return of_kind and (rules.unrated or rulebook.rating.rated) and kind_of(rulebook) not in OF_TEAMS


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps an event that was added or taken out from being taken out or added again."""
    circuit = circuits.load(tx, entry.subject.partition(":")[2])
    if circuit is None or circuit.closed_at is not None:
        return Hanging.CLOSED
    here = circuits.of_event(tx, TournamentId(entry.details["event"]))
    stands = here is not None and here.circuit_id == circuit.circuit_id
    if entry.act == "add_to_series":
        return None if stands else Hanging.TAKEN_BACK
    return None if here is None else Hanging.TAKEN_BACK


def turn_back(tx: Tx, entry: Entry, by: Person) -> None:
    """Takes the event out again, or adds it again."""
    circuit = circuits.load(tx, entry.subject.partition(":")[2])
    if circuit is None:
        raise LookupError(entry.subject)
    tournament = tournaments.find(tx, circuit.guild_id, TournamentId(entry.details["event"]))
    if entry.act == "add_to_series":
        _take_out(tx, circuit, tournament, by)
    else:
        refuse_event(tx, circuit, tournament)
        _let_count(tx, circuit, tournament, by)


def _let_count(tx: Tx, circuit: Circuit, tournament: Tournament, by: Person) -> None:
    circuits.add_event(tx, circuit.circuit_id, tournament.tournament_id, by.person_id, tx.now)
    record(tx, circuit, "add_to_series", by, tournament)
    finals.after_change(tx, circuit)


def _take_out(tx: Tx, circuit: Circuit, tournament: Tournament, by: Person) -> None:
    if not circuits.remove_event(tx, circuit.circuit_id, tournament.tournament_id):
        raise NotInSeries(event=tournament.name, series=circuit.name)
    record(tx, circuit, "remove_from_series", by, tournament)
    finals.after_change(tx, circuit)


def organiser(tx: ActorTx, act: Act = Act.RUN_SERIES) -> Person:
    """Who pressed, where they may do so to a series; raises NotAllowed."""
    access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    access.require(tx, person, act)
    return person


def find_open(tx: ActorQuery, circuit_id: str) -> Circuit:
    """The series of this server that goes on; raises NotFound and SeriesClosed."""
    found = circuit_reading.find(tx, tx.guild_id, circuit_id)
    if found.closed_at is not None:
        raise SeriesClosed(name=found.name)
    return found


def record(tx: Tx, circuit: Circuit, act: str, by: Person, tournament: Tournament | None = None) -> None:
    """Writes the log's line of what was done to the series."""
    event = None if tournament is None else tournament.tournament_id
    tx.log(
        circuit.guild_id,
        act,
        circuit_subject(circuit.circuit_id),
        actor=by.person_id,
        tournament_id=event,
        details={"series": circuit.circuit_id, **({} if event is None else {"event": event})},
    )
