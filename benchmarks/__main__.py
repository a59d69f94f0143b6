"""`python -m benchmarks` (`make bench`): every figure of docs/performance.md, measured now, as Markdown.

Each part is a process of its own, as it is by its own command, so that none inherits another's memory.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Final

PARTS: Final = (
    ("Durable check-ins", ("benchmarks.storage",)),
    ("From a press to its answer", ("benchmarks.presses", "latency")),
    ("A thousand presses at once", ("benchmarks.presses", "crowd")),
    ("Deadlines", ("benchmarks.deadlines",)),
    ("Start and memory", ("benchmarks.presses", "start")),
    ("Calls that the bot starts itself", ("benchmarks.rest_calls",)),
    ("Pictures", ("benchmarks.pictures",)),
    ("Swiss pairings", ("benchmarks.swiss",)),
    ("An event, replayed", ("benchmarks.replay",)),
    ("Strangers' files, and a thousand looks", ("benchmarks.hostile",)),
    ("Jeek, solved", ("benchmarks.jeek",)),
    ("An arena", ("benchmarks.arena",)),
    ("An arena through the database", ("benchmarks.arena_event",)),
    ("A press in a big event", ("benchmarks.big_events",)),
    ("Standings", ("benchmarks.standings",)),
)
"""Each with the module and its arguments."""


def main() -> int:
    """Runs all parts, one after the other; answers 1 when one of them failed."""
    failed = 0
    for title, arguments in PARTS:
        print(f"## {title}\n\n`python -m {' '.join(arguments)}`\n", flush=True)
        failed |= subprocess.run((sys.executable, "-m", *arguments), check=False).returncode != 0
        print(flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
