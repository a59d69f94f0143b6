"""Notices about case files and appeals."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToMember, ToPlace
from bot.domain.cases.file_views import FileView
from bot.domain.community import Place
from bot.domain.ids import FileId, GuildId
from bot.notices.notice import Composed, Notice
from bot.rendering.cases import appeal_cards, file_cards
from bot.services.cases import file_reading
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The committee's card as it has to look now."""
    view = file_reading.file_view(work, FileId(subject), now)
    if view is None:
        return None
    return lambda voice: file_cards.for_committee(view, voice), view.file.guild_id


def appeal_panel(work: Work, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The card of an appeal as it has to look now."""
    view = file_reading.appeal_view(work, subject)
    if view is None:
        return None
    return lambda voice: appeal_cards.for_committee(view, voice), view.appeal.guild_id


def _opened(work: Work, promise: Promise) -> Composed | None:
    found = panel(work, promise.subject, promise.promised_at)
    return found[0] if found else None


def _accused(work: Work, promise: Promise) -> Composed | None:
    view = file_reading.file_view(work, FileId(promise.subject), promise.promised_at)
    if view is None or view.file.verdict is not None:
        return None
    return _to_accused(promise, view, lambda voice: file_cards.for_accused(view, voice))


def _to_accused(promise: Promise, view: FileView, composed: Composed) -> Composed:
    """For a direct message the card without its buttons."""
    if not isinstance(promise.target, ToMember):
        return composed
    return lambda voice: file_cards.as_letter(composed(voice), view, voice)


def _note(work: Work, promise: Promise) -> Composed | None:
    view = file_reading.file_view(work, FileId(promise.subject), promise.promised_at)
    if view is None:
        return None
    what, reason = promise.details["what"], promise.details.get("reason")
    if what == "over":
        return (lambda voice: file_cards.reply_over(view, voice)) if view.file.verdict is None else None
    return _to_accused(promise, view, lambda voice: file_cards.note(view, what, reason, voice))


def _decided(work: Work, promise: Promise) -> Composed | None:
    view = file_reading.file_view(work, FileId(promise.subject), promise.promised_at)
    if view is None or view.file.verdict is None:
        return None
    if promise.details.get("reader") == "reporter":
        return lambda voice: file_cards.told_reporter(view, voice)
    own = not isinstance(promise.target, ToPlace)
    pinged = promise.target != ToPlace(Place.RECORD)
    return _to_accused(promise, view, lambda voice: file_cards.decided(view, voice, own=own, pinged=pinged))


def _appeal_made(work: Work, promise: Promise) -> Composed | None:
    found = appeal_panel(work, promise.subject, promise.promised_at)
    return found[0] if found else None


def _appeal_decided(work: Work, promise: Promise) -> Composed | None:
    view = file_reading.appeal_view(work, promise.subject)
    if view is None or view.appeal.granted is None:
        return None
    own, pinged = isinstance(promise.target, ToMember), promise.target != ToPlace(Place.RECORD)
    return lambda voice: appeal_cards.decided(view, voice, own=own, pinged=pinged)


def _ratings_corrected(work: Work, promise: Promise) -> Composed | None:
    found = file_reading.corrected_ratings(work, promise.subject, promise.details["list"])
    return (lambda voice: file_cards.ratings_corrected(found, voice)) if found else None


NOTICES: Mapping[Saying, Notice] = {
    Saying.FILE_OPENED: _opened,
    Saying.CASE_THREAD: _accused,
    Saying.FILE_LETTER: _accused,
    Saying.FILE_NOTE: _note,
    Saying.FILE_DECIDED: _decided,
    Saying.APPEAL_MADE: _appeal_made,
    Saying.APPEAL_DECIDED: _appeal_decided,
    Saying.RATINGS_CORRECTED: _ratings_corrected,
}
