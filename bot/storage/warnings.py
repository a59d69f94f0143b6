"""Offences at the board that were given in matches, those taken back too."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.contests import Score
from bot.domain.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.domain.playing.warnings import Price, Warned
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def add(tx: Tx, given: Warned) -> None:
    """Writes an offence."""
    tx.execute(
        "INSERT INTO warnings (warning_id, contest_id, entrant_id, person_id, game, offence, price, lost_game, note,"
        " given_at, given_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            given.warning_id,
            given.contest_id,
            given.entrant_id,
            given.person_id,
            given.game,
            given.offence,
            given.price,
            given.lost_game,
            given.note,
            to_ms(given.given_at),
            given.given_by,
        ),
    )


def load(tx: Query, warning_id: str) -> Warned | None:
    """The warning with this id, or None."""
    row = tx.fetch_one("SELECT * FROM warnings WHERE warning_id = ?", (warning_id,))
    return None if row is None else _warning(row)


def take_back(tx: Tx, warning_id: str, by: PersonId, why: str, at: datetime) -> bool:
    """Notes that it counts no more; False when it was taken back before."""
    return bool(
        tx.execute(
            "UPDATE warnings SET taken_back_at = ?, taken_back_by = ?, why = ?"
            " WHERE warning_id = ? AND taken_back_at IS NULL",
            (to_ms(at), by, why, warning_id),
        )
    )


def of_contest(tx: Query, contest_id: ContestId) -> list[Warned]:
    """Everything given in a match, first to last."""
    rows = tx.fetch_all("SELECT * FROM warnings WHERE contest_id = ? ORDER BY given_at, warning_id", (contest_id,))
    return [_warning(row) for row in rows]


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[Warned]:
    """Everything given in an event, first to last; what was given in a match that was voided since still counts."""
    rows = tx.fetch_all(
        "SELECT w.* FROM warnings w JOIN contests c USING (contest_id) WHERE c.tournament_id = ?"
        " ORDER BY w.given_at, w.warning_id",
        (tournament_id,),
    )
    return [_warning(row) for row in rows]


def forfeits(tx: Query, contest_id: ContestId) -> Score:
    """The games that each of two sides was given by the other's offences since the match was called.

    A board that both have lost is given to neither (GO-24).
    """
    rows = tx.fetch_all(
        "SELECT s.side, count(DISTINCT w.game) AS n FROM warnings w JOIN contests c USING (contest_id)"
        " JOIN contest_sides s ON s.contest_id = w.contest_id AND s.entrant_id = w.entrant_id"
        " WHERE w.contest_id = ? AND w.lost_game = 1 AND w.taken_back_at IS NULL AND w.given_at >= c.called_at"
        " AND NOT EXISTS (SELECT 1 FROM warnings o WHERE o.contest_id = w.contest_id AND o.game = w.game"
        " AND o.entrant_id <> w.entrant_id AND o.lost_game = 1 AND o.taken_back_at IS NULL"
        " AND o.given_at >= c.called_at) GROUP BY s.side",
        (contest_id,),
    )
    lost = {row["side"]: row["n"] for row in rows}
    return lost.get(1, 0), lost.get(0, 0)


def count_of_person(tx: Query, person_id: PersonId) -> int:
    """The person's warnings in all events that stand."""
    row = tx.fetch_one(
        "SELECT count(*) AS n FROM warnings WHERE person_id = ? AND taken_back_at IS NULL"
        " AND price IN ('warning', 'lost_turn_and_warning')",
        (person_id,),
    )
    return 0 if row is None else int(row["n"])


def _warning(row: sqlite3.Row) -> Warned:
    return Warned(
        warning_id=row["warning_id"],
        contest_id=ContestId(row["contest_id"]),
        entrant_id=EntrantId(row["entrant_id"]),
        person_id=PersonId(row["person_id"]),
        game=row["game"],
        offence=row["offence"],
        price=Price(row["price"]),
        lost_game=bool(row["lost_game"]),
        note=row["note"],
        given_at=from_ms(row["given_at"]),
        given_by=PersonId(row["given_by"]),
        taken_back_at=from_ms_or_none(row["taken_back_at"]),
        taken_back_by=row["taken_back_by"],
        why=row["why"],
    )
