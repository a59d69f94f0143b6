"""What must come out, as tests ask for it: the worked examples of a rule, each with its id."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rehearsal.outcomes import of

TRIED: Final[set[str]] = set()
"""The rules whose examples some test here tries."""

Facts = dict[str, Any]


def examples(rule: str, having: str = "") -> list[Any]:
    """The worked examples of the rule, or those that say something of that; each cites the rule."""
    TRIED.add(rule)
    told: list[Facts] = [one for one in of(rule)["case"] if not having or having in one]
    assert told
    marked = pytest.mark.rule(rule)
    return [pytest.param(one, marks=marked, id=f"{rule} {number}") for number, one in enumerate(told, start=1)]


def fixed(rule: str, key: str) -> Any:
    """A number or name that the text of the rule fixes."""
    return of(rule)[key]
