"""Stopping a running event for a time: its clocks stand still, nothing of it closes and no match is called."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.community import Person, Place
from bot.domain.deadlines import Step
from bot.domain.events.event_pauses import LONGEST, EventPause, PauseView
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import PersonId, TournamentId
from bot.domain.local_times import MomentInThePast
from bot.domain.permissions import Act
from bot.domain.playing.sayings import EventPaused, EventResumed, OfEventPause
from bot.domain.typed_text import checked_reason
from bot.errors import NotNow, UserError
from bot.services import access, recusal
from bot.services.event_log import record
from bot.services.events import calling
from bot.services.events.tournaments import find_unfinished
from bot.services.hooks import STEP_HOOKS
from bot.services.playing import adjourning, matches
from bot.services.playing.hooks import Turn
from bot.services.wishes import repeatable
from bot.storage import contests, deadlines, event_pauses, people, tournaments
from bot.storage.context import ActorTx, Query, Tx
from bot.storage.log import Entry


class AlreadyPaused(UserError):
    """The event is paused; it can be resumed."""

    name: str
    until: datetime


class NotPaused(UserError):
    """The event is not paused."""

    name: str


class PauseTooLong(UserError):
    """An event does not pause for so long."""

    longest: timedelta


class ArenaCannotPause(UserError):
    """An arena has its time, and pairs whoever waits: it is ended or goes on."""

    name: str


def pause_subject(tournament_id: TournamentId) -> str:
    """How deadlines name the pause of an event."""
    return f"pause:{tournament_id}"


@repeatable
def pause(tx: ActorTx, tournament_id: TournamentId, reason: str, until: datetime | None) -> PauseView:
    """Pauses an event whose matches are on, until the moment or until somebody resumes it; the players are told.

    Raises NotNow before the first call, AlreadyPaused, PauseTooLong, MomentInThePast, and ArenaCannotPause.
    """
    person, tournament = _staff(tx, tournament_id)
    if phase(tournament) is not Phase.RUNNING or tournament.first_call_at is None:
        raise NotNow
    recusal.refuse_while_waited_for(tx, person.person_id, Act.PAUSE_TOURNAMENT, tournament)
    if tournament.rulebook.traits.has_lobby:
        raise ArenaCannotPause(name=tournament.name)
    before = event_pauses.running(tx, tournament_id)
    if before is not None:
        raise AlreadyPaused(name=tournament.name, until=before.until)
    return begin(tx, tournament, person, checked_reason(reason), _end_of_pause(until, tx.now))


def begin(tx: Tx, tournament: Tournament, person: Person, reason: str, ends_at: datetime) -> PauseView:
    """All clocks stand still from now on."""
    event_id = tournament.tournament_id
    begun = EventPause(event_id, tx.now, person.person_id, reason, ends_at)
    event_pauses.begin(tx, begun)
    deadlines.rewrite(tx, pause_subject(event_id), [(Step.END_EVENT_PAUSE, ends_at)])
    record(tx, tournament, "pause_event", person.person_id, why=begun.reason)
    _move_clocks(tx, tournament, begun, EventPaused)
    return PauseView(tournament.name, begun, person.name)


@repeatable
def resume(tx: ActorTx, tournament_id: TournamentId) -> PauseView:
    """Ends the pause before its time: all clocks run on from where they stood. Raises NotPaused."""
    person, tournament = _staff(tx, tournament_id)
    running = event_pauses.running(tx, tournament_id)
    if running is None:
        raise NotPaused(name=tournament.name)
    return _end(tx, tournament, running, min(tx.now, running.until), person)


def of_line(tx: Query, entry: Entry, now: datetime) -> EventPause | None:
    """The pause that the line of the log tells of, as long as it runs; None once it is over."""
    tournament = None if entry.tournament_id is None else tournaments.load(tx, entry.tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return None
    pause = event_pauses.running(tx, tournament.tournament_id)
    return pause if pause is not None and pause.paused_at == entry.at and now < pause.until else None


def ended_by_line(tx: Query, tournament: Tournament, entry: Entry, now: datetime) -> EventPause | None:
    """The pause whose end the line of the log tells of, as long as it would run still; None once it would be over."""
    if phase(tournament) is not Phase.RUNNING or event_pauses.running(tx, tournament.tournament_id) is not None:
        return None
    paused_at = datetime.fromisoformat(entry.details["paused_at"]) if "paused_at" in entry.details else entry.at
    pause = event_pauses.begun_at(tx, tournament.tournament_id, paused_at)
    return pause if pause is not None and pause.resumed_at == entry.at and now < pause.until else None


def take_back(tx: Tx, entry: Entry, person: Person) -> None:
    """Ends the pause that the line of the log tells of, as `resume` does."""
    running = of_line(tx, entry, tx.now)
    tournament = None if running is None else tournaments.load(tx, running.tournament_id)
    if running is not None and tournament is not None:
        _end(tx, tournament, running, tx.now, person)


def take(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes the step of a pause whose time has come; of an event that is over meanwhile nobody hears."""
    tournament, running = tournaments.load(tx, tournament_id), event_pauses.running(tx, tournament_id)
    if tournament is None or running is None or tx.now < running.until:
        return
    if phase(tournament) is Phase.RUNNING:
        _end(tx, tournament, running, running.until, None)
    else:
        event_pauses.end(tx, running, running.until, None)


def pause_view(tx: Query, tournament_id: TournamentId, paused_at: datetime) -> PauseView | None:
    """The pause that began at the moment, as it stands now; None where the event is gone."""
    tournament, found = tournaments.load(tx, tournament_id), event_pauses.begun_at(tx, tournament_id, paused_at)
    if tournament is None or found is None:
        return None
    who = found.paused_by if found.resumed_at is None else found.resumed_by
    person = None if who is None else people.load(tx, who)
    return PauseView(tournament.name, found, "" if person is None else person.name)


def _staff(tx: ActorTx, tournament_id: TournamentId) -> tuple[Person, Tournament]:
    person = access.recognise(tx)
    access.require(tx, person, Act.PAUSE_TOURNAMENT)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    recusal.refuse_in_event(tx, person.person_id, Act.PAUSE_TOURNAMENT, tournament)
    return person, tournament


def _end_of_pause(until: datetime | None, now: datetime) -> datetime:
    if until is None:
        return now + LONGEST
    if until <= now:
        raise MomentInThePast(moment=until, now=now)
    if until > now + LONGEST:
        raise PauseTooLong(longest=LONGEST)
    return until


def _end(tx: Tx, tournament: Tournament, running: EventPause, at: datetime, by: Person | None) -> PauseView:
    who: PersonId | None = None if by is None else by.person_id
    event_pauses.end(tx, running, at, who)
    deadlines.rewrite(tx, pause_subject(tournament.tournament_id), ())
    record(tx, tournament, "resume_event", who, paused_at=running.paused_at.isoformat())
    _move_clocks(tx, tournament, running, EventResumed)
    calling.call_ready(tx, tournament)
    return PauseView(tournament.name, running, "" if by is None else by.name)


def _move_clocks(tx: Tx, tournament: Tournament, about: EventPause, kind: type[OfEventPause]) -> None:
    """What is due in the matches is worked out anew, their cards too, and the players read why."""
    for match in contests.in_play(tx, tournament.tournament_id):
        followed = matches.load(tx, match.contest.contest_id)
        if followed is not None:
            matches.turn(tx, followed, Turn.MOVED, tx.now)
            adjourning.reschedule(tx, followed)
    matches.reschedule_all(tx, tournament, show=True)
    for one in STEP_HOOKS.of(tournament.rulebook):
        one.after_pause(tx, tournament)
    said = kind(tournament.tournament_id, about.paused_at)
    tx.enqueue(tournament.guild_id, Place.MATCHES, said)
