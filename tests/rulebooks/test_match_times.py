"""Which rulebooks let two sides agree on the time of their match, and what leaves nobody time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.play.format_checks import ProblemCode
from bot.play.rulebook import MatchTimesRules
from bot.rulebooks.library import preset, problems
from bot.rulebooks.notation import to_canonical

RULES = MatchTimesRules()
DAY = timedelta(days=1)


@pytest.mark.parametrize("name", ["cup", "double-elimination", "swiss", "round-robin", "groups-cut", "weekly-league"])
def test_two_who_play_in_rounds_can_agree_on_a_time(name: str) -> None:
    assert problems(replace(preset(name), match_times=RULES)) == ()


@pytest.mark.parametrize("name", ["arena", "ladder", "on-the-edge", "aije-world", "teams", "go-teams"])
def test_elsewhere_the_table_says_nothing(name: str) -> None:
    found = problems(replace(preset(name), match_times=RULES))
    assert [(one.key, one.code) for one in found] == [("match_times", ProblemCode.NOT_IN_FORMAT)]


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"answer_within": 7 * DAY, "grace": 8 * DAY}, "match_times.answer_within"),
        ({"grace": DAY}, "match_times.answer_within"),
        ({"reminders_before_match": (8 * DAY,)}, "match_times.reminders_before_match"),
        ({"reminders_before_round_ends": (DAY, 2 * DAY)}, "match_times.reminders_before_round_ends"),
    ],
)
def test_times_that_leave_nobody_time_are_refused(changed: dict[str, object], key: str) -> None:
    rules = replace(RULES, **changed)  # type: ignore[arg-type]
    assert key in {one.key for one in problems(replace(preset("weekly-league"), match_times=rules))}


def test_a_rulebook_without_the_table_is_written_as_before() -> None:
    assert "match_times" not in to_canonical(preset("round-robin"))
