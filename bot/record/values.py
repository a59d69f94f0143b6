"""Exact fractions as a file writes them: "13/2", "7", null."""

from __future__ import annotations

from fractions import Fraction


def read_value(text: str | int | None) -> Fraction | None:
    """The number; raises ValueError for anything else."""
    if text is None:
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(text) from None


def write_value(value: Fraction | None) -> str | None:
    """The number as `read_value` reads it."""
    return None if value is None else str(value)
