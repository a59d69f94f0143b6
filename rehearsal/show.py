"""One rehearsal from the invitation to the last bar."""

from __future__ import annotations

from typing import Final

from rehearsal.acts import absence, curtain, entering, opening, playing
from rehearsal.cast import Character, gather
from rehearsal.judge import judge
from rehearsal.play import Play
from rehearsal.script import Casting, Memory, Script
from rehearsal.turnout import USUAL


def prepare(casting: Casting) -> Memory:
    """Everybody takes their place."""
    return Memory(casting.play(gather(casting.stage, casting.players or USUAL, casting.seed)))


async def perform(memory: Memory) -> None:
    """All acts, one after the other."""
    play = memory.play
    await opening.opening(play)
    await the_opener(play)
    await the_open(play)
    await absence.seventy_two_hours(play, play.diary.events[1])
    if play.rules.bar_when_unjustified:
        await absence.the_next_event(play)
    await curtain.curtain(play, play.diary.events[1])


async def the_opener(play: Play) -> None:
    """A small first event, after which four players have a rating."""
    play.narrator.act("Open 1", "Four players open the season; their ratings decide byes later (AIJE-D01-4).")
    regulars = [player for player in play.cast.players if player.regular]
    starts_at = entering.evening(play, days=2)
    event = await entering.announce(play, "Open 1", starts_at)
    await entering.register(play, event, regulars)
    await entering.check_in(play, event, regulars, starts_at)
    await arbiters_come(play)
    await playing.Director(play, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=30)


async def the_open(play: Play) -> None:
    """The event itself, with everybody."""
    players = [player for player in play.cast.players if player.character is not Character.LAST_MINUTE]
    play.narrator.act("Open 2", f"{len(play.cast.players)} members want to play; not all of them will.")
    starts_at = entering.evening(play, days=7)
    event = await entering.announce(play, "Open 2", starts_at)
    await entering.register(play, event, players)
    await entering.check_in(play, event, play.cast.players, starts_at)
    play.narrator.act("Open 2: the matches", "As many at once as arbiters are on duty.")
    await playing.Director(play, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=30)


async def arbiters_come(play: Play) -> None:
    """Every referee goes on duty."""
    for referee in play.cast.referees:
        play.note(referee, "goes on duty", await referee.type("arbiter on"))


SCRIPT: Final = Script(
    "{players} members who register, forget, come late, dispute and justify", prepare, perform, judge
)
