"""Notices about events that wait for the President."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import GuildId
from bot.notices.notice import Composed, Notice
from bot.rendering.events import event_proposal_cards as cards
from bot.services.events import event_proposals
from bot.storage.database import Work


def panel(work: Work, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = event_proposals.view(work, subject)
    return None if view is None else (lambda voice: cards.card(view, voice), view.proposal.guild_id)


def _proposed(work: Work, promise: Promise) -> Composed | None:
    found = panel(work, promise.subject, promise.promised_at)
    return found[0] if found else None


def _decided(work: Work, promise: Promise) -> Composed | None:
    view = event_proposals.view(work, promise.subject)
    return None if view is None or view.proposal.approved is None else lambda voice: cards.decided(view, voice)


NOTICES: Mapping[Saying, Notice] = {Saying.EVENT_PROPOSED: _proposed, Saying.EVENT_DECIDED: _decided}
