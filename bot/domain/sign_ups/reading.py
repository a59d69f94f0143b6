"""Reading a list of sign-ups: a table with headings, or a name a line as people paste it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

from bot.domain.entering.accounts import clean_account
from bot.domain.file_bounds import BOUNDS, FileKind, refuse_lines
from bot.domain.ids import MemberId
from bot.domain.likeness import sound
from bot.domain.opening import cells
from bot.domain.opening.cells import Unfit
from bot.domain.opening.lines import OpeningFileUnreadable
from bot.domain.opening.name_parts import with_whole_names, without_parts
from bot.domain.opening.tables import Table, decode, read_table
from bot.domain.sign_ups.lines import (
    SignUpColumn,
    SignUpColumnMissing,
    SignUpColumnTwice,
    SignUpFault,
    SignUpFile,
    SignUpLine,
    SignUpsEmpty,
    SignUpsUnreadable,
    SignUpTrouble,
)
from bot.domain.typed_text import NAME_LIMIT, speakable
from bot.errors import UserError

MOST_NAMED: Final = 12
"""Headings that a refusal repeats."""
_SHOWN: Final = 40
_LONGEST_CLUB: Final = 40
_MENTION: Final = re.compile(r"<@!?\d{15,20}>|(?<!\d)\d{17,20}(?!\d)")
_BULLET: Final = re.compile(r"\A\s*(?:[-*•·–—]\s+|\(?\d{1,4}\s*[.):°º]\s*(?=[^\W\d_]|<)|\(?\d{1,4}\)?\s*[-–—]\s+)")
"""What counts the lines of a pasted list, in front of the name: "1. Ana", "1- Ana", "2 - Bia"; no sign within it."""
_TIGHT: Final = re.compile(r"\A\s*(\d{1,4})[-–—](?=[^\W\d_])")
"""A number and a dash without a space can be a name: they count the lines only where it is the line's own number."""
Headings = Mapping[str, str]
"""Which words mean which column, without accents and capitals (`likeness.sound`)."""
Filled = Mapping[SignUpColumn, str]


def read(data: bytes, file: str, words: Headings) -> SignUpFile:
    """The list line by line, each with its faults; raises a UserError for what is no list at all."""
    BOUNDS[FileKind.SIGN_UPS].refuse_size(len(data))
    text = speakable(decode(data))
    names = _names_alone(text, words)
    read_as = _table(data, file) if names is None else names
    table = with_whole_names(read_as, words, SignUpColumn.NAME) if names is None else names
    named = _columns(table.headings, without_parts(words)) if names is None else {0: SignUpColumn.NAME}
    faults: list[SignUpFault] = []
    lines = tuple(_lines(table, named, faults, plain=names is not None))
    if not lines and not faults:
        raise SignUpsEmpty
    unread = (one.strip()[:_SHOWN] for at, one in enumerate(table.headings) if at not in named and one.strip())
    doubtful = "" if _is_object(text) else _doubtful(read_as, named)
    return SignUpFile(lines, tuple(faults), tuple(unread), sha256(data).hexdigest(), doubtful)


def _doubtful(table: Table, named: Mapping[int, SignUpColumn]) -> str:
    """The line of headings, where a single word of it is one."""
    told = ", ".join(one for one in table.headings if one.strip())
    return told[:_SHOWN] if len(named) == 1 else ""


def _table(data: bytes, file: str) -> Table:
    try:
        return read_table(data, file, FileKind.SIGN_UPS)
    except OpeningFileUnreadable:
        raise SignUpsUnreadable(file=file) from None


def _names_alone(text: str, words: Headings) -> Table | None:
    """The lines as names, where nothing says that they are a table."""
    if any(sign in text for sign in ";\t") or _is_object(text):
        return None
    refuse_lines(text, BOUNDS[FileKind.SIGN_UPS])
    lines = [line.strip().strip('"') for line in text.splitlines()]
    if _has_heading(next(filter(None, lines), ""), words) or any(map(_parts_cells, lines)):
        return None
    names = _without_numbers(lines)
    return Table(("",), tuple((at, (one,)) for at, one in enumerate(names, start=1)))


def _is_object(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{")


def _without_numbers(lines: Iterable[str]) -> Iterator[str]:
    """The names without what counts them."""
    count = 0
    for line in lines:
        count += bool(line)
        tight = _TIGHT.match(line)
        if tight is not None and int(tight[1]) == count:
            yield line[tight.end() :]
        else:
            yield _BULLET.sub("", line)


def _has_heading(first: str, words: Headings) -> bool:
    return not _BULLET.match(first) and any(sound(one) in words for one in first.split(","))


def _parts_cells(line: str) -> bool:
    """Whether a comma parts cells: one between two names of a person has a space behind it."""
    return "," in line.replace(", ", "")


def _columns(headings: Sequence[str], words: Headings) -> Mapping[int, SignUpColumn]:
    """Which heading means which column."""
    found: dict[int, SignUpColumn] = {}
    for at, heading in enumerate(headings):
        name = words.get(sound(heading))
        if name is None:
            continue
        column = SignUpColumn(name)
        if column in found.values():
            first = next(other for other, one in found.items() if one is column)
            raise SignUpColumnTwice(first=headings[first][:_SHOWN], second=heading[:_SHOWN])
        found[at] = column
    if SignUpColumn.NAME not in found.values():
        seen = [one[:_SHOWN] for one in headings if one][:MOST_NAMED]
        raise SignUpColumnMissing(found=", ".join(seen) or "–", example=SignUpColumn.NAME.value)
    return found


def _lines(
    table: Table, named: Mapping[int, SignUpColumn], faults: list[SignUpFault], *, plain: bool
) -> Iterator[SignUpLine]:
    """The lines with which nothing is wrong, empty ones left out; what is wrong goes to `faults`."""
    width = len(table.headings)
    for number, row in table.rows:
        filled = {column: row[at] for at, column in named.items() if at < len(row) and row[at]}
        if not any(row):
            continue
        if len(row) > width and any(row[width:]):
            faults.append(SignUpFault(number, None, SignUpTrouble.MORE_CELLS, str(len(row)), str(width)))
            continue
        wrong = list(_faults(number, filled))
        faults += wrong
        if not wrong:
            yield _line(number, _part_mention(filled) if plain else filled)


def _part_mention(filled: Filled) -> Filled:
    """A line of a pasted list, the mention or the number of somebody's Discord apart from the name."""
    written = filled[SignUpColumn.NAME]
    found = _MENTION.search(written)
    if found is None:
        return filled
    name = " ".join((written[: found.start()] + " " + written[found.end() :]).split()).strip(" ()-–,:")
    return {SignUpColumn.NAME: name, SignUpColumn.DISCORD: found[0]}


def _line(number: int, of: Filled) -> SignUpLine:
    member, user_name = _member(of.get(SignUpColumn.DISCORD, ""))
    return SignUpLine(
        number=number,
        name=_tidy(of.get(SignUpColumn.NAME, "")),
        member_id=member,
        account=of.get(SignUpColumn.ACCOUNT),
        club=_tidy(of.get(SignUpColumn.CLUB, "")) or None,
        seed=cells.whole(of[SignUpColumn.SEED]) if SignUpColumn.SEED in of else None,
        user_name=user_name,
    )


def _member(cell: str) -> tuple[MemberId | None, str | None]:
    """Whom a cell names by number or mention; a user name of Discord finds nobody, and is kept as it is."""
    if not cell:
        return None, None
    try:
        return cells.member(cell), None
    except Unfit:
        return None, cell[:_SHOWN]


def _faults(number: int, of: Filled) -> Iterable[SignUpFault]:
    name, club = _tidy(of.get(SignUpColumn.NAME, "")), _tidy(of.get(SignUpColumn.CLUB, ""))
    account, seed = of.get(SignUpColumn.ACCOUNT), of.get(SignUpColumn.SEED)
    if not sound(name) and _member(of.get(SignUpColumn.DISCORD, ""))[0] is None:
        yield SignUpFault(number, SignUpColumn.NAME, SignUpTrouble.NAME_MISSING)
    for column, text, limit in ((SignUpColumn.NAME, name, NAME_LIMIT), (SignUpColumn.CLUB, club, _LONGEST_CLUB)):
        if len(text) > limit:
            yield SignUpFault(number, column, SignUpTrouble.TOO_LONG, text[:_SHOWN], str(limit))
    if account is not None and not _is_account(account):
        yield SignUpFault(number, SignUpColumn.ACCOUNT, SignUpTrouble.NO_ACCOUNT, account[:_SHOWN])
    if seed is not None and not _is_seed(seed):
        yield SignUpFault(number, SignUpColumn.SEED, SignUpTrouble.NO_SEED, seed[:_SHOWN])


def _is_account(cell: str) -> bool:
    try:
        clean_account(cell)
    except UserError:
        return False
    return True


def _is_seed(cell: str) -> bool:
    try:
        return cells.whole(cell) > 0
    except Unfit:
        return False


def _tidy(cell: str) -> str:
    return " ".join(cell.split())
