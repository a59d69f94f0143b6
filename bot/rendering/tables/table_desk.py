"""What the arbiter of a table of three is offered."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.contests import Particulars, Score
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.tables.table_views import TableView
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, Card, Press
from bot.rendering.playing import match_words
from bot.rendering.playing.hooks import desks_of
from bot.rendering.playing.match_desk import hand_over, side_presses, stopping
from bot.rendering.playing.match_names import heading
from bot.rendering.tables import table_words


def desk(view: MatchView, table: TableView, voice: Voice) -> Card:
    """What the arbiter of a table can do: say who won, who is there, whom the others play without."""
    key, away = view.contest_id, view.match.away
    missing, controls = [one.side for one in view.state.missing], [stopping(view, voice), hand_over(view, voice)]
    come = side_presses(view, "present", "matches.is_here", sorted((*missing, *away)), voice)
    out = side_presses(view, "table-out", "tables.seat_out", missing, voice)
    if len({*missing, *away}) == len(view.players):
        out = [Press(f"both-lose:{key}", voice.say("matches.double_walkover"), ButtonStyle.danger)]
    choice = table_words.winner_choice(view, table, "table-rule", voice.say("tables.decide"))
    ruling = () if view.state.phase is MatchPhase.SUSPENDED else (choice,)
    return Card(
        (
            heading(view, voice),
            match_words.players(view, voice),
            match_words.situation(view, voice),
            f"-# {voice.say('matches.desk_hint')}",
            *(line for one in desks_of(view) for line in one.hints(view, voice)),
        ),
        controls=(*ruling, *(tuple(row) for row in (come, out) if row), *controls),
        colour=ACCENT,
    )


def right_winner(view: MatchView, table: TableView, voice: Voice) -> Card:
    """Who won a table that is settled already; nothing is changed by choosing."""
    choice = table_words.winner_choice(view, table, "table-right", voice.say("tables.right_winner"))
    said = (heading(view, voice), match_words.situation(view, voice), voice.say("tables.choose_right"))
    return Card(said, controls=(choice,))


def table_code(score: Score, particulars: Particulars) -> str:
    """What a control carries of a table's result: the winners' marks, then everybody's influence, "100_16_3_-2"."""
    return "_".join(("".join(map(str, score)), *map(str, particulars.influence)))
