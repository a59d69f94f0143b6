"""Notices of opening lists."""

from __future__ import annotations

from typing import Final

from bot.features.opening import cards, store, verbs
from bot.features.opening.plans_model import FoundingEnds, OpeningListBrought, OpeningListUndone, OpeningListWaits
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import store as registry_store
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.people import store as people_store


def _list_brought(tx: Query, promise: Promise[OpeningListBrought]) -> Composed | None:
    said, told = promise.saying, verbs.told_of(tx, promise.saying.list_id)
    if told is None:
        return None
    return lambda voice: cards.arrival(told, said, voice)


def _undone(tx: Query, promise: Promise[OpeningListUndone]) -> Composed | None:
    opening = store.load(tx, promise.saying.list_id)
    by = None if opening is None or opening.undone_by is None else people_store.load(tx, opening.undone_by)
    if opening is None or by is None:
        return None
    dated_at = opening.dated_at
    return lambda voice: cards.undone(dated_at, by, voice)


def _founding_ends(tx: Query, promise: Promise[FoundingEnds]) -> Composed | None:
    found, closing = (
        registry_store.load_founding(tx, promise.guild_id),
        registry_roles_verbs.closes_at(tx, promise.guild_id),
    )
    if found is None or closing is None:
        return None
    by = None if found.ended_by is None else people_store.load(tx, found.ended_by)
    return lambda voice: cards.founding_ends(closing, by, voice)


def _waits(tx: Query, promise: Promise[OpeningListWaits]) -> Composed | None:
    draft = store.DRAFTS.load(tx, promise.saying.draft_id)
    asker = None if draft is None else people_store.load(tx, draft.person_id)
    if draft is None or asker is None:
        return None
    return lambda voice: cards.waits(draft.draft_id, draft.file_name, asker, voice)


NOTICES: Final = dict(
    (
        on(OpeningListBrought, _list_brought),
        on(OpeningListUndone, _undone),
        on(OpeningListWaits, _waits),
        on(FoundingEnds, _founding_ends),
    )
)
