"""The words of a series' table: points, what each event gave, and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.domain.circuit.circuits import CircuitView
from bot.domain.circuit.rules import CircuitRules
from bot.domain.circuit.standings import CircuitRow, Gain
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.i18n import Voice
from bot.rendering.events.standings_words import exact_words
from bot.rendering.layout import Drawing
from bot.rendering.people import mention
from bot.rendering.pictures.drawing import draw_table
from bot.rendering.pictures.model import Align, TableColumn, TablePicture, TableRow
from bot.rendering.sentences import listing
from bot.rendering.text import plain, quote

EVENTS_SHOWN: Final = 8
"""Of which each has a column of its own: the latest."""
NOTHING: Final = "–"


def place_words(row: CircuitRow) -> str:
    """ "3", or "3–5" where several share it."""
    return str(row.rank_from) if row.rank_from == row.rank_to else f"{row.rank_from}–{row.rank_to}"


def gain_words(gain: Gain | None, voice: Voice) -> str:
    """What an event gave, in brackets where it does not count."""
    if gain is None:
        return NOTHING
    points = exact_words(gain.points, voice)
    return points if gain.counts else f"({points})"


def line(view: CircuitView, row: CircuitRow, voice: Voice) -> str:
    """A line of the table in words: the place, the name, the points, and what each event gave."""
    gains = " · ".join(gain_words(row.gain_of(one.tournament_id), voice) for one in shown_events(view))
    name = mention(view.people[row.person_id])
    return f"{place_words(row)}. {name} · **{exact_words(row.points, voice)}** · {gains}"


def shown_events(view: CircuitView) -> tuple[Tournament, ...]:
    """The latest events that are over."""
    return view.over[-EVENTS_SHOWN:]


def number_of(view: CircuitView, event: Tournament) -> int:
    """The event's number in the series, from 1, in the order of their ends."""
    return view.events.index(event) + 1


def events_line(view: CircuitView, voice: Voice) -> str:
    """Which number stands for which event."""
    named = [f"{number_of(view, one)} {quote(one.name)}" for one in shown_events(view)]
    return voice.say("series.events", events=" · ".join(named))


def rules_line(rules: CircuitRules, voice: Voice) -> str:
    """How many events count, what parts those who are level, and who plays the final."""
    best = voice.count("series.best", rules.best) if rules.best else voice.say("series.all_count")
    level = [voice.say(f"series.level.{one.value}") for one in rules.level]
    ties = voice.say("series.ties", ties=listing(level, voice)) if level else voice.say("series.no_ties")
    final = voice.count("series.finalists", rules.finalists) if rules.finalists else voice.say("series.no_final")
    return f"{best} {ties} {final}"


def points_line(rules: CircuitRules, voice: Voice) -> str:
    """What the places give."""
    told: list[str] = []
    at = 1
    for points in dict.fromkeys(rules.places):
        last = len(rules.places) - rules.places[::-1].index(points)
        told.append(f"{at if last == at else f'{at}–{last}'}: {points}")
        at = last + 1
    shared = voice.say(f"series.shared.{rules.shared.value}")
    left = voice.say("series.left_keep" if rules.withdrawn else "series.left_lose")
    return f"{voice.say('series.points', points=' · '.join(told), played=rules.played)} {shared} {left}"


def picture(view: CircuitView, rows: Sequence[CircuitRow], own: Sequence[PersonId], voice: Voice) -> Drawing:
    """The rows as a table with a column for each event; the reader's own line and the first place stand out."""
    events = shown_events(view)
    drawn = TablePicture(
        title=plain(view.circuit.name),
        subtitle=voice.count("series.played", len(view.over)),
        columns=(
            TableColumn("#", Align.END),
            TableColumn(voice.say("ending.player")),
            *(TableColumn(str(number_of(view, one)), Align.END) for one in events),
            TableColumn(voice.say("series.column_points"), Align.END),
        ),
        rows=tuple(_picture_row(view, row, events, own, voice) for row in rows),
        footer=voice.say("series.dropped"),
    )
    described = voice.say("series.described", name=plain(view.circuit.name))
    return Drawing("circuit.png", described, partial(draw_table, drawn))


def _picture_row(
    view: CircuitView, row: CircuitRow, events: Sequence[Tournament], own: Sequence[PersonId], voice: Voice
) -> TableRow:
    gains = tuple(gain_words(row.gain_of(one.tournament_id), voice) for one in events)
    name = plain(view.people[row.person_id].name)
    stands_out = row.person_id in own or row.rank_to == 1
    cut = view.circuit.rules.finalists > 0 and _is_last_in(view, row)
    return TableRow((place_words(row), name, *gains, exact_words(row.points, voice)), emphasised=stands_out, cut=cut)


def _is_last_in(view: CircuitView, row: CircuitRow) -> bool:
    """Whether the line below who would play the final stands under this row."""
    inside = [one for one in view.rows if one.rank_from <= view.circuit.rules.finalists]
    return bool(inside) and inside[-1] is row and len(inside) < len(view.rows)
