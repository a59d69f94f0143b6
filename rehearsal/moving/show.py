"""`--rulebook moving-in`: forty people and last year's events come in, and the year goes on to the title."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.events.past_events import RatingsTaken
from rehearsal import regulation
from rehearsal.acts import entering, opening, playing
from rehearsal.cast import Cast, Character, Player
from rehearsal.members import Member
from rehearsal.moving import papers, title
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import rounds
from rehearsal.moving.judge import judge
from rehearsal.posts import Post
from rehearsal.script import Casting, Script
from rehearsal.show import arbiters_come

NAME: Final = "moving-in"
EVENTS: Final = "aije-open"
"""By which rulebook the first event here is played."""
_LOCALES: Final = ("pt-BR", "es-ES", "it", "en-US")


def prepare(casting: Casting) -> Move:
    """Thirteen of the forty are in the server."""
    stage = casting.stage
    here = {name: stage.member(name, _LOCALES[at % 4]) for at, name in enumerate(papers.HERE)}
    players = tuple(
        Player(member, Character.STEADY, strength, regular=False) for strength, member in enumerate(here.values(), 1)
    )
    return Move(casting.play(Cast(players, (stage.arbiter, stage.member("Raul", "pt-BR")))), here)


async def perform(move: Move) -> None:
    """All acts, one after the other."""
    await opening.opening(move.play)
    await the_list(move)
    await the_past(move)
    await the_first_open(move)
    await invitations(move, "title")
    await invitations(move, "league")
    await title.play_for_it(move)


async def the_list(move: Move) -> None:
    """The owner sends the list in and confirms it; the President says who is world champion."""
    play, owner, president = move.play, move.play.stage.owner, move.play.stage.president
    play.narrator.act("The list", f"{papers.PEOPLE} people come in at once, most of whom have no Discord.")
    shown = await owner.type("association import", file=papers.opening_list(move.people))
    play.note(owner, "sends the list in", shown)
    play.note(owner, "confirms it", await owner.press(shown.post, "opening-confirm"))
    champion = move.people[papers.CHAMPION]
    named = await president.type("title champion", member=champion, event="World Championship of before")
    play.note(president, f"records {champion.name} as world champion", named)


async def the_past(move: Move) -> None:
    """Three files at once, the latest first; their people are those of the list, whose ratings stay."""
    play, organiser = move.play, move.play.stage.organiser
    play.narrator.act("Last year", "League, Open and Candidates come in from three files.")
    files = papers.past_events(play.stage.now)
    given = {"file" if number == 1 else f"file_{number}": file for number, file in enumerate(files, 1)}
    shown = await organiser.type("tournament import", **given)
    play.note(organiser, "sends three past events in", shown)
    for pressed in ("record-same", f"record-ratings:{RatingsTaken.LEFT}", "record-bring"):
        play.note(organiser, f"presses {pressed}", await organiser.press(shown.post, pressed))
    await play.wait(minutes=1)


async def the_first_open(move: Move) -> None:
    """Six play it; the one who is barred by the list is not let in."""
    play = move.play
    play.narrator.act("The first Open", "Byes go by the list's ratings; who is barred by the list does not play.")
    play.rules = regulation.read(regulation.find(EVENTS))
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
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=30)


async def invitations(move: Move, round_of: str) -> None:
    """An organiser lets what is proposed go out, and everybody who is asked says yes."""
    play, organiser = move.play, move.play.stage.organiser
    play.narrator.act(f"Invitations: {round_of}", "What follows from the past and from the Open is confirmed.")
    open_rounds = [one.round_id for one in rounds(play.stage.path) if one.round_of == round_of and one.waits]
    button = f"seats-confirm:{open_rounds[-1]}"
    cards = [post for post in play.stage.posts_in(play.stage.committee) if button in post.offered]
    play.note(organiser, "lets the invitations go out", await organiser.press(cards[-1], button))
    await play.wait(seconds=15)
    for post in play.witness.posts_of("announcements"):
        if f"seat-answer:{open_rounds[-1]}" in post.offered:
            for member in sorted(post.pinged):
                move.asked.add(member)
                await _accept(move, play.stage.by_id(member), post)
    await play.wait_until(play.stage.now + timedelta(minutes=1))


async def _accept(move: Move, member: Member, post: Post) -> None:
    """Every question on the own card."""
    while True:
        card = await member.press(post, "seat-answer")
        waiting = [one for one in card.post.offered if one.startswith("seat-yes:")] if card.posts else []
        if not waiting:
            return
        move.play.note(member, "accepts", await member.press(card.post, waiting[0]))


SCRIPT: Final = Script(
    "an association of forty that moves in with last year's events and plays on to the title",
    prepare,
    perform,
    judge,
    subject="moving in",
)
