"""Telling how a game at a table of three ended: who won, then everybody's influence; and the arbiter's word on it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.match_views_model import ArbiterAct, MatchView, TableView
from bot.features.tables import cards as tables_cards
from bot.features.tables import verbs as tables_verbs
from bot.features.tables.model import marks
from bot.features.tables.verbs import read_influence
from bot.features.tournaments.facts_verbs import contest_subject
from bot.kernel.errors import NotNow, Outdated
from bot.kernel.ids import ContestId
from bot.layout.cards import Card
from bot.layout.sentences import plain
from bot.play.contests import NOTHING_MORE, Particulars, Score
from bot.server.model import Act
from cogs.refereeing import on_desk, tell
from cogs.request import Request
from cogs.routing import LiveAnswer, live, on_press, take_report
from cogs.subjects import MARKS, MATCH, NUMBER, SIDED, WHY, Audience, Text, matching, pair, triple

Result = tuple[Score, Particulars]


def _table_result(text: str) -> Result:
    told_marks, *influence = text.split("_")
    return tuple(map(int, told_marks)), Particulars(influence=tuple(map(int, influence)))


TABLE_RESULT = matching(re.compile(r"[01]{2,4}(?:_-?[0-9]{1,4}){0,4}"), _table_result)
"""What a control carries of a table's result: the inverse of `tables_cards.table_code`."""
TOLD = pair(MATCH, MARKS)
TABLE_CORRECTED = triple(MATCH, TABLE_RESULT, NUMBER)
NOTE = replace(WHY, label="tables.form_why", required=False)


@on_press("table-won", MATCH, Audience.PLAYERS)
async def ask_influence(request: Request, contest_id: ContestId) -> None:
    """Takes who won, and asks for everybody's influence; an extra game has none that counts."""
    view, table = await _table(request, contest_id)
    score = chosen_winners(request, view)
    plays = any(player.discord_id == request.member_id for player in view.players)
    if not plays:
        # Who may not decide here is told so before a form is filled in.
        await request.do(playing_ruling_verbs.desk, view.contest_id)
    if table.extra:
        await _report(request, view, score, NOTHING_MORE)
    else:
        await _ask_influence(request, view, table, "table-told", score, *(() if plays else (NOTE,)))


@on_press("table-told", TOLD, Audience.PLAYERS)
async def submit_report(request: Request, contest_id: ContestId, score: Score) -> None:
    """Takes what a player tells of the game; an arbiter's word settles it."""
    view, _ = await _table(request, contest_id, score)
    particulars = told_influence(request, view)
    if await request.ask(playing_ruling_verbs.needs_reason, view.contest_id, score, particulars):
        await _rule(request, view.contest_id, score, particulars)
    else:
        await _report(request, view, score, particulars)


@on_press("table-rule", MATCH, Act.RULE_RESULT)
async def rule(request: Request, contest_id: ContestId) -> None:
    """Takes whom the arbiter says has won, and asks for the rest."""
    view, table = await _table(request, contest_id)
    await _ask_influence(request, view, table, "table-ruled", chosen_winners(request, view), NOTE)


@on_press("table-ruled", TOLD, Act.RULE_RESULT)
async def submit_ruling(request: Request, contest_id: ContestId, score: Score) -> None:
    """Settles the game by the arbiter's word."""
    view, table = await _table(request, contest_id, score)
    particulars = NOTHING_MORE if table.extra else told_influence(request, view)
    await _rule(request, view.contest_id, score, particulars)


@on_press("table-out", SIDED, Act.STOP_MATCH)
async def out(request: Request, contest_id: ContestId, side: int) -> None:
    """Has the table play without a player who is missing."""
    view = await request.do(tables_verbs.seat_out, contest_id, side)
    if view.contest.result is not None:
        await tell(request, view, ArbiterAct.RULED)
    else:
        await on_desk(request, view, ArbiterAct.SEATED_OUT, side)


@on_press("table-right", MATCH, Act.CORRECT_RESULT)
async def right(request: Request, contest_id: ContestId) -> Card | None:
    """Takes who won a settled game after all, and asks for everybody's influence."""
    view, table = await _table(request, contest_id)
    score = chosen_winners(request, view)
    if table.extra:
        return await _preview(request, view.contest_id, score, NOTHING_MORE)
    await _ask_influence(request, view, table, "table-right-told", score)
    return None


@on_press("table-right-told", TOLD, Act.CORRECT_RESULT)
async def right_told(request: Request, contest_id: ContestId, score: Score) -> Card:
    """Shows what the correction would take back; nothing is changed yet."""
    view, _ = await _table(request, contest_id, score)
    return await _preview(request, view.contest_id, score, told_influence(request, view))


@on_press("table-correct-it", TABLE_CORRECTED, Act.CORRECT_RESULT)
async def correct_it(request: Request, contest_id: ContestId, result: Result, seen: int) -> None:
    """Asks for the reason, the last step before a correction."""
    subject = f"{contest_id}.{tables_cards.table_code(*result)}.{seen}"
    await request.open_form(f"table-correct-why:{subject}", "matches.correct_it", WHY)


@on_press("table-correct-why", TABLE_CORRECTED, Act.CORRECT_RESULT)
async def correct_why(request: Request, contest_id: ContestId, result: Result, seen: int) -> None:
    """Corrects the result; what hung on it is played anew."""
    score, particulars = result
    await request.do(playing_correcting_verbs.correct, contest_id, score, seen, request.text("why"), particulars)
    await request.say("matches.corrected_now")


async def _table(request: Request, contest_id: ContestId, score: Score | None = None) -> tuple[MatchView, TableView]:
    """The game at the table; raises Outdated where others sit there than those whom a form's `score` is about."""
    view = await request.look(playing_reading_verbs.find_view, contest_id, request.now)
    table = view.part(TableView)
    if table is None:
        raise NotNow
    if score is not None and len(score) != len(view.players):
        raise Outdated
    return view, table


def chosen_winners(request: Request, view: MatchView) -> Score:
    """The marks of who won, as they were chosen from the menu."""
    sides = request.choices()
    if not set(sides) <= {str(side) for side in range(len(view.players))}:
        raise Outdated
    return marks([int(side) for side in sides], len(view.players))


def _present(view: MatchView) -> list[int]:
    """The sides that were in the game."""
    result = view.contest.result
    away = view.match.away if result is None else result.absent
    return [side for side in range(len(view.players)) if side not in away]


async def _ask_influence(
    request: Request, view: MatchView, table: TableView, verb: str, score: Score, *more: Text
) -> None:
    custom_id = f"{verb}:{view.contest_id}.{''.join(map(str, score))}"
    await request.open_form(custom_id, "tables.form_influence", *influence(view, table, score), *more)


def influence(view: MatchView, table: TableView, score: Score) -> list[Text]:
    """Asks for the influence of everybody who was there."""
    return [
        Text(
            f"side{side}",
            "tables.form_of",
            said={"name": plain(view.players[side].name, 25)},
            limit=6,
            default=str(table.influence_to_win) if score[side] else None,
        )
        for side in (() if table.extra else _present(view))
    ]


def told_influence(request: Request, view: MatchView) -> Particulars:
    """Everybody's influence as it was typed; raises NoInfluence."""
    present = _present(view)
    typed = [request.text(f"side{side}") for side in range(len(view.players))]
    told = (read_influence(text, view.players[side].name) if side in present else 0 for side, text in enumerate(typed))
    return Particulars(influence=tuple(told))


async def _report(request: Request, view: MatchView, score: Score, particulars: Particulars) -> None:
    act = partial(_take_report, request, view.contest_id, score, particulars)
    await live(request, contest_subject(view.contest_id), act, private=False)


async def _take_report(request: Request, contest_id: ContestId, score: Score, particulars: Particulars) -> LiveAnswer:
    return await take_report(request, playing_correcting_verbs.report_table, contest_id, score, particulars)


async def _rule(request: Request, contest_id: ContestId, score: Score, particulars: Particulars) -> None:
    why = request.text("why") or None
    taken = await request.do(playing_correcting_verbs.rule_table, contest_id, score, why, particulars)
    await tell(request, taken.view, ArbiterAct.RULED, reason=taken.view.reason)


async def _preview(request: Request, contest_id: ContestId, score: Score, particulars: Particulars) -> Card:
    found = await request.ask(playing_correcting_verbs.preview_correction, contest_id, score, particulars)
    return playing_arbiter_cards.correction(found, request.translator)
