"""The preset of the Open holds what the association's regulation says."""

from datetime import timedelta

import pytest

from bot.kernel.errors import NotFoundByName
from bot.play.format_rules import Seeding
from bot.play.rulebook import FormatName, Lateness, Reviewers, WhenUnanswered, settings
from bot.rulebooks.library import names, preset, problems

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)

REGULATION = [
    pytest.param("official", True, marks=pytest.mark.rule("AIJE-B01-6")),
    pytest.param("format", FormatName.KNOCKOUT, marks=pytest.mark.rule("AIJE-D01-3")),
    pytest.param("registration.capacity", None, marks=pytest.mark.rule("AIJE-D01-1")),
    pytest.param("registration.account", "Jeek Online", marks=pytest.mark.rule("AIJE-D01-1")),
    pytest.param("registration.refuse_barred", True, marks=pytest.mark.rule("AIJE-D01-2", "AIJE-B03-2")),
    pytest.param("registration.refuse_qualified_for", "aije-champions-league", marks=pytest.mark.rule("AIJE-D01-2")),
    pytest.param("registration.invited_only", False, marks=pytest.mark.rule("AIJE-D01-1")),
    pytest.param("registration.seeds_by_hand", False, marks=pytest.mark.rule("AIJE-D01-4")),
    pytest.param("registration.substitutes", False, marks=pytest.mark.rule("AIJE-D01-1")),
    pytest.param("check_in.opens_before", 30 * MINUTE, marks=pytest.mark.rule("AIJE-D01-5")),
    pytest.param("check_in.extend_check_in", False, marks=pytest.mark.rule("AIJE-D01-5")),
    pytest.param("check_in.late", Lateness.NONE, marks=pytest.mark.rule("AIJE-D01-5")),
    pytest.param("check_in.closes_before", 0 * MINUTE, marks=pytest.mark.rule("AIJE-D01-5", "AIJE-D01-5.1")),
    pytest.param("knockout.best_of", 5, marks=pytest.mark.rule("AIJE-D01-3")),
    pytest.param("knockout.final_best_of", 9, marks=pytest.mark.rule("AIJE-D01-3")),
    pytest.param("knockout.third_place_match", True, marks=pytest.mark.rule("AIJE-D01-3")),
    pytest.param("knockout.third_place_best_of", 9, marks=pytest.mark.rule("AIJE-D01-3")),
    pytest.param("knockout.byes_by_rating", True, marks=pytest.mark.rule("AIJE-D01-4")),
    pytest.param("knockout.seeding", Seeding.DRAWN, marks=pytest.mark.rule("AIJE-D01-4")),
    pytest.param("knockout.lives", 1, marks=pytest.mark.rule("AIJE-D01-3")),
    pytest.param("knockout.placement_matches", False, marks=pytest.mark.rule("AIJE-D01-3")),
    pytest.param("matches.matches_per_arbiter", 1, marks=pytest.mark.rule("AIJE-D01-6")),
    pytest.param("matches.minutes_per_walkover_game", 2, marks=pytest.mark.rule("AIJE-D01-5.4")),
    pytest.param("matches.double_absence_after", None, marks=pytest.mark.rule("AIJE-D01-5.4")),
    pytest.param("matches.waits_for_other_events", False, marks=pytest.mark.rule("AIJE-D01-5.4")),
    pytest.param("absence.justify_within", 72 * HOUR, marks=pytest.mark.rule("AIJE-B03-2", "AIJE-D01-5.3")),
    pytest.param("absence.reviewers", Reviewers.TOURNAMENT_ARBITERS, marks=pytest.mark.rule("AIJE-D01-5.3")),
    pytest.param("absence.when_unanswered", WhenUnanswered.COUNTS_AS_GIVEN, marks=pytest.mark.rule("AIJE-D01-5.3")),
    pytest.param("absence.bar_when_unjustified", True, marks=pytest.mark.rule("AIJE-B03-2")),
    pytest.param("absence.bar_lasts", None, marks=pytest.mark.rule("AIJE-B03-2")),
    pytest.param("absence.also_when_called_off", True, marks=pytest.mark.rule("AIJE-B03-2")),
    pytest.param("absence.ask_why", True, marks=pytest.mark.rule("AIJE-B03-2")),
    pytest.param("rating.rated", True, marks=pytest.mark.rule("AIJE-D01-6", "AIJE-B02-1")),
    pytest.param("rating.base_minutes", 2.0, marks=pytest.mark.rule("AIJE-B02-1")),
    pytest.param("rating.increment_seconds", 0, marks=pytest.mark.rule("AIJE-B02-1")),
]

HOUSE = [
    ("name", "aije-open"),
    ("title", "Torneio Aberto de Jeek Online"),
    ("titles.en", "Jeek Online Open"),
    ("titles.pt", "Torneio Aberto de Jeek Online"),
    ("titles.es", "Abierto de Jeek Online"),
    ("titles.it", "Open di Jeek Online"),
    ("summaries.en", "Official single elimination of Jeek, followed by arbiters"),
    ("summaries.pt", "Eliminatória simples oficial de Jeek, com árbitros"),
    ("summaries.es", "Eliminatoria simple oficial de Jeek, con árbitros"),
    ("summaries.it", "Eliminazione diretta ufficiale di Jeek, con arbitri"),
    ("version", "1"),
    ("minimum_entrants", 2),
    ("check_in.reminders_before_close", (15 * MINUTE, 5 * MINUTE)),
    ("matches.confirm_within", 10 * MINUTE),
    ("matches.remind_confirm_after", 5 * MINUTE),
    ("matches.escalate_dispute_after", 15 * MINUTE),
    ("absence.reminders_before_close", (24 * HOUR, 3 * HOUR)),
    ("outage.reopen_for", 15 * MINUTE),
]


@pytest.mark.parametrize(("key", "value"), REGULATION)
def test_the_open_is_set_as_the_regulation_says(key, value):
    assert settings(preset("aije-open"))[key] == value


@pytest.mark.parametrize(("key", "value"), HOUSE)
def test_where_the_regulation_is_silent_the_open_has_the_house_setting(key, value):
    assert settings(preset("aije-open"))[key] == value


def test_no_setting_of_the_open_goes_unlooked_at():
    looked_at = {case.values[0] for case in REGULATION} | {key for key, _ in HOUSE} | {"cites"}
    assert looked_at == settings(preset("aije-open")).keys()


def test_the_open_cites_every_rule_that_its_settings_are_held_to():
    held_to = {rule for case in REGULATION for mark in case.marks for rule in mark.args}
    assert held_to <= set(preset("aije-open").cites)


@pytest.mark.parametrize("name", names())
def test_every_preset_can_be_run_and_is_named_like_its_file(name):
    assert preset(name).name == name
    assert problems(preset(name)) == ()


def test_a_preset_that_does_not_exist_is_named_in_the_answer():
    with pytest.raises(NotFoundByName) as refused:
        preset("../aije-open")
    assert refused.value.name == "../aije-open"
