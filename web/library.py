"""Where pages come from: the one thing that serving and publishing know of them."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

EVERYTHING: Final = "*"
"""Something of which nobody can say on what it hangs hangs on this."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """What stands at an address."""

    body: bytes
    content_type: str
    depends_on: frozenset[str] = frozenset({EVERYTHING})
    """Keys of what it was made of, as `Library.behind` gives them; nothing: it never changes while the process runs."""
    revision: str = ""
    """Of the facts that it was made of, where other pages are made of the same; empty: that of the body."""
    max_age: int = 0
    """Seconds for which it may be shown without asking again."""
    cors: bool = False
    """Whether pages of others may read it."""
    framed: bool = False
    """Whether it may stand in a frame of others, as an overlay does."""
    is_secret: bool = False
    """Whether its address has a secret: it is kept by nobody and is not published."""
    moved_to: str = ""
    """The path where it stands now, where it is here no more."""
    status: int = 200
    """As HTTP counts; what is not 200 is not published."""


Unit = Sequence[Sequence[str]]
"""The rows that one transaction wrote: of each its table, and our ids that stood in the statement."""


class Library(Protocol):
    """Finds pages. It is used on one thread, that of whoever opened it."""

    def key(self, path: str, query: Mapping[str, str]) -> str:
        """The same for two addresses of the same page: what means nothing is left out. Quick, asked on any thread."""
        ...

    def streamed(self, path: str) -> str | None:
        """The page whose changes a stream at the path tells; None where there is no stream. As quick."""
        ...

    def find(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        """What stands at a path, which begins with a slash; None where nothing does."""
        ...

    def behind(self, written: Sequence[Unit]) -> frozenset[str] | None:
        """The keys of what hangs on rows that were written. None: everything may."""
        ...

    def version(self) -> int:
        """Another number whenever anything was written since it was last asked."""
        ...

    def addresses(self, keys: frozenset[str] | None) -> Iterator[str]:
        """Every path that is published, or those that hang on one of the keys."""
        ...

    def close(self) -> None:
        """Lets go of what it reads."""
        ...


def where(fault: BaseException) -> str:
    """An error's kind and place, without its text, which may hold what is nobody's business."""
    frames: Sequence[Any] = traceback.extract_tb(fault.__traceback__)
    places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[::-1][:6])
    return f"{type(fault).__name__} in {places}"
