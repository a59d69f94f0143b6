"""Presets, procedures and titles are set as the regulations say, whatever the bot makes of the setting."""

from __future__ import annotations

import tomllib
from typing import Any, Final

import pytest

from bot.rulebooks.library import names
from rehearsal.outcomes import HOUSE, presets, regulations
from rehearsal.outcomes.association import contradictions as of_the_association
from rehearsal.outcomes.settings import as_the_regulation_says, contradictions, due, found_in
from rehearsal.regulation import FOLDER
from tests.rules.written import fixed


def tables(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


HELD_TO: Final = [
    pytest.param(name, marks=pytest.mark.rule(*sorted({one.rule for one in due(name)}))) for name in presets()
]


@pytest.mark.parametrize("name", HELD_TO)
def test_a_preset_is_set_as_its_regulation_says(name: str) -> None:
    told = tables(name)
    assert [(one.key, one.rule) for one in due(name) if not one.holds(found_in(told, one.key))] == []


def test_every_preset_plays_an_event_of_a_regulation_or_is_the_houses() -> None:
    assert set(presets()) == set(names())
    assert HOUSE not in presets()


@pytest.mark.parametrize("name", presets())
def test_a_preset_cites_every_rule_that_sets_something_in_it(name: str) -> None:
    assert {one.rule for one in due(name)} <= set(tables(name)["cites"])


def test_every_event_of_a_rule_is_played_by_a_preset() -> None:
    played = {placed for placed in presets().values() if placed is not None}
    asked = {
        (regulation, event)
        for regulation, rules in regulations().items()
        for told in rules.values()
        for event in told.get("events", ())
    }
    assert asked == played


def test_a_setting_on_which_two_rules_have_a_say_has_both_satisfied() -> None:
    for name in presets():
        sure: dict[str, object] = {}
        for one in due(name):
            if isinstance(one.value, str | int | float | list):
                assert sure.setdefault(one.key, one.value) == one.value, f"{name}: {one.key}"


@pytest.mark.rule("AIJE-A01-2", "AIJE-A02-1", "AIJE-A02-3", "AIJE-A02-5", "AIJE-A02-6", "AIJE-B01-AJ", "AIJE-B01-AI")
@pytest.mark.rule("AIJE-B01-NM", "AIJE-B01-CMA", "AIJE-B01-MA", "AIJE-B01-IM", "AIJE-B01-GM", "AIJE-B01-AN", "OLY-6")
def test_procedures_and_titles_are_as_the_regulations_say() -> None:
    assert list(of_the_association(FOLDER)) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "key"),
    [
        ("aije-open", "\nbest_of = 5", "\nbest_of = 3", "knockout.best_of"),
        ("aije-open", "invited_only = false", "invited_only = true", "registration.invited_only"),
        ("aije-open", 'justify_within = "72 h"', 'justify_within = "48 h"', "absence.justify_within"),
        ("aije-open", 'opens_before = "30 min"', 'opens_before = "12 h"', "check_in.opens_before"),
        ("aije-world", "invited_only = true", "invited_only = false", "registration.invited_only"),
        ("aije-candidates", "invited_only = true", "invited_only = false", "registration.invited_only"),
        ("aije-seat-match", "final_best_of = 5", "final_best_of = 3", "knockout.final_best_of"),
        ("go-swiss", 'late_limit = "15 min"', 'late_limit = "20 min"', "discipline.late_limit"),
        ("on-the-edge", 'refused_prefixes = ["S", "CHASE"]', 'refused_prefixes = ["S"]', "deck.refused_prefixes"),
    ],
)
def test_a_wrong_setting_is_named_with_its_rule(name: str, old: str, new: str, key: str) -> None:
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    wrong = tomllib.loads(text.replace(old, new))
    found = list(contradictions(wrong))
    assert [one for one in found if one.startswith(f"{key} is")]
    assert [one.key for one in due(name) if not one.holds(found_in(wrong, one.key))] == [key] * len(found)


@pytest.mark.rule("AIJE-D03-1")
def test_whoever_judges_a_file_reads_what_the_regulation_fixes_and_the_rest_as_it_stands() -> None:
    wrong = tables("aije-world")
    wrong["registration"]["invited_only"] = False
    wrong["title_match"]["best_of"] = 7
    wrong["matches"]["confirm_within"] = "3 min"
    read = as_the_regulation_says(wrong)
    assert read["registration"]["invited_only"]
    assert read["title_match"]["best_of"] == fixed("AIJE-D03-1", "best_of")
    assert read["matches"]["confirm_within"] == "3 min"
    assert wrong["title_match"]["best_of"] == 7


def test_a_rulebook_of_a_name_of_its_own_is_held_to_no_regulation() -> None:
    own = tables("aije-open") | {"name": "our-open"}
    own["knockout"]["best_of"] = 3
    assert list(contradictions(own)) == []
    assert as_the_regulation_says(own) == own
