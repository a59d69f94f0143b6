"""A preset that contradicts its regulation fails its own rehearsal, although the bot does all that the preset says."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.rulebooks import library
from rehearsal import regulation
from rehearsal.acts import opening
from tests.rehearsals.conftest import Rehearsal

SET_WRONGLY = "The rulebook is set as its regulation says"
PRESETS = regulation.FOLDER


@pytest.fixture
def presets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The presets of the bot and of its judge, in a folder where they can be set wrongly."""
    folder = tmp_path / "rulebooks"
    folder.mkdir()
    for path in PRESETS.glob("*.toml"):
        shutil.copy(path, folder)
    monkeypatch.setattr(library, "FOLDER", folder)
    monkeypatch.setattr(regulation, "FOLDER", folder)
    monkeypatch.setattr(opening, "FOLDER", folder)
    library.preset.cache_clear()
    yield folder
    library.preset.cache_clear()


def plant(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    """Sets the preset otherwise."""
    path = folder / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@pytest.mark.long
@pytest.mark.rule("AIJE-D01-3", "AIJE-D01-5.3", "AIJE-D01-5.4")
async def test_an_open_of_other_lengths_and_times_is_noticed_in_its_file_and_in_what_was_played(
    presets: Path, rehearsal: Rehearsal
) -> None:
    wrong = (
        ("\nbest_of = 5", "\nbest_of = 3"),
        ("minutes_per_walkover_game = 2", "minutes_per_walkover_game = 3"),
        ('justify_within = "72 h"', 'justify_within = "48 h"'),
    )
    plant(presets, "aije-open", *wrong)
    _, verdict = await rehearsal(players=13)
    failed = {check.title: check.problems for check in verdict.checks if check.problems}
    assert {one.partition(" is ")[0] for one in failed.pop(SET_WRONGLY)} == {
        "knockout.best_of",
        "matches.minutes_per_walkover_game",
        "absence.justify_within",
    }
    assert set(failed) >= {
        "The bracket goes on with those who won",
        "Absence costs a game for each full stretch, and no more",
        "Bars come after the 72 hours, at once",
    }


@pytest.mark.rule("AIJE-D02-1", "AIJE-D03-1", "AIJE-D04-1")
@pytest.mark.parametrize("name", ["aije-candidates", "aije-champions-league", "aije-world"])
def test_an_event_of_seats_that_is_open_to_all_is_not_even_played(
    name: str, presets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(presets, name, ("invited_only = true", "invited_only = false"))
    assert main(["rehearse", "--rulebook", name]) == 2
    assert "invited_only" in capsys.readouterr().err


def test_a_file_under_the_name_of_a_preset_is_not_rehearsed_as_that_preset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copied = tmp_path / "ours.toml"
    shutil.copy(PRESETS / "aije-open.toml", copied)
    assert main(["rehearse", "--rulebook", str(copied)]) == 2
    assert "aije-open comes with the bot" in capsys.readouterr().err
