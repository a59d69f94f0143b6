"""What the facts of a match amount to at a moment: its phase, its score so far, and who is waited for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.contests import Length, Score
from bot.domain.outages import Outage
from bot.domain.playing.absence_clocks import (
    AbsenceClock,
    Absences,
    absences,
    games_each,
    next_game_lost_at,
    walkover_games,
    walkover_score,
)
from bot.domain.playing.matches import Match, ReportAnswer
from bot.domain.rulebook import MatchRules
from bot.domain.scores import LOVE, possible_results


class MatchPhase(StrEnum):
    """Where a match stands, from its call to its settled score."""

    WAITING = "waiting"
    """Its call is not delivered yet."""
    MISSING = "missing"
    """Somebody is waited for, and a clock runs (AIJE-D01-5.4)."""
    UNDECIDED = "undecided"
    """Both sides stayed away until nothing was left to lose: the arbiter decides."""
    PLAYING = "playing"
    REPORTED = "reported"
    DISPUTED = "disputed"
    SUSPENDED = "suspended"
    SETTLED = "settled"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Missing:
    """A side that is waited for: the games that it has lost so far, and when the next one goes (None: none is left)."""

    side: int
    lost: int
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at a moment. `walkover` are those games of `score` that nobody played."""

    phase: MatchPhase
    score: Score
    walkover: Score
    missing: tuple[Missing, ...]
    forfeits: Score = LOVE
    """Those of `score` that the other side's offences gave; they bind a ruling until the warning is taken back."""

    def reportable(self, length: Length) -> tuple[Score, ...]:
        """The scores that a player can report: nothing below the score so far (AIJE-D01-6)."""
        return possible_results(length, self.score)

    def rulable(self, length: Length) -> tuple[Score, ...]:
        """The scores that the arbiter can rule: walkover games stand, except where both sides lost all by absence."""
        return possible_results(length, _at_least(self.binding(length), self.forfeits))

    def binding(self, length: Length) -> Score:
        """The walkover games that bind a ruling: none where both sides lost all, since the arbiter decides there."""
        nobody_came = self.phase is MatchPhase.UNDECIDED or min(self.score) >= length.target
        return LOVE if nobody_came else self.walkover


def state_of(match: Match, now: datetime, rules: MatchRules, outages: Iterable[Outage]) -> MatchState:
    """What the match is at the moment, by its facts and the clocks' own time."""
    known = tuple(outages)
    contest = match.contest
    if contest.result is not None:
        phase = MatchPhase.SETTLED if match.voided_at is None else MatchPhase.VOID
        return MatchState(phase, contest.result.score, contest.result.walkover_games, ())
    lost = _games_lost(match, now, rules, known)
    missing = tuple(_missing(clock, match, now, rules, known) for clock in match.clocks if clock.ended_at is None)
    return MatchState(_phase(match, now, rules, known), lost.score, lost.walkover, missing, match.forfeits)


def state_without_clocks(match: Match) -> MatchState:
    """As `state_of`, where no clock decides: who is missing loses nothing by it, the arbiter goes on without them."""
    contest = match.contest
    nothing = (0,) * len(contest.sides)
    if contest.result is not None:
        phase = MatchPhase.SETTLED if match.voided_at is None else MatchPhase.VOID
        return MatchState(phase, contest.result.score, contest.result.walkover_games, (), nothing)
    missing = tuple(Missing(clock.side, 0, None) for clock in match.clocks if clock.ended_at is None)
    waits = MatchPhase.MISSING if missing else MatchPhase.PLAYING
    return MatchState(_of_its_course(match) or waits, nothing, nothing, missing, nothing)


def score_so_far(match: Match, now: datetime, rules: MatchRules, outages: Iterable[Outage]) -> Score:
    """The games that count at the moment: those recorded, and those lost by absence since the last clock started."""
    return _games_lost(match, now, rules, tuple(outages)).score


@dataclass(frozen=True, slots=True)
class _Lost:
    """What absence has made of a match: its score so far, the games of it that nobody played."""

    score: Score
    walkover: Score
    by_both: bool = False
    """Every game is played, and both sides stayed away until none was left."""


def _games_lost(match: Match, now: datetime, rules: MatchRules, outages: tuple[Outage, ...]) -> _Lost:
    recorded = _at_least(match.running, match.forfeits)
    if not match.clocks:
        return _Lost(recorded, LOVE)
    target = match.contest.target
    latest = max(match.clocks, key=lambda clock: clock.started_at)
    before = walkover_score(_started_by(match.clocks, latest.started_at), latest.started_at, rules, target, outages)
    given = walkover_score(match.clocks, now, rules, target, outages)
    since, by_both = _of_those_left(match, latest.games_before, _less(given, before))
    return _Lost(_at_least(_sum(latest.games_before, since), recorded), _sum(before, since), by_both)


def _of_those_left(match: Match, so_far: Score, lost: Score) -> tuple[Score, bool]:
    """Games lost by absence where every game is played: no more than are left, a game each as time went by.

    Where both stayed away until none was left they have both lost all of them, and the arbiter decides.
    """
    left = match.contest.best_of - sum(so_far)
    if not match.contest.play_all or sum(lost) < left or not any(lost):
        return lost, False
    if 2 * min(lost) >= left:
        return (left, left), True
    return (lost[0], left - lost[0]) if lost[0] < lost[1] else (left - lost[1], lost[1]), False


def _is_used_up(match: Match, score: Score) -> bool:
    """Whether every game is played, and none is left."""
    return match.contest.play_all and sum(score) >= match.contest.best_of


def side_lost_by_absence(match: Match, moment: datetime, rules: MatchRules, outages: Iterable[Outage]) -> int | None:
    """The side that has lost the match by its absence at the moment, its opponent being there; or None."""
    if match.contest.play_all:
        lost, waited_for = _games_lost(match, moment, rules, tuple(outages)), _waited_for(match, moment)
        return waited_for[0] if len(waited_for) == 1 and _is_used_up(match, lost.score) and not lost.by_both else None
    match absences(match.clocks, moment, rules, match.contest.target, outages):
        case Absences.LOST_BY_SIDE_0:
            return 0
        case Absences.LOST_BY_SIDE_1:
            return 1
        case _:
            return None


def has_lost(match: Match, side: int, moment: datetime, rules: MatchRules, outages: Iterable[Outage]) -> bool:
    """Whether the side's running clock has taken all that there was to lose at the moment."""
    known, target = tuple(outages), match.contest.target
    if match.contest.play_all:
        return side in _waited_for(match, moment) and _is_used_up(match, score_so_far(match, moment, rules, known))
    return any(
        clock.games_before[1 - side] + walkover_games(clock, moment, rules, target, known) >= target
        for clock in match.clocks
        if clock.side == side and clock.ended_at is None
    )


def both_have_lost(match: Match, moment: datetime, rules: MatchRules, outages: Iterable[Outage]) -> bool:
    """Whether both sides stayed away until nothing was left to lose, so that the arbiter decides (AIJE-D01-5.4)."""
    lost = _games_lost(match, moment, rules, tuple(outages))
    return lost.by_both or min(lost.score) >= match.contest.target


def _waited_for(match: Match, moment: datetime) -> tuple[int, ...]:
    """The sides whose clock runs at the moment."""
    begun = (one for one in match.clocks if one.started_at <= moment)
    return tuple(sorted({one.side for one in begun if one.ended_at is None or one.ended_at > moment}))


def _sum(one: Score, other: Score) -> Score:
    return one[0] + other[0], one[1] + other[1]


def _less(one: Score, other: Score) -> Score:
    return one[0] - other[0], one[1] - other[1]


def _at_least(score: Score, floor: Score) -> Score:
    return max(score[0], floor[0]), max(score[1], floor[1])


def _phase(match: Match, now: datetime, rules: MatchRules, outages: tuple[Outage, ...]) -> MatchPhase:
    if (course := _of_its_course(match)) is not None:
        return course
    if both_have_lost(match, now, rules, outages):
        return MatchPhase.UNDECIDED
    return MatchPhase.MISSING if any(clock.ended_at is None for clock in match.clocks) else MatchPhase.PLAYING


def _of_its_course(match: Match) -> MatchPhase | None:
    """The phase that no clock has a say in; None of a match that is played, or waits for somebody."""
    if match.voided_at is not None:
        return MatchPhase.VOID
    if match.contest.called_at is None:
        return MatchPhase.WAITING
    if match.suspended_at is not None:
        return MatchPhase.SUSPENDED
    if match.report is not None:
        return MatchPhase.DISPUTED if match.report.answer is ReportAnswer.DISPUTED else MatchPhase.REPORTED
    return None


def _missing(
    clock: AbsenceClock, match: Match, now: datetime, rules: MatchRules, outages: tuple[Outage, ...]
) -> Missing:
    target = match.contest.target
    return Missing(
        side=clock.side,
        lost=games_each(clock, now, rules, target, outages),
        next_at=next_game_lost_at(clock, now, rules, target, outages),
    )


def _started_by(clocks: Iterable[AbsenceClock], moment: datetime) -> tuple[AbsenceClock, ...]:
    return tuple(clock for clock in clocks if clock.started_at <= moment)
