"""The table of the map: which module goes where, and which single names go elsewhere than their module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.mapping.graph import Parsed
from tools.mapping.rooms import FEATURES

TABLE: Final = Path(__file__).resolve().parents[1] / "house_map.tsv"
HEAD: Final = "today\tthen"
NOWHERE: Final = "-"
"""The target of a package's file that says nothing but what its modules say."""


@dataclass(slots=True)
class Chart:
    """Where each module goes; a module that stands where another is going to is at home already."""

    modules: dict[str, str] = field(default_factory=dict)
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    renamed: dict[tuple[str, str], str] = field(default_factory=dict)
    """What a name is called then, where another of its new module has its name."""

    def target(self, path: str, name: str = "") -> str:
        """Where a name of a module will stand; the module itself where it says nothing of its name."""
        return self.names.get((path, name)) or self.modules.get(path, path)

    def parts(self, target: str) -> list[str]:
        """The modules of today that make it, in the order of the table."""
        return [path for path, then in self.modules.items() if then == target]


def read(text: str) -> Chart:
    """The map from its table."""
    chart = Chart()
    for line in text.splitlines()[1:]:
        today, _, then = line.partition("\t")
        path, _, name = today.partition(":")
        then, _, called = then.partition(":")
        if called:
            chart.renamed[path, name] = called
        if name:
            chart.names[path, name] = then
        else:
            chart.modules[path] = then
    return chart


def load() -> Chart:
    """The map that is committed."""
    return read(TABLE.read_text(encoding="utf-8"))


def written(chart: Chart) -> str:
    """The table of a map."""
    rows = [f"{today}\t{then}" for today, then in chart.modules.items()]
    for (path, name), then in chart.names.items():
        called = chart.renamed.get((path, name))
        rows.append(f"{path}:{name}\t{then}" + (f":{called}" if called else ""))
    return "\n".join([HEAD, *sorted(rows)]) + "\n"


def unmapped(chart: Chart, modules: Iterable[str]) -> list[str]:
    """Modules that the map does not know, and that are not at home: at one of its targets, or in a feature."""
    homes = {*chart.modules.values(), *chart.names.values()}
    homeless = (path for path in modules if path not in chart.modules and path not in homes)
    return sorted(path for path in homeless if not path.startswith((f"{FEATURES}/", "cogs/")))


def gone(chart: Chart, modules: Mapping[str, Parsed]) -> list[str]:
    """Rows of what does not exist: modules, and names that their module does not define."""
    lost = [path for path in chart.modules if path not in modules]
    lost += [f"{path}:{name}" for path, name in chart.names if path not in modules or name not in modules[path].defined]
    return sorted(lost)
