"""The organiser's desk, by `/desk` and behind the buttons that lead to it."""

from __future__ import annotations

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.entering import claim_cards
from bot.rendering.layout import Card
from bot.rendering.playing import desk_cards
from bot.services.entering import claims
from bot.services.playing import desk as desk_service
from cogs.choosing import OpenEvent
from cogs.commands import command
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import CLAIM, EVENT


@command("desk", Act.SEE_DESK)
@on_press("desk", EVENT, Act.SEE_DESK)
@on_press("desk-again", EVENT, Act.SEE_DESK, update=True)
async def desk(press: Press, tournament: OpenEvent) -> Card:
    """Shows what holds up the next step of the tournament, to the presser alone."""
    return desk_cards.desk(await press.ask(desk_service.desk_view, tournament), press.voice)


@on_press("call", EVENT, Act.SEE_DESK)
async def call(press: Press, tournament_id: TournamentId) -> Card:
    """Takes the event as far as it goes, and shows the desk as it is then."""
    return desk_cards.desk(await press.do(desk_service.call_again, tournament_id), press.voice)


@on_press("claim", CLAIM, Act.DECIDE_ACCOUNT_CLAIM)
async def show_claim(press: Press, claim_id: str) -> Card:
    """Shows who names whose account, to those who may decide it."""
    return claim_cards.claim(await press.ask(claims.decidable, claim_id), press.voice)
