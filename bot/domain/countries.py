"""Countries, their continents, and what a tournament's players make it (AIJE-B01-4).

The five continents are those of the United Nations' M49, so that America is one. A country that lies on two counts
where M49 puts it: Russia in Europe, Turkey and Cyprus in Asia, Egypt in Africa.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


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
