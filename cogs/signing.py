"""Second signatures: an act that waits is looked at, signed, declined, objected to or taken back."""

from __future__ import annotations

from bot.features.signing import cards as signing_cards
from bot.features.signing import verbs as signing_verbs
from bot.i18n.names import REASON_LIMIT
from bot.layout.cards import Card
from cogs.press import Request
from cogs.routing import on_press
from cogs.subjects import SIGNATURE, Audience, Text

WHY = Text("reason", "signing.form_reason", "signing.form_reason_why", long=True, limit=REASON_LIMIT)


@on_press("signature", SIGNATURE, Audience.EVERYBODY)
async def look(press: Request, signature_id: str) -> Card:
    """Shows what waits, or how it ended, to the presser alone."""
    return signing_cards.card(await press.ask(signing_verbs.find_view, signature_id), press.voice)


@on_press("sign", SIGNATURE, Audience.ADDRESSED)
async def sign(press: Request, signature_id: str) -> Card:
    """Signs, and the act is done."""
    return signing_cards.card(await press.do(signing_verbs.sign, signature_id), press.voice)


@on_press("sign-decline", SIGNATURE, Audience.ADDRESSED)
async def ask_to_decline(press: Request, signature_id: str) -> None:
    """Asks why."""
    await press.open_form(f"sign-declined:{signature_id}", "signing.form_decline", WHY)


@on_press("sign-declined", SIGNATURE, Audience.ADDRESSED)
async def decline(press: Request, signature_id: str) -> Card:
    """Takes the refusal."""
    return signing_cards.card(await press.do(signing_verbs.decline, signature_id, press.text("reason")), press.voice)


@on_press("sign-object", SIGNATURE, Audience.EVERYBODY)
async def ask_to_object(press: Request, signature_id: str) -> None:
    """Asks why."""
    await press.open_form(f"sign-objected:{signature_id}", "signing.form_object", WHY)


@on_press("sign-objected", SIGNATURE, Audience.EVERYBODY)
async def object_to(press: Request, signature_id: str) -> Card:
    """Takes the objection, which ends it."""
    return signing_cards.card(await press.do(signing_verbs.object_to, signature_id, press.text("reason")), press.voice)


@on_press("sign-withdraw", SIGNATURE, Audience.ADDRESSED)
async def withdraw(press: Request, signature_id: str) -> Card:
    """Takes back what the presser asked for."""
    return signing_cards.card(await press.do(signing_verbs.withdraw, signature_id), press.voice)
