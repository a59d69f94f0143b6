"""What stands around the form of a new cup: the button that opens it, what was refused, what was chosen beside it."""

from __future__ import annotations

from collections.abc import Iterator

from discord import ButtonStyle

from bot.domain.regulation.details import details_of
from bot.domain.regulation.thread_rules import talk_of
from bot.domain.rulebook import Rulebook
from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.layout import DANGER, Card, Press
from bot.rendering.regulation.entry_words import in_one_line
from bot.rendering.sentences import sentence


def new_cup_press(voice: Voice) -> Press:
    """Opens the form of a new cup."""
    return Press("cup-new:", voice.say("cups.new"), ButtonStyle.success, "🏆")


def refusal(error: UserError, voice: Voice) -> Card:
    """Why the form was not taken, with the button that opens it again as it was filled in."""
    again = Press("cup-again:", voice.say("cups.again"), ButtonStyle.primary, "✏️")
    said = f"{sentence(error, voice)}\n-# {voice.say('cups.kept')}"
    return Card((said,), controls=((again,),), colour=DANGER)


def detail_lines(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """What the preview says of who may enter, third place, who end level and threads, where the event has it."""
    details = details_of(rulebook)
    if rulebook.entry is not None:
        yield f"🚪 **{voice.say('conditions.title')}:** {in_one_line(rulebook.entry, voice)}"
    if details.third_place is not None:
        told = voice.say("cups.third_played" if details.third_place else "cups.third_unplayed")
        yield f"🥉 **{voice.say('cups.third')}:** {told}"
    if details.level is not None:
        yield f"🤝 **{voice.say('cups.level')}:** {voice.say(f'cups.level_{details.level}')}"
    if rulebook.threads is not None:
        yield f"🧵 **{voice.say('cups.talk')}:** {voice.say(f'cups.talk_{talk_of(rulebook.threads)}')}"
