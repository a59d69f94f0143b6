"""What the games of an arena are worth: runs of wins that double, short draws, draws in a row (ARENA-1, -6, -7).

The order of one player's games is that of their contests' positions: an arena numbers them as they are paired, and
nobody plays two at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bot.domain.contest_points import exact, total
from bot.domain.contests import Contest, Result, ResultKind
from bot.domain.crosstable import Crosstable, Line, crosstable
from bot.domain.ids import ContestId, EntrantId
from bot.domain.regulation.format_rules import ArenaRules, ScoringRules
from bot.domain.rulebook import Rulebook

if TYPE_CHECKING:  # The formats read this module, and their package holds these facts.
    from bot.domain.formats.protocol import EventFacts

SCORING: Final = ScoringRules(win=2.0, draw=1.0, loss=0.0)
"""Of a rulebook that says nothing else (ARENA-1)."""
NOTHING: Final = Fraction(0)
DOUBLE: Final = 2


class Outcome(Enum):
    """How one side's game ended."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Game:
    """One counted game as one player has it; a win by forfeit counts in the run like another (ARENA-1)."""

    outcome: Outcome
    opponent: EntrantId
    moves: int | None = None
    """Of a draw."""
    contest_id: ContestId | None = None


@dataclass(frozen=True, slots=True)
class Streak:
    """What a player's earlier games mean for the next one."""

    wins: int = 0
    """Won in a row."""
    drew: bool = False
    """Whether a draw came since the last win: a loss does not end a series of draws (ARENA-7)."""

    def after(self, outcome: Outcome) -> Streak:
        """The streak that the next game is played with."""
        match outcome:
            case Outcome.WON:
                return Streak(self.wins + 1)
            case Outcome.DRAWN:
                return Streak(drew=True)
            case Outcome.LOST:
                return Streak(drew=self.drew)

    def is_burning(self, rules: ArenaRules) -> bool:
        """Whether the next game counts double (ARENA-1)."""
        return self.wins >= rules.doubles_after


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's arena: the points of each game in order, and what they add up to."""

    points: Fraction
    each: tuple[Fraction, ...]
    streak: Streak
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """What a player's games come to, without the games themselves."""

    points: Fraction
    games: int
    streak: Streak


NOT_BEGUN: Final = Reached(NOTHING, 0, Streak())


def reached_by(score: Tally) -> Reached:
    """The score of an entrant by its tally."""
    return Reached(score.points, len(score.games), score.streak)


def rules_of(rulebook: Rulebook) -> ArenaRules:
    """The arena's table, or its defaults."""
    return rulebook.arena or ArenaRules()


def ends_at(facts: EventFacts, rulebook: Rulebook) -> datetime | None:
    """When the time is up (ARENA-4); None before the arena has begun."""
    return None if facts.began_at is None else facts.began_at + rules_of(rulebook).lasts


def counts(contest: Contest, end: datetime | None) -> bool:
    """Whether the game was first reported in time, even if it was confirmed later (ARENA-4)."""
    result = contest.result
    return result is not None and len(contest.sides) > 1 and (end is None or result.told_at <= end)


def game_points(game: Game, streak: Streak, rules: ArenaRules, scoring: ScoringRules = SCORING) -> Fraction:
    """What a game is worth to who comes to it with that streak (ARENA-1, -6, -7)."""
    if game.outcome is Outcome.DRAWN and not _draw_scores(game.moves, streak, rules):
        return NOTHING
    return _worths(scoring)[game.outcome, streak.is_burning(rules)]


@lru_cache(maxsize=16)
def _worths(scoring: ScoringRules) -> Mapping[tuple[Outcome, bool], Fraction]:
    """What each outcome is worth, and what when it counts double."""
    single = {Outcome.WON: exact(scoring.win), Outcome.DRAWN: exact(scoring.draw), Outcome.LOST: exact(scoring.loss)}
    return {
        (outcome, burning): DOUBLE * worth if burning else worth
        for outcome, worth in single.items()
        for burning in (False, True)
    }


def tally(games: Sequence[Game], rules: ArenaRules, scoring: ScoringRules = SCORING) -> Tally:
    """The points of one player's games, in the order in which they were played."""
    streak, each = Streak(), list[Fraction]()
    for game in games:
        each.append(game_points(game, streak, rules, scoring))
        streak = streak.after(game.outcome)
    return Tally(total(each), tuple(each), streak, tuple(games))


def tallies(
    facts: EventFacts, rulebook: Rulebook, of: Collection[EntrantId] | None = None
) -> Mapping[EntrantId, Tally]:
    """The arena so far of those asked for, or everybody, in the order of the starters.

    Games that were told too late are left out (ARENA-4).
    """
    rules, scoring = rules_of(rulebook), rulebook.scoring or SCORING
    wanted = [one.entrant_id for one in facts.starters if of is None or one.entrant_id in of]
    games = _games_in_time(facts, ends_at(facts, rulebook), wanted)
    return {entrant: tally(played, rules, scoring) for entrant, played in games.items()}


def _games_in_time(
    facts: EventFacts, end: datetime | None, wanted: Iterable[EntrantId]
) -> Mapping[EntrantId, list[Game]]:
    """The games of each, in the order in which they were played."""
    games: dict[EntrantId, list[Game]] = {entrant: [] for entrant in wanted}
    for contest in sorted(facts.contests, key=position):
        if counts(contest, end) and not games.keys().isdisjoint(contest.sides):
            for side, game in _games(contest, facts):
                if side in games:
                    games[side].append(game)
    return games


def table(facts: EventFacts, rulebook: Rulebook) -> Crosstable:
    """The crosstable of the games that count, with the points that they gave in this arena, each player's in order."""
    end, scores = ends_at(facts, rulebook), tallies(facts, rulebook)
    counted = sorted((contest for contest in facts.contests if counts(contest, end)), key=position)
    number: dict[ContestId | None, int] = {contest.contest_id: place for place, contest in enumerate(counted)}
    known = crosstable(facts, rulebook, counted)
    return {entrant: _line(line, scores[entrant], number) for entrant, line in known.items()}


def position(contest: Contest) -> int:
    """The contest's running number in its arena."""
    return contest.position


def _line(line: Line, score: Tally, number: Mapping[ContestId | None, int]) -> Line:
    """The line with the points of the arena; a game without a result gave none."""
    gave = {game.contest_id: points for game, points in zip(score.games, score.each, strict=True)}
    ordered = sorted(line.encounters, key=lambda encounter: number[encounter.contest_id])
    worth = tuple(replace(encounter, points=gave.get(encounter.contest_id, NOTHING)) for encounter in ordered)
    return replace(line, encounters=worth, points=score.points)


def _draw_scores(moves: int | None, streak: Streak, rules: ArenaRules) -> bool:
    """A draw whose moves nobody told is neither short nor long."""
    if moves is not None and moves <= rules.short_draw:
        return False
    return not streak.drew or (moves is not None and moves > rules.long_draw)


def _games(contest: Contest, facts: EventFacts) -> list[tuple[EntrantId, Game]]:
    """The game as each side has it; none when it ended without a result."""
    result = contest.result
    if result is None or result.kind is ResultKind.NO_RESULT:
        return []
    games = []
    for side, (entrant, opponent) in enumerate(zip(contest.sides, reversed(contest.sides), strict=True)):
        outcome = _outcome(result, side)
        if (contest.contest_id, entrant) in facts.annulled:
            outcome = Outcome.LOST
        games.append((entrant, Game(outcome, opponent, result.moves, contest.contest_id)))
    return games


def _outcome(result: Result, side: int) -> Outcome:
    own, other = result.score[side], result.score[1 - side]
    if own != other:
        return Outcome.WON if own > other else Outcome.LOST
    return Outcome.DRAWN if result.draws else Outcome.LOST
