"""The script that moves modules: a small house is moved here, and what must stop it is planted."""

from __future__ import annotations

from typing import Final

import pytest

from tools.mapping.chart import HEAD, gone, read, unmapped
from tools.mapping.circles import circles
from tools.mapping.findings import breaches, edges, module_circles
from tools.mapping.graph import parsed, uses
from tools.moving.joining import join
from tools.moving.plan import Plan
from tools.moving.rewriting import rewritten

SCORES: Final = "bot/play/contests.py"
TABLES: Final = "bot/domain/tables.py"
USER: Final = "bot/services/user.py"
MODEL: Final = "bot/features/points/model.py"
SOURCES: Final = {
    SCORES: '"""Scores."""\n\nfrom enum import Enum\n\n\nclass Kind(Enum):\n    """One."""\n\n    WON = 1\n',
    TABLES: (
        '"""Tables."""\n\nfrom bot.kernel import scores\n\nFIRST = scores.Kind.WON\n"""It counts."""\n\n\n'
        'def told(kind):\n    return f"{scores.Kind(kind)}"\n'
    ),
    USER: "from bot.kernel import tables\nfrom bot.play.contests import Kind\n\n\n"
    "def use(monkeypatch):\n    monkeypatch.setattr(tables, 'told', None)\n    return tables.told(Kind.WON)\n",
}
BOTH: Final = f"{HEAD}\n{SCORES}\t{MODEL}\n{TABLES}\t{MODEL}\n"


def plan_of(table: str = BOTH, sources: dict[str, str] | None = None) -> Plan:
    return Plan(read(table), parsed(sources or SOURCES), frozenset({MODEL}))


def test_what_is_needed_at_the_start_stands_first_and_modules_that_join_ask_each_other_no_more() -> None:
    made = join(plan_of(), MODEL)
    assert made.problems == []
    assert "scores." not in made.text
    assert made.text.index("class Kind") < made.text.index("FIRST = Kind.WON") < made.text.index('"""It counts."""')
    assert 'f"{Kind(kind)}"' in made.text


def test_who_used_a_module_as_a_whole_finds_it_under_its_new_name_patches_included() -> None:
    new, problems = rewritten(plan_of(), USER, SOURCES[USER])
    assert problems == []
    assert "from bot.features.points import model as points_model" in new
    assert "from bot.features.points.model import Kind" in new
    assert "monkeypatch.setattr(points_model, 'told', None)" in new
    assert "points_model.told(Kind.WON)" in new


def test_a_name_that_is_called_otherwise_then_is_found_by_that() -> None:
    table = f"{BOTH}{TABLES}:told\t{MODEL}:told_kind\n"
    assert "def told_kind(kind):" in join(plan_of(table), MODEL).text
    new, _ = rewritten(plan_of(table), USER, SOURCES[USER])
    assert "points_model.told_kind(Kind.WON)" in new
    assert 'setattr(points_model, "told_kind", None)' in new


@pytest.mark.plants
def test_two_names_that_clash_stop_the_move() -> None:
    twice = SOURCES | {SCORES: SOURCES[SCORES] + "\n\ndef told(score):\n    return score\n"}
    assert any("told of" in one for one in join(plan_of(sources=twice), MODEL).problems)


@pytest.mark.plants
def test_a_module_that_the_map_does_not_know_is_told_and_one_that_is_gone_too() -> None:
    chart = read(f"{BOTH}bot/domain/lost.py\t{MODEL}\n")
    assert unmapped(chart, SOURCES) == [USER]
    assert gone(chart, parsed(SOURCES)) == ["bot/domain/lost.py"]


@pytest.mark.plants
def test_a_circle_that_the_map_makes_is_told_and_a_model_that_asks_a_verb() -> None:
    sources = SOURCES | {SCORES: SOURCES[SCORES] + "\n\ndef late():\n    from bot.kernel.user import use\n    use(1)\n"}
    table = f"{HEAD}\n{SCORES}\t{MODEL}\n{USER}\tbot/features/points/verbs.py\n"
    found = edges(read(table), uses(parsed(sources)))
    assert module_circles(found) == [[TABLES, MODEL, "bot/features/points/verbs.py"]]
    assert [one.rule for one in breaches(found) if one.user == MODEL] == ["a role above"]
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
