"""What counts of the time before the first day: facts that an opening list has brought, and no event here can prove."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.ids import PersonId


@dataclass(frozen=True, slots=True)
class TimeAsArbiter:
    """So long somebody had been an arbiter by the day of the list."""

    months: int
    days: int
    dated_at: datetime
    """The day of the list that says so."""


@dataclass(frozen=True, slots=True)
class Victory:
    """An official tournament won (AIJE-B01-6)."""

    event: str
    won_at: datetime


@dataclass(frozen=True, slots=True)
class EarlierFacts:
    """What opening lists say of one person; nothing where they are silent."""

    registered_since: datetime | None = None
    club: str | None = None
    as_arbiter: TimeAsArbiter | None = None
    refereed: int = 0
    """International tournaments followed as an arbiter (AIJE-B01-4)."""
    victories: tuple[Victory, ...] = ()
    """The earliest first."""


NOTHING_EARLIER = EarlierFacts()


def months_before(moment: datetime, months: int) -> datetime:
    """The same day so many calendar months earlier, or the last of a shorter month."""
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, monthrange(year, month + 1)[1]))


def counts_from(since: datetime, served: TimeAsArbiter | None) -> datetime:
    """From when the time as an arbiter counts of who holds the title since then (AIJE-B01-AN).

    What was served before the list counts for who held the title on its day; who takes one later begins anew.
    """
    if served is None or since > served.dated_at:
        return since
    return min(since, months_before(served.dated_at, served.months) - timedelta(days=served.days))


class BroughtKind(StrEnum):
    """What a list brings to where such facts stand."""

    COUNTRY = "country"
    ACCOUNT = "account"
    MASTER_TITLE = "master_title"
    ARBITER_TITLE = "arbiter_title"
    WORLD_TITLE = "world_title"
    OFFICE = "office"
    BAR = "bar"


@dataclass(frozen=True, slots=True)
class Brought:
    """A fact of a person that a list has brought to where such facts stand."""

    person_id: PersonId
    kind: BroughtKind
    what: str
    """The country, the site, the title, the championship, the office or the bar."""
    since: datetime
