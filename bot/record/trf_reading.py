"""FIDE's Tournament Report File (TRF16) becomes a record of a Swiss or a round robin of single games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from typing import Final

from bot.domain.events.records import Record
from bot.domain.file_bounds import BOUNDS, FileKind, refuse_lines
from bot.record.errors import Fault, FaultCode, RecordRefused
from bot.record.reading import read_record

_PLAYER: Final = "001"
_FIRST_ROUND: Final = 91
_ROUND_WIDTH: Final = 10
_SCORES: Final[Mapping[tuple[str, str], str]] = {
    ("1", "0"): "1-0",
    ("0", "1"): "0-1",
    ("=", "="): "½-½",
    ("+", "-"): "+:-",
    ("-", "+"): "-:+",
    ("-", "-"): "-:-",
}
_ALIKE: Final = str.maketrans("WDLwdl", "1=01=0")
"""Games that are not rated count like others."""
_WITHOUT_OPPONENT: Final = str.maketrans("1=0-", "FHZZ")
"""Older programs tell a bye by what it was worth."""
_PAIRED_WITH: Final = frozenset({"XXR", "XXC", "XXP", "XXZ"})
"""What a report says for the pairing: the rounds, the first colour, who is not to meet, who misses the next round."""
_BYES: Final = "HFUZ"
_REQUESTED: Final = "HFZ"
"""Byes that were asked for: half a point, a whole one, none."""
_BOTH_LOST: Final = {"kind": "both_lost", "score": [0, 0]}


@dataclass(frozen=True, slots=True)
class _Cell:
    """A round of a player: the opponent's number or 0, the colour or nothing, the code."""

    opponent: int
    colour: str
    code: str


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that speaks of the event."""

    at: int = 0
    code: str = ""
    text: str = ""

    def numbers(self, players: Mapping[int, _Player]) -> list[str]:
        """The players that it lists; raises _Wrong for anything else."""
        listed = self.text.split()
        if not all(one.isdecimal() and int(one) in players for one in listed):
            raise _Wrong(self.at, f"{self.code} {self.text}"[:20])
        return [str(int(one)) for one in listed]


@dataclass(frozen=True, slots=True)
class _Player:
    line: int
    number: int
    name: str
    rating: int | None
    cells: tuple[_Cell | None, ...]
    points: Fraction | None
    """What the report says of them; None where the columns are empty."""

    def at(self, index: int) -> _Cell | None:
        """What the line says of a round, counted from 0."""
        return self.cells[index] if index < len(self.cells) else None


@dataclass(frozen=True, slots=True)
class _Scoring:
    """What a game gives, as far as a report shows it."""

    win: Fraction
    draw: Fraction

    def points(self, player: _Player, rounds: int) -> Fraction:
        """Of so many rounds: U and F are worth a win, H a drawn game."""
        codes = [cell.code for cell in player.cells[:rounds] if cell is not None]
        won = sum(code in "1+UF" for code in codes)
        return won * self.win + sum(code in "=H" for code in codes) * self.draw


_USUAL: Final = _Scoring(Fraction(1), Fraction(1, 2))
_OTHERS: Final = (_Scoring(Fraction(2), Fraction(1)), _Scoring(Fraction(3), Fraction(1)))
"""Ways to count that a report cannot name, but shows by its points."""


class _Wrong(Exception):
    """A line that cannot be read, or does not follow from the games."""

    def __init__(self, line: int, given: str, wanted: str = "", code: FaultCode = FaultCode.NOT_A_TRF) -> None:
        super().__init__(line)
        self.fault = Fault(str(line), code, given, wanted)


def looks_like_trf(source: bytes) -> bool:
    """Whether the file begins with a line of TRF and not with an object."""
    text = source[:4096].decode("utf-8-sig", "replace")
    return any(re.match(r"(001|0[1-9]2|1[0-3]2|XX|BB)", line) for line in islice(text.splitlines(), 3))


def read_either(source: bytes, file: str) -> Record:
    """The record of a file, by what it begins with. Raises RecordRefused."""
    return read_trf(source, file) if looks_like_trf(source) else read_record(source, file)


def read_trf(source: str | bytes, file: str) -> Record:
    """The record of a report. Raises RecordRefused; the place of a fault is the number of its line.

    Players have their numbers as ids. Of a bye, U and F are given by the pairing, H is an absence worth half a point,
    and Z or an empty round one worth nothing. After the last round with a game H, F and Z are rounds off of those to
    come: who asked for one is not paired.
    """
    text = source if isinstance(source, str) else _decode(source)
    refuse_lines(text, BOUNDS[FileKind.REPORT])
    try:
        players, heading = _parse(text)
        facts = _facts(players, heading)
    except _Wrong as wrong:
        raise RecordRefused(file, (wrong.fault,)) from None
    return read_record(json.dumps(facts), file)


def _decode(source: bytes) -> str:
    """UTF-8, or the letters of Western Europe that older programs write."""
    BOUNDS[FileKind.REPORT].refuse_size(len(source))
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return source.decode("cp1252", "replace")


def _parse(text: str) -> tuple[dict[int, _Player], list[_Line]]:
    players: dict[int, _Player] = {}
    heading: list[_Line] = []
    for at, line in enumerate(text.splitlines(), start=1):
        if line.startswith(_PLAYER):
            player = _player(at, line)
            if player.number in players:
                raise _Wrong(at, line[:20])
            players[player.number] = player
        elif line[:2] in {"XX", "BB"} and line[:3] not in _PAIRED_WITH:
            raise _Wrong(at, line[:20].strip(), code=FaultCode.REPORT_LINE)
        else:
            heading.append(_Line(at, line[:3], line[4:].strip()))
    if not players:
        raise _Wrong(1, text[:20])
    return players, heading


def _player(at: int, line: str) -> _Player:
    number, rating = line[4:8].strip(), line[48:52].strip()
    if not number.isdecimal() or not line[14:47].strip():
        raise _Wrong(at, line[:20])
    cells = [_cell(at, line[begin : begin + 8]) for begin in range(_FIRST_ROUND, len(line), _ROUND_WIDTH)]
    known = int(rating) if rating.isdecimal() and int(rating) > 0 else None
    return _Player(at, int(number), line[14:47].strip(), known, tuple(cells), _points(at, line[80:84]))


def _points(at: int, text: str) -> Fraction | None:
    told = text.strip().replace(",", ".")
    if not told:
        return None
    if not re.fullmatch(r"\d{1,3}(\.\d)?", told, re.ASCII):
        raise _Wrong(at, text)
    return Fraction(told)


def _scoring(players: Mapping[int, _Player], played: int) -> _Scoring:
    """The way to count by which everybody's points follow from the games; raises _Wrong where there is none.

    Byes of the round to come may be among the points or not. Nothing but zeros is a column that nobody has filled in.
    """
    told = _with_points(players)
    for way in (_USUAL, *_OTHERS):
        if _counts_so(way, told, played) or _counts_so(way, told, played + 1):
            return way
    wrong = next(one for one in told if _USUAL.points(one, played) != one.points)
    told_points, counted = (f"{float(one or 0):g}" for one in (wrong.points, _USUAL.points(wrong, played)))
    raise _Wrong(wrong.line, told_points, counted, FaultCode.WRONG_POINTS)


def _with_points(players: Mapping[int, _Player]) -> list[_Player]:
    told = [one for one in players.values() if one.points is not None]
    return told if any(one.points for one in told) else []


def _counts_so(way: _Scoring, told: Sequence[_Player], rounds: int) -> bool:
    return all(way.points(one, rounds) == one.points for one in told)


def _cell(at: int, text: str) -> _Cell | None:
    padded = text.ljust(8)
    opponent, colour, code = padded[:4].strip(), padded[5], padded[7].translate(_ALIKE)
    if not text.strip():
        return None
    if not opponent.isdecimal() or colour not in "wb- " or code not in "10=+-HFUZ ":
        raise _Wrong(at, text)
    if int(opponent) == 0:
        return _Cell(0, "", code.translate(_WITHOUT_OPPONENT))
    if code in _BYES:
        raise _Wrong(at, text)
    return _Cell(int(opponent), colour.strip(" -"), code)


def _facts(players: Mapping[int, _Player], heading: Sequence[_Line]) -> dict[str, object]:
    """The report as a record file."""
    played = max(map(_last_round_paired, players.values()))
    robin = re.search(r"robin|berger", _first(heading, "092").text, re.IGNORECASE) is not None
    last = 0 if robin else _told_rounds(heading, max(map(_last_round_told, players.values())))
    absent = _absences(players, heading, played, last)
    entrants = [
        {"id": str(one.number), "name": one.name, "rating": one.rating, "absent_in": absent[one.number]}
        for one in players.values()
    ]
    name = _first(heading, "012").text or "Record"
    return {
        "event": {"name": name[:64]},
        "rulebook": _rulebook(players, played, last),
        "entrants": entrants,
        "contests": [contest for number in range(played) for contest in _round(players, number)],
        "forbidden": _forbidden(players, heading),
    }


def _rulebook(players: Mapping[int, _Player], played: int, last: int) -> dict[str, object]:
    """A Swiss with its last round, or a round robin, which needs none."""
    way = _scoring(players, played)
    takes_half = any(cell is not None and cell.code == "H" for one in players.values() for cell in one.cells)
    rulebook: dict[str, object] = {
        "format": "swiss" if last else "round_robin",
        "games": {"best_of": 1, "draws": True, "colours": True},
        "scoring": {
            "win": float(way.win),
            "draw": float(way.draw),
            "bye": float(way.win),
            "absence": float(way.draw) if takes_half else 0.0,
        },
    }
    if last:
        rulebook["swiss"] = {"rounds": last}
    return rulebook


def _first(heading: Sequence[_Line], code: str) -> _Line:
    return next((line for line in heading if line.code == code), _Line())


def _forbidden(players: Mapping[int, _Player], heading: Sequence[_Line]) -> list[tuple[str, str]]:
    """Who is not to meet: each line lists players of whom no two may."""
    lists = [line.numbers(players) for line in heading if line.code == "XXP"]
    return list(dict.fromkeys(pair for numbers in lists for pair in combinations(sorted(set(numbers), key=int), 2)))


def _last_round_told(player: _Player) -> int:
    """The last round of which the line says anything."""
    return max((number for number, cell in enumerate(player.cells, start=1) if cell is not None), default=0)


def _told_rounds(heading: Sequence[_Line], held: int) -> int:
    """As the report says; fewer than it holds would drop results. Without a number those that it holds."""
    line = _first(heading, "XXR")
    if not line.text:
        return max(held, 1)
    if not re.fullmatch(r"[1-9]\d{0,3}", line.text, re.ASCII):
        raise _Wrong(line.at, f"XXR {line.text}"[:20])
    if int(line.text) < held:
        raise _Wrong(line.at, line.text, str(held), FaultCode.REPORT_ROUNDS)
    return int(line.text)


def _last_round_paired(player: _Player) -> int:
    """The last round for which the player was paired: byes alone that were asked for are of rounds to come."""
    paired = (
        number
        for number, cell in enumerate(player.cells, start=1)
        if cell is not None and (cell.opponent or cell.code in "U+")
    )
    return max(paired, default=0)


def _absences(players: Mapping[int, _Player], heading: Sequence[_Line], played: int, last: int) -> dict[int, list[int]]:
    """Rounds off that were asked for: of those that were played the ones worth half a point, of those to come all.

    In a round robin a round off that gives nothing is the rest, and needs no word.
    """
    to_come = _REQUESTED if last else "HF"
    away = set(_away(players, heading, played, last))
    found = {number: {played + 1} if number in away else set[int]() for number in players}
    for number, one in players.items():
        for at, cell in enumerate(one.cells, start=1):
            if cell is not None and cell.code in (to_come if at > played else "H"):
                found[number].add(at)
    return {number: sorted(rounds) for number, rounds in found.items()}


def _away(players: Mapping[int, _Player], heading: Sequence[_Line], played: int, last: int) -> Iterator[int]:
    """Who misses the round to come by a line of its own; raises _Wrong where no round is to come."""
    for line in heading:
        for number in line.numbers(players) if line.code == "XXZ" else ():
            if played >= last:
                raise _Wrong(line.at, f"XXZ {line.text}"[:20], code=FaultCode.NOT_USED)
            yield int(number)


def _round(players: Mapping[int, _Player], at: int) -> Iterator[dict[str, object]]:
    """The contests of a round: every game once, told alike by both players."""
    for player in players.values():
        cell = player.at(at)
        if cell is None:
            continue
        if cell.opponent == 0:
            if cell.code in "UF+":
                yield {"round": at + 1, "sides": [str(player.number)]}
            continue
        other = players.get(cell.opponent)
        back = None if other is None else other.at(at)
        if other is None or back is None or back.opponent != player.number:
            raise _Wrong(player.line, f"{at + 1}: {cell.opponent}")
        if _tells(player, cell, back):
            yield {"round": at + 1, "sides": [str(player.number), str(other.number)], **_result(player, cell, back)}


def _tells(player: _Player, cell: _Cell, back: _Cell) -> bool:
    """Whether this line tells of the game: White's does, which one of both may leave unsaid, or the lower number's."""
    if cell.colour == back.colour:
        if cell.colour:
            raise _Wrong(player.line, f"{cell.opponent} {cell.colour}")
        return player.number <= cell.opponent
    return cell.colour == "w" or back.colour == "b"


def _result(player: _Player, cell: _Cell, back: _Cell) -> dict[str, object]:
    if (cell.code, back.code) == ("0", "0"):
        return dict(_BOTH_LOST)
    if (cell.code, back.code) == (" ", " "):
        return {}
    if (cell.code, back.code) not in _SCORES:
        raise _Wrong(player.line, f"{cell.code}{back.code}")
    return {"score": _SCORES[cell.code, back.code]}
