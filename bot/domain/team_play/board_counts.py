"""Boards that end by a count: from the number of the side that begins to winner and margin (GO-9, GO-11, GO-24).

Compensation is what tells that the games of a match of teams are counted: it goes to who does not begin. Each board is
a game of its own, so the warnings of that board alone move its count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from bot.domain.contests import Contest, Score, Stage
from bot.domain.events.event_kinds import stays_on
from bot.domain.playing.go_counting import Counted, Stones, count
from bot.domain.playing.warnings import Warned, in_game
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.board_order import is_given
from bot.domain.team_play.team_lengths import games_on_board


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
    if not is_given(rulebook) or rulebook.dispute is not None or stays_on(rulebook):
        return False
    compensated = rulebook.games is not None and rulebook.games.compensation > 0
    return compensated and games_on_board(rulebook, stage) == 1


def counted_board(
    rulebook: Rulebook, contest: Contest, place: tuple[int, int], black: Fraction, given: Iterable[Warned]
) -> CountedBoard:
    """Who wins the board by how much; `place` is its number and the side that begins there.

    `given` are the warnings of the match, as far as they count. Raises ImpossibleCount, and BothLost.
    """
    board, first = place
    known = tuple(given)
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


def until_settled(given: Iterable[Warned], settled_at: datetime | None) -> tuple[Warned, ...]:
    """The warnings that a settled match was settled with; all of one that is still open."""
    return tuple(one for one in given if settled_at is None or one.given_at <= settled_at)
