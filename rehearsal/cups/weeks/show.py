"""A league by the week from the invitation to the podium, over a change of clocks."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rehearsal.acts import entering, opening
from rehearsal.cast import gather_for_a_cup
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.director import curtain
from rehearsal.cups.weeks.diary import WeekCup, read
from rehearsal.cups.weeks.director import WeekDirector
from rehearsal.cups.weeks.judge import judge
from rehearsal.script import Casting, Script

NAME: Final = "Liga"
_USUALLY: Final = 4
_UNTIL_MARCH: Final = 84
"""Days from the first of January on which rehearsals begin: three before clocks in Lisbon change."""
_A_WHILE: Final = timedelta(minutes=30)


def prepare(casting: Casting) -> WeekCup:
    """Everybody takes their place; nobody has a scene beside those of the times."""
    cast = gather_for_a_cup(casting.stage, casting.players or _USUALLY, casting.seed, among=frozenset())
    return WeekCup(casting.play(cast), cup_rules.read(casting.rulebook), numbers=read(casting.rulebook))


async def perform(cup: WeekCup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    starts_at = entering.evening(play, days=_UNTIL_MARCH)
    await play.wait_until(starts_at - timedelta(days=3))
    play.narrator.act(NAME, f"{len(play.cast.players)} members play a round a week.")
    event = await entering.announce(play, NAME, starts_at)
    await entering.register(play, event, play.cast.players)
    await entering.check_in(play, event, play.cast.players, starts_at)
    play.narrator.act("The weeks", "Each match has days of its own, in which its two sides agree on a time.")
    await WeekDirector(cup, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + _A_WHILE)
    await curtain(cup)


SCRIPT: Final = Script(
    "{players} members who agree on times in their own words, move one, stay silent, and come in the last minute",
    prepare,
    perform,
    judge,
)
