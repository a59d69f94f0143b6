"""The boards of a match of teams in a record: as many as are played, each once, each with as many games as it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.domain.contests import EXTRA, BoardResult, Length, Result, ResultKind, Stage
from bot.domain.events.event_kinds import stays_on
from bot.domain.events.records import Record, RecordedContest
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.rulebook import Rulebook
from bot.domain.scores import words
from bot.domain.team_play.line_ups import boards_of
from bot.domain.team_play.stay_on import first_fault
from bot.domain.team_play.team_lengths import games_on_board, whole_score
from bot.record.errors import Fault, FaultCode, Kind
from bot.record.scoring import possible_words

_MOST_SHOWN: Final = 12


def board_faults(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """Scores of more than all boards, boards that nobody has or that stand twice, and more games than a board has.

    A dispute and a challenge number their games as they come, so that only their sum has a bound.
    """
    rulebook, result = record.rulebook, one.contest.result
    if rulebook.teams is None or result is None:
        return
    most, played = whole_score(rulebook, one.contest.stage), sum(result.score) + result.draws
    if played > most and result.kind is not ResultKind.DOUBLE_WALKOVER:
        yield Fault(f"{one.place}.score", FaultCode.IMPOSSIBLE_SCORE, _score_words(result), _possible(most))
    several = rulebook.dispute is not None or stays_on(rulebook)
    if not several:
        yield from _each(result.boards, rulebook, one.contest.stage, f"{one.place}.boards")
    yield from _kinds(result.boards, f"{one.place}.boards", several=several)


def _kinds(boards: tuple[BoardResult, ...], place: str, *, several: bool) -> Iterator[Fault]:
    """A game of several on a board was won by somebody, and a board that nobody has won has no score."""
    for at, board in enumerate(boards):
        if board.kind is not ResultKind.PLAYED and (several or _is_scored(board)):
            yield Fault(f"{place}[{at}].kind", FaultCode.KIND_CONTRADICTS, board.kind)


def _is_scored(board: BoardResult) -> bool:
    return any((*board.score, board.draws, *board.walkover_games)) or board.count is not None


def _each(boards: tuple[BoardResult, ...], rulebook: Rulebook, stage: Stage, place: str) -> Iterator[Fault]:
    most = 1 if rulebook.teams is None else boards_of(rulebook.teams)
    seen: dict[tuple[int, str], int] = {}
    for at, board in enumerate(boards):
        first = seen.setdefault((board.board, board.modality), at)
        if first != at:
            yield Fault(f"{place}[{at}].board", FaultCode.BOARD_TWICE, str(board.board), f"{place}[{first}]")
        if board.board > most and board.modality != EXTRA:
            yield Fault(f"{place}[{at}].board", FaultCode.WRONG_KIND, str(board.board), Kind.MOST.within(most))
        games = 1 if board.modality == EXTRA else games_on_board(rulebook, stage)
        if sum(board.score) + board.draws > games:
            yield Fault(f"{place}[{at}].score", FaultCode.IMPOSSIBLE_SCORE, _score_words(board), _possible(games))


def _score_words(one: BoardResult | Result) -> str:
    return words((*one.score, one.draws) if one.draws else one.score)


def _possible(games: int) -> str:
    return possible_words(Length(games, play_all=True, drawable=True), _MOST_SHOWN)


def staying_faults(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """The first game of a challenge that cannot have been; none of a result that tells no games."""
    result = one.contest.result
    if result is None or not result.boards or not stays_on(record.rulebook):
        return
    at = first_fault(result.boards, (record.rulebook.teams or TeamRules()).size)
    if at is not None:
        place = f"{one.place}.boards[{at}]" if at < len(result.boards) else f"{one.place}.boards"
        yield Fault(place, FaultCode.DOES_NOT_STAY, str(at + 1))
