"""What the calendars of a server, of a series and of a player hold, read from the records; no words yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.entering.model import EntryNumbers
from bot.features.match_times import store as match_times_store
from bot.features.match_times.model import LastTime
from bot.features.pages import server_verbs, store
from bot.features.pages.calendar_model import (
    LARGEST_CALENDAR,
    CalendarSlot,
    EventRecord,
    is_in_calendar,
    slot_of_event,
    slot_of_match,
)
from bot.features.pages.event_verbs import events_shown, series_in
from bot.features.pages.model import ServerPages, calendar_print, is_shown
from bot.features.playing import store as playing_store
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import tournament_subject
from bot.features.tournaments.hooks import event_strategy
from bot.features.tournaments.model import SeriesListed
from bot.kernel import log
from bot.kernel.context import Query
from bot.kernel.ids import TournamentId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import Contest
from bot.play.entries import Tournament

_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class EventSlot:
    """An event in a calendar."""

    tournament: Tournament
    slot: CalendarSlot
    has_page: bool = True


@dataclass(frozen=True, slots=True)
class MatchSlot:
    """A match with a time of its own in the calendar of who plays it."""

    contest: Contest
    event: EventSlot
    slot: CalendarSlot


# --- a server and a series ------------------------------------------------------------------------------------------


def of_server(tx: Query, server_key: str) -> tuple[ServerPages, tuple[EventSlot, ...]] | None:
    """The events of the server that are on its pages; None where those are off."""
    found = server_verbs.home(tx, server_key)
    if found is None:
        return None
    return found[0], tuple(_slots(tx, events_shown(tx, found[0])))


def of_series(tx: Query, server_key: str, series_key: str) -> tuple[SeriesListed, tuple[EventSlot, ...]] | None:
    """The events of the series that are on the pages, its final too; None where none is."""
    found = server_verbs.home(tx, server_key)
    every = () if found is None else series_in(tx, found[0].guild_id)
    known = next((one for one in every if one.key == series_key), None)
    if found is None or known is None:
        return None
    events = [one for one in events_shown(tx, found[0]) if known.has(one.tournament_id)]
    return (known, tuple(_slots(tx, events))) if events else None


# --- a player -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerSlots:
    """What somebody plays in and when; `pages` say as what the others are shown there."""

    pages: ServerPages
    person: Person
    events: tuple[EventSlot, ...]
    matches: tuple[MatchSlot, ...]


def of_secret(tx: Query, secret: str) -> PlayerSlots | None:
    """What the person plays in whose calendar has the secret; None for a wrong one and where the pages are off."""
    choice = store.person_of_calendar(tx, calendar_print(secret))
    person = None if choice is None else people_store.load(tx, choice.person_id)
    pages = None if person is None else store.of_server(tx, person.guild_id)
    if person is None or pages is None or not pages.is_on or people_store.is_buried(tx, person.person_id):
        return None
    return _of_person(tx, pages, person)


def of_person(tx: Query, person: Person) -> PlayerSlots:
    """The same for the person alone, as a file: with or without pages, and with the names that the person knows."""
    pages = store.of_server(tx, person.guild_id) or ServerPages(
        person.guild_id, "", "", is_on=False, on_since=_LONG_AGO, switched_by=person.person_id
    )
    found = _of_person(tx, pages, person)
    return replace(found, pages=replace(pages, on_since=_LONG_AGO))


def _of_person(tx: Query, pages: ServerPages, person: Person) -> PlayerSlots:
    """Events that are on no page too: the address is the person's own, and secret."""
    places = entering_store.places_of(tx, people_account_store.own_entries(tx, person.person_id))
    known = tournaments_store.by_ids(tx, {one.tournament_id for one in places}).values()
    decided = store.of_events(tx, person.guild_id)
    events = [
        replace(one, has_page=is_shown(pages, decided.get(one.tournament.tournament_id), one.tournament, tx.now))
        for one in _every_slot(tx, [one for one in known if one.announced_at is not None])
    ]
    times = match_times_store.last_of_entrants(tx, [one.entrant_id for one in places])
    matches = _matches(tx, times, {one.tournament.tournament_id: one for one in events})
    return PlayerSlots(
        pages,
        person,
        tuple(one for one in events if is_in_calendar(one.slot, tx.now)),
        tuple(one for one in matches if is_in_calendar(one.slot, tx.now)),
    )


def _matches(tx: Query, times: Sequence[LastTime], events: Mapping[TournamentId, EventSlot]) -> Iterator[MatchSlot]:
    contests = playing_store.by_ids(tx, [one.contest_id for one in times]) if times else {}
    for time in times:
        event, contest = events.get(time.tournament_id), contests.get(time.contest_id)
        if event is not None and contest is not None:
            slot = slot_of_match(time, contest, event.slot, event.tournament.rulebook)
            yield MatchSlot(contest, event, slot)


# --- when an event is -----------------------------------------------------------------------------------------------


def _slots(tx: Query, events: Sequence[Tournament]) -> Iterator[EventSlot]:
    return (one for one in _every_slot(tx, events) if is_in_calendar(one.slot, tx.now))


def _every_slot(tx: Query, events: Iterable[Tournament]) -> list[EventSlot]:
    """The latest of the events with their times, by their start."""
    latest = sorted(events, key=lambda one: (one.start_at, one.tournament_id))[-LARGEST_CALENDAR:]
    numbers = entering_store.numbers_in(tx, [one.tournament_id for one in latest])
    changed = log.changes_of_dates(tx, [tournament_subject(one.tournament_id) for one in latest])
    return [EventSlot(one, slot_of_event(one, _record(one, numbers, changed))) for one in latest]


def _record(
    tournament: Tournament,
    numbers: Mapping[TournamentId, EntryNumbers],
    changed: Mapping[str, tuple[int, datetime]],
) -> EventRecord:
    clock = event_strategy(tournament).clock(tournament)
    changes, changed_at = changed.get(tournament_subject(tournament.tournament_id), (0, None))
    return EventRecord(
        numbers=numbers.get(tournament.tournament_id, EntryNumbers()),
        changes=changes,
        changed_at=changed_at,
        lasts=None if clock is None else clock[1],
    )
