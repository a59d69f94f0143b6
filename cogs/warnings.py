"""Warnings in a match: chosen from the rulebook's catalogue, confirmed where one loses a game, taken back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import Told
from bot.domain.playing.warning_views import WarningChoice
from bot.domain.playing.warnings import Price
from bot.rendering.playing import warning_cards
from bot.services.playing import warnings
from cogs.press import Press
from cogs.refereeing import tell
from cogs.routing import Form, on_press
from cogs.subjects import (
    MATCH,
    NUMBER,
    SIDED,
    WARNING,
    Sided,
    among,
    headed,
    made_of,
    matching,
    one_of,
    pair,
    quadruple,
)

if TYPE_CHECKING:
    from bot.app import TournamentBot


async def show_warnings(press: Press, contest_id: ContestId, seat: tuple[int, int] | None = None) -> None:
    """Shows the arbiter what can be given to whom, and what can be taken back."""
    shown = await press.do(warnings.page, contest_id, seat)
    await press.answer(warning_cards.page(shown, press.voice))


@on_press("warn-page", MATCH, Act.RULE_RESULT)
async def warn_page(press: Press, contest_id: ContestId) -> None:
    """Opens the page of warnings from the arbiter's desk."""
    await show_warnings(press, contest_id)


@on_press("warn-whose", SIDED, Act.RULE_RESULT)
async def warn_whose(press: Press, meant: Sided) -> None:
    """Takes the board of a match of teams, and offers what its player can have done."""
    contest_id, side = meant
    await show_warnings(press, contest_id, (side, await press.picked(NUMBER)))


def _seat(text: str) -> tuple[int, int]:
    side, _, at_board = text.partition("_")
    return int(side), int(at_board or 0)


def _said(parts: tuple[tuple[int, int], int, Price, bool]) -> WarningChoice:
    (side, at_board), number, price, loses = parts
    return WarningChoice(side, number, price, loses, at_board)


SEAT = matching(re.compile(r"[0-3](?:_[0-9]{1,3})?"), _seat)
"""The inverse of `warning_cards.seat_of`: a side, and of teams the board."""
LOSES = among({"0": False, "1": True})
Offence = tuple[ContestId, WarningChoice]
OFFENCE = headed(MATCH, made_of(quadruple(SEAT, NUMBER, one_of(Price), LOSES), _said))


@on_press("warn", pair(MATCH, SEAT), Act.RULE_RESULT)
async def warn(press: Press, meant: tuple[ContestId, tuple[int, int]]) -> None:
    """Takes the offence that was chosen; what loses the game is asked once more."""
    contest_id, seat = meant
    number, price = await press.picked(pair(NUMBER, one_of(Price)))
    choice = _said((seat, number, price, False))
    found = await press.do(warnings.preview, contest_id, choice)
    if found.choice.loses:
        await press.answer(warning_cards.sure(found, press.voice))
        return
    await _ask_note(press, contest_id, choice)


@on_press("warn-sure", OFFENCE, Act.RULE_RESULT)
async def warn_sure(press: Press, meant: Offence) -> None:
    """The arbiter means it: the game is to be lost."""
    await _ask_note(press, *meant)


@on_press("warn-why", OFFENCE, Act.RULE_RESULT)
async def warn_why(press: Press, meant: Offence) -> None:
    """Gives the warning, with all that it leads to."""
    contest_id, choice = meant
    view = await press.do(warnings.warn, contest_id, choice, press.text("why"))
    await tell(press, view, Told.WARNED, choice.side)


@on_press("unwarn", MATCH, Act.RULE_RESULT)
async def unwarn(press: Press, _: ContestId) -> None:
    """Asks why the warning is taken back."""
    voice, warning_id = press.voice, await press.picked(WARNING)
    form = Form(f"unwarn-why:{warning_id}", voice.say("warnings.take_back"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


@on_press("unwarn-why", WARNING, Act.RULE_RESULT)
async def unwarn_why(press: Press, warning_id: str) -> None:
    """Takes the warning back; the players are told."""
    why = press.text("why")
    view = await press.do(warnings.take_back, warning_id, why)
    await tell(press, view, Told.WARNING_TAKEN_BACK, warnings.side_of(view, warning_id), reason=why)


async def _ask_note(press: Press, contest_id: ContestId, choice: WarningChoice) -> None:
    seat = warning_cards.seat_of(choice.side, choice.board)
    subject = f"{contest_id}.{seat}.{choice.number}.{choice.price.value}.{int(choice.loses)}"
    form = Form(f"warn-why:{subject}", press.voice.say("warnings.form"))
    form.ask("why", press.voice.say("warnings.form_note"), long=True, limit=500, required=False)
    await press.form(form)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
