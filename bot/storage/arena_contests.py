"""The games of an arena, each question read by itself: a press must not cost more the more games were played."""

from __future__ import annotations

from datetime import datetime

from bot.domain.contests import Contest
from bot.domain.ids import ContestId, TournamentId
from bot.storage.codec import from_ms
from bot.storage.contest_rows import SELECT_CONTESTS, contest_of
from bot.storage.context import Query

_OPEN = "NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id AND r.superseded_at IS NULL)"


def with_numbers(tx: Query, tournament_id: TournamentId, first: int, last: int) -> list[Contest]:
    """The games that stand with these running numbers, both ends included."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.voided_at IS NULL AND c.position BETWEEN ? AND ?"
        " ORDER BY c.position",
        (tournament_id, first, last),
    )
    return [contest_of(row) for row in rows]


def latest(tx: Query, tournament_id: TournamentId, limit: int) -> list[Contest]:
    """So many of the games that were made last, the last one first."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.voided_at IS NULL ORDER BY c.position DESC LIMIT ?",
        (tournament_id, limit),
    )
    return [contest_of(row) for row in rows]


def last_made(tx: Query, tournament_id: TournamentId, limit: int) -> tuple[datetime, int] | None:
    """When the latest game that stands was made, and how many with it, `limit` at most; None before the first."""
    rows = tx.fetch_all(
        "SELECT created_at FROM contests WHERE tournament_id = ? AND voided_at IS NULL ORDER BY position DESC LIMIT ?",
        (tournament_id, limit),
    )
    made = [row["created_at"] for row in rows]
    return (from_ms(made[0]), made.count(made[0])) if made else None


def awaited_games(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """Games whose result was told and is not settled, or whose first move is being waited for."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM (SELECT contest_id FROM reports WHERE closed_at IS NULL"  # noqa: S608 - constants
        " UNION SELECT contest_id FROM absence_clocks WHERE ended_at IS NULL) w CROSS JOIN contests c"
        f" WHERE c.contest_id = w.contest_id AND c.tournament_id = ? AND c.voided_at IS NULL AND {_OPEN}"
        " ORDER BY c.position",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def disputed_games(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """Games without a result whose players dispute what was told."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c JOIN reports w ON w.contest_id = c.contest_id"  # noqa: S608 - constants
        " WHERE c.tournament_id = ? AND w.closed_at IS NULL AND w.answer = 'disputed' AND c.voided_at IS NULL"
        f" AND {_OPEN} ORDER BY c.position",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def stopped_games(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """Games without a result that an arbiter has stopped."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c WHERE c.tournament_id = ? AND c.voided_at IS NULL"  # noqa: S608
        f" AND c.suspended_at IS NOT NULL AND {_OPEN} ORDER BY c.position",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def in_play(tx: Query, tournament_id: TournamentId) -> int:
    """How many games have no result yet."""
    row = tx.fetch_one(
        f"SELECT count(*) AS n FROM contests c WHERE c.tournament_id = ? AND c.voided_at IS NULL AND {_OPEN}",  # noqa: S608
        (tournament_id,),
    )
    return 0 if row is None else int(row["n"])
