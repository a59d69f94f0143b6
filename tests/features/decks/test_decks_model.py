"""Deck lists: how they are read, and why a tournament refuses one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.decks.model import (
    LONGEST_LINE,
    LONGEST_LIST,
    DeckLine,
    DeckProblem,
    JudgeRefusal,
    Reason,
    canonical,
    check,
    parse,
)
from bot.kernel.files import plain_text
from bot.play.format_rules import DeckRules

OTE = DeckRules(40, ("S", "CHASE"), ("66", "C24", "C45", "C47", "C77", "C85"), ("9", "74"))
FORTY = "40x 100"


def reasons(text: str, *refusals: JudgeRefusal) -> list[tuple[int | None, Reason]]:
    return [(problem.line, problem.reason) for problem in check(text, OTE, refusals)]


def with_line(line: str) -> list[Reason]:
    """What is wrong with a deck of forty whose second line is this."""
    return [problem.reason for problem in check(f"{FORTY}\n{line}", OTE)]


@pytest.mark.parametrize(
    ("line", "copies", "number", "name"),
    [
        ("3 Card Name (66)", 3, "66", "Card Name"),
        ("3x 66", 3, "66", ""),
        ("3x66", 3, "66", ""),
        ("3 x 66", 3, "66", ""),
        ("3 66", 3, "66", ""),
        ("66", 1, "66", ""),
        ("#66", 1, "66", ""),
        ("c24", 1, "C24", ""),
        ("2xC24", 2, "C24", ""),
        ("Cut-Ups Method [C24] x2", 2, "C24", "Cut-Ups Method"),
        ("Cut-Ups Method (C24)", 1, "C24", "Cut-Ups Method"),
        ("  - 1 × Life Imitates Art #C45,", 1, "C45", "Life Imitates Art"),
        ("* 2 Tulpa's Secret (09)", 2, "9", "Tulpa's Secret"),
        ("2 X-Ray Vision (12)", 2, "12", "X-Ray Vision"),
        ("1 Agent (retired) (15)", 1, "15", "Agent (retired)"),
        ("1 Sekhem (CHASE 4)", 1, "CHASE4", "Sekhem"),
        ("4 Nameless", 4, None, "Nameless"),
        ("1 Agent 47", 1, None, "Agent 47"),
        ("9 x12", 1, None, "9 x12"),
        ("2\tTulpa's \u3000 Secret   (9)", 2, "9", "Tulpa's Secret"),
    ],
)
def test_a_line_is_read_generously(line: str, copies: int, number: str | None, name: str):
    assert parse(line).cards == (DeckLine(1, copies, number, name),)


def test_empty_lines_headings_and_comments_are_passed_over():
    deck = parse("```\nMy deck:\n\n// the agents\n# more\n3x 1\n\n2x #2\n```")
    assert [(card.line, card.copies) for card in deck.cards] == [(6, 3), (8, 2)]
    assert deck.unread == ()


@pytest.mark.rule("OTE-1.1")
@pytest.mark.parametrize(("copies", "problems"), [(39, [(None, Reason.TOO_FEW_CARDS)]), (40, []), (41, []), (400, [])])
def test_a_deck_has_at_least_forty_cards_and_as_many_copies_as_one_likes(copies: int, problems):
    assert reasons(f"{copies}x 100") == problems


@pytest.mark.rule("OTE-1.1")
def test_cards_of_all_lines_are_added_up():
    assert reasons("20x 100\n19x 101\n102") == []
    assert check("20x 100\n19x 101", OTE) == (DeckProblem(Reason.TOO_FEW_CARDS, found=39, wanted=40),)


@pytest.mark.rule("OTE-1.3")
@pytest.mark.parametrize("card", ["S1", "S24", "s-05", "S99", "CHASE1", "CHASE4", "chase 12"])
def test_samples_and_chase_cards_are_refused_by_prefix_the_later_ones_too(card: str):
    assert with_line(f"1 Card ({card})") == [Reason.REFUSED_KIND]


@pytest.mark.rule("OTE-1.5")
@pytest.mark.parametrize("card", ["66", "066", "C24", "C45", "C47", "C77", "c85"])
def test_cards_that_change_the_aim_of_the_game_are_refused(card: str):
    assert with_line(f"1 Card ({card})") == [Reason.REFUSED_CARD]


@pytest.mark.rule("OTE-1.5")
@pytest.mark.parametrize("card", ["9", "74"])
def test_degenerate_cards_are_refused(card: str):
    assert with_line(f"2x {card}") == [Reason.DEGENERATE]


@pytest.mark.parametrize("card", ["67", "C25", "SP1", "96", "990", "CHASER1"])
def test_a_card_that_only_looks_like_a_refused_one_is_admitted(card: str):
    assert with_line(f"1 Card ({card})") == []


@pytest.mark.rule("OTE-1.5")
def test_a_judge_may_refuse_a_card_that_is_on_no_list_with_a_reason():
    refusal = JudgeRefusal("n12", "Printed after the regulation, it changes the aim.")
    assert check(f"{FORTY}\n2 New Card (N12)\n1 Other (N13)", OTE, [refusal]) == (
        DeckProblem(Reason.REFUSED_BY_JUDGE, 2, "2 New Card (N12)", "N12", ruling=refusal.ruling),
    )


def test_every_offending_line_is_named_with_its_number():
    text = "10 A (1)\n3 Cut-Ups (66)\n\n1 Sample (S3)\n2 No Number\n0x 5\n---\n9"
    assert reasons(text) == [
        (None, Reason.TOO_FEW_CARDS),
        (2, Reason.REFUSED_CARD),
        (4, Reason.REFUSED_KIND),
        (5, Reason.NUMBER_MISSING),
        (6, Reason.NO_COPIES),
        (7, Reason.UNREADABLE),
        (8, Reason.DEGENERATE),
    ]
    assert check(text, OTE)[1] == DeckProblem(Reason.REFUSED_CARD, 2, "3 Cut-Ups (66)", "66")


def test_a_list_and_a_line_have_an_end():
    long = "x" * (LONGEST_LINE + 1)
    assert check(f"{FORTY}\n{long}", OTE) == (DeckProblem(Reason.UNREADABLE, 2, "x" * LONGEST_LINE),)
    endless = "\n".join(["1x 100"] * (LONGEST_LIST + 1))
    assert check(endless, OTE) == (DeckProblem(Reason.TOO_LONG, found=LONGEST_LIST + 1, wanted=LONGEST_LIST),)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_however_an_editor_saved_it(encoding: str):
    assert plain_text("3 Ilusão (66)\n".encode(encoding)) == "3 Ilusão (66)\n"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"3 A (1)\0", b"\x81\x8d\xff", b"\xff\xfe\0"])
def test_a_photograph_is_no_list(data: bytes):
    assert plain_text(data) is None


@given(st.text(max_size=400))
def test_no_text_breaks_the_reading(text: str):
    assert all(problem.line is None or 1 <= problem.line <= len(text.splitlines()) for problem in check(text, OTE))


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(100, 900)), min_size=1, max_size=30))
def test_a_written_deck_is_read_back(cards: list[tuple[int, int]]):
    deck = parse("\n".join(f"{copies} Some Card ({number})" for copies, number in cards))
    assert [(card.copies, card.number) for card in deck.cards] == [(copies, str(number)) for copies, number in cards]
    assert deck.size == sum(copies for copies, _ in cards)


@pytest.mark.parametrize(("typed", "known"), [("s-05", "S5"), ("066", "66"), (" c 24", "C24"), ("#0", "0"), ("?", "?")])
def test_a_number_has_one_way_of_writing(typed: str, known: str):
    assert canonical(typed) == known
