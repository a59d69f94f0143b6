"""Notices about titles."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToPlace
from bot.domain.community import Person, Place
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.registry.proposals import ProposalOutcome
from bot.notices.notice import Composed, Notice
from bot.rendering.cases.bar_cards import without_pings
from bot.rendering.registry import title_cards as cards
from bot.services.registry import title_reading
from bot.storage import people, tournaments
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = title_reading.proposal_view(work, subject, now)
    return None if view is None else (lambda voice: cards.proposal(view, voice), view.proposal.guild_id)


def _proposed(work: Work, promise: Promise) -> Composed | None:
    view = title_reading.proposal_view(work, promise.subject, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda voice: cards.proposal(view, voice)


def _offered(work: Work, promise: Promise) -> Composed | None:
    view = title_reading.proposal_view(work, promise.subject, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda voice: cards.offered(view, voice)


def _changed(work: Work, promise: Promise) -> Composed | None:
    view = title_reading.proposal_view(work, promise.subject, promise.promised_at)
    if view is None or view.proposal.outcome is not ProposalOutcome.DONE:
        return None
    return _said(promise, lambda voice: cards.changed(view, voice))


def _champion(work: Work, promise: Promise) -> Composed | None:
    person, event = people.load(work, PersonId(promise.subject)), promise.details["event"]
    if person is None:
        return None
    unplayed = "unplayed" in promise.details
    return _said(promise, lambda voice: cards.champion(person, event, voice, unplayed=unplayed))


def _moved(work: Work, promise: Promise) -> Composed | None:
    lost, won, holder = (_person(work, promise.details[role]) for role in ("lost", "won", "holder"))
    if lost is None:
        return None
    moved = cards.TitleMoved(
        promise.details["event"],
        lost,
        won,
        holder,
        renamed=_events(work, promise.details.get("renamed", "")),
        left=_events(work, promise.details.get("left", "")),
    )
    return _said(promise, lambda voice: cards.moved(moved, voice))


def _person(work: Work, person_id: str) -> Person | None:
    return people.load(work, PersonId(person_id)) if person_id else None


def _events(work: Work, listed: str) -> tuple[Tournament, ...]:
    found = (tournaments.load(work, TournamentId(one)) for one in listed.split(",") if one)
    return tuple(one for one in found if one is not None)


def _said(promise: Promise, composed: Composed) -> Composed:
    """The record tells the same and pings nobody."""
    if promise.target != ToPlace(Place.RECORD):
        return composed
    return lambda voice: without_pings(composed(voice))


NOTICES: Mapping[Saying, Notice] = {
    Saying.TITLE_PROPOSED: _proposed,
    Saying.TITLE_OFFERED: _offered,
    Saying.TITLE_CHANGED: _changed,
    Saying.CHAMPION_NAMED: _champion,
    Saying.TITLE_MOVED: _moved,
}
