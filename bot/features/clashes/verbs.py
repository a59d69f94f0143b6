"""When a match waits for another one of its players, and what follows once it need not wait any more."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from bot.features.entering import store as entering_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import HeldUp, MatchContext, Wait
from bot.features.playing.model import WaitIsOver
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject, people_shown
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId
from bot.kernel.outages import Step
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.play.matches import (
    TODAY,
    MatchPhase,
    comes_first,
    sides_that_wait,
    takes_its_players,
    waits,
    waits_until,
)
from bot.server.speaking_verbs import tell_match


def waiting_subject(contest_id: ContestId) -> str:
    """How deadlines name the end of a match's wait."""
    return f"waiting:{contest_id}"


# --- who is wanted elsewhere ----------------------------------------------------------------------------------------


def held_up(tx: Query, match_context: MatchContext, sides: Collection[int], now: datetime) -> tuple[HeldUp, ...]:
    """Those of the sides that are still wanted in a match of another event which was called before this one."""
    if not match_context.tournament.rulebook.matches.waits_for_other_events:
        return ()
    return tuple(found for side in sides for found in _elsewhere(tx, match_context, side, now))


def _elsewhere(tx: Query, match_context: MatchContext, side: int, now: datetime) -> Iterator[HeldUp]:
    """The first such match of the side, by whichever account of theirs."""
    entrants = entering_store.by_ids(tx, [match_context.match.contest.sides[side]])
    people = people_shown(tx, entrants)
    for entrant in entrants:
        own = people_store.same_person_ids(tx, entrant.person_id)
        found = playing_rows_store.in_play_of_people(tx, own, match_context.tournament.guild_id, now - TODAY)
        for contest_id in found:
            other = playing_verbs.load(tx, contest_id)
            if other is not None and _goes_before(other, match_context, now):
                yield HeldUp(side, people[entrant.entrant_id], other.tournament.name, contest_id)
                return


def _goes_before(other: MatchContext, match_context: MatchContext, now: datetime) -> bool:
    if other.tournament.tournament_id == match_context.tournament.tournament_id:
        return False
    wanted = takes_its_players(other.match, now, other.tournament.rulebook, other.outages)
    return wanted and comes_first(other.match, match_context.match, now)


def wait_of(tx: Query, match_context: MatchContext, now: datetime) -> Wait | None:
    """What its card tells of the wait, from before its call is delivered; None of a match that waits for nothing."""
    phase = match_context.state(now).phase
    if phase is MatchPhase.WAITING:
        there = {clock.side for clock in match_context.match.clocks}
        sides = [side for side in range(len(match_context.match.contest.sides)) if side not in there]
        found, until = held_up(tx, match_context, sides, now), None
    elif phase is MatchPhase.MISSING and waits(match_context.match, now):
        found = held_up(tx, match_context, sides_that_wait(match_context.match, now), now)
        until = max(clock.started_at for clock in match_context.match.clocks if clock.ended_at is None)
    else:
        return None
    return Wait(found, until) if found else None


# --- the wait, from its beginning to its end ------------------------------------------------------------------------


def begin(tx: Tx, match_context: MatchContext, sides: Collection[int], at: datetime) -> datetime | None:
    """When the clocks begin of a match that is called, or goes on, at the moment; None: with that."""
    if not held_up(tx, match_context, sides, at):
        return None
    until = waits_until(match_context.match.contest.called_at or at, match_context.outages)
    if until <= at:
        return None
    _plan(tx, match_context.contest_id, until)
    tx.touch(contest_subject(match_context.contest_id))
    return until


def look(tx: Tx, guild_id: GuildId) -> None:
    """Calls the players of each match of the server that need not wait any more; a second look changes nothing."""
    for contest_id in playing_board_store.waiting_matches(tx, guild_id, tx.now):
        match_context = playing_verbs.load(tx, contest_id)
        if match_context is not None and match_context.state(tx.now).phase is MatchPhase.MISSING:
            _look_at(tx, match_context)


def _look_at(tx: Tx, match_context: MatchContext) -> None:
    sides = sides_that_wait(match_context.match, tx.now)
    if not sides or held_up(tx, match_context, sides, tx.now) or _is_told(tx, match_context):
        return
    tell_match(tx, match_context.tournament, WaitIsOver(match_context.contest_id))
    tx.touch(contest_subject(match_context.contest_id))


def _is_told(tx: Query, match_context: MatchContext) -> bool:
    """Whether that was said, or is about to be, since the match was called."""
    called_at = match_context.match.contest.called_at
    told = outbox.all_promises(tx, WaitIsOver, match_context.contest_id)
    return called_at is not None and any(one.promised_at >= called_at for one in told)


def start_clocks(tx: Tx, promised: Promise[WaitIsOver], delivery: Delivery) -> None:
    """The clocks begin when the players could read that the other match is over, never later than they were to."""
    contest_id = promised.message.contest_id
    match_context = playing_verbs.load(tx, contest_id)
    if match_context is None or not waits(match_context.match, tx.now):
        return
    playing_board_store.begin_absence_clocks(tx, contest_id, tx.now, min(tx.now, delivery.delivered_at))
    _forget(tx, contest_id)
    playing_verbs.reschedule_own(tx, match_context)
    tx.touch(contest_subject(contest_id))


def take(tx: Tx, contest_id: ContestId) -> None:
    """The longest wait is over: the clocks run, and who runs each event is asked where the player is not there yet."""
    match_context = playing_verbs.load(tx, contest_id)
    if match_context is None or match_context.tournament.cancelled_at is not None:
        return
    state = match_context.state(tx.now)
    if state.phase is not MatchPhase.MISSING:
        return
    tx.touch(contest_subject(contest_id))
    later = [one.begins_at for one in state.missing if one.begins_at is not None]
    if later:
        _plan(tx, contest_id, min(later))
        return
    others = held_up(tx, match_context, [one.side for one in state.missing], tx.now)
    if others:
        _ask(tx, match_context, {one.contest_id for one in others})


def _ask(tx: Tx, match_context: MatchContext, others: Collection[ContestId]) -> None:
    call = tournaments_summons_verbs.call_to_match
    call(tx, match_context.tournament, MatterKind.PLAYS_ELSEWHERE, match_context.contest_id)
    for other_id in sorted(others):
        other = playing_verbs.load(tx, other_id)
        if other is not None:
            call(tx, other.tournament, MatterKind.HOLDS_UP, other_id)


def move(tx: Tx, guild_id: GuildId, since: datetime) -> None:
    """Moves the end of each wait in the server by time in which nobody could press; `since` is when that began."""
    for contest_id in playing_board_store.waiting_matches(tx, guild_id, since):
        match_context = playing_verbs.load(tx, contest_id)
        called_at = None if match_context is None else match_context.match.contest.called_at
        if match_context is None or called_at is None:
            continue
        until = waits_until(called_at, match_context.outages)
        if playing_board_store.begin_absence_clocks(tx, contest_id, since, until):
            _plan(tx, contest_id, until)
            playing_verbs.reschedule_own(tx, match_context)
            tx.touch(contest_subject(contest_id))


def _plan(tx: Tx, contest_id: ContestId, until: datetime) -> None:
    kernel_time_store.rewrite_deadlines(tx, waiting_subject(contest_id), ((Step.END_WAITING, until),))


def _forget(tx: Tx, contest_id: ContestId) -> None:
    kernel_time_store.rewrite_deadlines(tx, waiting_subject(contest_id), ())
