"""Plants faults in the rules, one at a time, and sees a test that cites the rule fail: `make mutants`.

    python tools/mutants.py [--rule ID]... [--jobs N]

`tools/mutants.toml` lists them. Each entry names the rule, the file, the text that is replaced (it occurs exactly once)
and what it becomes; the tests that must notice are those whose marker cites the rule, or `tests`, a list of pytest's
own selectors. The tree is copied, so nothing is ever planted in the checkout. Ends with 1 when a fault survives.
"""

from __future__ import annotations

import argparse
import queue
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tools" / "mutants.toml"
LONGEST_RUN = 180
"""Seconds after which a run of tests counts as a fault noticed: a loop that never ends is noticed by anyone."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: `before`, which stands once in `file`, becomes `after`; `tests` empty means all that cite `rule`."""

    rule: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    @property
    def selection(self) -> tuple[str, ...]:
        """What pytest is told to run: of the test files only those that name the rule, since reading all is slow."""
        return self.tests or ("--rule", self.rule, *files_that_cite(self.rule))

    def plant(self, source: str) -> str:
        """The source with the fault in it; raises ValueError unless `before` stands in it exactly once."""
        times = source.count(self.before)
        if times != 1:
            raise ValueError(f"{self.file}: {self.before!r} stands there {times} times, not once")
        return source.replace(self.before, self.after)

    def __str__(self) -> str:
        """The rule, the place, and the first line that differs."""
        pairs = zip(self.before.splitlines(), [*self.after.splitlines(), ""], strict=False)
        old, new = next((pair for pair in pairs if pair[0] != pair[1]), (self.before, self.after))
        return f"{self.rule:<14} {self.file}: {old.strip()}  →  {new.strip() or '(nothing)'}"


class Verdict(StrEnum):
    """What the tests made of a fault."""

    KILLED = "killed"
    SURVIVED = "SURVIVED"
    UNTESTED = "NO TEST"
    """The selection found no test at all, or could not be run."""
    MISPLACED = "NO PLACE"
    """The text to be replaced does not stand exactly once in the file."""


def read_table(path: Path = TABLE) -> list[Mutant]:
    """The mutants of the table, in its order."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return [
        Mutant(entry["rule"], entry["file"], entry["before"], entry["after"], tuple(entry.get("tests", ())))
        for entry in entries
    ]


@cache
def files_that_cite(rule: str) -> tuple[str, ...]:
    """The test files that hold the rule's id in quotes, and those that take their ids from the tables of outcomes."""
    tests = (name for name in tracked_files() if name.startswith("tests/") and name.endswith(".py"))
    return tuple(
        name
        for name in tests
        if name.startswith("tests/rules/test_") or f'"{rule}"' in (ROOT / name).read_text(encoding="utf-8")
    )


def tracked_files() -> list[str]:
    """The repository's files, those not committed yet included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [name for name in listed if (ROOT / name).is_file()]


@contextmanager
def copies(number: int) -> Iterator[queue.SimpleQueue[Path]]:
    """So many copies of the tree, to be taken and put back."""
    names = tracked_files()
    with tempfile.TemporaryDirectory(prefix="arbiter-mutants-") as folder:
        free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for index in range(number):
            copy = Path(folder, str(index))
            for name in names:
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, copy / name)
            free.put(copy)
        yield free


def run_tests(tree: Path, selection: Sequence[str]) -> Verdict:
    """Run the selected tests of a tree, up to the first that fails."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", *selection]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, timeout=LONGEST_RUN, check=False)
    except subprocess.TimeoutExpired:
        return Verdict.KILLED
    match done.returncode:
        case 0:
            return Verdict.SURVIVED
        case 1:
            return Verdict.KILLED
        case _:
            return Verdict.UNTESTED


def write(target: Path, source: str) -> None:
    """Write a module and forget its bytecode, which two texts of one length and second would share."""
    target.write_text(source, encoding="utf-8")
    for stale in (target.parent / "__pycache__").glob(f"{target.stem}.*.pyc"):
        stale.unlink()


def try_mutant(mutant: Mutant, free: queue.SimpleQueue[Path]) -> Verdict:
    """Plant the fault in a free copy, run its tests, and put the copy right again."""
    tree = free.get()
    target = tree / mutant.file
    healthy = target.read_text(encoding="utf-8")
    try:
        write(target, mutant.plant(healthy))
        return run_tests(tree, mutant.selection)
    except ValueError:
        return Verdict.MISPLACED
    finally:
        write(target, healthy)
        free.put(tree)


def try_healthy(selection: tuple[str, ...], free: queue.SimpleQueue[Path]) -> Verdict:
    """Run tests without any fault: one that is noticed here would prove nothing."""
    tree = free.get()
    try:
        return run_tests(tree, selection)
    finally:
        free.put(tree)


def plant(mutants: Sequence[Mutant], jobs: int) -> int:
    """Try the healthy tree, then every mutant, with a line for each; returns how many lines need somebody's work."""
    wrong = 0
    with copies(jobs) as free, ThreadPoolExecutor(jobs) as pool:
        selections = list(dict.fromkeys(mutant.selection for mutant in mutants))
        for chosen, verdict in zip(selections, pool.map(lambda each: try_healthy(each, free), selections), strict=True):
            if verdict is Verdict.KILLED:
                print(f"fails without any fault: {' '.join(chosen)}", flush=True)
                wrong += 1
        for mutant, verdict in zip(mutants, pool.map(lambda each: try_mutant(each, free), mutants), strict=True):
            print(f"{verdict:<9} {mutant}", flush=True)
            wrong += verdict is not Verdict.KILLED
    return wrong


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Plants faults in the rules and sees a cited test fail.")
    parser.add_argument("--rule", action="append", default=[], metavar="ID", help="only the faults of this rule")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many run at once (2)")
    options = parser.parse_args()
    mutants = [mutant for mutant in read_table() if not options.rule or mutant.rule in options.rule]
    if not mutants:
        print("no fault is listed for that")
        return 1
    wrong = plant(mutants, max(1, options.jobs))
    print(
        f"{len(mutants)} faults planted, " + (f"{wrong} lines above need work" if wrong else "each noticed by a test")
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
