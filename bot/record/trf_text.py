"""The text of a report becomes its players and its other lines, or the first line that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from bot.domain.events.records import Unused
from bot.domain.file_bounds import BOUNDS, FileKind, refuse_lines
from bot.domain.opening.tables import decode
from bot.record.errors import Fault, FaultCode
from bot.record.trf_lines import LINES, NATIONAL, PLAYER, UNUSED_COLUMNS, Use, code_of, national_number

GIVEN: Final = 20
_FIRST_ROUND: Final = 91
_ROUND_WIDTH: Final = 10
_GAPS: Final = (3, 8, 13, 47, 52, 79, 84, 89, 90)
"""Columns of a player's line, counted from 0, that part others; what stands there has slipped out of its own."""
_GAPS_OF_A_CELL: Final = (4, 6, 8, 9)
_CODE: Final = 7
"""Where in a round its code stands."""
_ALIKE: Final = str.maketrans("WDL", "1=0")
"""Games that are not rated count like others; that they are not is told as not used."""
_WITHOUT_OPPONENT: Final = str.maketrans("1=0-", "FHZZ")
"""Older programs tell a bye by what it was worth."""
_CODES: Final = frozenset("10=+-HFUZ ")
_BYES: Final = frozenset("HFUZ")
_POINTS: Final = re.compile(r"\d{1,3}(\.\d{1,2})?", re.ASCII)


class WrongLine(Exception):
    """A line that cannot be read, or does not follow from the games."""

    def __init__(self, line: int, given: str, wanted: str = "", code: FaultCode = FaultCode.NOT_A_TRF) -> None:
        super().__init__(line)
        self.fault = Fault(str(line), code, given[:GIVEN].strip(), wanted)


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player: the opponent's number or 0, the colour or nothing, the code."""

    opponent: int
    colour: str
    code: str


@dataclass(frozen=True, slots=True)
class Player:
    """A line of a player."""

    line: int
    number: int
    name: str
    rating: int | None
    cells: tuple[Cell | None, ...]
    points: Fraction | None
    """What the report says of them; None where the columns are empty."""

    def at(self, index: int) -> Cell | None:
        """What the line says of a round, counted from 0."""
        return self.cells[index] if index < len(self.cells) else None


Players = Mapping[int, Player]


@dataclass(frozen=True, slots=True)
class Line:
    """A line that speaks of the event."""

    at: int
    code: str
    text: str

    @property
    def given(self) -> str:
        """As a fault repeats it."""
        return f"{self.code} {self.text}"[:GIVEN]

    def wrong(self, code: FaultCode = FaultCode.NOT_A_TRF, wanted: str = "", given: str | None = None) -> WrongLine:
        """The exception that names this line."""
        return WrongLine(self.at, self.given if given is None else given, wanted, code)

    def numbers(self, players: Players, listed: str | None = None) -> list[int]:
        """The players that it lists; raises WrongLine for anything else."""
        words = (self.text if listed is None else listed).split()
        if not words or not all(one.isdecimal() and int(one) in players for one in words):
            raise self.wrong()
        numbers = [int(one) for one in words]
        if len(set(numbers)) < len(numbers):
            raise self.wrong()
        return numbers


@dataclass(slots=True)
class Report:
    """A report line by line."""

    players: dict[int, Player] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    unused: list[Unused] = field(default_factory=list)
    """What is told as not used."""

    def of(self, *codes: str) -> list[Line]:
        """The lines of these numbers that say anything, in the order of the file."""
        return [one for one in self.lines if one.code in codes and one.text]

    def leave(self, line: Line) -> None:
        """Tells the line as not used."""
        self.unused.append(Unused(line.at, line.code, line.text))


def looks_like_report(source: bytes) -> bool:
    """Whether a line of a report stands at the beginning, perhaps behind comments, and no object."""
    text = decode(source[:4096]).lstrip()
    return text[:1] not in ("{", "[") and any(_begins_like_report(one) for one in text.splitlines())


def _begins_like_report(line: str) -> bool:
    return re.match(r"(?:\d{3}|XX.|BB.|###)(?:\s|#|$)", line) is not None


def parse(source: str | bytes) -> Report:
    """The report line by line; raises FileBeyond and WrongLine."""
    text = source.removeprefix("\ufeff") if isinstance(source, str) else _decode_report(source)
    refuse_lines(text, BOUNDS[FileKind.REPORT])
    report = Report()
    for at, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            _take(report, at, line.expandtabs().rstrip())
    if not report.players:
        raise WrongLine(1, text)
    _refuse_strange_nationals(report)
    return report


def _decode_report(source: bytes) -> str:
    BOUNDS[FileKind.REPORT].refuse_size(len(source))
    return decode(source)


def _take(report: Report, at: int, line: str) -> None:
    code = code_of(line)
    use = Use.REFUSED if code is None else LINES[code]
    if code is None or use is Use.REFUSED:
        raise WrongLine(at, line, code=FaultCode.REPORT_LINE)
    if use is Use.TEAMS:
        raise WrongLine(at, line, code=FaultCode.REPORT_TEAMS)
    if code == PLAYER:
        player = _player(at, line)
        if player.number in report.players:
            raise WrongLine(at, line)
        report.players[player.number] = player
        report.unused += _unused_columns(at, line)
        return
    told = Line(at, code, line if code == NATIONAL else line[3:].strip())
    report.lines.append(told)
    if use is Use.TOLD and told.text:
        report.leave(told)


def _refuse_strange_nationals(report: Report) -> None:
    """A national line of nobody in the report is no line that anybody knows."""
    for line in report.of(NATIONAL):
        if national_number(line.text) not in report.players:
            raise WrongLine(line.at, line.text, code=FaultCode.REPORT_LINE)


def _unused_columns(at: int, line: str) -> Iterator[Unused]:
    for first, last in UNUSED_COLUMNS:
        if told := line[first - 1 : last].strip():
            yield Unused(at, f"{PLAYER} {first}-{last}", told)
    codes = line[_FIRST_ROUND + _CODE :: _ROUND_WIDTH].upper()
    if told := "".join(one for one in "WDL" if one in codes):
        yield Unused(at, f"{PLAYER} W/D/L", told)


def _player(at: int, line: str) -> Player:
    number = line[4:8].strip()
    slipped = any(line[gap : gap + 1].strip() for gap in _GAPS)
    if slipped or not number.isdecimal() or int(number) == 0 or not line[14:47].strip():
        raise WrongLine(at, line)
    cells = [_cell(at, line[begin : begin + _ROUND_WIDTH]) for begin in range(_FIRST_ROUND, len(line), _ROUND_WIDTH)]
    return Player(
        at, int(number), line[14:47].strip(), _rating(at, line[48:52]), tuple(cells), _points(at, line[80:84])
    )


def _rating(at: int, text: str) -> int | None:
    """None where the columns are empty, or hold the nought of other programs."""
    told = text.strip() or "0"
    if not told.isdecimal():
        raise WrongLine(at, text)
    return int(told) or None


def _points(at: int, text: str) -> Fraction | None:
    told = text.strip().replace(",", ".")
    if not told:
        return None
    if not _POINTS.fullmatch(told):
        raise WrongLine(at, text)
    return Fraction(told)


def _cell(at: int, text: str) -> Cell | None:
    """A round; an opponent's number that is left blank is the 0000 of other programs."""
    padded = text.ljust(_ROUND_WIDTH)
    opponent, colour, code = padded[:4].strip() or "0", padded[5].lower(), padded[_CODE].upper().translate(_ALIKE)
    if not text.strip():
        return None
    slipped = any(padded[gap].strip() for gap in _GAPS_OF_A_CELL)
    if slipped or not opponent.isdecimal() or colour not in "wb- " or code not in _CODES:
        raise WrongLine(at, text)
    if (code in _BYES) if int(opponent) else (colour in "wb"):
        raise WrongLine(at, text)
    return _cell_of(int(opponent), colour, code)


def _cell_of(opponent: int, colour: str, code: str) -> Cell | None:
    if opponent:
        return Cell(opponent, colour.strip(" -"), code)
    # Without a code it says of a round that was played what an empty one says, and of one to come nothing.
    return Cell(0, "", code.translate(_WITHOUT_OPPONENT)) if code.strip() else None
