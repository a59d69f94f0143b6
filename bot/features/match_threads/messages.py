"""Notices of threads: that matches go without, and why."""

from __future__ import annotations

from typing import Final

from bot.features.match_threads import cards as match_threads_cards
from bot.features.match_threads.model import ThreadsRefused
from bot.features.tournaments import store as tournaments_store
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.server import store as server_store


def _refusal(tx: Query, promise: Promise[ThreadsRefused]) -> Composed | None:
    tournament = tournaments_store.load(tx, promise.saying.tournament_id)
    community = server_store.load(tx, promise.guild_id)
    if tournament is None or community is None:
        return None
    return lambda voice: match_threads_cards.refusal(tournament, promise.saying.why, community.matches, voice)


NOTICES: Final = dict((on(ThreadsRefused, _refusal),))
