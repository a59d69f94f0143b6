"""Ratings put right by hand, one or a list from a file (AIJE-B01-AI), and a rating for a forgotten player.

Forgotten is a player who was left out when the association moved in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import ClassVar, Final

from bot.features.signing.model import Signed, Wish
from bot.i18n.names import sound
from bot.kernel.ids import GuildId, PersonId
from bot.kernel.promises import Message, Notified
from bot.people.model import Person

# --- ratings put right ----------------------------------------------------------------------------------------------


HIGHEST: Final = 9_999
_HEADS: Final = frozenset(
    {"rating", "ratings", "elo", "pontos", "pontuacao", "puntos", "puntuacion", "punti", "points"}
)
"""What stands over the second column of a table."""
_EMPTY: Final = " ;,\t"
_NUMBER: Final = re.compile(r"[0-9]{1,4}(?:[.,][0-9]{1,6})?")
_THOUSANDS: Final = re.compile(r"([0-9])[. ]([0-9]{3})(?:,([0-9]{1,6}))?")
_THOUSANDS_BY_COMMA: Final = re.compile(r"([0-9]),([0-9]{3})(?:\.([0-9]{1,6}))?")


@dataclass(frozen=True, slots=True)
class RatingAmendment:
    """One rating that was put right by hand; `returned_at` once that was taken back or appealed against."""

    amendment_id: str
    guild_id: GuildId
    person_id: PersonId
    before: float
    after: float
    reason: str
    list_id: str
    """The published list with which the new rating came; those of one act share it."""
    made_by: PersonId
    made_at: datetime
    returned_at: datetime | None = None
    returned_by: PersonId | None = None
    return_reason: str | None = None


@dataclass(frozen=True, slots=True)
class AmendmentView:
    """The same with its people, as everybody reads of it."""

    amendment: RatingAmendment
    person: Person
    made_by: Person
    returned_by: Person | None


@dataclass(frozen=True, slots=True)
class RatingWanted:
    """A person with the rating of the list that holds, and the one that is to come."""

    person: Person
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """What a file would put right, and why; `has_moved` where it is something else than was shown before."""

    wanted: tuple[RatingWanted, ...]
    reason: str
    has_moved: bool = False
    heading: str = ""
    """The line of the file that was taken for its heading."""

    @property
    def seen(self) -> str:
        """By which a press says what its card showed."""
        told = self.reason, [(one.person.person_id, one.before, one.after) for one in self.wanted]
        return sha256(repr(told).encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class WrittenRating:
    """A line of a file: a name or a mention, and the right rating; `rating` None where it cannot be read."""

    line: int
    name: str
    rating: float | None
    given: str


def read_rating(text: str) -> float | None:
    """A rating as people write it, "2050", "2.050,5" or "2,050.5"; None for what is none, or is beyond all measure."""
    given = text.strip()
    split = _THOUSANDS.fullmatch(given) or _THOUSANDS_BY_COMMA.fullmatch(given)
    if split is not None:
        given = f"{split[1]}{split[2]}.{split[3] or '0'}"
    if not _NUMBER.fullmatch(given):
        return None
    rating = float(given.replace(",", "."))
    return rating if 0 < rating <= HIGHEST else None


def read_lines(text: str) -> tuple[WrittenRating, ...]:
    """The lines of a file, a name and a rating each, with a semicolon, a tab or a comma between; a head is left out."""
    return tuple(_lines(text))


def heading_of(text: str) -> str:
    """The first line of a file where it was taken for the heading; else empty."""
    first = next((line for line in text.splitlines() if line.strip(_EMPTY)), "")
    return first.strip() if sound(_parts(first)[1]) in _HEADS else ""


def _lines(text: str) -> Iterator[WrittenRating]:
    head = bool(heading_of(text))
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip(_EMPTY):
            continue
        name, given = _parts(line)
        if not head:
            yield WrittenRating(number, name, read_rating(given), given)
        head = False


def _parts(line: str) -> tuple[str, str]:
    between = next((one for one in ("\t", ";") if one in line), ",")
    name, _, given = line.strip().partition(between)
    return name.strip(' "'), given.strip(' "' + between)


# --- what is said ---------------------------------------------------------------------------------------------------


class RatingsAmended(Message):
    """Ratings were put right by hand, in one act."""

    NOTIFIES = Notified.NOBODY
    list_id: str


class OfAmendment(Message):
    """About one rating that was put right by hand."""

    amendment_id: str


class RatingAmended(OfAmendment):
    """The letter to whose rating it is."""

    NOTIFIES = Notified.READER


class AmendmentReturned(OfAmendment):
    """The rating is as it was before, and what was played since stays counted."""

    NOTIFIES = Notified.READER


# --- a forgotten player ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RatingEntered(Wish):
    """That somebody who is on no list gets a rating, and why."""

    kind: ClassVar[Signed] = Signed.RATING

    person_id: PersonId
    rating: float
    reason: str


@dataclass(frozen=True, slots=True)
class RatingEnteredTold:
    """The same for its card."""

    person: Person
    rating: float
    reason: str
