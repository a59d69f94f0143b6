"""Results of random matches of teams, board by board, and what separates two whom their boards leave level."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from random import Random

from bot.kernel.ids import EntrantId, PersonId
from bot.play.contests import EXTRA, BoardResult, Contest, Length, Result, ResultKind, possible_results
from bot.play.counts import score_of_boards
from bot.play.course import has_to_be_won, separation, with_winner
from bot.play.format_rules import LevelMatch
from bot.play.formats.protocol import Starter
from bot.play.points import games_on_board
from bot.play.rulebook import Rulebook
from bot.play.teams import boards_of

Lot = Callable[[Collection[EntrantId]], EntrantId]
"""Draws between the sides of a contest."""


def with_members(starters: tuple[Starter, ...], rulebook: Rulebook) -> tuple[Starter, ...]:
    """Each with as many members as its team has places; without teams as they are."""
    if rulebook.teams is None:
        return starters
    places = range(1, rulebook.teams.size + 1)
    return tuple(
        replace(one, members=tuple(PersonId(f"{one.entrant_id}-{place}") for place in places)) for one in starters
    )


def board_by_board(contest: Contest, rulebook: Rulebook, lot: Lot, chance: Random, at: datetime) -> Result:
    """Any result of the boards, now and then with a place at a board that stayed empty."""
    assert rulebook.teams is not None
    numbers = range(1, boards_of(rulebook.teams) + 1)
    boards = tuple(_board(number, contest, rulebook, chance) for number in numbers)
    score = score_of_boards(boards, rulebook)
    result = Result(score[:2], (0, 0), ResultKind.PLAYED, at, draws=sum(score[2:]), boards=boards)
    if not has_to_be_won(contest, rulebook):
        return result
    found = separation(result, rulebook)
    if found.by is LevelMatch.LOT:
        return replace(result, paired_as_winner=contest.sides.index(lot(contest.sides)))
    return with_winner(result if found.side is not None else _with_one_more(result, chance), rulebook)


def _board(number: int, contest: Contest, rulebook: Rulebook, chance: Random) -> BoardResult:
    games = games_on_board(rulebook, contest.stage)
    players = tuple((PersonId(f"{side}-{number}"),) for side in contest.sides)
    if chance.random() < 0.1:
        given = (games, 0) if chance.random() < 0.5 else (0, games)
        return BoardResult(number, players, given, walkover_games=given)
    told = chance.choice(possible_results(Length(games, play_all=True, drawable=True)))
    return BoardResult(number, players, told[:2], draws=sum(told[2:]))


def _with_one_more(result: Result, chance: Random) -> Result:
    first = chance.randrange(2)
    extra = BoardResult(len(result.boards) + 1, ((), ()), (1 - first, first), modality=EXTRA)
    return replace(result, boards=(*result.boards, extra))
