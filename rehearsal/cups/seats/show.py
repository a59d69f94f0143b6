"""One season of invitations, from the Open to the registration for the Candidates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from rehearsal import facts, regulation
from rehearsal.acts import entering, opening, playing
from rehearsal.acts.curtain import export, verify
from rehearsal.cast import Player, gather_for_a_cup
from rehearsal.cups import rules
from rehearsal.cups.cup import Cup
from rehearsal.cups.director import CupDirector
from rehearsal.cups.seats import answering
from rehearsal.cups.seats.count import due
from rehearsal.cups.seats.diary import LEAGUE as LEAGUE_SEAT
from rehearsal.cups.seats.diary import SeatCup
from rehearsal.cups.seats.judge import judge
from rehearsal.cups.seats.standing import standings, winners
from rehearsal.diary import EventDiary
from rehearsal.script import Casting, Script
from rehearsal.show import arbiters_come
from rehearsal.turnout import BEFORE_A_SEAT

OPEN, LEAGUE = "aije-open", "aije-champions-league"
_A_WHILE: Final = timedelta(minutes=30)


def prepare(casting: Casting) -> SeatCup:
    """Everybody takes their place; a League and an Open are as many as they are."""
    cast = gather_for_a_cup(casting.stage, BEFORE_A_SEAT, casting.seed, among=frozenset())
    return SeatCup(casting.play(cast), rules.read(casting.rulebook))


async def perform(cup: SeatCup) -> None:
    """All acts, one after the other."""
    play = cup.play
    await opening.opening(play)
    own = play.rules
    await _the_open(cup)
    await _crown(cup)
    await _the_league(cup)
    play.rules = own
    play.narrator.act("Invitations", "What follows from both is proposed, confirmed, and answered by the invited.")
    league, opened = standings(cup)
    await answering.bar(cup, opened[1])
    await answering.confirm(cup)
    await answering.answer_all(cup, (league[1], LEAGUE_SEAT), opened[0])
    play.narrator.act("Matches for a seat", "Best of five each; the winner has the seat.")
    for number, sides in due(*standings(cup), cup.champion, cup.has_declined).matches.items():
        if len(sides) > 1:
            await seat_match(cup, number)
    await _curtain(cup, league, opened)


async def _the_open(cup: SeatCup) -> None:
    play = cup.play
    play.rules = regulation.read(regulation.find(OPEN))
    play.narrator.act("Open", f"{len(cup.open_players)} members play it.")
    event = await _enter(cup, "Open", cup.open_players)
    cup.opened = event.event_id
    await arbiters_come(play)
    await playing.Director(play, event).until_podium()
    await _over(cup, event)


async def _crown(cup: SeatCup) -> None:
    """The President records who is world champion: the strongest of the League."""
    president, best = cup.play.stage.president, max(cup.league_players, key=lambda one: one.strength).member
    answer = await president.type("title champion", member=best, event="World Championship")
    cup.champion = best.id
    cup.play.note(president, f"records {best.name} as world champion", answer)


async def _the_league(cup: SeatCup) -> None:
    play, path = cup.play, regulation.find(LEAGUE)
    play.rules = regulation.read(path)
    play.narrator.act("League", f"{len(cup.league_players)} members play it, everybody against everybody.")
    await entering.invite(play, cup.league_players, registered=cup.open_players)
    event = await _enter(cup, "League", cup.league_players)
    cup.league = event.event_id
    await CupDirector(Cup(play, rules.read(path)), event).until_podium()
    await _over(cup, event)


async def _enter(cup: SeatCup, name: str, players: Sequence[Player]) -> EventDiary:
    starts_at = entering.evening(cup.play, days=2)
    event = await entering.announce(cup.play, name, starts_at)
    await entering.register(cup.play, event, players)
    await entering.check_in(cup.play, event, players, starts_at)
    return event


async def _over(cup: SeatCup, event: EventDiary) -> None:
    event.last_call = len(cup.play.stage.calls)
    await cup.play.wait_until(cup.play.stage.now + _A_WHILE)


async def seat_match(cup: SeatCup, number: int) -> None:
    """One match for a seat, from its moment to its winner."""
    event, starts_at = await answering.arrange(cup, number)
    await cup.play.wait_until(starts_at)
    await arbiters_come(cup.play)
    await playing.Director(cup.play, event).until_podium()
    event.confirmed = {member: cup.play.stage.now for one in event.matches.values() for member in one.players}
    await _over(cup, event)


async def _curtain(cup: SeatCup, league: list[int], opened: list[int]) -> None:
    """Who has a seat, who gets into the Candidates with it, and the last match's record and draw."""
    play = cup.play
    play.narrator.act("Curtain", "Anybody can see who holds a seat; the Candidates take nobody else.")
    reader = play.cast.players[0].member
    cup.shown = play.note(reader, "types /seats show", await reader.type("seats show"))
    cup.verified = await verify(play, reader, cup.event, "the draw of the last match")
    cup.exported = await export(play, cup.event)
    holders, outside = winners(cup, facts.read(play.stage.path), league, opened)
    await answering.candidates(cup, holders, play.stage.by_id(outside))


SCRIPT: Final = Script(
    "{players} members of a League and an Open, some of whom are invited, some decline, and four play for a seat",
    prepare,
    perform,
    judge,
)
