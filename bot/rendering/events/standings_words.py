"""The words of a table's lines: places and their marks, tie-breaks and their values, and the line below who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.domain.contest_points import bye_points
from bot.domain.events.standings_views import StandingsView
from bot.domain.ids import EntrantId
from bot.domain.lengths import in_bracket
from bot.domain.standings import Sanction, StandingRow, TieBreakValue
from bot.i18n import Voice
from bot.rendering.sentences import number

COLUMNS = 4
"""Values of the chain that are shown beside wins, draws and losses."""
_RATINGS = frozenset({"performance_arena", "performance_fide", "average_rating_of_opponents", "ratings_sum"})
"""Values that are ratings."""


def value_words(value: TieBreakValue, voice: Voice) -> str:
    """A value as people write it: halves as ½, other fractions with two decimals, a dash where there is none."""
    if value.value is None:
        return "–"
    # Ratings are told as whole numbers everywhere; how one came about says more, where more is asked.
    return str(round(value.value)) if value.name in _RATINGS else exact_words(value.value, voice)


def exact_words(value: Fraction, voice: Voice) -> str:
    """The number in halves or quarters where it is one, otherwise rounded to two decimals."""
    if value.denominator == 2:
        whole = int(value)
        sign = "-" if value < 0 and whole == 0 else ""
        return f"{sign}{whole or ''}½"
    return number(round(float(value), 2), voice)


def place_words(row: StandingRow) -> str:
    """ "3", or "3–5" where several share it."""
    return f"{row.rank_from}–{row.rank_to}" if row.is_shared else str(row.rank_from)


def group_words(view: StandingsView, row: StandingRow, voice: Voice) -> list[str]:
    """The entrant's group, while groups are played."""
    number_ = view.groups.get(row.entrant_id)
    return [] if number_ is None else [voice.say("standings.group", n=number_)]


def under_headings(view: StandingsView, rows: Sequence[StandingRow], voice: Voice) -> Iterator[tuple[str, StandingRow]]:
    """Each row with the heading before it: the group where one begins, otherwise none."""
    before: list[str] = []
    for row in rows:
        group = group_words(view, row, voice)
        yield "" if group == before else group[0], row
        before = group


def shown_values(view: StandingsView, row: StandingRow) -> list[TieBreakValue]:
    """The values that are shown: the first of the chain that apply to anybody."""
    applied = {value.name for one in view.rows for value in one.values if value.value is not None}
    return [value for value in row.values if value.name in applied or value == row.values[0]][:COLUMNS]


def row_marks(view: StandingsView, row: StandingRow, voice: Voice) -> list[str]:
    """What else a row needs to be understood: byes, who has left, and whose place a verdict has lowered (GO-23.6)."""
    gone = any(one.withdrawn for one in view.facts.starters if one.entrant_id == row.entrant_id)
    lowered = (row.entrant_id, Sanction.LOWERED) in view.facts.sanctions
    byes = _byes_that_score(view, row)
    marks = [voice.count("standings.byes", byes)] if byes else []
    return [
        *marks,
        *(voice.say(key) for key, holds in (("standings.left", gone), ("standings.lowered", lowered)) if holds),
    ]


def _byes_that_score(view: StandingsView, row: StandingRow) -> int:
    """Rounds that gave points without a game: without them wins and points would not agree."""
    rulebook = view.tournament.rulebook
    if rulebook.scoring is None or row.void:
        return 0
    return sum(
        bool(bye_points(one, rulebook))
        for one in view.facts.contests
        if one.sides == (row.entrant_id,) and not in_bracket(one, rulebook)
    )


def lasts_through(view: StandingsView) -> frozenset[EntrantId]:
    """The last who goes on of each table, below whom a line is drawn; nobody where no knock-out follows."""
    if all(row.entrant_id in view.through for row in view.rows):
        return frozenset()
    last = {view.groups.get(row.entrant_id): row.entrant_id for row in view.rows if row.entrant_id in view.through}
    return frozenset(last.values())


def cut_words(view: StandingsView, rows: Sequence[StandingRow], voice: Voice) -> str:
    """What the line across the table means, where it is on the page."""
    if lasts_through(view).isdisjoint(row.entrant_id for row in rows):
        return ""
    return voice.count("standings.cut_lines" if view.groups else "standings.cut_line", len(view.through))
