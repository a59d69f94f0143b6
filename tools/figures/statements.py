"""The map from which reads are cut: every statement of a verb in order, and which function had it run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.figures.watching import Call, Side, Statement
from tools.mapping.rooms import Role, spot

CALLERS_TOLD: Final = 3
"""The service's function, and the two that called it."""
LONGEST_SQL: Final = 160
LEAST_TOLD: Final = 2
"""Branches with fewer statements are left out of the tree."""


@dataclass(slots=True)
class Branch:
    """A function at a line of its file, the statements below it, and the functions that it called."""

    statements: int = 0
    below: dict[str, Branch] = field(default_factory=dict)


def in_units(statements: Sequence[Statement]) -> list[Statement]:
    """Those between BEGIN and COMMIT."""
    return [one for one in statements if one.side is Side.WRITING]


def asked_again(statements: Sequence[Statement]) -> int:
    """How many reads are repeated, to the letter and with the same values, in the same unit."""
    return sum(Counter(_identity(one) for one in statements if one.is_read).values()) - len(
        {_identity(one) for one in statements if one.is_read}
    )


def _identity(statement: Statement) -> str:
    return f"{statement.unit} {statement.sql} {statement.params!r}"


def asker(statement: Statement) -> tuple[Call, ...]:
    """The nearest verb, or else beyond the stores, with its next two callers."""
    beyond = [one for one in statement.callers if spot(one[0]).role is not Role.STORE]
    first = next((index for index, one in enumerate(beyond) if spot(one[0]).role is Role.VERBS), 0)
    return tuple(beyond[first : first + CALLERS_TOLD])


def statement_map(verb: str, statements: Sequence[Statement]) -> str:
    """Everything that is to be known of the statements of a verb's units of work."""
    inside = in_units(statements)
    reads = sum(one.is_read for one in inside)
    title = (
        f"{verb}: {len(inside)} statements between BEGIN and COMMIT, {reads} reads and {len(inside) - reads} writes;"
        f" {asked_again(inside)} reads repeat an earlier one with the same values"
    )
    return "\n".join(
        (
            title,
            "",
            "By function (statements below it, at least two; each function once for each line that called on)",
            *_tree(inside),
            "",
            "By what was asked (times, with how many different values, and by which functions)",
            *_by_sql(inside),
            "",
            "In order (R reads, W writes; = the number of the first that was the same, values included)",
            *_in_order(inside),
            "",
        )
    )


def _tree(statements: Sequence[Statement]) -> Iterator[str]:
    root = Branch()
    for one in statements:
        branch = root
        for path, line, name in reversed([call for call in one.callers if spot(call[0]).role is not Role.STORE]):
            branch = branch.below.setdefault(f"{path}:{line} {name}", Branch())
            branch.statements += 1
    yield from _branches(root, 1)


def _branches(branch: Branch, depth: int) -> Iterator[str]:
    for name, below in branch.below.items():
        if below.statements >= LEAST_TOLD:
            yield f"{'  ' * depth}{below.statements:>4}  {name}"
            yield from _branches(below, depth + 1)


def _by_sql(statements: Sequence[Statement]) -> Iterator[str]:
    times = Counter(one.sql for one in statements)
    for sql, many in times.most_common():
        same = [one for one in statements if one.sql == sql]
        values = len({repr(one.params) for one in same})
        yield f"  {many:>3} × ({values} different)  {_short(sql)}"
        askers = Counter(_call_chain(asker(one)[:1]) for one in same)
        yield from (f"            {number:>3}  {told}" for told, number in askers.most_common())


def _in_order(statements: Sequence[Statement]) -> Iterator[str]:
    firsts: dict[str, int] = {}
    for number, one in enumerate(statements, 1):
        first = firsts.setdefault(_identity(one), number)
        again = f" ={first}" if first != number else ""
        yield f"  {number:>3} {'R' if one.is_read else 'W'}{again:<5} {_short(one.sql)}  {_values(one)}"
        yield f"            {_call_chain(asker(one))}"


def _call_chain(calls: Sequence[Call]) -> str:
    return "  ←  ".join(f"{path}:{line} {name}" for path, line, name in calls)


def _short(sql: str) -> str:
    return _cut(" ".join(sql.split()))


def _values(statement: Statement) -> str:
    return _cut(repr(statement.params))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SQL else f"{text[: LONGEST_SQL - 1]}…"
