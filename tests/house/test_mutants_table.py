"""The table of planted faults fits the code: each fault has its place, and tests that cite its rule."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.house.reading import python_files, text, tree, walked
from tools.mutants import Mutant, read_table

TABLE = read_table()
_QUOTED = re.compile(r'"([\w.-]+)"')


def cited_rules(sought: set[str]) -> Iterator[str]:
    """Every rule id in a marker of the tests; a file that names none of those sought is passed over."""
    for file in python_files("tests/"):
        named = _QUOTED.findall(text(file)) if ".rule(" in text(file) else ()
        for node in () if sought.isdisjoint(named) else walked(tree(file)):
            match node:
                case ast.Call(func=ast.Attribute(attr="rule"), args=args):
                    yield from (
                        arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                    )
                case _:
                    pass


@pytest.mark.parametrize("mutant", TABLE, ids=lambda mutant: f"{mutant.rule}: {mutant.after}")
def test_each_fault_has_exactly_one_place_and_still_is_python(mutant: Mutant) -> None:
    planted = mutant.plant(text(mutant.file))
    assert planted != text(mutant.file)
    if mutant.file.endswith(".py"):
        assert ast.dump(ast.parse(planted)) != ast.dump(tree(mutant.file))


def test_each_fault_breaks_a_rule_that_some_test_cites() -> None:
    rules = {mutant.rule for mutant in TABLE}
    assert rules - set(cited_rules(rules)) == set()


def test_no_fault_is_listed_twice() -> None:
    twice = [place for place, times in Counter((one.file, one.before, one.after) for one in TABLE).items() if times > 1]
    assert twice == []


@pytest.mark.parametrize("source", ["", "wins = 3\nwins = 3\n"])
def test_a_fault_without_one_clear_place_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="not once"):
        Mutant("AIJE-D01-3", "a.py", "wins = 3", "wins = 2", ()).plant(source)
