"""What members ask the bot at the end, each in their own language."""

from __future__ import annotations

from typing import Final

from rehearsal.diary import EventDiary
from rehearsal.play import Play

_QUESTIONS: Final = ("ranking", "player", "bars", "me")


async def curtain(play: Play, event: EventDiary) -> None:
    """A look at ranking, players, bars, and at the proof of the draw."""
    play.narrator.act("Curtain", "Anybody can look everything up, and run the draw again.")
    known = set(play.stage.commands)
    for question, player in zip(_QUESTIONS, play.cast.players, strict=False):
        if question in known:
            play.told(player.member, f"types /{question}", await player.member.type(question))
    reader = play.cast.players[-1].member
    proof = await reader.type("draw verify", tournament=event.event_id)
    play.told(reader, "verifies the draw", proof)
