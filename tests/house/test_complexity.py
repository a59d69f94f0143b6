"""How many branches a function has: few enough that one can hold all its ways in mind.

Branches hidden in comprehensions count like any others, which the linter's own bound leaves out.
"""

from __future__ import annotations

from tests.house.reading import python_files, text
from tools.figures.sizes import MOST_COMPLEX, complex_functions
from tools.figures.sources import Source

OURS = ("bot/", "cogs/", "rehearsal/")
STILL_COMPLEX = "tests/house/still_complex.txt"
"""Functions that are yet to be taken apart: the list gets shorter, and never longer."""


def _complex() -> frozenset[str]:
    sources = [Source(file, text(file)) for file in python_files(*OURS)]
    return frozenset(f"{spot.path} {spot.name}" for spot in complex_functions(sources))


def test_a_function_has_few_branches_those_in_comprehensions_counted() -> None:
    """Name the rule that a branch stands for, and let it be a function, a table or a value of its own."""
    known = set(text(STILL_COMPLEX).splitlines())
    assert sorted(_complex() - known) == [], f"more than {MOST_COMPLEX} branches"


def test_no_function_is_listed_that_has_been_taken_apart() -> None:
    known = text(STILL_COMPLEX).splitlines()
    assert known == sorted(set(known))
    assert sorted(set(known) - _complex()) == []
