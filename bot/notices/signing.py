"""Notices of second signatures."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.ids import GuildId, PersonId
from bot.domain.signing.sayings import SignatureEnded, SignatureLetter, SignaturePassedOn, SignatureWanted
from bot.notices.notice import Composed, on
from bot.rendering.signing import signature_cards
from bot.services.signing import signatures
from bot.storage import people
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card as it has to look now."""
    view = signatures.view(work, subject, now)
    return None if view is None else (lambda voice: signature_cards.card(view, voice), view.signature.guild_id)


def _request(work: Work, promise: Promise[SignatureWanted]) -> Composed | None:
    view = signatures.view(work, promise.saying.signature_id, promise.promised_at)
    if view is None or view.signature.outcome is not None:
        return None
    return lambda voice: signature_cards.card(view, voice)


def _letter(work: Work, promise: Promise[SignatureLetter]) -> Composed | None:
    view = signatures.view(work, promise.saying.signature_id, promise.promised_at)
    if view is None or view.signature.outcome is not None:
        return None
    return lambda voice: signature_cards.letter(view, voice)


def _passed_on(work: Work, promise: Promise[SignaturePassedOn]) -> Composed | None:
    view = signatures.view(work, promise.saying.signature_id, promise.promised_at)
    known = people.by_ids(work, list(map(PersonId, promise.saying.people)))
    if view is None or view.signature.outcome is not None or not known:
        return None
    return lambda voice: signature_cards.passed_on(view, tuple(known.values()), voice)


def _end(work: Work, promise: Promise[SignatureEnded]) -> Composed | None:
    view = signatures.view(work, promise.saying.signature_id, promise.promised_at)
    if view is None or view.signature.outcome is None:
        return None
    return lambda voice: signature_cards.outcome(view, voice)


NOTICES: Final = dict(
    (
        on(SignatureWanted, _request),
        on(SignatureLetter, _letter),
        on(SignaturePassedOn, _passed_on),
        on(SignatureEnded, _end),
    )
)
