"""Notices of an arena, and its lobby as a live message."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.arena import cards as arena_cards
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena.model import ArenaAwaited, ArenaFrozen, ArenaLobby, ArenaPaired
from bot.features.playing.reading_verbs import match_view
from bot.kernel.context import Query
from bot.kernel.ids import GuildId, TournamentId
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.play.matches import MatchPhase


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The lobby as it has to look now."""
    view = arena_reading_verbs.lobby(tx, TournamentId(subject), now)
    return None if view is None else (lambda voice: arena_cards.lobby(view, voice), view.tournament.guild_id)


def _lobby(tx: Query, promise: Promise[ArenaLobby]) -> Composed | None:
    found = panel(tx, promise.subject, promise.promised_at)
    return None if found is None else found[0]


def _new_pairs(tx: Query, promise: Promise[ArenaPaired]) -> Composed | None:
    first, last = promise.saying.first, promise.saying.last
    view = arena_reading_verbs.pairs(tx, promise.saying.tournament_id, first, last)
    return None if view is None else lambda voice: arena_cards.new_pairs(view, voice)


def _first_move_request(tx: Query, promise: Promise[ArenaAwaited]) -> Composed | None:
    view, side = match_view(tx, promise.saying.contest_id, promise.promised_at), promise.saying.side
    if view is None or view.state.phase is not MatchPhase.PLAYING:
        return None
    if view.tournament.ended_at is not None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: arena_cards.first_move_request(view, side, voice)


def _frozen(tx: Query, promise: Promise[ArenaFrozen]) -> Composed | None:
    view = arena_reading_verbs.lobby(tx, promise.saying.tournament_id)
    return None if view is None else lambda voice: arena_cards.frozen(view, voice)


NOTICES: Final = dict(
    (
        on(ArenaLobby, _lobby),
        on(ArenaPaired, _new_pairs),
        on(ArenaAwaited, _first_move_request),
        on(ArenaFrozen, _frozen),
    )
)
