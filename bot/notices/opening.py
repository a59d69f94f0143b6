"""Notices of opening lists."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.domain.opening.sayings import FoundingEnds, OpeningListBrought, OpeningListUndone, OpeningListWaits
from bot.notices.notice import Composed, on
from bot.rendering.opening import opening_notices
from bot.services import founding
from bot.services.opening import handing
from bot.storage import foundings, opening_drafts, opening_lists, people
from bot.storage.context import Query


def _list_brought(tx: Query, promise: Promise[OpeningListBrought]) -> Composed | None:
    said, told = promise.saying, handing.told_of(tx, promise.saying.list_id)
    if told is None:
        return None
    return lambda voice: opening_notices.arrival(told, said, voice)


def _undone(tx: Query, promise: Promise[OpeningListUndone]) -> Composed | None:
    opening = opening_lists.load(tx, promise.saying.list_id)
    by = None if opening is None or opening.undone_by is None else people.load(tx, opening.undone_by)
    if opening is None or by is None:
        return None
    dated_at = opening.dated_at
    return lambda voice: opening_notices.undone(dated_at, by, voice)


def _founding_ends(tx: Query, promise: Promise[FoundingEnds]) -> Composed | None:
    found, closing = foundings.load(tx, promise.guild_id), founding.closes_at(tx, promise.guild_id)
    if found is None or closing is None:
        return None
    by = None if found.ended_by is None else people.load(tx, found.ended_by)
    return lambda voice: opening_notices.founding_ends(closing, by, voice)


def _waits(tx: Query, promise: Promise[OpeningListWaits]) -> Composed | None:
    draft = opening_drafts.load(tx, promise.saying.draft_id)
    asker = None if draft is None else people.load(tx, draft.person_id)
    if draft is None or asker is None:
        return None
    return lambda voice: opening_notices.waits(draft.draft_id, draft.file_name, asker, voice)


NOTICES: Final = dict(
    (
        on(OpeningListBrought, _list_brought),
        on(OpeningListUndone, _undone),
        on(OpeningListWaits, _waits),
        on(FoundingEnds, _founding_ends),
    )
)
