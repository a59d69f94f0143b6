"""What comes in can be written down and turns nothing around."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.names import speakable

TURNING = {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI", "FSI", "PDI"}


@given(st.text(alphabet=st.characters() | st.sampled_from("\ud800\udfff\u202e\u2066\x00\x1b\u200f")))
def test_whatever_is_sent_can_be_written_and_turns_nothing_around(text: str) -> None:
    told = speakable(text)
    told.encode("utf-8")
    assert not {unicodedata.bidirectional(char) for char in told} & TURNING
    assert speakable(told) == told


def test_lines_and_letters_of_every_script_stay() -> None:
    assert speakable("Ana\n\tشطرنج 日本 👨‍👩‍👧") == "Ana\n\tشطرنج 日本 👨‍👩‍👧"
