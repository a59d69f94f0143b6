"""A person's own data: exported, and let go."""

from __future__ import annotations

from bot.rendering import rights_cards
from bot.rendering.layout import Card
from bot.services import erasure
from cogs.audience import Audience
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING


@on_press("my-data", NOTHING, Audience.EVERYBODY)
async def mine(press: Press) -> Card:
    """Leads to the two rights of everybody, from `/me`."""
    return rights_cards.own_data(press.guild_id, press.voice)


@on_press("data-take", NOTHING, Audience.EVERYBODY)
async def export(press: Press) -> Card:
    """Hands the person all that is kept about them."""
    return rights_cards.data_export(await press.ask(erasure.export), press.voice)


@on_press("data-ask", NOTHING, Audience.EVERYBODY)
async def ask(press: Press) -> Card:
    """Says what an erasure would mean, and asks whether it is meant."""
    return rights_cards.erasure_question(await press.ask(erasure.consider), press.voice)


@on_press("data-erase", NOTHING, Audience.EVERYBODY, update=True)
async def erase(press: Press) -> Card:
    """Lets go of the presser's data."""
    return rights_cards.erasure_receipt(await press.do(erasure.erase), press.voice)
