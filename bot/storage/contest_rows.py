"""Contests, made of their rows.

A contest that is settled reads the same ever after, and big events read thousands of them: what a row says is kept, as
a pure function of all that it holds.
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from typing import Final, NamedTuple

from bot.domain.contests import Contest, Result, ResultKind, Stage
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.storage.codec import from_ms, from_ms_or_none, read_score
from bot.storage.particulars import paired_in, read_particulars

_OF_A_CONTEST: Final = (
    "c.contest_id, c.stage, c.round, c.position, (SELECT group_concat(entrant_id, ' ') FROM (SELECT entrant_id"
    " FROM contest_sides s WHERE s.contest_id = c.contest_id ORDER BY side) o) AS sides, c.best_of, c.bye_reason,"
    " c.arbiter_id, c.called_at, c.group_number, c.created_at, c.play_all, c.drawable,"
    " (SELECT first_side FROM guesses g WHERE g.contest_id = c.contest_id) AS first_side"
)
_OF_A_RESULT: Final = (
    "r.score, r.walkover_games, r.kind, r.settled_at, r.draws, r.particulars, r.reported_at, r.paired_as_winner"
)
_FROM: Final = "FROM contests c LEFT JOIN results r ON r.contest_id = c.contest_id AND r.superseded_at IS NULL"
SELECT_CONTESTS: Final = f"SELECT {_OF_A_CONTEST}, {_OF_A_RESULT} {_FROM}"
"""Each with the result that stands; `c` and `r` are the names for a condition."""
KEPT: Final = 8192
"""Contests kept as read, some ten MiB at most: a Swiss of 1,024 players has 5,120."""


class _Paired(NamedTuple):
    """The columns of a contest itself, in the order of the statement."""

    contest_id: ContestId
    stage: str
    round: int
    position: int
    sides: str
    best_of: int
    bye_reason: str | None
    arbiter_id: PersonId | None
    called_at: int | None
    group_number: int
    created_at: int
    play_all: int
    drawable: int
    first_side: int | None


class _Settled(NamedTuple):
    """The columns of its result; without a score all of them are empty."""

    score: str | None
    walkover_games: str
    kind: str
    settled_at: int
    draws: int
    particulars: str
    reported_at: int | None
    paired_as_winner: int | None


def contest_of(row: sqlite3.Row) -> Contest:
    """The contest of a row of `SELECT_CONTESTS`, read by the places of its columns."""
    return _contest(_Paired(*row[: len(_Paired._fields)]), _Settled(*row[len(_Paired._fields) :]))


def contest_in(row: sqlite3.Row) -> Contest:
    """As `contest_of`, of a row that holds the same columns in any order, and others."""
    return _contest(_Paired(*(row[name] for name in _Paired._fields)), _result_columns(row))


def result_of(row: sqlite3.Row) -> Result:
    """The result of a row of the results themselves, standing or not."""
    return _result(_result_columns(row))


def _result_columns(row: sqlite3.Row) -> _Settled:
    return _Settled(*(row[name] for name in _Settled._fields))


@lru_cache(maxsize=KEPT)
def _contest(paired: _Paired, settled: _Settled) -> Contest:
    return Contest(
        contest_id=paired.contest_id,
        stage=Stage(paired.stage),
        round=paired.round,
        position=paired.position,
        sides=tuple(EntrantId(side) for side in paired.sides.split()),
        best_of=paired.best_of,
        bye_reason=paired.bye_reason,
        arbiter=paired.arbiter_id,
        called_at=from_ms_or_none(paired.called_at),
        result=None if settled.score is None else _result(settled),
        group=paired.group_number,
        created_at=from_ms(paired.created_at),
        play_all=bool(paired.play_all),
        drawable=bool(paired.drawable),
        first_side=paired.first_side or 0,
    )


def _result(settled: _Settled) -> Result:
    told, paired = read_particulars(settled.particulars), settled.paired_as_winner
    return Result(
        score=read_score(settled.score or ""),
        walkover_games=read_score(settled.walkover_games),
        kind=ResultKind(settled.kind),
        settled_at=from_ms(settled.settled_at),
        draws=settled.draws,
        reported_at=from_ms_or_none(settled.reported_at),
        moves=told.moves,
        influence=told.influence,
        boards=told.boards,
        count=told.count,
        absent=told.absent,
        paired_as_winner=paired_in(settled.particulars) if paired is None else paired,
    )
