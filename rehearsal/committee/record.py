"""The decisions as they stand in the database file, made of its rows with no code of the bot."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rehearsal.rows import DECISIONS, Rows, moment, perhaps
from rehearsal.rows import read as rows_of


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A vote on record; people by their ids in the registry."""

    vote_id: str
    kind: str
    opened_at: datetime
    closed_at: datetime | None
    outcome: str | None
    elected: str | None
    extensions: int
    secret: bytes
    candidates: tuple[str, ...]
    electors: frozenset[str]
    recused: dict[str, str]
    ballots: dict[str, str]


@dataclass(frozen=True, slots=True)
class Record:
    """All that the judge recomputes from."""

    people: dict[int, str]
    """Who is who: the registry's id by Discord id; an expelled player has none."""
    names: frozenset[str]
    votes: dict[str, VoteRow]
    rows: Rows
    """The rest, table by table."""

    @property
    def outages(self) -> list[tuple[datetime, datetime]]:
        """When the bot was away."""
        return [(moment(row["down_from"]), moment(row["up_at"])) for row in self.rows["outages"]]

    def column(self, table: str, name: str = "person_id") -> list[str]:
        """One column of what was read."""
        return [row[name] for row in self.rows[table]]

    def lists(self) -> list[dict[str, float]]:
        """Every list of ratings in the order of publication, by person."""
        found: dict[str, dict[str, float]] = {}
        for row in self.rows["ratings"]:
            found.setdefault(row["list_id"], {})[row["person_id"]] = row["rating"]
        return list(found.values())

    def lists_of_the_open(self) -> list[dict[str, float]]:
        """The list that stood before the Open, that of its end, and each one since."""
        ended = {row["list_id"]: row["tournament_id"] is not None for row in self.rows["ratings"]}
        before = next((at - 1 for at, of_event in enumerate(ended.values()) if of_event), 0)
        return self.lists()[max(before, 0) :]


def read(path: Path) -> Record:
    """The record of the file."""
    rows = rows_of(path, DECISIONS)
    return Record(
        people={row["discord_id"]: row["person_id"] for row in rows["people"] if row["discord_id"] is not None},
        names=frozenset(row["name"] for row in rows["people"]),
        votes={row["vote_id"]: _vote(row, rows) for row in rows["votes"]},
        rows=rows,
    )


def _vote(row: sqlite3.Row, rows: Rows) -> VoteRow:
    vote_id = row["vote_id"]

    def of_vote(table: str) -> list[sqlite3.Row]:
        return [one for one in rows[table] if one["vote_id"] == vote_id]

    return VoteRow(
        vote_id=vote_id,
        kind=row["kind"],
        opened_at=moment(row["opened_at"]),
        closed_at=perhaps(row["closed_at"]),
        outcome=row["outcome"],
        elected=row["elected"],
        extensions=row["extensions"],
        secret=row["secret"],
        candidates=tuple(one["person_id"] for one in of_vote("candidates")),
        electors=frozenset(one["person_id"] for one in of_vote("electors")),
        recused={one["person_id"]: one["why"] for one in of_vote("recusals")},
        ballots={one["person_id"]: one["choice"] for one in of_vote("ballots")},
    )
