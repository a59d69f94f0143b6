"""Reading an opening list from a file, and what it would do here, line by line, for its asker and who confirms it.

A row that gives standing differs from one that only says who a person is. A row about the sender is signed by a
second person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256
from typing import ClassVar, Final, TypeVar

from bot.features.opening import model
from bot.features.opening.model import (
    FREE,
    BarLine,
    Column,
    LineFault,
    OpeningColumnMissing,
    OpeningColumnTwice,
    OpeningFile,
    OpeningLine,
    Trouble,
    Unfit,
    Won,
    Words,
    read_table,
    with_whole_names,
    without_parts,
)
from bot.features.registry.titles_model import MasterTitle
from bot.features.signing.model import Signed, Wish
from bot.i18n.names import NAME_LIMIT, REASON_LIMIT, sound
from bot.kernel.errors import RefusedFor
from bot.kernel.ids import PersonId
from bot.kernel.promises import Notified, OfGuild, Saying
from bot.people.model import ArbiterTitle, Office, Person

# --- reading a file -------------------------------------------------------------------------------------------------


T = TypeVar("T")
MOST_NAMED: Final = 12
"""Headings that a refusal repeats."""
_HEADING_LENGTH: Final = 40
Filled = Mapping[Column, str]
"""What stands in the columns of a line, empty cells left out."""


def read(data: bytes, file: str, words: Words) -> OpeningFile:
    """The file line by line, each with its faults; raises a UserError for what is no list at all."""
    table = with_whole_names(read_table(data, file), words.columns, Column.NAME)
    named = _columns(table.headings, without_parts(words.columns))
    reading = _Reading(words, named, len(table.headings))
    lines = tuple(reading.lines(table.rows))
    if not lines and not reading.faults:
        raise RefusedFor("error.OpeningListEmpty", name=file)
    return OpeningFile(
        lines=lines,
        faults=tuple(reading.faults),
        columns=tuple(one for one in Column if one in reading.filled),
        unread=tuple(_unread(table.headings, named)),
        file_hash=sha256(data).hexdigest(),
    )


def _unread(headings: Sequence[str], named: Mapping[int, Column]) -> Iterator[str]:
    """Headings that mean nothing here."""
    for at, heading in enumerate(headings):
        if at not in named and heading.strip():
            yield heading.strip()[:_HEADING_LENGTH]


def _columns(headings: Sequence[str], words: Mapping[str, str]) -> Mapping[int, Column]:
    """Which heading means which column."""
    found: dict[int, Column] = {}
    for at, heading in enumerate(headings):
        name = words.get(sound(heading))
        if name is None:
            continue
        column = Column(name)
        if column in found.values():
            first = next(other for other, one in found.items() if one is column)
            raise OpeningColumnTwice(first=headings[first][:_HEADING_LENGTH], second=heading[:_HEADING_LENGTH])
        found[at] = column
    if Column.NAME not in found.values():
        seen = [one[:_HEADING_LENGTH] for one in headings if one][:MOST_NAMED]
        raise OpeningColumnMissing(found=", ".join(seen) or "–", example=Column.NAME.value)
    return found


class _Reading:
    """Reads lines one by one, and keeps what is wrong with them."""

    def __init__(self, words: Words, named: Mapping[int, Column], width: int) -> None:
        self._words, self._named, self._width = words, named, width
        self.faults: list[LineFault] = []
        self.filled: set[Column] = set()

    def lines(self, rows: Iterable[tuple[int, Sequence[str]]]) -> Iterator[OpeningLine]:
        """The lines with which nothing is wrong, empty ones left out."""
        for number, row in rows:
            line = self._line(number, row) if any(row) else None
            if line is not None:
                yield line

    def _line(self, number: int, row: Sequence[str]) -> OpeningLine | None:
        """The line, or None where something is wrong with it."""
        told = len(self.faults)
        filled = {column: row[at] for at, column in self._named.items() if at < len(row) and row[at]}
        self.filled |= set(filled)
        if len(row) > self._width and any(row[self._width :]):
            self._fault(number, None, Trouble.MORE_CELLS, str(len(row)), str(self._width))
            return None
        line = self._person(number, filled)
        return line if len(self.faults) == told else None

    def _day(self, cell: str) -> date:
        return model.day(cell, month_first=self._words.month_first)

    def _events(self, cell: str) -> tuple[Won, ...]:
        return model.championships(cell, month_first=self._words.month_first)

    def _person(self, number: int, of: Filled) -> OpeningLine:
        def get(column: Column, reading: Callable[[str], T]) -> T | None:
            return self._cell(number, column, of, reading)

        return OpeningLine(
            number=number,
            name=self._name(number, of),
            member_id=get(Column.DISCORD, model.member),
            rating=get(Column.RATING, model.rating),
            games=self._games(number, of),
            registered_since=get(Column.REGISTERED_SINCE, self._day),
            country=get(Column.COUNTRY, lambda cell: model.country(cell, self._words)),
            club=get(Column.CLUB, _short),
            accounts=get(Column.ACCOUNTS, model.accounts) or (),
            masters=self._masters(number, of),
            arbiter=get(Column.ARBITER_TITLE, model.arbiter),
            arbiter_since=self._only_with(number, of, Column.ARBITER_SINCE, Column.ARBITER_TITLE),
            as_arbiter=self._time_served(number, of),
            refereed=get(Column.REFEREED, model.whole),
            championships=get(Column.CHAMPIONSHIPS, self._events) or (),
            world_titles=get(Column.WORLD_TITLES, self._events) or (),
            bar=self._bar(number, of),
            office=get(Column.OFFICE, lambda cell: model.office(cell, self._words)),
        )

    def _name(self, number: int, of: Filled) -> str:
        name = " ".join(of.get(Column.NAME, "").split())
        if not name or not sound(name):
            self._fault(number, Column.NAME, Trouble.NAME_MISSING)
        elif len(name) > NAME_LIMIT:
            self._fault(number, Column.NAME, Trouble.TOO_LONG, name[:_HEADING_LENGTH], str(NAME_LIMIT))
        return name

    def _games(self, number: int, of: Filled) -> int | None:
        if Column.GAMES in of and Column.RATING not in of:
            self._fault(number, Column.GAMES, Trouble.GAMES_WITHOUT_RATING, of[Column.GAMES])
            return None
        return self._cell(number, Column.GAMES, of, model.whole)

    def _time_served(self, number: int, of: Filled) -> tuple[int, int] | None:
        if Column.TIME_AS_ARBITER in of and Column.ARBITER_TITLE not in of:
            self._fault(number, Column.TIME_AS_ARBITER, Trouble.TIME_WITHOUT_TITLE, of[Column.TIME_AS_ARBITER])
            return None
        return self._cell(number, Column.TIME_AS_ARBITER, of, model.time_served)

    def _only_with(self, number: int, of: Filled, column: Column, other: Column) -> date | None:
        """A date that says nothing without the title whose date it is."""
        if column in of and other not in of:
            self._fault(number, column, Trouble.DATE_WITHOUT_TITLE, of[column])
            return None
        return self._cell(number, column, of, self._day)

    def _masters(self, number: int, of: Filled) -> tuple[tuple[MasterTitle, date | None], ...]:
        named = self._cell(number, Column.MASTER_TITLE, of, model.masters) or ()
        days = self._cell(
            number, Column.MASTER_SINCE, of, lambda cell: tuple(self._day(one) for one in model.parts(cell))
        )
        if days and not named and Column.MASTER_TITLE not in of:
            self._fault(number, Column.MASTER_SINCE, Trouble.DATE_WITHOUT_TITLE, of[Column.MASTER_SINCE])
        elif days and named and len(days) != len(named):
            self._fault(number, Column.MASTER_SINCE, Trouble.DATES_OF_TITLES, of[Column.MASTER_SINCE], str(len(named)))
            return ()
        return tuple(zip(named, days or (None,) * len(named), strict=False))

    def _bar(self, number: int, of: Filled) -> BarLine | None:
        reason = " ".join(of.get(Column.BAR_REASON, "").split())
        since, until = (self._cell(number, one, of, self._day) for one in (Column.BAR_SINCE, Column.BAR_UNTIL))
        if not reason:
            dated = next((one for one in (Column.BAR_SINCE, Column.BAR_UNTIL) if one in of), None)
            if dated is not None:
                self._fault(number, Column.BAR_REASON, Trouble.BAR_WITHOUT_REASON, of[dated])
            return None
        if len(reason) > REASON_LIMIT:
            self._fault(number, Column.BAR_REASON, Trouble.TOO_LONG, reason[:_HEADING_LENGTH], str(REASON_LIMIT))
        if since and until and until < since:
            self._fault(number, Column.BAR_UNTIL, Trouble.BAR_BACKWARDS, of[Column.BAR_UNTIL])
        return BarLine(reason, since, until)

    def _cell(self, number: int, column: Column, of: Filled, reading: Callable[[str], T]) -> T | None:
        """What the reading makes of the cell; None where it is empty, or where something is wrong with it."""
        if column not in of:
            return None
        try:
            return reading(of[column])
        except Unfit as unfit:
            self._fault(number, column, unfit.trouble, of[column][:_HEADING_LENGTH])
            return None

    def _fault(self, number: int, column: Column | None, trouble: Trouble, given: str = "", other: str = "") -> None:
        self.faults.append(LineFault(number, column, trouble, given, other))


def _short(cell: str) -> str:
    tidy = " ".join(cell.split())
    if len(tidy) > NAME_LIMIT:
        raise Unfit(Trouble.TOO_LONG)
    return tidy


# --- what it would do -----------------------------------------------------------------------------------------------


Value = float | int | str | datetime | tuple[int, int] | None
"""A rating, a count, a word, a moment, or months and days; None where there was nothing before."""


@dataclass(frozen=True, slots=True)
class LineChange:
    """What becomes of one thing that is known of a person."""

    column: Column
    after: Value
    before: Value = None
    of: str = ""
    """Which account, title, championship or reason it is about."""
    since: datetime | None = None
    """From when a bar holds; `after` is its end."""


@dataclass(frozen=True, slots=True)
class LinePlan:
    """A line with the person who is meant, and all that it would change; `person` is None for somebody new."""

    line: OpeningLine
    person: Person | None
    changes: tuple[LineChange, ...]

    @property
    def does_nothing(self) -> bool:
        """Whether all of it is known already."""
        return self.person is not None and not self.changes


@dataclass(frozen=True, slots=True)
class WhoIsMeant:
    """A line whose name is asked about: who is known by such a name, and an earlier line with the same one."""

    number: int
    name: str
    alike: tuple[Person, ...]
    twin: int | None = None
    same: PersonId | None = None
    """The one who bears the very name, where nobody else can be meant."""


AT_ONCE: Final = 20
"""Very names that one press confirms."""


def very_names(questions: tuple[WhoIsMeant, ...]) -> tuple[WhoIsMeant, ...]:
    """The next very names, which one press confirms together."""
    return tuple(one for one in questions if one.same is not None)[:AT_ONCE]


def digest_of(some: tuple[WhoIsMeant, ...]) -> str:
    """What tells the very names that a card has shown from others."""
    return sha256(" ".join(f"{one.number}={one.same}" for one in some).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class OpeningPreview:
    """A draft as it would come in now."""

    draft_id: str
    file_name: str
    dated_at: datetime
    plans: tuple[LinePlan, ...]
    faults: tuple[LineFault, ...]
    questions: tuple[WhoIsMeant, ...]
    answered: int
    """Names of which somebody has said who is meant."""
    columns: tuple[Column, ...]
    """In which the file says something."""
    unread: tuple[str, ...]
    reserved: tuple[Column, ...]
    """Columns that only the server's owner or the President may bring."""
    may_confirm: bool
    """Whether who looks may bring all of it."""
    seen: str
    """What tells this preview from another: it is confirmed as it was shown, or not at all."""
    brought_at: datetime | None = None
    """When the very file was brought in before."""
    closes_at: datetime | None = None
    """When the founding is over, or was; None while its end has not begun."""
    left_out: tuple[Column, ...] = ()
    """What the file says beside that brings nothing, since the founding is over."""
    own_row: bool = False
    """Whether it says something of weight about who looks and sent it, which another has to sign."""
    has_moved: bool = False
    """Whether it is shown because something has changed since it was looked at."""

    @property
    def new(self) -> int:
        """People whom the list makes known."""
        return sum(one.person is None for one in self.plans)

    @property
    def changed(self) -> int:
        """People who are known, and of whom something changes."""
        return sum(one.person is not None and bool(one.changes) for one in self.plans)

    @property
    def unchanged(self) -> int:
        """People of whom all is known already."""
        return sum(one.does_nothing for one in self.plans)

    @property
    def can_be_confirmed(self) -> bool:
        """Whether nothing is left to be put right or asked, and something would come of it."""
        return not self.faults and not self.questions and bool(self.new + self.changed)

    @property
    def ratings(self) -> int:
        """Lines that tell a rating."""
        return sum(one.line.rating is not None for one in self.plans)


def reserved_columns(changes: tuple[LineChange, ...] | list[LineChange]) -> tuple[Column, ...]:
    """The columns of these changes that organisers may not bring, in the order of the template."""
    touched = {one.column for one in changes} - FREE
    return tuple(one for one in Column if one in touched)


@dataclass(frozen=True, slots=True)
class OpeningTold:
    """A list that came in, as everybody reads of it."""

    dated_at: datetime
    by: Person
    officers: tuple[tuple[Person, Office | ArbiterTitle | MasterTitle], ...]
    """Who holds what by it."""
    champions: tuple[tuple[Person, str], ...]
    """Who has won which championship of the world."""
    bars: int


# --- what gives standing --------------------------------------------------------------------------------------------


ALWAYS: Final = frozenset({Column.NAME, Column.DISCORD, Column.COUNTRY, Column.CLUB, Column.ACCOUNTS})
"""What lists bring at any time: people, accounts, clubs and countries."""


def of_weight(column: Column) -> bool:
    """Whether it is a rating, a title, an office, a bar, or what counts towards one."""
    return column not in ALWAYS


def without_weight(line: OpeningLine) -> OpeningLine:
    """The line with no more than who somebody is."""
    return OpeningLine(
        line.number, line.name, line.member_id, country=line.country, club=line.club, accounts=line.accounts
    )


def after_founding(file: OpeningFile) -> OpeningFile:
    """The file as it is read once the founding is over."""
    return replace(
        file,
        lines=tuple(map(without_weight, file.lines)),
        faults=tuple(one for one in file.faults if one.column is None or one.column in ALWAYS),
        columns=tuple(one for one in file.columns if one in ALWAYS),
    )


def left_out(file: OpeningFile) -> tuple[Column, ...]:
    """The columns of the file that bring nothing any more, in the order of the template."""
    touched = {one for one in file.columns if of_weight(one)}
    return tuple(one for one in Column if one in touched)


# --- what is said ---------------------------------------------------------------------------------------------------


class OfOpeningList(Saying):
    """A message about a list that came in."""

    list_id: str


class OpeningListBrought(OfOpeningList):
    """To everybody: how many came along, how many were not known before, and how many ratings."""

    NOTIFIES = Notified.NOBODY
    people: int
    new: int
    ratings: int


class OpeningListUndone(OfOpeningList):
    """To everybody: it is taken back as a whole."""

    NOTIFIES = Notified.NOBODY


class FoundingEnds(OfGuild):
    """To everybody, and by letter to the owner and the President: until when lists bring all of it."""

    NOTIFIES = Notified.READER


class OpeningListWaits(Saying):
    """To the server's owner and the President: a list asks for their word."""

    NOTIFIES = Notified.READER
    ASKS_BY = ("opening-open",)

    draft_id: str


# --- rows about the sender ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnRow(Wish):
    """One row of a list about its own sender."""

    kind: ClassVar[Signed] = Signed.OPENING_LIST

    line: str
    """What was read of it, as JSON."""
    file_name: str
    file_hash: str
    dated_at: int
    """The day of the list, in milliseconds."""


@dataclass(frozen=True, slots=True)
class OwnRowTold:
    """What the row would change, for its card."""

    file_name: str
    person: Person
    plan: LinePlan
