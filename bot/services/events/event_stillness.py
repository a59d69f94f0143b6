"""An event as a whole that stands still: matches that no arbiter can follow, or nothing to play and no end."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from bot.domain.contests import Contest
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.playing.summons import MatterKind
from bot.domain.stillness import Rung, Still, Told
from bot.services import stillness
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.timetable import outages_of, tournament_subject
from bot.storage import contests, standstills
from bot.storage.context import Query, Tx

ASKED_AFTER: Final = timedelta(minutes=15)
"""How long matches wait for an arbiter, or an event for its next step, before who runs the event is asked."""


def look(tx: Tx, tournament: Tournament, in_force: Iterable[Contest]) -> None:
    """Notes that nothing of the event is left to play, and that it is not over: only a person can help."""
    if is_stuck(tx, tournament, in_force):
        note(tx, tournament, MatterKind.STUCK)


def note(tx: Tx, tournament: Tournament, kind: MatterKind) -> None:
    """Rewrites when somebody hears of the state that the event is in, counted from when it was first seen."""
    still = state_of(tx, tournament, kind)
    stillness.rewrite(tx, tournament_subject(tournament.tournament_id), still, outages_of(tx, tournament))


def over(tx: Tx, tournament: Tournament, kind: MatterKind) -> None:
    """The state is over; of another one that the event is in nothing changes."""
    subject = tournament_subject(tournament.tournament_id)
    told = standstills.load(tx, subject)
    if told is not None and told.kind in {kind, None}:
        stillness.over(tx, subject)


def state_of(tx: Tx, tournament: Tournament, kind: MatterKind) -> Still:
    """The state since it was first seen, which is noted."""
    subject = tournament_subject(tournament.tournament_id)
    told = standstills.load(tx, subject)
    if told is None or told.kind not in {kind, None}:
        told = Told(kind, tx.now, Rung.NOTHING, tx.now)
        standstills.note(tx, subject, told)
    return Still(kind, told.since, asked_after=ASKED_AFTER)


def suspect(tx: Query, tournament: Tournament) -> MatterKind | None:
    """What may stand still of the event now, beside its matches in play; the plan of calls is not looked at."""
    where = phase(tournament)
    if where is Phase.DRAWING:
        return MatterKind.STUCK
    if where is not Phase.RUNNING:
        return None
    if tournament.rulebook.matches.matches_per_arbiter and contests.wait_for_a_call(tx, tournament.tournament_id):
        return MatterKind.ARBITER_WANTED
    in_force = contests.of_tournament(tx, tournament.tournament_id)
    return MatterKind.STUCK if is_stuck(tx, tournament, in_force) else None


def is_stuck(tx: Query, tournament: Tournament, in_force: Iterable[Contest]) -> bool:
    """Whether no match of a running event is open, and no step of its own brings the next one."""
    if not tournament.rulebook.traits.in_rounds or tournament.start_at > tx.now:
        return False
    if any(one.result is None and len(one.sides) > 1 for one in in_force):
        return False
    return not any(one.next_round_waits(tx, tournament) for one in EVENT_HOOKS.of(tournament.rulebook))
