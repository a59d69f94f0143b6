"""What organisers do with a series: make it by file or form, say which events count, and close it.

A series without a file has the rules of a preset with the few numbers that a form asks. A player reads their place,
and whether they are asked to play the final.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.features.series import finals_verbs, store
from bot.features.series.finals_verbs import PlacesRise, RefusedInSeries, SeriesFormUnread, SeriesFull
from bot.features.series.model import Circuit, CircuitView
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.model import SeriesListed, SeriesSheet
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.tasks_model import Task, TaskItem, Upcoming, UpcomingKind
from bot.i18n.names import checked_name
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, RefusedFor
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.log import Entry
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.points import OF_TEAMS, kind_of
from bot.play.series import MOST_EVENTS, MOST_FINALISTS, MOST_PLACES, MOST_POINTS, CircuitRules
from bot.rulebooks.series_files import fingerprint, preset
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, Hanging

# --- the series -----------------------------------------------------------------------------------------------------


def circuit_subject(circuit_id: str) -> str:
    """How deadlines and the log name a series."""
    return finals_verbs.circuit_subject(circuit_id)


def create(tx: ActorTx, rules: CircuitRules) -> CircuitView:
    """Makes a series by these rules, which keeps their text; raises NotAllowed and ServerFull."""
    by = organiser(tx)
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.OPEN_SERIES)
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.SERIES)
    made = Circuit(
        circuit_id=tx.new_id(),
        guild_id=tx.guild_id,
        name=rules.name,
        rules=rules,
        rules_hash=fingerprint(rules),
        created_by=by.person_id,
        created_at=tx.now,
    )
    store.add(tx, made)
    store.forget_form(tx, by.person_id)
    record(tx, made, "create_series", by)
    return finals_verbs.view(tx, made)


@repeatable
def add_event(tx: ActorTx, circuit_id: str, tournament_id: TournamentId) -> tuple[CircuitView, Tournament]:
    """Lets an event count, one to come, one that runs or one that is over.

    Raises SeriesClosed, SeriesFull, CountsAlready, IsTheFinal and DoesNotCount.
    """
    by = organiser(tx, Act.COUNT_IN_SERIES)
    circuit = find_open(tx, circuit_id)
    tournament = tournaments_facts_verbs.find(tx, tx.guild_id, tournament_id)
    refuse_stake(tx, by, circuit, tournament)
    refuse_event(tx, circuit, tournament)
    _let_count(tx, circuit, tournament, by)
    return finals_verbs.view(tx, circuit), tournament


@repeatable
def remove_event(tx: ActorTx, circuit_id: str, tournament_id: TournamentId) -> tuple[CircuitView, Tournament]:
    """Lets an event count no more; raises SeriesClosed and NotInSeries."""
    by = organiser(tx, Act.COUNT_IN_SERIES)
    circuit = find_open(tx, circuit_id)
    tournament = tournaments_facts_verbs.find(tx, tx.guild_id, tournament_id)
    refuse_stake(tx, by, circuit, tournament)
    _take_out(tx, circuit, tournament, by)
    return finals_verbs.view(tx, circuit), tournament


def refuse_stake(tx: ActorQuery, by: Person, circuit: Circuit, tournament: Tournament) -> None:
    """Refuses who plays in the event, and once its places are drawn who plays in any event of the series.

    Else who has missed an evening lets it count no more.
    """
    counted = store.events(tx, circuit.circuit_id) if tournament.drawn_at is not None else ()
    events = {tournament.tournament_id, *counted}
    tournaments_recusal_verbs.refuse_in_events(tx, by.person_id, Act.COUNT_IN_SERIES, tournament, events)


def refuse_stake_in_line(tx: ActorQuery, by: Person, entry: Entry) -> None:
    """The same, of who takes back what the line of the log tells."""
    circuit = store.load(tx, entry.subject.partition(":")[2])
    tournament = tournaments_facts_verbs.find(tx, entry.guild_id, TournamentId(entry.details["event"]))
    if circuit is not None:
        refuse_stake(tx, by, circuit, tournament)


def close(tx: ActorTx, circuit_id: str) -> CircuitView:
    """Ends a series: its standings stay to be read; raises AlreadyDone for a second time."""
    by = organiser(tx)
    circuit = finals_verbs.find(tx, tx.guild_id, circuit_id)
    if not store.close(tx, circuit_id, by.person_id, tx.now):
        raise AlreadyDone
    kernel_time_store.rewrite_deadlines(tx, circuit_subject(circuit_id), ())
    record(tx, circuit, "close_series", by)
    return finals_verbs.view(tx, finals_verbs.find(tx, tx.guild_id, circuit_id))


def refuse_event(tx: Query, circuit: Circuit, tournament: Tournament) -> None:
    """Raises what keeps the event from counting in the series."""
    elsewhere = store.of_event(tx, tournament.tournament_id)
    if elsewhere is not None:
        raise RefusedInSeries("error.CountsAlready", event=tournament.name, series=elsewhere.name)
    is_final = store.of_final(tx, tournament.tournament_id)
    if is_final is not None:
        raise RefusedInSeries("error.IsTheFinal", event=tournament.name, series=is_final.name)
    if tournament.cancelled_at is not None:
        raise RefusedFor("error.TournamentIsOver", name=tournament.name)
    if not counts(circuit.rules, tournament):
        raise RefusedInSeries("error.DoesNotCount", event=tournament.name, series=circuit.name)
    if len(store.events(tx, circuit.circuit_id)) >= MOST_EVENTS:
        raise SeriesFull(name=circuit.name, limit=MOST_EVENTS)


def counts(rules: CircuitRules, tournament: Tournament) -> bool:
    """Whether the rules take an event of this kind; what teams win is nobody's alone."""
    rulebook = tournament.rulebook
    of_kind = not rules.formats or rulebook.format in rules.formats
    return of_kind and (rules.unrated or rulebook.rating.rated) and kind_of(rulebook) not in OF_TEAMS


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps an event that was added or taken out from being taken out or added again."""
    circuit = store.load(tx, entry.subject.partition(":")[2])
    if circuit is None or circuit.closed_at is not None:
        return Hanging.CLOSED
    here = store.of_event(tx, TournamentId(entry.details["event"]))
    stands = here is not None and here.circuit_id == circuit.circuit_id
    if entry.act == "add_to_series":
        return None if stands else Hanging.TAKEN_BACK
    return None if here is None else Hanging.TAKEN_BACK


def turn_back(tx: Tx, entry: Entry, by: Person) -> None:
    """Takes the event out again, or adds it again."""
    circuit = store.load(tx, entry.subject.partition(":")[2])
    if circuit is None:
        raise LookupError(entry.subject)
    tournament = tournaments_facts_verbs.find(tx, circuit.guild_id, TournamentId(entry.details["event"]))
    if entry.act == "add_to_series":
        _take_out(tx, circuit, tournament, by)
    else:
        refuse_event(tx, circuit, tournament)
        _let_count(tx, circuit, tournament, by)


def _let_count(tx: Tx, circuit: Circuit, tournament: Tournament, by: Person) -> None:
    store.add_event(tx, circuit.circuit_id, tournament.tournament_id, by.person_id, tx.now)
    record(tx, circuit, "add_to_series", by, tournament)
    finals_verbs.after_change(tx, circuit)


def _take_out(tx: Tx, circuit: Circuit, tournament: Tournament, by: Person) -> None:
    if not store.remove_event(tx, circuit.circuit_id, tournament.tournament_id):
        raise RefusedInSeries("error.NotInSeries", event=tournament.name, series=circuit.name)
    record(tx, circuit, "remove_from_series", by, tournament)
    finals_verbs.after_change(tx, circuit)


def organiser(tx: ActorTx, act: Act = Act.RUN_SERIES) -> Person:
    """Who pressed, where they may do so to a series; raises NotAllowed."""
    server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, act)
    return person


def find_open(tx: ActorQuery, circuit_id: str) -> Circuit:
    """The series of this server that goes on; raises NotFound and SeriesClosed."""
    found = finals_verbs.find(tx, tx.guild_id, circuit_id)
    if found.closed_at is not None:
        raise RefusedFor("error.SeriesClosed", name=found.name)
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


# --- a series without a file ----------------------------------------------------------------------------------------


USUAL: Final = "cup-series"
_BETWEEN: Final = re.compile(r"[\s,;/]+")
_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TypedSeries:
    """What stands in the form, as it was typed."""

    name: str
    places: str
    played: str
    best: str
    finalists: str

    @property
    def fields(self) -> tuple[str, ...]:
        """In the order of the form."""
        return (self.name, self.places, self.played, self.best, self.finalists)


def form_for(tx: ActorQuery, name: str = USUAL) -> TypedSeries:
    """What the form begins with: what the presser typed before and could not be taken, or the preset's numbers."""
    server_verbs.refuse_without(tx, Act.RUN_SERIES)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    typed = None if person is None else store.form_of(tx, person.person_id)
    if typed is not None:
        return TypedSeries(*typed)
    rules = preset(name)
    return TypedSeries("", " ".join(map(str, rules.places)), str(rules.played), str(rules.best), str(rules.finalists))


def create_typed(tx: ActorTx, typed: TypedSeries, name: str = USUAL) -> CircuitView:
    """Makes a series of what was typed; raises SeriesFormUnread and PlacesRise for what cannot be."""
    return create(tx, rules_of(preset(name), typed))


def keep(tx: ActorTx, typed: TypedSeries) -> None:
    """Keeps what was typed and could not be taken, for the form when it is opened again."""
    person = organiser(tx)
    store.keep_form(tx, person.person_id, typed.fields, tx.now)


def rules_of(base: CircuitRules, typed: TypedSeries) -> CircuitRules:
    """The rules of the preset with the numbers of the form."""
    words = [one for one in _BETWEEN.split(typed.places.strip()) if one]
    places = tuple(_number(word, MOST_POINTS) for word in words[: MOST_PLACES + 1])
    if len(places) > MOST_PLACES:
        raise SeriesFormUnread(typed=words[MOST_PLACES], limit=MOST_PLACES)
    played = _number(typed.played, MOST_POINTS)
    _refuse_rising((*places, played))
    return replace(
        base,
        name=checked_name(typed.name)[:60],
        places=places,
        played=played,
        best=_number(typed.best, MOST_EVENTS),
        finalists=_number(typed.finalists, MOST_FINALISTS),
    )


def _number(typed: str, most: int) -> int:
    tidy = typed.strip() or "0"
    if not _NUMBER.fullmatch(tidy) or int(tidy) > most:
        raise SeriesFormUnread(typed=typed.strip()[:40], limit=most)
    return int(tidy)


def _refuse_rising(given: Sequence[int]) -> None:
    for place, points in enumerate(given[1:], start=2):
        if points > given[place - 2]:
            raise PlacesRise(place=place, points=points, before=given[place - 2])


# --- what a server shows of its series ------------------------------------------------------------------------------


def listed(tx: Query, guild_id: GuildId) -> list[SeriesListed]:
    """All of them with the events that count, those that go on first."""
    events = store.events_in(tx, guild_id)
    return [
        SeriesListed(
            one.circuit_id,
            one.name,
            one.closed_at is not None,
            tuple(events.get(one.circuit_id, ())),
            None if one.final is None else one.final.tournament_id,
        )
        for one in store.of_guild(tx, guild_id)
    ]


def sheet(tx: Query, guild_id: GuildId, circuit_id: str) -> SeriesSheet | None:
    """Of what the table of the series is made; None for a foreign or unknown key."""
    found = finals_verbs.by_id(tx, circuit_id)
    if found is None or found.circuit.guild_id != guild_id:
        return None
    circuit = found.circuit
    return SeriesSheet(
        key=circuit.circuit_id,
        name=circuit.name,
        is_closed=circuit.closed_at is not None,
        rules=circuit.rules,
        events=found.events,
        counted=found.counted,
        people=found.people,
        final=found.final,
    )


# --- what a series tells a person -----------------------------------------------------------------------------------


def guide(tx: Query, asker: Asker) -> Found:
    """Of each series that goes on: the question that waits, the place, and how many events are left."""
    here = [] if asker.person is None else finals_verbs.open_of_guild(tx, asker.actor.guild_id)
    own = people_store.same_person_ids(tx, asker.person.person_id) if here and asker.person is not None else []
    for circuit in here:
        view = finals_verbs.view(tx, circuit, asker.now)
        yield from _duties(asker, view, own)
        row = view.row_of(own)
        if row is not None:
            left = len(view.to_come)
            yield Upcoming(UpcomingKind.SERIES_PLACE, n=row.rank_from, left=left, called=circuit.name)


def _duties(asker: Asker, view: CircuitView, same_person_ids: Sequence[PersonId]) -> Found:
    key, name, wanted = view.circuit.circuit_id, view.circuit.name, view.wanted_of(same_person_ids)
    if wanted is not None:
        yield TaskItem(Task.ANSWER_FINAL, key, None, wanted.answer_by, called=name)
    vacant = 0 if view.finalists is None or not view.asks else view.finalists.vacant
    if vacant and asker.may(Act.RUN_SERIES):
        yield TaskItem(Task.FILL_FINAL, key, n=vacant, called=name)
