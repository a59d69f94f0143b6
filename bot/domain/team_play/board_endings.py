"""Boards that nobody wins: both lose, or the game has no result, as between two players (GO-17.5, GO-17.6, GO-20).

Either is worth nothing to both teams, whatever a drawn board is worth, and an arbiter's word alone.
"""

from __future__ import annotations

import re
from typing import Final

from bot.domain.contests import ResultKind
from bot.domain.events.event_kinds import boards_at_once
from bot.domain.regulation.discipline_rules import EndlessRepetition, discipline_of
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.team_lengths import games_on_board

MARKS: Final = {ResultKind.BOTH_LOST: "--", ResultKind.NO_RESULT: "//"}
"""How either is written of a board, beside "+-" for one that is given."""
_READ: Final = {mark: kind for kind, mark in MARKS.items()}
# Telephones write a long dash for two hyphens.
_LONG: Final = str.maketrans({"\N{EN DASH}": "-", "\N{MINUS SIGN}": "-", "\N{EM DASH}": "--"})


def read_ending(text: str) -> ResultKind | None:
    """The ending that was written of a board; None for anything else."""
    return _READ.get(re.sub(r"[\s:]", "", text).translate(_LONG))


def endings(rulebook: Rulebook) -> tuple[ResultKind, ...]:
    """The endings that an arbiter can rule of a board: those that the rulebook has of single games.

    Only of a board of one game, since of several the others would still be played.
    """
    drawable = rulebook.games is not None and rulebook.games.draws
    if rulebook.dispute is not None or not boards_at_once(rulebook) or not drawable:
        return ()
    if games_on_board(rulebook) != 1:
        return ()
    # Both players of a board can have come too late, whatever else a rulebook says.
    none = discipline_of(rulebook).endless_repetition is EndlessRepetition.NO_RESULT
    return (ResultKind.BOTH_LOST, ResultKind.NO_RESULT) if none else (ResultKind.BOTH_LOST,)
