"""A library for tests of serving: its pages say how often they were made, and it changes when it is told."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from web.library import FoundPage, Unit

HTML = "text/html; charset=utf-8"
CUP = frozenset({"cup"})


OTHERS = {
    "/secret/calendar.ics": FoundPage(b"BEGIN", "text/calendar; charset=utf-8", CUP, is_secret=True),
    "/overlay/match": FoundPage(b"<p>overlay", HTML, CUP, framed=True),
    "/api/v1/events": FoundPage(b"{}", "application/json", CUP, cors=True),
    "/old": FoundPage(b"", HTML, frozenset(), moved_to="/en/club/cup"),
    "/static/style.css": FoundPage(b"p { color: red }", "text/css; charset=utf-8", frozenset(), max_age=3600),
}
"""What is the same whatever happens."""


class Placeholder:
    """Its database is a folder of texts, one for each page."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.made = 0

    def key(self, path: str, query: Mapping[str, str]) -> str:
        return f"{path} {query.get('page', '')}"

    def streamed(self, path: str) -> str | None:
        return path.removesuffix("/stream") if path.endswith("/stream") else None

    def find(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        self.made += 1
        match path:
            case "/en/club/big":
                return FoundPage(b"<p>" + b"big " * 4_000_000, HTML, CUP)
            case "/en/club/huge":
                return FoundPage(b"x" * 2**31, HTML, CUP)
            case "/en/club/slow":
                (self.folder / "begun").touch()
                time.sleep(60)
            case "/en/club/broken":
                raise RuntimeError("of a secret")
        return OTHERS.get(path) or self._text(path, query)

    def _text(self, path: str, query: Mapping[str, str]) -> FoundPage | None:
        file = self.folder / (path.strip("/").replace("/", "-") or "start")
        if not file.is_file():
            return None
        text = file.read_text(encoding="utf-8")
        return FoundPage(f"{text} {query.get('page', '')}".strip().encode() + b" " * 1000, HTML, CUP)

    def behind(self, written: Sequence[Unit]) -> frozenset[str] | None:
        return frozenset({"cup"}) if all(one[0] == "results" for unit in written for one in unit) else None

    def version(self) -> int:
        return 0

    def addresses(self, keys: frozenset[str] | None) -> Iterator[str]:
        yield from sorted("/" + one.name.replace("-", "/") for one in self.folder.iterdir())

    def close(self) -> None:
        pass


def open_library(folder: Path, address: str, *, is_live: bool = True) -> Placeholder:
    return Placeholder(folder, address)
