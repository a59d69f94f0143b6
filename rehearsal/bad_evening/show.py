"""A cup of thirteen on which everything goes wrong."""

from __future__ import annotations

from typing import Final

from rehearsal.acts import opening
from rehearsal.acts.curtain import verify
from rehearsal.bad_evening import scenes
from rehearsal.bad_evening.checks import judge
from rehearsal.bad_evening.diary import COMES_LATE, MORE_TIME, WAKES, BadEvening, prepare
from rehearsal.bad_evening.director import BadDirector
from rehearsal.script import Script

NAME: Final = "bad-evening"
RULEBOOK: Final = "cup"


async def perform(evening: BadEvening) -> None:
    """All acts, one after the other."""
    play = evening.play
    await opening.opening(play)
    await play.wait(minutes=1)
    closes_at = await scenes.announced(evening) + MORE_TIME
    await scenes.check_in(evening, closes_at - MORE_TIME)
    play.narrator.act("The matches", "One comes late and one never; two quarrels; the bot is killed.")
    await BadDirector(evening, closes_at + COMES_LATE, closes_at + WAKES).until_podium()
    evening.event.last_call = len(play.stage.calls)
    await play.wait(minutes=30)
    play.narrator.act("Curtain", "Anybody can run the draws again.")
    evening.verified = await verify(play, evening.late, evening.event)


SCRIPT: Final = Script(
    "a cup of thirteen: one late, one missing, one without Discord, two quarrels, a sleeping organiser, a killed bot",
    prepare,
    perform,
    judge,
    subject="a bad evening",
)
