"""Notices of threads: that matches go without, and why."""

from __future__ import annotations

from typing import Final

from bot.domain.announcements import Promise
from bot.features.match_threads import cards as match_threads_cards
from bot.features.match_threads.model import ThreadsRefused
from bot.notices.notice import Composed, on
from bot.storage import communities, tournaments
from bot.storage.context import Query


def _refusal(tx: Query, promise: Promise[ThreadsRefused]) -> Composed | None:
    tournament = tournaments.load(tx, promise.saying.tournament_id)
    community = communities.load(tx, promise.guild_id)
    if tournament is None or community is None:
        return None
    return lambda voice: match_threads_cards.refusal(tournament, promise.saying.why, community.matches, voice)


NOTICES: Final = dict((on(ThreadsRefused, _refusal),))
