"""The organiser's desk, under `/tournament desk` and behind the buttons that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.ids import EntrantId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.entering import claim_cards
from bot.rendering.layout import Card
from bot.rendering.playing import desk_cards
from bot.services.entering import claims, registration
from bot.services.playing import desk as desk_service
from cogs.press import Press
from cogs.routing import Form, on_press
from cogs.subjects import CLAIM, ENTRANT, EVENT

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("desk", EVENT, Act.SEE_DESK)
async def desk(press: Press, tournament_id: TournamentId) -> None:
    """Shows what holds up the next step of the tournament, to the presser alone."""
    await press.answer(await _desk(press, tournament_id))


@on_press("desk-again", EVENT, Act.SEE_DESK)
async def look_again(press: Press, tournament_id: TournamentId) -> None:
    """Looks again, in the same message."""
    await press.update(await _desk(press, tournament_id))


@on_press("call", EVENT, Act.SEE_DESK)
async def call(press: Press, tournament_id: TournamentId) -> None:
    """Takes the event as far as it goes, and shows the desk as it is then."""
    view = await press.do(desk_service.call_again, tournament_id)
    await press.answer(desk_cards.desk(view, press.voice))


@on_press("desk-remove", ENTRANT, Act.TAKE_OUT_PLAYER)
async def ask_why(press: Press, entrant_id: EntrantId) -> None:
    """Asks why somebody is to leave the list; the person will read it."""
    found = await press.ask(registration.removable, entrant_id)
    voice = press.voice
    form = Form(f"remove:{found.entrant.entrant_id}", voice.say("registration.remove_title"))
    form.ask("reason", voice.say("registration.remove_reason"), long=True, limit=300)
    await press.form(form)


@on_press("claim", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def show_claim(press: Press, claim_id: str) -> None:
    """Shows who names whose account, to those who may decide it."""
    found = await press.ask(claims.decidable, claim_id)
    await press.answer(claim_cards.claimed(found, press.voice))


async def _desk(press: Press, tournament_id: TournamentId) -> Card:
    view = await press.ask(desk_service.desk_view, tournament_id)
    return desk_cards.desk(view, press.voice)


async def setup(bot: TournamentBot) -> None:
    """Nothing is to be added: the presses above are found by their names, the command belongs to `/tournament`."""
    del bot
