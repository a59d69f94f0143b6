"""Second signatures: looking at an act that waits, signing, declining, objecting, taking it back."""

from __future__ import annotations

from bot.domain.typed_text import REASON_LIMIT
from bot.rendering.layout import Card
from bot.rendering.signing import signature_cards as cards
from bot.services.signing import signatures
from cogs.audience import Audience
from cogs.forms import Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import SIGNATURE

WHY = Text("reason", "signing.form_reason", "signing.form_reason_why", long=True, limit=REASON_LIMIT)


@on_press("signature", SIGNATURE, Audience.EVERYBODY)
async def look(press: Press, signature_id: str) -> Card:
    """Shows what waits, or how it ended, to the presser alone."""
    return cards.card(await press.ask(signatures.find_view, signature_id), press.voice)


@on_press("sign", SIGNATURE, Audience.ADDRESSED)
async def sign(press: Press, signature_id: str) -> Card:
    """Signs, and the act is done."""
    return cards.card(await press.do(signatures.sign, signature_id), press.voice)


@on_press("sign-decline", SIGNATURE, Audience.ADDRESSED)
async def ask_to_decline(press: Press, signature_id: str) -> None:
    """Asks why."""
    await press.open_form(f"sign-declined:{signature_id}", "signing.form_decline", WHY)


@on_press("sign-declined", SIGNATURE, Audience.ADDRESSED)
async def decline(press: Press, signature_id: str) -> Card:
    """Takes the refusal."""
    return cards.card(await press.do(signatures.decline, signature_id, press.text("reason")), press.voice)


@on_press("sign-object", SIGNATURE, Audience.EVERYBODY)
async def ask_to_object(press: Press, signature_id: str) -> None:
    """Asks why."""
    await press.open_form(f"sign-objected:{signature_id}", "signing.form_object", WHY)


@on_press("sign-objected", SIGNATURE, Audience.EVERYBODY)
async def object_to(press: Press, signature_id: str) -> Card:
    """Takes the objection, which ends it."""
    return cards.card(await press.do(signatures.object_to, signature_id, press.text("reason")), press.voice)


@on_press("sign-withdraw", SIGNATURE, Audience.ADDRESSED)
async def withdraw(press: Press, signature_id: str) -> Card:
    """Takes back what the presser asked for."""
    return cards.card(await press.do(signatures.withdraw, signature_id), press.voice)
