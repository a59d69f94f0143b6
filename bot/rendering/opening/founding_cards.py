"""The end of a founding: what it means, and the button that says that moving in is done."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.founding import FoundingView
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Press
from bot.rendering.sentences import moment


def card(view: FoundingView, voice: Voice) -> Card:
    """How far it is, with the button where who looks can end it."""
    if view.may_finish:
        press = Press("founding-done", voice.say("opening.founding_done"), ButtonStyle.success)
        return Card((voice.say("opening.founding_ask"),), controls=((press,),), colour=WARNING)
    return Card((status(view, voice),), colour=QUIET)


def status(view: FoundingView, voice: Voice) -> str:
    """Until when lists bring ratings, titles, offices and bars."""
    if view.closes_at is None:
        return voice.say("opening.founding_open")
    key = "opening.founding_over" if view.is_over else "opening.founding_closes"
    return voice.say(key, at=moment(view.closes_at))


def open_press(voice: Voice) -> Press:
    """Leads to the card."""
    return Press("founding", voice.say("opening.founding_open_card"))
