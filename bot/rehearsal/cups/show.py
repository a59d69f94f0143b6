"""One cup from the invitation to the podium."""

from __future__ import annotations

from datetime import timedelta

from bot.rehearsal import facts
from bot.rehearsal.acts import entering, opening
from bot.rehearsal.cast import Character
from bot.rehearsal.cups.arena import ArenaDirector
from bot.rehearsal.cups.cup import NAME, Cup
from bot.rehearsal.cups.director import CupDirector, curtain
from bot.rehearsal.hearing import Hearing
from bot.rehearsal.play import Stalled
from bot.rehearsal.show import arbiters_come


async def perform(cup: Cup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    play.narrator.act(NAME, f"{len(play.cast.players)} members want to play; not all of them will.")
    starts_at = entering.evening(play, days=3)
    event = await entering.announce(play, NAME, starts_at)
    if cup.rules.invited:
        await entering.invite(play, play.cast.players)
    early = [player for player in play.cast.players if player.character is not Character.LAST_MINUTE]
    await entering.register(play, event, early)
    await arbiters_come(play)
    await entering.check_in(play, event, play.cast.players, starts_at)
    play.narrator.act("The matches", "Round by round; somebody leaves, and the bot is started anew in the middle.")
    director = ArenaDirector if cup.rules.arena is not None else CupDirector
    await director(cup, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + timedelta(minutes=30))
    await curtain(cup)
    play.look()


async def rehearse(cup: Cup) -> Hearing:
    """Performs; answers what is before the judge."""
    trouble: list[str] = []
    play = cup.play
    try:
        await perform(cup)
    except (Stalled, LookupError, AssertionError) as broken:
        # An act that cannot go on is a finding like others; what was played so far is judged all the same.
        trouble.append(f"the play broke off: {type(broken).__name__}: {broken}")
        play.look()
    for event in play.diary.events:
        event.last_call = event.last_call or len(play.stage.calls)
    return Hearing(play, facts.read(play.stage.path), (*trouble, *play.stage.faults()))
