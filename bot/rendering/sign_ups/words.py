"""What people's languages call the columns of a list of sign-ups."""

from __future__ import annotations

from functools import cache

from bot.domain.likeness import sound
from bot.domain.sign_ups.lines import SignUpColumn
from bot.i18n import Voice
from bot.i18n.catalogue import LOCALES
from bot.rendering.opening.words import name_parts


@cache
def known_headings() -> dict[str, str]:
    """Which words mean which column, in every language at once."""
    found = name_parts() | {sound(column): column.value for column in SignUpColumn}
    for voice in map(Voice, LOCALES):
        found |= {sound(name): one.value for one in SignUpColumn for name in _names(one, voice)}
    return found


def heading(column: SignUpColumn, voice: Voice) -> str:
    """What the column is called first."""
    return _names(column, voice)[0]


def _names(column: SignUpColumn, voice: Voice) -> tuple[str, ...]:
    return tuple(one.strip() for one in voice.say(f"sign_ups.heading.{column}").split(";"))
