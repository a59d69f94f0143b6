"""Every run of the tests plays every rehearsal, and every language; a command plays all pairs of both."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import LOCALES
from cogs import answering
from rehearsal import pairs
from rehearsal.regulation import FOLDER
from rehearsal.scripts import NAMED
from tests.rehearsals.test_cups import CUPS
from tools import all_rehearsals


def test_each_language_is_played_in_every_run_and_each_rehearsal_too() -> None:
    assert {pairs.language_of(name) for name in pairs.NAMES} == set(LOCALES)
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(pairs.PRESETS)
    assert set(pairs.NAMES) - set(CUPS) == {"aije-open", *NAMED}


def test_no_language_falls_to_less_than_a_fifth_of_the_rehearsals() -> None:
    spoken = [pairs.language_of(name) for name in pairs.NAMES]
    assert min(map(spoken.count, LOCALES)) * 5 >= len(spoken)


def test_a_pair_that_holds_is_a_row_and_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert all_rehearsals.main(["--only", "cup", "--language", "es-ES", "--jobs", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split()[:2] == ["cup", "es-ES"]
    assert said[0].endswith("holds")
    assert said[-1].startswith("1 of 1 pairs hold")


def test_a_pair_that_fails_says_what_was_seen_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "translator_of", answering.server_translator)
    assert all_rehearsals.main(["--only", "cup", "--language", "es-ES", "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert "Everybody is spoken to in their own language" in said
    assert "0 of 1 pairs hold" in said
