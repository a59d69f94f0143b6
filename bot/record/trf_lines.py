"""The lines of FIDE's report by their numbers, of TRF16, of TRF26 and of pairing programs: what becomes of each.

One table. A line that says who plays, how often, against whom or for how many points is read, or it refuses the file;
one that informs is kept or told as not used; a number that does not stand here refuses the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Use(StrEnum):
    """What becomes of a line."""

    READ = "read"
    KEPT = "kept"
    """In the record, and nothing follows from it; told as not used where it cannot be read."""
    TOLD = "told"
    """Information: told in the answer as not used."""
    WHILE_PAIRING = "while_pairing"
    """Changes how rounds to come are paired, in a way not known here: refused while there are any, told afterwards."""
    TEAMS = "teams"
    """Speaks of teams: refused, since a report is read as one of single players."""
    REFUSED = "refused"


PLAYER: Final = "001"
NAME: Final = "012"
BEGAN: Final = "042"
ENDED: Final = "052"
KIND: Final = "092"
ROUNDS: Final = "142"
FIRST_COLOUR: Final = "152"
POINTS: Final = "162"
KIND_CODE: Final = "192"
BYES: Final = "240"
FORBIDDEN: Final = "260"
COMMENT: Final = "###"
NATIONAL: Final = "NRS"
"""Stands for all lines that begin with a federation's three letters: national ratings."""
XX_ROUNDS, XX_CONFIGURATION, XX_AWAY, XX_POINTS, XX_FORBIDDEN = "XXR", "XXC", "XXZ", "XXS", "XXP"

LINES: Final[Mapping[str, Use]] = MappingProxyType(
    {
        PLAYER: Use.READ,
        NAME: Use.READ,
        "013": Use.TEAMS,
        "022": Use.TOLD,
        "032": Use.TOLD,
        BEGAN: Use.KEPT,
        ENDED: Use.KEPT,
        "062": Use.TOLD,
        "072": Use.TOLD,
        "082": Use.TOLD,
        KIND: Use.READ,
        "102": Use.TOLD,
        "112": Use.TOLD,
        "122": Use.TOLD,
        "132": Use.TOLD,
        ROUNDS: Use.READ,
        FIRST_COLOUR: Use.READ,
        POINTS: Use.READ,
        "172": Use.TOLD,
        "182": Use.TOLD,
        KIND_CODE: Use.READ,
        "202": Use.TOLD,
        "212": Use.TOLD,
        "222": Use.TOLD,
        BYES: Use.READ,
        "250": Use.WHILE_PAIRING,
        FORBIDDEN: Use.READ,
        "299": Use.REFUSED,
        "300": Use.TEAMS,
        "310": Use.TEAMS,
        "320": Use.TEAMS,
        "330": Use.TEAMS,
        "352": Use.TEAMS,
        "362": Use.TEAMS,
        "801": Use.TEAMS,
        "802": Use.TEAMS,
        COMMENT: Use.TOLD,
        NATIONAL: Use.TOLD,
        XX_ROUNDS: Use.READ,
        XX_CONFIGURATION: Use.READ,
        XX_AWAY: Use.READ,
        XX_POINTS: Use.READ,
        XX_FORBIDDEN: Use.READ,
        "XXA": Use.WHILE_PAIRING,
        "XXF": Use.REFUSED,
    }
)
UNUSED_COLUMNS: Final[tuple[tuple[int, int], ...]] = ((10, 13), (54, 79), (86, 89))
"""Positions of a player's line, counted from 1, that are told as not used: sex and title, federation, FIDE's number
and the day of birth, the rank."""
_NATIONAL: Final = re.compile(r"[A-Z]{3} +(\d{1,4})(?: |$)")
_ADDED: Final = ("XX", "BB")
"""How lines begin that pairing programs have added."""


def code_of(line: str) -> str | None:
    """The number under which the table has the line, or None where it has none."""
    code = line[:3]
    if code == COMMENT:
        return COMMENT
    if line[3:4].strip():
        return None
    if code in LINES and code != NATIONAL:
        return code
    return NATIONAL if not code.startswith(_ADDED) and _NATIONAL.match(line) else None


def national_number(line: str) -> int:
    """The player of whom a national line speaks."""
    found = _NATIONAL.match(line)
    return int(found[1]) if found else 0
