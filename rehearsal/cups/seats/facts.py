"""Seats and invitations as they stand in the database file, read without any code of the bot."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rehearsal import rows


@dataclass(frozen=True, slots=True)
class Invited:
    """A question on record."""

    asked: str
    member: int
    answer: str | None
    made_at: datetime
    answered_at: datetime | None


def seats_on_record(path: Path) -> set[tuple[str, int]]:
    """Who holds which seat: the event's rulebook, and the Discord id."""
    return {(row["event"], int(row["discord_id"] or 0)) for row in rows.read(path, rows.SEATS)["held"]}


def invitations(path: Path) -> list[Invited]:
    """Every question about a seat in the League or the Candidates, the first one first; 0 is who has no Discord."""
    return [
        Invited(
            row["asked"],
            int(row["discord_id"] or 0),
            row["answer"],
            rows.moment(row["made_at"]),
            rows.perhaps(row["answered_at"]),
        )
        for row in rows.read(path, rows.SEATS)["invited"]
    ]
