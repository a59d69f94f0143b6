"""The words by which people name days and hours, in every language at once, without case and accents.

Whoever writes Portuguese in an English Discord is understood too. A phrase stands for more than its words; the longest
one that fits counts. What means nothing for the moment ("at", "alle", "-feira") is listed as well, since a word that
stands nowhere is asked back.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Final, NamedTuple


class Weekday(StrEnum):
    """The days of the week, as `datetime.weekday` counts them."""

    MONDAY = "monday"
    TUESDAY = "tuesday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"
    SATURDAY = "saturday"
    SUNDAY = "sunday"


class Half(Enum):
    """Which part of the day an hour belongs to."""

    AM = auto()
    PM = auto()
    MORNING = auto()
    AFTERNOON = auto()
    EVENING = auto()


class Day(NamedTuple):
    """So many days from today."""

    ahead: int


class Named(NamedTuple):
    """A day of the week; Monday is 0."""

    weekday: int


class Month(NamedTuple):
    """A month by its name; January is 1."""

    number: int


class Clock(NamedTuple):
    """What the clocks show. `half` is None where none was said."""

    hour: int
    minute: int
    half: Half | None = None


@dataclass(frozen=True, slots=True)
class Mar:
    """Tuesday in Spanish and Italian; with a day's number beside it March, in every language."""


@dataclass(frozen=True, slots=True)
class Next:
    """The weekday is not today's."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Today, in the evening."""


Meaning = Day | Named | Month | Mar | Clock | Next | Evening | Half | None
"""None of what says nothing about the moment."""

_DAYS: Final = {
    0: "today|hoje|hoy|oggi",
    1: "tomorrow|tmrw|amanha|manana|domani",
    2: "the day after tomorrow|day after tomorrow|depois de amanha|pasado manana|dopodomani|dopo domani",
}
_WEEK: Final = (
    "monday|mon|segunda feira|segunda|seg|lunes|lun|lunedi",
    "tuesday|tue|tues|terca feira|terca|ter|martes|martedi",
    "wednesday|wed|quarta feira|quarta|qua|miercoles|mie|mercoledi|mer",
    "thursday|thu|thur|thurs|quinta feira|quinta|qui|jueves|jue|giovedi|gio",
    "friday|fri|sexta feira|sexta|sex|viernes|vie|venerdi|ven",
    "saturday|sat|sabado|sab|sabato",
    "sunday|sun|domingo|dom|domenica",
)
_MAR: Final = "mar"
_MONTHS: Final = (
    "january|jan|janeiro|enero|ene|gennaio|gen",
    "february|feb|fevereiro|fev|febrero|febbraio",
    "march|marco|marzo",
    "april|apr|abril|abr|aprile",
    "may|maio|mai|mayo|maggio|mag",
    "june|jun|junho|junio|giugno|giu",
    "july|jul|julho|julio|luglio|lug",
    "august|aug|agosto|ago",
    "september|sep|sept|setembro|set|septiembre|setiembre|settembre",
    "october|oct|outubro|out|octubre|ottobre|ott",
    "november|nov|novembro|noviembre|novembre",
    "december|dec|dezembro|dez|diciembre|dic|dicembre",
)
_HALVES: Final = {
    Half.MORNING: "in the morning|da manha|de manha|pela manha|de la manana|por la manana|en la manana|a la manana"
    "|di mattina|del mattino|della mattina|mattina|morning|manha",
    Half.AFTERNOON: "in the afternoon|afternoon|da tarde|de tarde|a tarde|de la tarde|por la tarde|en la tarde|tarde"
    "|del pomeriggio|di pomeriggio|pomeriggio",
    Half.EVENING: "in the evening|at night|evening|night|da noite|de noite|a noite|noite|de la noche|por la noche"
    "|en la noche|noche|di sera|della sera|alla sera|sera|di notte|notte",
}
_TONIGHT: Final = (
    "tonight|this evening|hoje a noite|hoje de noite|esta noite|esta noche|hoy a la noche|hoy por la noche"
    "|stasera|questa sera|oggi sera"
)
_NOON: Final = "noon|midday|meio dia|ao meio dia|mediodia|al mediodia|mezzogiorno|a mezzogiorno"
_NEXT: Final = "next|proximo|proxima|que vem|que viene|prossimo|prossima"
_NOTHING: Final = (
    "at|on|the|of|o clock|oclock|this|a|as|ao|aos|o|no|na|em|de|da|do|dia|feira|hora|horas|esta|este|nesta|neste|pelas"
    "|el|la|las|los|a las|a la|del|en|hs|hrs|il|lo|le|alle|all|ore|ora|di|dell|questo|questa|giorno|per|e|y|and|um|una"
    "|st|nd|rd|th|para|por|for|um|uma|un"
)


def plain(text: str) -> str:
    """The text in small letters, without accents, apostrophes and the marks that only part words."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"['’,;!]|(?<=[a-z])-(?=[a-z])", " ", bare).split())


def _spread(said: str, meaning: Meaning) -> dict[str, Meaning]:
    return dict.fromkeys(said.split("|"), meaning)


def _vocabulary() -> dict[str, Meaning]:
    known = _spread(_NOTHING, None)
    for ahead, said in _DAYS.items():
        known |= _spread(said, Day(ahead))
    for number, said in enumerate(_MONTHS, 1):
        known |= _spread(said, Month(number))
    for weekday, said in enumerate(_WEEK):
        known |= _spread(said, Named(weekday))
    for half, said in _HALVES.items():
        known |= _spread(said, half)
    known |= _spread(_TONIGHT, Evening()) | _spread(_NOON, Clock(12, 0))
    return known | _spread(_NEXT, Next()) | _spread(_MAR, Mar())


VOCABULARY: Final = _vocabulary()
"""What each word or phrase means."""
_LONGEST_FIRST: Final = sorted(VOCABULARY, key=len, reverse=True)
PHRASE: Final = re.compile(rf"(?:{'|'.join(map(re.escape, _LONGEST_FIRST))})(?![^\W\d_])")
"""The longest known phrase at a place; a letter behind it makes it another word."""


def completions(begun: str) -> tuple[str, ...]:
    """A word for each meaning that the letters may become, when they are at least two."""
    found: dict[str, str] = {}
    for word in sorted(VOCABULARY, key=len):
        if len(begun) > 1 and word.startswith(begun) and isinstance(VOCABULARY[word], Day | Named | Evening):
            found.setdefault(repr(VOCABULARY[word]), word)
    return tuple(found.values())
