"""The rules of a series as a file: each fault with its place."""

from __future__ import annotations

import pytest

from bot.kernel.errors import NotFoundByName
from bot.play.format_checks import ProblemCode
from bot.rulebooks.library import RulebookRefused
from bot.rulebooks.series_files import fingerprint, from_text, names, preset, read, to_toml

GOOD = to_toml(preset("cup-series"))


@pytest.mark.parametrize("name", names())
def test_the_rules_that_come_with_the_bot_read_back_as_they_are_written(name: str) -> None:
    rules = preset(name)
    assert from_text(to_toml(rules)) == rules == read(to_toml(rules), "copy.toml")
    assert fingerprint(rules) == fingerprint(from_text(to_toml(rules)))


def test_ranges_and_single_places_say_the_same() -> None:
    apart = GOOD.replace("3-4 = 13", "3 = 13\n4 = 13")
    assert read(apart, "a.toml") == preset("cup-series")
    assert preset("cup-series").places[2:4] == (13, 13)


@pytest.mark.parametrize(
    ("old", "new", "key", "code"),
    [
        ("1 = 25", "1 = 25\n1-2 = 25", "points.1-2", ProblemCode.STANDS_TWICE),
        ("2 = 18\n", "", "points.2", ProblemCode.MISSING),
        ("2 = 18", "2 = 26", "points.2", ProblemCode.TOO_HIGH),
        ("played = 1", "played = 5", "points.played", ProblemCode.TOO_HIGH),
        ("1 = 25", "1 = 25.5", "points.1", ProblemCode.EXPECTED_INTEGER),
        ("1 = 25", "1 = -1", "points.1", ProblemCode.TOO_LOW),
        ("9-16 = 4", "9-999 = 4", "points.9-999", ProblemCode.TOO_HIGH),
        ("best = 5", "best = 61", "events.best", ProblemCode.TOO_HIGH),
        ("best = 5", "bets = 5", "events.bets", ProblemCode.UNKNOWN_KEY),
        ('formats = "any"', 'formats = ["chess"]', "events.formats", ProblemCode.NOT_AN_OPTION),
        ('shared = "mean"', 'shared = "all"', "points.shared", ProblemCode.NOT_AN_OPTION),
        ('["wins", ', '["wins", "wins", ', "table.order", ProblemCode.STANDS_TWICE),
        ("players = 8", 'players = "8"', "final.players", ProblemCode.EXPECTED_INTEGER),
        ("\n[final]\nplayers = 8\n", "", "final", ProblemCode.MISSING),
        ('name = "Cup series"', 'name = " "', "name", ProblemCode.EMPTY),
        ('name = "Cup series"', f'name = "{"x" * 61}"', "name", ProblemCode.TOO_LONG),
    ],
)
def test_a_fault_is_told_with_its_key(old: str, new: str, key: str, code: ProblemCode) -> None:
    assert old in GOOD
    with pytest.raises(RulebookRefused) as refused:
        read(GOOD.replace(old, new), "mine.toml")
    assert (key, code) in [(one.key, one.code) for one in refused.value.problems]


def test_what_is_no_toml_is_told_with_its_line() -> None:
    with pytest.raises(RulebookRefused) as refused:
        read(GOOD.replace("[points]", "[points"), "mine.toml")
    (problem,) = refused.value.problems
    assert (problem.code, problem.line) == (ProblemCode.SYNTAX, 3)


def test_other_rules_have_another_fingerprint() -> None:
    assert fingerprint(preset("cup-series")) != fingerprint(preset("league-series"))


def test_no_rules_have_that_name() -> None:
    with pytest.raises(NotFoundByName):
        preset("nothing")
