"""What colour a player wants, and who of two gets it."""

from __future__ import annotations

import pytest

from bot.play.pairing import ColourReason, Strength, higher_has_first, wish


def colours(text: str) -> tuple[bool, ...]:
    """`f` for the first colour, `s` for the second."""
    return tuple(letter == "f" for letter in text)


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(
    ("had", "side", "strength"),
    [
        ("", 0, Strength.NONE),
        ("f", -1, Strength.STRONG),
        ("s", 1, Strength.STRONG),
        ("fs", 1, Strength.MILD),
        ("sf", -1, Strength.MILD),
        ("ff", -1, Strength.ABSOLUTE),
        ("fss", 1, Strength.ABSOLUTE),
        ("ffsf", -1, Strength.ABSOLUTE),
        ("ffss", 1, Strength.ABSOLUTE),
        ("fsf", -1, Strength.STRONG),
        ("ffsffss", 1, Strength.ABSOLUTE),
    ],
)
def test_a_colour_is_wanted_by_what_was_had(had: str, side: int, strength: Strength):
    wanted = wish(colours(had))
    assert (wanted.side, wanted.strength) == (side, strength)


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(
    ("higher", "lower", "has_first", "reason"),
    [
        ("f", "s", False, ColourReason.BOTH_GRANTED),
        ("", "f", True, ColourReason.BOTH_GRANTED),
        ("s", "", True, ColourReason.BOTH_GRANTED),
        ("fs", "s", False, ColourReason.STRONGER),
        ("ff", "f", False, ColourReason.STRONGER),
        ("sfss", "ffss", True, ColourReason.STRONGER),
        ("fsf", "sff", True, ColourReason.STRONGER),
        ("fssf", "sffs", False, ColourReason.BOTH_GRANTED),
        ("fsfs", "sffs", True, ColourReason.ALTERNATED),
        ("sffs", "fsfs", False, ColourReason.ALTERNATED),
        ("fs", "fs", True, ColourReason.HIGHER_RANKED),
        ("sf", "sf", False, ColourReason.HIGHER_RANKED),
    ],
)
def test_the_stronger_wish_is_granted_then_histories_then_rank(
    higher: str, lower: str, has_first: bool, reason: ColourReason
):
    given = higher_has_first(colours(higher), colours(lower), number=1, first_has_first=True)
    assert given == (has_first, reason)


@pytest.mark.parametrize(("number", "lot", "has_first"), [(1, True, True), (2, True, False), (2, False, True)])
def test_without_any_wish_boards_alternate_from_the_lot(number: int, lot: bool, has_first: bool):
    assert higher_has_first((), (), number=number, first_has_first=lot) == (has_first, ColourReason.LOT)
