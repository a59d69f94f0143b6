"""Counts at the board: offences and their price, stones of a game of Go, and boards of a match as people write them.

Warnings add up (GO-23.3, GO-24). A game of Go is counted in stones, in exact fractions (GO-9, GO-11, GO-24): Black's
number is the stones and surrounded points of Black plus half of the neutral points, so it is a whole number or ends
in a half. Compensation tells that the games of a match of teams are counted; it goes to the side that does not begin,
and only the warnings of a board move its count.

A board that nobody wins is lost by both or has no result (GO-17.5, GO-17.6, GO-20): worth nothing to both teams,
whatever a drawn board is worth, and by an arbiter's word alone. Boards are written "3-1", "2½-1½", "1-1-2" with drawn
games third, "+-" for a board given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.kernel.errors import UserError
from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import EXTRA, BoardResult, Contest, ResultKind, Score, Stage
from bot.play.format_rules import ToldAtEnd
from bot.play.points import begins_by_pairing, boards_at_once, count_drawn, counts_games, games_on_board, stays_on
from bot.play.rulebook import DisciplineRules, EndlessRepetition, Rulebook, discipline_of

# --- offences and warnings ------------------------------------------------------------------------------------------


class Price(StrEnum):
    """What an offence costs whoever committed it, as the arbiter gave it."""

    WARNING = "warning"
    LOST_TURN = "lost_turn"
    LOST_TURN_AND_WARNING = "lost_turn_and_warning"
    LOST_GAME = "lost_game"

    @property
    def warns(self) -> bool:
        """Whether it counts as a warning."""
        return self in {Price.WARNING, Price.LOST_TURN_AND_WARNING}


@dataclass(frozen=True, slots=True)
class Offence:
    """An entry of a rulebook's catalogue. `name` is an id that the catalogues know, or the community's own words."""

    name: str
    first: tuple[Price, ...]
    """What it costs; where there are several, the arbiter says which, by gravity."""
    again: tuple[Price, ...]
    """What it costs whoever committed it before in the event."""


@dataclass(frozen=True, slots=True)
class Warned:
    """An offence on record: who, in which game, what it cost. A fact that is taken back stays, and counts no more."""

    warning_id: str
    contest_id: ContestId
    entrant_id: EntrantId
    person_id: PersonId
    game: int
    """Of the contest, from 1."""
    offence: str
    price: Price
    lost_game: bool
    """Whether it lost the game, by its price or by the number of warnings."""
    note: str | None
    given_at: datetime
    given_by: PersonId
    taken_back_at: datetime | None = None
    taken_back_by: PersonId | None = None
    why: str | None = None
    """Why it was taken back."""

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return self.taken_back_at is None

    @property
    def lost_by_number(self) -> bool:
        """Whether it lost the game as the last of several, and not by its own price."""
        return self.lost_game and self.price is not Price.LOST_GAME


def catalogue(rules: DisciplineRules) -> tuple[Offence, ...]:
    """The offences of the rulebook in its order, with what each costs (GO-23.3)."""
    prices: tuple[tuple[tuple[str, ...], tuple[Price, ...]], ...] = (
        (rules.warned, (Price.WARNING,)),
        (rules.lost_turn, (Price.LOST_TURN,)),
        (rules.lost_turn_and_warned, (Price.LOST_TURN_AND_WARNING,)),
        (rules.warned_or_lost, (Price.WARNING, Price.LOST_GAME)),
    )
    return tuple(Offence(name, price, _again(name, price, rules)) for names, price in prices for name in names)


def prices(offence: Offence, person_id: PersonId, warnings: Iterable[Warned]) -> tuple[Price, ...]:
    """What the offence can cost the person now; `given` is what the event has on record."""
    before = any(
        warning.stands and warning.person_id == person_id and warning.offence == offence.name for warning in warnings
    )
    return offence.again if before else offence.first


def loses_game(price: Price, earlier: int, rules: DisciplineRules) -> bool:
    """Whether the price loses the game for who has `earlier` warnings in it (GO-24)."""
    if price is Price.LOST_GAME:
        return True
    return rules.warnings_that_lose is not None and price.warns and earlier + 1 >= rules.warnings_that_lose


def in_game(warnings: Iterable[Warned], entrant_id: EntrantId, game: int, since: datetime | None) -> int:
    """The side's warnings in one game that stand; what came before `since` belongs to a match that was annulled."""
    return sum(
        warning.stands and warning.price.warns and warning.entrant_id == entrant_id and warning.game == game
        for warning in warnings
        if since is None or warning.given_at >= since
    )


def of_event(warnings: Iterable[Warned]) -> Mapping[EntrantId, int]:
    """Everyone's warnings in a whole event, a tie-break where fewer is better (GO-24, GO-27.1)."""
    return Counter(warning.entrant_id for warning in warnings if warning.stands and warning.price.warns)


def _again(name: str, first: tuple[Price, ...], rules: DisciplineRules) -> tuple[Price, ...]:
    if name in rules.lost_when_repeated:
        return (Price.LOST_GAME,)
    if name in rules.graver_when_repeated:
        return (Price.LOST_TURN_AND_WARNING, Price.LOST_GAME)
    return first


# --- the count of a game of Go --------------------------------------------------------------------------------------


POINTS: Final = 19 * 19
HALF: Final = Fraction(POINTS, 2)
"""180 1/2, the number that each side has to pass (GO-9)."""
COMPENSATION: Final = Fraction(15, 4)
"""3 3/4 stones, which Black gives back for moving first (GO-11)."""
PRICE_OF_A_WARNING: Final = Fraction(1)
"""One stone (GO-24)."""
WARNINGS_THAT_LOSE: Final = 2
_NUMBER: Final = re.compile(r"(\d{1,3})(?:[.,](0|5)| ?(1/2|½))?", re.ASCII)


class Stones(StrEnum):
    """Black and White."""

    BLACK = "black"
    WHITE = "white"


class ImpossibleCount(UserError):
    """No board of 361 points gives Black this number."""

    given: str
    points: int


class BothLost(UserError):
    """Each side has two warnings in the game, so both have lost it and there is nothing to count (GO-24)."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How a game ended. `margin` is in stones; None where two warnings decided it and no count was needed."""

    winner: Stones | None
    margin: Fraction | None

    @property
    def is_drawn(self) -> bool:
        """Whether both have exactly what they need."""
        return self.winner is None


def black_number(text: str) -> Fraction:
    """Black's number as people write it: "185", "184.5", "184,5", "184 1/2" or "184½"; raises ImpossibleCount."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise ImpossibleCount(given=text, points=POINTS)
    half = found[2] == "5" or found[3] is not None
    return _check(int(found[1]) + (Fraction(1, 2) if half else Fraction(0)))


def count(
    black: Fraction,
    *,
    compensation: Fraction = COMPENSATION,
    black_warnings: int = 0,
    white_warnings: int = 0,
    price: Fraction = PRICE_OF_A_WARNING,
    warnings_that_lose: int | None = WARNINGS_THAT_LOSE,
) -> Counted:
    """The winner and the margin for Black's number (GO-9); `compensation` is 0 in a game without it.

    A warning takes `price` stones from its player, and `warnings_that_lose` lose the game, where a number does (GO-24).
    Raises ImpossibleCount, and BothLost.
    """
    _check(black)
    most = max(black_warnings, white_warnings) + 1 if warnings_that_lose is None else warnings_that_lose
    lost = [black_warnings >= most, white_warnings >= most]
    if all(lost):
        raise BothLost
    if any(lost):
        return Counted(Stones.WHITE if lost[0] else Stones.BLACK, None)
    margin = black - compensation - HALF + price * (white_warnings - black_warnings)
    if margin == 0:
        return Counted(None, margin)
    return Counted(Stones.BLACK if margin > 0 else Stones.WHITE, abs(margin))


def _check(black: Fraction) -> Fraction:
    if not 0 <= black <= POINTS or (black * 2).denominator != 1:
        raise ImpossibleCount(given=str(black), points=POINTS)
    return black


# --- boards that end by a count -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountedBoard:
    """What a count made of a board; `side` has won it, None where it is level."""

    ended: Counted
    side: int | None

    @property
    def score(self) -> Score:
        """Games won by either side."""
        return (int(self.side == 0), int(self.side == 1))


def boards_are_counted(rulebook: Rulebook, stage: Stage | None = None) -> bool:
    """Whether a count can be told of a board: one game, of which the pairing says who begins."""
    if not begins_by_pairing(rulebook) or rulebook.dispute is not None or stays_on(rulebook):
        return False
    compensated = rulebook.games is not None and rulebook.games.compensation > 0
    return compensated and games_on_board(rulebook, stage) == 1


def counted_board(
    rulebook: Rulebook, contest: Contest, place: tuple[int, int], black: Fraction, warnings: Iterable[Warned]
) -> CountedBoard:
    """Who wins the board by how much; `place` is its number and the side that begins there.

    `given` are the warnings of the match, as far as they count. Raises ImpossibleCount, and BothLost.
    """
    board, first = place
    known = tuple(warnings)
    warned = [in_game(known, contest.sides[side], board, contest.called_at) for side in (first, 1 - first)]
    rules, games = discipline_of(rulebook), rulebook.games
    ended = count(
        black,
        compensation=Fraction(0 if games is None else games.compensation),
        black_warnings=warned[0],
        white_warnings=warned[1],
        price=Fraction(rules.warning_costs),
        warnings_that_lose=rules.warnings_that_lose,
    )
    if ended.winner is None:
        return CountedBoard(ended, None)
    return CountedBoard(ended, first if ended.winner is Stones.BLACK else 1 - first)


def until_settled(warnings: Iterable[Warned], settled_at: datetime | None) -> tuple[Warned, ...]:
    """The warnings that a settled match was settled with; all of one that is still open."""
    return tuple(warning for warning in warnings if settled_at is None or warning.given_at <= settled_at)


# --- what a count tells of a match ----------------------------------------------------------------------------------


_ONLY_GAME = 1
_TWO = 2


def is_counted(rulebook: Rulebook, contest: Contest) -> bool:
    """Whether the match is one game between two that ends by a count."""
    games = rulebook.games
    return games is not None and games.report is ToldAtEnd.COUNT and contest.best_of == 1 and len(contest.sides) == _TWO


def outcome(
    rulebook: Rulebook, contest: Contest, black: Fraction, warnings: Iterable[Warned], until: datetime | None = None
) -> Counted:
    """Who wins by how much, for the number of the side with the first colour; `given` are the match's warnings.

    Those given later than `until` are left out. Raises ImpossibleCount, and BothLost.
    """
    known = [warning for warning in warnings if until is None or warning.given_at <= until]
    by_colour = (contest.sides[contest.first_side], contest.sides[1 - contest.first_side])
    warned = [in_game(known, side, _ONLY_GAME, contest.called_at) for side in by_colour]
    rules = discipline_of(rulebook)
    return count(
        black,
        compensation=Fraction(0 if rulebook.games is None else rulebook.games.compensation),
        black_warnings=warned[0],
        white_warnings=warned[1],
        price=Fraction(rules.warning_costs),
        warnings_that_lose=rules.warnings_that_lose,
    )


def winner_by_count(found: Counted, contest: Contest) -> int | None:
    """The side that has won by the count; None for a level one."""
    if found.winner is None:
        return None
    return contest.first_side if found.winner is Stones.BLACK else 1 - contest.first_side


def score_of(found: Counted, contest: Contest) -> Score:
    """The result as it is told: games won, and where games can be drawn, the drawn one after them."""
    winner, length = winner_by_count(found, contest), contest.length
    won = (int(winner == 0), int(winner == 1))
    return (*won, int(found.is_drawn)) if length.drawable or found.is_drawn else won


# --- boards that nobody wins ----------------------------------------------------------------------------------------


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


# --- boards as people write them ------------------------------------------------------------------------------------


_PART = r"(\d{1,2}(?:[.,]5|½)?|½)"
_SCORE = re.compile(rf"{_PART}\s*[-–:x]\s*{_PART}(?:\s*[-–:]\s*(\d{{1,2}}))?")
_GIVEN = {"+-": 0, "-+": 1}
"""A board that nobody played, since the other side's player was not there."""


@dataclass(frozen=True, slots=True)
class ToldBoard:
    """How a board ended: games won by either side, drawn ones, and those of the won ones that nobody played."""

    score: Score
    draws: int = 0
    walkover: Score = (0, 0)


def read_board(text: str, games: int, *, drawable: bool) -> ToldBoard | None:
    """What was written about a board on which so many games are played, all of them; None when it cannot be so."""
    tidy = text.strip().replace("\N{MINUS SIGN}", "-")
    side = _GIVEN.get(re.sub(r"[\s:]", "", tidy).replace("–", "-"))
    if side is not None:
        given = (games, 0) if side == 0 else (0, games)
        return ToldBoard(given, 0, given)
    found = _SCORE.fullmatch(tidy)
    if found is None:
        return None
    first, second = _halves(found[1]), _halves(found[2])
    if found[3] is not None:
        drawn = int(found[3])
        first, second = first + drawn, second + drawn
    else:
        drawn = _fewest_draws(first, second)
    if first + second != 2 * games or (drawn and not drawable) or first < drawn or second < drawn:
        return None
    return ToldBoard(((first - drawn) // 2, (second - drawn) // 2), drawn)


def example_score(games: int) -> str:
    """A score with which a board of so many games can end, as people write it."""
    return f"{games}-0" if games == 1 else f"{games - 1}-1"


def write_board(board: ToldBoard | BoardResult) -> str:
    """The board as it is taken when somebody writes it: the number of a counted one, a mark where nobody has won."""
    if isinstance(board, ToldBoard):
        return _written_score(board)
    if board.kind in MARKS:
        return MARKS[board.kind]
    if board.count is not None:
        return f"{int(board.count)}{'½' if board.count % 1 else ''}"
    return _written_score(ToldBoard(board.score, board.draws, board.walkover_games))


def _written_score(board: ToldBoard) -> str:
    given = board.walkover
    if 0 < sum(given) == sum(board.score) + board.draws and not all(given):
        return "+-" if given[0] else "-+"
    return "-".join(map(str, (*board.score, board.draws) if board.draws else board.score))


def score_of_boards(boards: Sequence[BoardResult], rulebook: Rulebook) -> Score:
    """The score of the match as a report tells it: boards won by either side, and drawn ones; in a dispute, and where
    members' points are added up, games. A board that nobody has won is in none of them unless it was drawn; a game more
    that separates level teams is no part of it."""
    counted = [board for board in boards if board.modality != EXTRA]
    won = _games_won(counted) if counts_games(rulebook) else _boards_won(counted)
    drawable = rulebook.games is not None and rulebook.games.draws
    return (*won, count_drawn(counted, rulebook)) if drawable else won


def _games_won(boards: Sequence[BoardResult]) -> Score:
    return tuple(sum(board.score[side] for board in boards) for side in (0, 1))


def _boards_won(boards: Sequence[BoardResult]) -> Score:
    return tuple(sum(board.score[side] > board.score[1 - side] for board in boards) for side in (0, 1))


def _halves(text: str) -> int:
    """A number as so many halves."""
    whole = re.sub(r"[.,]5|½", "", text)
    return 2 * int(whole or 0) + (whole != text)


def _fewest_draws(first: int, second: int) -> int:
    """Halves that do not come out even are drawn games, and no more of them than they have to be."""
    return first % 2 if first % 2 == second % 2 else 0
