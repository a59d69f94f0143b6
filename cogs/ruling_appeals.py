"""Granting an appeal, and of one against a ruling the right result: a score, the boards of teams, who won a table."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.domain.contests import NOTHING_MORE, Score
from bot.domain.permissions import Act
from bot.domain.playing.match_views import Correction
from bot.domain.tables.table_views import TableView
from bot.domain.team_play.team_views import TeamMatch
from bot.errors import Outdated
from bot.rendering.cases import appeal_cards
from bot.rendering.layout import Card
from bot.rendering.tables import table_desk
from bot.services.cases import appealing, misconduct_reading
from bot.services.cases.appealing import Instead
from bot.services.cases.misconduct_record import appeal_subject
from cogs.crowds import live
from cogs.forms import WHY, Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import APPEAL, BOARDS, MARKS, NUMBER, SCORE
from cogs.tables import TABLE_RESULT, Result, chosen_winners, influence, told_influence
from cogs.takes import either, made_of, maybe, pair, triple, with_head
from cogs.teams import boards_to_tell, told_boards

REASON: Final = Text("reason", "files.form_reason", "files.form_reason_why", long=True, limit=500)
"""A reason, which everybody reads."""


async def appeal_decided(
    press: Press, appeal_id: str, reason: str = "", *, granted: bool, instead: Instead | None = None
) -> Card:
    """Decides the appeal for the reason that was written."""
    why = reason or press.text("reason")
    await press.do(appealing.decide, appeal_id, why, granted=granted, instead=instead)
    return appeal_cards.told_decided(await press.ask(misconduct_reading.appeal_for, appeal_id), press.voice)


def _instead_of(parts: tuple[Result, int]) -> Instead:
    (score, particulars), reopened = parts
    return Instead(score, reopened, particulars)


RESULT = either(made_of(SCORE, lambda score: (score, NOTHING_MORE)), TABLE_RESULT)
"""A score as "3-1", or what a table's game comes to."""
GRANTED = with_head(APPEAL, maybe(made_of(pair(RESULT, NUMBER), _instead_of)))
"""An appeal; of one against a ruling the right result, and how much the judge saw it reopen."""


@on_press("appeal-grant", APPEAL, Act.DECIDE_APPEAL)
async def ask_grant(press: Press, appeal_id: str) -> Card | None:
    """Asks why the appeal is granted; against a ruling, first what the right result is."""
    made = await press.ask(appealing.to_decide, appeal_id)
    if made.against_match is None:
        await ask_why_granted(press, appeal_id, None)
        return None
    match = await press.ask(appealing.ruling_of, appeal_id)
    if match.part(TeamMatch) is not None:
        asked = boards_to_tell(match, press.voice)
        await press.open_form(f"appeal-boards:{appeal_id}.0", "teams.form_right", *asked, WHY)
        return None
    table = match.part(TableView)
    if table is not None:
        return appeal_cards.right_winner(appeal_id, match, table, press.voice)
    scores = await press.ask(appealing.scores, appeal_id)
    view = await press.ask(misconduct_reading.appeal_for, appeal_id)
    return appeal_cards.right_score(view, scores, press.voice)


@on_press("appeal-score", APPEAL, Act.DECIDE_APPEAL)
async def right_score(press: Press, appeal_id: str) -> Card:
    """Shows what the score that was chosen would reopen; nothing is changed yet."""
    found = await press.ask(appealing.preview, appeal_id, await press.read_choice(SCORE))
    return appeal_cards.correction(appeal_id, found, press.voice)


@on_press("appeal-table", APPEAL, Act.DECIDE_APPEAL)
async def right_winner(press: Press, appeal_id: str) -> Card | None:
    """Takes who won the table after all, and asks for everybody's influence; an extra game has none that counts."""
    view = await press.ask(appealing.ruling_of, appeal_id)
    table = view.part(TableView)
    if table is None:
        raise Outdated
    score = chosen_winners(press, view)
    if table.extra:
        found = await press.ask(appealing.preview, appeal_id, score)
        return appeal_cards.correction(appeal_id, found, press.voice)
    custom_id = f"appeal-table-told:{appeal_id}.{''.join(map(str, score))}"
    await press.open_form(custom_id, "tables.form_influence", *influence(view, table, score))
    return None


@on_press("appeal-table-told", pair(APPEAL, MARKS), Act.DECIDE_APPEAL)
async def right_influence(press: Press, appeal_id: str, score: Score) -> Card:
    """Shows what the right result of a table would reopen; nothing is changed yet."""
    view = await press.ask(appealing.ruling_of, appeal_id)
    found = await press.ask(appealing.preview, appeal_id, score, told_influence(press, view))
    return appeal_cards.correction(appeal_id, found, press.voice)


@on_press("appeal-boards", pair(APPEAL, NUMBER), Act.DECIDE_APPEAL)
async def right_boards(press: Press, appeal_id: str, seen: int) -> Card | None:
    """Grants the appeal with the boards as they were; what that has played anew, and was not seen, is shown first."""
    found = await press.ask(appealing.preview_boards, appeal_id, told_boards(press))
    if len(found.reopened) != seen:
        return appeal_cards.correction(appeal_id, found, press.voice)
    await _grant(press, appeal_id, _instead(found), press.text("why"))
    return None


@on_press("appeal-boards-again", triple(APPEAL, BOARDS, NUMBER), Act.DECIDE_APPEAL)
async def right_boards_again(press: Press, appeal_id: str, told: tuple[str, ...], seen: int) -> None:
    """Asks for the boards and the reason, the last step before matches are played anew."""
    asked = boards_to_tell(await press.ask(appealing.ruling_of, appeal_id), press.voice, told)
    await press.open_form(f"appeal-boards:{appeal_id}.{seen}", "teams.form_right", *asked, WHY)


@on_press("appeal-grant-it", GRANTED, Act.DECIDE_APPEAL)
async def ask_why_granted(press: Press, appeal_id: str, instead: Instead | None) -> None:
    """Asks why the appeal is granted, the last step before it is."""
    await press.open_form(f"appeal-granted:{appeal_id}{_write(instead)}", "appeals.grant_title", REASON)


@on_press("appeal-granted", GRANTED, Act.DECIDE_APPEAL)
async def grant(press: Press, appeal_id: str, instead: Instead | None) -> None:
    """Grants the appeal; one against a ruling carries the right result and how much the judge saw it reopen."""
    await _grant(press, appeal_id, instead, "")


async def _grant(press: Press, appeal_id: str, instead: Instead | None, reason: str) -> None:
    decided = partial(appeal_decided, press, appeal_id, reason, granted=True, instead=instead)
    await live(press, appeal_subject(appeal_id), decided)


def _write(instead: Instead | None) -> str:
    """The inverse of what GRANTED reads behind the appeal."""
    if instead is None:
        return ""
    score, particulars = instead.score, instead.particulars
    code = "-".join(map(str, score)) if particulars == NOTHING_MORE else table_desk.table_code(score, particulars)
    return f".{code}.{instead.reopened}"


def _instead(found: Correction) -> Instead:
    return Instead(found.score, len(found.reopened), found.particulars)
