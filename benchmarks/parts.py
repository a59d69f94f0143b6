"""The parts of `make bench`: each is a module with its words, and a block of docs/performance.md that it measures."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Final

from benchmarks.sizes import SMALLEST
from wire.process import CHECKOUT


@dataclass(frozen=True, slots=True)
class Part:
    """One benchmark: what it is about, its module below `benchmarks`, and the words that follow."""

    title: str
    module: str
    words: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The module and its words: the name of its block on the page."""
        return " ".join((f"benchmarks.{self.module}", *self.words))

    def run(self, *, smallest: bool = False) -> subprocess.CompletedProcess[str]:
        """In a process of its own, as by its own command, so that it inherits nobody's memory."""
        trial = (SMALLEST,) if smallest else ()
        command = (sys.executable, "-m", f"benchmarks.{self.module}", *self.words, *trial)
        return subprocess.run(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True, check=False)


PARTS: Final = (
    Part("Durable check-ins", "storage"),
    Part("The file beside a server", "engines"),
    Part("From a press to its answer", "presses", ("latency",)),
    Part("A thousand presses at once", "presses", ("crowd",)),
    Part("Deadlines", "deadlines"),
    Part("Calls that the bot starts itself", "rest_calls"),
    Part("Calls with a thread for each match", "rest_calls", ("threads",)),
    Part("Start and memory", "presses", ("start",)),
    Part("Pictures", "pictures"),
    Part("An arena", "arena"),
    Part("An arena through the database", "arena_event"),
    Part("A press in a big event", "big_events"),
    Part("A store full of other servers", "growth"),
    Part("A server beside another's letters", "fair", ("letters",)),
    Part("A thousand servers check in", "fair", ("check-ins",)),
    Part("Standings", "standings"),
    Part("Swiss pairings, in time", "swiss", ("speed",)),
    Part("Swiss pairings beside a rival", "swiss", ("rival",)),
    Part("Swiss pairings of small fields", "swiss", ("small",)),
    Part("An event, replayed", "replay"),
    Part("Strangers' files, and a thousand looks", "hostile"),
    Part("Jeek, solved", "jeek"),
    Part("Pages of an event of 256", "pages", ("event",)),
    Part("Presses beside visitors", "pages", ("presses",)),
    Part("Pages as files", "pages", ("publish",)),
    Part("A start in 2,500 servers", "many_servers"),
)
"""In the order of the page. Each knows `--smallest`, by which `make test` tries it."""
