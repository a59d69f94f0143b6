"""Granting an appeal, and of one against a ruling the right result: a score, the boards of teams, who won a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.contests import NOTHING_MORE, Score
from bot.domain.permissions import Act
from bot.domain.playing.match_views import Correction
from bot.domain.tables.table_views import TableView
from bot.domain.team_play.team_views import TeamMatch
from bot.errors import Outdated
from bot.rendering.cases import appeal_cards
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk
from bot.services.cases import appeals, file_reading
from bot.services.cases.appeals import Instead
from bot.services.cases.file_record import appeal_subject
from cogs.crowds import live
from cogs.press import Press
from cogs.routing import Form, on_press
from cogs.subjects import APPEAL, BOARDS, MARKS, NUMBER, SCORE, either, headed, made_of, maybe, pair, triple
from cogs.tables import TABLE_RESULT, Result, chosen_winners, influence_form, told_influence
from cogs.teams import right_boards_form, told_boards

if TYPE_CHECKING:
    from bot.app import TournamentBot


def reason_form(press: Press, custom_id: str, title: str) -> Form:
    """Asks for a reason, which everybody reads."""
    voice = press.voice
    form = Form(custom_id, voice.say(title))
    return form.ask(
        "reason", voice.say("files.form_reason"), description=voice.say("files.form_reason_why"), long=True, limit=500
    )


async def appeal_decided(
    press: Press, appeal_id: str, reason: str = "", *, granted: bool, instead: Instead | None = None
) -> Card:
    """Decides the appeal for the reason that was written."""
    why = reason or press.text("reason")
    await press.do(appeals.decide, appeal_id, why, granted=granted, instead=instead)
    view = await press.ask(file_reading.appeal_for, appeal_id)
    return appeal_cards.told_decided(view, press.voice)


def _instead_of(parts: tuple[Result, int]) -> Instead:
    (score, particulars), reopened = parts
    return Instead(score, reopened, particulars)


RESULT = either(made_of(SCORE, lambda score: (score, NOTHING_MORE)), TABLE_RESULT)
"""A score as "3-1", or what a table's game comes to."""
Granted = tuple[str, Instead | None]
GRANTED = headed(APPEAL, maybe(made_of(pair(RESULT, NUMBER), _instead_of)))
"""An appeal; of one against a ruling the right result, and how much the judge saw it reopen."""


@on_press("appeal-grant", APPEAL, Act.DECIDE_APPEAL)
async def ask_grant(press: Press, appeal_id: str) -> None:
    """Asks why the appeal is granted; against a ruling, first what the right result is."""
    voice = press.voice
    made = await press.ask(appeals.to_decide, appeal_id)
    if made.against_match is None:
        await ask_why_granted(press, (appeal_id, None))
        return
    match = await press.ask(appeals.ruling_of, appeal_id)
    if match.part(TeamMatch) is not None:
        await press.form(right_boards_form(match, f"appeal-boards:{appeal_id}.0", voice))
        return
    table = match.part(TableView)
    if table is not None:
        await press.answer(appeal_cards.right_winner(appeal_id, match, table, voice))
        return
    scores = await press.ask(appeals.scores, appeal_id)
    view = await press.ask(file_reading.appeal_for, appeal_id)
    await press.answer(appeal_cards.right_score(view, scores, voice))


@on_press("appeal-score", APPEAL, Act.DECIDE_APPEAL)
async def right_score(press: Press, appeal_id: str) -> None:
    """Shows what the score that was chosen would reopen; nothing is changed yet."""
    score = await press.picked(SCORE)
    found = await press.ask(appeals.preview, appeal_id, score)
    await press.answer(appeal_cards.correction(appeal_id, found, press.voice))


@on_press("appeal-table", APPEAL, Act.DECIDE_APPEAL)
async def right_winner(press: Press, appeal_id: str) -> None:
    """Takes who won the table after all, and asks for everybody's influence; an extra game has none that counts."""
    voice = press.voice
    view = await press.ask(appeals.ruling_of, appeal_id)
    table = view.part(TableView)
    if table is None:
        raise Outdated
    score = chosen_winners(press, view)
    if table.extra:
        found = await press.ask(appeals.preview, appeal_id, score)
        await press.answer(appeal_cards.correction(appeal_id, found, voice))
        return
    custom_id = f"appeal-table-told:{appeal_id}.{''.join(map(str, score))}"
    await press.form(influence_form(view, table, custom_id, score, voice))


@on_press("appeal-table-told", pair(APPEAL, MARKS), Act.DECIDE_APPEAL)
async def right_influence(press: Press, meant: tuple[str, Score]) -> None:
    """Shows what the right result of a table would reopen; nothing is changed yet."""
    appeal_id, score = meant
    view = await press.ask(appeals.ruling_of, appeal_id)
    found = await press.ask(appeals.preview, appeal_id, score, told_influence(press, view))
    await press.answer(appeal_cards.correction(appeal_id, found, press.voice))


@on_press("appeal-boards", pair(APPEAL, NUMBER), Act.DECIDE_APPEAL)
async def right_boards(press: Press, meant: tuple[str, int]) -> None:
    """Grants the appeal with the boards as they were; what that has played anew, and was not seen, is shown first."""
    appeal_id, seen = meant
    found = await press.ask(appeals.preview_boards, appeal_id, told_boards(press))
    if len(found.reopened) != seen:
        await press.answer(appeal_cards.correction(appeal_id, found, press.voice))
        return
    await _grant(press, appeal_id, _instead(found), press.text("why"))


@on_press("appeal-boards-again", triple(APPEAL, BOARDS, NUMBER), Act.DECIDE_APPEAL)
async def right_boards_again(press: Press, meant: tuple[str, tuple[str, ...], int]) -> None:
    """Asks for the boards and the reason, the last step before matches are played anew."""
    appeal_id, told, seen = meant
    view = await press.ask(appeals.ruling_of, appeal_id)
    await press.form(right_boards_form(view, f"appeal-boards:{appeal_id}.{seen}", press.voice, told))


@on_press("appeal-grant-it", GRANTED, Act.DECIDE_APPEAL)
async def ask_why_granted(press: Press, meant: Granted) -> None:
    """Asks why the appeal is granted, the last step before it is."""
    appeal_id, instead = meant
    await press.form(reason_form(press, f"appeal-granted:{appeal_id}{_written(instead)}", "appeals.grant_title"))


@on_press("appeal-granted", GRANTED, Act.DECIDE_APPEAL)
async def grant(press: Press, meant: Granted) -> None:
    """Grants the appeal; one against a ruling carries the right result and how much the judge saw it reopen."""
    await _grant(press, *meant, "")


async def _grant(press: Press, appeal_id: str, instead: Instead | None, reason: str) -> None:
    decided = partial(appeal_decided, press, appeal_id, reason, granted=True, instead=instead)
    await live(press, appeal_subject(appeal_id), decided)


def _written(instead: Instead | None) -> str:
    """The inverse of what GRANTED reads behind the appeal."""
    if instead is None:
        return ""
    score, particulars = instead.score, instead.particulars
    code = "-".join(map(str, score)) if particulars == NOTHING_MORE else match_desk.table_code(score, particulars)
    return f".{code}.{instead.reopened}"


def _instead(found: Correction) -> Instead:
    return Instead(found.score, len(found.reopened), found.particulars)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
