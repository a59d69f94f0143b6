"""Every limit of a person is counted by the Discord account: a count of rows by a person's id begins anew with it."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.house.reading import functions, planted, tree
from tests.house.rooms import DECIDING, modules_of

COUNTER = "bot/server/verbs.py"
LIMIT = re.compile(r"_?(MOST|FEWEST|LONGEST|LARGEST|OPEN|LIMIT|MAX)(_[A-Z_]+)?|most|limit")
PERSON = re.compile(r"\bperson|\bselves\b|\bclaimant|\breporter|\bauthor|\bmember|\bof_person|_of\b|_by\b")
"""Words of an expression that counts what one person did."""
LEFT = {
    "bot/features/entering/eligibility_verbs.py name_account": "`FREED`",
    "bot/features/evidence/verbs.py _open_dispute": "files of a dispute, which an erasure deletes",
    "bot/features/playing/arbiters_verbs.py _refuse_unfit": "matches followed at a time; a title is needed for them",
    "bot/features/registry/exams_verbs.py declare_country": "`FREED`",
    "bot/features/registry/grades_verbs.py declare": "`FREED`",
}
"""Where a limit is compared with what a person has all the same, since nobody gets more of it by an erasure: `FREED` of
tests/server/test_quotas.py are rows that it deletes."""
OLD_WAYS = {
    "waiting": "if suggestions.unanswered_of(tx, author.person_id) >= MOST_UNANSWERED:\n  raise Refused",
    "made lately": "made = claims_by(tx, own_of(person))\n n = len(made)\n if n >= MOST_CLAIMS:\n  raise Refused",
    "stored": "refuse_more(Subject.RECORDING, recordings.count_by(tx, contest_id, person.person_id))",
    "each": "if Counter(one.by for one in said_of(person))[person.person_id] > MOST[Subject.MESSAGE]:\n  raise Enough",
}
"""How limits were looked at before; an erasure gave as much again."""


def limits_by_person() -> set[str]:
    """Functions of the services that compare a limit with a count of what a person did."""
    read = [file for file in modules_of(*DECIDING) if file != COUNTER]
    return {f"{file} {name}" for file in read for name in _limiting(tree(file))}


@cache
def _limiting(module: ast.Module) -> tuple[str, ...]:
    return tuple(
        function.name
        for function in functions(module)
        if any(_names_person(one, _values(function)) for node in ast.walk(function) if (one := _counted(node)))
    )


def _values(function: ast.AST) -> dict[str, str]:
    """What each name of the function was given, as it is written."""
    found: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            found |= {ast.unparse(target): ast.unparse(node.value) for target in node.targets}
    return found


def _counted(node: ast.AST) -> list[ast.expr]:
    """What the node holds against a limit; nothing where it does not."""
    if isinstance(node, ast.Call) and _name(node.func) == "refuse_more":
        return node.args[1:]
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
        sides = [node.left, *node.comparators]
        return [one for one in sides if not _is_limit(one)] if any(map(_is_limit, sides)) else []
    return []


def _names_person(some: list[ast.expr], values: dict[str, str]) -> bool:
    told = [ast.unparse(one) for one in some]
    for one in told:
        named = (values[name] for name in re.findall(r"\w+", one) if name in values)
        told += [value for value in named if value not in told]
    return any(PERSON.search(one) for one in told)


def _is_limit(node: ast.expr) -> bool:
    return LIMIT.fullmatch(_name(node.value if isinstance(node, ast.Subscript) else node)) is not None


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def test_no_limit_hangs_on_the_entry_of_a_person() -> None:
    """Count it by `quotas.spend`, or say here why an erasure gives no more of it."""
    assert limits_by_person() == set(LEFT)


@pytest.mark.plants
@pytest.mark.parametrize("way", OLD_WAYS)
def test_a_limit_that_hangs_on_the_entry_of_a_person_is_found(way: str) -> None:
    with planted({"bot/features/planted/verbs.py": f"def plant(tx, person):\n {OLD_WAYS[way]}\n"}):
        assert "bot/features/planted/verbs.py plant" in limits_by_person()
