"""What could be seen in Discord, in the order in which it came: posts, edits, private answers, direct messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from rehearsal import simcord_seam
from rehearsal.posts import Post, read_post
from rehearsal.stage import CHANNELS, Stage


class How(StrEnum):
    """In what way something was seen."""

    POSTED = "posted"
    CHANGED = "changed"
    TOLD = "told"
    """Privately, in answer to a press or a command."""
    WROTE = "wrote"
    """By direct message."""


_ORDER: Final = (How.TOLD, How.POSTED, How.WROTE, How.CHANGED)


@dataclass(frozen=True, slots=True)
class Sight:
    """One message, as it looked at one moment."""

    at: datetime
    how: How
    place: str
    """The channel's name, or @ and the name of the member."""
    post: Post


class Witness:
    """Looks at every channel again and again, and keeps what is new."""

    def __init__(self, stage: Stage, tell: Callable[[Sight], None]) -> None:
        self._stage = stage
        self._tell = tell
        self._known: dict[tuple[int, int], object] = {}
        self._places: dict[int, str] = {}
        self.sights: list[Sight] = []

    def learn_places(self) -> None:
        """What each of the bot's channels is for: those that it makes itself are named in the server's language."""
        self._places = {getattr(self._stage, place).id: place for place in CHANNELS}

    def look(self) -> list[Sight]:
        """What came or changed since the last look: answers, posts, letters, edits, each channel's oldest first."""
        fresh = []
        for channel_id in simcord_seam.channel_ids(self._stage.env):
            place = self._places.get(channel_id) or simcord_seam.channel_name(self._stage.env, channel_id)
            for message in simcord_seam.messages_in(self._stage.env, channel_id):
                key, known = (channel_id, message.id), self._known.get((channel_id, message.id))
                # An edit gives a message new components: comparing the texts of everything each time would take long.
                if known is message.components:
                    continue
                post = read_post(message)
                fresh.append(Sight(self._stage.now, self._how(post, place, known=known is not None), place, post))
                self._known[key] = message.components
        # Channels are spoken to side by side, now one first and now the other: what comes in one look is told in order.
        fresh.sort(key=lambda one: (_ORDER.index(one.how), one.post.channel_id, one.post.message_id))
        for sight in fresh:
            self.sights.append(sight)
            self._tell(sight)
        return fresh

    def posts_of(self, place: str | None = None) -> list[Post]:
        """What was posted publicly, as it looked when it came, in one channel or all."""
        return [
            sight.post for sight in self.sights if sight.how is How.POSTED and (place is None or sight.place == place)
        ]

    def posts_with_picture(self, name: str, since: datetime) -> list[Post]:
        """What was posted publicly since then with a picture whose name begins so."""
        posts = [post for post in self.posts_of() if post.at >= since]
        return [post for post in posts if any(one.name.startswith(name) for one in post.pictures)]

    def looks_at(self, post: Post) -> list[Sight]:
        """The message each time that it looked otherwise."""
        return [sight for sight in self.sights if sight.post.message_id == post.message_id]

    def written_to(self, name: str) -> list[Post]:
        """The direct messages to a member."""
        return [sight.post for sight in self.sights if sight.how is How.WROTE and sight.place == f"@{name}"]

    @staticmethod
    def _how(post: Post, place: str, *, known: bool) -> How:
        if known:
            return How.CHANGED
        if post.private:
            return How.TOLD
        return How.WROTE if place.startswith("@") else How.POSTED


class Reader:
    """Reads on where it left off, from one message on."""

    def __init__(self, witness: Witness, first: int) -> None:
        self._witness, self._first, self._seen = witness, first, 0

    def fresh(self) -> Iterator[Post]:
        """What was posted publicly since it was last asked for."""
        sights = self._witness.sights[self._seen :]
        self._seen = len(self._witness.sights)
        return (one.post for one in sights if one.how is How.POSTED and one.post.message_id >= self._first)
