"""docs/performance.md: blocks that are measured, and between them what people have written.

A block stands between two comments that name its part; who writes the page replaces what is between them, and nothing
else. Each says at which commit, when and under which load it was measured. The table of goals is worked out from the
blocks, so it can never say what no block says.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from benchmarks.presses.measure import table
from wire.process import CHECKOUT

GOALS: Final = "goals"
"""The name of the block that is worked out from all others."""
_BLOCK: Final = re.compile(r"<!-- measured: (?P<name>[^>]+) -->\n(?P<body>.*?)<!-- end -->", re.DOTALL)
_NUMBER: Final = re.compile(r"-?[\d,]*\.?\d+")

Rows = Sequence[dict[str, str]]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where and when a block was measured."""

    commit: str
    at: datetime
    load: float
    """How many processes wanted a core in the minute before."""
    cores: int
    python: str

    def __str__(self) -> str:
        """As it stands under a block."""
        return (
            f"*Measured at {self.commit} on {self.at.day} {self.at:%B %Y, %H:%M} UTC; the load before it was"
            f" {self.load:.1f} on {self.cores} cores; Python {self.python}.*"
        )


def circumstances(now: datetime) -> Circumstances:
    """Those of this moment; a commit with changes of its own says so."""
    changed = " with changes" if _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs") else ""
    commit = _git("rev-parse", "--short=8", "HEAD") or "an unknown commit"
    return Circumstances(commit + changed, now, os.getloadavg()[0], os.cpu_count() or 1, platform.python_version())


def _git(*words: str) -> str:
    done = subprocess.run(("git", *words), cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def blocks(page: str) -> dict[str, str]:
    """What is measured on the page, by the name of the part."""
    return {found["name"]: found["body"] for found in _BLOCK.finditer(page)}


def with_block(page: str, name: str, body: str) -> str:
    """The page with the block replaced and the goals worked out anew; raises LookupError where it has no such block."""
    replaced = _replace(page, name, body)
    return _replace(replaced, GOALS, goals_table(replaced)) if name != GOALS else replaced


def _replace(page: str, name: str, body: str) -> str:
    if name not in blocks(page):
        raise LookupError(f"docs/performance.md has no block <!-- measured: {name} -->")

    def put(found: re.Match[str]) -> str:
        kept = found["body"] if found["name"] != name else f"\n{body.strip()}\n\n"
        return f"<!-- measured: {found['name']} -->\n{kept}<!-- end -->"

    return _BLOCK.sub(put, page)


@dataclass(frozen=True, slots=True)
class Goal:
    """What was aimed at, by what the rows of a block say: the figure in words, and whether it is met."""

    aim: str
    block: str
    judge: Callable[[Rows], tuple[str, bool]]


def rows(block: str) -> Rows:
    """The lines of all tables of a block, each by the titles of its table."""
    found: list[dict[str, str]] = []
    titles: list[str] = []
    for line in block.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            titles = []
        elif not titles:
            titles = cells
        elif not set(cells[0]) <= {"-"}:
            found.append(dict(zip(titles, cells, strict=True)))
    return found


def number(cell: str) -> float:
    """The first number of a cell; raises ValueError where it has none."""
    found = _NUMBER.search(cell)
    if found is None:
        raise ValueError(f"no number in {cell!r}")
    return float(found[0].replace(",", ""))


def _row(some: Rows, title: str, start: str) -> dict[str, str]:
    return next(one for one in some if one.get(title, "").startswith(start))


def _later(some: Rows) -> tuple[str, bool]:
    later = number(_row(some, "gesture", "Arbiter")["more than the first"])
    return f"{later:+.2f} ms", later <= 1.0


def _beside_insert(some: Rows) -> tuple[str, bool]:
    ours, theirs = (number(_row(some, "gesture", one)["median ms"]) for one in ("Arbiter", "one insert, press"))
    return f"{ours / theirs:.2f} times", ours <= 1.3 * theirs


def _crowd(some: Rows) -> tuple[str, bool]:
    row = _row(some, "gesture", "Arbiter")
    answered, pressed = row["answered"].split(" of ")
    last = number(row["last after s"])
    return f"{row['answered']}, the last after {last:.2f} s", answered == pressed and last <= 1.2


def _pending(some: Rows) -> tuple[str, bool]:
    grown = number(_row(some, "pending deadlines", "")["MiB more"])
    return f"{grown:.1f} MiB", grown <= 10


def _steps(some: Rows) -> tuple[str, bool]:
    latest = [number(one["latest ms"]) for one in some if one.get("due", "").startswith("spread")]
    return f"the latest after {max(latest):.0f} ms", max(latest) <= 50


def _calls(some: Rows) -> tuple[str, bool]:
    each = [(number(one["calls"]), number(one["goal"])) for one in some]
    return ", ".join(f"{calls:.0f} of {goal:.0f}" for calls, goal in each), all(calls <= goal for calls, goal in each)


def _start(some: Rows) -> tuple[str, bool]:
    ours, bare = (number(_row(some, "bot", one)["to IDENTIFY s"]) for one in ("Arbiter", "bare"))
    return f"{ours:.2f} s; an empty bot {bare:.2f} s", ours <= 0.5


def _memory(some: Rows) -> tuple[str, bool]:
    ours, bare = (number(_row(some, "bot", one)["at rest MiB"]) for one in ("Arbiter", "bare"))
    return f"{ours:.0f} MiB; an empty bot {bare:.0f} MiB", ours <= 75


def _swiss(some: Rows) -> tuple[str, bool]:
    compared = [one for one in some if one.get("times")]
    seconds, times = number(compared[-1]["Arbiter s"]), number(compared[-1]["times"])
    return f"{seconds:.2f} s, {times:.0f} times", seconds <= 0.1 and times >= 100


def _small_fields(some: Rows) -> tuple[str, bool]:
    dead = sum(number(one["dead ends, Arbiter"]) for one in some)
    return f"{dead:.0f} dead ends" if dead else "none", not dead


def _pages(some: Rows, kind: str, most: float) -> tuple[str, bool]:
    """The slowest page of a kind, beside a plain one."""
    times = [number(one["times the plain"]) for one in some if one["page"].endswith(kind)]
    return f"{max(times):.1f} times", max(times) <= most


def _size(some: Rows) -> tuple[str, bool]:
    largest = max(number(one["KiB as sent"]) for one in some)
    return f"{largest:.1f} KiB", largest <= 100


def _beside_visitors(some: Rows) -> tuple[str, bool]:
    more = {one["beside"]: number(one["p99 more than quiet"].replace(" ", "")) for one in some}
    told = [f"{name} {more[name]:+.0f} %" for name in more if name != "no visitors"]
    return ", ".join(told), max(more.values()) <= 20


def _again(some: Rows) -> tuple[str, bool]:
    share = number(_row(some, "run", "again")["of the first"].removeprefix("1/"))
    return f"1/{share:.0f}", share >= 100


def _many_servers(some: Rows, column: str, most: float) -> tuple[str, bool]:
    times = number(_row(some, "bot", "Arbiter")[column])
    return f"{times:.2f} times", times <= most


def _press_among(some: Rows) -> tuple[str, bool]:
    among, alone = (number(one["a press later ms"]) for one in some if one["bot"].startswith("Arbiter"))
    return f"{among / alone:.2f} times", among <= 1.2 * alone


def _beside_server(some: Rows, what: str, most: float) -> tuple[str, bool]:
    times = number(_row(some, "what", what)["times"])
    return f"{times:.1f} times", times <= most


def _crowd_on_server(some: Rows) -> tuple[str, bool]:
    a_second = number(_row(some, "what", "of a crowd")["server ms"])
    return f"{a_second:.0f}", a_second >= 400


def _trips(some: Rows) -> tuple[str, bool]:
    trips = [number(one["round trips"]) for one in some if one["round trips"]]
    return ", ".join(f"{one:.0f}" for one in trips), all(map(float.__le__, trips, (12.0, 35.0)))


AIMS: Final = (
    Goal("a check-in is answered at most 1 ms later than a bare command, at the median", "presses latency", _later),
    Goal("… and within 1.3 times a bot that awaits one durable INSERT", "presses latency", _beside_insert),
    Goal("1,000 presses at once: all answered, the last within 1.2 s", "presses crowd", _crowd),
    Goal("a check-in on a server: 4 times the file's", "engines", lambda some: _beside_server(some, "a check-in", 4)),
    Goal("… and a confirmed result 8 times", "engines", lambda some: _beside_server(some, "a confirmed", 8)),
    Goal("… 200 check-ins at once: 400 a second", "engines", _crowd_on_server),
    Goal("… round trips of the two: 12 and 35", "engines", _trips),
    Goal("100,000 pending deadlines: at most 10 MiB", "deadlines", _pending),
    Goal("1,000 steps due within one second: settled within 50 ms", "deadlines", _steps),
    Goal("a whole Open: at most 1.25 calls a match and 40", "rest_calls", _calls),
    Goal("start to IDENTIFY with a new database: 0.5 s", "presses start", _start),
    Goal("memory at rest with a new database: 75 MiB", "presses start", _memory),
    Goal("round 5 of a Swiss of 1,024: 0.1 s, 100 times as fast as py4swiss", "swiss speed", _swiss),
    Goal("small Swiss fields: no dead end in 60 events each", "swiss small", _small_fields),
    Goal("a page of 256 that is kept: 1.5 times a plain one", "pages event", lambda some: _pages(some, "kept", 1.5)),
    Goal("… made anew after a result: 30 times", "pages event", lambda some: _pages(some, "cold", 30)),
    Goal("… and at most 100 KiB as it is sent", "pages event", _size),
    Goal("presses beside a flood, or 500 live visitors: 20 % more at p99", "pages presses", _beside_visitors),
    Goal("1,000 events as files: after a result 1/100 of all", "pages publish", _again),
    Goal(
        "a start in 2,500 servers: 1.3 times the memory of a bare bot",
        "many_servers",
        lambda some: _many_servers(some, "of its MiB", 1.3),
    ),
    Goal(
        "… 2 times its processor time until a press is answered",
        "many_servers",
        lambda some: _many_servers(some, "times the bare", 2),
    ),
    Goal(
        "… presses meanwhile wait 3 times as long at p99",
        "many_servers",
        lambda some: _many_servers(some, "of its p99", 3),
    ),
    Goal("a press in one of 2,500 servers: 1.2 times the cost of one where there is one", "many_servers", _press_among),
)


def goals_table(page: str) -> str:
    """Every goal beside what its block says now."""
    found = {name: rows(body) for name, body in blocks(page).items()}
    lines = []
    for one in AIMS:
        told, is_met = one.judge(found[f"benchmarks.{one.block}"])
        lines.append((one.aim, told, "met" if is_met else "**missed**"))
    return table(("goal", "found", ""), lines)
