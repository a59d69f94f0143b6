"""Order at the board as a table of a rulebook file: read, written, frozen, and refused where it makes no sense."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.tournaments.rulebook_cards import explanation, problem_lines
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.format_checks import ProblemCode
from bot.play.rulebook import BoardRuling, DisciplineRules, Rulebook
from bot.rulebooks.library import canonical, from_canonical, preset, problems, read, to_toml
from tests.hall.go import GO

OPEN = preset("aije-open")


def go_with(**changes: object) -> Rulebook:
    """The Open with order at the board as in Go, but for the changes."""
    matches = replace(OPEN.matches, minutes_per_walkover_game=15)
    return replace(OPEN, matches=matches, discipline=replace(GO, **changes))  # type: ignore[arg-type]


def faults(rulebook: Rulebook) -> list[tuple[str, ProblemCode]]:
    return [(one.key, one.code) for one in problems(rulebook)]


@pytest.mark.rule("GO-23.3", "GO-24")
def test_a_file_with_its_own_table_reads_back_and_thaws_as_the_same_rules() -> None:
    written = to_toml(go_with())
    assert 'warned = ["second_move", ' in written
    assert read(written, "go.toml") == go_with()
    assert from_canonical(canonical(go_with())) == go_with()


def test_a_file_without_the_table_has_no_such_rules() -> None:
    assert OPEN.discipline is None
    assert "discipline" not in canonical(OPEN)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_setting_is_explained_in_every_language(locale: str) -> None:
    text = to_toml(go_with(), lambda key: explanation(key, Translator(locale)))
    assert text.count("# ") > len(DisciplineRules.__dataclass_fields__)


@pytest.mark.parametrize(
    ("changes", "key", "code"),
    [
        ({"warned": ("phone", "phone")}, "discipline.warned", ProblemCode.STANDS_TWICE),
        ({"lost_turn": ("phone",)}, "discipline.lost_turn", ProblemCode.STANDS_TWICE),
        ({"warned": ("x" * 51,)}, "discipline.warned", ProblemCode.TOO_LONG),
        ({"warned": (" ",)}, "discipline.warned", ProblemCode.EMPTY),
        ({"warned": ("a\nb",)}, "discipline.warned", ProblemCode.NOT_ONE_LINE),
        ({"warned": tuple(map(str, range(13)))}, "discipline.warned", ProblemCode.TOO_MANY),
        ({"lost_when_repeated": ("yawning",)}, "discipline.lost_when_repeated", ProblemCode.NOT_AN_OPTION),
        ({"graver_when_repeated": ("phone",)}, "discipline.graver_when_repeated", ProblemCode.STANDS_TWICE),
        ({"warnings_that_lose": 0}, "discipline.warnings_that_lose", ProblemCode.TOO_LOW),
        ({"late_costs": 11}, "discipline.late_costs", ProblemCode.TOO_HIGH),
        ({"late_limit": timedelta(0)}, "discipline.late_limit", ProblemCode.NOT_ABOVE_ZERO),
        ({"late_limit": timedelta(hours=1)}, "discipline.late_limit", ProblemCode.NOT_THE_SAME),
        ({"absence_countdown": timedelta(minutes=1)}, "discipline.absence_countdown", ProblemCode.NOT_THE_SAME),
        ({"when_broken_off": (BoardRuling.AS_IT_IS,)}, "discipline.when_broken_off", ProblemCode.NOT_AN_OPTION),
    ],
)
def test_rules_that_make_no_sense_are_refused_where_they_stand(
    changes: dict[str, object], key: str, code: ProblemCode
) -> None:
    assert (key, code) in faults(go_with(**changes))


def test_the_rules_of_go_are_sound_and_each_fault_has_its_sentence() -> None:
    assert faults(go_with()) == []
    found = problems(go_with(late_limit=timedelta(hours=1), lost_turn=("phone",)))
    for locale in LOCALES:
        assert len(problem_lines("go.toml", found, Translator(locale))) == len(found) + 2
