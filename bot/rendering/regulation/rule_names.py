"""What rulebooks name by a word of their own, as people call it: tie-breaks and offences."""

from __future__ import annotations

from bot.domain.regulation.discipline_rules import KNOWN_OFFENCES
from bot.i18n import Voice
from bot.rendering.text import quote

_SIGNS = {
    "sonneborn_berger": "SB",
    "buchholz": "Bh",
    "buchholz_cut_1": "Bh-1",
    "buchholz_cut_2": "Bh-2",
    "median_buchholz": "MBh",
    "ratings_sum": "ΣR",
}
"""Headings that are the same all over the world."""


def tie_break_name(name: str, voice: Voice, *, short: bool = False) -> str:
    """What an entry of the tie-break registry is called, or its column's heading; boards have their number."""
    if short and name in _SIGNS:
        return _SIGNS[name]
    kind, board = ("board", name.split("_")[1]) if name.startswith("board_") and name != "board_points" else (name, "")
    return voice.say(f"standings.{'column' if short else 'by'}_{kind}", n=board)


def offence(name: str, voice: Voice) -> str:
    """The offence in the reader's words; what a community named itself is shown as it wrote it."""
    return voice.say(f"warnings.offence.{name}") if name in KNOWN_OFFENCES else quote(name)
