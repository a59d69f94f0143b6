"""What an opening list says line by line, before anybody asks what it means here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from bot.domain.ids import MemberId
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.errors import UserError


class Column(StrEnum):
    """The columns that a list may have, in the order of the template; every list has the first."""

    NAME = "name"
    DISCORD = "discord"
    RATING = "rating"
    GAMES = "games"
    REGISTERED_SINCE = "registered_since"
    COUNTRY = "country"
    CLUB = "club"
    ACCOUNTS = "accounts"
    MASTER_TITLE = "master_title"
    MASTER_SINCE = "master_since"
    ARBITER_TITLE = "arbiter_title"
    ARBITER_SINCE = "arbiter_since"
    TIME_AS_ARBITER = "time_as_arbiter"
    REFEREED = "refereed"
    CHAMPIONSHIPS = "championships"
    WORLD_TITLES = "world_titles"
    BAR_REASON = "bar_reason"
    BAR_SINCE = "bar_since"
    BAR_UNTIL = "bar_until"
    OFFICE = "office"


FREE: Final = frozenset(
    {
        Column.NAME,
        Column.DISCORD,
        Column.RATING,
        Column.GAMES,
        Column.REGISTERED_SINCE,
        Column.COUNTRY,
        Column.CLUB,
        Column.ACCOUNTS,
    }
)
"""What organisers may bring; every other column is for the server's owner or the President."""


class Trouble(StrEnum):
    """What can be wrong with a line."""

    NAME_MISSING = "name_missing"
    TOO_LONG = "too_long"
    MORE_CELLS = "more_cells"
    """More cells than the heading has, as where a decimal comma was taken for the end of a cell."""
    NO_NUMBER = "no_number"
    RATING_RANGE = "rating_range"
    NOT_WHOLE = "not_whole"
    NO_DATE = "no_date"
    DATE_EITHER_WAY = "date_either_way"
    """Day and month could be swapped."""
    IN_THE_FUTURE = "in_the_future"
    NO_COUNTRY = "no_country"
    NO_DISCORD = "no_discord"
    NO_ACCOUNT = "no_account"
    NO_MASTER_TITLE = "no_master_title"
    NO_ARBITER_TITLE = "no_arbiter_title"
    NO_OFFICE = "no_office"
    NO_TIME = "no_time"
    NO_EVENT = "no_event"
    DATES_OF_TITLES = "dates_of_titles"
    """Not as many dates as titles."""
    DATE_WITHOUT_TITLE = "date_without_title"
    TIME_WITHOUT_TITLE = "time_without_title"
    GAMES_WITHOUT_RATING = "games_without_rating"
    BAR_WITHOUT_REASON = "bar_without_reason"
    BAR_BACKWARDS = "bar_backwards"
    BAR_IS_OVER = "bar_is_over"
    ARBITER_AND_MASTER = "arbiter_and_master"
    MEMBER_TWICE = "member_twice"
    PERSON_TWICE = "person_twice"
    """Two lines mean one person, as was said of both."""
    ACCOUNT_TWICE = "account_twice"
    ACCOUNT_HELD = "account_held"
    ACCOUNT_OTHER = "account_other"
    """The person is known by another account there."""
    RATING_STANDS = "rating_stands"
    """An event was rated here, and ratings are put right by hand."""
    OFFICE_TWICE = "office_twice"
    OFFICE_HELD = "office_held"
    OFFICE_WITHOUT_DISCORD = "office_without_discord"
    ARBITER_TITLE_HELD = "arbiter_title_held"
    MASTERS_HELD = "masters_held"
    """An arbiter title would cost the person master titles, and only the own word gives those up."""
    EVENT_TWICE = "event_twice"
    EVENT_HAS_CHAMPION = "event_has_champion"
    EXPELLED = "expelled"
    DECIDED_HERE = "decided_here"
    """A match, a vote, a bar or a correction here has decided it, and no list of the time before says otherwise."""
    BARRED_ALREADY = "barred_already"
    OWN_BAR = "own_bar"
    """Who confirms plays beside the person, or is the person."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line: where, what stands there, and what else the sentence names."""

    line: int
    column: Column | None
    trouble: Trouble
    given: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Won:
    """A championship and the day on which it was won."""

    event: str
    on: date


@dataclass(frozen=True, slots=True)
class BarLine:
    """A bar in force; without `since` from the day of the list, without `until` until further notice."""

    reason: str
    since: date | None = None
    until: date | None = None
    """Its last day."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """One person of the list. `number` counts the lines of the file, its heading included."""

    number: int
    name: str
    member_id: MemberId | None = None
    rating: float | None = None
    games: int | None = None
    registered_since: date | None = None
    country: str | None = None
    club: str | None = None
    accounts: tuple[tuple[str, str], ...] = ()
    """Sites and names."""
    masters: tuple[tuple[MasterTitle, date | None], ...] = ()
    arbiter: ArbiterTitle | None = None
    arbiter_since: date | None = None
    as_arbiter: tuple[int, int] | None = None
    """Months and days."""
    refereed: int | None = None
    championships: tuple[Won, ...] = ()
    world_titles: tuple[Won, ...] = ()
    bar: BarLine | None = None
    office: Office | None = None


@dataclass(frozen=True, slots=True)
class OpeningFile:
    """A file as it was read."""

    lines: tuple[OpeningLine, ...]
    """Those without a fault."""
    faults: tuple[LineFault, ...]
    columns: tuple[Column, ...]
    """In which somebody has something."""
    unread: tuple[str, ...]
    """Headings that mean nothing here."""
    file_hash: str


class OpeningFileUnreadable(UserError):
    """The file is no table: no JSON list of objects, and no CSV text."""

    file: str


class OpeningColumnMissing(UserError):
    """No heading of the file means a name; `found` are the headings that it has."""

    found: str
    example: str


class OpeningColumnTwice(UserError):
    """Two headings of the file mean one column."""

    first: str
    second: str


class OpeningListEmpty(UserError):
    """There is a heading at most, and nobody below it."""

    file: str
