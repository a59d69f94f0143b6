"""`/undo`: one's own acts, and the way back."""

from __future__ import annotations

from bot.rendering import undo_cards
from bot.rendering.layout import Card
from bot.services import undoing
from cogs.audience import Audience
from cogs.commands import command
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import LOG_LINE


@on_press("undo", LOG_LINE, Audience.EVERYBODY)
async def undo(press: Press, number: int) -> Card:
    """Takes one act back, and shows what is left."""
    done = await press.do(undoing.undo, number)
    await press.update(await acts(press))
    return undo_cards.taken_back(done, press.voice)


@command("undo", Audience.EVERYBODY)
async def acts(press: Press) -> Card:
    """Shows the presser's own acts that can be taken back."""
    return undo_cards.mine(await press.ask(undoing.mine), press.voice)
