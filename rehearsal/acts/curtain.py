"""What members ask the bot at the end, each in their own language, and what they take away."""

from __future__ import annotations

from typing import Final

from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.play import Play

_QUESTIONS: Final = ("ranking", "player", "bar list", "me")


async def curtain(play: Play, event: EventDiary) -> None:
    """A look at ranking, players, bars, and at the proof of the draw."""
    play.narrator.act("Curtain", "Anybody can look everything up, and run the draw again.")
    known = set(play.stage.commands)
    for question, player in zip(_QUESTIONS, play.cast.players, strict=False):
        if question in known:
            play.note(player.member, f"types /{question}", await player.member.type(question))
    reader = play.cast.players[-1].member
    await verify(play, reader, event)


async def verify(play: Play, reader: Member, event: EventDiary, what: str = "the draw") -> Answer:
    """Somebody runs the draw again."""
    return play.note(reader, f"verifies {what}", await reader.type("tournament verify", tournament=event.event_id))


async def export(play: Play, event: EventDiary) -> Answer:
    """A player takes the record: what it is, who won and whether it agrees is for everybody."""
    reader = play.cast.players[0].member
    answer = await reader.type("tournament export", tournament=event.event_id)
    return play.note(reader, "takes the record away", answer)
