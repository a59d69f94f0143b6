"""The matches of a server without arbiters: the sides report, and what they disagree about waits for who sleeps."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from rehearsal.acts.playing import Table
from rehearsal.cups.director import CupDirector
from rehearsal.diary import EventDiary
from rehearsal.friday.evening import Evening
from rehearsal.posts import Post

SLEEPS: Final = timedelta(minutes=11)
"""The organiser, when the players disagree."""


class FridayDirector(CupDirector):
    """As in any cup; the organiser sleeps until the role is called, and decides from the call."""

    def __init__(self, evening: Evening, event: EventDiary) -> None:
        super().__init__(evening, event)
        self._evening = evening

    def _until_decided(self) -> timedelta:
        """Longer than who runs an event may be silent."""
        return SLEEPS + super()._until_decided()

    async def _open_desk(self, table: Table) -> Post:
        """A look at `/desk`, where it waits with its button too; then from the message that called."""
        organiser, button = self._play.stage.organiser, f"referee:{table.contest_id}"
        self._evening.woke_at = self._play.stage.now
        desk = await organiser.type("desk", tournament=self._event.event_id)
        self._evening.desks.append(self._play.note(organiser, "looks at the desk", desk))
        calls = calls_of(self._play.witness.posts_of(), organiser.id, button)
        opened = await organiser.press(calls[-1] if calls else desk.post, button)
        return self._play.note(organiser, "opens the dispute", opened).post


def calls_of(posts: Iterable[Post], organiser: int, button: str) -> list[Post]:
    """The messages that ping the organiser and have the button, the oldest first."""
    return [one for one in posts if organiser in one.pinged and button in one.offered]
