"""The words of a table's lines: places and their marks, tie-breaks and their values, and the line below who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from bot.domain.contest_points import exact
from bot.domain.events.event_kinds import counts_games
from bot.domain.events.standings_views import StandingsView
from bot.domain.formats.point_sources import worth as worth_of
from bot.domain.ids import EntrantId
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


def result_columns(view: StandingsView) -> tuple[str, ...]:
    """The columns of results: draws only where there can be any, as of an even number of games of two teams."""
    rulebook, games = view.tournament.rulebook, view.tournament.rulebook.games
    level = rulebook.teams is not None and counts_games(rulebook)
    return ("won", "drawn", "lost") if games is not None and (games.draws or level) else ("won", "lost")


def result_counts(view: StandingsView, row: StandingRow) -> tuple[str, ...]:
    """How many were won, drawn and lost, in the order of the columns."""
    counted = {"won": row.won, "drawn": row.drawn, "lost": row.lost}
    return tuple(str(counted[key]) for key in result_columns(view))


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
    return [
        *_source_marks(view, row, voice),
        *(voice.say(key) for key, holds in (("standings.left", gone), ("standings.lowered", lowered)) if holds),
    ]


def _source_marks(view: StandingsView, row: StandingRow, voice: Voice) -> Iterator[str]:
    """What gave points, or did not, beside games that were played: without it wins and points would not agree."""
    one = view.sources_of(row.entrant_id)
    if one.byes:
        yield voice.count("standings.byes", one.byes)
    if one.absences:
        yield voice.count("standings.rounds_missed", one.absences)
    walkovers = [f"{sign}{n}" for sign, n in (("+", one.forfeits_won), ("\N{MINUS SIGN}", one.forfeits_lost)) if n]
    if walkovers:
        yield f"{voice.say('draw.walkover')} {' '.join(walkovers)}"
    if one.doubled:
        yield f"🔥 +{exact_words(one.doubled, voice)}"
    if one.idle_draws:
        yield voice.count("standings.idle_draws", one.idle_draws)


def scoring_words(view: StandingsView, voice: Voice) -> str:
    """What a win, a draw and the rest are worth, so that the points can be added up; empty where none are counted."""
    rules = worth_of(view.tournament.rulebook)
    if rules is None:
        return ""
    worth = [("won", rules.win), ("drawn", rules.draw), ("lost", rules.loss)]
    told = [
        f"{voice.say(f'standings.short_{key}')} {exact_words(exact(value), voice)}" for key, value in worth if value
    ]
    shown = [view.sources_of(row.entrant_id) for row in view.rows]
    if any(one.byes for one in shown):
        told.append(voice.say("standings.bye_worth", points=exact_words(exact(rules.bye), voice)))
    if any(one.absences for one in shown):
        told.append(voice.say("standings.miss_worth", points=exact_words(exact(rules.absence), voice)))
    key = "standings.game_worth" if rules.by_games else "standings.match_worth"
    return voice.say(key, worth=" · ".join(told))


def moves(places: Mapping[EntrantId, int], row: StandingRow) -> str:
    """How many places the row has gone up or down, by a sign that needs no colour; empty where it was not there."""
    before = places.get(row.entrant_id)
    if before is None:
        return ""
    gained = before - row.rank_from
    return "=" if not gained else f"{'▲' if gained > 0 else '▼'}{abs(gained)}"


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
