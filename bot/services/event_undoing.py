"""Taking back what was decided about an event or the time and the arbiter of a match: each by its opposite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person, Place
from bot.domain.events.event_pauses import EventPause
from bot.domain.events.forbidden_pairs import holding
from bot.domain.events.sayings import PairForbidden, ScheduledEvent, TournamentChanged
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.playing.matches import Match
from bot.domain.undoing import Hanging
from bot.errors import UserError
from bot.features.match_times import store as match_times_store
from bot.features.match_times.model import TimeEnd
from bot.services.event_opposites import OPPOSITES
from bot.services.events import called_off, event, tournaments
from bot.services.naming import batches
from bot.services.playing import matches
from bot.services.timetable import contest_subject, reschedule_letters, save, tournament_subject
from bot.storage import contests, entrants, event_officers, event_pauses, forbidden_pairs, hand_seeds, log
from bot.storage import tournaments as stored
from bot.storage.context import ActorQuery, Query, Tx
from bot.storage.log import Entry

_PAIRS: Final = frozenset({"forbid_pair", "allow_pair"})
_CHIEFS: Final = frozenset({"name_chief", "name_deputy"})
_OF_MATCHES: Final = frozenset({"assign_arbiter", "set_time", "prolong_days", "lift_time"})
_OF_ITS_COURSE: Final = frozenset({"cancel_tournament", "edit_tournament", "seed_by_hand"})
OF_EVENTS: Final = _OF_ITS_COURSE | _PAIRS | _CHIEFS | _OF_MATCHES | OPPOSITES.keys()


def match_of(tx: Query, entry: Entry) -> Match | None:
    """The match that the line of the log is about; None for a line about an event or a person."""
    kind, _, subject = entry.subject.partition(":")
    return contests.load(tx, ContestId(subject)) if kind == "contest" and entry.act in _OF_MATCHES else None


def hangs(tx: ActorQuery, entry: Entry) -> Hanging | None:
    """What keeps the act from being taken back."""
    tournament = None if entry.tournament_id is None else stored.load(tx, entry.tournament_id)
    if tournament is None or tournament.ended_at is not None:
        return Hanging.CLOSED
    if entry.act == "cancel_tournament":
        return _cancelling_hangs(tx, tournament, entry)
    if tournament.cancelled_at is not None:
        return Hanging.CLOSED
    if entry.act == "edit_tournament":
        return _move_hangs(tournament, entry, tx.pressed_at)
    if entry.act in OPPOSITES:
        return OPPOSITES[entry.act].hangs(tx, tournament, entry, tx.pressed_at)
    return _HANGS[entry.act](tx, tournament, entry)


def turn_back(tx: Tx, entry: Entry, person: Person) -> None:
    """Does the opposite, in the name of the person."""
    tournament = None if entry.tournament_id is None else stored.load(tx, entry.tournament_id)
    if tournament is None:
        raise LookupError(entry.subject)
    match entry.act:
        case "cancel_tournament":
            _take_up_again(tx, tournament, entry, person)
        case "edit_tournament":
            _move_back(tx, tournament, entry)
        case "seed_by_hand":
            before = tuple(EntrantId(one) for one in entry.details["before"].split())
            hand_seeds.replace(tx, tournament.tournament_id, before)
            tx.touch(tournament_subject(tournament.tournament_id))
        case act if act in OPPOSITES:
            OPPOSITES[act].turn_back(tx, tournament, entry, person)
        case act if act in _PAIRS:
            _turn_pair(tx, tournament, entry, person)
        case act if act in _CHIEFS:
            chief = PersonId(entry.details["person"])
            event_officers.end(tx, tournament.tournament_id, chief, tx.now)
        case _:
            _turn_match(tx, tournament, entry, person)


def _cancelling_hangs(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    if tournament.cancelled_at != entry.at:
        return Hanging.TAKEN_BACK
    # An arena has its time by the clock, and matches with times of their own have lost theirs.
    apart = tournament.rulebook.traits.has_lobby or tournament.rulebook.match_times is not None
    return Hanging.CLOSED if apart else called_off.hangs(tx, tournament)


def _match_hangs(tx: Query, _: Tournament, entry: Entry) -> Hanging | None:
    match = match_of(tx, entry)
    if match is None or match.contest.result is not None or match.voided_at is not None:
        return Hanging.CLOSED
    if entry.act == "assign_arbiter":
        return None if match.contest.arbiter == entry.details["person"] else Hanging.TAKEN_BACK
    arrangement = match_times_store.load(tx, match.contest.contest_id)
    time = None if arrangement is None else arrangement.time
    if match.contest.called_at is not None:
        return Hanging.CLOSED
    return None if time is not None and time.fixed_at == entry.at else Hanging.TAKEN_BACK


def _pair(entry: Entry) -> tuple[EntrantId, EntrantId]:
    return EntrantId(entry.details["first"]), EntrantId(entry.details["second"])


def _pair_hangs(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    is_forbidden = frozenset(_pair(entry)) in holding(forbidden_pairs.of_tournament(tx, tournament.tournament_id))
    return None if is_forbidden == (entry.act == "forbid_pair") else Hanging.TAKEN_BACK


def _seeds_hang(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    if tournament.check_in_closed_at is not None or "before" not in entry.details:
        return Hanging.CLOSED
    lines = [one for one in log.of_tournament(tx, tournament.tournament_id) if one.act == "seed_by_hand"]
    return None if lines[-1].sequence == entry.sequence else Hanging.TAKEN_BACK


def _chief_hangs(tx: Query, tournament: Tournament, entry: Entry) -> Hanging | None:
    held = {one.person_id for one in event_officers.holding(tx, tournament.tournament_id)}
    return None if PersonId(entry.details["person"]) in held else Hanging.TAKEN_BACK


_HANGS: Final[Mapping[str, Callable[[Query, Tournament, Entry], Hanging | None]]] = {
    "seed_by_hand": _seeds_hang,
    **dict.fromkeys(_PAIRS, _pair_hangs),
    **dict.fromkeys(_CHIEFS, _chief_hangs),
    **dict.fromkeys(_OF_MATCHES, _match_hangs),
}


def _move_hangs(tournament: Tournament, entry: Entry, now: datetime) -> Hanging | None:
    if "from" not in entry.details or str(tournament.start_at) != entry.details["to"]:
        return Hanging.TAKEN_BACK
    try:
        tournaments.movable_start(tournament, datetime.fromisoformat(entry.details["from"]), now)
    except UserError:
        return Hanging.CLOSED
    return None


def _take_up_again(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    """The event goes on as if it had been paused meanwhile: all windows and clocks get that time back."""
    lost = EventPause(tournament.tournament_id, entry.at, person.person_id, entry.why or "-", tx.now)
    if lost.until > lost.paused_at and event_pauses.begun_at(tx, tournament.tournament_id, entry.at) is None:
        event_pauses.begin(tx, lost)
        event_pauses.end(tx, lost, tx.now, None)
    after = replace(tournament, cancelled_at=None, cancel_reason=None)
    save(tx, after)
    called_off.withdraw_list(tx, after)
    reschedule_letters(tx, after)
    matches.reschedule_all(tx, after, show=True)
    tx.touch(tournament_subject(after.tournament_id))
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, ScheduledEvent(after.tournament_id))
    event.proceed_all(tx, after.guild_id, first=after.tournament_id)


def _move_back(tx: Tx, tournament: Tournament, entry: Entry) -> None:
    after = tournaments.at_another_start(tx, tournament, datetime.fromisoformat(entry.details["from"]))
    save(tx, after)
    reschedule_letters(tx, after)
    listed = [one for one in entrants.of_tournament(tx, after.tournament_id) if one.withdrawn_at is None]
    for named in batches(tx, listed) or [()]:
        changed = TournamentChanged(after.tournament_id, True, named)
        tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, changed)
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, ScheduledEvent(after.tournament_id))
    tx.touch(tournament_subject(after.tournament_id))


def _turn_pair(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    event_id, pair = tournament.tournament_id, _pair(entry)
    if entry.act == "forbid_pair":
        forbidden_pairs.lift(tx, event_id, pair, person.person_id, tx.now)
    else:
        forbidden_pairs.add(tx, event_id, pair, entry.why or "-", person.person_id, tx.now)
    tx.enqueue(tournament.guild_id, Place.RECORD, PairForbidden(event_id, *pair))


def _turn_match(tx: Tx, tournament: Tournament, entry: Entry, person: Person) -> None:
    contest_id = ContestId(entry.subject.partition(":")[2])
    if entry.act == "assign_arbiter":
        contests.hand_over(tx, contest_id, None)
    else:
        match_times_store.end_time(tx, contest_id, TimeEnd.LIFTED, tx.now, person.person_id)
    tx.touch(contest_subject(contest_id))
    event.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)
