"""How sentences are set: buttons in bold, quotations in the marks of the language, days without a stray article."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from bot.i18n.catalogue import LOCALES
from tests.house.catalogue_reading import Entry, by_key, entries
from tests.house.test_catalogues import moments

_BARE_PRESS = {
    "en-US": re.compile(r"\b[Pp]ress(?:es)? ([A-Z][\w-]*)"),
    "pt-BR": re.compile(r"\b(?:[Aa]pert|[Tt]oqu|[Tt]oc)\w+ (?:em |ali em )?([A-Z][\w-]*)"),
    "es-ES": re.compile(r"\b[Pp]uls\w+ (?:en |allí )?([A-Z][\w-]*)"),
    "it": re.compile(r"\b[Pp]rem\w+ (?:lì )?([A-Z][\w-]*)"),
}
"""A button named without bold, so that no reader sees where its name ends."""


_OF_JUDGES = ("matches.undecided", "matches.suspended", "matches.mic_given", "matches.decides", "tables.")
"""What names who decides, where that may be the organisers."""


@pytest.mark.parametrize("locale", LOCALES)
def test_a_button_that_a_sentence_sends_people_to_stands_in_bold(locale: str) -> None:
    pattern = _BARE_PRESS[locale]
    bare = [(entry.key, name) for entry in entries(locale) for form in entry.forms for name in pattern.findall(form)]
    assert bare == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_of_matches_takes_the_organisers_for_one_person(locale: str) -> None:
    """Where nobody follows a match, {arbiter} is "the organisers": no capital, and no verb of one person."""
    beginning = re.compile(r"(?:^\W*|[.!?…] ){arbiter} |{arbiter}[^.:]* who has\b")
    one_person = re.compile(r"{arbiter} (?:\w+s|dirá|dirà|diz|avisará?)\b")
    said = [entry for entry in entries(locale) if entry.key.startswith(_OF_JUDGES)]
    found = [entry.key for entry in said for form in entry.forms if beginning.search(form) or one_person.search(form)]
    assert (len(said) > 3, found) == (True, [])


_MANNERED = re.compile(r"\b(?:whoever|whomever|nobody|somebody)\b", re.IGNORECASE)
"""Words of old books: a plain sentence says "you", names who acts, or says "no one"."""


def mannered(said: Iterable[Entry]) -> list[str]:
    """The sentences that use one of those words, but for what members may type."""
    return [one.key for one in said if ".words." not in one.key and any(map(_MANNERED.search, one.forms))]


def test_english_sentences_use_the_words_of_today() -> None:
    assert mannered(entries("en-US")) == []


@pytest.mark.plants
def test_a_mannered_sentence_is_found() -> None:
    told = [
        Entry("events", "planted.old", False, ("Whoever is late loses.",)),
        Entry("events", "planted.plain", False, ("If you are late, you lose.",)),
        Entry("help", "help.words.planted", False, ("enter somebody",)),
    ]
    assert mannered(told) == ["planted.old"]


@pytest.mark.parametrize("locale", ["es-ES", "it"])
def test_what_is_quoted_stands_in_the_marks_of_the_language(locale: str) -> None:
    assert [entry.key for entry in entries(locale) if any(re.search("[“”]", form) for form in entry.forms)] == []


def test_italian_puts_no_article_before_a_day_of_the_week() -> None:
    article = re.compile(r"\b(?:il|al|del|dal|nel) $", re.IGNORECASE)
    found = [
        (key, word)
        for key, word in sorted(moments())
        for form in by_key("it")[key].forms
        for before in form.split(f"{{{word}}}")[:-1]
        if article.search(before)
    ]
    assert found == []
