"""Whoever uploads a faulty rulebook reads what to put right, in the own language."""

from dataclasses import fields

import pytest

from bot.features.tournaments.rulebook_cards import MOST_LINES, explanation, problem_lines
from bot.i18n.catalogue import LOCALES, Translator
from bot.layout.sentences import sentence
from bot.play.format_checks import ProblemCode, RulebookProblem
from bot.play.rulebook import settings
from bot.rulebooks.library import RulebookRefused, names, preset, read, to_toml
from bot.rulebooks.model import RULES

OPEN = preset("aije-open")
OPTIONAL = {f"{table}.{field.name}" for table, kind in RULES.items() for field in fields(kind)}
KEYS = {key for name in names() for key in settings(preset(name))} | OPTIONAL
TABLES = {key.partition(".")[0] for key in KEYS if "." in key}
OF_THE_FILE = {ProblemCode.TOO_LARGE, ProblemCode.NOT_UTF8, ProblemCode.SYNTAX}


def problem(code):
    options = ("rating.base_minutes",)
    return RulebookProblem("rating.rated", code, "17", "23", "knockout.best_of", options, line=29, column=31)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_fault_has_a_sentence_that_names_its_key_or_the_file(locale):
    for code in ProblemCode:
        heading, line, after = problem_lines("cup.toml", [problem(code)], Translator(locale))
        assert "cup.toml" in heading, code
        assert code in OF_THE_FILE or "`rating.rated`" in line, code
        assert after, code


@pytest.mark.parametrize("locale", LOCALES)
def test_every_setting_and_table_is_explained(locale):
    assert [key for key in sorted({*KEYS, *TABLES}) if "\n" in explanation(key, Translator(locale))] == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", names())
def test_a_copy_with_comments_in_any_language_is_the_same_rulebook(name, locale):
    assert read(to_toml(preset(name), lambda key: explanation(key, Translator(locale))), "copy.toml") == preset(name)


def test_a_fault_of_the_writing_names_its_line_and_column():
    lines = problem_lines("cup.toml", [problem(ProblemCode.SYNTAX)], Translator("en-US"))
    assert "Line 29, column 31" in lines[1]


def test_a_misspelt_key_is_answered_with_the_right_one():
    lines = problem_lines("cup.toml", [problem(ProblemCode.UNKNOWN_KEY)], Translator("en-US"))
    assert lines[1].endswith("Did you mean `rating.base_minutes`?")


@pytest.mark.parametrize("locale", LOCALES)
def test_more_faults_than_one_can_read_at_once_are_counted(locale):
    lines = problem_lines("cup.toml", [problem(ProblemCode.MISSING)] * (MOST_LINES + 5), Translator(locale))
    assert len(lines) == MOST_LINES + 3
    assert "17" in lines[0]
    assert "5" in lines[-2]
    assert sum(map(len, lines)) < 3500


def test_a_key_that_its_author_made_up_formats_nothing_and_mentions_nobody():
    odd = RulebookProblem("`@everyone`\n# x", ProblemCode.UNKNOWN_KEY)
    lines = problem_lines("**cup**.toml", [odd], Translator("en-US"))
    assert "**cup**" not in lines[0]
    assert "`'@everyone' # x`" in lines[1]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_refusal_has_its_one_line_answer(locale):
    refused = RulebookRefused("cup.toml", (problem(ProblemCode.MISSING), problem(ProblemCode.SYNTAX)))
    assert "cup.toml" in sentence(refused, Translator(locale))
    assert "2" in sentence(refused, Translator(locale))
