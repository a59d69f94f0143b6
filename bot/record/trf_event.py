"""What the lines of a report say of the event: its kind, its rounds, its days, byes and pairs that are not to meet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from typing import Final

from bot.domain import berger
from bot.domain.regulation.table_checks import MOST_ROUNDS
from bot.record.errors import FaultCode
from bot.record.trf_lines import (
    BYES,
    FIRST_COLOUR,
    FORBIDDEN,
    KIND,
    KIND_CODE,
    LINES,
    ROUNDS,
    XX_AWAY,
    XX_CONFIGURATION,
    XX_FORBIDDEN,
    XX_ROUNDS,
    Use,
)
from bot.record.trf_text import Cell, Line, Player, Report

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
class Course:
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


def course_of(report: Report) -> Course:
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
    return Course(is_robin=False, played=played, last=last, times=1)


def _course_of_robin(report: Report, played: int, held: int) -> Course:
    """How often two meet follows from the rounds that are told, from who has met, or from the kind."""
    line = _rounds_line(report)
    single = berger.length(max(len(report.players), _FEWEST))
    met = max(_most_meetings(report), 1 + any(_DOUBLE.search(one.text) for one in report.of(KIND, KIND_CODE)))
    if line is None or _told_rounds(line) == held:
        # A report of our own before this one told the rounds that were played.
        return Course(is_robin=True, played=played, last=max(held, single * met), times=met)
    last = _told_rounds(line)
    if last < held or last % single or last // single < met:
        raise line.wrong(FaultCode.REPORT_ROUNDS, str(max(held, single * met)), given=str(last))
    return Course(is_robin=True, played=played, last=last, times=last // single)


def last_round_paired(player: Player) -> int:
    """The last round for which the player was paired: byes alone that were asked for are of rounds to come."""
    told = enumerate(player.cells, start=1)
    return max((at for at, cell in told if cell is not None and (cell.opponent or cell.code in "U+")), default=0)


def _last_round_told(player: Player) -> int:
    return max((at for at, cell in enumerate(player.cells, start=1) if cell is not None), default=0)


def _most_meetings(report: Report) -> int:
    met = Counter(
        (one.number, cell.opponent) for one in report.players.values() for cell in one.cells if cell and cell.opponent
    )
    return max(met.values(), default=1)


def _is_round_robin(report: Report) -> bool:
    """By lines 092 and 192; what they say in words that nobody knows is told as not used."""
    said: Line | None = None
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


def _rounds_line(report: Report) -> Line | None:
    """The line that says how many rounds there are; all of them have to say the same."""
    lines = report.of(ROUNDS, XX_ROUNDS)
    for line in lines:
        if _told_rounds(line) != _told_rounds(lines[0]):
            raise line.wrong(FaultCode.REPORT_ROUNDS, str(_told_rounds(lines[0])), given=line.text)
    return lines[0] if lines else None


def _told_rounds(line: Line) -> int:
    found = _NUMBER.fullmatch(line.text)
    if found is None or int(found[1]) > MOST_ROUNDS:
        raise line.wrong()
    return int(found[1])


def with_byes(report: Report) -> None:
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


def leave_what_is_over(report: Report, course: Course) -> None:
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


def _leave_configuration(report: Report, line: Line, course: Course) -> None:
    """The colour of the first round is drawn here, and the order of the table is no number for the pairing."""
    words = set(line.text.casefold().split())
    if not words <= ({"w", "b"} if line.code == FIRST_COLOUR else {"rank", "white1", "black1"}):
        raise line.wrong(FaultCode.REPORT_LINE)
    if course.goes_on and (course.played == 0 or "rank" in words):
        raise line.wrong(FaultCode.REPORT_LINE)
    report.leave(line)


def forbidden(report: Report, course: Course) -> list[tuple[tuple[int, int], Line]]:
    """The pairs that are not to meet in the round to come, each with its line; what holds for no such round is told."""
    found: dict[tuple[int, int], Line] = {}
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


def _players_listed(report: Report, line: Line, course: Course) -> tuple[list[int], bool]:
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


def away(report: Report, course: Course) -> Iterator[int]:
    """Who misses the round to come by a line of its own; raises WrongLine where no round is to come."""
    for line in report.of(XX_AWAY):
        if course.is_robin or not course.goes_on:
            raise line.wrong(FaultCode.NOT_USED)
        yield from line.numbers(report.players)


def day(report: Report, code: str) -> tuple[str, Line] | None:
    """The day that the first of these lines says, at noon of Greenwich, so that it is the same day everywhere.

    What is no day, and what says it once more, is told as not used.
    """
    found: tuple[str, Line] | None = None
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
