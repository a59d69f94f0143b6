"""A stranger's cup from the invitation to the podium."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from rehearsal.cups.director import curtain
from rehearsal.friday import scenes
from rehearsal.friday.checks import judge
from rehearsal.friday.director import FridayDirector
from rehearsal.friday.evening import Evening, prepare, prepare_with_player
from rehearsal.script import Script

NAME: Final = "friday-cup"
NAME_WITH_PLAYER: Final = "friday-player"
RULEBOOK: Final = "cup"
"""The kind that is chosen in the form."""


async def perform(evening: Evening) -> None:
    """All acts, one after the other."""
    play = evening.play
    panel = await scenes.set_up(evening)
    event = await scenes.new_cup(evening, panel)
    await scenes.tell_about_it(evening, event)
    await scenes.sign_ups(evening, event)
    await scenes.check_in(evening, event)
    play.narrator.act("The matches", "No arbiter is waited for: the sides report, and staff decides one dispute.")
    await FridayDirector(evening, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + timedelta(minutes=30))
    await curtain(evening)


SCRIPT: Final = Script(
    "a stranger's server, where {players} members play a cup that was made of one form",
    prepare,
    perform,
    judge,
    subject="a stranger's Friday cup",
)

SCRIPT_WITH_PLAYER: Final = replace(
    SCRIPT,
    lead="a stranger's server, where {players} members play a cup, among them the one who runs it alone",
    prepare=prepare_with_player,
    subject="a Friday cup whose only organiser plays",
)
