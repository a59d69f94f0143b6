"""An event as a whole that stands still: what of it is looked at when it has gone on, at little cost."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import Occasion
from bot.domain.playing.summons import MatterKind
from bot.domain.stillness import Rung, Still, Told
from bot.services import stillness
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.timetable import outages_of, tournament_subject
from bot.storage import contests, event_pauses, standstills
from bot.storage.database import Work

ASKED_AFTER: Final = timedelta(minutes=15)
"""How long matches wait for an arbiter, or a draw for its step, before who runs the event is asked."""


def look(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """Rewrites when somebody hears that the event itself stands still; harmless at any time.

    Whether matches that wait have an arbiter who is free is looked at when the step is taken, and not here.
    """
    subject, kind = tournament_subject(tournament.tournament_id), suspect(work, tournament, occasion.now)
    if kind is None:
        stillness.over(work, subject)
    else:
        stillness.rewrite(work, subject, begun(work, occasion, tournament, kind), outages_of(work, tournament))


def begun(work: Work, occasion: Occasion, tournament: Tournament, kind: MatterKind) -> Still:
    """The state since it was first seen, which is noted."""
    subject = tournament_subject(tournament.tournament_id)
    told = standstills.load(work, subject)
    if told is None or told.kind not in {kind, None}:
        told = Told(kind, occasion.now, Rung.NOTHING, occasion.now)
        standstills.note(work, subject, told)
    return Still(kind, told.since, asked_after=ASKED_AFTER)


def suspect(work: Work, tournament: Tournament, now: datetime) -> MatterKind | None:
    """What may stand still of the event beside its matches in play; None where a step of its own takes it on."""
    traits, where = tournament.rulebook.traits, phase(tournament)
    if where is Phase.DRAWING:
        return MatterKind.STUCK
    if where is not Phase.RUNNING or traits.has_lobby or tournament.start_at > now or _is_paused(work, tournament):
        return None
    if tournament.rulebook.matches.matches_per_arbiter and contests.wait_for_a_call(work, tournament.tournament_id):
        return MatterKind.ARBITER_WANTED
    if not traits.in_rounds or contests.has_open(work, tournament.tournament_id):
        return None
    waits = any(one.next_round_waits(work, tournament, now) for one in EVENT_HOOKS.of(tournament.rulebook))
    return None if waits else MatterKind.STUCK


def _is_paused(work: Work, tournament: Tournament) -> bool:
    return event_pauses.running(work, tournament.tournament_id) is not None
