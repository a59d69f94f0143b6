"""What a move takes along: which names get a new place, and how a module is called where it is used as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from tools.mapping.chart import NOWHERE, Chart
from tools.mapping.graph import BODY, Parsed, module_name
from tools.mapping.rooms import Role


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands after the move, and how it is called there."""

    path: str
    name: str

    @property
    def module(self) -> str:
        """By which its module is imported."""
        return module_name(self.path)


@dataclass(frozen=True)
class Plan:
    """A part of the map that is carried out now; everything else stays."""

    chart: Chart
    modules: Mapping[str, Parsed]
    chosen: frozenset[str]
    """Targets."""

    @cached_property
    def leaving(self) -> dict[str, str]:
        """Modules that are gone after it, with where they go."""
        known = self.chart.modules.items()
        return {path: then for path, then in known if then in self.chosen and path in self.modules}

    @cached_property
    def by_module(self) -> dict[str, str]:
        """Paths by the names of their modules."""
        return {module_name(path): path for path in self.modules}

    @cached_property
    def _cuts(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for (path, name), then in self.chart.names.items():
            if then in self.chosen and then != self.chart.modules.get(path):
                found.setdefault(path, set()).add(name)
        return {path: frozenset(names) for path, names in found.items()}

    def parts(self, target: str) -> list[tuple[str, frozenset[str] | None]]:
        """What makes a target: modules with all that they keep (None), and with single names those taken out."""
        whole: list[tuple[str, frozenset[str] | None]] = [
            (path, None) for path, then in self.leaving.items() if then == target
        ]
        cut: dict[str, set[str]] = {}
        for (path, name), then in self.chart.names.items():
            if then == target and self.chart.modules.get(path) != target and path in self.modules:
                cut.setdefault(path, set()).add(name)
        return whole + [(path, frozenset(names)) for path, names in cut.items()]

    def cut_from(self, path: str) -> frozenset[str]:
        """Names that leave a module for another one."""
        return self._cuts.get(path, frozenset())

    def place(self, path: str, name: str) -> Place:
        """Where a name stands then; where a module hands on what it has imported, what it means in the end."""
        for _ in range(8):
            if path not in self.modules or name == BODY or not self.is_moved(path, name):
                break
            onward = self.modules[path].bound.get(name)
            if name in self.modules[path].defined or onward is None:
                break
            path, name = onward.module, onward.name
        target = self.chart.target(path, name)
        if target not in self.chosen:
            return Place(path, name)
        return Place(target, self.chart.renamed.get((path, name), name))

    def is_moved(self, path: str, name: str) -> bool:
        """Whether it has another place then."""
        return self.chart.target(path, name) in self.chosen or self.chart.target(path) in self.chosen

    def dropped(self) -> list[str]:
        """Files of packages that say nothing, in folders from which every module goes."""
        left = {
            str(PurePosixPath(path).parent)
            for path in self.modules
            if path not in self.leaving and self.chart.modules.get(path) != NOWHERE
        }
        return [
            path
            for path, then in self.chart.modules.items()
            if then == NOWHERE
            and path in self.modules
            and not any(one == (here := str(PurePosixPath(path).parent)) or one.startswith(f"{here}/") for one in left)
        ]


def alias(path: str, home: str) -> str:
    """How a module is called where it is used as a whole: `evidence_store`, and `store` in the same folder."""
    where = PurePosixPath(path)
    word = where.stem.rpartition("_")[2]
    is_elsewhere = where.parent != PurePosixPath(home).parent
    return (
        f"{where.parent.name}_{where.stem}"
        if is_elsewhere and word in set(Role) and where.parts[0] == "bot"
        else where.stem
    )
