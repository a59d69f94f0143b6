"""Kinds of procedure as files: what is read is what was written, and what cannot be run is refused with its fix."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from bot.features.tournaments.rulebook_cards import problem_lines
from bot.features.voting.model import BallotForm, Base, ElectorateRule, Measure, VoteEffect
from bot.features.voting.procedures_model import from_text, measure_text, names, preset, problems, read, to_toml
from bot.i18n.catalogue import Translator
from bot.kernel.errors import NotFoundByName
from bot.play.format_checks import ProblemCode
from bot.rulebooks.library import RulebookRefused

KIND = preset("member-expulsion")
TEXT = to_toml(KIND)


@pytest.mark.parametrize("name", names())
def test_a_kind_that_is_written_reads_back_the_same(name: str) -> None:
    kind = preset(name)
    assert kind.name == name
    assert read(to_toml(kind), "copy.toml") == from_text(to_toml(kind)) == kind
    assert kind.cites


def test_there_is_no_kind_of_an_unknown_name() -> None:
    with pytest.raises(NotFoundByName):
        preset("coup")


def refused(before: str, after: str) -> tuple[str, ProblemCode]:
    assert before in TEXT
    with pytest.raises(RulebookRefused) as refusal:
        read(TEXT.replace(before, after), "own.toml")
    first = refusal.value.problems[0]
    assert problem_lines("own.toml", refusal.value.problems, Translator("pt-BR"))
    return first.key, first.code


@pytest.mark.parametrize(
    ("before", "after", "key", "code"),
    [
        ('quorum = "at least 70 %"', 'quorum = "70 %"', "quorum", ProblemCode.EXPECTED_MEASURE),
        ('quorum = "at least 70 %"', 'quorum = "at least 1/0"', "quorum", ProblemCode.EXPECTED_MEASURE),
        ('threshold = "more than 51 %"', 'threshold = "more than 100 %"', "threshold", ProblemCode.TOO_HIGH),
        ('lasts = "7 d"', 'lasts = "a week"', "lasts", ProblemCode.EXPECTED_DURATION),
        ('lasts = "7 d"', 'lasts = "0 min"', "lasts", ProblemCode.NOT_ABOVE_ZERO),
        ('lasts = "7 d"', 'lasts = "24 h"', "reminders[0]", ProblemCode.NOT_SHORTER),
        ("needs_subject = true", "needs_subject = 1", "needs_subject", ProblemCode.EXPECTED_BOOLEAN),
        ("needs_subject = true", "needs_subject = false", "needs_subject", ProblemCode.NOT_AN_OPTION),
        ("needs_subject = true\n", "", "needs_subject", ProblemCode.MISSING),
        ('base = "not_null"', 'bases = "cast"', "bases", ProblemCode.UNKNOWN_KEY),
        ('form = "yes_no"', 'form = "candidates"', "form", ProblemCode.NOT_AN_OPTION),
        ('form = "yes_no"', 'form = "shouting"', "form", ProblemCode.NOT_AN_OPTION),
        ('effect = "expel_member"', 'effect = "banish"', "effect", ProblemCode.NOT_AN_OPTION),
        ('runs_by = ["leader"]', 'runs_by = "leader"', "runs_by", ProblemCode.EXPECTED_LIST),
        ('runs_by = ["leader"]', "runs_by = []", "runs_by", ProblemCode.EMPTY),
        ('name = "member-expulsion"', 'name = "Member Expulsion"', "name", ProblemCode.NOT_A_SLUG),
        ('name = "member-expulsion"', "name = member", "", ProblemCode.SYNTAX),
    ],
)
def test_what_cannot_be_run_is_refused_with_its_key(before: str, after: str, key: str, code: ProblemCode) -> None:
    assert refused(before, after) == (key, code)


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(RulebookRefused):
        read(b"\xff\xfe", "own.toml")


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        (replace(KIND, form=BallotForm.SIGNATURES, quorum=None), "base"),
        (replace(KIND, form=BallotForm.SIGNATURES, base=Base.ELECTORATE), "quorum"),
        (replace(KIND, form=BallotForm.APPROVALS, base=Base.ELECTORATE, quorum=None), "electorate"),
        (replace(KIND, electorate=ElectorateRule.LEADER_AND_PRESIDENT), "electorate"),
        (replace(KIND, effect=VoteEffect.ELECT_LEADER), "form"),
        (replace(KIND, reminders=(timedelta(hours=1), timedelta(hours=2))), "reminders"),
        (replace(KIND, title=" "), "title"),
        (replace(KIND, title="x" * 81), "title"),
    ],
)
def test_what_does_not_fit_together_is_named_by_its_key(changed: object, key: str) -> None:
    assert [problem.key for problem in problems(changed)] == [key]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (Measure(Fraction(51, 100), strict=True), "more than 51 %"),
        (Measure(Fraction(7, 10)), "at least 70 %"),
        (Measure(Fraction(1, 3)), "at least 1/3"),
    ],
)
def test_a_part_is_written_as_people_say_it(measure: Measure, text: str) -> None:
    assert measure_text(measure) == text
