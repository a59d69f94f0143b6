"""What games and byes of a report give: as its lines say (162 of TRF26, XXS), or as the players' points show it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot.record.errors import FaultCode
from bot.record.trf_lines import POINTS, XX_POINTS
from bot.record.trf_text import Line, Player, Players, Report, WrongLine

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
    line: Line | None = None
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

    def points(self, player: Player, rounds: int) -> Fraction:
        """Of so many rounds."""
        return sum((self.of(cell.code) for cell in player.cells[:rounds] if cell is not None), Fraction(0))


def _way(win: int, draw: Fraction) -> Scoring:
    return Scoring(Fraction(win), draw, Fraction(0), Fraction(win), draw)


_USUAL: Final = _way(1, Fraction(1, 2))
_OTHERS: Final = (_way(2, Fraction(1)), _way(3, Fraction(1)))
"""Ways to count that a report of TRF16 cannot name, but shows by its points."""


def scoring_of(report: Report, played: int) -> Scoring:
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


def _with_points(players: Players) -> list[Player]:
    told = [one for one in players.values() if one.points is not None]
    return told if any(one.points for one in told) else []


def _counts_so(way: Scoring, told: Sequence[Player], rounds: int) -> bool:
    return all(way.points(one, rounds) == one.points for one in told)


def _refuse_full_byes(way: Scoring, players: Players, played: int) -> None:
    """A full-point bye is worth a win, and a rulebook has one number for byes."""
    for one in players.values():
        if way.bye != way.win and any(cell is not None and cell.code == "F" for cell in one.cells[:played]):
            raise WrongLine(one.line, "F", f"F = {float(way.bye):g}", FaultCode.REPORT_SCORING)


def _scoring_told(report: Report) -> Scoring | None:
    """As the report's own lines say; None without one."""
    lines = report.of(POINTS, XX_POINTS)
    if not lines:
        return None
    if {one.code for one in lines} == {POINTS, XX_POINTS}:
        second = next(one for one in lines if one.code != lines[0].code)
        raise second.wrong(FaultCode.REPORT_SCORING, lines[0].given)
    found = _of_tags(lines) if lines[0].code == POINTS else _of_codes(lines)
    _refuse_beyond(found)
    return found


def _pairs(line: Line, pattern: re.Pattern[str]) -> list[tuple[str, Fraction]]:
    """The codes of a line with their numbers; raises WrongLine for what is neither."""
    if pattern.sub("", line.text).strip():
        raise line.wrong(FaultCode.REPORT_SCORING)
    found = [(code, value.replace(",", ".")) for code, value in pattern.findall(line.text)]
    if any(not value for _, value in found):
        raise line.wrong(FaultCode.REPORT_SCORING)
    return [(code, Fraction(value)) for code, value in found]


def _of_tags(lines: Sequence[Line]) -> Scoring:
    """Line 162 of TRF26."""
    told: dict[str, Fraction] = {}
    for line in lines:
        for code, value in _pairs(line, _OF_162):
            if told.setdefault(code, value) != value or (code == "A" and value):
                raise line.wrong(FaultCode.REPORT_SCORING, given=f"{line.code} {code} {float(value):g}")
    win, draw = told.get("W", Fraction(1)), told.get("D", Fraction(1, 2))
    # What is unknown, as an adjourned game, gives nothing here until it is decided, whatever X says.
    return Scoring(win, draw, told.get("L", Fraction(0)), told.get("P", win), draw, lines[-1])


def _of_codes(lines: Sequence[Line]) -> Scoring:
    """Lines XXS of pairing programs, of which the last word counts."""
    told = dict(_USUAL_XXS)
    for line, code, value in ((one, *pair) for one in lines for pair in _pairs(one, _OF_XXS)):
        codes = _SHORT.get(code, (code,))
        if not told.keys() >= {*codes}:
            raise line.wrong(FaultCode.REPORT_SCORING, given=f"{line.code} {code}")
        told |= dict.fromkeys(codes, value)
    _refuse_unlike(told, lines[-1])
    return Scoring(told["WW"], told["WD"], told["WL"], told["PAB"], told["HPB"], lines[-1])


def _refuse_unlike(told: Mapping[str, Fraction], line: Line) -> None:
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
