"""What becomes of an error: a sentence with what to do next, and what was typed into a form, given back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Restarting, UserError
from bot.i18n import Voice
from bot.making.requests import TROUBLE, broke_off
from bot.rendering.layout import DANGER, Card, Document
from bot.rendering.sentences import sentence
from bot.rendering.text import quoted_block
from bot.units_of_work import ended_under
from cogs import sent
from cogs.answering import Interaction, answer, voice_of

WORTH_KEEPING: Final = 30
"""So many characters are more than somebody has in mind still when the form is gone; a number or a name is not."""
_SHOWN: Final = 600
"""Characters that stand in the answer itself; more of them are a file to copy from."""
LEADS_ON: Final[dict[type[UserError], Callable[[Interaction, Any], Awaitable[Card | None]]]] = {}
"""Refusals after which something can still be done at once, each with what makes its card (`press.leads_on`)."""
_log = logging.getLogger(__name__)


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """The one way out for every error: a user's becomes a sentence with what to do next, any other an apology."""
    cause, client = _cause_of(error), interaction.client
    if ended_under(cause):
        cause = Restarting()
    if client.is_closed():
        # The bot has ended under it, and nothing can be said any more; Discord tells that nobody answered.
        _log.info("interaction %s came too late for an answer: %r", interaction.id, cause)
        return
    voice = voice_of(interaction)
    if isinstance(cause, UserError):
        if await _led_on(interaction, cause):
            return
        text = sentence(cause, voice)
    else:
        reference = f"{interaction.id % 36**6:06x}"
        if broke_off(cause):
            _log.warning("reference %s: Discord broke off under an interaction: %r", reference, cause)
        else:
            _log.error("reference %s: an interaction failed", reference, exc_info=cause)
        text = voice.say("common.failed", reference=reference)
    try:
        await answer(interaction, give_back(Card((text,), colour=DANGER), interaction, voice))
    except TROUBLE as trouble:
        if not broke_off(cause):
            _log.warning("interaction %s could not be answered: %r", interaction.id, trouble)


async def _led_on(interaction: Interaction, refusal: UserError) -> bool:
    """Whether the refusal led on to a card of its own, which was shown."""
    leads = LEADS_ON.get(type(refusal))
    try:
        card = None if leads is None else await leads(interaction, refusal)
        if card is not None:
            await answer(interaction, card)
    except UserError:
        _log.debug("interaction %s leads on to nothing any more", interaction.id)
        return False
    except TROUBLE as trouble:
        if not broke_off(trouble):
            _log.warning("interaction %s could not be answered: %r", interaction.id, trouble)
        return True
    return card is not None


def give_back(card: Card, interaction: Interaction, voice: Voice) -> Card:
    """The refusal with what was typed below it, where it answers a form in which somebody wrote more than a word."""
    typed = _texts(interaction)
    if len(typed) < WORTH_KEEPING:
        return card
    if len(typed) <= _SHOWN:
        return replace(card, paragraphs=(*card.paragraphs, f"{voice.say('forms.typed')}\n{quoted_block(typed)}"))
    document = Document("typed.txt", f"{typed}\n".encode())
    return replace(
        card,
        paragraphs=(*card.paragraphs, voice.say("forms.typed_in_file")),
        documents=(*card.documents, document),
    )


def _texts(interaction: Interaction) -> str:
    if interaction.type is not discord.InteractionType.modal_submit:
        return ""
    texts = (one.strip() for one in sent.fields(interaction).values() if isinstance(one, str))
    return "\n\n".join(filter(None, texts))


def _cause_of(error: BaseException) -> BaseException:
    """What went wrong beneath what discord.py makes of it: in a command, or in reading an option of one."""
    match error:
        case app_commands.CommandInvokeError(original=original):
            return original
        case app_commands.TransformerError(__cause__=cause) if cause is not None:
            return cause
        case _:
            return error
