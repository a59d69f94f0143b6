"""Commands are found by the words that people type, however they write them."""

from __future__ import annotations

import pytest

from bot.features.guidance.model import Findable, search

SCORE = Findable("score", ("match mine",), (("report", "result", "final score"),), ("link",), ("Report how it ended",))
ENTRY = Findable("register", (), (("inscrição", "sign up"),), ("tournament",), ("Enter a tournament",))
REMOVE = Findable("tournament remove", ("remove",), (("drop player", "report"),), (), ("Take somebody off the list",))
ALL = (REMOVE, ENTRY, SCORE)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("RESULT", "score"),
        ("results", "score"),
        ("inscricoes", "register"),
        ("Inscrição!", "register"),
        ("sign-up", "register"),
        ("reslt", "score"),
        ("resullt", "score"),
        ("reuslt", "score"),
        ("rexult", "score"),
        ("resul", "score"),
        ("match mine", "score"),
        ("how do I report the final score", "score"),
        ("somebody", "tournament remove"),
        ("/tournament remove", "tournament remove"),
    ],
)
def test_a_command_is_found_in_whatever_case_number_and_spelling(typed: str, found: str) -> None:
    assert search(ALL, typed, 5)[0] == found


@pytest.mark.parametrize("typed", ["", " ", "xyzzy", "reexult", "the", "🙂", "re"])
def test_what_is_two_letters_off_or_says_nothing_finds_nothing(typed: str) -> None:
    assert search(ALL, typed, 5) == []


def test_what_most_people_call_so_comes_first_and_no_more_are_shown_than_asked() -> None:
    assert search(ALL, "report", 5) == ["score", "tournament remove"]
    assert search(ALL, "report", 1) == ["score"]


def test_what_fits_much_worse_is_left_out() -> None:
    assert search((*ALL, Findable("log", texts=("Every result of a match",))), "result", 5) == ["score"]
