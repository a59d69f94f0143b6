"""Who uses which name of which module: read from the syntax trees, definition by definition."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

BODY: Final = "*"
"""In place of a name: a module as a whole, or the statements that define nothing."""
_DEFINING = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name of a module stands for that it has imported."""

    module: str
    """A path."""
    name: str
    late: bool
    """Imported inside a function: no circle when the program starts, and one for who reads it."""
    typing: bool
    """Under `if TYPE_CHECKING`."""


@dataclass(frozen=True, slots=True)
class Use:
    """One definition that uses a name of another module, or of its own."""

    path: str
    by: str
    used: str
    """A path."""
    name: str
    late: bool = False
    typing: bool = False


@dataclass(slots=True)
class Parsed:
    """A module as the map sees it."""

    path: str
    text: str
    tree: ast.Module
    defined: dict[str, list[ast.stmt]] = field(default_factory=dict)
    """The statements of each definition in their order; what belongs to none stands under `BODY`."""
    bound: dict[str, Bound] = field(default_factory=dict)


def module_name(path: str) -> str:
    """The name under which a file is imported."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def parsed(sources: Mapping[str, str]) -> dict[str, Parsed]:
    """Every module by its path, with what it defines and imports."""
    modules = {path: Parsed(path, text, ast.parse(text)) for path, text in sources.items()}
    paths = {module_name(path): path for path in modules}
    for one in modules.values():
        one.defined = definitions(one.tree.body)
        one.bound = dict(_bindings(one.tree, paths))
    return modules


def definitions(body: Iterable[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """The statements of a module by the names that they define; the string below a value belongs to it."""
    found: dict[str, list[ast.stmt]] = {BODY: []}
    last = BODY
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            continue
        last = last if _is_text(node) else next(names_of(node), BODY)
        found.setdefault(last, []).append(node)
        for name in names_of(node):
            found.setdefault(name, found[last])
    return found


def names_of(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module's body defines."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Assign(targets=targets):
            for target in targets:
                names = (one for one in ast.walk(target) if isinstance(one, ast.Name))
                yield from (one.id for one in names if isinstance(one.ctx, ast.Store))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case _:
            pass


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _bindings(tree: ast.Module, paths: Mapping[str, str]) -> Iterator[tuple[str, Bound]]:
    for node, late, typing in import_statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in paths:
                    yield alias.asname or alias.name, Bound(paths[alias.name], BODY, late, typing)
            continue
        for alias in node.names:
            whole = paths.get(f"{node.module}.{alias.name}")
            owner = whole or paths.get(node.module or "")
            if owner is not None:
                yield alias.asname or alias.name, Bound(owner, BODY if whole else alias.name, late, typing)


def import_statements(tree: ast.Module) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool, bool]]:
    """Each import with whether it stands inside a definition, and whether under `if TYPE_CHECKING`."""
    waiting: list[tuple[ast.AST, bool, bool]] = [(tree, False, False)]
    while waiting:
        node, late, typing = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, late, typing
            continue
        late = late or isinstance(node, _DEFINING)
        typing = typing or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        waiting += [(child, late, typing) for child in ast.iter_child_nodes(node)]


def uses(modules: Mapping[str, Parsed]) -> Iterator[Use]:
    """Every use of a name of the house by a definition of it, its own module's included."""
    for one in modules.values():
        asked: set[str] = set()
        for by, statements in one.defined.items():
            for statement in statements:
                yield from _of_statement(one, by, statement, modules, asked)
        for local in set(one.bound) - asked:
            bound = one.bound[local]
            yield _followed(one, BODY, bound, bound.name, modules)


def _of_statement(
    one: Parsed, by: str, statement: ast.stmt, modules: Mapping[str, Parsed], asked: set[str]
) -> Iterator[Use]:
    attributes = {id(node.value): node.attr for node in ast.walk(statement) if isinstance(node, ast.Attribute)}
    for node in ast.walk(statement):
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        local = node.id if isinstance(node, ast.Name) else ast.unparse(node) if _is_dotted(node) else ""
        if bound := one.bound.get(local):
            asked.add(local)
            name = attributes.get(id(node), BODY) if bound.name == BODY else bound.name
            yield _followed(one, by, bound, name, modules)
        elif local in one.defined and local != by:
            yield Use(one.path, by, one.path, local)


def _is_dotted(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_dotted(node.value))


def _followed(one: Parsed, by: str, bound: Bound, name: str, modules: Mapping[str, Parsed]) -> Use:
    """The use of what a name means in the end, where modules hand on what they have imported."""
    path = bound.module
    for _ in range(8):
        onward = modules[path].bound.get(name)
        if name in modules[path].defined or onward is None:
            break
        path, name = onward.module, onward.name
    return Use(one.path, by, path, name, bound.late, bound.typing)
