"""The table and the games of a record for spreadsheets (CSV), and the table for a terminal."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from bot.domain.contests import Contest, Result
from bot.domain.events.records import Record
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow
from bot.domain.team_play.board_draws import draws_of
from bot.record.deriving import Derived
from bot.record.shorthand import write_score
from bot.record.values import write_value

_BEGINS_FORMULA = re.compile(r"((?:^|[;,|\t\r\n\"])[\s\"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])")
"""A cell that begins so is a formula to a spreadsheet; the country it is set to says which sign parts cells."""


def standings_csv(record: Record, known: Derived) -> str:
    """A line for each entrant, with every tie-break value as an exact fraction."""
    rows = known.standings
    names = [one.name for one in rows[0].values] if rows else []
    heading = ["rank_from", "rank_to", "id", "name", "rating", *names, "played", "won", "drawn", "lost"]
    ratings = {one.entrant_id: one.rating for one in record.facts.starters}
    return _csv(
        heading,
        (
            [
                row.rank_from,
                row.rank_to,
                row.entrant_id,
                record.name_of(row.entrant_id),
                ratings.get(row.entrant_id),
                *(write_value(one.value) for one in row.values),
                row.played,
                row.won,
                row.drawn,
                row.lost,
            ]
            for row in rows
        ),
    )


def games_csv(record: Record) -> str:
    """A line for each contest, as it stands; `goes_on` names a side where the score does not say it."""
    heading = ["stage", "group", "round", "position", "sides", "names", "score", "kind", "best_of", "bye", "settled_at"]
    heading += ["goes_on"]
    return _csv(
        heading,
        (
            [
                one.stage,
                one.group,
                one.round,
                one.position,
                " | ".join(one.sides),
                " | ".join(record.name_of(side) for side in one.sides),
                _score(one.result, record.rulebook),
                None if one.result is None else one.result.kind,
                one.best_of,
                one.bye_reason,
                None if one.result is None or record.by_hand else one.result.settled_at.isoformat(),
                _goes_on(one),
            ]
            for one in record.facts.contests
        ),
    )


def _goes_on(contest: Contest) -> str | None:
    side = None if contest.result is None else contest.result.paired_as_winner
    return None if side is None else contest.sides[side]


def table_text(record: Record, rows: Sequence[StandingRow]) -> list[str]:
    """The table in columns: place, name, every value of the chain."""
    names = [one.name for one in rows[0].values] if rows else []
    heading = ["place", "name", *names]
    body = [
        [
            f"{row.rank_from}" if not row.is_shared else f"{row.rank_from}-{row.rank_to}",
            record.name_of(row.entrant_id),
            *(_readable(one.value) for one in row.values),
        ]
        for row in rows
    ]
    widths = [max(len(line[column]) for line in [heading, *body]) for column in range(len(heading))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in [heading, *body]
    ]


def _readable(value: Fraction | None) -> str:
    """Halves as people write them, other parts as two decimals; files and answers for programs hold the fraction."""
    if value is None:
        return ""
    if value.denominator == 2:
        return f"{'-' if -1 < value < 0 else ''}{int(value) or ''}½"
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


def _score(result: Result | None, rulebook: Rulebook) -> str | None:
    if result is None:
        return None
    return write_score(result.score, draws_of(result, rulebook))


def unused_text(records: Iterable[Record]) -> list[str]:
    """What reports say that nothing follows from, each number with its lines; nothing where there is none."""
    lines: dict[str, list[str]] = {}
    for one in (unused for record in records for unused in record.unused):
        lines.setdefault(one.code, []).append(str(one.line))
    told = [f"  {code:9}  line {', '.join(at)}" for code, at in lines.items()]
    return ["", "Not used, since nothing here follows from it:", *told] if told else []


def _csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(heading)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    return without_formulas(value) if isinstance(value, str) else value


def without_formulas(text: str) -> str:
    """The cell, or a whole CSV file, in which what would be a formula is told to be text wherever a cell begins."""
    return _BEGINS_FORMULA.sub(r"\1'\2", text)
