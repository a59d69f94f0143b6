"""The rehearsal of a move holds in another language too, and fails where the list or the past count for nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.domain.entering import qualification
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()


@FAULTS.fault("The next of both are asked to play for a seat")
def the_opens_second_meets_the_leagues_fourth_and_its_third_nobody(patch: Patch) -> None:
    real = qualification._matches

    def without(*given: Any) -> Any:
        one, other = real(*given)
        return replace(one, open_side=other.open_side), other

    patch.setattr(qualification, "_matches", without)


@FAULTS.fault("Bars and titles of the list are in force")
def a_bar_of_the_list_is_told_and_not_given(patch: Patch) -> None:
    patch.setattr("bot.services.cases.barring.impose", lambda *given: None)


async def test_an_association_moves_in_and_plays_on_to_the_title_in_portuguese(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, "moving-in", 1, language="pt-BR")
    assert [(one.title, one.problems) for one in ended.verdict.checks if one.problems] == []


@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_a_move_finds_the_fault(tmp_path: Path, monkeypatch: Patch, name: str) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, "moving-in", 1)
    assert complaint in [one.title for one in ended.verdict.checks if one.problems]
