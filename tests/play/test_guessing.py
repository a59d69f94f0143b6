"""Guessing who begins: who hides, what the secret fixes, and who has the first colour (GO-10)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId
from bot.play.draw import Guess, Parity, WhyHides, guess_commitment, stones, who_hides
from bot.play.format_checks import format_problems
from bot.play.rulebook import Grade, read_grade
from bot.rulebooks.library import preset

GAME, NOW = ContestId("game"), datetime(2026, 3, 1, 14, tzinfo=UTC)


def graded(text: str | None) -> Grade | None:
    return None if text is None else read_grade(text)


def guess(secret: str, said: Parity | None, hider: int = 0) -> Guess:
    return Guess(GAME, hider, WhyHides.GRADE, secret, NOW, said)


@pytest.mark.rule("GO-10")
@pytest.mark.parametrize(
    ("first", "second", "hider"),
    [("5d", "3d", 0), ("3d", "5d", 1), ("7d", "1p", 1), ("1d", None, 0), (None, "3k", 1), ("1d", "1k", 0)],
)
def test_the_higher_grade_hides(first: str | None, second: str | None, hider: int) -> None:
    assert who_hides((graded(first), graded(second)), GAME, "seed") == (hider, WhyHides.GRADE)


@pytest.mark.rule("GO-10")
@pytest.mark.parametrize("grade", [None, "5d"])
def test_of_equal_grades_the_lot_of_the_draw_says_who_hides_and_anybody_can_run_it_again(grade: str | None) -> None:
    both = (graded(grade), graded(grade))
    told = {who_hides(both, ContestId(f"game{number}"), "seed") for number in range(40)}
    assert told == {(0, WhyHides.LOT), (1, WhyHides.LOT)}
    assert who_hides(both, GAME, "seed") == who_hides(both, GAME, "seed")


@given(st.binary(min_size=32, max_size=32))
def test_a_secret_fixes_its_number_and_its_hash(secret: bytes) -> None:
    text = secret.hex()
    assert 1 <= stones(text) <= 20
    assert guess_commitment(GAME, text) == sha256(f"arbiter-guess-v1\n{GAME}\n{text}".encode()).hexdigest()


@pytest.mark.rule("GO-10")
@given(st.binary(min_size=32, max_size=32), st.sampled_from(Parity), st.integers(0, 1))
def test_who_is_right_has_the_first_colour_and_who_is_wrong_the_second(secret: bytes, said: Parity, hider: int) -> None:
    made = guess(secret.hex(), said, hider)
    right = (made.number % 2 == 1) == (said is Parity.ODD)
    assert made.is_right is right
    assert made.first_side == (1 - hider if right else hider)
    assert guess(secret.hex(), None, hider).first_side is None


@pytest.mark.rule("GO-10")
def test_a_guess_and_colours_of_the_pairing_contradict_each_other() -> None:
    go = preset("go-swiss")
    assert go.games is not None
    both = replace(go, games=replace(go.games, guessing=True))
    assert [one.key for one in format_problems(both)] == ["games.guessing"]
    assert list(format_problems(replace(both, games=replace(go.games, guessing=True, colours=False)))) == []
