"""What people's languages call the columns, the countries and the offices of an opening list."""

from __future__ import annotations

from functools import cache

from bot.domain.likeness import sound
from bot.domain.local_times import DateOrder, date_order
from bot.domain.opening.cells import Words
from bot.domain.opening.lines import Column
from bot.domain.opening.name_parts import NamePart
from bot.domain.permissions import Office
from bot.i18n import Voice
from bot.i18n.catalogue import LOCALES
from bot.i18n.territories import countries_like


def words_for(discord_locale: str) -> Words:
    """All that a file may call things, whatever its language; only the order of dates hangs on the reader's."""
    columns, countries, offices = _every_language()
    return Words(columns, countries, offices, date_order(discord_locale) is DateOrder.MONTH_FIRST)


def heading(column: Column, voice: Voice) -> str:
    """What the template calls the column: the first of its names."""
    return _names(f"opening.heading.{column}", voice)[0]


@cache
def name_parts() -> dict[str, str]:
    """Which words mean a column of first or of last names, in every language at once."""
    found = {sound(part): part.value for part in NamePart}
    for voice in map(Voice, LOCALES):
        found |= {sound(name): one.value for one in NamePart for name in _names(f"opening.name_part.{one}", voice)}
    return found


def _names(key: str, voice: Voice) -> tuple[str, ...]:
    return tuple(one.strip() for one in voice.say(key).split(";"))


@cache
def _every_language() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    voices = [Voice(locale) for locale in LOCALES]
    columns = name_parts() | {sound(column): column.value for column in Column}
    offices = {sound(office): office.value for office in Office}
    countries: dict[str, str] = {}
    for voice in voices:
        columns |= {sound(name): one.value for one in Column for name in _names(f"opening.heading.{one}", voice)}
        offices |= {sound(name): one.value for one in Office for name in _names(f"opening.office.{one}", voice)}
        countries |= {sound(name): code for code, name in countries_like("", voice.locale)}
    return columns, countries, offices
