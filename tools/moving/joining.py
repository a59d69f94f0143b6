"""A target made of its parts: their bodies behind each other, their imports joined, what would clash told."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tools.mapping.graph import BODY, names_of
from tools.moving.edits import Edit, Source
from tools.moving.plan import Plan
from tools.moving.uses import Uses, Wanted, statement


@dataclass(slots=True)
class Part:
    """One module of today, or names of one, as it stands in its new module."""

    path: str
    text: str
    docstring: str
    defined: dict[str, str]
    """What it defines by its new name, with the text of it."""
    imports: set[Wanted] = field(default_factory=set)
    foreign: list[str] = field(default_factory=list)
    """Imports from outside the house, as they were written."""
    typing: set[Wanted] = field(default_factory=set)
    needs: set[str] = field(default_factory=set)
    """Modules of today whose names it has when it is loaded."""


@dataclass(slots=True)
class Joined:
    """A module to come."""

    path: str
    text: str
    problems: list[str]


def join(plan: Plan, target: str) -> Joined:
    """The text of a target, and why it cannot be so."""
    problems: list[str] = []
    parts = [_part(plan, target, path, names, problems) for path, names in plan.parts(target)]
    parts = _in_order(parts)
    _drop_repeated(parts)
    problems += list(_clashes(target, parts))
    return Joined(target, _text(parts), problems)


def _part(plan: Plan, target: str, path: str, names: frozenset[str] | None, problems: list[str]) -> Part:
    source = Source(plan.modules[path].text)
    uses = Uses(plan, path, target, source).look()
    kept = [node for node in source.tree.body if _stays(node, names, plan.cut_from(path) if names is None else None)]
    edits = [*uses.edits(), *(Edit(*span, "") for span in _gone(source, kept))]
    edits += [statement(source, node, wanted) for node, wanted in uses.wanted.items() if node in uses.late]
    text = source.edited(edits).strip("\n")
    problems += uses.problems
    part = Part(path, text, ast.get_docstring(source.tree) or "" if names is None else "", {})
    asked = {one.id for node in kept for one in ast.walk(node) if isinstance(one, ast.Name)}
    for node, wanted in uses.wanted.items():
        if node in uses.late:
            continue
        needed = [one for one in wanted if names is None or one.called in asked or _is_asked(one, uses, asked)]
        (part.typing if node in uses.typing else part.imports).update(needed)
    part.imports |= {one for one in uses.local if names is None or _is_local(one, uses, asked)}
    part.needs = {plan.modules[path].bound[name].module for name in asked if name in plan.modules[path].bound}
    part.foreign = [
        source.data[slice(*source.span(node))].decode() for node in source.tree.body if isinstance(node, ast.Import)
    ]
    new = Source(text)
    for node in new.tree.body:
        for name in names_of(node):
            part.defined[name] = new.data[slice(*new.span(node))].decode()
    return part


def _drop_repeated(parts: Sequence[Part]) -> None:
    """What two modules define word for word stands once."""
    known: dict[str, str] = {}
    for part in parts:
        again = {name for name, text in part.defined.items() if name != BODY and known.get(name) == text}
        if again:
            source = Source(part.text)
            kept = [node for node in source.tree.body if not again & set(names_of(node))]
            spans = _gone(source, kept, own=False)
            part.text = source.edited(Edit(*span, "") for span in spans).strip("\n")
        known |= part.defined


def _is_asked(one: Wanted, uses: Uses, asked: set[str]) -> bool:
    return any(
        new.partition(".")[0] == one.called and old.partition(".")[0] in asked for old, new in uses.words.items()
    )


def _is_local(one: Wanted, uses: Uses, asked: set[str]) -> bool:
    return any(uses.words.get(name, name) == one.called for name in asked)


def _stays(node: ast.stmt, names: frozenset[str] | None, cut: frozenset[str] | None) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom) or _is_typing_block(node):
        return False
    defined = set(names_of(node))
    return bool(defined & names) if names is not None else not defined & (cut or frozenset())


def _is_typing_block(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.If)
        and "TYPE_CHECKING" in ast.unparse(node.test)
        and all(isinstance(one, ast.Import | ast.ImportFrom) for one in node.body)
    )


def _gone(source: Source, kept: Sequence[ast.stmt], *, own: bool = True) -> Iterator[tuple[int, int]]:
    """The bytes between what stays: imports, the module's own docstring, names that go elsewhere."""
    body, stays, last = source.tree.body, set(kept), None
    for at, node in enumerate(body):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        belongs = is_text and at > 0 and last is True
        is_own = own and at == 0 and is_text
        stay = (belongs or (node in stays and not is_text)) and not is_own
        if not stay:
            yield _with_comments(source, node, body[at - 1] if at else None)
        last = stay


def _with_comments(source: Source, node: ast.stmt, before: ast.stmt | None) -> tuple[int, int]:
    start, end = source.span(node)
    for decorator in getattr(node, "decorator_list", ()):
        start = min(start, source.span(decorator)[0] - 1)
    floor = source.span(before)[1] if before is not None else 0
    above = source.data[floor:start]
    if b"\n" in above:
        start = floor + above.index(b"\n") + 1
    line_end = source.data.find(b"\n", end)
    return start, len(source.data) if line_end < 0 else line_end + 1


def _in_order(parts: Iterable[Part]) -> list[Part]:
    """What is needed first stands first, otherwise the longest; the table's order breaks ties."""
    waiting, found = sorted(parts, key=lambda one: -len(one.text)), []
    while waiting:
        paths = {one.path for one in waiting}
        ready = next((one for one in waiting if not (one.needs & paths) - {one.path}), waiting[0])
        waiting.remove(ready)
        found.append(ready)
    return found


def _clashes(target: str, parts: Sequence[Part]) -> Iterator[str]:
    seen: dict[str, tuple[str, str]] = {}
    for part in parts:
        for name, text in part.defined.items():
            if name == BODY:
                continue
            path, other = seen.setdefault(name, (part.path, text))
            if path != part.path and other != text:
                yield f"clash in {target}: {name} of {path} and of {part.path}"
    called: dict[str, tuple[str, Wanted]] = {}
    for part in parts:
        for wanted in part.imports | part.typing:
            where, one = called.setdefault(wanted.called, (part.path, wanted))
            if (one.module, one.name) != (wanted.module, wanted.name):
                yield f"clash in {target}: {wanted.called} is {one} in {where} and {wanted} in {part.path}"
            if wanted.called in seen:
                yield f"clash in {target}: {seen[wanted.called][0]} defines {wanted.called}, {part.path}: {wanted}"


def _text(parts: Sequence[Part]) -> str:
    longest = max(parts, key=lambda one: len(one.text))
    told = [longest.docstring, *(one.docstring for one in parts if one is not longest)]
    docstring = "\n\n".join(filter(None, told)) or "What moved here."
    imports = sorted({str(one) for part in parts for one in part.imports} | {x for part in parts for x in part.foreign})
    future = "from __future__ import annotations"
    typing = sorted({str(one) for part in parts for one in part.typing} - set(imports))
    block = "if TYPE_CHECKING:\n" + "\n".join(f"    {one}" for one in typing) if typing else ""
    bodies = list(dict.fromkeys(part.text for part in parts if part.text))
    head = "\n".join((future, *(one for one in imports if one != future)))
    return "\n\n\n".join(filter(None, (f'"""{docstring}\n"""' if "\n" in docstring else f'"""{docstring}"""',))) + (
        "\n\n" + "\n\n".join(filter(None, (head, block))) + "\n\n\n" + "\n\n\n".join(bodies) + "\n"
    )
