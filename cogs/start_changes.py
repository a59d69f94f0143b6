"""Another start of an official event: who is registered agrees, an officer who does not play decides."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bot.domain.ids import TournamentId
from bot.rendering.events import start_change_cards
from bot.rendering.layout import Card
from bot.services.events import fixed_starts, moving_starts
from cogs.audience import Audience
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, MOMENT
from cogs.takes import pair

if TYPE_CHECKING:
    from bot.domain.events.start_changes import StartChangeView

CHANGE = pair(EVENT, MOMENT)


@on_press("start-agree", CHANGE, Audience.EVERYBODY)
async def agree(press: Press, tournament_id: TournamentId, start_at: datetime) -> Card:
    """Takes one agreement; with the last one the event moves."""
    view: StartChangeView = await press.do(moving_starts.agree, tournament_id, start_at)
    return start_change_cards.agreement_receipt(view, press.voice)


@on_press("start-move", CHANGE, Audience.ADDRESSED)
async def allow(press: Press, tournament_id: TournamentId, start_at: datetime) -> Card:
    """Lets the event move, by an officer's word."""
    return start_change_cards.move_receipt(await press.do(moving_starts.allow, tournament_id, start_at), press.voice)


@on_press("start-leave", CHANGE, Audience.ADDRESSED)
async def leave(press: Press, tournament_id: TournamentId, start_at: datetime) -> Card:
    """Leaves the start as it is, by an officer's word."""
    return start_change_cards.stay_receipt(await press.do(fixed_starts.leave, tournament_id, start_at), press.voice)
