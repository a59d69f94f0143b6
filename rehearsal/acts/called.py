"""Cards of matches as they are called, for who plays match by match and by no director."""

from __future__ import annotations

from rehearsal.cast import Player
from rehearsal.diary import EventDiary, Played
from rehearsal.play import Play
from rehearsal.posts import Post
from rehearsal.witness import How


def new_cards(play: Play, event: EventDiary) -> list[Post]:
    """The cards of matches that were called since the last look, in their order; who plays is written down."""
    assert event.announcement is not None
    found = [
        sight.post
        for sight in play.witness.sights
        if sight.how is How.POSTED
        and sight.post.message_id > event.announcement.message_id
        and sight.post.has("here")
        and sight.post.subject("here") not in event.matches
    ]
    for card in found:
        first, second = (one.member.id for one in players_of(play, card))
        event.matches.setdefault(card.subject("here"), Played((first, second), called=card))
    return found


def players_of(play: Play, card: Post) -> list[Player]:
    """The two whom the card names first, in its order."""
    named = [one for one in play.cast.players if f"<@{one.member.id}>" in card.text]
    return sorted(named, key=lambda one: card.text.find(f"<@{one.member.id}>"))[:2]
