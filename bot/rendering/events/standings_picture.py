"""The picture of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.domain.events.event_kinds import counts_games
from bot.domain.events.standings_views import StandingsView
from bot.domain.ids import EntrantId
from bot.domain.standings import StandingRow
from bot.i18n import Voice
from bot.rendering.events.standings_words import (
    cut_words,
    lasts_through,
    place_words,
    row_marks,
    shown_values,
    under_headings,
    value_words,
)
from bot.rendering.layout import Drawing
from bot.rendering.pictures.drawing import draw_table
from bot.rendering.pictures.model import Align, TableColumn, TablePicture, TableRow
from bot.rendering.regulation.rule_names import tie_break_name
from bot.rendering.text import plain


def table_picture(
    view: StandingsView, rows: tuple[StandingRow, ...], reader: EntrantId | None, voice: Voice
) -> Drawing:
    """The rows as a table; the reader's own line and the first place stand out."""
    names, rulebook = [value.name for value in shown_values(view, rows[0])], view.tournament.rulebook
    drawn = TablePicture(
        title=plain(view.tournament.name),
        subtitle=plain(rulebook.title_in(voice.locale)),
        columns=(
            TableColumn("#", Align.END),
            TableColumn(voice.say("ending.player" if rulebook.teams is None else "teams.column")),
            *(TableColumn(voice.say(f"standings.short_{key}"), Align.END) for key in _results(view)),
            *(TableColumn(tie_break_name(name, voice, short=True), Align.END) for name in names),
        ),
        rows=tuple(_picture_rows(view, rows, reader, voice)),
        footer=cut_words(view, rows, voice),
    )
    said = voice.say("standings.described", name=plain(view.tournament.name))
    return Drawing("table.png", said, partial(draw_table, drawn))


def _results(view: StandingsView) -> tuple[str, ...]:
    """The columns of results: draws only where there can be any, as of an even number of games of two teams."""
    rulebook, games = view.tournament.rulebook, view.tournament.rulebook.games
    level = rulebook.teams is not None and counts_games(rulebook)
    return ("won", "drawn", "lost") if games is not None and (games.draws or level) else ("won", "lost")


def _picture_rows(
    view: StandingsView, rows: Sequence[StandingRow], reader: EntrantId | None, voice: Voice
) -> Iterator[TableRow]:
    lasts = lasts_through(view)
    for heading, row in under_headings(view, rows, voice):
        drawn = replace(_picture_row(view, row, reader, voice), cut=row.entrant_id in lasts)
        if heading:
            yield TableRow(("", heading, *("" for _ in drawn.cells[2:])), heading=True)
        yield drawn


def _picture_row(view: StandingsView, row: StandingRow, reader: EntrantId | None, voice: Voice) -> TableRow:
    counted = {"won": row.won, "drawn": row.drawn, "lost": row.lost}
    results = tuple(str(counted[key]) for key in _results(view))
    values = tuple(value_words(value, voice) for value in shown_values(view, row))
    name, mark = plain(view.person(row.entrant_id).name), " · ".join(row_marks(view, row, voice))
    stands_out = row.entrant_id == reader or row.rank_to == 1
    return TableRow((place_words(row), name, *results, *values), emphasised=stands_out, mark=mark)
