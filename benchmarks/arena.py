"""How long players wait in a big arena, and what a pass of the pairing costs.

Run with `python -m benchmarks.arena`. The domain's own functions pair 500 players for a virtual hour: games of two to
six minutes, a way back to the lobby of two to thirty seconds, a short rest now and then. A pass is made at most once a
second, when somebody came to the lobby or the pairing itself asked for it.
"""

from __future__ import annotations

import heapq
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from benchmarks.presses.measure import percentile, table
from benchmarks.sizes import is_smallest
from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind
from bot.play.format_rules import ArenaRules, GamesRules, ToldAtEnd
from bot.play.formats import arena
from bot.play.formats.arena import REMATCH_AFTER, tallies
from bot.play.formats.protocol import EventFacts, Starter, WaitingInLobby
from bot.play.rating import expected_score
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import preset

PLAYERS: Final = 500
FEWEST: Final = 12
LASTS: Final = timedelta(hours=1)
SHORTEST: Final = timedelta(minutes=10)
BEGAN: Final = datetime(2026, 5, 2, 18, tzinfo=UTC)
A_PASS_EVERY: Final = timedelta(seconds=1)
SEED: Final = 4


@dataclass(slots=True)
class Arena:
    """A simulated arena while it runs, and what is measured of it."""

    facts: EventFacts
    rulebook: Rulebook
    chance: random.Random
    contests: list[Contest] = field(default_factory=list)
    lobby: dict[EntrantId, WaitingInLobby] = field(default_factory=dict)
    last_opponent: dict[EntrantId, EntrantId] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    """Seconds in the lobby of everybody who was paired."""
    passes: list[float] = field(default_factory=list)
    """Seconds that each pass took."""
    gaps: list[float] = field(default_factory=list)
    """Points between the two sides of each pair."""
    repeats_of_the_last: int = 0

    def repeats(self) -> int:
        """Pairs that had met before in this arena, each time counted."""
        met = Counter(frozenset(contest.sides) for contest in self.contests)
        return sum(times - 1 for times in met.values())


def arena_rulebook(lasts: timedelta = LASTS) -> Rulebook:
    """An arena of single games with colours."""
    games = GamesRules(best_of=1, draws=True, colours=True, report=ToldAtEnd.RESULT_WITH_MOVES)
    return replace(preset("aije-open"), format=FormatName.ARENA, games=games, arena=ArenaRules(lasts=lasts))


def simulate(players: int = PLAYERS, lasts: timedelta = LASTS, seed: int = SEED) -> Arena:
    """A whole arena, the same for the same seed, but for the times that the passes take."""
    chance = random.Random(seed)
    starters = tuple(Starter(EntrantId(f"e{n:04}"), round(chance.gauss(1500, 300), 2)) for n in range(players))
    hall = Arena(EventFacts(starters, began_at=BEGAN), arena_rulebook(lasts), chance)
    comings = [(BEGAN - timedelta(seconds=chance.uniform(0, 600)), one.entrant_id) for one in starters]
    heapq.heapify(comings)
    playing: list[tuple[datetime, int]] = []
    now = BEGAN
    while now < BEGAN + lasts:
        _end_games(hall, playing, comings, now)
        came = _let_in(hall, comings, now)
        if came or _asked_for(hall, now):
            for number in _pass(hall, now):
                heapq.heappush(playing, (now + timedelta(seconds=chance.uniform(120, 360)), number))
        now += A_PASS_EVERY
    hall.facts = replace(hall.facts, contests=tuple(hall.contests), now=now)
    return hall


def _end_games(
    hall: Arena, playing: list[tuple[datetime, int]], comings: list[tuple[datetime, EntrantId]], now: datetime
) -> None:
    while playing and playing[0][0] <= now:
        ended, number = heapq.heappop(playing)
        contest = hall.contests[number]
        hall.contests[number] = replace(contest, result=_result(hall, contest, ended))
        for side in contest.sides:
            rest = hall.chance.uniform(120, 600) if hall.chance.random() < 0.05 else hall.chance.uniform(2, 30)
            heapq.heappush(comings, (ended + timedelta(seconds=rest), side))


def _result(hall: Arena, contest: Contest, at: datetime) -> Result:
    first, second = (hall.facts.starter(side).rating or 1500.0 for side in contest.sides)
    if hall.chance.random() < 0.15:
        return Result((0, 0), (0, 0), ResultKind.PLAYED, at, draws=1, moves=hall.chance.randint(5, 80))
    won = hall.chance.random() < expected_score(first, second)
    return Result((1, 0) if won else (0, 1), (0, 0), ResultKind.PLAYED, at)


def _let_in(hall: Arena, comings: list[tuple[datetime, EntrantId]], now: datetime) -> bool:
    came = False
    while comings and comings[0][0] <= now:
        at, who = heapq.heappop(comings)
        hall.lobby[who] = WaitingInLobby(who, at)
        came = True
    return came


def _asked_for(hall: Arena, now: datetime) -> bool:
    """Whether the pairing wanted to be asked again by now."""
    if len(hall.lobby) < 2:
        return False
    due = arena.next_pass_at(_facts(hall, now), hall.rulebook)
    return due is not None and due <= now


def _facts(hall: Arena, now: datetime) -> EventFacts:
    return replace(hall.facts, contests=tuple(hall.contests), waiting=tuple(hall.lobby.values()), now=now)


def _pass(hall: Arena, now: datetime) -> list[int]:
    """One pass; answers the running numbers of the games that begin."""
    facts = _facts(hall, now)
    began = time.perf_counter()
    new = arena.advance(facts, hall.rulebook, None)
    hall.passes.append(time.perf_counter() - began)
    _measure(hall, facts, new, now)
    hall.contests.extend(_on_record(one, now) for one in new)
    return [one.position for one in new]


def _measure(hall: Arena, facts: EventFacts, new: Sequence[NewContest], now: datetime) -> None:
    scores = tallies(facts, hall.rulebook, {side for one in new for side in one.sides})
    for one in new:
        first, second = one.sides
        hall.gaps.append(float(abs(scores[first].points - scores[second].points)))
        waited = now - min(max(hall.lobby[side].since, BEGAN) for side in one.sides)
        again = second == hall.last_opponent.get(first) or first == hall.last_opponent.get(second)
        hall.repeats_of_the_last += again and waited < REMATCH_AFTER
        for side, opponent in ((first, second), (second, first)):
            hall.waits.append((now - max(hall.lobby.pop(side).since, BEGAN)).total_seconds())
            hall.last_opponent[side] = opponent


def _on_record(new: NewContest, now: datetime) -> Contest:
    return Contest(
        ContestId(f"c{new.position:05}"), new.stage, new.round, new.position, new.sides, new.best_of, None, None, now,
        None, created_at=now,
    )  # fmt: skip


def report(players: int = PLAYERS, lasts: timedelta = LASTS) -> str:
    """The table, measured now."""
    hall = simulate(players, lasts)
    began = time.perf_counter()
    arena.standings(hall.facts, hall.rulebook)
    taken = time.perf_counter() - began
    wait, cost = hall.waits, [1000 * one for one in hall.passes]
    rows = (
        ("games begun", f"{len(hall.contests):,}"),
        ("wait in the lobby, s: median, 95 %, worst", _three(wait)),
        ("points between the sides: median, 95 %, worst", _three(hall.gaps)),
        ("repeats of the last opponent at once", hall.repeats_of_the_last),
        ("repeats of any opponent", hall.repeats()),
        ("a pass, ms: median, 95 %, worst", _three(cost)),
        ("the table at the end, ms", f"{1000 * taken:.0f}"),
    )
    return table((f"{players} players, {lasts // timedelta(minutes=1)} minutes", "found"), rows)


def _three(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.1f}, {percentile(values, 0.95):.1f}, {max(values):.1f}"


if __name__ == "__main__":
    print(report(FEWEST, SHORTEST) if is_smallest(sys.argv) else report())
