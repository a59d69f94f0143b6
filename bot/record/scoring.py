"""Scores of a record: each can have ended its contest, and the numbers beside it are of its sides."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bot.domain.contests import Contest, Length, Result, ResultKind, Score
from bot.domain.events.records import Record
from bot.domain.ids import PersonId
from bot.domain.scores import can_end, possible_results, result_words, told_score, winning_side, words
from bot.record.errors import Fault, FaultCode

_TWO: Final = 2
_MOST_SHOWN: Final = 6
_GIVEN: Final = frozenset({ResultKind.WALKOVER, ResultKind.WITHDRAWAL})
_NOBODY_WON: Final = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


def score_faults(
    contest: Contest, result: Result, place: str, record: Record, members: Collection[PersonId]
) -> Iterator[Fault]:
    """A score that cannot have ended the contest, and numbers that do not belong to it; nothing of a bye."""
    sides = len(contest.sides)
    if sides == 1:
        return
    wrong = [*_wrong_counts(result, place, sides), *_wrong_seats(result, place, sides)]
    if wrong:
        yield from wrong
        return
    if sides == _TWO:
        yield from _kind_faults(result, place)
    if not _is_possible(contest, result, record):
        wanted = possible_words(contest.length, _MOST_SHOWN) if sides == _TWO and not result.boards else ""
        yield Fault(f"{place}.score", FaultCode.IMPOSSIBLE_SCORE, words_of(result), wanted)
    yield from _strangers(result, place, record, members)


def _wrong_counts(result: Result, place: str, sides: int) -> Iterator[Fault]:
    """Lists that have a number for each side; of influence there may be none."""
    counts = {"score": result.score, "walkover_games": result.walkover_games}
    if result.influence:
        counts["influence"] = result.influence
    for key, numbers in counts.items():
        if len(numbers) != sides:
            yield Fault(f"{place}.{key}", FaultCode.WRONG_COUNT, str(len(numbers)), str(sides))


def _wrong_seats(result: Result, place: str, sides: int) -> Iterator[Fault]:
    """Numbers of sides that nobody has."""
    for key, seats in (("absent", result.absent), ("paired_as_winner", (result.paired_as_winner or 0,))):
        if max(seats, default=0) >= sides:
            yield Fault(f"{place}.{key}", FaultCode.IMPOSSIBLE_SIDE, str(max(seats)), str(sides - 1))


def _kind_faults(result: Result, place: str) -> Iterator[Fault]:
    """A kind that the score of two sides denies."""
    if result.kind in _NOBODY_WON and winning_side(result.score) is not None:
        yield Fault(f"{place}.kind", FaultCode.KIND_CONTRADICTS, result.kind)
    if not result.boards and _unlike_its_kind(result):
        yield Fault(f"{place}.kind", FaultCode.KIND_AND_WALKOVERS, result.kind, "-".join(map(str, result.score)))


def _unlike_its_kind(result: Result) -> bool:
    """Whether games that nobody played are missing from what absence has decided, or are all there is of a match."""
    if result.kind in _GIVEN:
        return not any(result.walkover_games)
    all_given = any(result.score) and result.score == result.walkover_games and not result.draws
    return result.kind is ResultKind.PLAYED and all_given


def _strangers(result: Result, place: str, record: Record, members: Collection[PersonId]) -> Iterator[Fault]:
    """Who sat at a board and is in no team, where the file says who is."""
    for number, board in enumerate(result.boards if members else ()):
        for one in (one for seat in board.players for one in seat if one not in members):
            where = f"{place}.boards[{number}].players"
            yield Fault(where, FaultCode.UNKNOWN_ENTRANT, record.name_of(one))


def _is_possible(contest: Contest, result: Result, record: Record) -> bool:
    if any(given > won for given, won in zip(result.walkover_games, result.score, strict=True)):
        return False
    if len(contest.sides) > _TWO:
        return _is_of_table(result.score, result.kind)
    rulebook, of_boards = record.rulebook, bool(result.boards)
    if of_boards or rulebook.teams is not None or rulebook.dispute is not None:
        return True
    if result.kind is ResultKind.DOUBLE_WALKOVER:
        return _can_be_absent_both(contest, result)
    if result.kind is ResultKind.PLAYED and not rulebook.traits.at_tables:
        return _ends(contest, result)
    return sum(result.score) + result.draws <= contest.best_of


def _can_be_absent_both(contest: Contest, result: Result) -> bool:
    """Each game that nobody came to play is lost by both, so that it stands in both numbers."""
    return result.score == result.walkover_games and max(result.score) <= contest.best_of and not result.draws


def _is_of_table(score: Score, kind: ResultKind) -> bool:
    """Whether each of more than two has won or lost, and somebody has won what was played."""
    return set(score) <= {0, 1} and (any(score) or kind is not ResultKind.PLAYED)


def _ends(contest: Contest, result: Result) -> bool:
    score = told_score(result, drawable=contest.drawable)
    return (contest.drawable or not result.draws) and can_end(contest.length, score, result.walkover_games)


def possible_words(length: Length, most: int) -> str:
    """Every score with which such a contest can end, as far as so many tell it."""
    found = [words(score) for score in possible_results(length)]
    return ", ".join(found[:most]) + (" …" if len(found) > most else "")


def words_of(result: Result) -> str:
    """The score as everybody writes it."""
    return result_words(result)
