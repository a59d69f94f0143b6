"""The text of FIDE's report (TRF16, TRF26, pairing programs): its lines, its players, and what it says of the event.

One table tells lines by their numbers. A line that says who plays, how often, against whom or for how many points is
read, or it refuses the file; one that informs is kept or told as not used; a number that does not stand here refuses
the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import Final

from bot.kernel.files import BOUNDS, FileKind, decode, refuse_lines
from bot.play import pairing
from bot.play.format_checks import MOST_ROUNDS
from bot.play.records import Unused
from bot.record.errors import FaultCode, RecordFault

# --- lines by their numbers -----------------------------------------------------------------------------------------


class Use(StrEnum):
    """What becomes of a line."""

    READ = "read"
    KEPT = "kept"
    """In the record, and nothing follows from it; told as not used where it cannot be read."""
    TOLD = "told"
    """Information: told in the answer as not used."""
    WHILE_PAIRING = "while_pairing"
    """Changes how rounds to come are paired, in a way not known here: refused while there are any, told afterwards."""
    TEAMS = "teams"
    """Speaks of teams: refused, since a report is read as one of single players."""
    REFUSED = "refused"


PLAYER: Final = "001"
NAME: Final = "012"
BEGAN: Final = "042"
ENDED: Final = "052"
KIND: Final = "092"
ROUNDS: Final = "142"
FIRST_COLOUR: Final = "152"
POINTS: Final = "162"
KIND_CODE: Final = "192"
BYES: Final = "240"
FORBIDDEN: Final = "260"
COMMENT: Final = "###"
NATIONAL: Final = "NRS"
"""Stands for all lines that begin with a federation's three letters: national ratings."""
XX_ROUNDS, XX_CONFIGURATION, XX_AWAY, XX_POINTS, XX_FORBIDDEN = "XXR", "XXC", "XXZ", "XXS", "XXP"

LINES: Final[Mapping[str, Use]] = MappingProxyType(
    {
        PLAYER: Use.READ,
        NAME: Use.READ,
        "013": Use.TEAMS,
        "022": Use.TOLD,
        "032": Use.TOLD,
        BEGAN: Use.KEPT,
        ENDED: Use.KEPT,
        "062": Use.TOLD,
        "072": Use.TOLD,
        "082": Use.TOLD,
        KIND: Use.READ,
        "102": Use.TOLD,
        "112": Use.TOLD,
        "122": Use.TOLD,
        "132": Use.TOLD,
        ROUNDS: Use.READ,
        FIRST_COLOUR: Use.READ,
        POINTS: Use.READ,
        "172": Use.TOLD,
        "182": Use.TOLD,
        KIND_CODE: Use.READ,
        "202": Use.TOLD,
        "212": Use.TOLD,
        "222": Use.TOLD,
        BYES: Use.READ,
        "250": Use.WHILE_PAIRING,
        FORBIDDEN: Use.READ,
        "299": Use.REFUSED,
        "300": Use.TEAMS,
        "310": Use.TEAMS,
        "320": Use.TEAMS,
        "330": Use.TEAMS,
        "352": Use.TEAMS,
        "362": Use.TEAMS,
        "801": Use.TEAMS,
        "802": Use.TEAMS,
        COMMENT: Use.TOLD,
        NATIONAL: Use.TOLD,
        XX_ROUNDS: Use.READ,
        XX_CONFIGURATION: Use.READ,
        XX_AWAY: Use.READ,
        XX_POINTS: Use.READ,
        XX_FORBIDDEN: Use.READ,
        "XXA": Use.WHILE_PAIRING,
        "XXF": Use.REFUSED,
    }
)
UNUSED_COLUMNS: Final[tuple[tuple[int, int], ...]] = ((10, 13), (54, 79), (86, 89))
"""Positions of a player's line, counted from 1, that are told as not used: sex and title, federation, FIDE's number
and the day of birth, the rank."""
_NATIONAL: Final = re.compile(r"[A-Z]{3} +(\d{1,4})(?: |$)")
_ADDED: Final = ("XX", "BB")
"""How lines begin that pairing programs have added."""


def code_of(line: str) -> str | None:
    """The number under which the table has the line, or None where it has none."""
    code = line[:3]
    if code == COMMENT:
        return COMMENT
    if line[3:4].strip():
        return None
    if code in LINES and code != NATIONAL:
        return code
    return NATIONAL if not code.startswith(_ADDED) and _NATIONAL.match(line) else None


def national_number(line: str) -> int:
    """The player of whom a national line speaks."""
    found = _NATIONAL.match(line)
    return int(found[1]) if found else 0


# --- players and other lines ----------------------------------------------------------------------------------------


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
        self.fault = RecordFault(str(line), code, given[:GIVEN].strip(), wanted)


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player: the opponent's number or 0, the colour or nothing, the code."""

    opponent: int
    colour: str
    code: str


@dataclass(frozen=True, slots=True)
class ReportPlayer:
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


Players = Mapping[int, ReportPlayer]


@dataclass(frozen=True, slots=True)
class ReportLine:
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
        if not words or not all(word.isdecimal() and int(word) in players for word in words):
            raise self.wrong()
        numbers = [int(word) for word in words]
        if len(set(numbers)) < len(numbers):
            raise self.wrong()
        return numbers


@dataclass(slots=True)
class TrfReport:
    """A report line by line."""

    players: dict[int, ReportPlayer] = field(default_factory=dict)
    lines: list[ReportLine] = field(default_factory=list)
    unused: list[Unused] = field(default_factory=list)
    """What is told as not used."""

    def of(self, *codes: str) -> list[ReportLine]:
        """The lines of these numbers that say anything, in the order of the file."""
        return [line for line in self.lines if line.code in codes and line.text]

    def leave(self, line: ReportLine) -> None:
        """Tells the line as not used."""
        self.unused.append(Unused(line.at, line.code, line.text))


def looks_like_report(source: bytes) -> bool:
    """Whether a line of a report stands at the beginning, perhaps behind comments, and no object."""
    text = decode(source[:4096]).lstrip()
    return text[:1] not in ("{", "[") and any(_begins_like_report(splitline) for splitline in text.splitlines())


def _begins_like_report(line: str) -> bool:
    return re.match(r"(?:\d{3}|XX.|BB.|###)(?:\s|#|$)", line) is not None


def parse(source: str | bytes) -> TrfReport:
    """The report line by line; raises FileBeyond and WrongLine."""
    text = source.removeprefix("\ufeff") if isinstance(source, str) else _decode_report(source)
    text = text.replace("\0", "")
    refuse_lines(text, BOUNDS[FileKind.REPORT])
    report = TrfReport()
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


def _take(report: TrfReport, at: int, line: str) -> None:
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
    told = ReportLine(at, code, line if code == NATIONAL else line[3:].strip())
    report.lines.append(told)
    if use is Use.TOLD and told.text:
        report.leave(told)


def _refuse_strange_nationals(report: TrfReport) -> None:
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


def _player(at: int, line: str) -> ReportPlayer:
    number = line[4:8].strip()
    slipped = any(line[gap : gap + 1].strip() for gap in _GAPS)
    if slipped or not number.isdecimal() or int(number) == 0 or not line[14:47].strip():
        raise WrongLine(at, line)
    cells = [_cell(at, line[begin : begin + _ROUND_WIDTH]) for begin in range(_FIRST_ROUND, len(line), _ROUND_WIDTH)]
    return ReportPlayer(
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


# --- what lines say of the event ------------------------------------------------------------------------------------


REQUESTED: Final = "HFZ"
"""Byes that were asked for: half a point, a whole one, none."""
_ROBIN: Final = re.compile(r"robin|berger|all.play.all", re.IGNORECASE)
_SWISS: Final = re.compile(r"swiss|dutch|dubov|burstein|\blim\b|monrad|su[ií][çzs]|svizz|schweiz", re.IGNORECASE)
_KNOWN: Final = re.compile(r"individual|swiss|system|dutch|fide|(?:double[- ])?round[-_ ]robin|berger", re.IGNORECASE)
"""What programs usually write of the kind; a line with other words is told as not used, for these are not."""
_DOUBLE: Final = re.compile(r"double", re.IGNORECASE)
_OTHER: Final = re.compile(r"^\s*team\b|_team|knock|eliminat|scheveningen", re.IGNORECASE)
_ACCELERATED: Final = re.compile(r"accel|baku", re.IGNORECASE)
_DAY: Final = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
_NUMBER: Final = re.compile(r"0*([1-9]\d{0,3})", re.ASCII)
_BYE: Final = re.compile(r"([FHZfhz])\s+0*([1-9]\d{0,2})\s+(.+)", re.ASCII)
_PROHIBITED: Final = re.compile(r"0*([1-9]\d{0,2})\s+0*([1-9]\d{0,2})\s+(.+)", re.ASCII)
_NOON: Final = 12
_FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class ReportCourse:
    """How far the event is told."""

    is_robin: bool
    played: int
    """The last round that was paired."""
    last: int
    """The last round that there is."""
    times: int
    """How often two meet in a round robin."""

    @property
    def goes_on(self) -> bool:
        """Whether a round is to come."""
        return self.played < self.last


def course_of(report: TrfReport) -> ReportCourse:
    """Raises WrongLine for a kind that no report of single players has, and for rounds that contradict it."""
    is_robin = _is_round_robin(report)
    played = max(map(last_round_paired, report.players.values()))
    held = max(map(_last_round_told, report.players.values()))
    if is_robin:
        return _course_of_robin(report, played, held)
    line = _rounds_line(report)
    last = max(held, 1) if line is None else _told_rounds(line)
    if line is not None and last < held:
        raise line.wrong(FaultCode.REPORT_ROUNDS, str(held), given=str(last))
    return ReportCourse(is_robin=False, played=played, last=last, times=1)


def _course_of_robin(report: TrfReport, played: int, held: int) -> ReportCourse:
    """How often two meet follows from the rounds that are told, from who has met, or from the kind."""
    line = _rounds_line(report)
    single = pairing.length(max(len(report.players), _FEWEST))
    met = max(_most_meetings(report), 1 + any(_DOUBLE.search(one.text) for one in report.of(KIND, KIND_CODE)))
    if line is None or _told_rounds(line) == held:
        # A report of our own before this one told the rounds that were played.
        return ReportCourse(is_robin=True, played=played, last=max(held, single * met), times=met)
    last = _told_rounds(line)
    if last < held or last % single or last // single < met:
        raise line.wrong(FaultCode.REPORT_ROUNDS, str(max(held, single * met)), given=str(last))
    return ReportCourse(is_robin=True, played=played, last=last, times=last // single)


def last_round_paired(player: ReportPlayer) -> int:
    """The last round for which the player was paired: byes alone that were asked for are of rounds to come."""
    told = enumerate(player.cells, start=1)
    return max((at for at, cell in told if cell is not None and (cell.opponent or cell.code in "U+")), default=0)


def _last_round_told(player: ReportPlayer) -> int:
    return max((at for at, cell in enumerate(player.cells, start=1) if cell is not None), default=0)


def _most_meetings(report: TrfReport) -> int:
    met = Counter(
        (player.number, cell.opponent)
        for player in report.players.values()
        for cell in player.cells
        if cell and cell.opponent
    )
    return max(met.values(), default=1)


def _is_round_robin(report: TrfReport) -> bool:
    """By lines 092 and 192; what they say in words that nobody knows is told as not used."""
    said: ReportLine | None = None
    for line in report.of(KIND, KIND_CODE):
        if _OTHER.search(line.text):
            raise line.wrong(FaultCode.REPORT_KIND)
        if re.search(r"[^\W_]", _KNOWN.sub("", line.text)):
            report.leave(line)
        if not _ROBIN.search(line.text) and not _SWISS.search(line.text):
            continue
        if said is None:
            said = line
        elif bool(_ROBIN.search(said.text)) is not bool(_ROBIN.search(line.text)):
            raise line.wrong(FaultCode.REPORT_KIND)
    return said is not None and _ROBIN.search(said.text) is not None


def _rounds_line(report: TrfReport) -> ReportLine | None:
    """The line that says how many rounds there are; all of them have to say the same."""
    lines = report.of(ROUNDS, XX_ROUNDS)
    for line in lines:
        if _told_rounds(line) != _told_rounds(lines[0]):
            raise line.wrong(FaultCode.REPORT_ROUNDS, str(_told_rounds(lines[0])), given=line.text)
    return lines[0] if lines else None


def _told_rounds(line: ReportLine) -> int:
    found = _NUMBER.fullmatch(line.text)
    if found is None or int(found[1]) > MOST_ROUNDS:
        raise line.wrong()
    return int(found[1])


def with_byes(report: TrfReport) -> None:
    """Puts the byes of lines 240 into the players' rounds; raises WrongLine where these say something else."""
    for line in report.of(BYES):
        found = _BYE.fullmatch(line.text)
        if found is None or int(found[2]) > MOST_ROUNDS:
            raise line.wrong()
        for number in line.numbers(report.players, found[3]):
            player, at = report.players[number], int(found[2]) - 1
            known, cell = player.at(at), Cell(0, "", found[1].upper())
            if known not in {None, cell}:
                raise line.wrong(FaultCode.REPORT_BYE, str(player.line))
            cells = [player.at(one) for one in range(max(len(player.cells), at + 1))]
            cells[at] = cell
            report.players[number] = replace(player, cells=tuple(cells))


def leave_what_is_over(report: TrfReport, course: ReportCourse) -> None:
    """Refuses what would pair a round to come in another way, and tells it as not used where none is to come."""
    for line in report.lines:
        if not line.text:
            continue
        if LINES[line.code] is Use.WHILE_PAIRING:
            if course.goes_on:
                raise line.wrong(FaultCode.REPORT_LINE)
            report.leave(line)
        elif line.code in {KIND, KIND_CODE}:
            if course.goes_on and _ACCELERATED.search(line.text):
                raise line.wrong(FaultCode.REPORT_LINE)
        elif line.code in {FIRST_COLOUR, XX_CONFIGURATION}:
            _leave_configuration(report, line, course)


def _leave_configuration(report: TrfReport, line: ReportLine, course: ReportCourse) -> None:
    """The colour of the first round is drawn here, and the order of the table is no number for the pairing."""
    words = set(line.text.casefold().split())
    if not words <= ({"w", "b"} if line.code == FIRST_COLOUR else {"rank", "white1", "black1"}):
        raise line.wrong(FaultCode.REPORT_LINE)
    if course.goes_on and (course.played == 0 or "rank" in words):
        raise line.wrong(FaultCode.REPORT_LINE)
    report.leave(line)


def forbidden(report: TrfReport, course: ReportCourse) -> list[tuple[tuple[int, int], ReportLine]]:
    """The pairs that are not to meet in the round to come, each with its line; what holds for no such round is told."""
    found: dict[tuple[int, int], ReportLine] = {}
    for line in report.of(XX_FORBIDDEN, FORBIDDEN):
        numbers, holds = _players_listed(report, line, course)
        if course.is_robin:
            raise line.wrong(FaultCode.NOT_USED)
        if len(numbers) < _FEWEST:
            raise line.wrong()
        if not holds:
            report.leave(line)
            continue
        for first, second in combinations(sorted(numbers), 2):
            found.setdefault((first, second), line)
    return list(found.items())


def _players_listed(report: TrfReport, line: ReportLine, course: ReportCourse) -> tuple[list[int], bool]:
    """The players of the line, no two of whom are to meet, and whether it holds in the round to come."""
    if line.code == XX_FORBIDDEN:
        return line.numbers(report.players), course.goes_on
    found = _PROHIBITED.fullmatch(line.text)
    if found is None or int(found[1]) > int(found[2]):
        raise line.wrong()
    holds = course.goes_on and int(found[1]) <= course.played + 1 <= int(found[2])
    if holds and int(found[2]) < course.last:
        # A record has no rounds from which on two may meet again.
        report.leave(line)
    return line.numbers(report.players, found[3]), holds


def away(report: TrfReport, course: ReportCourse) -> Iterator[int]:
    """Who misses the round to come by a line of its own; raises WrongLine where no round is to come."""
    for line in report.of(XX_AWAY):
        if course.is_robin or not course.goes_on:
            raise line.wrong(FaultCode.NOT_USED)
        yield from line.numbers(report.players)


def day(report: TrfReport, code: str) -> tuple[str, ReportLine] | None:
    """The day that the first of these lines says, at noon of Greenwich, so that it is the same day everywhere.

    What is no day, and what says it once more, is told as not used.
    """
    found: tuple[str, ReportLine] | None = None
    for line in report.of(code):
        moment = _moment(line.text)
        if moment is None or found is not None:
            report.leave(line)
        else:
            found = moment, line
    return found


def _moment(text: str) -> str | None:
    found = _DAY.fullmatch(text)
    if found is None:
        return None
    try:
        return datetime(int(found[1]), int(found[3]), int(found[4]), _NOON, tzinfo=UTC).isoformat()
    except ValueError:
        return None
