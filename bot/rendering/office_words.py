"""Who decided something, and by what office or title: whoever reads a verdict can tell whom it comes from."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.permissions import Capacity
from bot.i18n import Voice
from bot.rendering.people import mention


def in_office(person: Person | None, office: Capacity | None, voice: Voice) -> str:
    """The person with the office; a question mark where nobody is on record."""
    if person is None:
        return "?"
    named = mention(person)
    return named if office is None else f"{named} ({voice.say(f'in_office.{office.value}')})"
