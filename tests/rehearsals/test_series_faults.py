"""A series of cups holds, and the right check complains when the bot breaks what a series promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.series import finals_verbs as series_finals_verbs
from bot.features.series import model as series_model
from bot.features.series import store as series_store
from bot.features.series import verbs as series_verbs
from bot.features.series.plugs import Circuits
from bot.play import series
from bot.play.series import CircuitRules
from rehearsal.series.show import NAME
from tests.rehearsals.conftest import played_in
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()
_TOLD = "After each event that counts the standings are told once, as they follow from the matches"


@FAULTS.fault(_TOLD)
def a_shared_place_gives_what_the_higher_one_gives(patch: Patch) -> None:
    real = CircuitRules.gives
    patch.setattr(CircuitRules, "gives", lambda rules, first, _: real(rules, first, first))


@FAULTS.fault(_TOLD)
def nothing_is_told_after_an_event(patch: Patch) -> None:
    patch.setattr(Circuits, "_tell", lambda *_, **__: None)


@FAULTS.fault(_TOLD)
def all_events_count(patch: Patch) -> None:
    patch.setattr(series, "_counting", lambda _, gains: set(range(len(gains))))


@FAULTS.fault("Who never played in an event has nothing for it")
def who_stayed_away_gets_points_for_the_place(patch: Patch) -> None:
    patch.setattr(series, "took_part", lambda *_: True)


@FAULTS.fault("Whoever looks reads the standings of the moment, without what was taken out")
def what_is_taken_out_still_counts(patch: Patch) -> None:
    patch.setattr(series_store, "remove_event", lambda *_: True)


@FAULTS.fault("The first are asked to play the final, and the next where somebody declines")
def nobody_is_asked_after_a_refusal(patch: Patch) -> None:
    real = series_model.finalists
    patch.setattr(series_finals_verbs, "finalists", lambda rows, seats, asked, *_: real(rows, seats, asked))


@FAULTS.fault("Only who said yes stands on the list of the final")
def anybody_enters_the_final(patch: Patch) -> None:
    patch.setattr(series_finals_verbs, "refuse_person", lambda *_: None)


@FAULTS.fault("/me tells where one stands")
def the_place_is_told_to_nobody(patch: Patch) -> None:
    patch.setattr(series_verbs, "guide", lambda *_: iter(()))


async def test_a_series_comes_to_its_final(tmp_path: Path) -> None:
    ended = await played_in(tmp_path, NAME, seed=1)
    assert [check for check in ended.verdict.checks if check.problems] == []
    assert len(ended.verdict.tables[0][2]) == 8, "who forgets every check-in stands nowhere"


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_series_fails_when(name: str, tmp_path: Path, monkeypatch: Patch) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    ended = await played_in(tmp_path, NAME, seed=1)
    assert complaint in {check.title for check in ended.verdict.checks if check.problems}
