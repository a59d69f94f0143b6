"""The form of a new cup as an organiser filled it in: kept as typed until the cup is created or given up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CupForm:
    """What stands in each field; empty where nothing does."""

    name: str = ""
    kind: str = ""
    """The name of a rulebook."""
    start: str = ""
    best_of: str = ""
    seats: str = ""
