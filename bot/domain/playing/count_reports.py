"""What a count tells of a match: its winner by compensation and the warnings of the game (GO-9, GO-24)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction

from bot.domain.contests import Contest, Score
from bot.domain.playing.go_counting import Counted, Stones, count
from bot.domain.playing.warnings import Warned, in_game
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.regulation.format_rules import Report
from bot.domain.rulebook import Rulebook

_ONLY_GAME = 1
_TWO = 2


def is_counted(rulebook: Rulebook, contest: Contest) -> bool:
    """Whether the match is one game between two that ends by a count."""
    games = rulebook.games
    return games is not None and games.report is Report.COUNT and contest.best_of == 1 and len(contest.sides) == _TWO


def outcome(
    rulebook: Rulebook, contest: Contest, black: Fraction, given: Iterable[Warned], until: datetime | None = None
) -> Counted:
    """Who wins by how much, for the number of the side with the first colour; `given` are the match's warnings.

    Those given later than `until` are left out. Raises ImpossibleCount, and BothLost.
    """
    known = [one for one in given if until is None or one.given_at <= until]
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


def winning_side(found: Counted, contest: Contest) -> int | None:
    """The side that has won by the count; None for a level one."""
    if found.winner is None:
        return None
    return contest.first_side if found.winner is Stones.BLACK else 1 - contest.first_side


def score_of(found: Counted, contest: Contest) -> Score:
    """The result as it is told: games won, and where games can be drawn, the drawn one after them."""
    winner, length = winning_side(found, contest), contest.length
    won = (int(winner == 0), int(winner == 1))
    return (*won, int(found.is_drawn)) if length.drawable or found.is_drawn else won
