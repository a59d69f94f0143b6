"""After the end: the record is taken away as files, for anybody to work the event out again."""

from __future__ import annotations

from rehearsal.diary import EventDiary
from rehearsal.members import Answer
from rehearsal.play import Play


async def export(play: Play, event: EventDiary) -> Answer:
    """A player takes the record: what it is, who won and whether it agrees is for everybody."""
    reader = play.cast.players[0].member
    answer = await reader.type("tournament export", tournament=event.event_id)
    return play.told(reader, "takes the record away", answer)
