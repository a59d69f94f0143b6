"""A list of people that comes in: its table read from any file, what is wrong with it, whom it means, how it waits.

A table is a spreadsheet's rows, whatever its signs and letters, or the objects of a JSON list. First and last name in
two columns are joined as they stand. A name proves nothing, so the asker is shown who can be meant by it.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Final, Generic, Protocol, TypeVar, cast

from bot.i18n.names import sound, speakable
from bot.kernel.errors import Outdated, Refused, UserError
from bot.kernel.files import BOUNDS, Excess, FileBeyond, FileBounds, FileKind, decode, refuse_lines, refuse_object_text
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.people.model import Person

# --- tables ---------------------------------------------------------------------------------------------------------


_SIGNS: Final = ";\t,"
_LIKE_THOUSANDS: Final = 3
"""Digits behind a sign."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file with their numbers, below their headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_table(data: bytes, kind: FileKind, unreadable: UserError) -> Table:
    """The file's cells; raises what is given for no table, or FileBeyond for more than anybody would bring."""
    bounds = BOUNDS[kind]
    bounds.refuse_size(len(data))
    text = speakable(decode(data))
    return _objects(text, bounds, unreadable) if is_object(text) else _table(text, bounds, unreadable)


def is_object(text: str) -> bool:
    """Whether the text is JSON, and no table."""
    return text.lstrip()[:1] in ("[", "{")


def _table(text: str, bounds: FileBounds, unreadable: UserError) -> Table:
    refuse_lines(text, bounds)
    before, sign = 0, ""
    if text[:4].casefold() == "sep=":
        first, _, text = text.partition("\n")
        before, sign = 1, next((one for one in first[4:5] if one in _SIGNS), "")
    rows = list(_rows(text, sign, before, unreadable))
    while rows and not any(rows[0][1]):
        rows.pop(0)
    return Table(rows[0][1], tuple(rows[1:])) if rows else Table((), ())


def _rows(text: str, sign: str, before: int, unreadable: UserError) -> Iterator[tuple[int, tuple[str, ...]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign or _sign(text), skipinitialspace=True)
    started = before
    try:
        for row in reader:
            yield started + 1, tuple(one.strip() for one in row)
            started = before + reader.line_num
    except csv.Error:
        # A quote that is never closed runs on to the end of the file, or a cell is longer than any.
        raise unreadable from None


def _sign(text: str) -> str:
    """What stands between cells, by the first line with anything on it; a comma in the last place of doubt."""
    heading = next((line for line in text.splitlines() if line.strip()), "")
    return max(_SIGNS, key=heading.count)


def _objects(text: str, bounds: FileBounds, unreadable: UserError) -> Table:
    refuse_object_text(text, bounds)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise unreadable from None
    listed = _people_in(found)
    if listed is None:
        raise unreadable
    if len(listed) >= bounds.lines:
        raise FileBeyond(what=Excess.LINES, given=len(listed), limit=bounds.lines)
    headings = tuple(dict.fromkeys(str(key) for one in listed for key in one))
    rows = tuple((at, _of_object(one, headings)) for at, one in enumerate(listed, start=1))
    return Table(tuple(map(speakable, headings)), rows)


def _people_in(found: object) -> list[dict[str, object]] | None:
    """The list, whether it stands alone or under a name of its own; None where there is none."""
    if isinstance(found, dict) and len(found) == 1:
        found = next(iter(found.values()))
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        return None
    return found


def _of_object(one: Mapping[str, object], headings: Sequence[str]) -> tuple[str, ...]:
    return tuple(_of_value(one.get(heading)) for heading in headings)


def _of_value(value: object) -> str:
    match value:
        case None | False:
            return ""
        case list():
            return " | ".join(_of_value(one) for one in cast("list[object]", value))
        case dict():
            told = cast("dict[str, object]", value)
            return " | ".join(f"{speakable(site)}: {_of_value(name)}" for site, name in told.items())
        case float():
            return _of_number(value)
        case int():
            return str(value)
        case _:
            # An escape in the file may stand for what was cleaned away where it was written out.
            return speakable(str(value)).strip()


def _of_number(value: float) -> str:
    """The number with its decimals; three of them get a nought, since in a cell they would be read as thousands."""
    whole, _, decimals = f"{value:f}".partition(".")
    told = decimals.rstrip("0")
    padded = f"{told}0" if len(told) == _LIKE_THOUSANDS else told
    return f"{whole}.{padded}" if padded else whole


# --- names in two columns -------------------------------------------------------------------------------------------


class NamePart(StrEnum):
    """The columns that hold a part of the name."""

    FIRST = "first_name"
    LAST = "last_name"


def with_whole_names(table: Table, words: Mapping[str, str], name: str) -> Table:
    """The table with the parts of names in the one column `name`, in the order of their columns.

    `words` say which heading means which column. A heading of a name beside one part holds the other part, as programs
    write it; beside both it holds the whole, and the parts are left as columns that nobody reads.
    """
    meant = [words.get(sound(heading)) for heading in table.headings]
    parts = [at for at, one in enumerate(meant) if one in set(NamePart)]
    has_whole = name in meant and {*NamePart} <= {*meant}
    if not parts or has_whole:
        return table
    joined = sorted([*parts, *(at for at, one in enumerate(meant) if one == name)])
    headings = tuple(_cells_of(table.headings, joined, name))
    rows = tuple((number, tuple(_cells_of(row, joined, _whole(row, joined)))) for number, row in table.rows)
    return replace(table, headings=headings, rows=rows)


def _whole(row: Sequence[str], joined: Sequence[int]) -> str:
    """The parts one after the other; one that a longer one holds already is not told twice."""
    cells = [row[at] for at in joined if at < len(row) and row[at]]
    spoken = [set(sound(cell).split()) for cell in cells]
    return " ".join(one for one, own in zip(cells, spoken, strict=True) if not any(own < other for other in spoken))


def _cells_of(row: Sequence[str], joined: Sequence[int], whole: str) -> Iterator[str]:
    """The row with the whole in the first of the joined columns, and the others empty."""
    for at in range(max(len(row), joined[0] + 1)):
        if at == joined[0]:
            yield whole
        else:
            yield "" if at in joined or at >= len(row) else row[at]


# --- columns and lines ----------------------------------------------------------------------------------------------


HEADING_LENGTH: Final = 40
"""Characters of a heading or a cell that are told again."""
MOST_NAMED: Final = 12
"""Headings that a refusal repeats."""
C = TypeVar("C", bound=StrEnum)
"""The columns that a kind of list may have."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line: where, what stands there, and what else the sentence names."""

    line: int
    column: StrEnum | None
    trouble: StrEnum
    given: str = ""
    other: str = ""


F = TypeVar("F", bound=LineFault)


class RefusedHeadings(Refused):
    """No heading means a name; `found` are the headings that there are."""

    found: str
    example: str


class RefusedColumn(Refused):
    """Two headings mean one column."""

    first: str
    second: str


def find_columns(
    headings: Sequence[str],
    words: Mapping[str, str],
    name: C,
    twice: Callable[[str, str], RefusedColumn],
    missing: Callable[[str, str], RefusedHeadings],
) -> Mapping[int, C]:
    """Which heading means which column; raises what is given where two mean one, or none means a name."""
    alone = {word: type(name)(column) for word, column in words.items() if column not in set(NamePart)}
    found: dict[C, int] = {}
    for at, heading in enumerate(headings):
        column = alone.get(sound(heading))
        if column in found:
            raise twice(headings[found[column]][:HEADING_LENGTH], heading[:HEADING_LENGTH])
        if column is not None:
            found[column] = at
    if name not in found:
        raise missing(_list_headings(headings), name.value)
    return {at: column for column, at in found.items()}


def _list_headings(headings: Sequence[str]) -> str:
    return ", ".join([heading[:HEADING_LENGTH] for heading in headings if heading][:MOST_NAMED]) or "–"


class Lines(Generic[C, F]):
    """Reads the rows of a table by their columns, and keeps what is wrong with them."""

    def __init__(self, table: Table, columns: Mapping[int, C], fault: Callable[..., F], more_cells: StrEnum) -> None:
        self.columns = columns
        self._table, self._fault, self._more_cells = table, fault, more_cells
        self.faults: list[F] = []
        self.filled: set[C] = set()
        """Columns in which somebody has something."""

    @property
    def unread(self) -> tuple[str, ...]:
        """Headings that mean nothing here."""
        told = enumerate(self._table.headings)
        return tuple(one.strip()[:HEADING_LENGTH] for at, one in told if at not in self.columns and one.strip())

    def rows(self) -> Iterator[tuple[int, Mapping[C, str]]]:
        """What stands in the columns of each line, empty cells and empty lines left out."""
        width = len(self._table.headings)
        for number, row in self._table.rows:
            filled = {column: row[at] for at, column in self.columns.items() if at < len(row) and row[at]}
            self.filled |= set(filled)
            if any(row[width:]):
                self.note(number, None, self._more_cells, str(len(row)), str(width))
            elif any(row):
                yield number, filled

    def note(self, number: int, column: C | None, trouble: StrEnum, given: str = "", other: str = "") -> None:
        """Notes what is wrong with a line."""
        self.faults.append(self._fault(number, column, trouble, given, other))


def tidy(cell: str) -> str:
    """The cell with single spaces."""
    return " ".join(cell.split())


MOST_COUNTED: Final = 100_000
"""Of games, tournaments, seeds: more is a slip."""
_SPACES: Final = re.compile(r"[\s'’]+")
_PLAIN: Final = re.compile(r"\d+(?:[.,]\d*)?|[.,]\d+")
_GROUPED: Final = re.compile(r"\d{1,3}(?:(?P<group>[.,])\d{3})(?:(?P=group)\d{3})*(?:(?!(?P=group))[.,]\d*)?")
_MEMBER: Final = re.compile(r"<@!?(\d{15,20})>|(\d{15,20})")


def number_in(cell: str) -> float | None:
    """A number with a point or a comma before its decimals, and signs between thousands: "2050,5", "2.050,5".

    A single sign with three digits behind it parts thousands, as in "2.050". None for what is no number.
    """
    bare = _SPACES.sub("", cell)
    if grouped := _GROUPED.fullmatch(bare):
        bare = bare.replace(grouped["group"], "")
    return float(bare.replace(",", ".")) if _PLAIN.fullmatch(bare) else None


def member_in(cell: str) -> MemberId | None:
    """Somebody's Discord, by the mention or the number; None for anything else."""
    found = _MEMBER.fullmatch(cell.strip())
    return None if found is None or int(found[1] or found[2]) >= 2**63 else MemberId(int(found[1] or found[2]))


# --- who is meant ---------------------------------------------------------------------------------------------------


class NamedLine(Protocol):
    """A line of a list that says who somebody is."""

    @property
    def number(self) -> int:
        """Where it stands in its file."""
        ...

    @property
    def name(self) -> str:
        """As it was written."""
        ...

    @property
    def member_id(self) -> MemberId | None:
        """Whose Discord it tells, if it does."""
        ...


@dataclass(frozen=True, slots=True)
class WhoIsMeant:
    """A line whose name is asked about: who is known by such a name, and an earlier line with the same one."""

    number: int
    name: str
    alike: tuple[Person, ...]
    twin: int | None = None
    same: PersonId | None = None
    """The one who bears the very name, where nobody else can be meant."""


Questions = tuple[WhoIsMeant, ...]
Answers = Mapping[int, PersonId | None]
"""Who is meant by which line, None for somebody new."""


@dataclass(frozen=True, slots=True)
class Meant:
    """Who is meant by each line, by its number (None for somebody new), and what has to be asked first."""

    people: Mapping[int, Person | None]
    questions: Questions
    answered: int


AT_ONCE: Final = 20
"""Very names that one press confirms."""
ASKED_AT_ONCE: Final = 3
"""Other names that a card asks about, each by itself."""


def very_names(questions: Questions) -> Questions:
    """The next very names, which one press confirms together."""
    return tuple(question for question in questions if question.same is not None)[:AT_ONCE]


def digest_of(some: Questions) -> str:
    """What tells the very names that a card has shown from others."""
    return digest((one.number, one.same) for one in some)


def digest(same: Iterable[tuple[int | str, PersonId | None]]) -> str:
    """A fingerprint of whom names mean, by what they are known by."""
    return sha256(" ".join(f"{name}={person}" for name, person in same).encode()).hexdigest()[:12]


def each_once(questions: Sequence[WhoIsMeant]) -> Iterator[WhoIsMeant]:
    """Where two lines can mean the one who bears their name, each is asked about by itself."""
    often = [question.same for question in questions]
    for question in questions:
        doubtful = question.same is not None and often.count(question.same) > 1
        yield replace(question, same=None) if doubtful else question


class Said(Protocol):
    """What the asker says of the names that are asked about."""

    def among(self, questions: Questions) -> Answers:
        """Who is meant by which line; raises Outdated where that was not asked."""
        ...


@dataclass(frozen=True, slots=True)
class LineMeans:
    """One of those whom a line's name looks like is meant, or somebody new."""

    number: int
    person_id: PersonId | None

    def among(self, questions: Questions) -> Answers:
        """The person, as far as the question named them."""
        asked = next((question for question in questions if question.number == self.number), None)
        if asked is None or self.person_id not in {None, *(one.person_id for one in asked.alike)}:
            raise Outdated
        return {self.number: self.person_id}


@dataclass(frozen=True, slots=True)
class AllSame:
    """All the very names that the card showed are who bears them here."""

    shown: str

    def among(self, questions: Questions) -> Answers:
        """Who bears them; raises Outdated where the card showed others."""
        same = very_names(questions)
        if not same or digest_of(same) != self.shown:
            raise Outdated
        return {one.number: one.same for one in same}


@dataclass(frozen=True, slots=True)
class SomeNew:
    """Of these very names somebody new is meant, not who bears them here."""

    numbers: Collection[int]

    def among(self, questions: Questions) -> Answers:
        """Somebody new, for each of them that is asked about."""
        return dict.fromkeys(sorted({question.number for question in questions} & set(self.numbers)))


# --- how it waits ---------------------------------------------------------------------------------------------------


FILE_NAME_LIMIT: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDraft:
    """A list as its asker sent it in, until it is confirmed."""

    draft_id: str
    guild_id: GuildId
    person_id: PersonId
    file_name: str
    file_hash: str
    content: str
    """What was read of it, as text."""
    drafted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPreview:
    """A list as it would come in now."""

    draft_id: str
    file_name: str
    faults: Sequence[LineFault]
    questions: Questions
    answered: int
    """Names of which somebody has said who is meant."""
    unread: tuple[str, ...]
    """Headings that mean nothing here."""
    seen: str
    """What tells this preview from another: it is confirmed as it was shown, or not at all."""
    brought_at: datetime | None = None
    """When the very file was brought in before."""
    has_moved: bool = False
    """Whether it is shown because something has changed since it was looked at."""

    @property
    def is_settled(self) -> bool:
        """Whether nothing of it wants a second look."""
        return not (self.faults or self.questions or self.has_moved)
