"""A person's own data: exported, and let go."""

from __future__ import annotations

from bot.features.evidence import verbs as evidence_verbs
from bot.rendering import rights_cards
from bot.rendering.layout import Card
from bot.services import erasure, faces
from cogs.audience import Audience
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING


@on_press("my-data", NOTHING, Audience.EVERYBODY)
async def mine(press: Press) -> Card:
    """Leads to the two rights of everybody, from `/me`."""
    return rights_cards.own_data(press.guild_id, press.voice, hides=await press.ask(faces.hides))


@on_press("face-hide", NOTHING, Audience.EVERYBODY, update=True)
async def hide_face(press: Press) -> Card:
    """Shows the presser without a face from now on."""
    await press.do(faces.hide)
    return rights_cards.own_data(press.guild_id, press.voice, hides=True)


@on_press("face-show", NOTHING, Audience.EVERYBODY, update=True)
async def show_face(press: Press) -> Card:
    """Lets the presser be shown with their face again."""
    await press.do(faces.show)
    return rights_cards.own_data(press.guild_id, press.voice, hides=False)


@on_press("data-take", NOTHING, Audience.EVERYBODY)
async def export(press: Press) -> Card:
    """Hands the person all that is kept about them."""
    text, face = await press.ask(erasure.export), await press.ask(faces.own_picture)
    return rights_cards.data_export(text, face, await press.ask(evidence_verbs.own), press.voice)


@on_press("data-ask", NOTHING, Audience.EVERYBODY)
async def ask(press: Press) -> Card:
    """Says what an erasure would mean, and asks whether it is meant."""
    return rights_cards.erasure_question(await press.ask(erasure.consider), press.voice)


@on_press("data-erase", NOTHING, Audience.EVERYBODY, update=True)
async def erase(press: Press) -> Card:
    """Lets go of the presser's data."""
    return rights_cards.erasure_receipt(await press.do(erasure.erase), press.voice)
