"""How wide the house is: into how many files it falls, what they spend on imports, who stands there for one other.

All of it is read from the text, without a syntax tree: a test asks it at every run.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tools.figures.sources import Source
from tools.mapping.circles import circles

SMALL: Final = 100
"""Lines below which a file is hardly a subject."""
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]+(?:\((?P<many>[^)]*)\)|(?P<some>[^\n#(]+))"
    r"|import[ \t]+(?P<whole>[\w., ]+))",
    re.MULTILINE,
)
_CLASS: Final = re.compile(r"^class (\w+)", re.MULTILINE)
_SETUP: Final = re.compile(r"^async def setup\(", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Width:
    """Ratios and counts over some files."""

    files: int
    lines: int
    """Blank ones left out."""
    median: float
    """Lines of a file, blank ones counted."""
    imports: int
    """Lines that import."""
    small: int
    one_importer: int
    """Modules that one other alone imports, packages and cogs left out."""
    classes: int
    twice: tuple[str, ...]
    """Names of classes that stand twice or more."""
    circles: tuple[tuple[str, ...], ...]
    """Modules that import each other, those under `if TYPE_CHECKING` counted."""

    @property
    def lines_a_file(self) -> float:
        """How much stands in a file."""
        return self.lines / self.files

    @property
    def import_share(self) -> float:
        """Of the lines that import in those that are not blank."""
        return self.imports / self.lines

    @property
    def small_share(self) -> float:
        """Of small files in all."""
        return self.small / self.files

    @property
    def lodger_share(self) -> float:
        """Of modules with one importer in all."""
        return self.one_importer / self.files

    @property
    def twice_share(self) -> float:
        """Of class names that stand more than once in all classes."""
        return len(self.twice) / self.classes if self.classes else 0.0


def width(sources: Sequence[Source]) -> Width:
    """All of it, counted."""
    graph = importing(sources)
    importers = Counter(used for used_by_one in graph.values() for used in used_by_one)
    classes = Counter(name for one in sources for name in _CLASS.findall(one.text))
    lengths = [one.text.count("\n") for one in sources]
    return Width(
        files=len(sources),
        lines=sum(1 for one in sources for line in one.text.splitlines() if line.strip()),
        median=statistics.median(lengths),
        imports=sum(match[0].count("\n") + 1 for one in sources for match in _IMPORT.finditer(_outside_docs(one.text))),
        small=sum(length < SMALL for length in lengths),
        one_importer=sum(importers[one.path] == 1 and _may_lodge(one) for one in sources),
        classes=classes.total(),
        twice=tuple(sorted(name for name, many in classes.items() if many > 1)),
        circles=tuple(map(tuple, circles(graph))),
    )


def importing(sources: Sequence[Source]) -> dict[str, set[str]]:
    """Which file imports which, by their paths."""
    paths = {one.module: one.path for one in sources}
    graph: dict[str, set[str]] = defaultdict(set)
    for one in sources:
        graph[one.path] = {path for path in _imported(one.text, paths) if path != one.path}
    return graph


def _imported(text: str, paths: Mapping[str, str]) -> Iterator[str]:
    for match in _IMPORT.finditer(_outside_docs(text)):
        if match["whole"]:
            yield from (paths[name] for name in re.findall(r"[\w.]+", match["whole"]) if name in paths)
            continue
        for name in re.findall(r"(\w+)(?: as \w+)?", match["many"] or match["some"]):
            if found := paths.get(f"{match['module']}.{name}") or paths.get(match["module"]):
                yield found


def _outside_docs(text: str) -> str:
    """The text without what stands between three quotes, since people write of imports there too."""
    return "".join(part for at, part in enumerate(text.split('"""')) if at % 2 == 0)


def _may_lodge(one: Source) -> bool:
    return not one.path.endswith("/__init__.py") and _SETUP.search(one.text) is None
