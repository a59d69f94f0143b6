"""One match for a title from the invitation to the new champion."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rehearsal.acts import entering, opening
from rehearsal.acts.curtain import export, verify
from rehearsal.cast import gather_for_a_cup
from rehearsal.cups import rules
from rehearsal.cups.title import colours
from rehearsal.cups.title.diary import PLAYERS, TitleCup, read
from rehearsal.cups.title.director import TitleDirector
from rehearsal.cups.title.judge import judge
from rehearsal.script import Casting, Script
from rehearsal.show import arbiters_come

NAME = "The title"


def prepare(casting: Casting) -> TitleCup:
    """Everybody takes their place; there are two, whatever was asked for."""
    cast = gather_for_a_cup(casting.stage, PLAYERS, casting.seed, among=frozenset())
    return TitleCup(casting.play(cast), rules.read(casting.rulebook), numbers=read(casting.rulebook))


async def perform(cup: TitleCup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    play.narrator.act(NAME, "One holds it, one challenges; the champion may choose colours.")
    starts_at = entering.evening(play, days=3)
    event = await entering.announce(play, NAME, starts_at)
    await entering.knock(play, event)
    await play.stage.settle()
    told = len(play.stage.calls)
    await entering.invite(play, play.cast.players)
    # What the votes on the places cost is no cost of the event.
    event.first_call += len(play.stage.calls) - told
    await entering.register(play, event, play.cast.players)
    await colours.choose(cup)
    await arbiters_come(play)
    await entering.check_in(play, event, play.cast.players, starts_at)
    await colours.too_late(cup)
    play.narrator.act("The match", "Game by game, with pauses, trouble, and the arbiter's word where they disagree.")
    await TitleDirector(cup).until_podium()
    for played in event.matches.values():
        played.games = {member: cup.score(member) for member in played.players}
    event.last_call = len(play.stage.calls)
    await play.wait_until(play.stage.now + timedelta(minutes=30))
    await curtain(cup)


async def curtain(cup: TitleCup) -> None:
    """The draw is run again, the record taken away, and the new champion looked at."""
    play, event = cup.play, cup.event
    play.narrator.act("Curtain", "Anybody can run the draw again, take the record away, and see who holds the title.")
    reader = cup.challenger.member
    cup.verified = await verify(play, reader, event)
    cup.exported = await export(play, event)
    best = max(play.cast.players, key=lambda one: cup.score(one.member.id)).member
    cup.profile = await reader.type("player", member=best)
    play.note(reader, f"looks {best.name} up", cup.profile)
    play.note(reader, "types /ranking", await reader.type("ranking"))


SCRIPT: Final = Script(
    "{players} who play for the title, one of whom holds it, an arbiter, and whoever watches", prepare, perform, judge
)
