"""The rule sheet says in four languages what the rulebook says, number by number."""

from datetime import timedelta

import hypothesis
import pytest
from hypothesis import given

from bot.features.tournaments.rulebook_cards import SettingChange, change_lines, difference
from bot.features.tournaments.sheet_cards import LONGEST_PAGE, LONGEST_SHEET, pages, rule_sheet
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.rulebook import Lateness, Setting
from bot.rulebooks.library import preset
from tests.rulebooks.variations import OTHER_VALUES, changed, sound_rulebooks

OPEN = preset("aije-open")
WORDED = ("en", "pt", "es", "it")
LONG = timedelta(days=3649, hours=23, minutes=59, seconds=59)

UNSPOKEN = {"name", "title", "cites", *(f"{table}.{one}" for table in ("titles", "summaries") for one in WORDED)}
"""The file's own name, and the list of rules that it honours, are for organisers; titles have tests of their own."""


def text(rulebook, locale):
    sheet = rule_sheet(rulebook, Translator(locale))
    return "\n".join(f"**{section.title}**\n" + "\n".join(section.lines) for section in sheet)


def section(rulebook, index, locale="en-US"):
    return "\n".join(rule_sheet(rulebook, Translator(locale))[index].lines)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_changed_setting_changes_what_players_read(locale):
    keys, before = sorted(OTHER_VALUES.keys() - UNSPOKEN), text(OPEN, locale)
    assert [key for key in keys if text(changed(OPEN, key, OTHER_VALUES[key]), locale) == before] == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("key", "value", "number"),
    [
        ("registration.capacity", 67, "67"),
        ("minimum_entrants", 13, "13"),
        ("check_in.opens_before", timedelta(minutes=47), "47"),
        ("check_in.closes_before", timedelta(minutes=19), "19"),
        ("check_in.reminders_before_close", (timedelta(minutes=23),), "23"),
        ("knockout.best_of", 17, "17"),
        ("knockout.final_best_of", 19, "19"),
        ("knockout.third_place_best_of", 21, "21"),
        ("matches.matches_per_arbiter", 41, "41"),
        ("matches.minutes_per_walkover_game", 37, "37:00"),
        ("matches.confirm_within", timedelta(minutes=43), "43"),
        ("matches.remind_confirm_after", timedelta(minutes=8), "8"),
        ("matches.escalate_dispute_after", timedelta(minutes=53), "53"),
        ("matches.double_absence_after", timedelta(minutes=51), "51"),
        ("absence.justify_within", timedelta(hours=71), "71"),
        ("absence.reminders_before_close", (timedelta(hours=29),), "29"),
        ("absence.bar_lasts", timedelta(days=97), "97"),
        ("rating.initial", 787.0, "787"),
        ("rating.k", 31.0, "31"),
        ("rating.base_minutes", 2.75, "2.75"),
        ("rating.increment_seconds", 3, "+3"),
        ("outage.reopen_for", timedelta(minutes=59), "59"),
    ],
)
def test_each_number_stands_in_the_sheet(key, value, number, locale):
    assert number in text(changed(OPEN, key, value), locale)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.rule("AIJE-D01-5.4")
def test_the_walkover_clock_is_worked_out_for_both_lengths(locale):
    short, long = rule_sheet(OPEN, Translator(locale))[4].lines[1:3]
    assert [moment in short for moment in ("2:00", "4:00", "6:00", "8:00")] == [True, True, True, False]
    assert "3–0" in short
    assert "10:00" in long
    assert "5–0" in long


def test_a_long_walkover_clock_leaves_out_its_middle_and_never_its_end():
    lost = section(changed(OPEN, "knockout.final_best_of", 23), 4)
    assert "2:00, 4:00, … and 24:00, so 12–0" in lost


def test_without_a_match_for_third_place_its_length_is_not_spoken_of():
    without = changed(changed(OPEN, "knockout.third_place_match", False), "knockout.third_place_best_of", 21)
    assert "21" not in text(without, "en-US")


@pytest.mark.parametrize("locale", LOCALES)
@hypothesis.settings(max_examples=hypothesis.settings().max_examples // 2)
@given(sound_rulebooks())
def test_every_sheet_fits_its_messages(locale, rulebook):
    assert len(text(rulebook, locale)) <= LONGEST_SHEET
    assert max(len("\n".join(page)) for page in pages(rulebook, Translator(locale))) <= LONGEST_PAGE


@pytest.mark.parametrize("locale", LOCALES)
def test_even_the_wordiest_open_fits_two_messages(locale):
    assert len(pages(wordiest(), Translator(locale))) <= 2


def wordiest():
    """Every branch that says more, with the longest texts, each sign of which Discord wants escaped."""
    reminders = tuple(LONG - timedelta(seconds=4 + n) for n in range(3))
    longest: dict[str, Setting] = {
        **{f"titles.{language}": "*" * 80 for language in WORDED},
        "version": "*" * 16,
        "registration.account": "*" * 40,
        "registration.refuse_qualified_for": "a" * 32,
        "registration.capacity": 100_000,
        "check_in.opens_before": LONG,
        "check_in.closes_before": timedelta(seconds=1),
        "check_in.reminders_before_close": reminders,
        "check_in.extend_check_in": True,
        "check_in.late": Lateness.FIRST_SCORE,
        "knockout.best_of": 19,
        "knockout.final_best_of": 21,
        "knockout.third_place_best_of": 23,
        "matches.minutes_per_walkover_game": 60,
        "matches.confirm_within": LONG,
        "matches.remind_confirm_after": LONG - timedelta(seconds=1),
        "matches.escalate_dispute_after": LONG,
        "matches.double_absence_after": LONG,
        "absence.justify_within": LONG,
        "absence.reminders_before_close": reminders,
        "absence.bar_lasts": LONG,
        "matches.matches_per_arbiter": 100,
        "rating.initial": 9_999.999,
        "rating.k": 399.999,
        "rating.base_minutes": 2.99999,
        "outage.reopen_for": LONG,
    }
    rulebook = OPEN
    for key, value in longest.items():
        rulebook = changed(rulebook, key, value)
    return rulebook


@pytest.mark.parametrize("locale", LOCALES)
def test_the_title_is_the_one_of_the_readers_language(locale):
    key = f"titles.{locale.partition('-')[0]}"
    assert "Saturday Cup" in text(changed(OPEN, key, "Saturday Cup"), locale)
    assert "Saturday Cup" in text(changed(changed(OPEN, key, ""), "title", "Saturday Cup"), locale)


def test_a_title_cannot_mention_or_format():
    sheet = text(changed(OPEN, "titles.en", "@everyone **now** <@1>"), "en-US")
    assert "@everyone" not in sheet
    assert "**now**" not in sheet
    assert "<@1>" not in sheet


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en-US"])
def test_no_line_is_left_in_english(locale):
    english = set(text(OPEN, "en-US").splitlines())
    assert not english & set(text(OPEN, locale).splitlines())


def test_equal_rulebooks_have_no_difference():
    assert difference(OPEN, preset("aije-open")) == ()


def test_a_changed_setting_is_the_whole_difference():
    assert OTHER_VALUES
    for key, value in OTHER_VALUES.items():
        assert [(one.key, one.after) for one in difference(OPEN, changed(OPEN, key, value))] == [(key, value)]


@pytest.mark.parametrize(
    ("key", "before", "after", "line"),
    [
        (
            "check_in.opens_before",
            timedelta(minutes=30),
            timedelta(hours=1),
            "`check_in.opens_before`: was 30 minutes, is now 1 hour",
        ),
        ("registration.capacity", None, 64, "`registration.capacity`: was not set, is now 64"),
        (
            "absence.bar_lasts",
            None,
            timedelta(days=90),
            "`absence.bar_lasts`: was until further notice, is now 90 days",
        ),
        ("official", True, False, "`official`: was on, is now off"),
        (
            "check_in.reminders_before_close",
            (timedelta(minutes=15), timedelta(minutes=5)),
            (),
            "`check_in.reminders_before_close`: was 15 minutes and 5 minutes, is now not set",
        ),
        ("title", "A", "*B*", "`title`: was A, is now \\*B\\*"),
    ],
)
def test_a_change_is_told_in_words(key, before, after, line):
    assert change_lines([SettingChange(key, before, after)], Translator("en-US")) == (line,)
