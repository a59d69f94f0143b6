"""Notices about titles."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying
from bot.domain.ids import PersonId
from bot.domain.proposals import ProposalOutcome
from bot.notices.notice import Composed, Notice
from bot.rendering import title_cards as cards
from bot.services import title_reading
from bot.storage import people
from bot.storage.database import Work


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
    return lambda voice: cards.changed(view, voice)


def _champion(work: Work, promise: Promise) -> Composed | None:
    person, event = people.load(work, PersonId(promise.subject)), promise.details["event"]
    return None if person is None else lambda voice: cards.champion(person, event, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.TITLE_PROPOSED: _proposed,
    Saying.TITLE_OFFERED: _offered,
    Saying.TITLE_CHANGED: _changed,
    Saying.CHAMPION_NAMED: _champion,
}
