"""Warnings in a match: chosen from the rulebook's catalogue, confirmed where one loses a game, taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import Told
from bot.domain.playing.warning_views import WarningChoice
from bot.domain.playing.warnings import Price
from bot.rendering.layout import Card
from bot.rendering.playing import warning_cards
from bot.services.playing import warnings
from cogs.forms import WHY
from cogs.press import Press
from cogs.refereeing import tell
from cogs.routing import on_press
from cogs.subjects import MATCH, NUMBER, SIDED, WARNING
from cogs.takes import among, made_of, matching, one_of, pair, quadruple, with_head


def _seat(text: str) -> tuple[int, int]:
    side, _, at_board = text.partition("_")
    return int(side), int(at_board or 0)


def _choice(parts: tuple[tuple[int, int], int, Price, bool]) -> WarningChoice:
    (side, at_board), number, price, loses = parts
    return WarningChoice(side, number, price, loses, at_board)


SEAT = matching(re.compile(r"[0-3](?:_[0-9]{1,3})?"), _seat)
"""The inverse of `warning_cards.seat_of`: a side, and of teams the board."""
LOSES = among({"0": False, "1": True})
OFFENCE = with_head(MATCH, made_of(quadruple(SEAT, NUMBER, one_of(Price), LOSES), _choice))


@on_press("warn-page", MATCH, Act.RULE_RESULT)
async def show_warnings(press: Press, contest_id: ContestId) -> Card:
    """Shows the arbiter what can be given to whom, and what can be taken back."""
    return warning_cards.page(await press.do(warnings.page, contest_id, None), press.voice)


@on_press("warn-whose", SIDED, Act.RULE_RESULT)
async def warn_whose(press: Press, contest_id: ContestId, side: int) -> Card:
    """Takes the board of a match of teams, and offers what its player can have done."""
    seat = side, await press.read_choice(NUMBER)
    return warning_cards.page(await press.do(warnings.page, contest_id, seat), press.voice)


@on_press("warn", pair(MATCH, SEAT), Act.RULE_RESULT)
async def warn(press: Press, contest_id: ContestId, seat: tuple[int, int]) -> Card | None:
    """Takes the offence that was chosen; what loses the game is asked once more."""
    number, price = await press.read_choice(pair(NUMBER, one_of(Price)))
    choice = _choice((seat, number, price, False))
    found = await press.do(warnings.preview, contest_id, choice)
    if found.choice.loses:
        return warning_cards.sure(found, press.voice)
    await ask_note(press, contest_id, choice)
    return None


@on_press("warn-sure", OFFENCE, Act.RULE_RESULT)
async def ask_note(press: Press, contest_id: ContestId, choice: WarningChoice) -> None:
    """Asks for what there is to add; where a game is lost, the arbiter means it."""
    seat = warning_cards.seat_of(choice.side, choice.board)
    subject = f"{contest_id}.{seat}.{choice.number}.{choice.price.value}.{int(choice.loses)}"
    note = replace(WHY, label="warnings.form_note", required=False)
    await press.open_form(f"warn-why:{subject}", "warnings.form", note)


@on_press("warn-why", OFFENCE, Act.RULE_RESULT)
async def warn_why(press: Press, contest_id: ContestId, choice: WarningChoice) -> None:
    """Gives the warning, with all that it leads to."""
    view = await press.do(warnings.warn, contest_id, choice, press.text("why"))
    await tell(press, view, Told.WARNED, choice.side)


@on_press("unwarn", MATCH, Act.RULE_RESULT)
async def unwarn(press: Press, _: ContestId) -> None:
    """Asks why the warning is taken back."""
    warning_id = await press.read_choice(WARNING)
    await press.open_form(f"unwarn-why:{warning_id}", "warnings.take_back", WHY)


@on_press("unwarn-why", WARNING, Act.RULE_RESULT)
async def unwarn_why(press: Press, warning_id: str) -> None:
    """Takes the warning back; the players are told."""
    why = press.text("why")
    view = await press.do(warnings.take_back, warning_id, why)
    await tell(press, view, Told.WARNING_TAKEN_BACK, warnings.side_of(view, warning_id), reason=why)
