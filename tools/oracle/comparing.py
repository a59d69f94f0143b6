"""What differs between two plays of the same tape, in words that say where to look."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tools.oracle.exceptions import Exceptions
from tools.oracle.rows import minus
from tools.oracle.tape import Exchange, Request, Row, Started, Step, Tape
from tools.oracle.telling import before

LINES: Final = 24
"""How many lines of a difference are shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it was."""

    play: str
    seed: int
    where: str
    what: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        head = f"{self.play}, seed {self.seed}, {self.where}: {self.what}"
        return "\n".join((head, *(f"    {line}" for line in self.lines)))


def differences(then: Tape, now: Tape, exceptions: Exceptions) -> Iterator[Difference]:
    """All that differs, the earliest first: requests step by step, errors, the file's rows at the end."""
    number = 1
    for place, (one, other) in enumerate(zip(then.steps, now.steps, strict=False)):
        for where, what, lines in _of_step(one, other, number, exceptions):
            yield Difference(then.play, then.seed, where, what, (*lines, *before(then.steps, place)))
        number += len(one.exchanges)
    if now.broke_off:
        place = len(now.steps) - 1
        lines = (*now.broke_off.splitlines()[-LINES:], *before(then.steps, place))
        yield Difference(then.play, then.seed, f"request {number}", "the play broke off", lines)
    if then.errors != now.errors:
        lines = tuple(_lines("\n".join(then.errors), "\n".join(now.errors)))
        yield Difference(then.play, then.seed, "the end", "what the bot raised", lines)
    for what, row_lines in _of_rows(then, now, exceptions):
        yield Difference(then.play, then.seed, "the file", what, row_lines)


Found = tuple[str, str, Sequence[str]]


def _of_step(then: Step, now: Step, number: int, exceptions: Exceptions) -> Iterator[Found]:
    if isinstance(then, Started) and isinstance(now, Started) and then.intents != now.intents:
        yield f"request {number}", "the bot asks the gateway for something else", [f"{then.intents} → {now.intents}"]
    if _requests(then) == _requests(now):
        return
    numbers = {id(one): number + index for index, one in enumerate(then.exchanges)}
    for lane in dict.fromkeys(one.request.lane for one in (*then.exchanges, *now.exchanges)):
        for what, lines, first in _of_lane(_in_lane(then, lane), _in_lane(now, lane), exceptions):
            yield f"request {numbers.get(id(first), number)}", f"{what} ({lane})", lines


def _requests(step: Step) -> list[Request]:
    return [one.request for one in step.exchanges]


def _in_lane(step: Step, lane: str) -> list[Exchange]:
    return [one for one in step.exchanges if one.request.lane == lane]


def _of_lane(
    then: list[Exchange], now: list[Exchange], exceptions: Exceptions
) -> Iterator[tuple[str, Sequence[str], Exchange | None]]:
    some, others = ([_keyed(one.request, exceptions) for one in side] for side in (then, now))
    if some == others:
        return
    if Counter(some) == Counter(others):
        yield "the same requests in another order", _lines(_listed(then), _listed(now)), then[0]
        return
    for kind, a, b, c, d in difflib.SequenceMatcher(None, some, others, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for index in range(max(b - a, d - c)):
            one = then[a + index] if a + index < b else None
            other = now[c + index] if c + index < d else None
            yield (*_pair(one, other), one)


def _keyed(request: Request, exceptions: Exceptions) -> str:
    return f"{request.at} {exceptions.words(request)}"


def _pair(one: Exchange | None, other: Exchange | None) -> tuple[str, Sequence[str]]:
    if other is None and one is not None:
        return "a request is missing", _shown(one.request).splitlines()[:LINES]
    if one is None and other is not None:
        return "a request is new", _shown(other.request).splitlines()[:LINES]
    assert one is not None
    assert other is not None
    return "another request", _lines(_shown(one.request), _shown(other.request))


def _listed(exchanges: Sequence[Exchange]) -> str:
    return "\n".join(f"{one.request.at} {one.request.words[:300]}" for one in exchanges)


def _shown(request: Request) -> str:
    files = [f"file {one.name} ({one.description}): {one.digest}\n{one.text or ''}" for one in request.files]
    said = json.dumps(json.loads(request.said), indent=1, ensure_ascii=False).replace("\\n", "\n")
    return "\n".join((f"{request.place} at {request.at} ms", said, *files))


def _lines(then: str, now: str) -> list[str]:
    """The lines that differ, with what stands around them; of long lines what is around the place."""
    told = list(difflib.unified_diff(then.splitlines(), now.splitlines(), "then", "now", lineterm="", n=2))
    return [line if len(line) < 400 else line[:397] + "..." for line in told[:LINES]]


def _of_rows(then: Tape, now: Tape, exceptions: Exceptions) -> Iterator[tuple[str, tuple[str, ...]]]:
    some, others = exceptions.rows(then.rows), exceptions.rows(now.rows)
    for name in sorted(some.keys() | others.keys()):
        if name not in some or name not in others:
            yield f"the table {name} is {'new' if name in others else 'missing'}", ()
            continue
        gone, come = minus(some[name], others[name]), minus(others[name], some[name])
        if gone or come or len(some[name]) != len(others[name]):
            counted = f"{len(some[name])} rows then, {len(others[name])} now"
            yield f"table {name}: {counted}", tuple(_row_lines(gone, come))


def _row_lines(gone: list[Row], come: list[Row]) -> Iterator[str]:
    """The first rows that differ, each beside the one that is likest it."""
    for row in gone[:3]:
        other = max(come, key=lambda one: _alike(one, row), default=None)
        if other is None or _alike(other, row) * 2 < len(row):
            yield f"missing: {_cut(row, 600)}"
            continue
        changed = ((name, row.get(name), other.get(name)) for name in {**row, **other})
        told = (f"{name} was {_cut(one)}, is {_cut(two)}" for name, one, two in changed if one != two)
        yield f"{'; '.join(told)}, in {_cut(row, 400)}"
    if not gone:
        yield from (f"new: {_cut(row, 600)}" for row in come[:3])


def _alike(one: Row, other: Row) -> int:
    return sum(one.get(key) == value for key, value in other.items())


def _cut(value: Any, most: int = 200) -> str:
    told = repr(value)
    return told if len(told) <= most else told[: most - 3] + "..."
