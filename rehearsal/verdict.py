"""What the judge says: every check with what did not hold, and the tables that end a rehearsal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import ParamSpec

Given = ParamSpec("Given")
"""What is before the judge: what people remember, what was seen, and the file."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that had to hold, the rule that says so, and what did not."""

    rule: str
    title: str
    problems: tuple[str, ...]


Table = tuple[str, tuple[str, ...], tuple[tuple[object, ...], ...]]
"""Title, headings, rows."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Every check, and the tables that end a rehearsal."""

    checks: tuple[Check, ...]
    tables: tuple[Table, ...]

    @property
    def holds(self) -> bool:
        """Whether everything ended as the rulebook says."""
        return not any(check.problems for check in self.checks)


def judge_all(
    rows: Iterable[tuple[str, str, Callable[Given, Iterable[str]]]],
    *given: Given.args,
    **named: Given.kwargs,
) -> Iterator[Check]:
    """Every check with what it found; a check that cannot even be made has failed."""
    for rule, title, find in rows:
        try:
            problems = tuple(find(*given, **named))
        except Exception as error:  # noqa: BLE001 - whatever the bot left behind, the verdict is said and not thrown
            problems = (f"cannot be checked: {type(error).__name__}: {error}",)
        yield Check(rule, title, problems)


def but(
    rows: Iterable[tuple[str, str, Callable[Given, Iterable[str]]]], left_out: Collection[object]
) -> Iterator[tuple[str, str, Callable[Given, Iterable[str]]]]:
    """The checks apart from some."""
    return (row for row in rows if row[2] not in left_out)
