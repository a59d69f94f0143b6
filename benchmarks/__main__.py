"""`python -m benchmarks` (`make bench`): every figure of docs/performance.md, measured now.

python -m benchmarks                                        all parts, as Markdown
python -m benchmarks --write docs/performance.md            the same, written into the page's blocks
python -m benchmarks --write docs/performance.md storage    of them those whose names hold a word
python -m benchmarks --smallest                             a trial of each, whose figures mean nothing
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.page import circumstances, with_block
from benchmarks.parts import PARTS, Part


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help="words of the names of parts; without any, all of them")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--write", type=Path, metavar="PAGE", help="write what is measured into the page")
    kinds.add_argument("--smallest", action="store_true", help="only try whether each part runs")
    return parser.parse_args(words)


def measure(part: Part, page: Path | None, *, smallest: bool = False) -> bool:
    """Runs a part, tells what it found, and writes it into the page; False where it failed, which writes nothing."""
    where = circumstances(datetime.now(UTC))
    print(f"## {part.title}\n\n`python -m {part.name}`\n", flush=True)
    done = part.run(smallest=smallest)
    print(f"{done.stdout}\n{where}\n", flush=True)
    if done.returncode != 0:
        print(f"**{part.name} ended with {done.returncode}.**\n", flush=True)
        return False
    if page is not None:
        written = with_block(page.read_text(encoding="utf-8"), part.name, f"{done.stdout.strip()}\n\n{where}")
        page.write_text(written, encoding="utf-8")
    return True


def main(words: list[str] | None = None) -> int:
    """Runs the parts, one after the other; answers 1 when one of them failed or is not known."""
    asked = _arguments(words)
    chosen = [one for one in PARTS if not asked.parts or any(word in one.name for word in asked.parts)]
    measured = [measure(one, asked.write, smallest=asked.smallest) for one in chosen]
    return 0 if measured and all(measured) else 1


if __name__ == "__main__":
    sys.exit(main())
