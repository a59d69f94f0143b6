"""The colours of the sides in words, by what the rulebook has played."""

from __future__ import annotations

from bot.i18n import Voice

_SAID = frozenset({"white", "black", "first", "second"})


def colour_name(colours: tuple[str, str], place: int, voice: Voice) -> str:
    """What the one who begins (0) or the other (1) has: "White"."""
    name = colours[place]
    return voice.say(f"title_match.colour_{name if name in _SAID else ('first', 'second')[place]}")
