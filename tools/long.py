"""Runs what takes longer than a test run, one part after the other, and says at the end which of them hold.

`python -m tools.long`, or `make long`: the table of flipped settings, all properties with a thousand examples, then
every test module that does more with LONG=1. Words behind it are for the table alone (`tools/flipped.py`), which is
then all that is run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
ASKS: Final = ('os.environ.get("LONG")', "mark.long")
"""What stands in a test module that does more where it is asked to."""
TESTS: Final = ("-m", "pytest", "-q", "-n", "2", "--dist", "worksteal")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the long run: its name, and what Python is asked to run."""

    name: str
    words: tuple[str, ...]


PROPERTIES: Final = Part("properties", (*TESTS, "-m", "hypothesis"))
"""Whatever hypothesis asks, by its own mark."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs every part, whatever became of the one before; 0 where all of them hold."""
    given = tuple(sys.argv[1:] if words is None else words)
    return run((table(*given),) if given else (table(), PROPERTIES, *longer_tests()))


def table(*words: str) -> Part:
    """The table of flipped settings, or what the words ask of it."""
    return Part("tools.flipped", ("-m", "tools.flipped", *words))


def longer_tests(folder: Path = ROOT / "tests") -> Iterator[Part]:
    """The test modules that ask for LONG, each as a part of its own."""
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if any(one in text for one in ASKS):
            yield Part(path.relative_to(folder.parent).as_posix(), (*TESTS, str(path)))


def run(parts: Sequence[Part]) -> int:
    """Runs the parts and prints the sum."""
    lines, failed = [], 0
    for part in parts:
        print(f"== {part.name}", flush=True)
        began = time.monotonic()
        ended = subprocess.run([sys.executable, *part.words], cwd=ROOT, env={**os.environ, "LONG": "1"}, check=False)
        failed += ended.returncode != 0
        word = "FAILED" if ended.returncode else "holds"
        lines.append(f"{word:6} {time.monotonic() - began:6.0f} s  {part.name}")
    print(*lines, f"{len(lines) - failed} of {len(lines)} parts hold.", sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
