"""Each setting of each preset is set otherwise once: the file is refused with the place, or the judge plays it.

The long run plays the table (`python -m tools.flipped`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.play import format_checks, kind_checks
from bot.play.format_rules import LineUp, Seeding
from bot.play.formats import swiss
from bot.play.rulebook import Rulebook, settings
from bot.rulebooks import library
from bot.rulebooks.library import names, preset, read, to_toml
from rehearsal import pairs
from rehearsal.flips import verdicts
from rehearsal.flips.table import PARTS, WORDS, File, Flip, files, flips, flips_of, own, part_of
from rehearsal.flips.values import change
from rehearsal.flips.verdicts import Ending
from rehearsal.stage import Stage
from tests.rehearsals.planting import Patch
from tools import flipped

AT_ONCE = ("cup", "go-swiss", "aije-teams")
"""Presets whose rows every run of the tests looks at; the long run makes the whole table."""
OF_EACH = pytest.mark.parametrize(
    "name", [one if one in AT_ONCE else pytest.param(one, marks=pytest.mark.long) for one in names()]
)


@OF_EACH
def test_each_setting_of_each_preset_is_flipped_once(name: str) -> None:
    flipped_here = [one.key for one in flips_of(name) if "." in one.key or hasattr(preset(name), one.key)]
    assert len(set(flipped_here)) == len(flipped_here)
    assert {key for key in settings(preset(name)) if key.partition(".")[0] not in WORDS} <= set(flipped_here)


@pytest.mark.long
def test_the_ten_parts_are_the_whole_table() -> None:
    parts = [file for number in range(PARTS) for file in part_of(number)]
    assert len(parts) == len(files())
    assert {file.name for file in parts} == {file.name for file in files()}
    assert sum(len(file.flips) for file in parts) == len(flips())


@OF_EACH
def test_what_the_checks_refuse_is_refused_with_its_place(name: str) -> None:
    refused = [one for one in flips_of(name) if one.problems]
    assert refused
    assert [str(one) for one in refused if not all(problem.key for problem in one.problems)] == []


# Faults that the judge of the table has to notice


def flip(name: str, **changes: Any) -> File:
    """A file of one preset with these settings, whatever the checks say; `knockout__lives` is `knockout.lives`."""
    rulebook = own(name)
    for key, value in changes.items():
        rulebook = change(rulebook, key.replace("__", "."), value)
    return File((Flip(name, ", ".join(changes), "planted", "", "", None, rulebook),))


def nothing(*_: object) -> tuple[()]:
    """What a check finds that was taken out."""
    return ()


def let_a_cut_have_more_lives(patch: Patch) -> None:
    patch.setattr(format_checks, "_after_a_table", nothing)


def let_line_ups_be_fixed(patch: Patch) -> None:
    teams = kind_checks._teams

    def without_line_up(rulebook: Rulebook) -> list[Any]:
        return [one for one in teams(rulebook) if one.key != "teams.line_up"]

    patch.setattr(kind_checks, "_teams", without_line_up)


def never_put_anybody_out(patch: Patch) -> None:
    patch.setattr(swiss, "_is_out", lambda *_: False)


def play_more_rounds_than_opponents(patch: Patch) -> None:
    patch.setattr(swiss, "rounds", lambda facts, rulebook: rulebook.swiss.rounds or 3)


TWO_LIVES = {"knockout__lives": 2, "knockout__third_place_match": False}
PLANTED: dict[str, tuple[Callable[[Patch], None], File]] = {
    "a cut of two lives is played with one": (let_a_cut_have_more_lives, flip("swiss-cut", **TWO_LIVES)),
    "schools with a fixed line-up": (
        let_line_ups_be_fixed,
        flip("olympiad-school", teams__line_up=LineUp.FIXED),
    ),
    "losses that put nobody out": (never_put_anybody_out, flip("go-swiss", swiss__out_after=1)),
    "more rounds than opponents": (play_more_rounds_than_opponents, flip("swiss", swiss__rounds=11)),
}


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_a_setting_that_is_accepted_and_not_played_is_noticed(name: str, monkeypatch: Patch) -> None:
    plant, file = PLANTED[name]
    plant(monkeypatch)
    told = verdicts.judge(file)
    assert told.ending is Ending.FAILED, told
    assert told.said


@pytest.mark.long
def test_a_setting_that_breaks_the_play_is_noticed(monkeypatch: Patch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("lives")

    monkeypatch.setattr(swiss, "standings", broken)
    assert verdicts.judge(flip("swiss", swiss__rounds=3)).ending is Ending.FAILED


def test_a_clock_that_stands_still_ends_the_play(monkeypatch: Patch) -> None:
    async def stuck(*_: object, **__: object) -> None:
        """Time that does not pass."""

    monkeypatch.setattr(Stage, "advance_to", stuck)
    told = verdicts.judge(flip("swiss", swiss__rounds=3))
    assert told.ending is Ending.FAILED
    assert "the clock stands still" in told.said[0]


def test_a_play_that_never_ends_is_told_and_left(monkeypatch: Patch) -> None:
    async def waits(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(verdicts, "_LONGEST", 0.05)
    monkeypatch.setattr(pairs, "play", waits)
    told = verdicts.judge(flip("swiss", swiss__rounds=3))
    assert (told.ending, told.said) == (Ending.FAILED, ("not over after 0 seconds",))


@pytest.mark.long
def test_the_table_says_how_many_settings_ended_in_which_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert flipped.main(["--only", "cup round_robin", "--all", "--jobs", "1"]) == 0
    assert "1 refused" in capsys.readouterr().out


# Defaults that the format leaves one value of


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("swiss-cut", "knockout.seeding", Seeding.SEEDED),
        ("groups-cut", "knockout.seeding", Seeding.SEEDED),
        ("olympiad-school", "teams.line_up", LineUp.FREE),
    ],
)
def test_a_default_breaks_no_format(name: str, key: str, value: object) -> None:
    table, _, setting = key.rpartition(".")
    lines = to_toml(preset(name)).splitlines(keepends=True)
    left_out = "".join(line for line in lines if not line.startswith(f"{setting} = "))
    assert getattr(getattr(read(left_out, "ours.toml"), table), setting) is value


def test_a_cut_without_a_section_for_its_knock_out_is_seeded_by_the_table() -> None:
    text = to_toml(replace(preset("swiss-cut"), name="ours"))
    head, _, rest = text.partition("[knockout]\n")
    found = library.read(head + rest[rest.index("[") :], "ours.toml")
    assert found.knockout.seeding is Seeding.SEEDED


@pytest.mark.long
def test_every_preset_is_in_the_table() -> None:
    assert {one.preset for one in flips()} == set(names())
