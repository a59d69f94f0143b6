"""A cup, a Swiss and a committee vote in which people stop at every step."""

from __future__ import annotations

from typing import Final

from rehearsal.acts import opening
from rehearsal.script import Script
from rehearsal.silence import story
from rehearsal.silence.checks import judge
from rehearsal.silence.story import Silence

NAME: Final = "silence"
RULEBOOK: Final = "cup"
"""Of its first event."""
_SWISS: Final = "swiss"
"""The rulebook of its second event."""


async def perform(silence: Silence) -> None:
    """All acts, one after the other."""
    await opening.opening(silence.play)
    await silence.play.wait(minutes=1)
    await story.the_cup(silence)
    await story.the_swiss(silence, _SWISS)
    await story.the_vote(silence)


SCRIPT: Final = Script(
    "{players} members who stop at every step: who is reminded, who is asked, and how each thing ends",
    story.prepare,
    perform,
    judge,
    subject="people who stop",
)
