"""The decisions as they stand in the database file, made of its rows with no code of the bot."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.rehearsal import facts


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


Rows = dict[str, list[sqlite3.Row]]


def read(path: Path) -> Record:
    """The record of the file."""
    rows = facts.decisions(path)
    return Record(
        people={row["discord_id"]: row["person_id"] for row in rows["people"] if row["discord_id"] is not None},
        names=frozenset(row["name"] for row in rows["people"]),
        votes={row["vote_id"]: _vote(row, rows) for row in rows["votes"]},
        outages=tuple((_need(row["down_from"]), _need(row["up_at"])) for row in rows["outages"]),
        leader=next((row["person_id"] for row in rows["leader"]), None),
        arbiters=frozenset(row["person_id"] for row in rows["arbiters"]),
        excluded=frozenset(row["person_id"] for row in rows["excluded"]),
        expelled=frozenset(row["discord_id"] for row in rows["expelled"]),
        bars=tuple(
            (row["person_id"], _need(row["since"]), _moment(row["until"]), _moment(row["lifted_at"]))
            for row in rows["bars"]
        ),
    )


def _vote(row: sqlite3.Row, rows: Rows) -> VoteRow:
    vote_id = row["vote_id"]
    return VoteRow(
        vote_id=vote_id,
        kind=row["kind"],
        opened_at=_need(row["opened_at"]),
        closed_at=_moment(row["closed_at"]),
        outcome=row["outcome"],
        elected=row["elected"],
        extensions=row["extensions"],
        electors=frozenset(one["person_id"] for one in rows["electors"] if one["vote_id"] == vote_id),
        ballots={one["person_id"]: one["choice"] for one in rows["ballots"] if one["vote_id"] == vote_id},
    )


def _moment(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else _need(milliseconds)


def _need(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
