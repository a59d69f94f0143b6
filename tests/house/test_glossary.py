"""The catalogues call each thing by one word, as docs/glossary.md lays down."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

import pytest

from bot.i18n.catalogue import DEFAULT_LOCALE, LOCALES
from bot.rulebooks.library import names, preset
from tests.house.catalogue_reading import Entry, by_key
from tests.house.reading import text

TRANSLATIONS = tuple(locale for locale in LOCALES if locale != DEFAULT_LOCALE)
_TYPED = ("rulebook.words.", "help.words.")
"""Words that members may type for a thing, whatever it is called here."""
_NAMES = re.compile(r"`[^`]*`|\{\w+\}")


class Apart(NamedTuple):
    """A row of the glossary: where English has `words` and none of `besides`, a language has none of its own."""

    words: tuple[str, ...]
    besides: tuple[str, ...]
    never: dict[str, tuple[str, ...]]


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of the glossary's table whose head begins so."""
    table = text("docs/glossary.md").partition(f"| {heading} |")[2].splitlines()[2:]
    for line in table:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def listed(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


APART = [
    Apart(listed(words), listed(besides), dict(zip(TRANSLATIONS, map(listed, never), strict=True)))
    for words, besides, *never in rows("where the English says")
]
IDIOMS = [idiom for cell, *_ in rows("idiom") for idiom in listed(cell)]
EXCEPTED = {(key, locale) for key, locale, _ in rows("sentence")}


def says(sentence: str, words: tuple[str, ...]) -> str | None:
    """The first of the words that stands in the sentence."""
    plain = _plain(sentence)
    return next((word for word in words if word in plain and _alone(word).search(plain)), None)


@cache
def _plain(sentence: str) -> str:
    plain = _NAMES.sub(" ", sentence).casefold()
    for idiom in IDIOMS:
        plain = plain.replace(idiom, " ")
    return plain


@cache
def _alone(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def mixed(locale: str) -> dict[str, str]:
    """By its key, the word that a sentence should not have."""
    english, found = by_key(DEFAULT_LOCALE), {}
    for key, entry in by_key(locale).items():
        if key.startswith(_TYPED):
            continue
        meant, said = " ".join(english[key].forms), " ".join(entry.forms)
        for row in APART:
            if (not row.words or says(meant, row.words)) and not says(meant, row.besides):
                word = says(said, row.never[locale])
                if word is not None:
                    found[key] = word
    return found


@pytest.mark.parametrize("locale", TRANSLATIONS)
def test_a_sentence_calls_each_thing_by_its_one_word(locale: str) -> None:
    assert {key: word for key, word in mixed(locale).items() if (key, locale) not in EXCEPTED} == {}


_LABEL_WORDS: Final = 4
_ABOUT_CHECK_IN = (
    "checkin.",
    "registration.",
    "remind.",
    "decks.",
    "error.Deck",
    "now.do_check_in",
    "now.press_check_in",
)
"""What speaks of check-in, whether or not it names it."""


def parted(locale: str, labels: Mapping[str, Mapping[str, str]]) -> dict[str, set[str]]:
    """By the English label, what those of the same English are called in the language where that is several things."""
    called: defaultdict[str, set[str]] = defaultdict(set)
    for key, label in labels[DEFAULT_LOCALE].items():
        called[label.strip(" .:")].add(labels[locale][key].strip(" .:"))
    return {label: names for label, names in called.items() if len(names) > 1}


def labels() -> dict[str, dict[str, str]]:
    """The short texts of each language by their keys: buttons, headings, fields."""
    short = [
        entry.key
        for entry in by_key(DEFAULT_LOCALE).values()
        if not entry.plural and len(entry.forms[0].split()) <= _LABEL_WORDS
        if not entry.key.startswith((*_TYPED, "commands."))
    ]
    return {locale: {key: by_key(locale)[key].forms[0] for key in short} for locale in LOCALES}


PARTED = {label for label, _ in rows("same in English")}


@pytest.mark.parametrize("locale", TRANSLATIONS)
def test_one_act_has_one_label_in_each_language(locale: str) -> None:
    assert {label: said for label, said in parted(locale, labels()).items() if label not in PARTED} == {}


@pytest.mark.plants
def test_an_act_with_two_labels_is_found() -> None:
    planted = labels()
    planted["it"]["now.press_register"] = "Iscriviti"
    assert parted("it", planted)["Register"] == {"Iscriviti", "Iscrivimi"}


def test_in_english_players_check_in_and_results_are_confirmed() -> None:
    excepted = {key for key, _ in rows("sentence | what is confirmed")}
    assert confirmed_at_check_in(by_key(DEFAULT_LOCALE).values()) == excepted


def confirmed_at_check_in(told: Iterable[Entry]) -> set[str]:
    """The sentences that speak of check-in and say "confirm"."""
    said = {one.key: " ".join(one.forms).casefold() for one in told if not one.key.startswith(_TYPED)}
    return {
        key
        for key, sentence in said.items()
        if re.search(r"\bconfirm", sentence)
        if key.startswith(_ABOUT_CHECK_IN) or re.search(r"\bcheck(?:s|ed|ing)?[ -]in\b", sentence)
    }


@pytest.mark.plants
def test_a_sentence_that_says_confirm_of_check_in_is_found() -> None:
    told = [
        Entry("events", "checkin.planted", False, ("You had confirmed already.",)),
        Entry("events", "planted.other", False, ("Confirm when check-in opens.",)),
        Entry("events", "planted.result", False, ("Confirm the result.",)),
    ]
    assert confirmed_at_check_in(told) == {"checkin.planted", "planted.other"}


@pytest.mark.parametrize("name", names())
def test_a_preset_is_offered_in_the_words_of_the_glossary(name: str) -> None:
    words = [wording for wording in (preset(name).titles, preset(name).summaries) if wording is not None]
    mixed_up = [
        word
        for wording in words
        for locale in TRANSLATIONS
        for row in APART
        if (not row.words or says(wording.in_language(DEFAULT_LOCALE), row.words))
        and not says(wording.in_language(DEFAULT_LOCALE), row.besides)
        and (word := says(wording.in_language(locale), row.never[locale]))
    ]
    assert mixed_up == []


@pytest.mark.parametrize("name", names())
def test_a_preset_is_called_by_one_name_in_its_file_and_in_the_catalogues(name: str) -> None:
    key = f"sheet.event.{name.replace('-', '_')}"
    called = {locale: by_key(locale)[key].forms[0] for locale in LOCALES if key in by_key(locale)}
    assert called == {locale: preset(name).title_in(locale) for locale in called}


def test_the_glossary_speaks_of_the_languages_that_there_are() -> None:
    assert APART
    assert all(set(row.never) == set(TRANSLATIONS) for row in APART)
    assert {locale for _, locale in EXCEPTED} <= set(TRANSLATIONS)
