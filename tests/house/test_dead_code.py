"""Whatever the product does not call, it does not have: a rule that only a test runs is a rule that nobody runs."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from tests.house.reading import python_files, tree, walked

PRODUCT, REHEARSALS = ("bot/", "cogs/", "web/"), ("rehearsal/",)
TOOLS = "tools/"
MADE_FOR_TESTS = {
    "by_route",
    "forbidden",
    "forget_message",
    "goal_where_arbiters_are_awaited",
    "let_in_again",
    "waiting",
}
"""What a rehearsal's stage and the storage offer to tests and benchmarks alone."""
CALLED_BY_NAME = {"add_arguments", "run", "setup", "read_face"}
"""Of commands of the command line and of cogs, and a way to read a file apart, which are found by their modules."""


def words(node: ast.Module) -> Iterator[str]:
    """Every name that code reads, imports or asks of something."""
    for one in walked(node):
        match one:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                yield name
            case ast.alias(name=name):
                yield name.rpartition(".")[2]


@cache
def read_in(places: tuple[str, ...]) -> Counter[str]:
    return Counter(word for file in python_files(*places, TOOLS) for word in words(tree(file)))


@pytest.mark.parametrize("places", [PRODUCT, REHEARSALS])
def test_every_function_of_the_product_and_of_the_rehearsals_is_called_by_its_own(places: tuple[str, ...]) -> None:
    idle = [
        f"{file}:{one.lineno} {one.name}"
        for file in python_files(*places)
        for one in tree(file).body
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        and not one.decorator_list
        and one.name not in MADE_FOR_TESTS | CALLED_BY_NAME
        and not read_in(places)[one.name]
    ]
    assert idle == []
