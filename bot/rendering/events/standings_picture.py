"""The picture of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.domain.events.standings_views import StandingsView
from bot.domain.ids import EntrantId
from bot.domain.standings import StandingRow
from bot.i18n import Voice
from bot.rendering.events.standings_words import (
    cut_words,
    lasts_through,
    moves,
    place_words,
    result_columns,
    result_counts,
    row_marks,
    scoring_words,
    shown_values,
    under_headings,
    value_words,
)
from bot.rendering.layout import Drawing
from bot.rendering.pictures.drawing import draw_table
from bot.rendering.pictures.model import Align, TableColumn, TablePicture, TableRow
from bot.rendering.regulation.rule_names import tie_break_name
from bot.rendering.text import plain

_LEADERS = 3


def table_picture(
    view: StandingsView,
    rows: tuple[StandingRow, ...],
    reader: EntrantId | None,
    voice: Voice,
    *,
    before: Mapping[EntrantId, int] | None = None,
    subtitle: str = "",
) -> Drawing:
    """The rows as a table; the reader's own line and the first place stand out.

    With the places from before the round, each row says how far it has moved.
    """
    names, rulebook = [value.name for value in shown_values(view, rows[0])], view.tournament.rulebook
    drawn = TablePicture(
        title=plain(view.tournament.name),
        subtitle=subtitle or plain(rulebook.title_in(voice.locale)),
        columns=(
            TableColumn("#", Align.END),
            *((TableColumn("±", Align.END),) if before else ()),
            TableColumn(voice.say("ending.player" if rulebook.teams is None else "teams.column")),
            *(TableColumn(voice.say(f"standings.short_{key}"), Align.END) for key in result_columns(view)),
            *(TableColumn(tie_break_name(name, voice, short=True), Align.END) for name in names),
        ),
        rows=tuple(_picture_rows(view, rows, reader, voice, before or {})),
        footer=" · ".join(filter(None, (cut_words(view, rows, voice), scoring_words(view, voice)))),
    )
    return Drawing("table.png", words_behind(view, rows, voice), partial(draw_table, drawn))


def words_behind(view: StandingsView, rows: Sequence[StandingRow], voice: Voice) -> str:
    """What the picture shows to who cannot see it: whose table, and who leads it with what."""
    leaders = [" ".join(filter(None, _leader(view, row, voice))) for row in rows[:_LEADERS]]
    return voice.say(
        "standings.described", name=plain(view.tournament.name, 60), leaders=", ".join(leaders), n=len(view.rows)
    )


def _leader(view: StandingsView, row: StandingRow, voice: Voice) -> tuple[str, ...]:
    values = shown_values(view, row)[:1]
    return (
        f"{place_words(row)}.",
        plain(view.person(row.entrant_id).name, 32),
        *(value_words(one, voice) for one in values),
    )


def _picture_rows(
    view: StandingsView,
    rows: Sequence[StandingRow],
    reader: EntrantId | None,
    voice: Voice,
    before: Mapping[EntrantId, int],
) -> Iterator[TableRow]:
    lasts = lasts_through(view)
    for heading, row in under_headings(view, rows, voice):
        drawn = replace(_picture_row(view, row, reader, voice, before), cut=row.entrant_id in lasts)
        if heading:
            ahead = ("", "") if before else ("",)
            yield TableRow((*ahead, heading, *("" for _ in drawn.cells[len(ahead) + 1 :])), heading=True)
        yield drawn


def _picture_row(
    view: StandingsView, row: StandingRow, reader: EntrantId | None, voice: Voice, before: Mapping[EntrantId, int]
) -> TableRow:
    values = tuple(value_words(value, voice) for value in shown_values(view, row))
    name, mark = plain(view.person(row.entrant_id).name), " · ".join(row_marks(view, row, voice))
    stands_out = row.entrant_id == reader or row.rank_to == 1
    ahead = (place_words(row), moves(before, row)) if before else (place_words(row),)
    return TableRow((*ahead, name, *result_counts(view, row), *values), emphasised=stands_out, mark=mark)
