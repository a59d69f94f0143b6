"""Lateness in a match of teams: each player's, on the own board (AIJE-D01-5.4, GO-22).

A team that is away as a whole is late on all its boards at once; of a team that is there single players can be waited
for. Where lateness has a limit the board is lost at it, and whoever comes before pays twice the time late; where it has
none, each full time costs one of the games on that board, until all of them are lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.contests import Stage
from bot.domain.events.event_kinds import boards_at_once, counts_games
from bot.domain.outages import Outage, overlap, resume
from bot.domain.playing.absence_clocks import AbsenceClock, games_each
from bot.domain.playing.lateness import LateStart, has_late_limit, late_start
from bot.domain.playing.matches import BoardClock, Match
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.team_lengths import games_of_boards, whole_score

Lost = dict[tuple[int, int], int]
"""By side and board, how many of its games are lost by lateness."""


@dataclass(frozen=True, slots=True)
class LateOnBoard:
    """A player who is, or was, waited for on a board."""

    side: int
    board: int
    found: LateStart
    waits: bool
    """Whether the player has not come yet; who has lost the board is not waited for any more."""
    loses_at: datetime
    """When the board, or the next game on it, is lost; the time in which the bot was away is not counted."""
    games: int
    """How many games of the board are lost so far."""


def has_limit(rulebook: Rulebook) -> bool:
    """Whether lateness loses a board at a limit, all boards of the match being played at one time (GO-22)."""
    return has_late_limit(rulebook) and boards_at_once(rulebook)


def price(rulebook: Rulebook) -> timedelta:
    """The time late that costs a game, or where there is a limit the board."""
    rules = discipline_of(rulebook)
    limit = rules.absence_countdown or rules.late_limit
    return limit or timedelta(minutes=rulebook.matches.minutes_per_walkover_game)


def costs_of_absence(rulebook: Rulebook, stage: Stage) -> tuple[int, ...]:
    """What each full time of a whole team's absence costs of the score: where boards are counted those that are lost
    to the last game, in a dispute a game of each board that has one left; empty where no boards are."""
    if not boards_at_once(rulebook):
        return ()
    if has_limit(rulebook):
        return (whole_score(rulebook, stage),)
    games = games_of_boards(rulebook, stage)
    each = counts_games(rulebook)
    return tuple(
        sum((one >= times) if each else (one == times) for one in games)
        for times in range(1, max(games, default=0) + 1)
    )


def with_costs(match: Match, rulebook: Rulebook) -> Match:
    """The match whose clocks know what its rulebook makes of a team's absence."""
    costs = costs_of_absence(rulebook, match.contest.stage)
    return replace(match, clocks=tuple(replace(clock, costs=costs) for clock in match.clocks))


def late_boards(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[LateOnBoard, ...]:
    """Everybody who is or was waited for on a board, and what it has cost so far."""
    if not boards_at_once(rulebook):
        return ()
    known = tuple(outages)
    return tuple(
        _late([one for one in match.board_clocks if (one.side, one.board) == seat], match, now, rulebook, known)
        for seat in sorted({(clock.side, clock.board) for clock in match.board_clocks})
    )


def next_lost_at(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """When the next board, or game on one, is lost by somebody who is waited for there; None where nobody is."""
    return min((one.loses_at for one in late_boards(match, now, rulebook, outages) if one.waits), default=None)


def lost_games(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> Lost:
    """What lateness has cost on each board, a game each as time went by where both sides are late.

    A board that both have lost by it is not among them, since the arbiter says what stands.
    """
    found: Lost = {}
    for board, (of, own, other) in _cost_of_boards(match, now, rulebook, outages).items():
        if not _is_lost_by_both(of, own, other):
            # Where both are late, whoever is so for longer loses what is left.
            lost = (own, min(other, of - own)) if own < other else (min(own, of - other), other)
            found |= {(side, board): games for side, games in enumerate(lost) if games}
    return found


def lost_by_both(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> frozenset[int]:
    """The boards on which both sides were away until no game was left: the arbiter decides (AIJE-D01-5.4, GO-22)."""
    cost = _cost_of_boards(match, now, rulebook, outages)
    return frozenset(board for board, lost in cost.items() if _is_lost_by_both(*lost))


def is_free(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage], rested: timedelta) -> bool:
    """Whether who is named as late now has lost nothing since the call, so that lateness counts from there.

    What would be lost before anybody was told is not: after that time it counts from the word, as it does for who is
    missing between games. `rested` is how long the match was suspended since its call.
    """
    called = match.contest.called_at
    return called is not None and now - called - overlap(called, now, tuple(outages)) - rested < price(rulebook)


def _cost_of_boards(
    match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]
) -> dict[int, tuple[int, int, int]]:
    """By board its games, and how many of them each side's own time would cost."""
    if not boards_at_once(rulebook):
        return {}
    known = tuple(outages)
    late = {(one.side, one.board): one.games for one in late_boards(match, now, rulebook, known)}
    whole = [_of_the_team(match, side, now, rulebook, known) for side in (0, 1)]
    return {
        board: (of, late.get((0, board), min(of, whole[0])), late.get((1, board), min(of, whole[1])))
        for board, of in enumerate(games_of_boards(rulebook, match.contest.stage), start=1)
    }


def _is_lost_by_both(of: int, own: int, other: int) -> bool:
    return own + other > of and 2 * min(own, other) >= of


def _late(
    clocks: Sequence[BoardClock], match: Match, now: datetime, rulebook: Rulebook, outages: tuple[Outage, ...]
) -> LateOnBoard:
    last, each = clocks[-1], price(rulebook)
    of, waited = _games_on(match, rulebook, last.board), [_time_waited(one, now, outages) for one in clocks]
    times = [one // each for one in waited]
    games = of * any(times) if has_limit(rulebook) else sum(times)
    games = min(of, games + _of_the_team(match, last.side, now, rulebook, outages))
    lost = games >= of
    loses_at = resume(last.started_at, (1 if lost else times[-1] + 1) * each + last.rested, outages)
    found = late_start(last.started_at, last.started_at + waited[-1], discipline_of(rulebook))
    if found is None:
        found = LateStart(waited[-1], timedelta(), lost, loses_at)
    return LateOnBoard(last.side, last.board, found, last.ended_at is None and not lost, loses_at, games)


def _time_waited(clock: BoardClock, now: datetime, outages: tuple[Outage, ...]) -> timedelta:
    there_at = now if clock.ended_at is None else min(now, clock.ended_at)
    stood_still = overlap(clock.started_at, there_at, outages) + clock.rested
    return max(there_at - clock.started_at - stood_still, timedelta())


def _games_on(match: Match, rulebook: Rulebook, board: int) -> int:
    games = games_of_boards(rulebook, match.contest.stage)
    return games[board - 1] if 0 < board <= len(games) else 1


def _of_the_team(match: Match, side: int, now: datetime, rulebook: Rulebook, outages: tuple[Outage, ...]) -> int:
    """Games that the absence of the whole team has cost on each of its boards."""
    if has_limit(rulebook):
        return 0  # Before the limit nothing is lost, and at it the match.
    target = match.contest.target
    clocks: list[AbsenceClock] = [one for one in with_costs(match, rulebook).clocks if one.side == side]
    return sum(games_each(one, now, rulebook.matches, target, outages) for one in clocks)
