"""A time zone is told by its city, and the city as readers of the language write it."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import LOCALES, city_name
from bot.i18n.countries import suggest_zones


@pytest.mark.parametrize(
    ("locale", "zone", "city"),
    [
        ("pt-BR", "America/Sao_Paulo", "São Paulo"),
        ("pt-BR", "America/New_York", "Nova York"),
        ("es-ES", "America/New_York", "Nueva York"),
        ("it", "America/Sao_Paulo", "San Paolo"),
        ("it", "Europe/Lisbon", "Lisbona"),
    ],
)
def test_a_city_is_named_as_readers_of_the_language_write_it(locale: str, zone: str, city: str) -> None:
    assert city_name(zone, locale) == city


@pytest.mark.parametrize("locale", LOCALES)
def test_a_city_without_a_name_of_its_own_in_the_language_keeps_that_of_the_zone(locale: str) -> None:
    assert city_name("America/Argentina/Buenos_Aires", locale) == "Buenos Aires"
    assert city_name("UTC", locale) == "UTC"


@pytest.mark.parametrize("locale", LOCALES)
def test_no_city_of_the_menu_shows_the_underscore_of_its_zone(locale: str) -> None:
    assert not [zone for zone in suggest_zones("") if "_" in city_name(zone, locale)]
