"""The decisions as they stand in the database file, read with plain SQL and no code of the bot."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path


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
    electors: frozenset[str]
    ballots: dict[str, str]


@dataclass(frozen=True, slots=True)
class Record:
    """All that the judge recomputes from."""

    people: dict[int, str]
    """Who is who: the registry's id by Discord id; an expelled player has none."""
    names: frozenset[str]
    votes: dict[str, VoteRow]
    outages: tuple[tuple[datetime, datetime], ...]
    leader: str | None
    arbiters: frozenset[str]
    excluded: frozenset[str]
    expelled: frozenset[int]
    """By Discord id."""
    bars: tuple[tuple[str, datetime, datetime | None, datetime | None], ...]
    """Person, since, until, lifted at."""


def read(path: Path) -> Record:
    """The record of the file."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        return _record(connection)


def _record(file: sqlite3.Connection) -> Record:
    people = list(file.execute("SELECT person_id, discord_id, name FROM people"))
    leader = file.execute("SELECT person_id FROM offices WHERE office = 'leader' AND until IS NULL").fetchone()
    bars = file.execute("SELECT person_id, since, until, lifted_at FROM bars ORDER BY since, person_id")
    return Record(
        people={row["discord_id"]: row["person_id"] for row in people if row["discord_id"] is not None},
        names=frozenset(row["name"] for row in people),
        votes={row["vote_id"]: _vote(file, row) for row in file.execute("SELECT * FROM votes ORDER BY opened_at")},
        outages=tuple((_need(a), _need(b)) for a, b in file.execute("SELECT down_from, up_at FROM outages ORDER BY 1")),
        leader=None if leader is None else leader["person_id"],
        arbiters=_ids(file, "SELECT person_id FROM arbiter_titles WHERE until IS NULL"),
        excluded=_ids(file, "SELECT person_id FROM committee_exclusions"),
        expelled=frozenset(row[0] for row in file.execute("SELECT discord_id FROM expulsions")),
        bars=tuple((row[0], _need(row[1]), _moment(row[2]), _moment(row[3])) for row in bars),
    )


def _vote(file: sqlite3.Connection, row: sqlite3.Row) -> VoteRow:
    vote_id = row["vote_id"]
    return VoteRow(
        vote_id=vote_id,
        kind=row["kind"],
        opened_at=_need(row["opened_at"]),
        closed_at=_moment(row["closed_at"]),
        outcome=row["outcome"],
        elected=row["elected"],
        extensions=row["extensions"],
        electors=_ids(file, "SELECT person_id FROM vote_electors WHERE vote_id = ?", vote_id),
        ballots=dict(map(tuple, file.execute("SELECT person_id, choice FROM ballots WHERE vote_id = ?", (vote_id,)))),
    )


def _ids(file: sqlite3.Connection, query: str, *given: str) -> frozenset[str]:
    return frozenset(row[0] for row in file.execute(query, given))


def _moment(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else _need(milliseconds)


def _need(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
