"""Says what is left of `work, occasion, presser` after the codemod and its patch; ends with 1 where anything is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RAW = {
    "bot/doctor.py",
    "bot/storage/connection.py",
    "bot/storage/context.py",
    "bot/storage/database.py",
    "bot/storage/work.py",
    "bot/units_of_work.py",
    "tools/figures/watching.py",
    "benchmarks/storage.py",
}
"""They hold the bare transaction, below the context."""
TESTS_OF_IT = ("tests/storage/", "tests/house/test_plans.py", "tests/services/hall.py")
LEFT = (
    re.compile(r"\bOccasion\b"),
    re.compile(r"\boccasion\b(?! of)"),
    re.compile(r"\bwork: Work\b"),
    re.compile(r"\bpresser: Presser, .*\btx\b"),
    re.compile(r"\(work\b, "),
)


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = 0
    for path in listed.split():
        if path in RAW or path.startswith(("tools/one_context/", *TESTS_OF_IT)):
            continue
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
            if any(one.search(line) for one in LEFT):
                found += 1
                print(f"{path}:{number}: {line.strip()}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
