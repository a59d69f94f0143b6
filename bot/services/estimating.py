"""How long events will take, told before they begin and again while they run."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.domain.events.drafts import Draft
from bot.domain.events.estimates import ASSUMED, Estimate, Lasting, Pace, ends_at, names_time, pace_of, pretend
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import EventFacts
from bot.domain.ids import GuildId
from bot.domain.rulebook import Rulebook
from bot.rulebooks.library import from_canonical
from bot.services.event_facts import facts
from bot.services.events import calling
from bot.storage import entrants, event_pauses, tournaments
from bot.storage.context import Query

SIZES: Final = (8, 16, 32)
"""For so many entrants a draft is told how long it would take, as far as there is room for them."""
_ANY_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When a pretended event begins: how long it lasts is the same on all."""
WORTH_TELLING: Final = timedelta(minutes=10)
"""What an arbiter more has to spare for it to be said."""


def of_event(tx: Query, tournament: Tournament, now: datetime) -> Estimate | None:
    """When the event will be over; None where that cannot be told, as in a pause or of one that is over."""
    if not _is_ahead(tournament) or event_pauses.running(tx, tournament.tournament_id) is not None:
        return None
    known, since = _facts(tx, tournament), max(now, tournament.start_at)
    each, on_duty = tournament.rulebook.matches.matches_per_arbiter, len(calling.available(tx, tournament))
    arbiters = max(1, on_duty)
    pace = pace_of(known.contests, tournament.rulebook, arbiters * each or None)
    end = ends_at(known, tournament.rulebook, pace, since)
    if end is None:
        return None
    assumed = None if names_time(tournament.rulebook) or pace.factor is not None else ASSUMED
    if each == 0:
        return Estimate(end, assumed=assumed)
    sooner = ends_at(known, tournament.rulebook, replace(pace, at_once=(arbiters + 1) * each), since) or end
    return Estimate(end, arbiters, on_duty > 0, sooner if end - sooner >= WORTH_TELLING else None, assumed)


def of_draft(tx: Query, guild_id: GuildId, draft: Draft) -> Lasting | None:
    """How long the event would take for some numbers of entrants, with one arbiter where matches need one."""
    if draft.guild_id != guild_id:
        return None
    rulebook = _rulebook(tx, draft)
    sizes = (size for size in SIZES if size <= (rulebook.registration.capacity or max(SIZES)))
    told = ((size, _lasts(size, rulebook)) for size in sizes)
    each = tuple((size, length) for size, length in told if length is not None)
    return (
        Lasting(each, rulebook.matches.matches_per_arbiter > 0, None if names_time(rulebook) else ASSUMED)
        if each
        else None
    )


def _rulebook(tx: Query, draft: Draft) -> Rulebook:
    before = None if draft.tournament_id is None else tournaments.load(tx, draft.tournament_id)
    return before.rulebook if before else from_canonical(draft.rulebook or "")


def _lasts(size: int, rulebook: Rulebook) -> timedelta | None:
    if _hangs_on_agreement(rulebook):
        return None
    end = ends_at(pretend(size), rulebook, Pace(rulebook.matches.matches_per_arbiter or None), _ANY_DAY)
    return None if end is None else end - _ANY_DAY


def _hangs_on_agreement(rulebook: Rulebook) -> bool:
    """Whether the two sides of each match say when it is played, which no pace foretells."""
    return rulebook.match_times is not None


def _is_ahead(tournament: Tournament) -> bool:
    over = phase(tournament) in {Phase.OVER, Phase.CANCELLED}
    return not over and not _hangs_on_agreement(tournament.rulebook)


def _facts(tx: Query, tournament: Tournament) -> EventFacts:
    """What is known of a drawn event, and before it as many entrants as are on the list."""
    if phase(tournament) is Phase.RUNNING:
        return facts(tx, tournament)
    registered = entrants.headcount(tx, tournament.tournament_id).registered
    return pretend(min(registered, tournament.rulebook.registration.capacity or registered))
