"""How the parts hang together: who asks for a format by its name, which features know each other, idle modules."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.house.reading import walked
from tools.figures.sources import Source, by_module, imported_modules
from tools.mapping.rooms import CORE

FORMAT: Final = "FormatName"
WHERE_IT_IS_MADE: Final = "bot/play/rulebook.py"
ADDED_BY: Final = "setup"
"""The function by which the app adds each cog, which it finds by its name and imports nowhere."""
SHORT: Final = 60
"""Lines below which a module with one importer is hardly a thing of its own."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A file outside the formats' own modules that tells formats apart, and on how many lines."""

    path: str
    lines: int


@dataclass(frozen=True, slots=True)
class Joint:
    """Two parts and how many imports go each way."""

    first: str
    second: str
    there: int
    back: int


@dataclass(frozen=True, slots=True)
class Lodger:
    """A module that only one other imports."""

    path: str
    lines: int
    importer: str


def askers_of_formats(sources: Iterable[Source]) -> list[Asker]:
    """Files that name a member of `FormatName`, or the name itself, outside the formats' own; most lines first."""
    found = [
        Asker(source.path, len(set(_lines_that_ask(source.tree))))
        for source in sources
        if not _is_of_formats(source) and source.path != WHERE_IT_IS_MADE
    ]
    return sorted((one for one in found if one.lines), key=lambda one: (-one.lines, one.path))


def _is_of_formats(source: Source) -> bool:
    return "/formats/" in source.path or source.path.endswith("/formats.py")


def _lines_that_ask(tree: ast.Module) -> Iterator[int]:
    names = {
        alias.asname or alias.name
        for node in walked(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == FORMAT
    }
    for node in walked(tree):
        match node:
            case ast.Name(id=name) if name in names:
                yield node.lineno
            case ast.Attribute(attr=name) if name == FORMAT:
                yield node.lineno
            case _:
                pass


def mutual_pairs(sources: Sequence[Source]) -> list[Joint]:
    """Pairs of features, the core's folders included, whose modules import each other's."""
    found = ways(sources)
    return [
        Joint(one, other, there, found[other, one])
        for (one, other), there in sorted(found.items())
        if one < other and (other, one) in found
    ]


def of_capabilities(joints: Iterable[Joint]) -> list[Joint]:
    """Those pairs of which neither is of the core."""
    return [one for one in joints if one.first not in CORE and one.second not in CORE]


def core_to_capabilities(sources: Sequence[Source]) -> dict[tuple[str, str], int]:
    """How many imports lead from a folder of the core to a feature, which may not be."""
    return {way: many for way, many in sorted(ways(sources).items()) if way[0] in CORE and way[1] not in CORE}


def folders(sources: Iterable[Source]) -> list[str]:
    """The features that have a folder here, the core's included."""
    return sorted({one.feature for one in sources if one.feature})


def ways(sources: Sequence[Source]) -> dict[tuple[str, str], int]:
    """How many imports lead from one feature's folder to another's, the core's folders included."""
    modules = by_module(sources)
    ways: dict[tuple[str, str], int] = defaultdict(int)
    for source in sources:
        for _, target in imported_modules(source, modules):
            if source.feature and target.feature and source.feature != target.feature:
                ways[source.feature, target.feature] += 1
    return dict(ways)


def lodgers(sources: Sequence[Source]) -> list[Lodger]:
    """Modules with exactly one importer, the shortest first; packages and cogs are things of their own."""
    importers = _importers(sources)
    found = [
        Lodger(one.path, len(one.text.splitlines()), next(iter(importers[one.path])))
        for one in sources
        if len(importers.get(one.path, ())) == 1 and not one.path.endswith("/__init__.py") and not _is_cog(one)
    ]
    return sorted(found, key=lambda one: (one.lines, one.path))


def _is_cog(source: Source) -> bool:
    return any(isinstance(one, ast.AsyncFunctionDef) and one.name == ADDED_BY for one in source.tree.body)


def _importers(sources: Sequence[Source]) -> Mapping[str, set[str]]:
    modules = by_module(sources)
    importers: dict[str, set[str]] = defaultdict(set)
    for source in sources:
        for _, target in imported_modules(source, modules):
            importers[target.path].add(source.path)
    return importers


def import_lines(sources: Iterable[Source]) -> int:
    """How many lines imports take."""
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for source in sources
        for node in walked(source.tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
