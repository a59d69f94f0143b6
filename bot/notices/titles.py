"""Notices about titles."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToPlace
from bot.domain.community import Place
from bot.domain.ids import GuildId, PersonId
from bot.domain.proposals import ProposalOutcome
from bot.notices.notice import Composed, Notice
from bot.rendering import title_cards as cards
from bot.rendering.bar_cards import without_pings
from bot.services import title_reading
from bot.storage import people
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
    return None if person is None else _said(promise, lambda voice: cards.champion(person, event, voice))


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
}
