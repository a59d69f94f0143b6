"""Which events are larger than a provisional arbiter may follow, told before they begin (AIJE-B01-ANP)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.calling import may_run
from bot.domain.events.drafts import Draft
from bot.domain.events.draw_views import Provisional
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle
from bot.domain.rulebook import Rulebook
from bot.rulebooks.library import from_canonical
from bot.rulebooks.title_numbers import smaller_event
from bot.services.event_facts import person_of
from bot.storage import contests, entrants, people, tournaments
from bot.storage.context import Query


def of_event(tx: Query, tournament: Tournament) -> Provisional | None:
    """The arbiters who are given no match of the event as it stands; None where there is nobody of that kind."""
    if phase(tournament) in {Phase.OVER, Phase.CANCELLED} or not _has_arbiters(tournament.rulebook):
        return None
    return of_size(tx, tournament.guild_id, _entrants(tx, tournament), tournament.start_at)


def of_draft(tx: Query, guild_id: GuildId, draft: Draft) -> Provisional | None:
    """The arbiters who would be given none if the event became as large as it may; None where it stays small enough."""
    before = None if draft.tournament_id is None else tournaments.load(tx, draft.tournament_id)
    rulebook = before.rulebook if before else from_canonical(draft.rulebook or "")
    start_at = draft.start_at or (before.start_at if before else draft.drafted_at)
    if not _has_arbiters(rulebook):
        return None
    return of_size(tx, guild_id, rulebook.registration.capacity, start_at)


def too_large(tx: Query, guild_id: GuildId, person_id: PersonId) -> tuple[Tournament, ...]:
    """The drawn events with matches still to be called whose size alone keeps the arbiter from them."""
    title = people.title_of(tx, person_id)
    if title is not ArbiterTitle.ANP:
        return ()
    return tuple(
        one
        for one in tournaments.all_unfinished(tx, guild_id)
        if phase(one) is Phase.RUNNING
        and _has_arbiters(one.rulebook)
        and contests.wait_uncalled(tx, one.tournament_id)
        and not may_run(title, _entrants(tx, one), smaller_event(one.start_at))
    )


def of_size(tx: Query, guild_id: GuildId, size: int | None, start_at: datetime) -> Provisional | None:
    """The arbiters who are given none of an event of so many; `size` is None where nothing bounds it."""
    limit = smaller_event(start_at)
    most = limit + 1 if size is None else size
    holders = [one for one, title in people.arbiters(tx, guild_id).items() if not may_run(title, most, limit)]
    known = people.by_ids(tx, holders)
    return Provisional(tuple(known[one] for one in holders), limit) if holders else None


def _has_arbiters(rulebook: Rulebook) -> bool:
    return rulebook.matches.matches_per_arbiter > 0


def _entrants(tx: Query, tournament: Tournament) -> int:
    if tournament.drawn_at is None:
        return entrants.headcount(tx, tournament.tournament_id).registered
    return len(set(person_of(tx, tournament).values()))
