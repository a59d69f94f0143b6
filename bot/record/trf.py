"""A Swiss or a round robin as FIDE's Tournament Report File (TRF16), for other programs to read and to check.

A contest is one game there: of a longer match, who won it. Whoever sat out a round has `0000` in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Final

from bot.domain import berger
from bot.domain.contest_points import REST
from bot.domain.contests import Contest, Result, ResultKind, Stage
from bot.domain.crosstable import crosstable
from bot.domain.events.records import Record
from bot.domain.formats.protocol import Starter
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import RoundRobinRules, ScoringRules
from bot.record.deriving import Derived
from bot.record.formats import format_of
from bot.record.formats.protocol import Report

NAME_LENGTH: Final = 33
MOST_PLAYERS: Final = 9999
MOST_ROUNDS: Final = 999
SWISS_KIND: Final = "Individual: Swiss-System"
_AWAY: Final = "0000 - Z"
_HALF_OFF: Final = "0000 - H"
_BYE: Final = "0000 - U"
_OPEN: Final = " " * len(_AWAY)
_UNRATED: Final = str.maketrans("1=0+-", "WDLWL")
"""The letters of games that stand and are rated for nobody."""


def can_be_written(record: Record) -> bool:
    """Whether the format is one that TRF has, and the numbers fit its columns."""
    report, entrants = format_of(record.rulebook).report, len(record.facts.starters)
    return report is not None and 0 < entrants <= MOST_PLAYERS and _rounds(record, report) <= MOST_ROUNDS


def write_trf(record: Record, known: Derived) -> str:
    """The report; a line for each entrant in the order of the file, who have the numbers from 1.

    Raises ValueError where the format is none that TRF has.
    """
    report = format_of(record.rulebook).report
    if report is None:
        raise ValueError(f"no report has an event of the format {record.rulebook.format}")
    rounds = _rounds(record, report)
    kind = SWISS_KIND if _is_paired(record) else report.kind
    last = rounds if known.is_over else max(rounds, _last_round(record))
    return "\n".join([*_heading(record, kind), *_players(record, known, rounds), f"XXR {last}"]) + "\n"


def _heading(record: Record, kind: str) -> Iterator[str]:
    rated = sum(one.rating is not None for one in record.facts.starters)
    yield f"012 {_one_line(record.name)}"
    yield f"042 {_date(record.facts.began_at)}"
    yield f"052 {_date(record.ended_at)}"
    yield f"062 {len(record.facts.starters)}"
    yield f"072 {rated}"
    yield "082 0"
    yield f"092 {kind}"
    rating = record.rulebook.rating
    yield f"122 {rating.base_minutes:g}+{rating.increment_seconds}"


def _players(record: Record, known: Derived, rounds: int) -> Iterator[str]:
    numbers = {one.entrant_id: at for at, one in enumerate(record.facts.starters, start=1)}
    ranks = {row.entrant_id: at for at, row in enumerate(known.standings, start=1)}
    table = crosstable(record.facts, record.rulebook, byes_at_once=True)
    games = _games(record, rounds, numbers)
    for one in record.facts.starters:
        number = numbers[one.entrant_id]
        cells = "  ".join(games.get((one.entrant_id, at)) or _absence(record, one, at) for at in range(1, rounds + 1))
        rating = "" if one.rating is None else f"{round(one.rating)}"
        name = _one_line(record.name_of(one.entrant_id))[:NAME_LENGTH]
        points = _points(record, cells, table[one.entrant_id].points)
        rank = ranks.get(one.entrant_id, number)
        head = f"001 {number:>4}      {name:<{NAME_LENGTH}} {rating:>4} {'':3} {'':11} {'':10} {points:4.1f} {rank:>4}"
        yield f"{head}  {cells}".rstrip()


def _games(record: Record, rounds: int, numbers: Mapping[EntrantId, int]) -> Mapping[tuple[EntrantId, int], str]:
    """Everybody's cell for each round that they played."""
    contests = [one for one in record.facts.of(Stage.MAIN) if one.round <= rounds]
    return {(side, one.round): text for one in contests for side, text in _cells(record, one, numbers)}


def _points(record: Record, cells: str, known: Fraction) -> float:
    """As the table has them; where won games are points, those of the matches, which the report shows."""
    scoring = record.rulebook.scoring
    if scoring is None or not scoring.by_games:
        return float(known)
    codes = [cells[at] for at in range(len(_AWAY) - 1, len(cells), len(_AWAY) + 2)]
    won, drawn = sum(code in "1W+UF" for code in codes), sum(code in "=DH" for code in codes)
    return won + drawn / 2


def _cells(record: Record, contest: Contest, numbers: Mapping[EntrantId, int]) -> Iterator[tuple[EntrantId, str]]:
    """What stands in the round of each side; nothing yet of a game that is still played."""
    if len(contest.sides) == 1:
        yield contest.sides[0], _AWAY if contest.bye_reason == REST else _bye(_scoring(record))
        return
    if contest.result is None:
        yield from ((side, _OPEN) for side in contest.sides)
        return
    codes = _with_annulments(record, contest, _codes(contest.result))
    for side, entrant in enumerate(contest.sides):
        opponent = numbers[contest.sides[1 - side]]
        yield entrant, f"{opponent:>4} {'wb'[side]} {codes[side]}"


def _bye(scoring: ScoringRules) -> str:
    """By what the rulebook gives for it: U is read as a win, H as a draw, Z as nothing."""
    if scoring.bye == scoring.win:
        return _BYE
    return _HALF_OFF if scoring.bye == scoring.draw else _AWAY


def _scoring(record: Record) -> ScoringRules:
    return record.rulebook.scoring or ScoringRules()


def _with_annulments(record: Record, contest: Contest, codes: tuple[str, str]) -> tuple[str, str]:
    """Of a result that was annulled the side that it was taken from has nothing, and nobody is rated (GO-23.1)."""
    void = [(contest.contest_id, side) in record.facts.annulled for side in contest.sides]
    if not any(void):
        return codes
    first, second = ("L" if gone else code.translate(_UNRATED) for gone, code in zip(void, codes, strict=True))
    return first, second


def _codes(result: Result) -> tuple[str, str]:
    """1, 0, = of a game, + and - of one that was given; both sides of one that both lost have the worse sign."""
    given = result.kind in {ResultKind.WALKOVER, ResultKind.WITHDRAWAL, ResultKind.DOUBLE_WALKOVER} and sum(
        result.score
    ) + result.draws <= sum(result.walkover_games)
    win, loss = ("+", "-") if given else ("1", "0")
    first, second = result.score[:2]
    if first == second:
        level = "=" if result.kind is ResultKind.PLAYED else loss
        return level, level
    return (win, loss) if first > second else (loss, win)


def _absence(record: Record, one: Starter, number: int) -> str:
    """A round that nobody played with the entrant; one announced before may be worth half a point."""
    scoring = _scoring(record)
    announced = number in one.absent_in or number < one.enters_in
    worth_half = bool(scoring.draw) and scoring.absence == scoring.draw
    paired = any(contest.round == number for contest in record.facts.contests)
    if not paired and not announced:
        return _OPEN
    return _HALF_OFF if announced and worth_half else _AWAY


def _rounds(record: Record, report: Report) -> int:
    limit = None if record.rulebook.swiss is None else record.rulebook.swiss.rounds
    played = max((one.round for one in record.facts.contests if one.stage is Stage.MAIN), default=0)
    return max(limit, 0) if limit is not None and report.has_last_round else played


def _last_round(record: Record) -> int:
    """Of an event that goes on: without it, others would read the report of one that is over."""
    facts, rulebook = record.facts, record.rulebook
    last = format_of(rulebook).last_round_off(facts, rulebook)
    if last is not None:
        return last
    times = (rulebook.round_robin or RoundRobinRules()).times
    return berger.length(max(len(facts.starters), berger.FEWEST)) * times


def _is_paired(record: Record) -> bool:
    """Whether it is a Swiss, as a round robin of too large a field is (AIJE-D05-3)."""
    return format_of(record.rulebook).is_paired(record.facts, record.rulebook)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _date(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y/%m/%d}"
