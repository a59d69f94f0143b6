"""Contests and results of a file as the domain knows them, with the faults of their scores."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain import contests
from bot.domain.contests import BoardResult, Length, NewContest, Result, ResultKind, Score, Stage
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.lengths import length_of
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.team_lengths import whole_score
from bot.record import model
from bot.record.errors import GIVEN_LENGTH, Fault, FaultCode, Kind
from bot.record.formats import format_of
from bot.record.placing import Draft
from bot.record.shorthand import BYE, Told, read_score

FEWEST_WORDS: Final = 2


class Refused(Exception):
    """A contest cannot be read; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.place)
        self.fault = fault


def read_line(line: tuple[int | str, ...], place: str) -> model.Contest:
    """A contest written in short: [1, "Ana", "Bia", "3-1"] or ["Ana", "bye"]. Raises Refused."""
    number, words = _split(line)
    if len(words) < FEWEST_WORDS or not all(isinstance(word, str) for word in words) or "" in words[:-1]:
        raise Refused(Fault(place, FaultCode.WRONG_KIND, str(list(line))[:GIVEN_LENGTH], Kind.LINE))
    *sides, last = map(str, words)
    _refuse_numbers(number, len(sides), place)
    if last.strip() == "" or (last.casefold() == BYE and len(sides) == 1):
        return model.Contest(round=number, sides=tuple(sides))
    if read_score(last) is None:
        raise Refused(Fault(f"{place}[{len(line) - 1}]", FaultCode.UNREADABLE_SCORE, last[:GIVEN_LENGTH]))
    return model.Contest(round=number, sides=tuple(sides), score=last)


def _split(line: tuple[int | str, ...]) -> tuple[int | None, tuple[int | str, ...]]:
    """The number of the round that may stand in front, and the words after it."""
    if line and isinstance(line[0], int):
        return line[0], line[1:]
    return None, line


def _refuse_numbers(number: int | None, sides: int, place: str) -> None:
    """Raises Refused for a round or a number of sides that no record holds."""
    if number is not None and not 0 <= number <= model.MOST_ROUNDS:
        wanted = Kind.LEAST.within(0) if number < 0 else Kind.MOST.within(model.MOST_ROUNDS)
        raise Refused(Fault(f"{place}[0]", FaultCode.WRONG_KIND, str(number)[:GIVEN_LENGTH], wanted))
    if sides > model.MOST_SIDES:
        raise Refused(Fault(place, FaultCode.SIDES, str(sides), str(model.MOST_SIDES)))


def contest_of(draft: Draft, rulebook: Rulebook, name: str, at: datetime) -> contests.Contest:
    """The contest with its result; `at` is when it was settled if the file does not say. Raises Refused."""
    told = draft.told
    stage, number, position = draft.stage or Stage.MAIN, draft.round or 0, draft.position or 0
    sides = tuple(map(EntrantId, told.sides))
    best_of = told.best_of or _best_of(stage, rulebook)
    length = length_of(NewContest(stage, number, position, sides, best_of, draft.bye, told.group), rulebook)
    length = replace(
        length,
        play_all=length.play_all if told.play_all is None else told.play_all,
        drawable=length.drawable if told.drawable is None else told.drawable,
    )
    return contests.Contest(
        ContestId(told.id or name),
        stage,
        number,
        position,
        sides,
        best_of,
        draft.bye,
        None,
        None,
        result_of(told, len(sides), length, draft.place, at),
        told.group,
        told.created_at,
        length.play_all,
        length.drawable,
        told.first_side,
    )


def result_of(told: model.Outcome, sides: int, length: Length, place: str, at: datetime) -> Result | None:
    """The result that the file tells; None where it tells none. Raises Refused for a score that nobody can read."""
    boards = tuple(_board(one, f"{place}.boards[{at_board}]") for at_board, one in enumerate(told.boards))
    if told.score is None and told.kind is None and not boards:
        return None
    score = _score(told, sides, length, place, boards)
    if sides > 1 and len(score.score) != sides:
        # Whoever looks who won while the contests are placed reads a number for each side.
        raise Refused(Fault(f"{place}.score", FaultCode.WRONG_COUNT, str(len(score.score)), str(sides)))
    given = told.walkover_games or _games_given(score, told)
    return Result(
        score=score.score,
        walkover_games=given,
        kind=told.kind or _kind(score, given),
        settled_at=told.settled_at or at,
        draws=score.draws,
        reported_at=told.reported_at,
        moves=told.moves,
        influence=told.influence,
        absent=told.absent,
        boards=boards,
        count=told.count,
        paired_as_winner=told.paired_as_winner,
    )


def _games_given(score: Told, told: model.Outcome) -> tuple[int, ...]:
    """The games by walkover of a file that does not tell them: all where the match is one, else none."""
    all_given = score.forfeit or told.kind is ResultKind.WALKOVER
    return score.score if all_given else (0,) * len(score.score)


def winner_of(told: model.Contest) -> str | None:
    """Who has won by the score, as far as one can tell without the rulebook."""
    if len(told.sides) == 1:
        return told.sides[0]
    if told.paired_as_winner is not None and told.paired_as_winner < len(told.sides):
        return told.sides[told.paired_as_winner]
    read = read_score(told.score) if isinstance(told.score, str) else None
    score = told.score if isinstance(told.score, tuple) else read.score if read else ()
    if len(score) != len(told.sides) or not score or score.count(max(score)) > 1:
        return None
    return told.sides[score.index(max(score))]


def _kind(score: Told, given: Score) -> ResultKind:
    if score.forfeit or not any(given):
        return score.kind
    return ResultKind.WALKOVER if sum(given) == sum(score.score) + score.draws else ResultKind.PLAYED


def _score(told: model.Outcome, sides: int, length: Length, place: str, boards: tuple[BoardResult, ...]) -> Told:
    if isinstance(told.score, tuple):
        return Told(told.score, told.draws)
    if told.score is None:
        return _boards_won(boards) if boards else Told((0,) * sides, told.draws)
    read = read_score(told.score)
    if read is None:
        raise Refused(Fault(f"{place}.score", FaultCode.UNREADABLE_SCORE, told.score[:GIVEN_LENGTH]))
    if read.forfeit:
        whole = tuple(length.target * games for games in read.score)
        return replace(read, score=whole)
    return replace(read, draws=read.draws or told.draws)


def _boards_won(boards: tuple[BoardResult, ...]) -> Told:
    won = tuple(sum(one.score[side] > one.score[1 - side] for one in boards) for side in (0, 1))
    return Told(won, sum(one.kind is ResultKind.PLAYED and one.score[0] == one.score[1] for one in boards))


def _board(told: model.Board, place: str) -> BoardResult:
    read = Told(told.score, told.draws) if isinstance(told.score, tuple) else read_score(told.score)
    if read is None or len(read.score) != FEWEST_WORDS:
        raise Refused(Fault(f"{place}.score", FaultCode.UNREADABLE_SCORE, str(told.score)[:GIVEN_LENGTH]))
    seats = _seats(told, place)
    given = read.score if read.forfeit else told.walkover_games
    kind, draws = ResultKind(told.kind or ResultKind.PLAYED), read.draws or told.draws
    return BoardResult(told.board, seats, read.score, draws, given, told.weight, told.modality, kind, told.count)


def _seats(told: model.Board, place: str) -> tuple[tuple[PersonId, ...], ...]:
    seats = tuple(tuple(PersonId(one) for one in side) for side in told.players) or ((), ())
    if len(seats) != FEWEST_WORDS:
        raise Refused(Fault(f"{place}.players", FaultCode.WRONG_COUNT, str(len(seats)), str(FEWEST_WORDS)))
    return seats


def _best_of(stage: Stage, rulebook: Rulebook) -> int:
    """The length by the rulebook, where the file says none."""
    return format_of(rulebook).best_of(stage, rulebook) if rulebook.teams is None else whole_score(rulebook, stage)
