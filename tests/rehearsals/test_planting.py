"""Every fault can be planted: what it takes the place of is still there, whichever of them a run tries out."""

from __future__ import annotations

from typing import Final

import pytest

from tests.rehearsals import (
    test_committee_faults,
    test_cup_faults,
    test_faults,
    test_friday_faults,
    test_ladder_faults,
    test_moving_alone_faults,
    test_moving_faults,
    test_own_faults,
    test_own_few_faults,
    test_seat_faults,
    test_series_faults,
    test_silence_faults,
    test_table_faults,
    test_team_faults,
    test_thread_faults,
    test_title_faults,
    test_week_faults,
    test_weekly_faults,
)

FILES: Final = (
    test_committee_faults,
    test_cup_faults,
    test_faults,
    test_friday_faults,
    test_ladder_faults,
    test_moving_alone_faults,
    test_moving_faults,
    test_own_faults,
    test_own_few_faults,
    test_seat_faults,
    test_series_faults,
    test_silence_faults,
    test_table_faults,
    test_team_faults,
    test_thread_faults,
    test_title_faults,
    test_week_faults,
    test_weekly_faults,
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.__name__.rpartition(".")[2])
def test_every_fault_takes_the_place_of_something(file: object, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: dict[str, tuple[object, ...]] = vars(file)["FAULTS"]
    assert len(faults) > 1
    for plant, *_ in faults.values():
        assert callable(plant)
        with monkeypatch.context() as patch:
            plant(patch)
