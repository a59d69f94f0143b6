"""Contests, made of their rows; the games of an arena, the matches of a person, and the places of a bracket.

A contest that is settled reads the same ever after, and big events read thousands of them: what a row says is kept,
as a pure function of all that it holds. Each question about an arena is read by itself: a press must not cost more
the more games were played. Of a bracket's places only a few numbers are read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from bot.kernel.context import Query, from_ms, from_ms_or_none, to_ms
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.play.contests import BoardResult, Contest, Particulars, Result, ResultKind, Stage, read_score
from bot.play.formats.knockout import Taken

# --- what a format adds to a score ----------------------------------------------------------------------------------


_PAIRED: Final = "paired"


OF_TWO: Final = 2
"""The column of who is paired as the winner holds a side of two; a third or fourth of a table stands in the JSON."""


def result_text(result: Result) -> str:
    """The JSON of what a result tells beyond its score and its columns."""
    side = result.paired_as_winner
    return _text(result.particulars, None if side is None or side < OF_TWO else side)


def paired_in(text: str) -> int | None:
    """The side that is paired as the winner, where the JSON holds it and not the column."""
    found: int | None = json.loads(text).get(_PAIRED) if f'"{_PAIRED}"' in text else None
    return found


def particulars_text(particulars: Particulars) -> str:
    """The JSON; what there is nothing of is left out."""
    return _text(particulars, None)


def _text(particulars: Particulars, paired: int | None) -> str:
    found: dict[str, object] = {
        "moves": particulars.moves,
        "influence": list(particulars.influence) or None,
        "boards": [_board(board) for board in particulars.boards] or None,
        "count": particulars.count,
        "absent": list(particulars.absent) or None,
        _PAIRED: paired,
    }
    return json.dumps({key: value for key, value in found.items() if value is not None}, separators=(",", ":"))


def read_particulars(text: str) -> Particulars:
    """The inverse of `particulars_text`."""
    if text == "{}":
        return Particulars()
    found: Mapping[str, Any] = json.loads(text)
    return Particulars(
        moves=found.get("moves"),
        influence=tuple(found.get("influence", ())),
        boards=tuple(_read_board(board) for board in found.get("boards", ())),
        count=found.get("count"),
        absent=tuple(found.get("absent", ())),
    )


def _board(board: BoardResult) -> dict[str, object]:
    return {
        "board": board.board,
        "players": [list(side) for side in board.players],
        "score": list(board.score),
        "draws": board.draws,
        "walkover": list(board.walkover_games),
        "weight": board.weight,
        "modality": board.modality,
        **({} if board.kind is ResultKind.PLAYED else {"kind": board.kind.value}),
        **({} if board.count is None else {"count": board.count}),
    }


def _read_board(found: Mapping[str, Any]) -> BoardResult:
    return BoardResult(
        board=found["board"],
        players=tuple(tuple(PersonId(person) for person in side) for side in found["players"]),
        score=tuple(found["score"]),
        draws=found["draws"],
        walkover_games=tuple(found["walkover"]),
        weight=found["weight"],
        modality=found["modality"],
        kind=ResultKind(found.get("kind", ResultKind.PLAYED)),
        count=found.get("count"),
    )


# --- contests -------------------------------------------------------------------------------------------------------


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


# --- games of an arena ----------------------------------------------------------------------------------------------


_OPEN = "NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id AND r.superseded_at IS NULL)"


def with_numbers(tx: Query, tournament_id: TournamentId, first: int, last: int) -> list[Contest]:
    """The games that stand with these running numbers, both ends included."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.voided_at IS NULL AND c.position BETWEEN ? AND ?"
        " ORDER BY c.position, c.contest_id",
        (tournament_id, first, last),
    )
    return [contest_of(row) for row in rows]


def latest(tx: Query, tournament_id: TournamentId, limit: int) -> list[Contest]:
    """So many of the games that were made last, the last one first."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.voided_at IS NULL"
        " ORDER BY c.position DESC, c.contest_id LIMIT ?",
        (tournament_id, limit),
    )
    return [contest_of(row) for row in rows]


def last_made(tx: Query, tournament_id: TournamentId, limit: int) -> tuple[datetime, int] | None:
    """When the latest game that stands was made, and how many with it, `limit` at most; None before the first."""
    rows = tx.fetch_all(
        "SELECT created_at FROM contests WHERE tournament_id = ? AND voided_at IS NULL"
        " ORDER BY position DESC, contest_id LIMIT ?",
        (tournament_id, limit),
    )
    made = [row["created_at"] for row in rows]
    return (from_ms(made[0]), made.count(made[0])) if made else None


def awaited_games(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """Games whose result was told and is not settled, or whose first move is being waited for."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM (SELECT contest_id FROM reports WHERE closed_at IS NULL"  # noqa: S608 - constants
        " UNION SELECT contest_id FROM absence_clocks WHERE ended_at IS NULL) w CROSS JOIN contests c"
        f" WHERE c.contest_id = w.contest_id AND c.tournament_id = ? AND c.voided_at IS NULL AND {_OPEN}"
        " ORDER BY c.position, c.contest_id",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def disputed_games(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """Games without a result whose players dispute what was told."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c JOIN reports w ON w.contest_id = c.contest_id"  # noqa: S608 - constants
        " WHERE c.tournament_id = ? AND w.closed_at IS NULL AND w.answer = 'disputed' AND c.voided_at IS NULL"
        f" AND {_OPEN} ORDER BY c.position, c.contest_id",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def stopped_games(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """Games without a result that an arbiter has stopped."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c WHERE c.tournament_id = ? AND c.voided_at IS NULL"  # noqa: S608
        f" AND c.suspended_at IS NOT NULL AND {_OPEN} ORDER BY c.position, c.contest_id",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def is_scored(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether a score was ever reported in the event, or a match that stands was settled, but by leaving."""
    row = tx.fetch_one(
        "SELECT 1 FROM contests c WHERE c.tournament_id = ?"
        " AND (EXISTS (SELECT 1 FROM reports p WHERE p.contest_id = c.contest_id)"
        " OR (c.voided_at IS NULL AND EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id"
        " AND r.superseded_at IS NULL AND r.kind <> 'withdrawal'))) LIMIT 1",
        (tournament_id,),
    )
    return row is not None


def in_play(tx: Query, tournament_id: TournamentId) -> int:
    """How many games have no result yet."""
    row = tx.fetch_one(
        f"SELECT count(*) AS n FROM contests c WHERE c.tournament_id = ? AND c.voided_at IS NULL AND {_OPEN}",  # noqa: S608
        (tournament_id,),
    )
    return 0 if row is None else int(row["n"])


# --- matches of a person --------------------------------------------------------------------------------------------


def _sides_of(person: str) -> str:
    """The contests with a side that the person, or a team of theirs, played; not what others played before them."""
    return (
        f"SELECT p.contest_id FROM contest_sides p WHERE p.played_by = {person}"  # noqa: S608 - a parameter's number
        " UNION SELECT p.contest_id FROM contest_sides p WHERE p.played_by IS NULL AND p.entrant_id IN"
        f" (SELECT entrant_id FROM entrants WHERE person_id = {person}"
        f" UNION SELECT entrant_id FROM team_members WHERE person_id = {person})"
    )


_ENDED_AT: Final = "(SELECT min(y.settled_at) FROM results y WHERE y.contest_id = {contest})"
"""A score that was corrected later ended its match when it was first settled."""
_STANDING: Final = (
    f"SELECT s.contest_id FROM ({_sides_of('?1')}) s JOIN contests d ON d.contest_id = s.contest_id"  # noqa: S608
    " JOIN tournaments t ON t.tournament_id = d.tournament_id"
    " JOIN results x ON x.contest_id = s.contest_id AND x.superseded_at IS NULL"
    " WHERE d.voided_at IS NULL"
    " AND (t.cancelled_at IS NULL OR EXISTS (SELECT 1 FROM rating_lists l"
    " WHERE l.tournament_id = t.tournament_id AND l.taken_back_at IS NULL))"
    " AND NOT EXISTS (SELECT 1 FROM annulments a WHERE a.contest_id = s.contest_id AND a.undone_at IS NULL)"
)
_AGAINST: Final = f" AND s.contest_id IN ({_sides_of('?3')})"


def in_play_of_people(
    tx: Query, person_ids: Collection[PersonId], guild_id: GuildId, since: datetime
) -> list[ContestId]:
    """The matches of the server that were called since and have no result, in which one of them or their team plays."""
    found = tx.fetch_all(
        "SELECT DISTINCT s.contest_id, c.called_at FROM contest_sides s"
        " JOIN contests c ON c.contest_id = s.contest_id JOIN tournaments t ON t.tournament_id = c.tournament_id"
        " WHERE s.entrant_id IN (SELECT entrant_id FROM entrants WHERE person_id IN (SELECT value FROM json_each(?1))"
        " UNION SELECT entrant_id FROM team_members WHERE person_id IN (SELECT value FROM json_each(?1)))"
        " AND t.guild_id = ?2 AND t.ended_at IS NULL AND t.cancelled_at IS NULL AND c.called_at >= ?3"
        " AND c.voided_at IS NULL AND NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id"
        " AND r.superseded_at IS NULL) ORDER BY c.called_at, s.contest_id",
        (json.dumps(list(person_ids)), guild_id, to_ms(since)),
    )
    return [ContestId(row["contest_id"]) for row in found]


def latest_contests(tx: Query, person_id: PersonId, limit: int) -> list[Contest]:
    """The contests with a result that stands in which the person, or a team of theirs, was a side.

    Left out are cancelled events that rated nothing (AIJE-D01-6), contests that were voided, and results that were
    annulled for a side (GO-23.1).
    """
    return _read(tx, _STANDING, (person_id, limit))


def contests_between(tx: Query, person_id: PersonId, other: PersonId, limit: int) -> list[Contest]:
    """As `latest_contests`, those in which the other person or their team was a side too."""
    return _read(tx, _STANDING + _AGAINST, (person_id, limit, other))


def event_names(tx: Query, some: Collection[ContestId]) -> dict[ContestId, str]:
    """In which event each of the contests was played, by its name."""
    rows = tx.fetch_all(
        "SELECT c.contest_id, t.name FROM contests c JOIN tournaments t USING (tournament_id)"
        " WHERE c.contest_id IN (SELECT value FROM json_each(?)) ORDER BY c.contest_id",
        (json.dumps(list(some)),),
    )
    return {ContestId(row["contest_id"]): row["name"] for row in rows}


def events_of(tx: Query, some: Collection[ContestId]) -> dict[ContestId, TournamentId]:
    """In which event each of the contests was played."""
    rows = tx.fetch_all(
        "SELECT contest_id, tournament_id FROM contests WHERE contest_id IN (SELECT value FROM json_each(?))"
        " ORDER BY contest_id",
        (json.dumps(list(some)),),
    )
    return {ContestId(row["contest_id"]): TournamentId(row["tournament_id"]) for row in rows}


def _read(tx: Query, standing: str, parameters: tuple[str | int, ...]) -> list[Contest]:
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.contest_id IN ({standing}"
        f" ORDER BY {_ENDED_AT.format(contest='s.contest_id')} DESC NULLS LAST, s.contest_id LIMIT ?2)"
        f" ORDER BY {_ENDED_AT.format(contest='c.contest_id')} DESC NULLS LAST, c.contest_id",
        parameters,
    )
    return [contest_of(row) for row in rows]


# --- places of a bracket --------------------------------------------------------------------------------------------


def read(tx: Query, tournament_id: TournamentId) -> tuple[Taken, ...]:
    """Those whose contest stands, by round and position."""
    rows = tx.fetch_all(
        "SELECT c.contest_id, c.stage, c.round, c.position,"
        " (SELECT count(*) FROM contest_sides s WHERE s.contest_id = c.contest_id) AS sides,"
        " EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id AND r.superseded_at IS NULL) AS settled"
        " FROM contests c WHERE c.tournament_id = ? AND c.voided_at IS NULL"
        " ORDER BY c.round, c.position, c.stage, c.contest_id",
        (tournament_id,),
    )
    return tuple(
        Taken(ContestId(contest_id), _STAGES[stage], number, position, sides, bool(settled))
        for contest_id, stage, number, position, sides, settled in rows
    )


_STAGES = {stage.value: stage for stage in Stage}
