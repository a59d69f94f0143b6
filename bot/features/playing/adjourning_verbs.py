"""Stopping a running event for a time, and adjourning a single game.

While an event is paused its clocks stand still, nothing of it closes and no match is called. A game is adjourned at
its stated time and taken up again; the pause is nobody's time (GO-14).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.playing import board_store, store, verbs
from bot.features.playing.board_model import Adjournment, adjourns_at, due_steps
from bot.features.playing.hooks import MatchTurn, match_strategy
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.model import (
    Adjourned,
    AdjournmentOver,
    AdjournmentReminder,
    EventPaused,
    EventResumed,
    OfEventPause,
)
from bot.features.playing.reading_verbs import view_of
from bot.features.playing.verbs import refuse_suspended
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import contest_subject, find_unfinished, record
from bot.features.tournaments.hooks import STEP_HOOKS
from bot.features.tournaments.model import LONGEST, EventPause, PauseView
from bot.features.tournaments.recusal_verbs import repeatable
from bot.i18n.moments import MomentInThePast
from bot.i18n.names import checked_reason
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotNow, Refused, RefusedFor, UserError
from bot.kernel.ids import ContestId, PersonId, Place, TournamentId
from bot.kernel.log import Entry
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Phase, Tournament, phase
from bot.play.format_rules import AdjournmentRules
from bot.play.matches import MatchPhase
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_match

# --- adjourned games ------------------------------------------------------------------------------------------------


AFTER_EVERY_PRESS: Final = timedelta(milliseconds=1)
"""A match rests after all that was pressed in its millisecond: clocks that a suspension ends are known by it."""


def adjournment_subject(contest_id: ContestId) -> str:
    """How deadlines name the pause of a match."""
    return f"adjournment:{contest_id}"


@repeatable
def adjourn(tx: ActorTx, contest_id: ContestId, until: datetime | None = None) -> MatchView:
    """The arbiter adjourns the game under way, until the moment or for the rulebook's time (GO-14).

    Raises NoAdjournments, and NotNow while somebody is waited for or a report waits for its answer.
    """
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    rules = rules_of(match_context)
    refuse_suspended(match_context)
    if match_context.state(tx.now).phase is not MatchPhase.PLAYING:
        raise NotNow
    goes_on_at = _ahead(until or tx.now + rules.lasts, tx.now)
    _pause(tx, match_context, tx.now, goes_on_at, person.person_id)
    return view_of(tx, contest_id, tx.now)


def adjourn_by_rule(tx: Tx, match_context: MatchContext) -> None:
    """Takes the step of the stated time; a pause that would be over by now, as after an outage, is none any more."""
    rules = match_context.tournament.rulebook.adjournment
    moment = adjourns_at(match_context.match, rules, match_context.match.adjourned)
    if rules is None or moment is None or match_context.state(tx.now).phase is not MatchPhase.PLAYING:
        return
    if moment + rules.lasts > tx.now:
        _pause(tx, match_context, moment, moment + rules.lasts, None)


@repeatable
def put_off(tx: ActorTx, contest_id: ContestId, until: datetime) -> MatchView:
    """Gives the pause that runs another end, earlier or later; both players are told. Raises NotAdjourned."""
    match_context = verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    running = board_store.sessions_of_contest(tx, contest_id).running
    if running is None:
        raise Refused("error.NotAdjourned")
    if not board_store.move_adjournment(tx, contest_id, _ahead(until, tx.now)):
        raise AlreadyDone
    _reschedule(tx, match_context)
    tx.touch(contest_subject(contest_id))
    verbs.record(tx, match_context, "move_adjournment", person.person_id)
    tell_match(tx, match_context.tournament, Adjourned(contest_id, running.number))
    return view_of(tx, contest_id, tx.now)


def take(tx: Tx, contest_id: ContestId, step: Step) -> None:
    """Takes a step of the pause that runs: a reminder, or the game goes on. Of a match that is over it takes none."""
    match_context, running = verbs.load(tx, contest_id), board_store.sessions_of_contest(tx, contest_id).running
    if match_context is None or running is None:
        return
    match, tournament = match_context.match, match_context.tournament
    over = match.contest.result is not None or match.voided_at is not None
    if over or tournament.cancelled_at is not None or tournament.ended_at is not None:
        return
    if step is Step.GO_ON:
        _go_on(tx, match_context, running)
        return
    if tx.now < running.goes_on_at:
        tell_match(tx, match_context.tournament, AdjournmentReminder(contest_id, running.number))
    _reschedule(tx, match_context)


def over(tx: Tx, contest_id: ContestId, by: PersonId | None) -> bool:
    """Ends the pause that runs and what was due for it; False when none runs."""
    kernel_time_store.rewrite_deadlines(tx, adjournment_subject(contest_id), ())
    return board_store.end_adjournment(tx, contest_id, tx.now, by)


def reschedule(tx: Tx, match_context: MatchContext) -> None:
    """Rewrites what is due for the pause that runs, if one does."""
    if board_store.sessions_of_contest(tx, match_context.contest_id).running is not None:
        _reschedule(tx, match_context)


def rules_of(match_context: MatchContext) -> AdjournmentRules:
    """The rulebook's rules on adjournment; raises NoAdjournments where it has none."""
    rules = match_context.tournament.rulebook.adjournment
    if rules is None:
        raise RefusedFor("error.NoAdjournments", name=match_context.tournament.name)
    return rules


def _pause(tx: Tx, match_context: MatchContext, at: datetime, goes_on_at: datetime, by: PersonId | None) -> None:
    contest_id = match_context.contest_id
    number = board_store.begin_adjournment(tx, contest_id, at, by, goes_on_at)
    kernel_time_store.rewrite_deadlines(tx, contest_subject(contest_id), ())
    rests_at = tx.now + AFTER_EVERY_PRESS
    match_strategy(match_context).turns(tx, match_context, MatchTurn.RESTS, rests_at)
    store.suspend(tx, contest_id, rests_at)
    _reschedule(tx, match_context)
    tx.touch(contest_subject(contest_id))
    verbs.record(tx, match_context, "adjourn_match", by)
    tell_match(tx, match_context.tournament, Adjourned(contest_id, number))
    verbs.tell_moved(tx, verbs.as_left(tx, match_context))


def _go_on(tx: Tx, match_context: MatchContext, running: Adjournment) -> None:
    """The clock runs again, whoever is there: coming back late costs one's own time and nothing else (GO-22)."""
    over(tx, match_context.contest_id, None)
    store.resume(tx, match_context.contest_id, tx.now)
    match_strategy(match_context).turns(tx, match_context, MatchTurn.GOES_ON, tx.now)
    verbs.reschedule_own(tx, match_context)
    tx.touch(contest_subject(match_context.contest_id))
    verbs.record(tx, match_context, "resume_match", None)
    tell_match(tx, match_context.tournament, AdjournmentOver(match_context.contest_id, running.number))


def _reschedule(tx: Tx, match_context: MatchContext) -> None:
    running = board_store.sessions_of_contest(tx, match_context.contest_id).running
    due = () if running is None else due_steps(running, rules_of(match_context), tx.now, match_context.outages)
    kernel_time_store.rewrite_deadlines(
        tx, adjournment_subject(match_context.contest_id), ((step.kind, step.at) for step in due)
    )


def _ahead(until: datetime, now: datetime) -> datetime:
    if until <= now:
        raise MomentInThePast(moment=until, now=now)
    return until


# --- pauses of an event ---------------------------------------------------------------------------------------------


class AlreadyPaused(UserError):
    """The event is paused; it can be resumed."""

    name: str
    until: datetime


class PauseTooLong(UserError):
    """An event does not pause for so long."""

    longest: timedelta


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
    tournaments_recusal_verbs.refuse_while_waited_for(tx, person.person_id, Act.PAUSE_TOURNAMENT, tournament)
    if tournament.rulebook.traits.has_lobby:
        raise RefusedFor("error.ArenaCannotPause", name=tournament.name)
    before = tournaments_store.running_pause(tx, tournament_id)
    if before is not None:
        raise AlreadyPaused(name=tournament.name, until=before.until)
    return begin(tx, tournament, person, checked_reason(reason), _end_of_pause(until, tx.now))


def begin(tx: Tx, tournament: Tournament, person: Person, reason: str, ends_at: datetime) -> PauseView:
    """All clocks stand still from now on."""
    event_id = tournament.tournament_id
    begun = EventPause(event_id, tx.now, person.person_id, reason, ends_at)
    tournaments_store.begin_pause(tx, begun)
    kernel_time_store.rewrite_deadlines(tx, pause_subject(event_id), [(Step.END_EVENT_PAUSE, ends_at)])
    record(tx, tournament, "pause_event", person.person_id, why=begun.reason)
    _move_clocks(tx, tournament, begun, EventPaused)
    return PauseView(tournament.name, begun, person.name)


@repeatable
def resume(tx: ActorTx, tournament_id: TournamentId) -> PauseView:
    """Ends the pause before its time: all clocks run on from where they stood. Raises NotPaused."""
    person, tournament = _staff(tx, tournament_id)
    running = tournaments_store.running_pause(tx, tournament_id)
    if running is None:
        raise RefusedFor("error.NotPaused", name=tournament.name)
    return _end(tx, tournament, running, min(tx.now, running.until), person)


def of_line(tx: Query, entry: Entry, now: datetime) -> EventPause | None:
    """The pause that the line of the log tells of, as long as it runs; None once it is over."""
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return None
    pause = tournaments_store.running_pause(tx, tournament.tournament_id)
    return pause if pause is not None and pause.paused_at == entry.at and now < pause.until else None


def ended_by_line(tx: Query, tournament: Tournament, entry: Entry, now: datetime) -> EventPause | None:
    """The pause whose end the line of the log tells of, as long as it would run still; None once it would be over."""
    if (
        phase(tournament) is not Phase.RUNNING
        or tournaments_store.running_pause(tx, tournament.tournament_id) is not None
    ):
        return None
    paused_at = datetime.fromisoformat(entry.details["paused_at"]) if "paused_at" in entry.details else entry.at
    pause = tournaments_store.begun_at(tx, tournament.tournament_id, paused_at)
    return pause if pause is not None and pause.resumed_at == entry.at and now < pause.until else None


def take_back(tx: Tx, entry: Entry, person: Person) -> None:
    """Ends the pause that the line of the log tells of, as `resume` does."""
    running = of_line(tx, entry, tx.now)
    tournament = None if running is None else tournaments_store.load(tx, running.tournament_id)
    if running is not None and tournament is not None:
        _end(tx, tournament, running, tx.now, person)


def take_pause(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes the step of a pause whose time has come; of an event that is over meanwhile nobody hears."""
    tournament, running = tournaments_store.load(tx, tournament_id), tournaments_store.running_pause(tx, tournament_id)
    if tournament is None or running is None or tx.now < running.until:
        return
    if phase(tournament) is Phase.RUNNING:
        _end(tx, tournament, running, running.until, None)
    else:
        tournaments_store.end_pause(tx, running, running.until, None)


def pause_view(tx: Query, tournament_id: TournamentId, paused_at: datetime) -> PauseView | None:
    """The pause that began at the moment, as it stands now; None where the event is gone."""
    tournament, found = (
        tournaments_store.load(tx, tournament_id),
        tournaments_store.begun_at(tx, tournament_id, paused_at),
    )
    if tournament is None or found is None:
        return None
    who = found.paused_by if found.resumed_at is None else found.resumed_by
    person = None if who is None else people_store.load(tx, who)
    return PauseView(tournament.name, found, "" if person is None else person.name)


def _staff(tx: ActorTx, tournament_id: TournamentId) -> tuple[Person, Tournament]:
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.PAUSE_TOURNAMENT)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.PAUSE_TOURNAMENT, tournament)
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
    tournaments_store.end_pause(tx, running, at, who)
    kernel_time_store.rewrite_deadlines(tx, pause_subject(tournament.tournament_id), ())
    record(tx, tournament, "resume_event", who, paused_at=running.paused_at.isoformat())
    _move_clocks(tx, tournament, running, EventResumed)
    course_calling_verbs.call_ready(tx, tournament)
    return PauseView(tournament.name, running, "" if by is None else by.name)


def _move_clocks(tx: Tx, tournament: Tournament, about: EventPause, kind: type[OfEventPause]) -> None:
    """What is due in the matches is worked out anew, their cards too, and the players read why."""
    for match in store.in_play(tx, tournament.tournament_id):
        match_context = verbs.load(tx, match.contest.contest_id)
        if match_context is not None:
            match_strategy(match_context).turns(tx, match_context, MatchTurn.MOVED, tx.now)
            reschedule(tx, match_context)
    verbs.reschedule_all(tx, tournament, show=True)
    for one in STEP_HOOKS.of(tournament.rulebook):
        one.after_pause(tx, tournament)
    said = kind(tournament.tournament_id, about.paused_at)
    tx.enqueue(tournament.guild_id, Place.MATCHES, said)
