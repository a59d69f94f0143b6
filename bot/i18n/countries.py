"""Time zones by the names that people know them by; countries, continents, and what a field makes a tournament.

The five continents are those of the United Nations' M49, so that America is one (AIJE-B01-4). A country that lies on
two counts where M49 puts it: Russia in Europe, Turkey and Cyprus in Asia, Egypt in Africa.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import timedelta, timezone, tzinfo
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.kernel.errors import UserError

# --- time zones -----------------------------------------------------------------------------------------------------


MOST_SUGGESTIONS = 25
"""What Discord's autocomplete shows."""

_REGIONS = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)
_FREQUENT = (
    "America/Sao_Paulo",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Mexico_City",
    "America/Bogota",
    "America/Argentina/Buenos_Aires",
    "Europe/Lisbon",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/London",
    "Asia/Tokyo",
    "UTC",
)
_ALSO_KNOWN_AS = {
    "brasilia": "America/Sao_Paulo",
    "rio_de_janeiro": "America/Sao_Paulo",
    "nova_york": "America/New_York",
    "nova_iorque": "America/New_York",
    "nueva_york": "America/New_York",
    "ciudad_de_mexico": "America/Mexico_City",
    "lisboa": "Europe/Lisbon",
    "londres": "Europe/London",
    "londra": "Europe/London",
    "roma": "Europe/Rome",
    "milano": "Europe/Rome",
    "paris": "Europe/Paris",
    "parigi": "Europe/Paris",
    "berlim": "Europe/Berlin",
    "berlino": "Europe/Berlin",
    "toquio": "Asia/Tokyo",
    "gmt": "UTC",
}

_OFFSETS: Final = {
    "UTC": 0,
    "GMT": 0,
    "WET": 0,
    "WEST": 1,
    "CET": 1,
    "CEST": 2,
    "EET": 2,
    "EEST": 3,
    "MSK": 3,
    "JST": 9,
    "BRT": -3,
    "ART": -3,
    "EDT": -4,
    "EST": -5,
    "CDT": -5,
    "MDT": -6,
    "MST": -7,
    "PDT": -7,
    "PST": -8,
}
"""Hours before UTC of the letters that people write behind a time, where they mean one zone."""
_SHIFTED: Final = re.compile(r"(?:UTC|GMT) ?(?P<sign>[+-]) ?(?P<hours>0?\d|1[0-4])(?::?(?P<minutes>00|15|30|45))?")

_OF_LOCALES = {
    "pt-BR": "America/Sao_Paulo",
    "it": "Europe/Rome",
    "es-ES": "Europe/Madrid",
    "en-GB": "Europe/London",
    "fr": "Europe/Paris",
    "de": "Europe/Berlin",
    "nl": "Europe/Amsterdam",
    "pl": "Europe/Warsaw",
    "cs": "Europe/Prague",
    "hu": "Europe/Budapest",
    "ro": "Europe/Bucharest",
    "bg": "Europe/Sofia",
    "el": "Europe/Athens",
    "hr": "Europe/Zagreb",
    "lt": "Europe/Vilnius",
    "da": "Europe/Copenhagen",
    "sv-SE": "Europe/Stockholm",
    "no": "Europe/Oslo",
    "fi": "Europe/Helsinki",
    "uk": "Europe/Kyiv",
    "tr": "Europe/Istanbul",
    "hi": "Asia/Kolkata",
    "th": "Asia/Bangkok",
    "vi": "Asia/Ho_Chi_Minh",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
    "zh-TW": "Asia/Taipei",
}
"""Discord's locales whose readers live in one zone, or most of them in one."""
_LIKELIEST = {
    "en-US": "America/New_York",
    "es-419": "America/Mexico_City",
    "ru": "Europe/Moscow",
    "zh-CN": "Asia/Shanghai",
    "id": "Asia/Jakarta",
}
"""Those whose readers live in many: the zone of more of them than any other."""
UNDECIDED = "UTC"
"""Where nobody can live: the zone of a server of which nothing is known yet, and of a host who has named none."""


def usual_zone(discord_locale: str) -> str | None:
    """Where most readers of the locale live, or None where they live in many zones."""
    return _OF_LOCALES.get(discord_locale)


def guess_zone(discord_locale: str, of_host: str) -> str:
    """Where the readers of the locale live in all likelihood; the host's zone where those are many zones."""
    host = None if of_host == UNDECIDED else of_host
    return usual_zone(discord_locale) or host or _LIKELIEST.get(discord_locale, UNDECIDED)


def city_of(zone: str) -> str:
    """The zone by its city, as a clock in a hall names it."""
    return zone.rpartition("/")[2].replace("_", " ")


class UnknownTimeZone(UserError):
    """No time zone has this name."""

    name: str
    suggestions: tuple[str, ...]
    """Names that come near it, at least one."""


def zone_named(name: str) -> ZoneInfo:
    """The time zone with this IANA name in any case, or raises UnknownTimeZone."""
    key = _zones().get(_fold(name))
    if key is None:
        raise UnknownTimeZone(name=name, suggestions=_near(name))
    return ZoneInfo(key)


def zone_meant(text: str) -> ZoneInfo:
    """As `zone_named`, for the name of a city too, as people say it."""
    wanted = _fold(text)
    cities = [folded for folded in _zones() if _city(folded) == wanted]
    known = _ALSO_KNOWN_AS.get(wanted) or (_zones()[cities[0]] if len(cities) == 1 else text)
    return zone_named(known)


def zone_typed(text: str) -> tzinfo | None:
    """The zone that people write behind a time: a city, UTC, "UTC-3" or letters that mean one alone; None for others.

    Letters that several zones share (CST, IST) are asked back rather than guessed.
    """
    wanted = text.strip("() ").upper()
    if wanted in _OFFSETS:
        return timezone(timedelta(hours=_OFFSETS[wanted]), wanted)
    shifted = _SHIFTED.fullmatch(wanted)
    if shifted is not None:
        length = timedelta(hours=int(shifted["hours"]), minutes=int(shifted["minutes"] or 0))
        return timezone(-length if shifted["sign"] == "-" else length)
    try:
        return zone_meant(wanted)
    except UnknownTimeZone:
        return None


def suggest_zones(prefix: str) -> list[str]:
    """IANA names for what was typed so far, at most 25: the frequent ones for nothing, cities that begin so first."""
    wanted = _fold(prefix)
    if not wanted:
        return list(_FREQUENT)
    aliases = dict.fromkeys(zone for alias, zone in _ALSO_KNOWN_AS.items() if alias.startswith(wanted))
    holding = [folded for folded in _zones() if wanted in folded]
    holding.sort(
        key=lambda folded: (
            not _city(folded).startswith(wanted),
            not folded.startswith(wanted),
            _zones()[folded] not in _FREQUENT,
            folded,
        )
    )
    return list(dict.fromkeys([*aliases, *(_zones()[folded] for folded in holding)]))[:MOST_SUGGESTIONS]


@cache
def _zones() -> dict[str, str]:
    """IANA names by their folded form; fixed offsets and old country names are left out, UTC is not."""
    regional = (name for name in available_timezones() if name.partition("/")[0] in _REGIONS)
    return {_fold(name): name for name in ("UTC", *sorted(regional))}


def _near(name: str) -> tuple[str, ...]:
    wanted = _fold(name)
    cities = {_city(folded): zone for folded, zone in _zones().items()} | _ALSO_KNOWN_AS
    close = [cities[city] for city in get_close_matches(_city(wanted), cities, n=3)]
    return tuple(dict.fromkeys([*suggest_zones(name)[:3], *close]))[:3] or _FREQUENT[:3]


def _city(folded: str) -> str:
    return folded.rpartition("/")[2]


def _fold(name: str) -> str:
    """The name without case and accents, with underscores for spaces."""
    letters = unicodedata.normalize("NFKD", name.strip())
    return "".join(char for char in letters if not unicodedata.combining(char)).casefold().replace(" ", "_")


# --- countries and continents ---------------------------------------------------------------------------------------


class Continent(StrEnum):
    """The continents by which events are international."""

    AFRICA = "africa"
    AMERICA = "america"
    ASIA = "asia"
    EUROPE = "europe"
    OCEANIA = "oceania"


class Scope(StrEnum):
    """What a tournament is by the countries of its players."""

    NATIONAL = "national"
    INTERCONTINENTAL = "intercontinental"
    """The regulation's word for two countries or more of one continent."""
    INTERNATIONAL = "international"
    UNKNOWN = "unknown"
    """Somebody's country is not known, and it could make the difference."""


_MEMBERS: Final = {
    Continent.AFRICA: (
        "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU"
        " MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW"
    ),
    Continent.AMERICA: (
        "AG AI AR AW BB BL BM BO BQ BR BS BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GT GY HN HT JM KN KY"
        " LC MF MQ MS MX NI PA PE PM PR PY SR SV SX TC TT US UY VC VE VG VI"
    ),
    Continent.ASIA: (
        "AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY"
        " NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE"
    ),
    Continent.EUROPE: (
        "AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC"
        " MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK"
    ),
    Continent.OCEANIA: ("AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS"),
}

CONTINENTS: Final[Mapping[str, Continent]] = MappingProxyType(
    {code: continent for continent, codes in _MEMBERS.items() for code in codes.split()}
)
"""The continent of each country, by its code of ISO 3166-1 (and XK, which has none there)."""


def scope(countries: Iterable[str | None]) -> Scope:
    """What a tournament is by its players' countries; None stands for one whose country nobody knows.

    Two continents make it international whoever the others are. Otherwise one unknown country leaves it open.
    """
    listed = list(countries)
    known = {code for code in listed if code is not None}
    if len({CONTINENTS[code] for code in known}) > 1:
        return Scope.INTERNATIONAL
    if None in listed or not known:
        return Scope.UNKNOWN
    return Scope.NATIONAL if len(known) == 1 else Scope.INTERCONTINENTAL
