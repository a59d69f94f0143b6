"""Every sentence exists in four languages, fits its values and its place, and is spoken by somebody."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from enum import StrEnum
from typing import get_args, get_origin

import pytest
from babel.messages.plurals import get_plural

from bot.i18n.catalogue import DEFAULT_LOCALE, DESCRIPTION_LIMIT, LOCALES, catalogue_files, gettext_name
from bot.kernel.errors import InLanguages
from bot.layout.sentences import enum_prefix
from tests.house.catalogue_reading import (
    KEY,
    built_keys,
    by_key,
    catalogues,
    command_keys,
    constants,
    entries,
    keys,
    placeholders,
    refusals,
    template_keys,
    user_errors,
    without_a_key,
)
from tests.house.reading import functions, planted, python_files, tree, words
from tests.house.rooms import modules_of, role_of
from tools.mapping.rooms import Role

TRANSLATIONS = [locale for locale in LOCALES if locale != DEFAULT_LOCALE]
EVERYWHERE = ("commands", "error")
"""What keys of any catalogue begin with: each feature has commands and errors of its own."""

HEADER = (
    "Project-Id-Version",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Language",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Plural-Forms",
)
"""The fields without which `msgfmt --check` warns."""

PROPER_NAMES = {
    "Arbiter",
    "Discord",
    "Elo",
    "Jeek",
    "Buchholz",
    "Sonneborn",
    "Berger",
    "Online",
    "AIJe",
    "SHA",
    "UTF",
    "JSON",
    "TOML",
    "drand",
    "UTC",
    "ID",
}
SAME_WORD = {
    ("es-ES", "desk.no"),
    ("es-ES", "people.rating"),
    ("it", "desk.no"),
    ("it", "people.rating"),
    ("it", "subject.account"),
    ("pt-BR", "people.rating"),
    ("pt-BR", "subject.deck"),
}
"""(locale, key) of words that two languages share, where any other word would be a worse one."""

PROOFS = {"hash", "list_hash", "commitment", "secret", "seed"}
"""Placeholders that are filled with a hash or with what it comes from."""
PROVING = {
    "draw.record",
    "draw.sealed",
    "draw.not_drawn",
    "draw.guess_first_side",
    "draw.guess_hider",
    "guess.sealed",
    "guess.opened",
    "votes.lot_sealed",
    "votes.lot_opened",
}
"""Sentences of the public record and of the answers to **Verify**; a card that everybody reads has none of them."""

_PRESS = {
    "en-US": re.compile(r"\b[Pp]ress(?:es)? \*\*([^*{}]+)\*\*"),
    "pt-BR": re.compile(r"\b(?:[Aa]pert|[Tt]oqu|[Tt]oc)\w+ (?:em |ali em )?\*\*([^*{}]+)\*\*"),
    "es-ES": re.compile(r"\b[Pp]uls\w+ (?:en |allí )?\*\*([^*{}]+)\*\*"),
    "it": re.compile(r"\b[Pp]rem\w+ (?:lì )?\*\*([^*{}]+)\*\*"),
}
"""How a sentence sends its reader to a button."""

FIELD_TYPES = (str, int, float, datetime, timedelta, InLanguages)


@pytest.mark.parametrize("locale", TRANSLATIONS)
def test_each_language_has_the_same_files_and_the_same_keys(locale: str) -> None:
    assert list(catalogues(locale)) == list(catalogues(DEFAULT_LOCALE))
    assert {(entry.catalogue, entry.key) for entry in entries(locale)} == {
        (entry.catalogue, entry.key) for entry in entries(DEFAULT_LOCALE)
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_no_key_stands_in_two_files(locale: str) -> None:
    assert [key for key, times in Counter(entry.key for entry in entries(locale)).items() if times > 1] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_each_key_is_well_formed_and_stands_with_those_that_begin_alike(locale: str) -> None:
    assert [entry.key for entry in entries(locale) if not KEY.fullmatch(entry.key)] == []
    places = {(entry.key.partition(".")[0], entry.catalogue) for entry in entries(locale)}
    times = Counter(prefix for prefix, _ in places if prefix not in EVERYWHERE)
    assert sorted(place for place in places if times[place[0]] > 1) == []


def test_an_error_of_one_capability_is_told_in_its_catalogue() -> None:
    told, features = by_key(DEFAULT_LOCALE), catalogues(DEFAULT_LOCALE)
    raising: defaultdict[str, set[str]] = defaultdict(set)
    for one in refusals():
        raising[one.key].add("/".join(one.module.split("/")[2:-1]))
    elsewhere = [
        f"{told[key].catalogue}.po: {key} of {package}"
        for key, (package, *others) in raising.items()
        if not others and package in features and told[key].catalogue != package
    ]
    assert elsewhere == []


@pytest.mark.parametrize("locale", LOCALES)
def test_each_file_states_its_language_and_plural_rule(locale: str) -> None:
    rule = get_plural(gettext_name(locale))
    for name, read in catalogues(locale).items():
        assert (read.locale_identifier, read.num_plurals) == (gettext_name(locale), rule.num_plurals), name
        assert read.plural_expr.strip("()") == rule.plural_expr.strip("()"), name


@pytest.mark.parametrize("locale", LOCALES)
def test_each_file_begins_with_the_header_that_translators_programs_ask_for(locale: str) -> None:
    headers = {path.name: path.read_text(encoding="utf-8").partition("\n\n")[0] for path in catalogue_files(locale)}
    lacking = [(name, field) for name, header in headers.items() for field in HEADER if f'"{field}: ' not in header]
    assert lacking == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_is_empty_doubtful_or_short_of_a_plural_form(locale: str) -> None:
    forms = get_plural(gettext_name(locale)).num_plurals
    unfinished = [
        entry.key
        for entry in entries(locale)
        if not all(form.strip() for form in entry.forms)
        or len(entry.forms) != (forms if entry.plural else 1)
        or entry.plural != by_key(DEFAULT_LOCALE)[entry.key].plural
    ]
    doubtful = [message.id for read in catalogues(locale).values() for message in read if message.id and message.fuzzy]
    assert (unfinished, doubtful) == ([], [])


@pytest.mark.parametrize("locale", LOCALES)
def test_each_sentence_has_the_placeholders_of_the_english_one(locale: str) -> None:
    different = [
        entry.key
        for entry in entries(locale)
        if placeholders(entry.forms) != placeholders(by_key(DEFAULT_LOCALE)[entry.key].forms)
        or not all(name.isidentifier() for name in placeholders(entry.forms))
    ]
    assert different == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_last_plural_form_says_every_value_that_another_form_says(locale: str) -> None:
    assert [e.key for e in entries(locale) if placeholders(e.forms[-1:]) != placeholders(e.forms)] == []


def translatable(sentence: str) -> str:
    """The words that are left without placeholders, code, emoji, marks and proper names."""
    bare = re.sub(r"\{\w+\}|`[^`]*`|<[^>]*>|https?://\S+", " ", sentence)
    return " ".join(word for word in re.findall(r"[^\W\d_]{2,}", bare) if word not in PROPER_NAMES)


@pytest.mark.parametrize("locale", TRANSLATIONS)
def test_no_sentence_was_left_in_english(locale: str) -> None:
    english = by_key(DEFAULT_LOCALE)
    same = [
        entry.key
        for entry in entries(locale)
        if set(entry.forms) & set(english[entry.key].forms)
        and any(map(translatable, entry.forms))
        and (locale, entry.key) not in SAME_WORD
    ]
    assert same == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_value_of_an_error_stands_inside_code_marks_where_its_escapes_would_show(locale: str) -> None:
    coded = re.compile(r"`[^`]*\{\w+\}[^`]*`")
    assert [e.key for e in entries(locale) if e.key.startswith("error.") and any(map(coded.search, e.forms))] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_texts_of_commands_fit_discords_menus(locale: str) -> None:
    too_long = [
        entry.key
        for entry in entries(locale)
        if entry.key.startswith("commands.") and not 1 <= len(entry.forms[0]) <= DESCRIPTION_LIMIT
    ]
    assert too_long == []


@pytest.mark.parametrize("locale", LOCALES)
def test_what_proves_a_lot_is_said_in_the_record_and_behind_verify_alone(locale: str) -> None:
    proving = {e.key for e in entries(locale) if placeholders(e.forms) & PROOFS and not e.key.startswith("error.")}
    assert proving == PROVING


def moments() -> set[tuple[str, str]]:
    """Key and placeholder of what is said with a day and an hour: "Tuesday, 24 November 2026, 20:00"."""
    told = {
        (key.value, word.arg)
        for name in modules_of(Role.CARDS, Role.PLUGS, Role.COG)
        if "moment" in words(tree(name))
        for function in functions(tree(name))
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and call.args
        for key in ast.walk(function if isinstance(call.args[0], ast.Name) else call.args[0])
        if isinstance(key, ast.Constant)
        for word in call.keywords
        if isinstance(word.value, ast.Call) and ast.unparse(word.value.func) == "moment"
    }
    fields = {(one.key, name) for one in refusals() for name, hint in one.fields.items() if hint is datetime}
    return {(str(key), str(word)) for key, word in told | fields if key in keys()}


def test_spanish_puts_the_article_before_a_day_of_the_week() -> None:
    told = moments()
    assert len(told) > 50
    ready = re.compile(r"(?:^|[:(·\n*]|\d\.|\b(?:[Ee]l|al|del)) ?$")
    bare = [
        (key, word)
        for key, word in sorted(told)
        for form in by_key("es-ES")[key].forms
        for before in form.split(f"{{{word}}}")[:-1]
        if not ready.search(before)
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("locale", "person"),
    [
        ("en-US", re.compile(r"(?:Show|Name|Give|Enter|Register|State|Relieve|Open|Correct|Keep|Remove)s\b")),
        ("it", re.compile(r"(?!Giocatore)\w+(?:are|ere|ire|arlo|arla|erlo|erla|irlo|irla)\b")),
    ],
)
def test_what_a_command_does_is_said_as_an_order(locale: str, person: re.Pattern[str]) -> None:
    told = {entry.key: entry.forms[0] for entry in entries(locale) if entry.key.startswith("commands.")}
    assert {key: text for key, text in told.items() if person.match(text)} == {}


def speaking_files() -> list[str]:
    """The files that speak. Others have dotted keys of another kind: a rulebook's settings."""
    silent = ("bot/rulebooks/", "bot/record/", "rehearsal/outcomes/", "rehearsal/flips/")
    spoken = (one for one in python_files("bot/", "cogs/", "rehearsal/") if role_of(one) is not Role.MODEL)
    return [name for name in spoken if not name.startswith(silent)]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_button_that_a_sentence_sends_people_to_has_that_label_in_the_same_language(locale: str) -> None:
    said = {form for entry in entries(locale) for form in entry.forms}
    named = [
        (entry.key, name) for entry in entries(locale) for form in entry.forms for name in _PRESS[locale].findall(form)
    ]
    assert named
    assert [(key, name) for key, name in named if name not in said] == []


def test_each_key_that_the_code_names_exists() -> None:
    known, prefixes = keys(), {key.partition(".")[0] for key in keys()}
    missing = [
        f"{name}:{line} {value}"
        for name in speaking_files()
        for line, value in constants(name)
        if KEY.fullmatch(value)
        and value.partition(".")[0] in prefixes
        and value not in known
        and not value.endswith((".po", ".py", ".toml", ".db", "_"))
    ]
    nothing_built = [
        f"{name}:{line} {pattern.pattern}"
        for name in speaking_files()
        for line, pattern in built_keys(name)
        if not any(pattern.fullmatch(key) for key in known)
    ]
    assert (missing, nothing_built) == ([], [])


def unsaid_in_templates() -> list[str]:
    return sorted(
        {
            f"{name}: {pattern.pattern}"
            for name, pattern in template_keys()
            if not any(pattern.fullmatch(key) for key in keys())
        }
    )


def test_each_key_that_a_template_names_exists() -> None:
    assert unsaid_in_templates() == []


@pytest.mark.plants
def test_a_key_of_a_template_that_no_catalogue_has_is_found() -> None:
    with planted({"web/templates/planted.html": '{{ say("page.nowhere") }} {{ count("page.skip", 1) }}'}):
        assert unsaid_in_templates() == ["web/templates/planted.html: page\\.nowhere"]


def test_no_sentence_waits_for_code_that_never_speaks_it() -> None:
    sources = python_files("bot/", "cogs/", "web/")
    named = {value for name in sources for _, value in constants(name)}
    patterns = {pattern for name in sources for _, pattern in built_keys(name)}
    patterns |= {pattern for _, pattern in template_keys()}
    named |= {one.key for one in refusals()} | command_keys()
    named |= {f"{enum_prefix(enum)}.{member.value}" for enum in enums() for member in enum}
    unspoken = [key for key in keys() - named if not any(pattern.fullmatch(key) for pattern in patterns)]
    assert sorted(unspoken) == []


def enums() -> list[type[StrEnum]]:
    user_errors()  # imports the house
    return [enum for enum in StrEnum.__subclasses__() if enum.__module__.startswith("bot.")]


def test_an_enum_that_has_names_has_one_for_each_member() -> None:
    named = {enum for enum in enums() if any(f"{enum_prefix(enum)}.{member.value}" in keys() for member in enum)}
    named |= {hint for one in refusals() for hint in one.fields.values() if hint in enums()}
    nameless = [f"{enum_prefix(enum)}.{member.value}" for enum in named for member in enum]
    assert sorted(set(nameless) - keys()) == []


def test_no_two_errors_share_a_name() -> None:
    assert [name for name, times in Counter(error.__name__ for error in user_errors()).items() if times > 1] == []


def test_a_class_that_refusals_share_is_given_literal_keys() -> None:
    assert without_a_key() == []


def test_each_key_of_a_refusal_is_raised_with_one_class() -> None:
    fields: defaultdict[str, set[frozenset[str]]] = defaultdict(set)
    for one in refusals():
        fields[one.key].add(frozenset(one.fields))
    assert [key for key, told in fields.items() if len(told) > 1] == []


def test_each_error_has_its_sentence_in_every_language() -> None:
    assert sorted(one.key for one in refusals() if one.key not in keys()) == []


def test_each_sentence_of_an_error_uses_only_the_errors_fields() -> None:
    wrong = {
        one.key: sorted(said - set(one.fields))
        for one in refusals()
        if not one.fills_by_itself and one.key in keys()
        for said in [placeholders(by_key(DEFAULT_LOCALE)[one.key].forms)]
        if said - set(one.fields)
    }
    assert wrong == {}


def test_each_field_of_an_error_can_be_put_into_words() -> None:
    speechless = [
        f"{one.key}.{name}: {hint}"
        for one in refusals()
        if not one.fills_by_itself
        for name, hint in one.fields.items()
        if not can_be_said(hint)
    ]
    assert speechless == []


def can_be_said(hint: object) -> bool:
    if get_origin(hint) is tuple:
        return all(item is Ellipsis or can_be_said(item) for item in get_args(hint))
    bare = getattr(hint, "__supertype__", hint)
    return isinstance(bare, type) and issubclass(bare, FIELD_TYPES)


def test_an_error_is_told_in_the_plural_exactly_when_it_counts_something() -> None:
    english = by_key(DEFAULT_LOCALE)
    unlike = [
        one.key
        for one in refusals()
        if not one.fills_by_itself
        if (entry := english.get(one.key)) and entry.plural != ("n" in one.fields)
    ]
    assert unlike == []
