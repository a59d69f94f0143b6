"""The files that are measured, and how modules and folders are named."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from tests.house.reading import imports, parsed, python_files, text
from tools.mapping.rooms import FEATURES, Role, spot

REHEARSALS: Final = "rehearsal/"
PLACES: Final = ("bot/", "cogs/", REHEARSALS)


@dataclass(frozen=True)
class Source:
    """A file of the repository, by its path from the root."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return parsed(self.text)

    @property
    def room(self) -> str:
        """The folder in which it stands."""
        return str(PurePosixPath(self.path).parent)

    @property
    def layer(self) -> str:
        """The first two folders: a room, or `bot/features`; the files of `bot/` itself are a layer of their own."""
        return "/".join(PurePosixPath(self.path).parent.parts[:2])

    @property
    def module(self) -> str:
        """The name under which it is imported."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def feature(self) -> str | None:
        """The feature in whose folder it stands; None elsewhere."""
        is_of_one = self.path.startswith(f"{FEATURES}/") and "/" in self.path.removeprefix(f"{FEATURES}/")
        return spot(self.path).room if is_of_one else None

    @property
    def role(self) -> Role:
        """What it is for its room."""
        return spot(self.path).role

    @property
    def is_rehearsal(self) -> bool:
        """Whether it is no part of what runs as the bot."""
        return self.path.startswith(REHEARSALS)


def house() -> tuple[Source, ...]:
    """Everything that is measured, new files included."""
    return tuple(Source(path, text(path)) for path in python_files(*PLACES))


def imported_modules(source: Source, modules: dict[str, Source]) -> Iterator[tuple[int, Source]]:
    """The line and module of each import of one of these modules; `from a import b` is of `a.b` where that is one."""
    for line, name in imports(source.tree):
        found = modules.get(name) or modules.get(name.rpartition(".")[0])
        if found is not None and found is not source:
            yield line, found


def by_module(sources: Sequence[Source]) -> dict[str, Source]:
    """The sources by the names under which they are imported."""
    return {one.module: one for one in sources}
