"""Swiss pairings: how long a round takes, how good it is beside FIDE's Dutch system, and how small fields end.

Run with `python -m benchmarks.swiss [speed | rival | small]`; without a word, all three. `speed --whole` waits for
py4swiss at 4,096 players too, which takes many minutes; `--smallest` is a trial.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from benchmarks.presses.measure import table
from benchmarks.sizes import is_smallest
from benchmarks.swiss_events import Pairs, SwissEvent, ours, pairs_of, played_up_to
from benchmarks.swiss_rival import Faults, faults, pair_record, theirs, trf
from bot.play.pairing_engine import pair

SIZES = (64, 256, 1024, 4096)
ROUND, ROUNDS = 5, 9
TIMES = 5
RIVAL_UP_TO = 1024
SMALL_FIELDS = ((5, 4), (6, 4), (6, 5), (7, 6), (8, 6), (8, 7))
EVENTS = 60
RIVAL_EVENTS = 200


def speed(sizes: Sequence[int] = SIZES, *, whole: bool = False) -> str:
    """Round 5 of one event of each size, paired by both: seconds of the processor, the best of several times for ours,
    one time for theirs."""
    rows = []
    for size in sizes:
        event = played_up_to(SwissEvent(size, ROUNDS, random.Random(size)), ROUND - 1)
        seconds, mine = _our_time(event)
        row = [f"{size:,}", f"{seconds:.3f}", "not waited for", "", str(faults(event, mine).cross_score), ""]
        if size <= RIVAL_UP_TO or whole:
            rival_seconds, rival_pairs = _their_time(event)
            row[2:4] = f"{rival_seconds:.2f}", f"{rival_seconds / seconds:,.0f}"
            row[5] = str(faults(event, rival_pairs).cross_score)
        rows.append(row)
    titles = ("players", "Arbiter s", "py4swiss s", "times", "boards of two scores, Arbiter", "py4swiss")
    return table(titles, rows)


def rival(events: int = RIVAL_EVENTS) -> str:
    """Every round of random events of 5 to 60 players, with forfeits and absences, paired by both."""
    found = Counter[str]()
    for number in range(events):
        event = random_event(number)
        while event.last < event.rounds:
            mine = ours(event)
            found.update(compare(event, mine, theirs(event)))
            event.play(mine)
    return table(("events", *found), [(events, *found.values())])


def random_event(number: int) -> SwissEvent:
    """An event of 5 to 60 players and at most half as many rounds, that always is the same for a number."""
    chance = random.Random(number)
    players = chance.randint(5, 60)
    rounds = min(chance.randint(3, 9), players // 2)
    return SwissEvent(players, rounds, chance, forfeits=0.04, absences=0.03)


def compare(event: SwissEvent, mine: Pairs, rival_pairs: Pairs | None) -> dict[str, int]:
    """What to count of a round that both have paired, in the order of the columns."""
    own = faults(event, mine)
    other = None if rival_pairs is None else faults(event, rival_pairs)
    return {
        "rounds": 1,
        "our rematches or second byes": own.rematches + own.second_byes,
        "no round found by py4swiss": other is None,
        "colours, bye and gaps the same": other is not None and by_score(own) == by_score(other),
        "ours better": other is None or by_score(own) < by_score(other),
        "ours worse": other is not None and by_score(own) > by_score(other),
        "more cross-score boards after the same bye": other is not None
        and own.bye_points == other.bye_points
        and own.cross_score > other.cross_score,
    }


def by_score(found: Faults) -> Faults:
    """Without the number of cross-score boards, which the sum of the gaps outweighs."""
    return replace(found, cross_score=0)


def small(fields: Sequence[tuple[int, int]] = SMALL_FIELDS, events: int = EVENTS) -> str:
    """Random events of few players and many rounds: those that ended with a rematch or a second bye."""
    rows = []
    for players, rounds in fields:
        engines: tuple[Callable[[SwissEvent], Pairs | None], ...] = (ours, _without_look_ahead, theirs)
        rows.append((f"{players} / {rounds}", events, *(_dead_ends(players, rounds, by, events) for by in engines)))
    return table(("players / rounds", "events", "dead ends, Arbiter", "without look-ahead", "py4swiss"), rows)


def _dead_ends(players: int, rounds: int, by: Callable[[SwissEvent], Pairs | None], events: int) -> int:
    return sum(_is_dead_end(SwissEvent(players, rounds, random.Random(number)), by) for number in range(events))


def _is_dead_end(event: SwissEvent, by: Callable[[SwissEvent], Pairs | None]) -> bool:
    while event.last < event.rounds:
        pairs = by(event)
        if pairs is None or faults(event, pairs).rematches or faults(event, pairs).second_byes:
            return True
        event.play(pairs)
    return False


def _without_look_ahead(event: SwissEvent) -> Pairs:
    return pairs_of(pair(event.task(look_ahead=False)))


def _our_time(event: SwissEvent) -> tuple[float, Pairs]:
    task, times, pairs = event.task(), [], None
    for _ in range(TIMES):
        began = time.process_time()
        pairs = pair(task)
        times.append(time.process_time() - began)
    return min(times), [] if pairs is None else pairs_of(pairs)


def _their_time(event: SwissEvent) -> tuple[float, Pairs]:
    record = trf(event)
    began = time.process_time()
    found = pair_record(record)
    return time.process_time() - began, found or []


def main(words: list[str]) -> None:
    """Prints the parts that were asked for."""
    parts: dict[str, Callable[[], str]]
    if is_smallest(words):
        parts = {"speed": lambda: speed([16]), "rival": lambda: rival(1), "small": lambda: small([(5, 4)], 1)}
    else:
        parts = {"speed": lambda: speed(whole="--whole" in words), "rival": rival, "small": small}
    chosen = [word for word in words if word in parts] or list(parts)
    print("\n\n".join(parts[part]() for part in chosen))


if __name__ == "__main__":
    main(sys.argv[1:])
