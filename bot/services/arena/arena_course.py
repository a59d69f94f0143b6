"""An arena as it runs by itself: who confirmed is paired, then whoever is back in the lobby, until the time is up.

A message tells all pairs of one pass; the countdown to the first move starts when it is delivered (ARENA-5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.arena.arena_clock import due_steps, free_from, pass_at
from bot.domain.arena.arena_pairing import PAIRS_IN_A_PASS
from bot.domain.arena.arena_scoring import rules_of
from bot.domain.arena.sayings import ArenaFrozen, ArenaLobby, ArenaPaired
from bot.domain.community import Place
from bot.domain.contests import NewContest, sides_of
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import arena
from bot.domain.ids import ContestId, TournamentId
from bot.domain.lengths import length_of
from bot.domain.outages import Outage
from bot.services import event_log
from bot.services.arena.arena_bars import kept_out
from bot.services.event_facts import began_at, facts_of_lobby
from bot.services.events import ending
from bot.services.speaking import promise
from bot.services.timetable import arena_subject, save
from bot.storage import arena_contests, contests, deadlines, entrants, fields, outbox, panels, tournaments
from bot.storage.context import Query, Tx

LATE: Final = 2
"""The first round of who came into a running arena, which has but one: it began without that player."""


def carry_on(tx: Tx, tournament: Tournament) -> None:
    """Takes an arena as far as it goes by itself: its opening, the next pairing, the end; harmless at any time.

    It reads what the next step hangs on and nothing else: the last game of the evening costs what the first did.
    """
    tournament_id = tournament.tournament_id
    if phase(tournament) is not Phase.RUNNING or tournament.start_at > tx.now:
        return
    if tournament.first_call_at is None:
        _open(tx, tournament)
        return
    fields.leave_lobby(tx, fields.waiting_who_left(tx, tournament_id), tx.now)
    pair_soon(tx, tournament)
    panels.mark_stale(tx, arena_subject(tournament_id), tx.now)
    if ends_at(tx, tournament) + CLICKS_IN_FLIGHT <= tx.now:
        _close(tx, tournament)


def pair_soon(tx: Tx, tournament: Tournament) -> bool:
    """Makes the games that can be made of the lobby now, plans the next step, and says whether there were any.

    Where a pass was made in the last seconds, the step does it when they are over.
    """
    tournament_id, end = tournament.tournament_id, ends_at(tx, tournament)
    if is_frozen(tx, tournament_id):
        _plan(tx, tournament, None, end, tx.now)
        return False
    made = arena_contests.last_made(tx, tournament_id, PAIRS_IN_A_PASS)
    free = tx.now if made is None else free_from(*made)
    if free > tx.now:
        pairing = free if len(fields.waiting(tx, tournament_id)) > 1 else None
        _plan(tx, tournament, pairing, end, tx.now)
        return False
    known = facts_of_lobby(tx, tournament, tx.now)
    found = arena.advance(known, tournament.rulebook, None) if len(known.waiting) > 1 else ()
    _write(tx, tournament, found)
    paired = sides_of(found)
    left = replace(known, waiting=tuple(one for one in known.waiting if one.entrant_id not in paired))
    pairing = pass_at(left, tournament.rulebook, (tx.now, len(found)) if found else made)
    _plan(tx, tournament, pairing, end, tx.now)
    return bool(found)


def _plan(tx: Tx, tournament: Tournament, pairing: datetime | None, end: datetime, now: datetime) -> None:
    """Rewrites when the lobby is paired next and when the arena ends."""
    frozen = is_frozen(tx, tournament.tournament_id)
    due = due_steps(pairing, end, now, frozen=frozen)
    deadlines.rewrite(tx, arena_subject(tournament.tournament_id), ((step.kind, step.at) for step in due))


def ends_at(tx: Query, tournament: Tournament) -> datetime:
    """When the time of an arena is up; before its opening, when it would be."""
    return began_at(tx, tournament) + rules_of(tournament.rulebook).lasts


def late_round(tx: Query, tournament: Tournament, at: datetime) -> int | None:
    """The round in which a running arena takes somebody new at that moment; None where it takes nobody."""
    until = takes_until(tx, tournament)
    return LATE if until is not None and at <= until else None


def takes_until(tx: Query, tournament: Tournament) -> datetime | None:
    """Until when a running arena takes new players; None where it takes nobody. Outages move it like the end."""
    within = rules_of(tournament.rulebook).late_entry_within
    running = phase(tournament) is Phase.RUNNING and tournament.first_call_at is not None
    return began_at(tx, tournament) + within if within and running else None


def take(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    """The lobby is paired, or the time is up; which of the two is looked up in the facts."""
    del step
    tournament = tournaments.load(tx, tournament_id)
    if tournament is not None:
        carry_on(tx, tournament)


def after_outage(tx: Tx, outage: Outage) -> None:
    """Moves the end of every arena by the time in which nobody could be paired or tell a result."""
    for tournament in tournaments.reached_by(tx, outage):
        if tournament.rulebook.traits.has_lobby:
            carry_on(tx, tournament)


def is_frozen(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether the end was declared."""
    return bool(outbox.all_promises(tx, ArenaFrozen, tournament_id))


def start_countdowns(tx: Tx, promised: Promise[ArenaPaired], delivery: Delivery) -> None:
    """Both players could read the message: the countdown of each of its games starts."""
    told = promised.saying
    for contest in arena_contests.with_numbers(tx, told.tournament_id, told.first, told.last):
        if contest.called_at is None and contest.result is None:
            contests.note_called(tx, contest.contest_id, delivery.delivered_at)


def _open(tx: Tx, before: Tournament) -> None:
    """Everybody who confirmed is in the lobby: to confirm was their own act (ARENA-3).

    The first pass is a step of its own, so that no press waits for the draw and for it.
    """
    tournament, tournament_id = replace(before, first_call_at=tx.now), before.tournament_id
    save(tx, tournament)
    starting = [one for one in entrants.with_outcome(tx, tournament_id, "starter") if one.withdrawn_at is None]
    barred = kept_out(tx, tournament, [one.person_id for one in starting], tx.now)
    for entrant in starting:
        if entrant.person_id not in barred:
            fields.enter_lobby(tx, entrant.entrant_id, tx.now)
    event_log.record(tx, tournament, "begin_arena")
    promise(tx, tournament.guild_id, Place.MATCHES, ArenaLobby(tournament_id))
    _plan(tx, tournament, tx.now, ends_at(tx, tournament), tx.now)


def _write(tx: Tx, tournament: Tournament, found: Sequence[NewContest]) -> None:
    """Writes the games, takes their players out of the lobby, and promises one message for all of them."""
    tournament_id = tournament.tournament_id
    for new in found:
        contest_id, length = ContestId(tx.new_id()), length_of(new, tournament.rulebook)
        contests.add(tx, tournament_id, tournament.draw_number, contest_id, new, length, tx.now)
        contests.assign(tx, contest_id, None, tx.now)
        fields.leave_lobby(tx, new.sides, tx.now)
    if found:
        paired = ArenaPaired(tournament_id, found[0].position, found[-1].position)
        promise(tx, tournament.guild_id, Place.MATCHES, paired)


def _close(tx: Tx, tournament: Tournament) -> None:
    """Freezes the table once, and ends the event when nothing that was told in time is awaited (ARENA-4).

    A dispute holds nobody up: its game counts once it is decided, after the end too.
    """
    tournament_id = tournament.tournament_id
    if not is_frozen(tx, tournament_id):
        fields.leave_lobby(tx, [one.entrant_id for one in fields.waiting(tx, tournament_id)], tx.now)
        event_log.record(tx, tournament, "freeze_arena")
        promise(tx, tournament.guild_id, Place.MATCHES, ArenaFrozen(tournament_id))
    awaited, disputed = (
        ask(tx, tournament_id) for ask in (arena_contests.awaited_games, arena_contests.disputed_games)
    )
    if set(awaited) <= set(disputed):
        ending.finish(tx, tournament_id)
    _plan(tx, tournament, None, ends_at(tx, tournament), tx.now)
