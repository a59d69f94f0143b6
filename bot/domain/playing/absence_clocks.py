"""The walkover clock of a match: what the time costs in which a side is waited for (AIJE-D01-5.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.contests import Score
from bot.domain.outages import Outage, overlap, resume
from bot.domain.rulebook import MatchRules


@dataclass(frozen=True, slots=True)
class AbsenceClock:
    """One time that a side was waited for: from the call, or from when the next game should have begun."""

    side: int
    """The absent side: 0 or 1."""
    started_at: datetime
    ended_at: datetime | None
    """When the side appeared, or the arbiter stopped the clock; None while it runs."""
    games_before: Score
    """The score when the clock started, which the lost games add to."""
    costs: tuple[int, ...] = ()
    """What each full time costs of the score, where that is not a game: of a team each late player's own board."""


class Absences(StrEnum):
    """What the clocks of a match come to."""

    PLAY_ON = "play_on"
    LOST_BY_SIDE_0 = "lost_by_side_0"
    LOST_BY_SIDE_1 = "lost_by_side_1"
    ARBITER_DECIDES = "arbiter_decides"
    """Nobody is there: a double walkover is what is offered, never what comes by itself."""


def walkover_games(
    clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> int:
    """Games that the absence has cost: one for each time full, at most what the opponent needed to win (AIJE-D01-5.4).

    With two minutes a game: none at 1:59, one at 2:00, two at 5:00. Time in which the bot was down does not count.
    """
    cap = target - clock.games_before[1 - clock.side]
    times = _full_times(clock, now, rules, outages)
    return max(0, min(cap, sum(clock.costs[:times]) if clock.costs else times))


def games_each(clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]) -> int:
    """Games that the absence has cost whoever is late: of a team on every board, as many as are played there."""
    if not clock.costs:
        return walkover_games(clock, now, rules, target, outages)
    return min(_full_times(clock, now, rules, outages), len(clock.costs))


def next_game_lost_at(
    clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> datetime | None:
    """When the absence costs the next game, or None: the side is there, or has lost the match."""
    known = tuple(outages)
    times = games_each(clock, now, rules, target, known)
    ended = clock.ended_at is not None and clock.ended_at <= now
    if ended or times >= (len(clock.costs) or target - clock.games_before[1 - clock.side]):
        return None
    return resume(clock.started_at, (times + 1) * _price(rules), known)


def walkover_score(
    clocks: Iterable[AbsenceClock], now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> Score:
    """The games that each side was given by the other's absences, over the whole match."""
    known = tuple(outages)
    given = [0, 0]
    for clock in clocks:
        given[1 - clock.side] += walkover_games(clock, now, rules, target, known)
    return given[0], given[1]


def both_absent(clocks: Iterable[AbsenceClock], now: datetime) -> bool:
    """Whether both sides are waited for at that moment: the arbiter is asked (AIJE-D01-5.4)."""
    return {clock.side for clock in clocks if _runs(clock, now)} == {0, 1}


def absences(
    clocks: Iterable[AbsenceClock], now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> Absences:
    """Whether the match goes on, is lost by the side that stayed away, or is the arbiter's to decide.

    Each side pays for its own time, so both may have lost games; a match is lost by itself only to an opponent who came
    before losing it too.
    """
    known = tuple(outages)
    running = tuple(clocks)
    losers = {clock.side for clock in running if _has_lost(clock, now, rules, target, known)}
    if losers == {0, 1} or (losers and both_absent(running, now)):
        return Absences.ARBITER_DECIDES
    if not losers:
        return Absences.PLAY_ON
    return Absences.LOST_BY_SIDE_0 if 0 in losers else Absences.LOST_BY_SIDE_1


def _price(rules: MatchRules) -> timedelta:
    return timedelta(minutes=rules.minutes_per_walkover_game)


def _full_times(clock: AbsenceClock, now: datetime, rules: MatchRules, outages: Iterable[Outage]) -> int:
    end = now if clock.ended_at is None else min(now, clock.ended_at)
    waited = end - clock.started_at - overlap(clock.started_at, end, outages)
    return max(0, waited // _price(rules))


def _runs(clock: AbsenceClock, now: datetime) -> bool:
    return clock.started_at <= now and (clock.ended_at is None or now < clock.ended_at)


def _has_lost(clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: tuple[Outage, ...]) -> bool:
    opponent = clock.games_before[1 - clock.side]
    return opponent + walkover_games(clock, now, rules, target, outages) >= target
