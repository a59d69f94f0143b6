"""Guesses of who has the first colour, opened with the call and made once (GO-10)."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.events.guessing import Guess, Parity, WhyHides
from bot.domain.ids import ContestId, PersonId, TournamentId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


def open_guess(tx: Tx, guess: Guess) -> bool:
    """Writes a guess that is still to be made; False when there is one."""
    return bool(
        tx.execute(
            "INSERT INTO guesses (contest_id, hider, why, secret, opened_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (guess.contest_id, guess.hider, guess.why, guess.secret, to_ms(guess.opened_at)),
        )
    )


def of_contest(tx: Query, contest_id: ContestId) -> Guess | None:
    """The guess of the contest; None where none was opened."""
    row = tx.fetch_one("SELECT * FROM guesses WHERE contest_id = ?", (contest_id,))
    return None if row is None else _guess(row)


def made_in(tx: Query, tournament_id: TournamentId) -> list[Guess]:
    """Every guess that was made in a contest of the event, the first one first."""
    rows = tx.fetch_all(
        "SELECT g.* FROM guesses g JOIN contests c USING (contest_id) WHERE c.tournament_id = ? AND g.said IS NOT NULL"
        " ORDER BY g.opened_at, g.contest_id",
        (tournament_id,),
    )
    return [_guess(row) for row in rows]


def make(tx: Tx, contest_id: ContestId, said: Parity, first_side: int, by: PersonId, at: datetime) -> bool:
    """Notes what was said and who has the first colour by it; False when something was said before."""
    return bool(
        tx.execute(
            "UPDATE guesses SET said = ?, first_side = ?, said_by = ?, said_at = max(opened_at, ?)"
            " WHERE contest_id = ? AND said IS NULL",
            (said, first_side, by, to_ms(at), contest_id),
        )
    )


def _guess(row: sqlite3.Row) -> Guess:
    return Guess(
        contest_id=ContestId(row["contest_id"]),
        hider=row["hider"],
        why=WhyHides(row["why"]),
        secret=row["secret"],
        opened_at=from_ms(row["opened_at"]),
        said=None if row["said"] is None else Parity(row["said"]),
        said_at=from_ms_or_none(row["said_at"]),
        said_by=None if row["said_by"] is None else PersonId(row["said_by"]),
    )
