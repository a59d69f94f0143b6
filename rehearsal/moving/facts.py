"""What the move left in the database file, read without any code of the bot."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from rehearsal import rows
from rehearsal.moving import papers


@dataclass(frozen=True, slots=True)
class SeatRound:
    """What was proposed at once."""

    round_id: str
    round_of: str
    waits: bool
    """Whether it is neither confirmed nor past."""


def read(path: Path) -> rows.Rows:
    """All of it, by what it is about."""
    return rows.read(path, rows.MOVING)


def rounds(path: Path) -> list[SeatRound]:
    """Every round of seats, the first proposed one first."""
    return [_round(row) for row in read(path)["rounds"]]


def names_by_person(path: Path) -> dict[str, str]:
    """The people of the opening list with their names on it: by its ratings, no two of which are alike."""
    names = {rating: name for name, rating in papers.ratings().items()}
    return {row["person_id"]: names[rating] for row in read(path)["rated"] if (rating := row["rating"]) in names}


def event_named(path: Path, name: str) -> str:
    """The id of an event by its name."""
    return next(str(row["tournament_id"]) for row in read(path)["events"] if row["name"] == name)


def _round(row: sqlite3.Row) -> SeatRound:
    return SeatRound(row["round_id"], row["round_of"], row["confirmed_at"] is None and row["closed_at"] is None)
