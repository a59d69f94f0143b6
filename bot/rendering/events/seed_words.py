"""Seeds by hand, as they are told wherever somebody asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.community import Person
from bot.i18n import Voice
from bot.rendering.people import short_mention

_LONGEST_NAME: Final = 32


def seed_list(seeded: Sequence[Person], voice: Voice, most: int) -> str:
    """Who has which seed, as many as there is room for."""
    named = [f"{at}. {short_mention(one, _LONGEST_NAME)}" for at, one in enumerate(seeded[:most], start=1)]
    more = len(seeded) - most
    return ", ".join(named) + (f" {voice.count('tournament.and_more', more)}" if more > 0 else "")
