"""How one file names what moves: its imports written anew, and each use of them found in its text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.mapping.graph import BODY, import_statements
from tools.moving.edits import Edit, Source, dotted, local_names
from tools.moving.plan import Place, Plan, alias

_SETTERS = frozenset({"setattr", "delattr", "object"})
"""Calls whose first argument is a module and whose second is a name in it: `monkeypatch.setattr`, `patch.object`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An import that a file needs."""

    module: str
    name: str
    called: str

    def __str__(self) -> str:
        kept = "" if self.called == self.name else f" as {self.called}"
        return f"from {self.module} import {self.name}{kept}"


@dataclass(slots=True)
class Uses:
    """One file: which words become others, which imports it wants, and what could not be decided."""

    plan: Plan
    path: str
    home: str
    """Where the file itself stands then."""
    source: Source
    words: dict[str, str] = field(default_factory=dict)
    wanted: dict[ast.stmt, list[Wanted]] = field(default_factory=dict)
    """By the statement that they stand in place of."""
    local: set[Wanted] = field(default_factory=set)
    """For names of its own that go elsewhere."""
    late: set[ast.stmt] = field(default_factory=set)
    typing: set[ast.stmt] = field(default_factory=set)
    whole: dict[str, str] = field(default_factory=dict)
    """Modules that are used as a whole, by the names that they have here."""
    problems: list[str] = field(default_factory=list)

    def look(self) -> Uses:
        """Reads all imports, then all uses."""
        self._read_imports()
        self._read_own_names()
        return self

    def _read_imports(self) -> None:
        paths = self.plan.by_module
        for node, late, typing in import_statements(self.source.tree):
            if isinstance(node, ast.Import):
                self._refuse_whole_paths(node, paths)
                continue
            self.late |= {node} if late else set()
            self.typing |= {node} if typing else set()
            self.wanted[node] = [one for item in node.names for one in self._of_alias(node, item, paths)]

    def _refuse_whole_paths(self, node: ast.Import, paths: dict[str, str]) -> None:
        for item in node.names:
            path = paths.get(item.name)
            if path in self.plan.leaving:
                self.problems.append(f"{self.path}:{node.lineno} import {item.name}: write it as `from … import …`")

    def _of_alias(self, node: ast.ImportFrom, item: ast.alias, paths: dict[str, str]) -> Iterator[Wanted]:
        called = item.asname or item.name
        kept = Wanted(node.module or "", item.name, called)
        whole, owner = paths.get(f"{node.module}.{item.name}"), paths.get(node.module or "")
        if whole is not None and (whole in self.plan.leaving or self.plan.cut_from(whole)):
            yield from self._of_module(whole, called, kept)
        elif whole is None and owner is not None and self.plan.is_moved(owner, item.name):
            yield from self._of_name(self.plan.place(owner, item.name), item, called)
        else:
            yield kept

    def _of_name(self, place: Place, item: ast.alias, called: str) -> Iterator[Wanted]:
        if place.path == self.home:
            self._say(called, place.name)
            return
        shown = called if item.asname and item.asname != item.name else place.name
        self._say(called, shown)
        yield Wanted(place.module, place.name, shown)

    def _of_module(self, path: str, called: str, kept: Wanted) -> Iterator[Wanted]:
        self.whole[called] = path
        places = {self.plan.place(path, name) for name in _attributes(self.source.tree, called)}
        for name in _attributes(self.source.tree, called):
            place = self.plan.place(path, name)
            if place.path == self.home:
                self._say(f"{called}.{name}", place.name)
            elif place.path != path:
                self._say(f"{called}.{name}", f"{alias(place.path, self.home)}.{place.name}")
        targets = {one.path for one in places} - {self.home, path}
        is_bare = _is_used_bare(self.source.tree, called)
        target = self.plan.chart.target(path)
        if target != path and (is_bare or not places):
            targets.add(target)
        for one in sorted(targets):
            yield _as_module(one, self.home)
        if target == path and (path in {one.path for one in places} or is_bare or not places):
            yield kept

    def _read_own_names(self) -> None:
        own = self.plan.modules.get(self.path)
        for name in own.defined if own is not None else ():
            place = self.plan.place(self.path, name)
            if name == BODY or (place.path == self.home and place.name == name):
                continue
            self._say(name, place.name)
            if place.path != self.home:
                self.local.add(Wanted(place.module, place.name, place.name))

    def _say(self, old: str, new: str) -> None:
        if self.words.get(old, new) != new:
            self.problems.append(f"{self.path}: {old} means {self.words[old]} and {new}")
        self.words[old] = new

    def edits(self) -> Iterator[Edit]:
        """Every use in its new words; imports are left to who writes them."""
        yield from self._within(self.source.tree, frozenset())
        yield from self.source.f_string_edits(self.words)

    def _within(self, node: ast.AST, hidden: frozenset[str]) -> Iterator[Edit]:
        for child in ast.iter_child_nodes(node):
            inner = hidden
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                inner = hidden | local_names(child)
            if isinstance(child, ast.Import | ast.ImportFrom):
                continue
            if isinstance(node, ast.ClassDef) and isinstance(child, ast.AnnAssign):
                for part in filter(None, (child.annotation, child.value)):
                    yield from self._within(ast.Expr(part), inner)
                continue
            done = list(self._of_node(child, inner)) if isinstance(child, ast.expr) else []
            yield from done
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node is self.source.tree:
                yield from self._renamed_definition(child)
            if not done and not (isinstance(child, ast.expr) and dotted(child) in self.words):
                yield from self._within(child, inner)

    def _renamed_definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[Edit]:
        if node.name in self.words:
            start, end = self.source.span(node)
            at = self.source.data.index(node.name.encode(), start, end)
            yield Edit(at, at + len(node.name.encode()), self.words[node.name])

    def _of_node(self, node: ast.expr, hidden: frozenset[str]) -> Iterator[Edit]:
        if id(node) in self.source.in_f_strings and not isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.Call) and self._is_setter(node):
            yield from self._of_setter(node)
            return
        name = dotted(node)
        base = (name or "").partition(".")[0]
        if name is None or base in hidden:
            return
        if name in self.words:
            new = self.words[name]
            if new.partition(".")[0] in hidden:
                self.problems.append(f"{self.path}:{node.lineno} {name} would be {new}, which a local name hides")
            yield from self._edit(node, name, new)
        elif name in self.whole and isinstance(node, ast.Name) and not self._is_at_home(name):
            self.problems.append(f"{self.path}:{node.lineno} {name} is used as a whole")
            yield Edit(*self.source.span(node), alias(self.plan.chart.target(self.whole[name]), self.home))

    def _is_at_home(self, name: str) -> bool:
        """Whether that module keeps its path, whatever joins it there."""
        path = self.whole[name]
        return self.plan.chart.target(path) == path

    def _edit(self, node: ast.expr, old: str, new: str) -> Iterator[Edit]:
        if old != new:
            yield Edit(*self.source.span(node), new)

    def _is_setter(self, node: ast.Call) -> bool:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        first = node.args[0] if len(node.args) > 1 else None
        return (
            called in _SETTERS
            and isinstance(first, ast.Name)
            and first.id in self.whole
            and isinstance(node.args[1], ast.Constant)
        )

    def _of_setter(self, node: ast.Call) -> Iterator[Edit]:
        module, name = node.args[0], node.args[1]
        assert isinstance(module, ast.Name)
        assert isinstance(name, ast.Constant)
        path = self.whole[module.id]
        known = self.plan.modules[path]
        place = self.plan.place(path, str(name.value)) if name.value in known.defined else None
        target = place.path if place else self.plan.chart.target(path)
        yield Edit(*self.source.span(module), alias(target, self.home) if target in self.plan.chosen else module.id)
        if place is not None and place.name != name.value:
            yield Edit(*self.source.span(name), f'"{place.name}"')
        if target in self.plan.chosen:
            self.local.add(_as_module(target, self.home))
        for other in (*node.args[2:], *(one.value for one in node.keywords)):
            yield from self._within(ast.Expr(other), frozenset())


def statement(source: Source, node: ast.stmt, wanted: list[Wanted]) -> Edit:
    """An import written anew, with the comment behind it."""
    start, end = source.span(node)
    indent = " " * node.col_offset
    line_end = source.data.find(b"\n", end)
    comment = source.data[end:line_end].decode() if line_end > 0 else ""
    lines = [f"{one}{comment}" for one in dict.fromkeys(wanted)]
    if not lines:
        return Edit(start, line_end, "pass" if node.col_offset else "")
    return Edit(start, line_end, f"\n{indent}".join(lines))


def _as_module(path: str, home: str) -> Wanted:
    package, _, name = Place(path, "").module.rpartition(".")
    return Wanted(package, name, alias(path, home))


def _is_used_bare(tree: ast.Module, called: str) -> bool:
    """Whether the module itself is handed on, as to `setattr`."""
    owners = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Attribute)}
    return any(isinstance(one, ast.Name) and one.id == called and id(one) not in owners for one in ast.walk(tree))


def _attributes(tree: ast.Module, called: str) -> list[str]:
    """What is asked of a module that is used as a whole, names in a setter's string included."""
    found = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == called
    }
    return sorted(found)
