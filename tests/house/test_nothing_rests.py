"""docs/nothing-rests.md is the table of what can stand still: each kind and each phase of a match has its row."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.playing import match_views_model as playing_match_views_model
from bot.features.tournaments import summons_model as tournaments_summons_model
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel.outages import write_duration
from bot.play.matches import MatchPhase
from tests.house.reading import ROOT, python_files, tree, walked

PAGE = (ROOT / "docs" / "nothing-rests.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)`.*$", re.MULTILINE)
OVER = {MatchPhase.SETTLED, MatchPhase.VOID}


def rows() -> dict[str, str]:
    """The rows by their kind."""
    return {found[1]: found[0] for found in ROW.finditer(PAGE)}


def kinds_in(module: ast.Module) -> Iterator[str]:
    """The kinds of which a module says that they stand still."""
    for node in walked(module):
        if isinstance(node, ast.Call) and (named(node.func) == "Still" or named(node.func) == "note"):
            yield from (one.attr.lower() for one in ast.walk(node) if is_kind(one))  # type: ignore[attr-defined]


def named(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_kind(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "MatterKind"


def missing(page: str) -> set[str]:
    """Kinds that can stand still and have no row."""
    found = {kind for file in python_files("bot/") for kind in kinds_in(tree(file))}
    return found - {row[1] for row in ROW.finditer(page)}


def test_each_kind_that_can_stand_still_has_its_row_and_each_row_is_a_kind() -> None:
    assert missing(PAGE) == set()
    assert set(rows()) <= {one.value for one in MatterKind}
    assert len(rows()) > 7


@pytest.mark.plants
def test_a_row_that_is_left_out_is_found() -> None:
    assert missing(PAGE.replace("| `suspended`", "| ~~suspended~~")) == {"suspended"}


def test_each_phase_of_a_match_that_is_not_over_stands_on_the_page() -> None:
    phases = {cell.strip() for row in rows().values() for cell in [row.split("|")[2]]}
    assert {one.value for one in MatchPhase if one not in OVER} <= phases | {MatchPhase.REPORTED.value}
    assert f"(`{MatchPhase.REPORTED}`)" in PAGE


def test_the_times_of_the_rows_are_those_of_the_code() -> None:
    assert write_duration(tournaments_summons_model.CALL_UNREAD_AFTER) in rows()["call_unread"]
    assert write_duration(playing_match_views_model.SUSPENDED_AFTER) in rows()["suspended"]
    assert write_duration(playing_match_views_model.HALF_AN_HOUR) in rows()["not_reported"]
    assert write_duration(course_calling_verbs.ASKED_AFTER) in rows()["stuck"]
