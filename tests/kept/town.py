"""A server that is the same each time it is made, so that a bot can go on in it on a file that another bot has left.

SimCord gives out the same ids in the same order at the same moments: everybody who is ever seen joins at once. What
the other bot has written is kept beside its file, and stands again before this one starts.
"""

from __future__ import annotations

import dataclasses
import gzip
import json
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from simcord.backend.models.channel import Channel, ThreadMetadata
from simcord.backend.models.message import Message

from rehearsal.members import Answer, Member
from rehearsal.posts import Post, walk
from rehearsal.simcord_seam import readers
from rehearsal.stage import Stage

FOLDER: Final = Path(__file__).parent
BEFORE_ANYBODY: Final = 24
"""So many ids Discord had given out for the commands of the day of the first evening; a bot of today has more."""
_BITS_OF_COUNT: Final = 22
"""Of an id of Discord's: how many were given out in its millisecond."""
PLAYERS: Final = 17
COMMITTEE: Final = 4
_PICTURES: Final = frozenset({12, 13})
"""Components that show files, which are not kept."""


class Town(Stage):
    """The server with its players, captains and committee, who are there from its first moment."""

    async def furnish(self) -> None:
        """As ever, and everybody else joins."""
        self._number_as_ever()
        await super().furnish()
        self.crowd(PLAYERS)
        self.crowd(COMMITTEE, "arbiter")

    def _number_as_ever(self) -> None:
        """Has the ids of people begin where they did, though more commands, which nobody meets, took some of them."""
        backend = self.env.backend
        latest = max(backend._sequences)
        taken = range(BEFORE_ANYBODY, backend._sequences[latest])
        backend._reserved_ids -= {(latest << _BITS_OF_COUNT) | number for number in taken}
        backend._sequences[latest] = BEFORE_ANYBODY

    @property
    def players(self) -> list[Member]:
        """Those who hold no office."""
        return [member for name, member in self.members.items() if name.startswith("player")]

    @property
    def committee_members(self) -> list[Member]:
        """Who is to hold an arbiter title beside Abel."""
        return [member for name, member in self.members.items() if name.startswith("arbiter")]

    def presser_of(self, post: Post, kept: Kept) -> tuple[Member, int | None]:
        """Who presses on it, and in which server: its reader (of a letter in none), or else the organiser."""
        channel = self.env.backend.channels[post.channel_id]
        if channel.recipient_ids:
            return self.by_id(channel.recipient_ids[0]), None
        return self.members[kept.readers.get(str(post.message_id), self.organiser.name)], self.guild.id

    def numbers(self) -> dict[str, int]:
        """Everybody and every channel of the server, by the names."""
        channels = {one.name: one.id for one in (self.announcements, self.matches, self.committee, self.record)}
        members = {member.name: member.id for member in self.members.values()}
        return {"guild": self.guild.id, "organisers": self.organisers.id, **channels, **members}


@dataclasses.dataclass(frozen=True)
class Form:
    """A form that a member has open on the screen, and the message below which it was opened."""

    member: str
    channel_id: int
    message_id: int
    modal: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Kept:
    """What a bot has left in the server, beside its file."""

    name: str
    at: datetime
    numbers: dict[str, int]
    channels: list[dict[str, Any]]
    messages: list[dict[str, Any]]
    readers: dict[str, str]
    """Who was answered by a message, by its id."""
    forms: dict[str, Form]

    def unpack(self, path: Path) -> None:
        """Writes the file of the other bot."""
        path.write_bytes(gzip.decompress((FOLDER / f"{self.name}.db.gz").read_bytes()))

    def custom_ids(self) -> set[str]:
        """What stands behind each button and menu."""
        shown = (part for one in self.messages for part in walk(one["components"]))
        return {str(part["custom_id"]) for part in shown if "custom_id" in part}


def names() -> list[str]:
    """The evenings that are kept, each left by the bot of another day."""
    return sorted(path.name.removesuffix(".db.gz") for path in FOLDER.glob("*.db.gz"))


def read(name: str) -> Kept:
    """What was kept of the evening."""
    told = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    forms = {key: Form(**one) for key, one in told.pop("forms").items()}
    return Kept(name, datetime.fromisoformat(told.pop("at")), forms=forms, **told)


def write(town: Town, name: str, forms: dict[str, tuple[Member, Answer]]) -> None:
    """Keeps the file of a bot that has ended, and all that stands in the server."""
    state = town.env.backend
    answered = readers(town.env)
    channels = [one for one in state.channels.values() if one.is_thread or one.recipient_ids]
    told = {
        "at": town.env.now().isoformat(),
        "numbers": town.numbers(),
        "channels": [_plain(one) for one in channels],
        "messages": [_plain(one) for some in state.messages.values() for one in some.values()],
        "readers": {str(message_id): town.by_id(reader).name for message_id, reader in answered.items()},
        "forms": {key: dataclasses.asdict(_form(member, asked)) for key, (member, asked) in forms.items()},
    }
    text = json.dumps(told, ensure_ascii=False, sort_keys=True)
    (FOLDER / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    (FOLDER / f"{name}.db.gz").write_bytes(gzip.compress(_whole(town.path), mtime=0))


def _whole(path: Path) -> bytes:
    """The database as one file, without what it has let go of."""
    copy = path.with_suffix(".copy")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    return copy.read_bytes()


def _plain(one: Channel | Message) -> dict[str, Any]:
    """What there is to know of it, but for what is as ever."""
    told = {field.name: getattr(one, field.name) for field in dataclasses.fields(one)}
    plain = {name: value for name, value in told.items() if isinstance(value, str | int | list) and value != []}
    if isinstance(one, Message):
        plain = {"components": _without_pictures(one.components), **{name: plain[name] for name in _OF_A_MESSAGE}}
    return plain


_OF_A_MESSAGE: Final = ("id", "channel_id", "author_id", "timestamp", "flags")


def _without_pictures(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    shown = [one for one in components if one["type"] not in _PICTURES]
    return [
        {**one, "components": _without_pictures(one["components"])} if "components" in one else one for one in shown
    ]


def _form(member: Member, asked: Answer) -> Form:
    record = asked.result._interaction
    return Form(member.name, record.channel_id, record.source_message_id or 0, asked.form)


async def go_on(town: Town, kept: Kept) -> None:
    """A new bot starts on the file, in the server as the other one left it a moment ago."""
    assert town.numbers() == kept.numbers, "the server is made otherwise than when the file was kept"
    await town.stop()
    kept.unpack(town.path)
    for suffix in ("-wal", "-shm"):
        Path(f"{town.path}{suffix}").unlink(missing_ok=True)
    _furnish(town, kept)
    await town.advance(kept.at + timedelta(seconds=5) - town.env.now())
    town.bot = town.new_bot()
    await town.env.restart_bot(town.bot)
    await town.settle()


def _furnish(town: Town, kept: Kept) -> None:
    """Letters, threads and messages stand where they stood, under the ids that they had."""
    state = town.env.backend
    for told in kept.channels:
        thread = ThreadMetadata(create_timestamp=kept.at.isoformat()) if "owner_id" in told else None
        channel = Channel(**told, thread_metadata=thread)
        state.channels[channel.id] = channel
        state.messages.setdefault(channel.id, {})
        for user_id in channel.recipient_ids:
            state.dm_channels[user_id] = channel.id
        if thread is not None:
            state.guilds[town.guild.id].thread_ids.append(channel.id)
    for told in kept.messages:
        state.messages[told["channel_id"]][told["id"]] = Message(**told)
