"""Seeds by hand: as they stand, and why an order was not taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.ids import TournamentId
from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.events.seed_words import seed_list
from bot.rendering.layout import DANGER, Card, Press
from bot.rendering.sentences import sentence
from bot.rendering.text import quote

SHOWN: Final = 32


def seeds_press(tournament_id: TournamentId, voice: Voice) -> Press:
    """Opens the form that orders the field."""
    return Press(f"seeds:{tournament_id}", voice.say("seeds.button"), emoji="🔢")


def order(name: str, seeded: Sequence[Person], others: int, voice: Voice) -> Card:
    """The seeds as they stand now, and what becomes of the others."""
    if not seeded:
        return Card((voice.say("seeds.none", name=quote(name)),))
    said = [voice.count("seeds.set", len(seeded), name=quote(name)), seed_list(seeded, voice, SHOWN)]
    if others:
        said.append(voice.count("seeds.others", others))
    return Card(("\n".join((*said, voice.say("seeds.next"))),))


def refusal(error: UserError, tournament_id: TournamentId, voice: Voice) -> Card:
    """Why the order was not taken, with the form as it was filled in."""
    again = Press(f"seeds:{tournament_id}", voice.say("seeds.again"), ButtonStyle.primary, "🔢")
    return Card((f"{sentence(error, voice)}\n-# {voice.say('cups.kept')}",), controls=((again,),), colour=DANGER)
