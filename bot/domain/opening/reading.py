"""Reading an opening list from a file: a table of a spreadsheet, whatever its signs and letters, or JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Final, TypeVar

from bot.domain.likeness import sound
from bot.domain.opening import cells
from bot.domain.opening.cells import Unfit, Words
from bot.domain.opening.lines import (
    BarLine,
    Column,
    LineFault,
    OpeningColumnMissing,
    OpeningColumnTwice,
    OpeningFile,
    OpeningLine,
    OpeningListEmpty,
    Trouble,
    Won,
)
from bot.domain.opening.name_parts import with_whole_names, without_parts
from bot.domain.opening.tables import read_table
from bot.domain.registry.titles import MasterTitle
from bot.domain.typed_text import NAME_LIMIT, REASON_LIMIT

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
        raise OpeningListEmpty(file=file)
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
        return cells.day(cell, month_first=self._words.month_first)

    def _events(self, cell: str) -> tuple[Won, ...]:
        return cells.championships(cell, month_first=self._words.month_first)

    def _person(self, number: int, of: Filled) -> OpeningLine:
        def get(column: Column, reading: Callable[[str], T]) -> T | None:
            return self._cell(number, column, of, reading)

        return OpeningLine(
            number=number,
            name=self._name(number, of),
            member_id=get(Column.DISCORD, cells.member),
            rating=get(Column.RATING, cells.rating),
            games=self._games(number, of),
            registered_since=get(Column.REGISTERED_SINCE, self._day),
            country=get(Column.COUNTRY, lambda cell: cells.country(cell, self._words)),
            club=get(Column.CLUB, _short),
            accounts=get(Column.ACCOUNTS, cells.accounts) or (),
            masters=self._masters(number, of),
            arbiter=get(Column.ARBITER_TITLE, cells.arbiter),
            arbiter_since=self._only_with(number, of, Column.ARBITER_SINCE, Column.ARBITER_TITLE),
            as_arbiter=self._time_served(number, of),
            refereed=get(Column.REFEREED, cells.whole),
            championships=get(Column.CHAMPIONSHIPS, self._events) or (),
            world_titles=get(Column.WORLD_TITLES, self._events) or (),
            bar=self._bar(number, of),
            office=get(Column.OFFICE, lambda cell: cells.office(cell, self._words)),
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
        return self._cell(number, Column.GAMES, of, cells.whole)

    def _time_served(self, number: int, of: Filled) -> tuple[int, int] | None:
        if Column.TIME_AS_ARBITER in of and Column.ARBITER_TITLE not in of:
            self._fault(number, Column.TIME_AS_ARBITER, Trouble.TIME_WITHOUT_TITLE, of[Column.TIME_AS_ARBITER])
            return None
        return self._cell(number, Column.TIME_AS_ARBITER, of, cells.time_served)

    def _only_with(self, number: int, of: Filled, column: Column, other: Column) -> date | None:
        """A date that says nothing without the title whose date it is."""
        if column in of and other not in of:
            self._fault(number, column, Trouble.DATE_WITHOUT_TITLE, of[column])
            return None
        return self._cell(number, column, of, self._day)

    def _masters(self, number: int, of: Filled) -> tuple[tuple[MasterTitle, date | None], ...]:
        named = self._cell(number, Column.MASTER_TITLE, of, cells.masters) or ()
        days = self._cell(
            number, Column.MASTER_SINCE, of, lambda cell: tuple(self._day(one) for one in cells.parts(cell))
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
