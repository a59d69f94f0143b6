"""Notices about second claims to an account."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.entering.sayings import AccountClaimed, ClaimDecided, ClaimReader
from bot.notices.notice import Composed, on
from bot.rendering.entering import claim_cards as cards
from bot.services.entering import claims
from bot.storage.database import Work


def _claimed(work: Work, promise: Promise[AccountClaimed]) -> Composed | None:
    found = claims.view(work, promise.guild_id, promise.saying.claim_id)
    return lambda voice: cards.claimed(found, voice)


def _decided(work: Work, promise: Promise[ClaimDecided]) -> Composed | None:
    found = claims.view(work, promise.guild_id, promise.saying.claim_id)
    match promise.saying.reader:
        case ClaimReader.CLAIMANT:
            return lambda voice: cards.told_claimant(found, voice)
        case ClaimReader.HOLDER:
            return lambda voice: cards.told_holder(found, voice)
        case ClaimReader.COMMITTEE:
            return lambda voice: cards.decided(found, voice)


NOTICES: Final = dict(
    (
        on(AccountClaimed, _claimed),
        on(ClaimDecided, _decided),
    )
)
