"""Counted games in a record: the number of stones gives the winner (GO-9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from bot.domain.contests import BoardResult, Contest, ResultKind, Score
from bot.domain.events.records import Record, RecordedContest
from bot.domain.playing.count_reports import is_counted, score_of
from bot.domain.playing.go_counting import Counted, Stones, count
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.rulebook import Rulebook
from bot.domain.scores import split, told_score, words
from bot.domain.team_play.board_counts import boards_are_counted
from bot.domain.team_play.board_order import begins, turn_on
from bot.errors import UserError
from bot.record.errors import Fault, FaultCode

MOST_WARNINGS = 4
"""More than anybody has in one game where a rulebook sets no number that loses it."""


def count_faults(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """A score that no warnings of the game would have made of its count.

    A warning moves the count (GO-24), and one that was taken back since is not on record any more; so every number of
    them that does not lose the game is possible.
    """
    yield from _board_faults(one, record)
    if not is_counted(record.rulebook, one.contest):
        return
    for place, result in one.results():
        if result.count is None or result.kind is not ResultKind.PLAYED:
            continue
        possible = _scores(Fraction(result.count), one.contest, record.rulebook)
        if (result.score, result.draws) not in map(split, possible):
            wanted = words(possible[0]) if possible else ""
            yield Fault(f"{place}.score", FaultCode.COUNT_CONTRADICTS, words(told_score(result)), wanted)


def _board_faults(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """The same of each board of a match of teams; where no board ends by a count, none can be told."""
    counts = boards_are_counted(record.rulebook, one.contest.stage)
    for place, result in one.results():
        for at, board in enumerate(result.boards):
            if board.count is None:
                continue
            where = f"{place}.boards[{at}]"
            if not counts:
                yield Fault(f"{where}.count", FaultCode.NOT_USED, f"{board.count:g}")
                continue
            possible = _board_scores(board, one.contest, record.rulebook)
            if (*board.score, board.draws) not in possible:
                wanted = words(possible[0]) if possible else ""
                yield Fault(f"{where}.score", FaultCode.COUNT_CONTRADICTS, words((*board.score, board.draws)), wanted)


def _board_scores(board: BoardResult, contest: Contest, rulebook: Rulebook) -> list[Score]:
    turn = turn_on(rulebook, board.board)
    if turn is None:
        return []
    first, found = begins(contest.first_side, turn), list[Score]()
    for ended in _possible_counts(Fraction(board.count or 0), rulebook):
        won = None if ended.winner is None else first if ended.winner is Stones.BLACK else 1 - first
        found.append((int(won == 0), int(won == 1), int(won is None)))
    return found


def _scores(black: Fraction, contest: Contest, rulebook: Rulebook) -> list[Score]:
    """What the count can have made, as it is told."""
    return [score_of(ended, contest) for ended in _possible_counts(black, rulebook)]


def _possible_counts(black: Fraction, rulebook: Rulebook) -> list[Counted]:
    """How the count can have ended the game, without a warning first; none of a number that no board gives."""
    rules, compensation = discipline_of(rulebook), 0 if rulebook.games is None else rulebook.games.compensation
    most = 1 if rulebook.discipline is None else rules.warnings_that_lose or MOST_WARNINGS
    found: list[Counted] = []
    for black_warnings, white_warnings in product(range(most), repeat=2):
        try:
            ended = count(
                black,
                compensation=Fraction(compensation),
                black_warnings=black_warnings,
                white_warnings=white_warnings,
                price=Fraction(rules.warning_costs),
                warnings_that_lose=None,
            )
        except UserError:
            return []
        found.append(ended)
    return found
