"""The bounds of strangers' files, and how the bot and the process that reads them talk to each other.

What reads a file builds objects for each bracket, key and number in it. So these are counted first, in one pass over
the text, and a file beyond its bounds is refused for a price that grows with its length alone. One table has the
bounds of every kind: bytes, depth and counts.

A file within its bounds can still fail to be read: it costs too much, or others are read. Between the processes a
word is one byte for what it is, four for how much follows.
"""

from __future__ import annotations

import re
import struct
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import BinaryIO, Final

from bot.kernel.errors import UserError

# --- bounds of each kind of file ------------------------------------------------------------------------------------


KIB: Final = 1024


class FileKind(StrEnum):
    """What people bring as files."""

    RULEBOOK = "rulebook"
    PROCEDURE = "procedure"
    SERIES = "series"
    """The rules of a series of events."""
    SERIES_RECORD = "series_record"
    """A series with what its events gave, perhaps with their records in it."""
    RECORD = "record"
    REPORT = "report"
    """A tournament report of FIDE (TRF16)."""
    OPENING = "opening"
    """An opening list, as a table or as JSON."""
    SIGN_UPS = "sign_ups"
    """People who are to enter an event."""
    PICTURE = "picture"
    PROOF = "proof"
    """A picture or a text that is to show how a match was played."""
    SHEET = "sheet"
    DECK = "deck"
    RATINGS = "ratings"
    """A list of ratings that are to be put right."""


class Excess(StrEnum):
    """What of a file can be too much."""

    BYTES = "bytes"
    DEPTH = "depth"
    """Levels within one another: brackets, and the dots of a key."""
    ENTRIES = "entries"
    KEYS = "keys"
    KEY_LENGTH = "key_length"
    TEXT_LENGTH = "text_length"
    DIGITS = "digits"
    LINES = "lines"
    LINE_LENGTH = "line_length"
    CONTESTS = "contests"
    ROUNDS = "rounds"
    """Worked out one after the other, each over all before it."""


class FileBeyond(UserError):
    """A file is larger, deeper or fuller than its kind may be; it was not read."""

    what: Excess
    given: int
    limit: int


@dataclass(frozen=True, slots=True)
class FileBounds:
    """The most of everything; a kind that has no such thing counts none of it."""

    size: int
    """Bytes."""
    depth: int = 0
    entries: int = 0
    keys: int = 0
    key_length: int = 0
    text_length: int = 0
    digits: int = 0
    lines: int = 0
    line_length: int = 0

    def refuse_size(self, size: int) -> None:
        """Raises FileBeyond for so many bytes, before they are fetched."""
        _refuse(Excess.BYTES, size, self.size)


_SETTINGS: Final = FileBounds(
    32 * KIB, depth=8, entries=1_500, keys=500, key_length=64, text_length=4_000, digits=20, line_length=8_000
)
BOUNDS: Final[Mapping[FileKind, FileBounds]] = MappingProxyType(
    {
        FileKind.RULEBOOK: _SETTINGS,
        FileKind.PROCEDURE: _SETTINGS,
        FileKind.SERIES: _SETTINGS,
        FileKind.SERIES_RECORD: FileBounds(24 * KIB * KIB, depth=14, entries=1_500_000, text_length=20_000, digits=80),
        FileKind.RECORD: FileBounds(6 * KIB * KIB, depth=12, entries=300_000, text_length=20_000, digits=80),
        FileKind.REPORT: FileBounds(2 * KIB * KIB, lines=10_000, line_length=1_200),
        FileKind.OPENING: FileBounds(
            KIB * KIB, depth=4, entries=60_000, text_length=4_000, digits=25, lines=2_001, line_length=8_000
        ),
        FileKind.SIGN_UPS: FileBounds(
            256 * KIB, depth=4, entries=20_000, text_length=4_000, digits=25, lines=1_025, line_length=8_000
        ),
        FileKind.PICTURE: FileBounds(8 * KIB * KIB),
        FileKind.PROOF: FileBounds(8 * KIB * KIB),
        FileKind.SHEET: FileBounds(16 * KIB, lines=1_000, line_length=8_000),
        FileKind.DECK: FileBounds(120_000, lines=10_000, line_length=2_000),
        FileKind.RATINGS: FileBounds(64 * KIB, lines=2_000, line_length=400),
    }
)
"""The Open's own rulebook has an eighth of the bytes and the keys; an event of 1,024 players a third of a record."""
MOST_CONTESTS: Final = 10_000
"""Contests and results of a record: a Swiss of 2,000 players in ten rounds, read in half of its time."""
MOST_LISTED: Final = 20_000
"""Lines of any list of a record; how many entrants a format takes is said by whoever knows the format."""
_JSON: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]|(?<![0-9])[0-9]{20,}', re.DOTALL)
_TOML: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}+(?!"))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'{1,2}+(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*|[\[\]{}=,\n]|[^\s\"'#\[\]{}=,]+"
)


def refuse_table_text(text: str, bounds: FileBounds) -> None:
    """Raises FileBeyond for a text of TOML."""
    _refuse_lines(text, bounds)
    depth = dots = keys = entries = 0
    for token in _tokens(_TOML, text):
        match token[0]:
            case "[" | "{":
                depth, dots = depth + 1, 0
            case "]" | "}":
                depth = max(depth - 1, 0)
            case "=":
                keys, dots = keys + 1, 0
            case ",":
                entries, dots = entries + 1, 0
            case "\n":
                dots = 0
            case "#":
                continue
            case '"' | "'":
                _refuse(Excess.TEXT_LENGTH, len(token), bounds.text_length)
            case _:
                dots += token.count(".")
                _refuse_word(token, bounds)
        _refuse(Excess.DEPTH, depth + dots, bounds.depth)
    _refuse(Excess.KEYS, keys, bounds.keys)
    _refuse(Excess.ENTRIES, entries, bounds.entries)


def refuse_object_text(text: str, bounds: FileBounds) -> None:
    """Raises FileBeyond for a text of JSON; what is cheapest is counted first."""
    _refuse(Excess.ENTRIES, text.count(",") + text.count("[") + text.count("{"), bounds.entries)
    depth = 0
    for token in _tokens(_JSON, text):
        match token[0]:
            case "[" | "{":
                depth += 1
                _refuse(Excess.DEPTH, depth, bounds.depth)
            case "]" | "}":
                depth -= 1
            case '"':
                _refuse(Excess.TEXT_LENGTH, len(token), bounds.text_length)
            case _:
                _refuse(Excess.DIGITS, len(token), bounds.digits)


def refuse_lines(text: str, bounds: FileBounds) -> None:
    """Raises FileBeyond for a text that is read line by line."""
    _refuse(Excess.LINES, text.count("\n") + text.count("\r") + 1, bounds.lines)
    _refuse_lines(text, bounds)


def _refuse_lines(text: str, bounds: FileBounds) -> None:
    _refuse(Excess.LINE_LENGTH, max(map(len, text.splitlines()), default=0), bounds.line_length)


def _refuse_word(word: str, bounds: FileBounds) -> None:
    """A key's parts, or a number."""
    _refuse(Excess.KEY_LENGTH, max(map(len, word.split("."))), bounds.key_length)
    _refuse(Excess.DIGITS, sum(map(str.isdigit, word)), bounds.digits)


def _refuse(what: Excess, given: int, limit: int) -> None:
    if given > limit:
        raise FileBeyond(what=what, given=given, limit=limit)


def _tokens(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (one[0] for one in pattern.finditer(text))


# --- why a file is not read all the same ----------------------------------------------------------------------------


class FileTooCostly(UserError):
    """Reading computed longer or took more memory than any file may; the process that read was ended."""

    limit: int
    """Seconds of the processor."""
    memory: int
    """MiB."""


class ReadingTooSlow(UserError):
    """The machine had too much to do to read the file in time; the file itself may be harmless."""

    limit: int
    """Seconds by the clock."""


class StillReading(UserError):
    """The person's file before this one is still being read: nobody fills the queue alone."""


class RehearsalsAbsent(UserError):
    """What rehearsing takes is not installed beside the bot."""


class OthersRehearse(UserError):
    """One plays and one waits already."""


class RehearsalTooCostly(UserError):
    """It computed longer or took more memory than any may; the process that played was ended."""

    limit: int
    """Seconds of the processor."""
    memory: int
    """MiB."""


class RehearsalTooSlow(UserError):
    """The machine had too much to do to play it in time."""

    minutes: int
    """By the clock."""


class PlayersOutOfBounds(UserError):
    """The rulebook is rehearsed with another number of players."""

    least: int
    most: int


class BeyondRehearsals(UserError):
    """The rulebook asks for what the invented members cannot play."""


# --- words between the processes ------------------------------------------------------------------------------------


HEADER: Final = struct.Struct(">BI")


class FrameKind(IntEnum):
    """What a frame says: the answer, a refusal, or a sign of life."""

    __said_as__ = "word"

    TASK = 1
    STEP = 2
    """A step begins, and its time."""
    ANSWER = 3
    REFUSED = 4
    TOO_MUCH = 5
    """The system gave no more memory."""
    BROKEN = 6
    """A fault of ours, and where."""


def write(to: BinaryIO, word: FrameKind, told: bytes = b"") -> None:
    """Writes one frame."""
    to.write(HEADER.pack(word, len(told)) + told)
    to.flush()


_BEGINS_FORMULA = re.compile(r"((?:^|[;,|\t\r\n\"])[\s\"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])")
"""A cell that begins so is a formula to a spreadsheet; the country it is set to says which sign parts cells."""


def without_formulas(text: str) -> str:
    """The cell, or a whole CSV file, in which what would be a formula is told to be text wherever a cell begins."""
    return _BEGINS_FORMULA.sub(r"\1'\2", text)


# --- text of files --------------------------------------------------------------------------------------------------


_ZERO: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:u0000|U00000000)")


def without_zero(text: str) -> str:
    """The text of a JSON or TOML file without the character of number zero, as both write it.

    Not every database keeps it, and nobody can see it. As itself neither kind of file may hold it.
    """
    return _ZERO.sub(r"\1", text) if "u0000" in text or "U0000" in text else text


def plain_text(data: bytes) -> str | None:
    """The text of a file as editors save it, old ones of Windows too; None for what is no text."""
    encodings = ("utf-16",) if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            return None if "\0" in text else text
    return None


def decode(data: bytes) -> str:
    """UTF-8, what a spreadsheet calls Unicode, or else the letters of Windows in the West."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
