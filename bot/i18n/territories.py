"""Names of countries and of their cities in the bot's languages, and finding a country by what somebody typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from bot.domain.countries import CONTINENTS
from bot.domain.time_zones import city_of
from bot.i18n.catalogue import gettext_name

_FLAG = 0x1F1E6
"""The letter A of flags."""


def country_name(code: str, locale: str) -> str:
    """The country's name in a language, as Unicode's CLDR has it."""
    return _names(locale)[code]


def flag(code: str) -> str:
    """The country's flag as an emoji."""
    return "".join(chr(_FLAG + ord(letter) - ord("A")) for letter in code)


def countries_like(typed: str, locale: str) -> list[tuple[str, str]]:
    """Codes and names of countries for what was typed, with or without accents; those that begin so first."""
    wanted = _bare(typed)
    found = [(code, name) for code, name in _names(locale).items() if wanted in _bare(name) or wanted == code.lower()]
    return sorted(found, key=lambda one: (one[0].lower() != wanted, not _bare(one[1]).startswith(wanted), one[1]))


def city_name(zone: str, locale: str) -> str:
    """The city that a time zone is named after, as readers of the language write it: São Paulo, Roma."""
    # Unicode's CLDR leaves out what the zone's own name says well enough.
    name: str = _cities(locale).get(zone, {}).get("city") or city_of(zone)
    return name


def zones_of(code: str) -> tuple[str, ...]:
    """Every time zone of the country, as Unicode's CLDR has it; empty where it knows none."""
    return tuple(_zones().get(code, ()))


@cache
def _zones() -> Mapping[str, Sequence[str]]:
    from babel.core import get_global  # noqa: PLC0415  (slow, as below)

    found: Mapping[str, Sequence[str]] = get_global("territory_zones")
    return found


@cache
def _cities(locale: str) -> Mapping[str, Mapping[str, str]]:
    from babel import Locale  # noqa: PLC0415  (slow, as below)

    known: Mapping[str, Mapping[str, str]] = Locale.parse(gettext_name(locale)).time_zones
    return known


@cache
def _names(locale: str) -> dict[str, str]:
    # Babel is slow to import, and the start needs no countries.
    from babel import Locale  # noqa: PLC0415

    known = Locale.parse(gettext_name(locale)).territories
    return {code: known[code] for code in sorted(CONTINENTS)}


def _bare(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))
