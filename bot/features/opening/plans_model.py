"""Reading an opening list from a file, and what it would do here, line by line, for its asker and who confirms it.

A row that gives standing differs from one that only says who a person is. A row about the sender is signed by a
second person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256
from typing import ClassVar, Final, TypeVar

from bot.features.opening import model
from bot.features.opening.model import (
    FREE,
    BarLine,
    Column,
    OpeningFault,
    OpeningFile,
    OpeningFileUnreadable,
    OpeningLine,
    Trouble,
    Unfit,
    Won,
    Words,
)
from bot.features.registry.titles_model import MasterTitle
from bot.features.signing.model import Signed, Wish
from bot.i18n.names import NAME_LIMIT, REASON_LIMIT, sound
from bot.kernel.errors import RefusedFor
from bot.kernel.files import FileKind
from bot.kernel.promises import Message, Notified, OfGuild
from bot.people.lists_model import (
    HEADING_LENGTH,
    Lines,
    ListPreview,
    RefusedColumn,
    RefusedHeadings,
    Table,
    find_columns,
    read_table,
    tidy,
    with_whole_names,
)
from bot.people.model import ArbiterTitle, Office, Person

# --- reading a file -------------------------------------------------------------------------------------------------


T = TypeVar("T")
Filled = Mapping[Column, str]
"""What stands in the columns of a line, empty cells left out."""


def read(data: bytes, file: str, words: Words) -> OpeningFile:
    """The file line by line, each with its faults; raises a UserError for what is no list at all."""
    read_as = read_table(data, FileKind.OPENING, OpeningFileUnreadable(file=file))
    reading = _PlanReading(with_whole_names(read_as, words.columns, Column.NAME), words)
    lines = tuple(reading.lines())
    if not lines and not reading.faults:
        raise RefusedFor("error.OpeningListEmpty", name=file)
    return OpeningFile(
        lines=lines,
        faults=tuple(reading.faults),
        columns=tuple(one for one in Column if one in reading.filled),
        unread=reading.unread,
        file_hash=sha256(data).hexdigest(),
    )


class _PlanReading(Lines[Column, OpeningFault]):
    """Reads lines one by one, and keeps what is wrong with them."""

    def __init__(self, table: Table, words: Words) -> None:
        columns = find_columns(
            table.headings,
            words.columns,
            Column.NAME,
            lambda first, second: RefusedColumn("error.OpeningColumnTwice", first, second),
            lambda found, example: RefusedHeadings("error.OpeningColumnMissing", found, example),
        )
        super().__init__(table, columns, OpeningFault, Trouble.MORE_CELLS)
        self._words = words

    def lines(self) -> Iterator[OpeningLine]:
        """The lines with which nothing is wrong, empty ones left out."""
        for number, filled in self.rows():
            told = len(self.faults)
            line = self._person(number, filled)
            if len(self.faults) == told:
                yield line

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
        name = tidy(of.get(Column.NAME, ""))
        if not name or not sound(name):
            self.note(number, Column.NAME, Trouble.NAME_MISSING)
        elif len(name) > NAME_LIMIT:
            self.note(number, Column.NAME, Trouble.TOO_LONG, name[:HEADING_LENGTH], str(NAME_LIMIT))
        return name

    def _games(self, number: int, of: Filled) -> int | None:
        if Column.GAMES in of and Column.RATING not in of:
            self.note(number, Column.GAMES, Trouble.GAMES_WITHOUT_RATING, of[Column.GAMES])
            return None
        return self._cell(number, Column.GAMES, of, model.whole)

    def _time_served(self, number: int, of: Filled) -> tuple[int, int] | None:
        if Column.TIME_AS_ARBITER in of and Column.ARBITER_TITLE not in of:
            self.note(number, Column.TIME_AS_ARBITER, Trouble.TIME_WITHOUT_TITLE, of[Column.TIME_AS_ARBITER])
            return None
        return self._cell(number, Column.TIME_AS_ARBITER, of, model.time_served)

    def _only_with(self, number: int, of: Filled, column: Column, other: Column) -> date | None:
        """A date that says nothing without the title whose date it is."""
        if column in of and other not in of:
            self.note(number, column, Trouble.DATE_WITHOUT_TITLE, of[column])
            return None
        return self._cell(number, column, of, self._day)

    def _masters(self, number: int, of: Filled) -> tuple[tuple[MasterTitle, date | None], ...]:
        named = self._cell(number, Column.MASTER_TITLE, of, model.masters) or ()
        days = self._cell(
            number, Column.MASTER_SINCE, of, lambda cell: tuple(self._day(part) for part in model.parts(cell))
        )
        if days and not named and Column.MASTER_TITLE not in of:
            self.note(number, Column.MASTER_SINCE, Trouble.DATE_WITHOUT_TITLE, of[Column.MASTER_SINCE])
        elif days and named and len(days) != len(named):
            self.note(number, Column.MASTER_SINCE, Trouble.DATES_OF_TITLES, of[Column.MASTER_SINCE], str(len(named)))
            return ()
        return tuple(zip(named, days or (None,) * len(named), strict=False))

    def _bar(self, number: int, of: Filled) -> BarLine | None:
        reason = tidy(of.get(Column.BAR_REASON, ""))
        since, until = (self._cell(number, one, of, self._day) for one in (Column.BAR_SINCE, Column.BAR_UNTIL))
        if not reason:
            dated = next((one for one in (Column.BAR_SINCE, Column.BAR_UNTIL) if one in of), None)
            if dated is not None:
                self.note(number, Column.BAR_REASON, Trouble.BAR_WITHOUT_REASON, of[dated])
            return None
        if len(reason) > REASON_LIMIT:
            self.note(number, Column.BAR_REASON, Trouble.TOO_LONG, reason[:HEADING_LENGTH], str(REASON_LIMIT))
        if since and until and until < since:
            self.note(number, Column.BAR_UNTIL, Trouble.BAR_BACKWARDS, of[Column.BAR_UNTIL])
        return BarLine(reason, since, until)

    def _cell(self, number: int, column: Column, of: Filled, reading: Callable[[str], T]) -> T | None:
        """What the reading makes of the cell; None where it is empty, or where something is wrong with it."""
        if column not in of:
            return None
        try:
            return reading(of[column])
        except Unfit as unfit:
            self.note(number, column, unfit.trouble, of[column][:HEADING_LENGTH])
            return None


def _short(cell: str) -> str:
    if len(tidy(cell)) > NAME_LIMIT:
        raise Unfit(Trouble.TOO_LONG)
    return tidy(cell)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningPreview(ListPreview):
    """An opening list as it would come in now."""

    dated_at: datetime
    plans: tuple[LinePlan, ...]
    faults: tuple[OpeningFault, ...]
    columns: tuple[Column, ...]
    """In which the file says something."""
    reserved: tuple[Column, ...]
    """Columns that only the server's owner or the President may bring."""
    may_confirm: bool
    """Whether who looks may bring all of it."""
    closes_at: datetime | None = None
    """When the founding is over, or was; None while its end has not begun."""
    left_out: tuple[Column, ...] = ()
    """What the file says beside that brings nothing, since the founding is over."""
    own_row: bool = False
    """Whether it says something of weight about who looks and sent it, which another has to sign."""

    @property
    def new(self) -> int:
        """People whom the list makes known."""
        return sum(plan.person is None for plan in self.plans)

    @property
    def changed(self) -> int:
        """People who are known, and of whom something changes."""
        return sum(plan.person is not None and bool(plan.changes) for plan in self.plans)

    @property
    def unchanged(self) -> int:
        """People of whom all is known already."""
        return sum(plan.does_nothing for plan in self.plans)

    @property
    def can_be_confirmed(self) -> bool:
        """Whether nothing is left to be put right or asked, and something would come of it."""
        return not self.faults and not self.questions and bool(self.new + self.changed)

    @property
    def ratings(self) -> int:
        """Lines that tell a rating."""
        return sum(plan.line.rating is not None for plan in self.plans)


def reserved_columns(changes: tuple[LineChange, ...] | list[LineChange]) -> tuple[Column, ...]:
    """The columns of these changes that organisers may not bring, in the order of the template."""
    touched = {change.column for change in changes} - FREE
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
        faults=tuple(fault for fault in file.faults if fault.column is None or fault.column in ALWAYS),
        columns=tuple(column for column in file.columns if column in ALWAYS),
    )


def left_out(file: OpeningFile) -> tuple[Column, ...]:
    """The columns of the file that bring nothing any more, in the order of the template."""
    touched = {column for column in file.columns if of_weight(column)}
    return tuple(one for one in Column if one in touched)


# --- what is said ---------------------------------------------------------------------------------------------------


class OfOpeningList(Message):
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


class OpeningListWaits(Message):
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
