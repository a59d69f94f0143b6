"""What a contest gives to each side, and what an event and a match of teams are played as.

Points go by the score, or by the games won where the rulebook counts those (AIJE-D02-2). Of teams the boards decide:
each is worth what the rulebook's `[teams]` says, and the side with more of them wins (AIJE-D05-3, GO-27.2). A board
that nobody has won is no draw unless it was drawn (GO-17.5, GO-20). A match of teams has one length wherever it is
played, and all of it is played, since every board has its two players (GO-25.1). A dispute between schools is three
games at one time (OLY-1 to OLY-4).

Who begins on a board follows from the pairing alone (GO-10, OLY-2): the side that it puts first begins on board 1,
and sides take turns from board to board and from game to game. So nobody chooses it, each team begins on half of the
boards, and a record tells it by the order of its sides. What may be done in an event hangs on its kind, and on
nothing that a press claims.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Final, assert_never

from bot.kernel.ids import EntrantId
from bot.play.contests import EXTRA, BoardResult, Contest, Length, Result, ResultKind, Score, Stage, result_words, split
from bot.play.draw import Stream
from bot.play.format_rules import (
    Contests,
    DisputeRules,
    RankingRules,
    ScoringRules,
    TeamEncounter,
    TeamRules,
    ToldAtEnd,
)
from bot.play.format_rules import TeamEncounter as Meeting
from bot.play.rulebook import Rulebook
from bot.play.teams import boards_of, most_games, turn_of

# --- disputes between schools ---------------------------------------------------------------------------------------


class Modality(StrEnum):
    """The three kinds of game of a dispute (OLY-2)."""

    TABLE = "table"
    GIANT = "giant"
    LIVING = "living"


@dataclass(frozen=True, slots=True)
class DisputeGame:
    """One of the games of a dispute: its board from 1, how many play it on each side, how often, for how much each."""

    board: int
    modality: Modality
    players: int
    times: int
    points: Fraction
    sheet: str | None = None
    """The game sheet of the scene, where the rulebook names scenes (OLY-7)."""


def games(rules: DisputeRules, scene: int = 0) -> tuple[DisputeGame, ...]:
    """The games of a dispute in the order of its boards: the tables, the giant game, the living game (OLY-2).

    In the giant and the living game each side starts once, so each is played twice.
    """
    sheets = scenes(rules)[scene] if scenes(rules) else ()
    kinds = [(Modality.TABLE, 1, 1, rules.table_points)] * rules.table_games
    if rules.giant_games:
        kinds.append((Modality.GIANT, rules.giant_players, rules.giant_games, rules.giant_points))
    if rules.living_games:
        kinds.append((Modality.LIVING, rules.living_players, rules.living_games, rules.living_points))
    return tuple(
        DisputeGame(board, kind, players, times, Fraction(points), sheets[board - 1] if board <= len(sheets) else None)
        for board, (kind, players, times, points) in enumerate(kinds, start=1)
    )


def scenes(rules: DisputeRules) -> tuple[tuple[str, ...], ...]:
    """The sets of games that the lot chooses from; none where the rulebook names no games."""
    return tuple(scene for scene in (rules.scene_1, rules.scene_2) if scene)


def scene_of(rules: DisputeRules, seed: str, contest: str) -> int:
    """The scene of one dispute, from 0, by the lot of the draw that made the table (OLY-4).

    `seed` is the draw's, in hexadecimal, and `contest` says which dispute is meant; anybody can do it again.
    """
    choices = len(scenes(rules))
    if choices < 2:
        return 0
    return Stream(hashlib.sha256(f"{seed}\nscene\n{contest}".encode()).digest()).below(choices)


def all_points(rules: DisputeRules) -> Fraction:
    """What a dispute gives in all: 9 in the olympiad (OLY-2)."""
    return sum((game.points * game.times for game in games(rules)), Fraction(0))


def points(boards: Sequence[BoardResult]) -> tuple[Fraction, Fraction]:
    """What the boards give to either side, a drawn game split between them (OLY-2)."""
    first, second = Fraction(0), Fraction(0)
    for board in boards:
        weight, half = Fraction(board.weight), Fraction(board.draws, 2)
        first += weight * (board.score[0] + half)
        second += weight * (board.score[1] + half)
    return first, second


def places(rules: DisputeRules) -> tuple[int, ...]:
    """How many of a school each board takes; together the starters (OLY-1)."""
    return tuple(game.players for game in games(rules))


# --- kinds of event -------------------------------------------------------------------------------------------------


class EventKind(StrEnum):
    """Every event is of exactly one."""

    SINGLES = "singles"
    COUNTED = "counted"
    """Single players whose games end by a count."""
    ARENA = "arena"
    TABLES = "tables"
    TITLE_MATCH = "title_match"
    TEAMS = "teams"
    """Teams that meet board by board."""
    STAY_ON = "stay_on"
    """Teams that meet in challenges in which the winner stays on."""


OF_TEAMS: Final = frozenset({EventKind.TEAMS, EventKind.STAY_ON})
OF_PEOPLE: Final = frozenset(EventKind) - OF_TEAMS


def kind_of(rulebook: Rulebook) -> EventKind:
    """What an event by these rules is."""
    match rulebook.contests:
        case Contests.TEAMS:
            return EventKind.STAY_ON if stays_on(rulebook) else EventKind.TEAMS
        case Contests.LOBBY:
            return EventKind.ARENA
        case Contests.TABLES:
            return EventKind.TABLES
        case Contests.SERIES:
            return EventKind.TITLE_MATCH
        case Contests.MATCHES | Contests.CHALLENGES:
            counted = rulebook.games is not None and rulebook.games.report is ToldAtEnd.COUNT
            return EventKind.COUNTED if counted else EventKind.SINGLES
        case other:
            assert_never(other)


def stays_on(rulebook: Rulebook) -> bool:
    """Whether the event's teams meet in challenges in which the winner stays on."""
    return rulebook.teams is not None and rulebook.teams.encounter is TeamEncounter.STAY_ON


def boards_at_once(rulebook: Rulebook) -> bool:
    """Whether a match is of boards that are played at one time, each a thing of its own two sides."""
    return rulebook.teams is not None and not stays_on(rulebook)


def counts_games(rulebook: Rulebook) -> bool:
    """Whether the score of a match of teams is in games, as in a dispute or a sum of points, and not in boards."""
    rules = rulebook.teams or TeamRules()
    return rulebook.dispute is not None or rules.encounter is TeamEncounter.SUM


def draws_possible(rulebook: Rulebook, games: int) -> bool:
    """Whether a single game of a board can be drawn.

    Where boards have an even number of games a board is level by games won on either side (AIJE-D05-3), unless every
    game counts by itself.
    """
    may = rulebook.games is not None and rulebook.games.draws
    return may and (counts_games(rulebook) or games % 2 == 1)


# --- how long a match of teams is -----------------------------------------------------------------------------------


def games_on_board(rulebook: Rulebook, stage: Stage | None = None) -> int:
    """The games on each board; a play-off has its own length (GO-27.3)."""
    if stage is Stage.PLAY_OFF:
        return (rulebook.ranking or RankingRules()).play_off_best_of
    return (rulebook.teams or TeamRules()).board_games


def games_of_boards(rulebook: Rulebook, stage: Stage | None = None) -> tuple[int, ...]:
    """The games on each board of a match, board 1 first."""
    if rulebook.dispute is not None:
        return tuple(game.times for game in games(rulebook.dispute))
    return (games_on_board(rulebook, stage),) * boards_of(rulebook.teams or TeamRules())


def whole_score(rulebook: Rulebook, stage: Stage | None = None) -> int:
    """What the score of a match adds up to when all of it is played: boards, or games where games are counted."""
    rules, dispute = rulebook.teams or TeamRules(), rulebook.dispute
    if dispute is not None:
        return dispute.table_games + dispute.giant_games + dispute.living_games
    if stays_on(rulebook):
        return most_games(rules.size)
    if rules.encounter is TeamEncounter.SUM:
        return rules.size * games_on_board(rulebook, stage)
    return boards_of(rules)


def games_in_score(rulebook: Rulebook) -> int:
    """How many games stand behind one of a score that names no boards, as of a walkover."""
    return 1 if rulebook.teams is None or counts_games(rulebook) else games_on_board(rulebook)


def length_of_teams(rulebook: Rulebook, stage: Stage) -> Length:
    """The length of a match of teams; a challenge in which the winner stays on ends with one side out."""
    if stays_on(rulebook):
        return Length(whole_score(rulebook, stage))
    drawable = rulebook.games is not None and rulebook.games.draws
    return Length(whole_score(rulebook, stage), play_all=True, drawable=drawable)


# --- who begins on each board ---------------------------------------------------------------------------------------


_SIDES = 2


def begins_by_pairing(rulebook: Rulebook) -> bool:
    """Whether the pairing says who begins on the boards of a match."""
    return rulebook.teams is not None and rulebook.games is not None and rulebook.games.colours


def begins(first_side: int, turn: int, game: int = 0) -> int:
    """The side that begins a game: `turn` is the place of its board in the turns, `game` counts from 0 on the board.

    What is played twice on a board is begun by each side once (OLY-2).
    """
    return (first_side + turn + game) % _SIDES


def extra_turn() -> int:
    """The turn of a game more on board 1: its two players change who begins."""
    return 1


def boards_begun(rulebook: Rulebook, side: int) -> tuple[int, ...]:
    """The boards of two full teams on which the side begins, where the pairing puts it first (0) or second (1)."""
    return tuple(board for board, turn in enumerate(_turns(rulebook), start=1) if begins(0, turn) == side)


def turn_on(rulebook: Rulebook, board: int) -> int | None:
    """The turn of a board of two full teams; None for a number that no board has."""
    return dict(enumerate(_turns(rulebook), start=1)).get(board)


def _turns(rulebook: Rulebook) -> Iterator[int]:
    rules = rulebook.teams or TeamRules()
    if rulebook.dispute is not None:
        kinds = rulebook.dispute
        yield from range(kinds.table_games + bool(kinds.giant_games) + bool(kinds.living_games))
    elif stays_on(rulebook):
        yield from range(whole_score(rulebook))
    elif rules.encounter is TeamEncounter.EVERYONE:
        for shift in range(rules.size):
            yield from (turn_of(own, (own + shift) % rules.size, rules.encounter) for own in range(rules.size))
    else:
        yield from range(rules.size)


# --- drawn boards ---------------------------------------------------------------------------------------------------


def count_drawn(boards: Iterable[BoardResult], rulebook: Rulebook) -> int:
    """Boards that were drawn, or games where the rulebook counts those; none where no game can be drawn.

    A board that both sides lost, or that has no result, gives nothing, and counts as nothing.
    """
    if rulebook.games is None or not rulebook.games.draws:
        return 0
    played = [board for board in boards if board.kind is ResultKind.PLAYED and board.modality != EXTRA]
    if counts_games(rulebook):
        return sum(one.draws for one in played)
    return sum(_is_level(one) for one in played)


def draws_of(result: Result, rulebook: Rulebook) -> int:
    """Draws of a result, told by its boards where it has some: once a board that nobody won was stored among them."""
    return count_drawn(result.boards, rulebook) if result.boards else result.draws


def without_a_winner(boards: Sequence[BoardResult], rulebook: Rulebook, stage: Stage | None) -> int:
    """What older versions told as drawn: every board, or game of a board, that nobody has won."""
    if rulebook.games is None or not rulebook.games.draws:
        return 0
    counted = [board for board in boards if board.modality != EXTRA]
    if counts_games(rulebook):
        games = games_on_board(rulebook, stage)
        return sum(one.draws if one.kind is ResultKind.PLAYED else games for one in counted)
    return sum(one.score[0] == one.score[1] for one in counted)


def _is_level(board: BoardResult) -> bool:
    return board.score[0] == board.score[1] and any((*board.score, board.draws))


# --- points ---------------------------------------------------------------------------------------------------------


HALF = Fraction(1, 2)
NOTHING = Fraction(0)
REST = "rest"
"""The bye of whoever has nobody to meet in an odd round robin: it gives nothing."""
_MET = frozenset({ResultKind.PLAYED, ResultKind.NO_RESULT, ResultKind.BOTH_LOST})
_GIVEN = frozenset({ResultKind.WALKOVER, ResultKind.WITHDRAWAL, ResultKind.DOUBLE_WALKOVER})
_NOBODY_SCORES = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


class Outcome(StrEnum):
    """How a contest ended for one side: by the overall score, not by one game of it (AIJE-B01-5)."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    NONE = "none"
    """A bye, an absence, no result, or an annulled one."""


def encounter_points(contest: Contest, rulebook: Rulebook) -> tuple[Fraction, ...]:
    """What the contest gives to each side, annulments apart. Raises ValueError when it is not decided."""
    rules = rulebook.scoring or ScoringRules()
    if len(contest.sides) == 1:
        return (bye_points(contest, rulebook),)
    result = result_of(contest)
    if result.kind in _NOBODY_SCORES:
        return (NOTHING,) * len(contest.sides)
    if rules.by_games:
        return tuple(_points_by_games(result, side, rulebook) for side in range(len(contest.sides)))
    return tuple(_worth_of(outcome, result, rules) for outcome in outcomes(contest, rulebook))


def outcomes(contest: Contest, rulebook: Rulebook) -> tuple[Outcome, ...]:
    """How a decided contest ended for each side, annulments apart. Raises ValueError when it is not decided."""
    if len(contest.sides) == 1:
        return (Outcome.NONE,)
    result = result_of(contest)
    if result.kind in _NOBODY_SCORES:
        nobody = Outcome.NONE if result.kind is ResultKind.NO_RESULT else Outcome.LOST
        return (nobody,) * len(contest.sides)
    worth = [board_total(result, side, rulebook) if result.boards else result.score[side] for side in _sides(contest)]
    best = Outcome.WON if worth.count(max(worth)) == 1 else Outcome.DRAWN
    return tuple(best if own == max(worth) else Outcome.LOST for own in worth)


def bye_points(contest: Contest, rulebook: Rulebook) -> Fraction:
    """What a bye gives: nothing for the rest of an odd round robin, and for each game where games are counted."""
    rules = rulebook.scoring or ScoringRules()
    if contest.bye_reason == REST:
        return NOTHING
    return exact(rules.bye) * (_games_of(contest, rulebook) if rules.by_games else 1)


def board_total(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    """What the boards are worth to one side: 3-1, 2-2 and 4-0 are 2 to 0 where a level board gives none (AIJE-D05-3).

    Of a result without boards, as a walkover, see `untold_total`.
    """
    if not result.boards:
        return untold_total(result.score, result.draws, side, rulebook)
    return sum((board_points(board, side, rulebook) for board in result.boards), NOTHING)


def untold_total(score: Score, draws: int, side: int, rulebook: Rulebook) -> Fraction:
    """What a score that names no boards is worth to one side: so many boards won, 8 to 0 for four of two points each.

    A dispute that nobody played gives all of its points, 9 in the olympiad, and not its number of games (OLY-2).
    """
    rules, dispute = rulebook.teams or TeamRules(), rulebook.dispute
    if dispute is not None and score[side] == dispute.table_games + dispute.giant_games + dispute.living_games:
        return all_points(dispute)
    return exact(rules.board_win) * score[side] + exact(rules.board_draw) * draws


def board_points(board: BoardResult, side: int, rulebook: Rulebook) -> Fraction:
    """What one board is worth to one side, its weight included.

    In a dispute each game is worth the board's weight and a drawn one is split (OLY-2). Where points are added up, each
    game counts; otherwise the board as a whole. A board where nobody sat gives nothing, nor does a game more that
    separates level teams.
    """
    rules = rulebook.teams or TeamRules()
    weight, won, lost = exact(board.weight), board.score[side], board.score[1 - side]
    if board.modality == EXTRA:
        return NOTHING
    if rulebook.dispute is not None or rules.encounter is Meeting.DISPUTE:
        return weight * (won + HALF * board.draws)
    if rules.encounter is Meeting.SUM:
        return weight * (exact(rules.board_win) * won + exact(rules.board_draw) * board.draws)
    if won == lost:
        return weight * exact(rules.board_draw) if won or board.draws else NOTHING
    return weight * exact(rules.board_win) if won > lost else NOTHING


@cache
def exact(number: float) -> Fraction:
    """A rulebook's number as the fraction that it is."""
    return Fraction(number)


def total(values: Iterable[Fraction]) -> Fraction:
    """The sum, exact; faster than adding fraction to fraction, since few denominators occur."""
    numerators = defaultdict[int, int](int)
    for value in values:
        numerators[value.denominator] += value.numerator
    return sum((Fraction(number, denominator) for denominator, number in numerators.items()), NOTHING)


def result_of(contest: Contest) -> Result:
    """The contest's result. Raises ValueError when it is not decided."""
    if contest.result is None:
        raise ValueError(f"contest {contest.contest_id} is not decided")
    return contest.result


def is_given(result: Result) -> bool:
    """Whether nobody played anything of it."""
    return result.kind in _GIVEN and sum(result.score) + result.draws <= sum(result.walkover_games)


def took_part(entrant_id: EntrantId, contests: Iterable[Contest]) -> bool:
    """Whether the entrant ever sat down to play, be it for nothing since the other side stayed away."""
    return any(
        _sat_down(contest, contest.sides.index(entrant_id)) for contest in contests if entrant_id in contest.sides
    )


def _sat_down(contest: Contest, side: int) -> bool:
    result = contest.result
    if result is None or contest.is_bye:
        return False
    if result.kind in _MET:
        return side not in result.absent
    games_were_played = sum(result.score) + result.draws > sum(result.walkover_games)
    return games_were_played or result.score[side] > 0


def _sides(contest: Contest) -> range:
    return range(len(contest.sides))


def _games_of(contest: Contest, rulebook: Rulebook) -> int:
    play_all = rulebook.games is not None and rulebook.games.play_all
    return contest.best_of if play_all else contest.target


def _points_by_games(result: Result, side: int, rulebook: Rulebook) -> Fraction:
    rules = rulebook.scoring or ScoringRules()
    won, lost = result.score[side], sum(result.score) - result.score[side]
    drawn = draws_of(result, rulebook)
    return exact(rules.win) * won + exact(rules.draw) * drawn + exact(rules.loss) * lost


def _worth_of(outcome: Outcome, result: Result, rules: ScoringRules) -> Fraction:
    """What an outcome gives; who stayed away gets nothing, not what a loss is worth."""
    match outcome:
        case Outcome.WON:
            return exact(rules.win)
        case Outcome.DRAWN:
            return exact(rules.draw)
        case _:
            return NOTHING if is_given(result) else exact(rules.loss)


# --- scores as everybody reads them ---------------------------------------------------------------------------------


def score_words(result: Result, rulebook: Rulebook) -> str:
    """The score of a contest as everybody reads it; of teams what their boards are worth: 2–0, 5–4, 4½–4½.

    Of teams that is so where nobody played too: four boards of two points each are 8–0.
    """
    if rulebook.teams is None:
        return result_words(result)
    return points_words(board_total(result, 0, rulebook), board_total(result, 1, rulebook))


def side_words(result: Result, rulebook: Rulebook) -> tuple[str, ...]:
    """Each side's part of the score, as `score_words` joins them."""
    if rulebook.teams is None:
        return tuple(map(str, result.score))
    return tuple(_exact(board_total(result, side, rulebook)) for side in (0, 1))


def untold_words(score: Score, rulebook: Rulebook) -> str:
    """A score of teams that names no boards, as `score_words` writes it."""
    games, draws = split(score)
    return points_words(*(untold_total(games, draws, side, rulebook) for side in (0, 1)))


def points_words(first: Fraction | int, second: Fraction | int) -> str:
    """Points of two teams: 2–0, 4½–4½."""
    return "–".join(_exact(Fraction(value)) for value in (first, second))


def _exact(value: Fraction) -> str:
    if value.denominator == 2:
        return f"{int(value) or ''}½"
    return f"{float(value):g}"
