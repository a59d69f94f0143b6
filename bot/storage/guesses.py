"""Guesses of who has the first colour, opened with the call and made once (GO-10)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.guessing import Guess, Parity, WhyHides
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.database import Work


def open_guess(work: Work, guess: Guess) -> bool:
    """Writes a guess that is still to be made; False when there is one."""
    return bool(
        work.execute(
            "INSERT INTO guesses (contest_id, hider, why, secret, opened_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (guess.contest_id, guess.hider, guess.why, guess.secret, to_ms(guess.opened_at)),
        )
    )


def of_contest(work: Work, contest_id: ContestId) -> Guess | None:
    """The guess of the contest; None where none was opened."""
    row = work.fetch_one("SELECT * FROM guesses WHERE contest_id = ?", (contest_id,))
    if row is None:
        return None
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


def make(work: Work, contest_id: ContestId, said: Parity, first_side: int, by: PersonId, at: datetime) -> bool:
    """Notes what was said and who has the first colour by it; False when something was said before."""
    return bool(
        work.execute(
            "UPDATE guesses SET said = ?, first_side = ?, said_by = ?, said_at = max(opened_at, ?)"
            " WHERE contest_id = ? AND said IS NULL",
            (said, first_side, by, to_ms(at), contest_id),
        )
    )
