"""A table that somebody brings: a spreadsheet's rows, whatever its signs and letters, or the objects of a JSON list."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from bot.domain.file_bounds import BOUNDS, Excess, FileBeyond, FileBounds, FileKind, refuse_lines, refuse_object_text
from bot.domain.opening.lines import OpeningFileUnreadable
from bot.domain.typed_text import speakable

_SIGNS: Final = ";\t,"
_LIKE_THOUSANDS: Final = 3
"""Digits behind a sign."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file with their numbers, below their headings."""

    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_table(data: bytes, file: str, kind: FileKind = FileKind.OPENING) -> Table:
    """The file's cells; raises OpeningFileUnreadable, or FileBeyond for more than anybody would bring of that kind."""
    bounds = BOUNDS[kind]
    bounds.refuse_size(len(data))
    text = speakable(decode(data))
    return _objects(text, file, bounds) if text.lstrip()[:1] in ("[", "{") else _table(text, file, bounds)


def decode(data: bytes) -> str:
    """UTF-8, what a spreadsheet calls Unicode, or else the letters of Windows in the West."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _table(text: str, file: str, bounds: FileBounds) -> Table:
    refuse_lines(text, bounds)
    before, sign = 0, ""
    if text[:4].casefold() == "sep=":
        first, _, text = text.partition("\n")
        before, sign = 1, next((one for one in first[4:5] if one in _SIGNS), "")
    rows = list(_rows(text, file, sign, before))
    while rows and not any(rows[0][1]):
        rows.pop(0)
    return Table(rows[0][1], tuple(rows[1:])) if rows else Table((), ())


def _rows(text: str, file: str, sign: str, before: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign or _sign(text), skipinitialspace=True)
    started = before
    try:
        for row in reader:
            yield started + 1, tuple(one.strip() for one in row)
            started = before + reader.line_num
    except csv.Error:
        # A quote that is never closed runs on to the end of the file, or a cell is longer than any.
        raise OpeningFileUnreadable(file=file) from None


def _sign(text: str) -> str:
    """What stands between cells, by the first line with anything on it; a comma in the last place of doubt."""
    heading = next((line for line in text.splitlines() if line.strip()), "")
    return max(_SIGNS, key=heading.count)


def _objects(text: str, file: str, bounds: FileBounds) -> Table:
    refuse_object_text(text, bounds)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise OpeningFileUnreadable(file=file) from None
    listed = _people_in(found)
    if listed is None:
        raise OpeningFileUnreadable(file=file)
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
