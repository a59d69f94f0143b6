"""Kinds of events with another length or other seats, as the form of a new cup asks them."""

from __future__ import annotations

import pytest

from bot.play.adjusting import has_lengths, usual_length, with_length, with_seats
from bot.rulebooks.library import ORDINARY, preset, problems

ADJUSTABLE = [name for name in ORDINARY if has_lengths(preset(name))]


@pytest.mark.parametrize("name", ADJUSTABLE)
@pytest.mark.parametrize("length", [1, 3, 5, 7, 11])
def test_every_ordinary_kind_can_be_played_at_every_usual_length(name: str, length: int) -> None:
    changed = with_length(preset(name), length)
    assert usual_length(changed) == length
    assert problems(changed) == ()


@pytest.mark.parametrize("name", ADJUSTABLE)
def test_the_usual_length_changes_nothing(name: str) -> None:
    assert with_length(preset(name), usual_length(preset(name))) == preset(name)


def test_a_final_that_is_longer_stays_longer() -> None:
    cup = preset("cup").knockout
    changed = with_length(preset("cup"), 1).knockout
    assert (changed.best_of, changed.final_best_of - 1) == (1, cup.final_best_of - cup.best_of)


@pytest.mark.parametrize("name", ORDINARY)
def test_seats_are_those_that_were_typed_and_the_rules_hold_with_them(name: str) -> None:
    changed = with_seats(preset(name), 64)
    assert changed.registration.capacity == 64
    assert problems(changed) == ()


def test_an_even_length_of_a_bracket_is_not_made_odd_by_itself() -> None:
    assert usual_length(with_length(preset("cup"), 4)) == 4
    assert problems(with_length(preset("cup"), 4))
