"""A ladder evening from the invitation to the podium."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rehearsal.acts import entering, opening
from rehearsal.cast import Character, gather_for_a_cup
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.director import curtain
from rehearsal.cups.ladder.diary import LadderCup, read
from rehearsal.cups.ladder.director import LadderDirector
from rehearsal.cups.ladder.judge import judge
from rehearsal.script import Casting, Script
from rehearsal.show import arbiters_come

NAME: Final = "Ladder"
_USUALLY: Final = 10
_SCENES: Final = frozenset(
    {Character.FORGETS, Character.LAST_MINUTE, Character.CLAIMS_TOO_MUCH, Character.VANISHES, Character.LATE}
)
_A_WHILE: Final = timedelta(minutes=30)


def prepare(casting: Casting) -> LadderCup:
    """Everybody takes their place."""
    cast = gather_for_a_cup(casting.stage, casting.players or _USUALLY, casting.seed, among=_SCENES)
    return LadderCup(casting.play(cast), cup_rules.read(casting.rulebook), numbers=read(casting.rulebook))


async def perform(cup: LadderCup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    play.narrator.act(NAME, f"{len(play.cast.players)} members want to climb.")
    starts_at = entering.evening(play, days=3)
    event = await entering.announce(play, NAME, starts_at)
    await entering.register(
        play, event, [one for one in play.cast.players if one.character is not Character.LAST_MINUTE]
    )
    await arbiters_come(play)
    await entering.check_in(play, event, play.cast.players, starts_at)
    play.narrator.act("Challenges", "Whoever has no match challenges somebody above, until the time is up.")
    await LadderDirector(cup, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + _A_WHILE)
    await curtain(cup)


SCRIPT: Final = Script(
    "{players} members who challenge those above them, reach too far, stay away, and come too late",
    prepare,
    perform,
    judge,
)
