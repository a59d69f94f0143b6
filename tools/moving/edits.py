"""Changing a source by the places of its syntax tree, so that all that is not meant stays as it was written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes of a source that become other ones."""

    start: int
    end: int
    text: str


class Source:
    """A text with its tree and the way from lines and columns to bytes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode()
        self.tree = ast.parse(text)
        self._starts = [0]
        for line in self.data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        strings = [node for node in ast.walk(self.tree) if isinstance(node, ast.JoinedStr)]
        inner = {id(inner) for node in strings for inner in ast.walk(node) if inner is not node}
        self.in_f_strings = inner | {id(node) for node in strings}
        self._f_strings = [one for one in _f_strings(self.tree, frozenset()) if id(one[0]) not in inner]

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The bytes of a node."""
        end = self._starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        return self._starts[node.lineno - 1] + node.col_offset, end

    def lines(self, first: int, last: int) -> str:
        """Lines by their numbers, both included."""
        return self.data[self._starts[first - 1] : self._starts[min(last, len(self._starts) - 1)]].decode()

    def edited(self, edits: Iterable[Edit]) -> str:
        """The text after the edits; of two over each other the first stands."""
        data, last = bytearray(), 0
        for one in sorted(set(edits), key=lambda edit: (edit.start, -edit.end)):
            if one.start >= last:
                data += self.data[last : one.start] + one.text.encode()
                last = one.end
        return (bytes(data) + self.data[last:]).decode()

    def f_string_edits(self, words: dict[str, str]) -> Iterator[Edit]:
        """Words inside the braces of f-strings, whose nodes have no true places; a local name is no such word."""
        for node, hidden in self._f_strings:
            seen = {old: new for old, new in words.items() if old.partition(".")[0] not in hidden}
            if not seen:
                continue
            pattern = re.compile(
                r"(?<![\w.'\"])(" + "|".join(map(re.escape, sorted(seen, key=len, reverse=True))) + r")\b"
            )
            start, end = self.span(node)
            old_text = self.data[start:end].decode()
            new_text = re.sub(r"\{[^{}]*\}", partial(_in_braces, pattern, seen), old_text)
            if new_text != old_text:
                yield Edit(start, end, new_text)


def _in_braces(pattern: re.Pattern[str], words: dict[str, str], part: re.Match[str]) -> str:
    return pattern.sub(lambda found: words[found[1]], part[0])


def _f_strings(node: ast.AST, hidden: frozenset[str]) -> Iterator[tuple[ast.JoinedStr, frozenset[str]]]:
    """Each f-string with the local names around it."""
    for child in ast.iter_child_nodes(node):
        inner = hidden
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inner = hidden | local_names(child)
        if isinstance(child, ast.JoinedStr):
            yield child, inner
        yield from _f_strings(child, inner)


def dotted(node: ast.expr) -> str | None:
    """`a.b.c` as it is written; None for anything that is called or counted on the way."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (below := dotted(node.value)) is not None:
        return f"{below}.{node.attr}"
    return None


def local_names(function: ast.AST) -> set[str]:
    """Names that a function binds itself: they hide what its module calls so."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            found.add(node.id)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
    return found
