"""The season after the move: an Open, invitations, matches for the last seats, the League, the Candidates."""

from __future__ import annotations

from typing import Final

from rehearsal import facts, regulation
from rehearsal.acts import entering, playing
from rehearsal.cups import rules
from rehearsal.cups.cup import Cup
from rehearsal.cups.director import CupDirector
from rehearsal.cups.seats import answering
from rehearsal.cups.seats.checks import what_is_due
from rehearsal.cups.seats.count import with_winners
from rehearsal.cups.seats.diary import MATCH, Replied, SeatCup
from rehearsal.cups.seats.show import seat_match
from rehearsal.cups.seats.standing import standings, won_by
from rehearsal.diary import EventDiary
from rehearsal.moving import papers
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import event_named
from rehearsal.moving.linking import claims_the_name
from rehearsal.show import arbiters_come

OPEN: Final = "aije-open"
SEAT_MATCH: Final = "aije-seat-match"
LEAGUE: Final = "aije-champions-league"
CANDIDATES: Final = "aije-candidates"


async def the_first_open(move: Move) -> None:
    """Six play it; the one who is barred by the list is not let in."""
    play = move.play
    play.narrator.act("The first Open", "Byes go by the list's ratings; who is barred by the list does not play.")
    play.rules = regulation.read(regulation.find(OPEN))
    players = [one for one in play.cast.players if one.name in papers.FRESH]
    starts_at = entering.evening(play, days=2)
    event = move.opened = await entering.announce(play, "Open 1", starts_at)
    assert event.announcement is not None
    barred = move.people[papers.BARRED]
    move.knocked = play.note(barred, "wants to play", await entering.ask_for_a_place(barred, event.announcement))
    await entering.register(play, event, players)
    await entering.check_in(play, event, players, starts_at)
    await arbiters_come(play)
    await playing.Director(play, event).until_podium()
    await _over(move, event)


async def invitations(move: Move) -> None:
    """What follows from the League of before and the Open here: asked, answered, declined, left to pass."""
    play, path = move.play, regulation.find(SEAT_MATCH)
    play.narrator.act("Invitations", "One has no Discord, one is barred, one declines, and one is silent for a week.")
    assert move.opened is not None
    cup = move.seats = SeatCup(play, rules.read(path), opened=move.opened.event_id)
    cup.league = event_named(play.stage.path, "League of before")
    (cup.champion,), (cup.barred,) = move.ids(papers.CHAMPION), move.ids(papers.BARRED)
    await answering.confirm(cup)
    await _answer_for_sara(move, cup)
    await claims_the_name(move)
    _, opened = standings(cup)
    await answering.answer_all(cup, (opened[1], MATCH), opened[2])


async def _answer_for_sara(move: Move, cup: SeatCup) -> None:
    """She has no Discord yet: an organiser says for her that she plays the League."""
    play, organiser = move.play, move.play.stage.organiser
    (sara,) = move.ids(papers.SARA)
    post = play.stage.latest("seat-answer", play.stage.announcements)
    card = (await organiser.press(post, "seat-answer")).post
    while waiting := [one for one in card.offered if one.startswith("seat-for-yes:")]:
        told = await organiser.press(card, waiting[0])
        cup.replied.append(Replied(sara, waiting[0].split(".")[1], True, play.stage.now))
        play.note(organiser, f"says for {papers.SARA} that she plays", told)
        assert told.panel is not None
        card = told.panel


async def seat_matches(move: Move) -> None:
    """Both are played, by those to whom the places have passed."""
    play, cup = move.play, move.seats
    assert cup is not None
    play.narrator.act("Matches for a seat", "Best of five each; the winner has the seat.")
    play.rules = regulation.read(regulation.find(SEAT_MATCH))
    for number, sides in what_is_due(cup).matches.items():
        if len(sides) > 1:
            await seat_match(cup, number)


async def a_rating_put_right(move: Move) -> None:
    """The President corrects a rating of the list, since there is no international arbiter (AIJE-B01-AI)."""
    play, president = move.play, move.play.stage.president
    name, rating = papers.CORRECTED
    play.narrator.act("A rating is put right", "Both numbers stay on record; the next event rates on from it.")
    typed = f"{rating:.1f}".replace(".", ",")
    done = await president.type(
        "rating correct", member=move.people[name], rating=typed, reason="The list had last year's number."
    )
    play.note(president, f"puts {name}'s rating right", done)
    await play.wait(minutes=1)


async def the_league(move: Move) -> None:
    """Those who have a seat play it, and the bot is started anew in the middle."""
    holders, _ = _holders(move)
    move.league = await _by_seat(move, "League", LEAGUE, holders, papers.CAPTAINS[0])


async def the_candidates(move: Move) -> None:
    """The same seats' matches count for it; the champion has no place in it (AIJE-D02-1)."""
    _, holders = _holders(move)
    move.candidates = await _by_seat(move, "Candidates", CANDIDATES, holders, papers.CHAMPION)


def _holders(move: Move) -> tuple[set[int], set[int]]:
    """Who has read that they play the League, and the Candidates."""
    cup = move.seats
    assert cup is not None
    known = facts.read(move.play.stage.path)
    return with_winners(what_is_due(cup), won_by(cup, known), cup.champion)


async def _by_seat(move: Move, name: str, preset: str, holders: set[int], outsider: str) -> EventDiary:
    play, path = move.play, regulation.find(preset)
    play.narrator.act(f"The {name}", "Who has a seat is let in; everybody meets everybody, five games each.")
    play.rules = regulation.read(path)
    players = [one for one in play.cast.players if one.member.id in holders]
    starts_at = entering.evening(play, days=3)
    event = await entering.announce(play, name, starts_at)
    assert event.announcement is not None
    stranger = move.people[outsider]
    answer = await entering.ask_for_a_place(stranger, event.announcement)
    move.outside[name] = play.note(stranger, "wants to play without a seat", answer)
    await entering.register(play, event, players)
    await entering.check_in(play, event, players, starts_at)
    await arbiters_come(play)
    cup = move.cups[event.event_id] = Cup(play, rules.read(path))
    if preset == CANDIDATES:
        cup.restarted_at = play.stage.now
    await CupDirector(cup, event).until_podium()
    await _over(move, event)
    return event


async def _over(move: Move, event: EventDiary) -> None:
    event.last_call = len(move.play.stage.calls)
    await move.play.wait(minutes=30)
