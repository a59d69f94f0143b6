"""One cup from the invitation to the podium."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rehearsal.acts import entering, opening
from rehearsal.cast import Character
from rehearsal.cups import decks
from rehearsal.cups.arena import ArenaDirector
from rehearsal.cups.cup import NAME, Cup, prepare
from rehearsal.cups.director import CupDirector, curtain
from rehearsal.cups.judge import judge
from rehearsal.cups.tables import TableDirector
from rehearsal.diary import EventDiary
from rehearsal.script import Script
from rehearsal.show import arbiters_come


async def perform(cup: Cup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    play.narrator.act(NAME, f"{len(play.cast.players)} members want to play; not all of them will.")
    starts_at = entering.evening(play, days=3)
    event = await entering.announce(play, NAME, starts_at)
    if cup.rules.invited:
        # The event has brought the commands of seats to the server.
        await play.stage.settle()
        told = len(play.stage.calls)
        await entering.invite(play, play.cast.players)
        # What seats cost that are given by hand is no cost of the event.
        event.first_call += len(play.stage.calls) - told
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


def _director(cup: Cup, event: EventDiary) -> ArenaDirector | TableDirector | CupDirector:
    """Who watches the channels, by the format."""
    if cup.rules.arena is not None:
        return ArenaDirector(cup, event)
    return CupDirector(cup, event) if cup.rules.tables is None else TableDirector(cup, event)


SCRIPT: Final = Script(
    "{players} members who register, forget, dispute, leave between two rounds, and look at the table",
    prepare,
    perform,
    judge,
)
