"""What the database file knows of teams, as the rows of its file, read without any code of the bot."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from rehearsal import rows
from rehearsal.cups.teams.rules import EXTRA

Seats = tuple[tuple[str, ...], ...]
"""People's ids, board by board."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a result; `seats` are who sat there on either side."""

    number: int
    seats: tuple[tuple[str, ...], tuple[str, ...]]
    score: tuple[int, int]
    draws: int
    given: tuple[int, int]
    weight: float
    modality: str
    kind: str = "played"
    count: float | None = None


@dataclass(frozen=True, slots=True)
class Stood:
    """A result for as long as it stood."""

    contest_id: str
    kind: str
    score: tuple[int, int]
    draws: int
    walkover: tuple[int, int]
    boards: tuple[Board, ...]
    since: datetime
    until: datetime | None
    sent_on: int | None = None
    """The side that goes on although the boards are level."""

    @property
    def of_the_match(self) -> tuple[Board, ...]:
        """The boards without a game more that separates level teams."""
        return tuple(one for one in self.boards if one.modality != EXTRA)

    def at(self, moment: datetime) -> bool:
        """Whether it stood at the moment."""
        return self.since <= moment and (self.until is None or moment < self.until)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a team; board 0 is a substitute."""

    person_id: str
    board: int
    year: int | None


@dataclass(frozen=True, slots=True)
class TeamFacts:
    """Everything about teams that the judge recomputes from."""

    teams: dict[str, str]
    """Names by entrant."""
    members: dict[str, tuple[Member, ...]]
    people: dict[str, str]
    """Names by person."""
    line_ups: dict[tuple[str, int], Seats]
    """By contest and side."""
    results: dict[str, tuple[Stood, ...]]
    """By contest, the oldest first."""
    drawn_by: dict[str, int]
    """The number of the draw that paired a contest."""


def read(path: Path) -> TeamFacts:
    """The facts of the file."""
    found = rows.read(path, rows.TEAMS)
    return TeamFacts(
        teams=_pairs(found["teams"]),
        members=_members(found["members"]),
        people=_pairs(found["people"]),
        line_ups=_line_ups(found["line_ups"]),
        results=_results(found["results"]),
        drawn_by=_pairs(found["contests"]),
    )


def _pairs(some: list[sqlite3.Row]) -> dict[str, Any]:
    return dict(map(tuple, some))


def _members(some: list[sqlite3.Row]) -> dict[str, tuple[Member, ...]]:
    found: dict[str, list[Member]] = defaultdict(list)
    for row in some:
        found[row["entrant_id"]].append(Member(row["person_id"], row["board"], row["school_year"]))
    return {key: tuple(those) for key, those in found.items()}


def _line_ups(some: list[sqlite3.Row]) -> dict[tuple[str, int], Seats]:
    found: dict[tuple[str, int], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in some:
        found[row["contest_id"], row["side"]][row["board"]].append(row["person_id"])
    return {key: tuple(tuple(boards[number]) for number in sorted(boards)) for key, boards in found.items()}


def _results(some: list[sqlite3.Row]) -> dict[str, tuple[Stood, ...]]:
    found: dict[str, list[Stood]] = defaultdict(list)
    for row in some:
        if row["score"].count("-") == 1:
            found[row["contest_id"]].append(_result_of(row))
    return {key: tuple(those) for key, those in found.items()}


def _result_of(row: sqlite3.Row) -> Stood:
    told = json.loads(row["particulars"])
    return Stood(
        contest_id=row["contest_id"],
        kind=row["kind"],
        score=_two(row["score"]),
        draws=row["draws"],
        walkover=_two(row["walkover_games"]),
        boards=tuple(map(_board, told.get("boards", ()))),
        since=rows.moment(row["settled_at"]),
        until=rows.perhaps(row["superseded_at"]),
        sent_on=row["paired_as_winner"],
    )


def _board(found: dict[str, Any]) -> Board:
    first, second = found["players"]
    return Board(
        found["board"],
        (tuple(first), tuple(second)),
        tuple(found["score"]),
        found["draws"],
        tuple(found["walkover"]),
        found["weight"],
        found["modality"],
        found.get("kind", "played"),
        found.get("count"),
    )


def _two(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)
