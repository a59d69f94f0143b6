"""What the judge says: every check with what did not hold, and the tables that end a rehearsal."""

from __future__ import annotations

from dataclasses import dataclass


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
