"""The matches of a server without arbiters: the sides report, and what they disagree about waits on the desk."""

from __future__ import annotations

from rehearsal.acts.playing import Table
from rehearsal.cups.director import CupDirector
from rehearsal.diary import EventDiary
from rehearsal.friday.evening import Evening
from rehearsal.posts import Post


class FridayDirector(CupDirector):
    """As in any cup; the organiser finds the dispute by `/desk`."""

    def __init__(self, evening: Evening, event: EventDiary) -> None:
        super().__init__(evening, event)
        self._evening = evening

    async def _open_desk(self, table: Table) -> Post:
        """By `/desk`, where what waits for somebody stands with its button."""
        organiser = self._play.stage.organiser
        desk = await organiser.type("desk", tournament=self._event.event_id)
        self._play.note(organiser, "looks at the desk", desk)
        self._evening.desks.append(desk)
        opened = await organiser.press(desk.post, f"referee:{table.contest_id}")
        return self._play.note(organiser, "opens the dispute", opened).post
