"""Counts of what one server keeps: each by an index, and none goes on beyond the bound.

This is the one store that names tables of many features. It reads them as the schema has them, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.kernel.context import Query
from bot.kernel.ids import GuildId, TournamentId
from bot.server.bounds_model import Bounded

_BROUGHT: Final = "SELECT 1 FROM bringings b JOIN brought_events e ON e.bringing_id = b.bringing_id"
_OF_THEM: Final = "USING (tournament_id) WHERE b.guild_id = :key"
_BY_HAND: Final = "SELECT 1 FROM rating_lists WHERE guild_id = :key AND coalesce(tournament_id, bringing_id) IS NULL"
"""Two columns in one: SQLite takes a list without an event for rare, and would look at those of all servers."""
_COUNTED: Final[Mapping[Bounded, str]] = MappingProxyType(
    {
        Bounded.OPEN_EVENTS: (
            "SELECT 1 FROM tournaments WHERE guild_id = :key AND ended_at IS NULL AND cancelled_at IS NULL"
            " ORDER BY start_at, tournament_id"
        ),
        # A past event is created when it is brought in, and counted apart. The draws are how its index is found.
        Bounded.NEW_EVENTS: (
            "SELECT 1 FROM tournaments t WHERE t.guild_id = :key AND t.created_at > :since AND t.draw_number >= 0"
            " AND NOT EXISTS (SELECT 1 FROM brought_events b WHERE b.tournament_id = t.tournament_id)"
        ),
        Bounded.EVENTS: "SELECT 1 FROM tournaments WHERE guild_id = :key",
        # What a repeat hands on is one picture.
        Bounded.EVENT_PICTURES: (
            "SELECT DISTINCT t.poster_id FROM tournaments t JOIN event_posters p ON p.poster_id = t.poster_id"
            " WHERE t.guild_id = :key AND t.poster_id IS NOT NULL AND p.picture IS NOT NULL ORDER BY t.poster_id"
        ),
        Bounded.EVENT_DRAFTS: "SELECT 1 FROM drafts WHERE guild_id = :key",
        Bounded.EVENT_RULES: "SELECT 1 FROM event_rules WHERE tournament_id = :key",
        Bounded.PROPOSALS: "SELECT 1 FROM event_proposals WHERE guild_id = :key",
        Bounded.PAST_EVENTS: f"{_BROUGHT} WHERE b.guild_id = :key",
        Bounded.PAST_PLAYERS: f"{_BROUGHT} JOIN entrants {_OF_THEM}",
        Bounded.PAST_MATCHES: f"{_BROUGHT} JOIN contests {_OF_THEM}",
        Bounded.WAITING_FILES: (
            "SELECT 1 FROM record_drafts WHERE guild_id = :key"
            " UNION ALL SELECT 1 FROM sign_up_drafts WHERE guild_id = :key"
            " UNION ALL SELECT 1 FROM opening_drafts WHERE guild_id = :key"
        ),
        Bounded.OUTSIDERS: "SELECT 1 FROM people WHERE guild_id = :key AND discord_id IS NULL",
        Bounded.LISTED: (
            "SELECT 1 FROM tournaments t JOIN sign_up_lists l ON l.tournament_id = t.tournament_id"
            " JOIN sign_up_entries e ON e.list_id = l.list_id WHERE t.guild_id = :key"
        ),
        Bounded.OPENING_LISTS: "SELECT 1 FROM opening_lists WHERE guild_id = :key",
        Bounded.SIGNATURES: "SELECT 1 FROM signatures WHERE guild_id = :key",
        Bounded.PROOFS: "SELECT 1 FROM dispute_proofs WHERE guild_id = :key",
        Bounded.VOTES: "SELECT 1 FROM votes WHERE guild_id = :key AND opened_at > :since",
        Bounded.ALL_VOTES: "SELECT 1 FROM votes WHERE guild_id = :key",
        Bounded.PROCEDURES: "SELECT 1 FROM procedures WHERE guild_id = :key",
        Bounded.CASES: "SELECT 1 FROM case_files WHERE guild_id = :key AND opened_at > :since",
        Bounded.RATING_LISTS: f"{_BY_HAND} AND published_at > :since",
        Bounded.ALL_RATING_LISTS: _BY_HAND,
        Bounded.RULEBOOKS: "SELECT 1 FROM rulebooks WHERE guild_id = :key",
        Bounded.APPROVALS: "SELECT 1 FROM rulebook_approvals WHERE guild_id = :key",
        Bounded.GAME_SHEETS: "SELECT 1 FROM game_sheets WHERE guild_id = :key",
        Bounded.OPEN_SERIES: "SELECT 1 FROM circuits WHERE guild_id = :key AND closed_at IS NULL",
        Bounded.SERIES: "SELECT 1 FROM circuits WHERE guild_id = :key",
        Bounded.RUNNING_REPEATS: "SELECT 1 FROM repeats WHERE guild_id = :key AND stop IS NULL",
        Bounded.REPEATS: "SELECT 1 FROM repeats WHERE guild_id = :key",
    }
)


def count(tx: Query, what: Bounded, key: GuildId | TournamentId, since: int, most: int) -> int:
    """How many are kept, counted no further than the most; `since` is in milliseconds."""
    sql = f"SELECT count(*) AS kept FROM ({_COUNTED[what]} LIMIT :most) AS found"  # noqa: S608 - texts of this module
    row = tx.fetch_one(sql, {"key": key, "since": since, "most": most})
    return 0 if row is None else int(row["kept"])
