"""What stands around the form of a new cup: the button that opens it, and what was refused with nothing lost."""

from __future__ import annotations

from discord import ButtonStyle

from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.layout import DANGER, Card, Press
from bot.rendering.sentences import sentence


def new_cup_press(voice: Voice) -> Press:
    """Opens the form of a new cup."""
    return Press("cup-new:", voice.say("cups.new"), ButtonStyle.success, "🏆")


def refusal(error: UserError, voice: Voice) -> Card:
    """Why the form was not taken, with the button that opens it again as it was filled in."""
    again = Press("cup-again:", voice.say("cups.again"), ButtonStyle.primary, "✏️")
    said = f"{sentence(error, voice)}\n-# {voice.say('cups.kept')}"
    return Card((said,), controls=((again,),), colour=DANGER)
