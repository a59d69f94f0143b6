"""A command that a text names is one that a tap types, where the server has it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.catalogue import LOCALES, Translator
from bot.layout.cards import TEXT_LIMIT, Button, Card, Line
from bot.layout.command_names import CommandNames, with_mentions
from bot.layout.sentences import quote, quoted_block

NAMES = CommandNames(
    known=frozenset({"me", "tournament create", "seats match", "team leave", "deck submit", "vote open"}),
    ids={"me": 11, "tournament": 22, "seats": 33},
    off=frozenset({"team", "deck"}),
    may_switch=True,
)
EVERYBODY = replace(NAMES, may_switch=False, leads={"team": "me"}, unseen=frozenset({"tournament"}))
ENGLISH = Translator("en-US")


def said(*paragraphs: str, names: CommandNames = NAMES) -> tuple[str, ...]:
    shown = with_mentions(Card(paragraphs), names, ENGLISH)
    return (*shown.paragraphs, *shown.closing)


def test_a_command_and_one_of_a_group_become_mentions() -> None:
    assert said("Look at `/me`, or `/tournament create`.") == ("Look at </me:11>, or </tournament create:22>.",)


def test_what_stands_behind_a_command_stays_beside_its_mention() -> None:
    assert said("`/seats match 3`", "`/me of: Ana`") == ("</seats match:33> `3`", "</me:11> `of: Ana`")


@pytest.mark.parametrize(
    "text",
    ["`/tournament`", "`/unknown`", "`/vote open`", "/me", "`me`", "```/me```", "`/ me`", "``/me``"],
    ids=["group", "unknown", "untold", "bare", "no slash", "block", "space", "doubled"],
)
def test_what_cannot_be_tapped_stays_as_it_is_written(text: str) -> None:
    assert said(text) == (text,)


@given(st.text(max_size=40))
def test_nobody_can_type_a_mention(typed: str) -> None:
    shown = said(quote(f"{typed}`/me`"), quoted_block(f"`/me`{typed}"))
    assert not any("</me:" in one for one in shown)


def test_every_text_of_a_card_is_looked_through() -> None:
    card = Card(("`/me` 1",), lines=(Line("`/me` 2", Button("a:", "A")),), closing=("`/me` 3",), opening="`/me` 4")
    shown = with_mentions(card, NAMES, ENGLISH)
    assert shown.paragraphs == ("</me:11> 1",)
    assert [line.text for line in shown.lines] == ["</me:11> 2"]
    assert (shown.closing, shown.opening) == (("</me:11> 3",), "</me:11> 4")


@given(st.integers(3850, TEXT_LIMIT), st.integers(1, 30))
def test_no_message_becomes_too_long_by_mentions(length: int, many: int) -> None:
    commands = "`/tournament create` " * many
    shown = said(commands.ljust(length, "."))
    assert sum(map(len, shown)) <= max(length, len(commands), TEXT_LIMIT)


def test_where_room_is_short_the_first_are_mentioned() -> None:
    (shown,) = said(("`/me` and `/me`").ljust(TEXT_LIMIT - 4, "."))
    assert shown.startswith("</me:11> and `/me`")


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_switched_off_says_once_where_it_is_switched_on(locale: str) -> None:
    card = Card(("`/team leave`, `/deck submit` or `/team leave`",))
    first, advice = with_mentions(card, NAMES, Translator(locale)).paragraphs[0].split("\n")
    assert first == card.paragraphs[0]
    assert advice.startswith("-# `/team leave`, `/deck submit` ")
    assert "`/setup`" in advice


def test_the_advice_stands_at_the_end_and_makes_no_text_more() -> None:
    line = Line("`/team leave`", Button("a:", "A"))
    below = with_mentions(Card(("one",), lines=(line,), closing=("two",)), NAMES, ENGLISH)
    assert (below.paragraphs, below.lines) == (("one",), (line,))
    assert below.closing[0].startswith("two\n-# `/team leave` is switched off")
    beside = with_mentions(Card(("one",), lines=(line,)), NAMES, ENGLISH)
    assert beside.lines[0].text.startswith("`/team leave`\n-# ")


def test_a_full_message_has_no_room_for_advice() -> None:
    (full,) = said("`/team leave`".ljust(TEXT_LIMIT, "."))
    assert len(full) == TEXT_LIMIT


def test_without_any_names_nothing_changes() -> None:
    assert said("`/me` `/team leave`", names=CommandNames()) == ("`/me` `/team leave`",)


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_hidden_from_who_reads_is_done_on_the_desk_under_its_name_there(locale: str) -> None:
    translator = Translator(locale)
    (told,) = with_mentions(Card(("`/tournament create`",)), EVERYBODY, translator).paragraphs
    assert told == f"`/desk` (**{translator.say('commands.tournament_create')}**)"
    with_number = replace(EVERYBODY, ids={"desk": 5, "tournament": 22})
    (told,) = with_mentions(Card(("`/tournament create`",)), with_number, translator).paragraphs
    assert told.startswith("</desk:5> (**")


def test_what_is_switched_off_leads_whoever_cannot_switch_it_on_elsewhere() -> None:
    assert said("`/team leave x`, `/deck submit`, `/seats match`", names=EVERYBODY) == (
        "</me:11>, `/help`, </seats match:33>",
    )


def test_where_room_is_short_the_way_is_told_without_its_name() -> None:
    (shown,) = said("`/tournament create`".ljust(TEXT_LIMIT, "."), names=EVERYBODY)
    assert shown.startswith("`/desk`.")
    assert len(shown) <= TEXT_LIMIT


def test_a_letter_has_no_mentions_and_leads_the_same_way() -> None:
    assert said("`/me`, `/team leave`", names=EVERYBODY.in_letters()) == ("`/me`, `/me`",)


def test_a_text_about_a_command_keeps_its_name_beside_the_way_to_it() -> None:
    (told,) = said("## `/tournament create`\nIt makes one.", names=EVERYBODY)
    assert told == "## `/tournament create` · `/desk`\nIt makes one."
