"""Notices about events that wait for the President."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.events.sayings import EventDecided, EventProposed
from bot.domain.ids import GuildId
from bot.notices.notice import Composed, on
from bot.rendering.events import event_proposal_cards as cards
from bot.services.events import event_proposals
from bot.storage.database import Work


def panel(work: Work, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = event_proposals.view(work, subject)
    return None if view is None else (lambda voice: cards.card(view, voice), view.proposal.guild_id)


def _proposed(work: Work, promise: Promise[EventProposed]) -> Composed | None:
    found = panel(work, promise.saying.proposal_id, promise.promised_at)
    return found[0] if found else None


def _decided(work: Work, promise: Promise[EventDecided]) -> Composed | None:
    view = event_proposals.view(work, promise.saying.proposal_id)
    return None if view is None or view.proposal.approved is None else lambda voice: cards.decided(view, voice)


NOTICES: Final = dict(
    (
        on(EventProposed, _proposed),
        on(EventDecided, _decided),
    )
)
