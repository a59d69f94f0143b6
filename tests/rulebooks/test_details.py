"""More details of kinds of events: what each kind can be asked, and that it can be played with any answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.play.adjusting import (
    CHECK_INS,
    FINALS,
    Details,
    details_of,
    is_offered,
    with_details,
    with_details_of,
    with_length,
)
from bot.play.format_rules import Level
from bot.play.rulebook import Talk
from bot.rulebooks.library import names, preset, problems

MINUTE = timedelta(minutes=1)
ALL = sorted(names())


@pytest.mark.parametrize("name", ALL)
def test_every_kind_can_be_played_with_every_detail(name: str) -> None:
    rules = preset(name)
    choices = [Details(final=final) for final in FINALS] + [Details(check_in=length) for length in CHECK_INS]
    choices += [Details(talk=talk) for talk in Talk]
    choices += [Details(third_place=third, level=level) for third, level in product((True, False), Level)]
    for chosen in choices:
        assert problems(with_details(rules, chosen)) == ()


@pytest.mark.parametrize("name", ALL)
def test_what_stands_there_changes_nothing(name: str) -> None:
    rules = preset(name)
    assert with_details(rules, details_of(rules)) == rules
    assert with_details_of(rules, rules) == rules
    assert is_offered(details_of(rules), details_of(rules))


@pytest.mark.parametrize("name", ALL)
def test_a_check_in_made_shorter_and_usual_again_reminds_as_before(name: str) -> None:
    rules = with_details(preset(name), Details(check_in=30 * MINUTE))
    short = with_details(rules, Details(check_in=5 * MINUTE))
    assert short.check_in.reminders_before_close == (2 * MINUTE,)
    again = with_details(short, Details(check_in=30 * MINUTE)).check_in
    assert again.reminders_before_close == (15 * MINUTE, 5 * MINUTE)
    assert again.closes_before == preset(name).check_in.closes_before


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("cup", {"final", "third_place", "check_in", "talk"}),
        ("double-elimination", {"final", "check_in", "talk"}),
        ("swiss", {"level", "check_in", "talk"}),
        ("swiss-cut", {"final", "third_place", "check_in", "talk"}),
        ("round-robin", {"level", "check_in", "talk"}),
        ("arena", {"check_in"}),
    ],
)
def test_a_kind_is_asked_what_it_knows(name: str, asked: set[str]) -> None:
    standing = details_of(preset(name))
    assert {one for one in Details.__slots__ if getattr(standing, one) is not None} == asked


def test_a_first_place_that_is_played_for_is_no_longer_shared_and_can_be_again() -> None:
    played = with_details(preset("swiss"), Details(level=Level.PLAY_OFF))
    assert played.ranking is not None
    assert (played.ranking.level, played.ranking.decisive_places) == (Level.PLAY_OFF, 1)
    assert with_details(played, Details(level=Level.SHARED)) == preset("swiss")


def test_details_go_with_the_cup_when_its_length_is_typed_anew() -> None:
    before = with_details(preset("cup"), Details(final=3, third_place=False, check_in=60 * MINUTE))
    after = with_details_of(with_length(preset("cup"), 5), before)
    assert details_of(after) == Details(final=5, third_place=False, check_in=60 * MINUTE, talk=Talk.CHANNEL)
    assert after.knockout.best_of == 5


@pytest.mark.parametrize("given", [Details(final=4), Details(final=25), Details(check_in=7 * MINUTE)])
def test_no_other_length_is_offered(given: Details) -> None:
    assert not is_offered(given, details_of(preset("cup")))
    assert is_offered(given, replace(details_of(preset("cup")), final=given.final, check_in=given.check_in))
