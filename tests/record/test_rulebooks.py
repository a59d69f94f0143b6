"""The rulebook of a record: in full it is the same rulebook again, and in part it has defaults for the rest."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.play.format_rules import Seeding
from bot.play.rating import RatingTerms, with_terms
from bot.play.rulebook import EntryRules, FormatName, Rulebook
from bot.record.errors import FaultCode
from bot.record.rulebooks import read_rulebook, tables_of
from bot.rulebooks.library import fingerprint, names, preset


def rulebook(**tables: object) -> Rulebook:
    found, faults = read_rulebook(tables)
    assert found is not None, faults
    return found


@pytest.mark.parametrize("name", names())
def test_every_preset_is_the_same_after_a_record(name: str) -> None:
    found, faults = read_rulebook(tables_of(preset(name)))
    assert faults == ()
    assert found is not None
    assert fingerprint(found) == fingerprint(preset(name))


def test_conditions_of_entry_are_the_same_after_a_record() -> None:
    rules = replace(preset("cup"), entry=EntryRules("123456789012345678", 1200, 1600, timedelta(days=30)))
    found, faults = read_rulebook(tables_of(rules))
    assert (found, faults) == (rules, ())


@pytest.mark.parametrize("name", names())
def test_every_preset_is_found_by_its_name(name: str) -> None:
    assert rulebook(preset=name) == preset(name)


@pytest.mark.parametrize("name", FormatName)
def test_a_format_alone_is_a_rulebook(name: FormatName) -> None:
    assert rulebook(format=str(name)).format is name


def test_without_a_word_on_games_there_is_one_that_can_be_drawn() -> None:
    games = rulebook(format="swiss").games
    assert games is not None
    assert (games.best_of, games.draws) == (1, True)


@pytest.mark.parametrize(
    ("tables", "place", "code"),
    [
        ({"preset": "none-such"}, "rulebook.preset", FaultCode.UNKNOWN_PRESET),
        ({"preset": "aije-open", "name": "x"}, "rulebook.name", FaultCode.UNKNOWN_KEY),
        ({"format": "swis"}, "rulebook.format", FaultCode.RULEBOOK),
        ({"format": "swiss", "swiss": {"rounds": "many"}}, "rulebook.swiss.rounds", FaultCode.RULEBOOK),
        ({"format": "swiss", "ranking": {"order": ["luck"]}}, "rulebook.ranking.order", FaultCode.RULEBOOK),
        ({"knockout": 5}, "rulebook.knockout", FaultCode.RULEBOOK),
        ({"games": []}, "rulebook.games", FaultCode.RULEBOOK),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused_at_its_key(
    tables: dict[str, object], place: str, code: FaultCode
) -> None:
    found, faults = read_rulebook(tables)
    assert found is None
    assert (faults[0].place, faults[0].code) == (place, code)


@pytest.mark.parametrize(("initial", "k"), [(1500.0, 32.0), (2000.0, 16.5), (0.0, 400.0)])
def test_a_record_keeps_the_numbers_of_the_list_that_its_event_was_created_by(initial: float, k: float) -> None:
    own = with_terms(preset("aije-open"), RatingTerms(initial, k))
    read, found = read_rulebook(tables_of(own))
    assert (read, found) == (own, ())
    assert read is not None
    assert fingerprint(read) == fingerprint(own) != fingerprint(preset("aije-open"))


@pytest.mark.parametrize(("key", "value"), [("k", 0), ("k", 401), ("initial", -1), ("initial", 10_001)])
def test_numbers_that_no_list_can_have_are_refused(key: str, value: float) -> None:
    rulebook, found = read_rulebook({"rating": {"rated": True, key: value}})
    assert rulebook is None
    assert [one.place for one in found] == [f"rulebook.rating.{key}"]


@pytest.mark.parametrize("name", ["swiss-cut", "groups-cut"])
def test_a_record_of_before_that_tells_a_draw_after_a_table_is_read(name: str) -> None:
    rules = preset(name)
    before = replace(rules, knockout=replace(rules.knockout, seeding=Seeding.DRAWN))
    assert read_rulebook(tables_of(before)) == (before, ())


def test_a_record_of_before_with_substitutes_who_could_sit_on_no_board_is_read() -> None:
    rules = preset("aije-teams")
    assert rules.teams is not None
    before = replace(rules, teams=replace(rules.teams, substitutes=1))
    assert read_rulebook(tables_of(before)) == (before, ())
