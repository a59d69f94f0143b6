"""Gathering a series in one read: its events, the standings that follow from them, and who plays the final."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.circuit.circuits import Circuit, CircuitView, SeatQuestion
from bot.domain.circuit.finals import Finalists, finalists
from bot.domain.circuit.standings import CircuitRow, CountedEvent, Placed, placed_in, standings, without_doubles
from bot.domain.community import Person
from bot.domain.events.records import Record
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.ids import GuildId, MemberId, PersonId, TournamentId
from bot.errors import NotFound, NotFoundByName, NotYours, Subject
from bot.services.entering.eligibility import bars_of
from bot.services.event_facts import facts, person_of
from bot.services.events.record_reading import record_of
from bot.storage import circuits, expulsions, identities, people, tournaments
from bot.storage.context import Query

_NEAR: Final = 20
"""So many behind the last seat are looked at for bars: the seats of those who are barred go to them."""


def view(tx: Query, circuit: Circuit, now: datetime | None = None) -> CircuitView:
    """All that is known of the series as its events stand; with `now` nobody barred at that moment has a seat."""
    events = _events(tx, circuit.circuit_id)
    asked = circuits.questions(tx, circuit.circuit_id)
    places = {one.tournament_id: _places(tx, one) for one in events if one.ended_at is not None}
    known = _people(tx, places.values(), asked)
    one_of = _as_one(tx, known)
    counted = tuple(_counted_events(events, places, one_of))
    rows = standings(circuit.rules, counted)
    questions = _in_order(rows, (replace(one, person_id=one_of.get(one.person_id, one.person_id)) for one in asked))
    found = CircuitView(circuit, events, counted, rows, known, questions)
    if circuit.final is None:
        return found
    final = tournaments.load(tx, circuit.final.tournament_id)
    return replace(found, final=final, finalists=who_plays(tx, circuit, rows, questions, circuit.final.seats, now))


def _in_order(rows: Iterable[CircuitRow], asked: Iterable[SeatQuestion]) -> tuple[SeatQuestion, ...]:
    """As they stand in the table; who is off it by now comes last."""
    place = {row.person_id: at for at, row in enumerate(rows)}
    return tuple(sorted(asked, key=lambda one: (place.get(one.person_id, len(place)), one.person_id)))


def _people(tx: Query, places: Iterable[Iterable[Placed]], asked: Iterable[SeatQuestion]) -> Mapping[PersonId, Person]:
    meant = {one.person_id for some in places for one in some} | {one.person_id for one in asked}
    return people.by_ids(tx, sorted(meant))


def _counted_events(
    events: Iterable[Tournament],
    places: Mapping[TournamentId, tuple[Placed, ...]],
    one_of: Mapping[PersonId, PersonId],
) -> Iterator[CountedEvent]:
    for one in events:
        if one.ended_at is not None:
            placed = without_doubles(places[one.tournament_id], one_of)
            yield CountedEvent(one.tournament_id, one.ended_at, placed)


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


def _out(tx: Query, circuit: Circuit, some: Collection[PersonId], now: datetime | None) -> Iterator[PersonId]:
    """Who may not play at all: the expelled, of whom no more than a tombstone is left, and the barred."""
    gone = expulsions.all_expelled(tx, circuit.guild_id)
    for one in sorted(some):
        if one in gone or people.is_buried(tx, one) or (now is not None and bars_of(tx, one, now)):
            yield one


def _events(tx: Query, circuit_id: str) -> tuple[Tournament, ...]:
    """All that were added and not called off: the ended by their ends, the others by their starts."""
    found = (tournaments.load(tx, one) for one in circuits.events(tx, circuit_id))
    stand = [one for one in found if one is not None and one.cancelled_at is None]
    return tuple(sorted(stand, key=lambda one: (one.ended_at is None, one.ended_at or one.start_at, one.tournament_id)))


def _places(tx: Query, tournament: Tournament) -> tuple[Placed, ...]:
    known = facts(tx, tournament)
    rows = FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)
    return placed_in(rows, known, person_of(tx, tournament))


def _as_one(tx: Query, known: Mapping[PersonId, Person]) -> dict[PersonId, PersonId]:
    """Under which id each counts: of those who are one person, who has Discord, and of several the first."""
    selves = identities.selves_of_each(tx, known)
    found: dict[PersonId, PersonId] = {}
    for one, own in selves.items():
        here = [other for other in own if other in known]
        found[one] = min(here, key=lambda other: (known[other].discord_id is None, other))
    return found


def find(tx: Query, guild_id: GuildId, circuit_id: str) -> Circuit:
    """The series of this server; raises NotFound for a foreign or unknown id."""
    found = circuits.load(tx, circuit_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.SERIES)
    return found


def find_meant(tx: Query, guild_id: GuildId, typed: str) -> str:
    """The id of the server's series that was chosen or typed, by its id or its name; raises NotFoundByName."""
    known = circuits.load(tx, typed)
    if known is not None and known.guild_id == guild_id:
        return known.circuit_id
    wanted = " ".join(typed.split()).casefold()
    for one in circuits.of_guild(tx, guild_id):
        if one.name.casefold() == wanted:
            return one.circuit_id
    raise NotFoundByName(what=Subject.SERIES, name=typed)


def of_guild(tx: Query, guild_id: GuildId) -> list[Circuit]:
    """The server's series, those that go on first."""
    return circuits.of_guild(tx, guild_id)


def open_of_guild(tx: Query, guild_id: GuildId) -> list[Circuit]:
    """The server's series that go on."""
    return [one for one in circuits.of_guild(tx, guild_id) if one.closed_at is None]


def for_reader(
    tx: Query, guild_id: GuildId, circuit_id: str, member_id: MemberId
) -> tuple[CircuitView, tuple[PersonId, ...]]:
    """The series, and under which ids the reader can stand in it."""
    found = view(tx, find(tx, guild_id, circuit_id))
    reader = people.of_member(tx, guild_id, member_id)
    return found, () if reader is None else tuple(identities.selves(tx, reader.person_id))


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
    found = circuits.load(tx, circuit_id)
    return None if found is None else view(tx, found)
