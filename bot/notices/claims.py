"""Notices about second claims to an account."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Promise, Saying
from bot.notices.notice import Composed, Notice
from bot.rendering.entering import claim_cards as cards
from bot.services.entering import claims
from bot.storage.database import Work


def _claimed(work: Work, promise: Promise) -> Composed | None:
    found = claims.view(work, promise.guild_id, promise.subject)
    return lambda voice: cards.claimed(found, voice)


def _decided(work: Work, promise: Promise) -> Composed | None:
    found = claims.view(work, promise.guild_id, promise.subject)
    match promise.details["reader"]:
        case "claimant":
            return lambda voice: cards.told_claimant(found, voice)
        case "holder":
            return lambda voice: cards.told_holder(found, voice)
        case _:
            return lambda voice: cards.decided(found, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.ACCOUNT_CLAIMED: _claimed,
    Saying.CLAIM_DECIDED: _decided,
}
