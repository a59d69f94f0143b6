"""What the commonest verbs have the database run, so that it does not creep: a statement more is a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from tools.figures.statements import in_units
from tools.figures.verbs import VERBS, Costs, costs

MOST: Final[Mapping[str, int]] = {
    "register": 34,
    "leave": 13,
    "check-in": 11,
    "report": 21,
    "confirm": 22,
    "confirm-and-call": 36,
    "dispute": 35,
    "rule": 36,
    "ballot": 15,
}
"""Statements between BEGIN and COMMIT in a plain knock-out; lower a number when fewer are needed.

Of these what shows the announcement has one that asks who hosts, and a new member's registration one that asks who
else bears the name. A report has two that note where its
public line stands, and each answer one that has it drawn anew. What frees the players of a match has one that asks
whether another match waits for them, and a registration two for the other events of the same person."""
LOOKS: Final[Mapping[str, int]] = {"me": 70, "standings": 15}
"""What is only looked at: statements on the reading connection, and none between BEGIN and COMMIT."""


@pytest.fixture(scope="module")
def found() -> Costs:
    return costs()


def test_every_verb_that_is_watched_has_its_limit() -> None:
    assert MOST.keys() | LOOKS.keys() == set(VERBS)


@pytest.mark.parametrize("verb", MOST)
def test_a_verb_runs_no_more_statements_than_it_needs(found: Costs, verb: str) -> None:
    spent = len(in_units(found[verb].press.statements))
    assert spent <= MOST[verb]


@pytest.mark.parametrize("verb", LOOKS)
def test_a_look_changes_nothing_and_reads_no_more_than_it_needs(found: Costs, verb: str) -> None:
    statements = found[verb].press.statements
    assert in_units(statements) == []
    assert len(statements) <= LOOKS[verb]
