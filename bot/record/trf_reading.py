"""FIDE's Tournament Report File becomes a record of a Swiss or a round robin of single games.

TRF16, TRF26 and what pairing programs add to them; `bot/record/trf_text.py` says what becomes of each line. Games and
byes give what lines 162 (TRF26) or XXS say, or what the players' points show.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from bot.kernel.ids import EntrantId
from bot.play.crosstable import crosstable
from bot.play.records import Record, Unused
from bot.record.errors import FaultCode, RecordFault, RecordRefused
from bot.record.reading import read_record
from bot.record.trf_text import (
    BEGAN,
    ENDED,
    NAME,
    POINTS,
    REQUESTED,
    XX_POINTS,
    Cell,
    Players,
    ReportCourse,
    ReportLine,
    ReportPlayer,
    TrfReport,
    WrongLine,
    away,
    course_of,
    day,
    forbidden,
    leave_what_is_over,
    looks_like_report,
    parse,
    with_byes,
)

# --- what games and byes give ---------------------------------------------------------------------------------------


_VALUE: Final = r"(\d{0,3}(?:[.,]\d{1,2})?)"
_OF_162: Final = re.compile(rf"([WDLAPX])\s*{_VALUE}(?=\s|$)")
_OF_XXS: Final = re.compile(rf"([A-Z]{{1,3}})={_VALUE}(?=\s|$)")
_SHORT: Final[Mapping[str, Sequence[str]]] = {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB")}
"""Codes that stand for several."""
_USUAL_XXS: Final[Mapping[str, Fraction]] = {
    **dict.fromkeys(("WW", "BW", "FW", "FPB", "PAB"), Fraction(1)),
    **dict.fromkeys(("WD", "BD", "HPB"), Fraction(1, 2)),
    **dict.fromkeys(("WL", "BL", "FL", "ZPB"), Fraction(0)),
}
_ALIKE: Final = (("WW", "BW", "FW", "FPB"), ("WD", "BD"), ("WL", "BL"))
"""What has to be worth the same here, since a rulebook has one number for it."""
_NOTHING: Final = ("FL", "ZPB")
"""What gives nothing here: a game lost by staying away, a round missed without a word."""
_QUARTER: Final = 4
_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the games and the byes of an event give."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    bye: Fraction
    """Of a bye that the pairing gave."""
    half: Fraction
    """Of a half-point bye."""
    line: ReportLine | None = None
    """The line that says so; without one the points show it."""

    def of(self, code: str) -> Fraction:
        """What a cell with that code gives; a full-point bye is a bye here."""
        match code:
            case "1" | "+":
                return self.win
            case "U" | "F":
                return self.bye
            case "=":
                return self.draw
            case "H":
                return self.half
            case "0":
                return self.loss
            case _:
                return Fraction(0)

    def points(self, player: ReportPlayer, rounds: int) -> Fraction:
        """Of so many rounds."""
        return sum((self.of(cell.code) for cell in player.cells[:rounds] if cell is not None), Fraction(0))


def _way(win: int, draw: Fraction) -> Scoring:
    return Scoring(Fraction(win), draw, Fraction(0), Fraction(win), draw)


_USUAL: Final = _way(1, Fraction(1, 2))
_OTHERS: Final = (_way(2, Fraction(1)), _way(3, Fraction(1)))
"""Ways to count that a report of TRF16 cannot name, but shows by its points."""


def scoring_of(report: TrfReport, played: int) -> Scoring:
    """The way to count by which everybody's points follow from the games; raises WrongLine where there is none.

    Byes of the round to come may be among the points or not. Nothing but zeros is a column that nobody has filled in.
    """
    said = _scoring_told(report)
    told = _with_points(report.players)
    ways = (_USUAL, *_OTHERS) if said is None else (said,)
    for way in ways:
        if _counts_so(way, told, played) or _counts_so(way, told, played + 1):
            _refuse_full_byes(way, report.players, played)
            return way
    wrong = next(one for one in told if ways[0].points(one, played) != one.points)
    given, counted = (f"{float(one or 0):g}" for one in (wrong.points, ways[0].points(wrong, played)))
    raise WrongLine(wrong.line, given, counted, FaultCode.WRONG_POINTS)


def _with_points(players: Players) -> list[ReportPlayer]:
    told = [player for player in players.values() if player.points is not None]
    return told if any(one.points for one in told) else []


def _counts_so(way: Scoring, told: Sequence[ReportPlayer], rounds: int) -> bool:
    return all(way.points(one, rounds) == one.points for one in told)


def _refuse_full_byes(way: Scoring, players: Players, played: int) -> None:
    """A full-point bye is worth a win, and a rulebook has one number for byes."""
    for player in players.values():
        if way.bye != way.win and any(cell is not None and cell.code == "F" for cell in player.cells[:played]):
            raise WrongLine(player.line, "F", f"F = {float(way.bye):g}", FaultCode.REPORT_SCORING)


def _scoring_told(report: TrfReport) -> Scoring | None:
    """As the report's own lines say; None without one."""
    lines = report.of(POINTS, XX_POINTS)
    if not lines:
        return None
    if {line.code for line in lines} == {POINTS, XX_POINTS}:
        second = next(line for line in lines if line.code != lines[0].code)
        raise second.wrong(FaultCode.REPORT_SCORING, lines[0].given)
    found = _of_tags(lines) if lines[0].code == POINTS else _of_codes(lines)
    _refuse_beyond(found)
    return found


def _pairs(line: ReportLine, pattern: re.Pattern[str]) -> list[tuple[str, Fraction]]:
    """The codes of a line with their numbers; raises WrongLine for what is neither."""
    if pattern.sub("", line.text).strip():
        raise line.wrong(FaultCode.REPORT_SCORING)
    found = [(code, value.replace(",", ".")) for code, value in pattern.findall(line.text)]
    if any(not value for _, value in found):
        raise line.wrong(FaultCode.REPORT_SCORING)
    return [(code, Fraction(value)) for code, value in found]


def _of_tags(lines: Sequence[ReportLine]) -> Scoring:
    """Line 162 of TRF26."""
    told: dict[str, Fraction] = {}
    for line in lines:
        for code, value in _pairs(line, _OF_162):
            if told.setdefault(code, value) != value or (code == "A" and value):
                raise line.wrong(FaultCode.REPORT_SCORING, given=f"{line.code} {code} {float(value):g}")
    win, draw = told.get("W", Fraction(1)), told.get("D", Fraction(1, 2))
    # What is unknown, as an adjourned game, gives nothing here until it is decided, whatever X says.
    return Scoring(win, draw, told.get("L", Fraction(0)), told.get("P", win), draw, lines[-1])


def _of_codes(lines: Sequence[ReportLine]) -> Scoring:
    """Lines XXS of pairing programs, of which the last word counts."""
    told = dict(_USUAL_XXS)
    for line, code, value in ((one, *pair) for one in lines for pair in _pairs(one, _OF_XXS)):
        codes = _SHORT.get(code, (code,))
        if not told.keys() >= {*codes}:
            raise line.wrong(FaultCode.REPORT_SCORING, given=f"{line.code} {code}")
        told |= dict.fromkeys(codes, value)
    _refuse_unlike(told, lines[-1])
    return Scoring(told["WW"], told["WD"], told["WL"], told["PAB"], told["HPB"], lines[-1])


def _refuse_unlike(told: Mapping[str, Fraction], line: ReportLine) -> None:
    """What a rulebook has one number for, or none."""
    apart = next((codes for codes in _ALIKE if len({told[one] for one in codes}) > 1), None)
    if apart is not None:
        raise line.wrong(FaultCode.REPORT_SCORING, given=f"{XX_POINTS} {'/'.join(apart)}")
    given = next((code for code in _NOTHING if told[code]), None)
    if given is not None:
        raise line.wrong(FaultCode.REPORT_SCORING, given=f"{XX_POINTS} {given}={float(told[given]):g}")


def _refuse_beyond(way: Scoring) -> None:
    """Numbers that no rulebook has: more for a loss than for a draw, thirds of a point."""
    line = way.line
    in_order = way.loss <= way.draw <= way.win and max(way.bye, way.half) <= way.win <= _MOST
    values = (way.win, way.draw, way.loss, way.bye, way.half)
    in_quarters = all((value * _QUARTER).denominator == 1 for value in values)
    if line is not None and not (in_order and in_quarters):
        raise line.wrong(FaultCode.REPORT_SCORING)


# --- the record -----------------------------------------------------------------------------------------------------


_SCORES: Final[Mapping[tuple[str, str], str]] = {
    ("1", "0"): "1-0",
    ("0", "1"): "0-1",
    ("=", "="): "½-½",
    ("+", "-"): "+:-",
    ("-", "+"): "-:+",
    ("-", "-"): "-:-",
}
_BOTH_LOST: Final = {"kind": "both_lost", "score": [0, 0]}
_LONGEST_NAME: Final = 64
_RULEBOOK: Final = "rulebook"
_PLACE: Final = re.compile(r"(event\.\w+|(?:entrants|contests|forbidden)\[\d+\]|rulebook\.\w+)\S*")


@dataclass(slots=True)
class _Facts:
    """A report as a record file, and from which line each part of it is."""

    file: dict[str, object]
    lines: dict[str, int] = field(default_factory=dict)

    def note(self, table: str, lines: Iterable[int]) -> None:
        """From which line each part of a table is, in their order."""
        self.lines |= {f"{table}[{at}]": line for at, line in enumerate(lines)}

    def exact(self, fault: RecordFault) -> RecordFault:
        """The fault with the line of the report in place of the keys of a record."""
        place = self._line(fault.place)
        # A rulebook that was made of a report has no keys that anybody could correct.
        code = FaultCode.NOT_A_TRF if fault.code is FaultCode.RULEBOOK else fault.code
        return replace(fault, place=place, code=code, wanted=self._line(fault.wanted), problem=None)

    def _line(self, place: str) -> str:
        found = _PLACE.fullmatch(place)
        return str(self.lines[found[1]]) if found and found[1] in self.lines else place


def read_either(source: bytes, file: str) -> Record:
    """The record of a file, by what it begins with. Raises RecordRefused."""
    return read_trf(source, file) if looks_like_report(source) else read_record(source, file)


def read_trf(source: str | bytes, file: str) -> Record:
    """The record of a report. Raises RecordRefused; the place of a fault is the number of its line.

    Players have their numbers as ids. Of a bye, U and F are given by the pairing, H is an absence worth half a point,
    and Z or an empty round one worth nothing. After the last round with a game H, F and Z are rounds off of those to
    come: who asked for one is not paired.
    """
    try:
        report = parse(source)
        with_byes(report)
        course = course_of(report)
        leave_what_is_over(report, course)
        way = scoring_of(report, course.played)
        facts = _facts(report, course, way)
    except WrongLine as wrong:
        raise RecordRefused(file, (wrong.fault,)) from None
    try:
        record = read_record(json.dumps(facts.file), file)
    except RecordRefused as refused:
        raise RecordRefused(file, tuple(map(facts.exact, refused.faults))) from None
    _hold_points(record, report, course, way, file)
    return replace(record, unused=tuple(sorted(report.unused, key=lambda one: (one.line, one.code))))


def _hold_points(record: Record, report: TrfReport, course: ReportCourse, way: Scoring, file: str) -> None:
    """Refuses a report whose points the table of its record does not give, as the rest of a round robin with one."""
    told = [player for player in report.players.values() if player.points]
    table = crosstable(record.facts, record.rulebook, byes_at_once=True) if told else {}
    for one in told:
        by_table, by_report = table[EntrantId(str(one.number))].points, way.points(one, course.played)
        if by_table != by_report:
            given, wanted = (f"{float(points):g}" for points in (by_report, by_table))
            raise RecordRefused(file, (RecordFault(str(one.line), FaultCode.WRONG_POINTS, given, wanted),))


def _facts(report: TrfReport, course: ReportCourse, way: Scoring) -> _Facts:
    """The report as a record file."""
    absent = _absences(report, course)
    pairs = forbidden(report, course)
    told = list(_contests(report, course))
    known = _Facts(
        {
            "rulebook": _rulebook(report, course, way),
            "entrants": [_entrant(one, absent[one.number], course) for one in report.players.values()],
            "contests": [contest for _, contest in told],
            "forbidden": [(str(first), str(second)) for (first, second), _ in pairs],
        }
    )
    known.file["event"] = _event(report, known)
    known.note("entrants", (one.line for one in report.players.values()))
    known.note("contests", (player.line for player, _ in told))
    known.note("forbidden", (line.at for _, line in pairs))
    first = next(iter(report.players.values())).line
    known.lines[f"{_RULEBOOK}.scoring"] = first if way.line is None else way.line.at
    known.lines[f"{_RULEBOOK}.swiss"] = first
    return known


def _contests(report: TrfReport, course: ReportCourse) -> Iterator[tuple[ReportPlayer, dict[str, object]]]:
    """The contests of the rounds that are paired, each with the player whose line tells it."""
    for number in range(course.played):
        yield from _round(report, number)


def _entrant(player: ReportPlayer, absent: list[int], course: ReportCourse) -> dict[str, object]:
    """The player; rounds to come are paired by the numbers of the report, whatever the ratings say."""
    seed = player.number if course.goes_on and not course.is_robin else None
    return {
        "id": str(player.number),
        "name": player.name,
        "rating": player.rating,
        "seed": seed,
        "absent_in": absent,
    }


def _event(report: TrfReport, known: _Facts) -> dict[str, object]:
    """The name and the days of the event; what a second line says of them is told as not used."""
    event: dict[str, object] = {"name": "Record"}
    for at, line in enumerate(report.of(NAME)):
        kept = "" if at else line.text[:_LONGEST_NAME].strip()
        event |= {"name": kept} if kept else {}
        if len(line.text) > len(kept):
            report.unused.append(Unused(line.at, line.code, line.text[len(kept) :].strip()))
    for key, code in (("began_at", BEGAN), ("ended_at", ENDED)):
        if found := day(report, code):
            event[key], known.lines[f"event.{key}"] = found[0], found[1].at
    return event


def _rulebook(report: TrfReport, course: ReportCourse, way: Scoring) -> dict[str, object]:
    """A Swiss with its last round, or a round robin, which needs none."""
    takes_half = any(
        cell is not None and cell.code == "H" for player in report.players.values() for cell in player.cells
    )
    rulebook: dict[str, object] = {
        "format": "round_robin" if course.is_robin else "swiss",
        "games": {"best_of": 1, "draws": True, "colours": True},
        "scoring": {
            "win": float(way.win),
            "draw": float(way.draw),
            "loss": float(way.loss),
            "bye": float(way.bye),
            "absence": float(way.half) if takes_half else 0.0,
        },
    }
    if not course.is_robin:
        rulebook["swiss"] = {"rounds": course.last}
    elif course.times > 1:
        rulebook["round_robin"] = {"times": course.times}
    return rulebook


def _absences(report: TrfReport, course: ReportCourse) -> dict[int, list[int]]:
    """Rounds off that were asked for: of those that were played the ones worth half a point, of those to come all.

    In a round robin a round off that gives nothing is the rest, and needs no word.
    """
    to_come = "HF" if course.is_robin else REQUESTED
    gone = set(away(report, course))
    found = {number: {course.played + 1} if number in gone else set[int]() for number in report.players}
    for number, one in report.players.items():
        for at, cell in enumerate(one.cells, start=1):
            if cell is not None and cell.code in (to_come if at > course.played else "H"):
                found[number].add(at)
    return {number: sorted(rounds) for number, rounds in found.items()}


def _round(report: TrfReport, at: int) -> Iterator[tuple[ReportPlayer, dict[str, object]]]:
    """The contests of a round, each with who told it: every game once, told alike by both players."""
    for player in report.players.values():
        cell = player.at(at)
        if cell is None:
            continue
        if cell.opponent == 0:
            if cell.code in "UF+":
                yield player, {"round": at + 1, "sides": [str(player.number)]}
            continue
        other = report.players.get(cell.opponent)
        back = None if other is None else other.at(at)
        if other is None or back is None or back.opponent != player.number:
            raise WrongLine(player.line, f"{at + 1}: {cell.opponent}")
        if _tells(player, cell, back):
            sides = [str(player.number), str(other.number)]
            yield player, {"round": at + 1, "sides": sides, **_result(player, cell, back)}


def _tells(player: ReportPlayer, cell: Cell, back: Cell) -> bool:
    """Whether this line tells of the game: White's does, which one of both may leave unsaid, or the lower number's."""
    if cell.colour == back.colour:
        if cell.colour:
            raise WrongLine(player.line, f"{cell.opponent} {cell.colour}")
        return player.number <= cell.opponent
    return cell.colour == "w" or back.colour == "b"


def _result(player: ReportPlayer, cell: Cell, back: Cell) -> dict[str, object]:
    if (cell.code, back.code) == ("0", "0"):
        return dict(_BOTH_LOST)
    if (cell.code, back.code) == (" ", " "):
        return {}
    if (cell.code, back.code) not in _SCORES:
        raise WrongLine(player.line, f"{cell.code}{back.code}")
    return {"score": _SCORES[cell.code, back.code]}
