"""A rulebook that cannot be run is refused, and the answer says which key and why."""

from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.files import FileBeyond
from bot.play.format_checks import ProblemCode as Code
from bot.rulebooks.library import LARGEST_FILE, RulebookRefused, problems, read
from tests.rulebooks.variations import sound_rulebooks

OPEN = resources.files("bot.rulebooks").joinpath("aije-open.toml").read_text("utf-8")


def refusal(text):
    with pytest.raises(RulebookRefused) as refused:
        read(text, "cup.toml")
    assert refused.value.file == "cup.toml"
    return refused.value.problems


def edited(before, after):
    assert OPEN.count(before) == 1, before
    return OPEN.replace(before, after)


@pytest.mark.parametrize(
    ("before", "after", "key", "code"),
    [
        ("best_of = 5", "", "knockout.best_of", Code.MISSING),
        ("[outage]\n", "[outages]\n", "outage", Code.MISSING),
        ("[knockout]\n", "[ranking]\n", "ranking.best_of", Code.UNKNOWN_KEY),
        ("official = true", "official = true\noficial = true", "oficial", Code.UNKNOWN_KEY),
        ("best_of = 5", "best_of = 5\nbest = 5", "knockout.best", Code.UNKNOWN_KEY),
        ("best_of = 5", 'best_of = "5"', "knockout.best_of", Code.EXPECTED_INTEGER),
        ("best_of = 5", "best_of = 5.5", "knockout.best_of", Code.EXPECTED_INTEGER),
        ("best_of = 5", "best_of = true", "knockout.best_of", Code.EXPECTED_INTEGER),
        ("base_minutes = 2", 'base_minutes = "2"', "rating.base_minutes", Code.EXPECTED_NUMBER),
        ("base_minutes = 2", "base_minutes = nan", "rating.base_minutes", Code.EXPECTED_NUMBER),
        ("rated = true", "rated = 1", "rating.rated", Code.EXPECTED_BOOLEAN),
        ('version = "1" ', "version = 1 ", "version", Code.EXPECTED_TEXT),
        ('"15 min", "5 min"]', '"15 min", 5]', "check_in.reminders_before_close[1]", Code.EXPECTED_DURATION),
        ('["15 min", "5 min"]', '"15 min"', "check_in.reminders_before_close", Code.EXPECTED_LIST),
        ('opens_before = "30 min"', 'opens_before = "30"', "check_in.opens_before", Code.EXPECTED_DURATION),
        ('opens_before = "30 min"', 'opens_before = "-30 min"', "check_in.opens_before", Code.EXPECTED_DURATION),
        ('opens_before = "30 min"', "opens_before = 30", "check_in.opens_before", Code.EXPECTED_DURATION),
        ('opens_before = "30 min"', 'opens_before = "9999 d"', "check_in.opens_before", Code.EXPECTED_DURATION),
        ('"until further notice"', '"none"', "absence.bar_lasts", Code.EXPECTED_DURATION),
        ('"tournament_arbiters"', '"friends"', "absence.reviewers", Code.NOT_AN_OPTION),
        ('format = "knockout"', 'format = "pyramid"', "format", Code.NOT_AN_OPTION),
        ('name = "aije-open"', 'name = "My Cup"', "name", Code.NOT_A_SLUG),
        ('name = "aije-open"', 'name = "' + "a" * 33 + '"', "name", Code.NOT_A_SLUG),
        ('"aije-champions-league"', '"../league"', "registration.refuse_qualified_for", Code.NOT_A_SLUG),
        ('title = "Torneio Aberto de Jeek Online"', 'title = "' + "x" * 81 + '"', "title", Code.TOO_LONG),
        ('title = "Torneio Aberto de Jeek Online"', 'title = " "', "title", Code.EMPTY),
        ('title = "Torneio Aberto de Jeek Online"', 'title = "a\\nb"', "title", Code.NOT_ONE_LINE),
        ('en = "Jeek Online Open"', 'en = "' + "x" * 81 + '"', "titles.en", Code.TOO_LONG),
        ('en = "Official single elimination', 'en = "a\\nb', "summaries.en", Code.NOT_ONE_LINE),
        ('title = "Torneio Aberto de Jeek Online"', 'title = "a\\u202eb"', "title", Code.NOT_ONE_LINE),
        ("minimum_entrants = 2", "minimum_entrants = 1", "minimum_entrants", Code.TOO_LOW),
        ("minimum_entrants = 2", "minimum_entrants = 1025", "minimum_entrants", Code.TOO_HIGH),
        ('capacity = "none"', "capacity = 1", "registration.capacity", Code.TOO_LOW),
        ("best_of = 5", "best_of = 4", "knockout.best_of", Code.NOT_ODD),
        ("best_of = 5", "best_of = 25", "knockout.best_of", Code.TOO_HIGH),
        ("best_of = 5", "best_of = -1", "knockout.best_of", Code.TOO_LOW),
        ("\nfinal_best_of = 9", "\nfinal_best_of = 8", "knockout.final_best_of", Code.NOT_ODD),
        ("third_place_best_of = 9", "third_place_best_of = 8", "knockout.third_place_best_of", Code.NOT_ODD),
        ("arbiter = 1", "arbiter = -1", "matches.matches_per_arbiter", Code.TOO_LOW),
        ("_game = 2", "_game = 0", "matches.minutes_per_walkover_game", Code.TOO_LOW),
        ("increment_seconds = 0", "increment_seconds = -1", "rating.increment_seconds", Code.TOO_LOW),
        ('reopen_for = "15 min"', 'reopen_for = "0 min"', "outage.reopen_for", Code.NOT_ABOVE_ZERO),
        ('closes_before = "0 min"', 'closes_before = "30 min"', "check_in.closes_before", Code.NOT_SHORTER),
        ('"15 min", "5 min"', '"30 min"', "check_in.reminders_before_close", Code.NOT_SHORTER),
        ('"15 min", "5 min"', '"0 min"', "check_in.reminders_before_close", Code.NOT_ABOVE_ZERO),
        ('"15 min", "5 min"', '"5 min", "15 min"', "check_in.reminders_before_close", Code.NOT_LONGEST_FIRST),
        ('"15 min", "5 min"', '"5 min", "5 min"', "check_in.reminders_before_close", Code.NOT_LONGEST_FIRST),
        (
            '"15 min", "5 min"',
            '"4 min", "3 min", "2 min", "1 min"',
            "check_in.reminders_before_close",
            Code.TOO_MANY,
        ),
        ('"24 h", "3 h"', '"72 h"', "absence.reminders_before_close", Code.NOT_SHORTER),
        ('after = "5 min"', 'after = "10 min"', "matches.remind_confirm_after", Code.NOT_SHORTER),
        ("\n[outage]", '\n[draw]\nsalt = "beacon"\n[outage]', "draw.salt", Code.NOT_AN_OPTION),
        ("\n[outage]", '\n[draw]\nbeacon_delay = "2 min"\n[outage]', "draw.beacon_delay", Code.UNKNOWN_KEY),
    ],
)
def test_each_fault_is_told_by_its_key(before, after, key, code):
    assert (key, code) in [(problem.key, problem.code) for problem in refusal(edited(before, after))]


@pytest.mark.parametrize(
    ("base", "increment"), [("1.99", "0"), ("3.01", "5"), ("5", "0"), ("2", "6"), ("3", "6"), ("0.5", "0")]
)
@pytest.mark.rule("AIJE-B02-1")
def test_an_official_tournament_is_refused_at_a_control_that_is_not_classical(base, increment):
    text = edited("base_minutes = 2", f"base_minutes = {base}").replace("seconds = 0", f"seconds = {increment}")
    assert [problem.code for problem in refusal(text)] == [Code.NOT_CLASSICAL]


@pytest.mark.parametrize(("base", "increment"), [("2", "0"), ("2", "5"), ("3", "0"), ("3", "5"), ("2.5", "3")])
@pytest.mark.rule("AIJE-B02-1")
def test_the_ends_of_the_classical_controls_are_classical(base, increment):
    text = edited("base_minutes = 2", f"base_minutes = {base}").replace("seconds = 0", f"seconds = {increment}")
    assert read(text, "cup.toml").rating.increment_seconds == int(increment)


@pytest.mark.rule("AIJE-B02-1", "AIJE-D01-6")
def test_an_official_tournament_cannot_be_unrated():
    assert [problem.code for problem in refusal(edited("rated = true", "rated = false"))] == [Code.OFFICIAL_NOT_RATED]


def test_a_friendly_event_may_be_unrated_and_as_fast_as_it_likes():
    text = edited("rated = true", "rated = false").replace("official = true", "official = false")
    assert read(text.replace("base_minutes = 2", "base_minutes = 1"), "cup.toml").rating.base_minutes == 1


def test_a_knock_out_needs_its_table():
    before, _, rest = OPEN.partition("[knockout]")
    (problem,) = refusal(before + "[matches]" + rest.partition("[matches]")[2])
    assert (problem.key, problem.code, problem.given) == ("knockout", Code.TABLE_MISSING, "format = knockout")


def test_fewer_seats_than_the_event_needs_are_refused():
    text = edited("minimum_entrants = 2", "minimum_entrants = 8").replace('capacity = "none"', "capacity = 7")
    (problem,) = refusal(text)
    assert (problem.key, problem.code) == ("registration.capacity", Code.BELOW_MINIMUM)
    assert (problem.given, problem.limit, problem.other) == ("7", "8", "minimum_entrants")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('name = "a"\ntitle = = "b"', 2, 9),
        ('name = "a', 1, 10),
        ("name = ", 1, 8),
        ("a = 1\nb = [1,\n", 3, 1),
        ("a = 1\na = 2", 2, 6),
        ("a = 1\x00", 1, 6),
    ],
)
def test_what_is_no_toml_is_told_with_its_line_and_column(text, line, column):
    (problem,) = refusal(text)
    assert (problem.code, problem.line, problem.column) == (Code.SYNTAX, line, column)


def test_a_file_of_32_kib_is_read_and_one_byte_more_is_not():
    full = OPEN + "#\n" * ((LARGEST_FILE - len(OPEN.encode())) // 2)
    full += "#" * (LARGEST_FILE - len(full.encode()))
    assert read(full, "cup.toml").name == "aije-open"
    assert [problem.code for problem in refusal(full + "#")] == [Code.TOO_LARGE]


def test_letters_that_are_no_utf8_are_refused():
    assert [problem.code for problem in refusal(OPEN.encode("utf-16"))] == [Code.NOT_UTF8]


def test_a_byte_order_mark_and_windows_lines_do_no_harm():
    assert read(b"\xef\xbb\xbf" + OPEN.replace("\n", "\r\n").encode(), "cup.toml") == read(OPEN, "cup.toml")


def test_an_unknown_key_is_answered_with_the_one_that_was_meant():
    (_, unknown) = refusal(edited("\nbest_of = 5", "\nbestof = 5"))
    assert (unknown.key, unknown.options) == ("knockout.bestof", ("best_of",))


def test_every_fault_is_told_at_once():
    text = (
        edited("best_of = 5", "best_of = 4")
        .replace("minimum_entrants = 2", "minimum_entrants = 1")
        .replace("arbiter = 1", "arbiter = -1")
    )
    assert len(refusal(text)) == 3


@given(st.text(max_size=300) | st.binary(max_size=300))
def test_no_upload_ends_in_anything_but_a_rulebook_or_a_refusal(source):
    with pytest.raises((RulebookRefused, FileBeyond)):
        read(source, "cup.toml")


@given(sound_rulebooks())
def test_a_sound_rulebook_has_no_problems(rulebook):
    assert problems(rulebook) == ()
