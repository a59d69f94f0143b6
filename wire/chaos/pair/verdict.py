"""What a pair may not do: write both, speak both, and say anything twice but what was under way at a freeze."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from wire.calls import Call
from wire.chaos.pair.machine import PairMachine
from wire.chaos.town import Town
from wire.chaos.verdict import trace
from wire.shapes import controls_of, text

SLACK_S: Final = 0.1
"""Between the database's clock and when Discord has read what was asked."""
MOST_AFTER_A_FREEZE: Final = 1
"""So many calls of one that was thawed may still come: the one that was on its way when it was stopped."""
_TRACE: Final = re.compile(r"now:(?!panel)([^\" ]+)")


def breaches(town: Town, machine: PairMachine) -> Iterator[str]:
    """Every breach that only two processes can commit."""
    yield from machine.noted.unlike
    yield from two_that_write(machine)
    yield from two_that_speak(town, machine)


def two_that_write(machine: PairMachine) -> Iterator[str]:
    """What was written by another than who was in charge."""
    for epoch, who, whose, times in machine.database.foreign_writes():
        yield f"two that write: {who} wrote {times} times in epoch {epoch}, which is {whose or 'nobody'}'s"


def two_that_speak(town: Town, machine: PairMachine) -> Iterator[str]:
    """What was asked of Discord by one after whom another had taken over."""
    for who, calls in late_calls(town, machine).items():
        may = MOST_AFTER_A_FREEZE if machine.lives[who].froze else 0
        if len(calls) > may:
            told = ", ".join(f"{one.method} {one.path}" for one in calls[:4])
            yield f"two that speak: {who} made {len(calls)} calls after another took over, not {may} at most: {told}"


def late_calls(town: Town, machine: PairMachine) -> dict[str, list[Call]]:
    """By process, what it asked of Discord after another had taken over."""
    found: dict[str, list[Call]] = defaultdict(list)
    ended = {one.who: after.at for one, after in zip(machine.hands, machine.hands[1:], strict=False)}
    known = {one.who for one in machine.hands}
    for call in town.server.calls:
        if call.who and (call.who not in known or call.at > ended.get(call.who, float("inf")) + SLACK_S):
            found[call.who].append(call)
    return found


def forgive_doubled(town: Town, machine: PairMachine) -> int:
    """Takes the second of each message away that was under way at a freeze; answers how many there were.

    All others stay, and are told by the verdict on what was said twice.
    """
    late = [call for calls in late_calls(town, machine).values() for call in calls if call.method == "POST"]
    under_way = (*late, *machine.noted.on_their_way)
    traces = {found[1] for call in under_way if (found := _TRACE.search(json.dumps(call.json)))}
    doubled = {one for one, times in _said(town).items() if times > 1 and one in traces}
    recorded = {str(one) for (one,) in town.rows("SELECT message_id FROM outbox WHERE message_id IS NOT NULL")}
    posted = town.server.world.posted
    for message in [one for one in posted if trace(controls_of(one)) in doubled]:
        if text(message, "id") not in recorded:
            posted.remove(message)
    return len(doubled)


def _said(town: Town) -> Counter[str]:
    return Counter(trace(controls_of(message)) for message in town.server.world.posted)


def table(seconds: dict[str, list[float]], taken: dict[str, list[float]]) -> Sequence[str]:
    """From a mishap to the next answered press, a row for each kind; and to when another took over, where one did."""
    rows: list[tuple[str, ...]] = [("mishap", "times", "median", "p90", "longest", "followed", "median", "longest")]
    for kind, found in sorted(seconds.items()):
        followed = taken.get(kind, [])
        after = [one for at, one in enumerate(_shape(followed)) if at != 1] if followed else []
        shown = [f"{one:.1f}" for one in (*_shape(found), *after)]
        rows.append((kind, str(len(found)), *shown[:3], str(len(followed)), *shown[3:]))
    wide = max(len(one[0]) for one in rows)
    return [f"{kind:{wide}} " + " ".join(f"{one:>8}" for one in rest) for kind, *rest in rows]


def _shape(found: Sequence[float]) -> tuple[float, float, float]:
    """Median, ninth of ten, longest."""
    ordered = sorted(found)
    last = len(ordered) - 1
    return ordered[last // 2], ordered[round(last * 0.9)], ordered[-1]
