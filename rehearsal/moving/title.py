"""The match for the title between the champion and the first of the Candidates, told game by game by whoever loses."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rehearsal import regulation
from rehearsal.acts import entering
from rehearsal.cast import Player
from rehearsal.cups.director import is_podium
from rehearsal.diary import EventDiary, Played
from rehearsal.members import Member
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import rounds
from rehearsal.moving.papers import CANDIDATES, CHAMPION
from rehearsal.play import Play, Stalled
from rehearsal.posts import Post
from rehearsal.show import arbiters_come

RULEBOOK: Final = "aije-world"
NEEDED: Final = 10
"""Games of nineteen (AIJE-D03-1)."""
_A_GAME: Final = timedelta(minutes=4)
_PATIENCE: Final = timedelta(hours=1)


async def invitations(move: Move) -> None:
    """An organiser lets go out what follows from the Candidates, and both who are asked say yes."""
    play, organiser = move.play, move.play.stage.organiser
    play.narrator.act("Invitations for the title", "They follow from the Candidates that were played here.")
    waiting = [one.round_id for one in rounds(play.stage.path) if one.round_of == "title" and one.waits]
    button = f"seats-confirm:{waiting[-1]}"
    cards = [post for post in play.stage.posts_in(play.stage.committee) if button in post.offered]
    play.note(organiser, "lets the invitations go out", await organiser.press(cards[-1], button))
    await play.wait(seconds=15)
    for post in play.witness.posts_of("announcements"):
        if f"seat-answer:{waiting[-1]}" in post.offered:
            for member in sorted(post.pinged):
                move.asked.add(member)
                await _accept(move, play.stage.by_id(member), post)
    await play.wait(minutes=1)


async def _accept(move: Move, member: Member, post: Post) -> None:
    card = await member.press(post, "seat-answer")
    move.play.note(member, "plays for the title", await member.press(card.post, "seat-yes"))


async def play_for_it(move: Move) -> None:
    """The two enter by their seats, somebody else does not; then they play until one has won more than half."""
    play = move.play
    play.narrator.act("The title", "The champion on record and the first of the Candidates play for it.")
    play.rules = regulation.read(regulation.find(RULEBOOK))
    pair = _pair(move)
    starts_at = entering.evening(play, days=3)
    event = await entering.announce(play, "World Championship", starts_at)
    move.title = event
    assert event.announcement is not None
    outsider = move.people[CANDIDATES[1]]
    answer = await entering.ask_for_a_place(outsider, event.announcement)
    move.outside[event.name] = play.note(outsider, "wants to play for the title", answer)
    await entering.register(play, event, pair)
    await arbiters_come(play)
    await entering.check_in(play, event, pair, starts_at)
    card = await _find_call(play, event)
    match = Played((pair[0].member.id, pair[1].member.id), called=card)
    event.matches[str(card.find("here")["custom_id"]).partition(":")[2]] = match
    for player in pair:
        await play.wait(seconds=20)
        match.arrivals[player.member.id] = play.stage.now
        play.note(player.member, "is here", await player.member.press(card, "here"))
    move.won = {player.member.id: 0 for player in pair}
    while max(move.won.values()) < NEEDED:
        await _game(move, card, pair)
    match.games = dict(move.won)
    await _await_podium(play)


def _pair(move: Move) -> list[Player]:
    """Those who were asked and have said yes, the champion first."""
    (champion,) = move.ids(CHAMPION)
    found = (move.play.cast.of(member) for member in sorted(move.asked, key=lambda one: one != champion))
    return [player for player in found if player is not None]


async def _find_call(play: Play, event: EventDiary) -> Post:
    until, began = play.stage.now + _PATIENCE, event.announcement
    assert began is not None
    while True:
        for post in play.witness.posts_of("matches"):
            if post.message_id > began.message_id and post.has("here"):
                return post
        if play.stage.now >= until:
            raise Stalled("the match for the title is never called")
        await play.pass_some_time(until)


async def _game(move: Move, card: Post, pair: list[Player]) -> None:
    """The loser's word is enough; the buttons bear the names of those who may have won, in any language."""
    await move.play.wait(minutes=_A_GAME.total_seconds() / 60)
    winner, loser = pair if move.play.dice.random() < 0.4 else reversed(pair)
    shown = move.play.stage.again(card)
    label = next(one for one in shown.labels if winner.name in one and _is_a_word(shown, one))
    told = await loser.member.press(shown, label)
    move.play.note(loser.member, f"says that {winner.name} won", told)
    move.won[winner.member.id] += 1


def _is_a_word(card: Post, label: str) -> bool:
    return str(card.find(label).get("custom_id", "")).startswith("series-won:")


async def _await_podium(play: Play) -> None:
    until = play.stage.now + timedelta(minutes=30)
    said = len([post for post in play.witness.posts_of("announcements") if is_podium(post)])
    while len([post for post in play.witness.posts_of("announcements") if is_podium(post)]) == said:
        if play.stage.now >= until:
            return
        await play.pass_some_time(until)
