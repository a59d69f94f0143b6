"""One cup from the invitation to the podium."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import timedelta

from rehearsal import facts
from rehearsal.acts import entering, opening
from rehearsal.cast import Character
from rehearsal.cups import decks
from rehearsal.cups.arena import ArenaDirector
from rehearsal.cups.cup import NAME, Cup
from rehearsal.cups.director import CupDirector, curtain
from rehearsal.cups.tables import TableDirector
from rehearsal.diary import EventDiary
from rehearsal.hearing import Hearing
from rehearsal.show import arbiters_come


async def perform(cup: Cup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    play.narrator.act(NAME, f"{len(play.cast.players)} members want to play; not all of them will.")
    starts_at = entering.evening(play, days=3)
    if cup.rules.invited:
        await entering.invite(play, play.cast.players)
        await play.stage.settle()
    event = await entering.announce(play, NAME, starts_at)
    if cup.rules.invited:
        await entering.knock(play, event)
    early = [player for player in play.cast.players if player.character is not Character.LAST_MINUTE]
    await entering.register(play, event, early)
    await arbiters_come(play)
    if cup.rules.deck is not None:
        play.narrator.act("Decks", "Each hands one in; what the rulebook does not admit is named line by line.")
        await decks.hand_in_all(cup, early)
        await entering.check_in(play, event, decks.who_confirm(cup), starts_at, decks.during_check_in(cup))
    else:
        await entering.check_in(play, event, play.cast.players, starts_at)
    play.narrator.act("The matches", "Round by round; somebody leaves, and the bot is started anew in the middle.")
    await _director(cup, event).until_podium()
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + timedelta(minutes=30))
    await curtain(cup)
    play.look()


def _director(cup: Cup, event: EventDiary) -> ArenaDirector | TableDirector | CupDirector:
    """Who watches the channels, by the format."""
    if cup.rules.arena is not None:
        return ArenaDirector(cup, event)
    return CupDirector(cup, event) if cup.rules.tables is None else TableDirector(cup, event)


async def rehearse(cup: Cup, acts: Awaitable[None] | None = None) -> Hearing:
    """Performs all acts, or those that are given; answers what is before the judge."""
    play = cup.play
    trouble = await play.perform(perform(cup) if acts is None else acts)
    for event in play.diary.events:
        event.last_call = event.last_call or len(play.stage.calls)
    return Hearing(play, facts.read(play.stage.path), (*trouble, *play.stage.faults()))
