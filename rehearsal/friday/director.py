"""The matches of a server without arbiters: the sides report, and what they disagree about waits for who sleeps."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from rehearsal.acts.playing import Table
from rehearsal.cast import Player
from rehearsal.cups.director import CupDirector
from rehearsal.diary import EventDiary
from rehearsal.friday.evening import Evening
from rehearsal.own.diary import WHY
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

    def _winner(self, table: Table) -> Player:
        """Who runs the cup wins it, where they play."""
        mine = next((one for one in table.players if one.member is self._play.stage.organiser), None)
        return super()._winner(table) if mine is None else mine

    async def _rule(self, table: Table) -> None:
        """What it takes the organiser is counted; who plays picks a reason, and asks the opponent in the own match."""
        organiser = self._play.stage.organiser
        before = organiser.acts
        await super()._rule(table)
        _, _, said = self._play.heard[-1]
        if any(post.has(WHY) for post in said.posts):
            self._play.note(organiser, "picks a reason", await organiser.choose(said.post, WHY, "players_asked"))
        self._evening.organising += organiser.acts - before
        await self._agree_to_ruling(table)

    async def _agree_to_ruling(self, table: Table) -> None:
        """In the organiser's own match nothing counts before the opponent has agreed."""
        mine = next((one for one in table.players if one.member is self._play.stage.organiser), None)
        if mine is not None:
            await self._play.wait(seconds=30)
            opponent, request = table.other(mine).member, self._play.stage.latest("own-agree")
            self._play.note(opponent, "agrees", await opponent.press(request, "own-agree"))


def calls_of(posts: Iterable[Post], organiser: int, button: str) -> list[Post]:
    """The messages that ping the organiser and no player, and have the button, the oldest first."""
    return [one for one in posts if one.pinged == {organiser} and button in one.offered]
