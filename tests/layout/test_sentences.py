"""Errors and values become words of the person's language."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

import pytest

from bot.i18n.catalogue import LOCALES, Translator
from bot.i18n.countries import UnknownTimeZone
from bot.i18n.moments import MomentInThePast
from bot.kernel.errors import NotFoundByName, Subject, TooLong, UserError, key_of
from bot.kernel.ids import RoleId
from bot.layout.sentences import duration, listing, member_name, moment, number, phrase, sentence, tenths
from bot.play.contests import Stage

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("length", "locale", "said"),
    [
        (timedelta(hours=72), "en-US", "72 hours"),
        (timedelta(hours=72, seconds=1), "en-US", "3 days and 1 second"),
        (timedelta(days=30), "pt-BR", "30 dias"),
        (timedelta(minutes=90), "es-ES", "1 hora y 30 minutos"),
        (timedelta(minutes=1), "it", "1 minuto"),
        (timedelta(hours=1, minutes=2, seconds=3), "it", "1 ora, 2 minuti e 3 secondi"),
        (timedelta(milliseconds=900), "en-US", "0 seconds"),
    ],
)
def test_a_duration_is_told_as_regulations_tell_it(length, locale, said):
    assert duration(length, Translator(locale)) == said


@pytest.mark.parametrize(
    ("items", "said"), [([], ""), (["A"], "A"), (["A", "B"], "A e B"), (["A", "B", "C"], "A, B e C")]
)
def test_a_list_reads_as_a_phrase(items, said):
    assert listing(items, Translator("pt-BR")) == said


def test_a_moment_is_shown_on_each_readers_own_clock():
    assert moment(AT) == "<t:1767225600:F> (<t:1767225600:R>)"


@pytest.mark.parametrize(("locale", "said"), [("en-US", "2,034.5"), ("pt-BR", "2.034,5"), ("it", "2.034,5")])
def test_a_rating_has_the_languages_separators(locale, said):
    assert number(2034.5, Translator(locale)) == said


def test_a_stage_has_its_name_in_each_language():
    assert [member_name(Stage.THIRD_PLACE, Translator(locale)) for locale in LOCALES] == [
        "Third-place match",
        "Disputa de 3º lugar",
        "Encuentro por el 3.er puesto",
        "Finale per il 3º posto",
    ]


def test_what_a_person_typed_cannot_ping_from_an_error():
    said = sentence(NotFoundByName(what=Subject.TOURNAMENT, name="@everyone {limit}"), Translator())
    assert "@everyone" not in said
    assert "{limit}" in said


def test_an_error_says_its_fields_in_the_persons_language():
    assert "1.000 caratteri" in sentence(TooLong(what=Subject.REASON, limit=1000), Translator("it"))
    assert "<t:1767225600:F>" in sentence(MomentInThePast(moment=AT, now=AT), Translator("it"))
    assert r"Europe\/Rome e UTC?" in sentence(
        UnknownTimeZone(name="x", suggestions=("Europe/Rome", "UTC")), Translator("it")
    )


def test_a_field_that_holds_a_role_mentions_it(monkeypatch):
    class RoleTooHigh(UserError):
        role: RoleId

    monkeypatch.setattr(Translator, "say", lambda _voice, key, /, **values: f"{key} {values['role']}")
    assert sentence(RoleTooHigh(role=RoleId(7)), Translator()) == "error.RoleTooHigh <@&7>"


def test_an_error_that_counts_takes_the_plural_form(monkeypatch):
    class SeatsLeft(UserError):
        n: int

    monkeypatch.setattr(Translator, "count", lambda _voice, key, n, /, **values: f"{key} {n} {values['n']}")
    assert sentence(SeatsLeft(n=1200), Translator()) == "error.SeatsLeft 1200 1,200"


def test_text_in_a_phrase_is_quoted_and_enums_are_named():
    assert phrase("a_b", Translator()) == r"a\_b"
    assert phrase(Subject.ROLE, Translator("pt-BR")) == "cargo"


@pytest.mark.parametrize(
    ("value", "locale", "text"), [(8.0, "en-US", "8.0"), (8.0, "pt-BR", "8,0"), (1024.25, "it", "1.024,2")]
)
def test_a_column_of_tenths_is_even(value: float, locale: str, text: str) -> None:
    assert tenths(value, Translator(locale)) == text


def test_a_class_that_is_renamed_keeps_the_sentences_that_it_had(monkeypatch):
    class TooManyLetters(UserError):
        SAID_AS = "TooLong"
        what: Subject
        limit: int

    class Moment(StrEnum):
        __said_as__ = "stage"
        FINAL = "final"

    translator = Translator("en-US")
    assert sentence(TooManyLetters(Subject.NAME, 80), translator) == sentence(TooLong(Subject.NAME, 80), translator)
    assert [one.name for one in Moment] == ["FINAL"]
    assert member_name(Moment.FINAL, translator) == member_name(Stage.FINAL, translator)


def test_an_error_below_one_that_was_renamed_has_its_own_sentence():
    class Renamed(UserError):
        SAID_AS = "TooLong"

    class Below(Renamed):
        pass

    assert key_of(Below) == "error.Below"
