"""Nothing that a person types can ping, format, hide, turn around or break a line."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.layout.sentences import NAME_LIMIT, plain, quote, quoted_block

MENTION = re.compile(r"@everyone|@here|<@[!&]?\d+>|<#\d+>|<t:-?\d+(:\w)?>|<a?:\w+:\d+>|</[^>]+:\d+>|<id:\w+>")
"""Everything in a raw message that Discord's server or clients turn into something else than its letters."""
LINK = re.compile(r"https?://|(?<!\\)\]\(|discord\.gg/")
ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
BREAKS = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
TURNERS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c")

WORDS = [*"@<>!&#[]()`*_~|\\a1", "-#", "](", "```", "**", "__", "~~", "||", "https://", "www."]
WHOLE = [
    "@everyone",
    "@here",
    "<@1>",
    "<@&1>",
    "<#1>",
    "<t:1:R>",
    "<:x:1>",
    "</a b:1>",
    "<id:home>",
    "[x](https://a.b)",
]
PARTS = ["everyone", "here", "@123", "t:1:R", "a:x:1", "/x:1", "id:home"]
LINE_STARTS = ["> ", "1. ", "- ", "\n", "\u2028", "\r\n"]
TRICKS = ["\u200b", "\u200d", "\u202e", "\u2067", "\ufeff", "\u0301" * 9, "\u3164", "\ud800", "\U000e0041"]
SCRIPTS = ["שלום", "مرحبا", "👩\u200d🚀", "🇧🇷", "क्\u200dष"]
NASTY = st.lists(
    st.text(max_size=4) | st.sampled_from(WHOLE + WORDS + PARTS + LINE_STARTS + TRICKS + SCRIPTS), max_size=14
).map("".join)


@given(NASTY)
def test_no_name_mentions_links_or_breaks_the_line(name):
    said = f"Welcome **{quote(name)}**, you are in."
    assert not MENTION.search(said)
    assert not LINK.search(quote(name))
    assert not BREAKS.search(said)


@given(NASTY)
def test_no_mark_that_formats_is_left_unescaped(name):
    assert not re.search(r"[\\*_~`|<>\[\]]", ESCAPE.sub("", quote(name)))
    assert not re.match(r"#|-#|[-*+] |\d{1,2}[.)] ", quote(name))


@given(NASTY)
def test_no_name_turns_the_rest_of_the_line_around_or_hides_in_it(name):
    for shown in (quote(name), plain(name)):
        assert not TURNERS & set(shown)
        assert shown.count("\u2068") == shown.count("\u2069") <= 1
        right_to_left = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in shown)
        assert shown.startswith("\u2068") == right_to_left


@given(NASTY, st.integers(5, 100))
def test_a_label_is_never_empty_nor_over_its_limit_nor_on_two_lines(name, limit):
    label = plain(name, limit)
    assert 1 <= len(label.encode("utf-16-le")) // 2 <= limit
    assert label == label.strip()
    assert not BREAKS.search(label)


@given(NASTY)
def test_making_a_name_safe_twice_changes_nothing_more(name):
    once = plain(name).strip("\u2068\u2069")
    assert plain(once).strip("\u2068\u2069") == once


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("Jean-Luc", "Jean-Luc"),
        ("a_b*c", r"a\_b\*c"),
        ("@everyone", "@\u200beveryone"),
        ("<@42>", "\\<@\u200b42\\>"),
        ("<#42>", r"\<\#42\>"),
        ("C#1", "C#1"),
        ("# big", r"\# big"),
        ("-# small", r"\-# small"),
        ("1. first", r"1\. first"),
        ("two\nlines", "two lines"),
        ("exe.\u202egnp", "exe.gnp"),
        ("A\u200dn\u200ba", "Ana"),
        ("\u0301Ana", "Ana"),
        (" \u3164\u200b ", "?"),
        ("e" + "\u0301" * 40, "e" + "\u0301" * 4),
        ("שלום", "\u2068שלום\u2069"),
        ("می\u200cخواهم", "\u2068می\u200cخواهم\u2069"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("日本 太郎", "日本 太郎"),
    ],
)
def test_names_are_shown_as_they_were_meant(typed, shown):
    assert quote(typed) == shown


@pytest.mark.parametrize(
    ("typed", "limit", "shown"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abcde…"),
        ("abcd efg", 6, "abcd…"),
        ("abce\u0301fg", 5, "abc…"),
        ("👩\u200d🚀👩\u200d🚀", 7, "👩\u200d🚀…"),
        ("🇧🇷🇮🇹🇪🇸", 10, "🇧🇷🇮🇹…"),
        ("👍🏽👍🏽", 7, "👍🏽…"),
        ("👩\u200d🚀", 4, "…"),
        ("שלום לך", 6, "\u2068שלו…\u2069"),
    ],
)
def test_a_long_name_is_cut_between_characters_as_people_see_them(typed, limit, shown):
    assert plain(typed, limit) == shown


def test_a_cut_name_shows_its_whole_limit_before_escapes_are_added():
    assert quote("*" * 200) == r"\*" * (NAME_LIMIT - 1) + "…"


def test_a_long_text_keeps_its_lines_as_a_quotation():
    assert quoted_block("I was ill.\n\n# Sorry\n@here") == "> I was ill.\n> \\# Sorry\n> @\u200bhere"


def test_an_empty_text_is_still_a_quotation():
    assert quoted_block(" \n ") == "> ?"
