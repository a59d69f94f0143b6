"""What the map would break, and how large what it makes would be."""

from __future__ import annotations

import ast
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.figures.sizes import code_lines
from tools.figures.sources import Source
from tools.mapping.chart import NOWHERE, Chart
from tools.mapping.circles import circles
from tools.mapping.graph import BODY, Parsed, Use
from tools.mapping.rooms import MAY_KNOW_DISCORD, ORDER, ROOMS, Role, breach, spot

LONGEST: Final = 800
SHORTEST: Final = 60
WIDTH: Final = 110
"""Characters of an import's names that fill a line."""

Edges = dict[tuple[str, str], list[Use]]
"""By the two target modules, who uses what."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One module that would import another against the order."""

    user: str
    used: str
    rule: str
    uses: tuple[Use, ...]

    @property
    def names(self) -> list[str]:
        """What is imported, and of which module of today."""
        return sorted({f"{_short(one.used)}:{one.name}" for one in self.uses})

    @property
    def by(self) -> list[str]:
        """Which definitions want it."""
        return sorted({f"{_short(one.path)}:{one.by}" for one in self.uses})

    @property
    def cure(self) -> str:
        """What is likely to help."""
        return _cure(self)


@dataclass(slots=True)
class House:
    """The figures of the house that the map makes."""

    lines: dict[str, int] = field(default_factory=dict)
    imports: dict[str, int] = field(default_factory=dict)
    code: dict[str, int] = field(default_factory=dict)

    @property
    def median(self) -> float:
        """Of the lines of its files."""
        return statistics.median(self.lines.values())

    @property
    def share(self) -> float:
        """Of imports in its code, as the figures of the house count it: lines of the one by lines of the other."""
        return sum(self.imports.values()) / sum(self.code.values())


def edges(chart: Chart, uses: Iterable[Use], typing: bool = False) -> Edges:
    """Which target modules import which; those under `if TYPE_CHECKING` alone where that is asked."""
    found: Edges = defaultdict(list)
    for use in uses:
        here, there = chart.target(use.path, use.by), chart.target(use.used, use.name)
        if here != there and NOWHERE not in {here, there} and use.typing is typing:
            found[here, there].append(use)
    return dict(found)


def breaches(found: Edges) -> list[Breach]:
    """All that the order forbids."""
    return [
        Breach(here, there, rule, tuple(uses))
        for (here, there), uses in sorted(found.items())
        if (rule := breach(here, there)) is not None
    ]


def module_circles(found: Edges) -> list[list[str]]:
    """Target modules that import each other, by whatever way."""
    return circles(_graph(found))


def role_circles(found: Edges) -> dict[Role, list[list[str]]]:
    """Features that import each other within one role."""
    return {role: loops for role in ORDER if (loops := circles(_of_role(found, role)))}


def _of_role(found: Edges, role: Role) -> dict[str, set[str]]:
    graph: dict[str, set[str]] = defaultdict(set)
    for here, there in found:
        one, other = spot(here), spot(there)
        if one.role is other.role is role and one.room != other.room:
            graph[one.room].add(other.room)
    return graph


def role_edges(found: Edges, role: Role, rooms: Sequence[str]) -> list[tuple[str, str, list[Use]]]:
    """The imports by which these features need each other within a role."""
    return [
        (here, there, uses)
        for (here, there), uses in sorted(found.items())
        if spot(here).role is spot(there).role is role and spot(here).room != spot(there).room
        if {spot(here).room, spot(there).room} <= set(rooms)
    ]


def mutual_pairs(found: Edges) -> dict[tuple[str, str], tuple[int, int]]:
    """Features of which each imports the other, over all roles, with how many imports go each way."""
    ways: dict[tuple[str, str], int] = defaultdict(int)
    for here, there in found:
        one, other = spot(here), spot(there)
        if one.room != other.room and min(one.rank, other.rank) >= len(ROOMS) and "cogs" not in {one.room, other.room}:
            ways[one.room, other.room] += 1
    return {(a, b): (many, ways[b, a]) for (a, b), many in sorted(ways.items()) if a < b and (b, a) in ways}


def knows_discord(chart: Chart, modules: Mapping[str, Parsed]) -> dict[str, list[str]]:
    """Modules of a role that is to know nothing of Discord, by the names that they import of it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, one in modules.items():
        target = chart.target(path)
        names = ", ".join(sorted(name for node in ast.walk(one.tree) for name in _of_discord(node)))
        if names and spot(target).role not in MAY_KNOW_DISCORD and not target.startswith("bot/layout/"):
            found[names].append(path)
    return dict(found)


def _of_discord(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name.partition(".")[0] == "discord"]
    if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "discord":
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def loop_edges(found: Edges, loop: Sequence[str]) -> list[tuple[str, str, list[Use]]]:
    """The imports that make a circle, the thinnest first: those are the first to be cut."""
    inside = set(loop)
    some = [(a, b, uses) for (a, b), uses in found.items() if a in inside and b in inside]
    return sorted(some, key=lambda edge: (len({(one.used, one.name) for one in edge[2]}), edge[0], edge[1]))


def _graph(found: Edges) -> dict[str, set[str]]:
    graph: dict[str, set[str]] = defaultdict(set)
    for here, there in found:
        graph[here].add(there)
    return graph


def house(chart: Chart, modules: Mapping[str, Parsed], found: Edges) -> House:
    """How large each target would be: what stands in it today, its imports joined."""
    made = House()
    texts: dict[str, int] = defaultdict(int)
    others: dict[str, set[str]] = defaultdict(set)
    for path, one in modules.items():
        moved = _lines_of_moved(chart, path, one)
        for target, lines in moved.items():
            texts[target] += lines
        home = chart.target(path)
        texts[home] += _lines_without_imports(one) - sum(moved.values())
        others[home] |= _foreign(one)
        made.code[home] = made.code.get(home, 0) + code_lines(Source(path, one.text)) - _import_lines(one)
    names: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (here, there), uses in found.items():
        names[here][there] |= {one.name for one in uses}
    for target, lines in texts.items():
        if target == NOWHERE:
            continue
        made.imports[target] = len(others[target]) + sum(
            1 + len(", ".join(some)) // WIDTH for some in names[target].values()
        )
        made.lines[target] = lines + made.imports[target] + 4
    return made


def _lines_of_moved(chart: Chart, path: str, one: Parsed) -> dict[str, int]:
    moved: dict[str, int] = defaultdict(int)
    for (owner, name), target in chart.names.items():
        if owner == path and name in one.defined and target != chart.target(path):
            moved[target] += sum((node.end_lineno or node.lineno) - node.lineno + 3 for node in one.defined[name])
    return moved


def _lines_without_imports(one: Parsed) -> int:
    return len(one.text.splitlines()) - _import_lines(one) - 4


def _import_lines(one: Parsed) -> int:
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(one.tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )


def _foreign(one: Parsed) -> set[str]:
    """What it imports from outside the house, by module."""
    found = set()
    for node in ast.walk(one.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.partition(".")[0] not in {"bot", "cogs"}}


def _short(path: str) -> str:
    return path.removesuffix(".py").removeprefix("bot/")


def _cure(one: Breach) -> str:
    names = ", ".join(sorted({use.name for use in one.uses if use.name != BODY}))
    here, there = spot(one.user), spot(one.used)
    if one.rule == "a room above" and there.role is Role.MODEL:
        return f"move down to {here.room}: {names}"
    if one.rule == "a room above" and there.role is Role.STORE:
        return f"a plug that {there.room} answers, or the read moves up to it"
    if one.rule == "a room above":
        return f"a plug of {here.room} that {there.room} answers"
    if one.rule == "cards read nothing":
        return f"hand the value in, or move it to the model: {names}"
    if one.rule == "cogs touch no store":
        return f"a query of {there.room}"
    if one.rule == "a store has its own tables":
        return f"read beside it in the verb, or share the rows' reader: {names}"
    return f"move to {here.role} or below: {names}"
