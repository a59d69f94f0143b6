"""Telling how a game at a table of three ended: who won, then everybody's influence; and the arbiter's word on it."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from bot.domain.contests import NOTHING_MORE, Particulars, Score
from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView, Told
from bot.domain.tables.table_state import marks
from bot.domain.tables.table_views import TableView
from bot.errors import NotNow, Outdated
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.text import plain
from bot.services.playing import correcting, match_reading, ruling, told_scores
from bot.services.tables import seating
from bot.services.tables.table_results import read_influence
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.crowds import live
from cogs.press import Press
from cogs.refereeing import ask_why, on_desk, tell
from cogs.routing import Form, on_press
from cogs.subjects import MARKS, MATCH, NUMBER, SIDED, Sided, matching, pair, triple

if TYPE_CHECKING:
    from bot.app import TournamentBot


Result = tuple[Score, Particulars]


def _table_result(text: str) -> Result:
    told_marks, *influence = text.split("_")
    return tuple(map(int, told_marks)), Particulars(influence=tuple(map(int, influence)))


TABLE_RESULT = matching(re.compile(r"[01]{2,4}(?:_-?[0-9]{1,4}){0,4}"), _table_result)
"""What a control carries of a table's result: the inverse of `match_desk.table_code`."""
TableTold = tuple[ContestId, Score]
TOLD = pair(MATCH, MARKS)
TableCorrected = tuple[ContestId, Result, int]
TABLE_CORRECTED = triple(MATCH, TABLE_RESULT, NUMBER)


@on_press("table-won", MATCH, Audience.PLAYERS)
async def won(press: Press, contest_id: ContestId) -> None:
    """Takes who won, and asks for everybody's influence; an extra game has none that counts."""
    view, table = await _table(press, contest_id)
    score = chosen_winners(press, view)
    plays = any(player.discord_id == press.member_id for player in view.players)
    if not plays:
        # Who may not decide here is told so before a form is filled in.
        await press.do(ruling.desk, view.contest_id)
    if table.extra:
        await _tell_report(press, view, score, NOTHING_MORE)
        return
    await _ask_influence(press, view, table, "table-told", score, why=not plays)


@on_press("table-told", TOLD, Audience.PLAYERS)
async def told(press: Press, meant: TableTold) -> None:
    """Takes what a player tells of the game; an arbiter's word settles it."""
    view, _, score = await _meant(press, *meant)
    particulars = told_influence(press, view)
    if await press.ask(ruling.needs_reason, view.contest_id, score, particulars):
        await _rule(press, view.contest_id, score, particulars)
        return
    await _tell_report(press, view, score, particulars)


@on_press("table-rule", MATCH, Act.RULE_RESULT)
async def rule(press: Press, contest_id: ContestId) -> None:
    """Takes whom the arbiter says has won, and asks for the rest."""
    view, table = await _table(press, contest_id)
    await _ask_influence(press, view, table, "table-ruled", chosen_winners(press, view), why=True)


@on_press("table-ruled", TOLD, Act.RULE_RESULT)
async def ruled(press: Press, meant: TableTold) -> None:
    """Settles the game by the arbiter's word."""
    view, table, score = await _meant(press, *meant)
    particulars = NOTHING_MORE if table.extra else told_influence(press, view)
    await _rule(press, view.contest_id, score, particulars)


@on_press("table-out", SIDED, Act.STOP_MATCH)
async def out(press: Press, meant: Sided) -> None:
    """Has the table play without a player who is missing."""
    contest_id, side = meant
    view = await press.do(seating.seat_out, contest_id, side)
    if view.contest.result is not None:
        await tell(press, view, Told.RULED)
    else:
        await on_desk(press, view, Told.SEATED_OUT, side)


@on_press("table-right", MATCH, Act.CORRECT_RESULT)
async def right(press: Press, contest_id: ContestId) -> None:
    """Takes who won a settled game after all, and asks for everybody's influence."""
    view, table = await _table(press, contest_id)
    score = chosen_winners(press, view)
    if table.extra:
        await _preview(press, view.contest_id, score, NOTHING_MORE)
    else:
        await _ask_influence(press, view, table, "table-right-told", score, why=False)


@on_press("table-right-told", TOLD, Act.CORRECT_RESULT)
async def right_told(press: Press, meant: TableTold) -> None:
    """Shows what the correction would take back; nothing is changed yet."""
    view, _, score = await _meant(press, *meant)
    await _preview(press, view.contest_id, score, told_influence(press, view))


@on_press("table-correct-it", TABLE_CORRECTED, Act.CORRECT_RESULT)
async def correct_it(press: Press, meant: TableCorrected) -> None:
    """Asks for the reason, the last step before a correction."""
    contest_id, (score, particulars), seen = meant
    code = match_desk.table_code(score, particulars)
    await ask_why(press, f"table-correct-why:{contest_id}.{code}.{seen}", "matches.correct_it")


@on_press("table-correct-why", TABLE_CORRECTED, Act.CORRECT_RESULT)
async def correct_why(press: Press, meant: TableCorrected) -> None:
    """Corrects the result; what hung on it is played anew."""
    contest_id, (score, particulars), seen = meant
    await press.do(correcting.correct, contest_id, score, seen, press.text("why"), particulars)
    await press.say("matches.corrected_now")


async def _table(press: Press, contest_id: ContestId) -> tuple[MatchView, TableView]:
    now = press.now
    view = await press.look(match_reading.shown, contest_id, now)
    table = view.part(TableView)
    if table is None:
        raise NotNow
    return view, table


async def _meant(press: Press, contest_id: ContestId, score: Score) -> tuple[MatchView, TableView, Score]:
    """The game and the winners that a form carries; raises Outdated where others sit there."""
    view, table = await _table(press, contest_id)
    if len(score) != len(view.players):
        raise Outdated
    return view, table, score


def chosen_winners(press: Press, view: MatchView) -> Score:
    """The marks of who won, as they were chosen from the menu."""
    sides = press.chosen()
    if not set(sides) <= {str(side) for side in range(len(view.players))}:
        raise Outdated
    return marks([int(side) for side in sides], len(view.players))


def _present(view: MatchView) -> list[int]:
    """The sides that were in the game."""
    result = view.contest.result
    away = view.match.away if result is None else result.absent
    return [side for side in range(len(view.players)) if side not in away]


async def _ask_influence(
    press: Press, view: MatchView, table: TableView, verb: str, score: Score, *, why: bool
) -> None:
    voice = press.voice
    custom_id = f"{verb}:{view.contest_id}.{''.join(map(str, score))}"
    form = influence_form(view, table, custom_id, score, voice)
    if why:
        form.ask("why", voice.say("tables.form_why"), long=True, limit=500, required=False)
    await press.form(form)


def influence_form(view: MatchView, table: TableView, custom_id: str, score: Score, voice: Voice) -> Form:
    """Asks for the influence of everybody who was there."""
    form = Form(custom_id, voice.say("tables.form_influence"))
    for side in () if table.extra else _present(view):
        label = voice.say("tables.form_of", name=plain(view.players[side].name, 25))
        form.ask(f"side{side}", label, limit=6, default=str(table.influence_to_win) if score[side] else None)
    return form


def told_influence(press: Press, view: MatchView) -> Particulars:
    """Everybody's influence as it was typed; raises NoInfluence."""
    present = _present(view)
    typed = [press.text(f"side{side}") for side in range(len(view.players))]
    influence = (
        read_influence(text, view.players[side].name) if side in present else 0 for side, text in enumerate(typed)
    )
    return Particulars(influence=tuple(influence))


async def _tell_report(press: Press, view: MatchView, score: Score, particulars: Particulars) -> None:
    act = partial(_report, press, view.contest_id, score, particulars)
    await live(press, contest_subject(view.contest_id), act, private=False)


async def _report(press: Press, contest_id: ContestId, score: Score, particulars: Particulars) -> Card:
    taken = await press.do(told_scores.report_table, contest_id, score, particulars)
    return match_notes.reported(taken, press.server_voice)


async def _rule(press: Press, contest_id: ContestId, score: Score, particulars: Particulars) -> None:
    why = press.text("why") or None
    taken = await press.do(told_scores.rule_table, contest_id, score, why, particulars)
    await tell(press, taken.view, Told.RULED, reason=taken.view.reason)


async def _preview(press: Press, contest_id: ContestId, score: Score, particulars: Particulars) -> None:
    found = await press.ask(correcting.preview_correction, contest_id, score, particulars)
    await press.answer(match_desk.correction(found, press.voice))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
