"""Continuous pairing until the clock says stop (ARENA-1 to ARENA-7).

There are no rounds: every contest is of round 1, and its position is a running number. Nothing hangs on a lot. The
lobby is a fact (`EventFacts.waiting`): only who came back by own act is paired.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from bot.domain.arena.arena_pairing import next_pass_at, pairings
from bot.domain.arena.arena_scoring import NOTHING, ends_at, position, rules_of, table, tallies
from bot.domain.contests import Contest, NewContest, Result, Stage
from bot.domain.events.draw import Stream
from bot.domain.formats.opening import FEWEST_STARTERS
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId
from bot.domain.ranking import rank
from bot.domain.regulation.format_rules import RankingRules
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow
from bot.domain.tie_breaks import chain, deciders

ONLY_ROUND = 1
OF_OWN_GAMES = frozenset({"points", "wins", "performance_arena"})
"""Entries of the chain that hang on a player's own games, and on the ratings of who was met, alone."""
RANKING = RankingRules(order=("points", "performance_arena"))
"""Of a rulebook that says nothing else (ARENA-2)."""

__all__ = [
    "advance",
    "counts_own_games",
    "ends_at",
    "first_move_by",
    "is_over",
    "leaders",
    "leading",
    "needs_draw",
    "next_pass_at",
    "on_fire",
    "reopened_by",
    "standings",
    "table",
]


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:  # noqa: ARG001 - as every format
    """Never: the first pairing is by rating (ARENA-3)."""
    return False


def advance(
    facts: EventFacts,
    rulebook: Rulebook,
    stream: Stream | None,  # noqa: ARG001 - as every format
) -> tuple[NewContest, ...]:
    """A contest for every pair that can be made of the lobby at `facts.now`; who waits alone waits on (ARENA-3).

    Asked again after recording them: none, since a guest with a contest made since coming to the lobby has left it.
    Raises ValueError with fewer than two starters.
    """
    if len(facts.starters) < FEWEST_STARTERS:
        raise ValueError("an arena needs two starters")
    best_of = 1 if rulebook.games is None else rulebook.games.best_of
    number = max(map(position, facts.contests), default=-1) + 1
    return tuple(
        NewContest(Stage.MAIN, ONLY_ROUND, place, sides, best_of)
        for place, sides in enumerate(pairings(facts, rulebook), start=number)
    )


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table by points, then performance; whom neither separates share a place (ARENA-2).

    The rulebook's chain may say otherwise; its points are the arena's. Empty before the arena has begun.
    """
    if facts.began_at is None and not facts.contests:
        return ()
    known = _with_chain(rulebook)
    return rank(facts, known, table(facts, known))


def _with_chain(rulebook: Rulebook) -> Rulebook:
    """The rulebook with a chain of tie-breaks."""
    return rulebook if rulebook.ranking is not None else replace(rulebook, ranking=RANKING)


def counts_own_games(rulebook: Rulebook) -> bool:
    """Whether the table goes by points, and what follows hangs on a player's own games alone, as by default."""
    known = _with_chain(rulebook)
    order = chain(known)
    return order[:1] == ("points",) and OF_OWN_GAMES.issuperset(order) and not deciders(known)


def leading(points: Mapping[EntrantId, Fraction], limit: int) -> frozenset[EntrantId]:
    """Who can be among the first `limit`: everybody with as many points as the last of them."""
    least = min(sorted(points.values(), reverse=True)[:limit], default=NOTHING)
    return frozenset(entrant for entrant, one in points.items() if one >= least)


def leaders(facts: EventFacts, rulebook: Rulebook, some: Collection[EntrantId]) -> tuple[StandingRow, ...]:
    """The rows of those who lead, of whom alone the facts have to be whole; to be asked where `counts_own_games`."""
    known = _with_chain(rulebook)
    return rank(facts, known, table(facts, known), among=some)


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the time is up at `facts.now`; games that still run do not count any more (ARENA-4)."""
    end = ends_at(facts, rulebook)
    return end is not None and facts.now is not None and facts.now >= end


def reopened_by(
    facts: EventFacts,  # noqa: ARG001 - as every format
    rulebook: Rulebook,  # noqa: ARG001
    contest: Contest,  # noqa: ARG001
    correction: Result,  # noqa: ARG001
) -> tuple[Contest, ...]:
    """None: games that were paired stand, and the table is counted anew."""
    return ()


def on_fire(facts: EventFacts, rulebook: Rulebook) -> frozenset[EntrantId]:
    """Whose next game counts double: a flame marks them (ARENA-1)."""
    rules = rules_of(rulebook)
    return frozenset(entrant for entrant, score in tallies(facts, rulebook).items() if score.streak.is_burning(rules))


def first_move_by(contest: Contest, rulebook: Rulebook) -> datetime | None:
    """When the game is forfeited without a first move; None while nobody was called (ARENA-5)."""
    return None if contest.called_at is None else contest.called_at + rules_of(rulebook).first_move_within
