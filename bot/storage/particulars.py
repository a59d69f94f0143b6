"""What a format tells of a contest beyond its score, as JSON in one column."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from bot.domain.contests import BoardResult, Particulars, Result, ResultKind
from bot.domain.ids import PersonId

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


def particulars_text(told: Particulars) -> str:
    """The JSON; what there is nothing of is left out."""
    return _text(told, None)


def _text(told: Particulars, paired: int | None) -> str:
    found: dict[str, object] = {
        "moves": told.moves,
        "influence": list(told.influence) or None,
        "boards": [_board(board) for board in told.boards] or None,
        "count": told.count,
        "absent": list(told.absent) or None,
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
