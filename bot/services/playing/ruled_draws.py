"""Draws that no player can tell: where the rules of the game leave them to an arbiter's ruling (OLY-7.1)."""

from __future__ import annotations

from typing import Final

from bot.domain.contests import Score
from bot.domain.game_sheets import DrawRule, GameId
from bot.domain.ids import GuildId
from bot.errors import UserError
from bot.services.playing import games
from bot.services.playing.followed import Followed
from bot.storage import communities
from bot.storage.context import Query

_BY_ARBITER: Final = frozenset({DrawRule.RULED, DrawRule.RULED_QUIET})
_WITH_DRAWS: Final = 3
"""A score that tells drawn games tells them last."""


class DrawIsRuled(UserError):
    """By the game's rules its draw is an arbiter's to rule, so that no player tells it."""


def refuse_told(tx: Query, followed: Followed, score: Score) -> None:
    """Raises DrawIsRuled for drawn games that a player tells of a match in one game."""
    rules, guild_id = followed.tournament.rulebook.games, followed.tournament.guild_id
    alone = rules is not None and len(rules.sheets) == 1 and followed.tournament.rulebook.teams is None
    drawn = len(score) == _WITH_DRAWS and score[-1] > 0 and not followed.at_table
    if rules is not None and alone and drawn and is_ruled(tx, guild_id, rules.sheets[0]):
        raise DrawIsRuled


def is_ruled(tx: Query, guild_id: GuildId, sheet: str) -> bool:
    """Whether nothing but a ruling draws the game; of a game that nobody has told, nothing is known."""
    community = communities.load(tx, guild_id)
    found = None if community is None else games.sheet_of(tx, guild_id, GameId(sheet), community.language)
    return found is not None and found.game.draws <= _BY_ARBITER
