"""A file that stays where it is, and names what has moved in its new words."""

from __future__ import annotations

import ast

from tools.mapping.graph import names_of
from tools.moving.edits import Edit, Source
from tools.moving.joining import _gone
from tools.moving.plan import Plan
from tools.moving.uses import Uses, Wanted, statement


def rewritten(plan: Plan, path: str, old: str) -> tuple[str, list[str]]:
    """Its text, and what could not be decided."""
    source = Source(old)
    uses = Uses(plan, path, path, source).look()
    edits: list[Edit] = []
    for node, wanted in uses.wanted.items():
        if _is_changed(node, wanted):
            edits.append(statement(source, node, wanted))
    cut = plan.cut_from(path)
    if cut:
        kept = [node for node in source.tree.body if not set(names_of(node)) & cut]
        edits += [Edit(*span, "") for span in _cut_spans(source, kept)]
    if not edits and not uses.words and not uses.problems:
        return old, []
    edits += uses.edits()
    new = source.edited(edits)
    if uses.local:
        new = _with_imports(new, uses.local)
    return new, uses.problems


def _cut_spans(source: Source, kept: list[ast.stmt]) -> list[tuple[int, int]]:
    keep = [*kept, *(node for node in source.tree.body if isinstance(node, ast.Import | ast.ImportFrom))]
    first = source.tree.body[0]
    return [span for span in _gone(source, keep) if span[1] > source.span(first)[1] + 1]


def _is_changed(node: ast.stmt, wanted: list[Wanted]) -> bool:
    assert isinstance(node, ast.ImportFrom)
    return wanted != [Wanted(node.module or "", item.name, item.asname or item.name) for item in node.names]


def _with_imports(text: str, wanted: set[Wanted]) -> str:
    """The text with more imports before its first one, where the rulers of style put them in order."""
    tree = ast.parse(text)
    first = next(
        (one for one in tree.body if isinstance(one, ast.ImportFrom | ast.Import) and not _is_future(one)), None
    )
    at = (first.lineno if first is not None else _after_head(tree)) - 1
    lines = text.splitlines(keepends=True)
    known = {str(one) for one in wanted}
    return "".join((*lines[:at], *(f"{one}\n" for one in sorted(known)), *lines[at:]))


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _after_head(tree: ast.Module) -> int:
    head = [one for one in tree.body[:2] if _is_future(one) or isinstance(one, ast.Expr)]
    return (head[-1].end_lineno or 0) + 1 if head else 1
