"""The voice says the right language's sentence."""

import pytest

from bot.i18n.catalogue import LOCALES, MissingSentence, Translator, command_text


@pytest.mark.parametrize(
    ("discord_locale", "spoken"),
    [
        ("en-US", "en-US"),
        ("en-GB", "en-US"),
        ("pt-BR", "pt-BR"),
        ("es-ES", "es-ES"),
        ("es-419", "es-ES"),
        ("it", "it"),
        ("ja", "pt-BR"),
        ("", "pt-BR"),
    ],
)
def test_a_member_is_answered_in_the_nearest_language_or_else_in_the_servers(discord_locale, spoken):
    assert Translator.for_discord(discord_locale, fallback="pt-BR") == Translator(spoken)


def test_a_language_without_a_catalogue_is_refused():
    with pytest.raises(ValueError, match="'fr'"):
        Translator("fr")


@pytest.mark.parametrize(
    ("locale", "n", "said"),
    [
        ("en-US", 0, "0 minutes"),
        ("en-US", 1, "1 minute"),
        ("en-US", 2, "2 minutes"),
        ("pt-BR", 0, "0 minutos"),
        ("pt-BR", 1, "1 minuto"),
        ("pt-BR", 2, "2 minutos"),
        ("es-ES", 0, "0 minutos"),
        ("es-ES", 1, "1 minuto"),
        ("it", 0, "0 minuti"),
        ("it", 2, "2 minuti"),
    ],
)
def test_each_language_counts_by_its_own_rule(locale, n, said):
    assert Translator(locale).count("duration.minutes", n) == said


@pytest.mark.parametrize("locale", LOCALES)
def test_an_unknown_key_is_a_defect_and_not_a_sentence(locale):
    with pytest.raises(MissingSentence, match="nowhere"):
        Translator(locale).say("nowhere.at_all")
    with pytest.raises(MissingSentence, match="nowhere"):
        Translator(locale).count("nowhere.at_all", 3)


def test_a_placeholder_without_a_value_is_a_defect():
    with pytest.raises(KeyError, match="last"):
        Translator("it").say("listing.last", items="A")


def test_braces_that_a_person_typed_are_only_text():
    assert Translator().say("listing.last", items="{last}", last="{0.__class__}") == "{last} and {0.__class__}"


def test_menus_of_other_languages_and_unknown_keys_have_no_text():
    assert command_text("commands.no_such_key", "it") is None
    assert command_text("listing.last", "it") is None
    assert command_text("commands.no_such_key", "ja") is None


@pytest.mark.parametrize("locale", LOCALES)
def test_confirming_before_the_start_and_being_there_at_a_match_are_two_words(locale: str) -> None:
    translator = Translator(locale)
    assert translator.say("checkin.button") != translator.say("matches.here")
    assert f"**{translator.say('checkin.button')}**" in translator.say("checkin.opened", name="Open", close="23:00")
