"""The rehearsal of a league by the week fails, and says why, when calls and silence are not as its file has them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import Calendar
from cogs import match_times
from rehearsal.cups.weeks.diary import Scene, WeekCup
from rehearsal.regulation import FOLDER
from tests.rehearsals.conftest import CupRehearsal
from tests.rehearsals.planting import Faults, Patch

FAULTS = Faults[str]()


@FAULTS.fault("Each match is called at its time")
def matches_are_called_as_soon_as_they_are_paired(patch: Patch) -> None:
    patch.setattr(match_times_verbs, "held_back", lambda *given: ())


@FAULTS.fault("Each match is called at its time")
def times_are_read_by_other_clocks_than_were_named(patch: Patch) -> None:
    patch.setattr(match_times, "zone_meant", lambda text: ZoneInfo("UTC"))


@FAULTS.fault("Who never answers loses by absence, at the end of the days")
def the_days_end_a_day_early(patch: Patch) -> None:
    plain = Calendar.round_ends_at
    patch.setattr(Calendar, "round_ends_at", lambda self, one: _earlier(plain(self, one)))


def _earlier(moment):
    return None if moment is None else moment - timedelta(days=1)


@FAULTS.fault("Nobody else loses by absence")
def who_is_told_in_the_last_minute_has_no_time_to_answer(patch: Patch) -> None:
    patch.setattr(Calendar, "closes_at", lambda self, one, now: self.round_ends_at(one))
    patch.setattr(Calendar, "had_time_to_answer", lambda self, proposal, now: proposal.told_at is not None)


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
async def test_the_rehearsal_of_a_league_by_the_week_fails_when(
    name: str, cup_rehearsal: CupRehearsal, monkeypatch: Patch
) -> None:
    plant, complaint = FAULTS[name]
    plant(monkeypatch)
    _, verdict = await cup_rehearsal("weekly-league")
    assert complaint in {check.title for check in verdict.checks if check.problems}


async def test_a_league_by_the_week_goes_as_its_file_says_in_threads_too(
    cup_rehearsal: CupRehearsal, tmp_path: Path
) -> None:
    file = tmp_path / "weekly-threads.toml"
    told = (FOLDER / "weekly-league.toml").read_text(encoding="utf-8").replace('"weekly-league"', '"weekly-threads"', 1)
    file.write_text(f'{told}\n[threads]\nread_by = "players"\nopen_for = "24 h"\n', encoding="utf-8")
    cup, verdict = await cup_rehearsal(str(file))
    assert [check for check in verdict.checks if check.problems] == []
    assert isinstance(cup, WeekCup)
    assert len(cup.arranged) == len(Scene)
