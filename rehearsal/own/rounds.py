"""The matches of staff who play, card by card: who comes, what is played, and which of them is the organiser's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from rehearsal.acts import entering
from rehearsal.acts.called import new_cards
from rehearsal.cast import Player
from rehearsal.diary import Ending, EventDiary
from rehearsal.members import Member
from rehearsal.own.diary import Tries
from rehearsal.play import Play, Stalled
from rehearsal.posts import Post

A_MOMENT: Final = timedelta(seconds=5)


def players(own: Tries, *names: str) -> list[Player]:
    """Those of the cast."""
    return [one for one in own.play.cast.players if one.name in names]


async def enter_now(own: Tries, event: EventDiary, *names: str) -> None:
    """They register one after the other."""
    for player in players(own, *names):
        await own.play.wait_until(own.play.stage.now + A_MOMENT)
        await entering.sign_up(own.play, event, player)


def score_for(event: EventDiary, match: str, winner: Member) -> str:
    """Two games to none for the member, as the menu has it."""
    return "2-0" if event.matches[match].players[0] == winner.id else "0-2"


def own_card(own: Tries, event: EventDiary, cards: Sequence[Post]) -> tuple[Post, Member]:
    """The card of the organiser's match, and the opponent."""
    otto = own.play.stage.organiser
    card = next((one for one in cards if f"<@{otto.id}>" in one.text), None)
    if card is None:
        raise Stalled("the organiser has no match")
    (opponent,) = set(event.matches[card.subject("here")].players) - {otto.id}
    return card, own.play.stage.by_id(opponent)


async def come(play: Play, event: EventDiary, card: Post) -> None:
    """Both players of the match say that they are there."""
    match = event.matches[card.subject("here")]
    for member in map(play.stage.by_id, match.players):
        await play.wait_until(play.stage.now + timedelta(seconds=2))
        match.arrivals[member.id] = play.stage.now
        play.note(member, "is here", await member.press(card, "here"))


async def play_out(play: Play, event: EventDiary, cards: Sequence[Post], winner: Member | None = None) -> None:
    """In each match the first player, or who is named, wins every game and reports it, and the second confirms."""
    await play.wait(minutes=8)
    for card in cards:
        played = event.matches[card.subject("here")]
        first, second = sorted(map(play.stage.by_id, played.players), key=lambda one: winner not in {None, one})
        scores = [one for one in play.stage.again(card).options("score") if one.endswith("-0") or one.startswith("0-")]
        score = scores[0] if first.id == played.players[0] else scores[-1]
        games = tuple(map(int, score.split("-")[:2]))
        played.games, played.ending = dict(zip(played.players, games, strict=True)), Ending.CONFIRMED
        play.note(first, f"reports {score}", await first.choose(card, "score", score))
        await play.wait_until(play.stage.now + timedelta(seconds=2))
        play.note(second, "confirms", await second.press(card, "agree"))
    await play.wait_until(play.stage.now + A_MOMENT)


async def next_own_card(own: Tries, event: EventDiary) -> tuple[Post, Member]:
    """Plays the others' matches as they are called, until the organiser's comes; its card, and the opponent."""
    for _ in event.starters:
        cards = new_cards(own.play, event)
        mine = [one for one in cards if f"<@{own.play.stage.organiser.id}>" in one.text]
        if mine:
            return own_card(own, event, mine)
        for one in cards:
            await come(own.play, event, one)
        await play_out(own.play, event, cards)
    raise Stalled("the organiser's match is not called")
