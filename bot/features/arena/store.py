"""What players of an arena have reached, as it was counted from their results.

A row is emptied by whatever changes a result of its player (the triggers of the schema), and is counted anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from fractions import Fraction

from bot.kernel.context import Query, Tx
from bot.kernel.ids import EntrantId, TournamentId
from bot.play.formats.arena import NOT_BEGUN, Reached, Streak


def of_tournament(tx: Query, tournament_id: TournamentId) -> Mapping[EntrantId, Reached | None]:
    """Of all starters; None where it has to be counted from the player's games."""
    rows = tx.fetch_all(
        "SELECT e.entrant_id, a.entrant_id IS NOT NULL AS played, a.points, a.games, a.wins_in_a_row, a.drew"
        " FROM entrants e LEFT JOIN arena_scores a USING (entrant_id)"
        " WHERE e.tournament_id = ? AND e.outcome = 'starter' ORDER BY e.number",
        (tournament_id,),
    )
    return {EntrantId(row["entrant_id"]): NOT_BEGUN if not row["played"] else _score(row) for row in rows}


def to_count(tx: Query, tournament_id: TournamentId) -> list[EntrantId]:
    """Whose results have changed since they were counted."""
    rows = tx.fetch_all(
        "SELECT a.entrant_id FROM arena_scores a CROSS JOIN entrants e"
        " WHERE e.entrant_id = a.entrant_id AND a.points IS NULL AND e.tournament_id = ? ORDER BY a.entrant_id",
        (tournament_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def write(tx: Tx, reached: Mapping[EntrantId, Reached]) -> None:
    """Notes what was counted from all results that stand."""
    tx.execute_many(
        "UPDATE arena_scores SET points = ?, games = ?, wins_in_a_row = ?, drew = ? WHERE entrant_id = ?",
        [(str(one.points), one.games, one.streak.wins, one.streak.drew, who) for who, one in reached.items()],
    )


def _score(row: sqlite3.Row) -> Reached | None:
    if row["points"] is None:
        return None
    return Reached(Fraction(row["points"]), row["games"], Streak(row["wins_in_a_row"], bool(row["drew"])))
