"""What the loopback Discord remembers: one server, its members, channels, messages and files."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import formatdate
from enum import StrEnum

from wire import payloads
from wire.payloads import EPHEMERAL, EVERY_PERMISSION, ORDINARY_PERMISSIONS, Person
from wire.shapes import Json, Payload, number, records, text
from wire.snowflakes import Snowflakes

DIRECT = 1
THREADS = (10, 11, 12)
NONCE_WINDOW_S = 180.0
"""Discord looks for an enforced nonce among the messages of "the past few minutes"."""
MADE = ("CHANNEL_CREATE", "THREAD_CREATE", "GUILD_ROLE_CREATE", "GUILD_SCHEDULED_EVENT_CREATE")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way in or kept."""

    filename: str
    content_type: str
    data: bytes


class Away(StrEnum):
    """Why no press of the server comes in; the words are the bot's own for it."""

    UNAVAILABLE = "unavailable"
    REMOVED = "removed"


class World:
    """The state in memory. Methods change it and note the gateway events that Discord would send.

    `posted` holds every public message that was ever made, those that were deleted included; `made` every channel,
    role, thread and scheduled event, by the event that told it. `away` says whether Discord has taken the server away,
    or it has removed the bot; of the channels in `history_refused` the bot may not read the past.
    """

    def __init__(
        self,
        guild_name: str = "Loopback",
        locale: str = "en-US",
        wall: Callable[[], float] = time.time,
        beside: World | None = None,
        shard: tuple[int, int] = (0, 1),
    ) -> None:
        """`wall` is Discord's own clock, in seconds since the Unix epoch; `beside` another server of the same bot."""
        self.wall = wall
        self.ids: Snowflakes = Snowflakes(wall) if beside is None else beside.ids
        self.files_base, self.shard = "", shard
        self.guild_id = self.ids.next() if shard[1] == 1 else self.ids.of_shard(*shard)
        self.guild_name, self.locale = guild_name, locale
        self.members: dict[str, Person] = {}
        self.roles: dict[str, Payload] = {}
        self.channels: dict[str, Payload] = {}
        self.messages: dict[str, dict[str, Payload]] = {}
        self.private_messages: dict[str, Payload] = {}
        self.pins: dict[str, list[str]] = {}
        self.events: dict[str, Payload] = {}
        self.commands: list[Payload] = [] if beside is None else beside.commands
        self.files: dict[str, Upload] = {}
        self.pending_events: list[tuple[str, Payload]] = []
        self.posted: list[Payload] = []
        self.made: list[tuple[str, Payload]] = []
        self.away: Away | None = None
        self.history_refused: set[str] = set()
        self._nonces: dict[tuple[str, str], tuple[str, float]] = {}
        self._furnish(None if beside is None else beside.bot.id)

    def _furnish(self, bot_id: str | None) -> None:
        everyone: Payload = {"name": "@everyone", "permissions": str(ORDINARY_PERMISSIONS)}
        self.roles[self.guild_id] = payloads.role(self.guild_id, everyone, 0)
        self.owner = self.add_member("Olga Owner", permissions=EVERY_PERMISSION)
        self.bot: Person = self._add_bot(bot_id)
        self.general = self.add_channel({"name": "general"})
        self.pending_events.clear()

    def _add_bot(self, bot_id: str | None) -> Person:
        bot: Person = Person(bot_id or self.ids.next(), "Loopback Bot", "en-US", (), EVERY_PERMISSION, is_bot=True)
        asked: Payload = {
            "name": bot.name,
            "permissions": str(EVERY_PERMISSION),
            "managed": True,
            "tags": {"bot_id": bot.id},
        }
        own_role = self.add_role(asked)
        self.members[bot.id] = replace(bot, roles=(text(own_role, "id"),))
        return self.members[bot.id]

    def add_member(
        self, name: str, *, locale: str = "en-US", permissions: int = ORDINARY_PERMISSIONS, is_bot: bool = False
    ) -> Person:
        """A new member of the server."""
        person = Person(self.ids.next(), name, locale, (), permissions, is_bot)
        self.members[person.id] = person
        return person

    def add_role(self, asked: Mapping[str, Json]) -> Payload:
        """A new role, at the bottom of the order and so below the bot's own."""
        made = payloads.role(self.ids.next(), asked, 1)
        for other in self.roles.values():
            if number(other, "position") >= 1:
                other["position"] = number(other, "position") + 1
                self.note("GUILD_ROLE_UPDATE", {"guild_id": self.guild_id, "role": {**other}})
        self.roles[text(made, "id")] = made
        self.note("GUILD_ROLE_CREATE", {"guild_id": self.guild_id, "role": made})
        return made

    def add_channel(self, asked: Mapping[str, Json]) -> Payload:
        """A new channel of the server."""
        made = payloads.guild_channel(self.ids.next(), self.guild_id, asked, len(self.channels))
        self._keep_channel(made)
        self.note("CHANNEL_CREATE", made)
        return made

    def add_thread(
        self, parent: Mapping[str, Json], asked: Mapping[str, Json], thread_id: str | None = None
    ) -> Payload:
        """A new thread under `parent`; one that hangs on a message takes the message's id."""
        made = payloads.thread(thread_id or self.ids.next(), parent, self.bot.id, asked, self.now_text())
        self._keep_channel(made)
        self.note("THREAD_CREATE", {**made, "newly_created": True})
        return made

    def direct_channel(self, recipient: Person) -> Payload:
        """The direct messages with `recipient`, the same channel each time."""
        for channel in self.channels.values():
            if channel["type"] == DIRECT and recipient.id in {
                text(one, "id") for one in records(channel["recipients"])
            }:
                return channel
        made = payloads.direct_channel(self.ids.next(), recipient)
        self._keep_channel(made)
        return made

    def remove_channel(self, channel_id: str) -> Payload | None:
        """The channel, which is gone with its messages; None when there was none."""
        channel = self.channels.pop(channel_id, None)
        if channel is not None:
            self.messages.pop(channel_id, None)
            self.note("THREAD_DELETE" if channel["type"] in THREADS else "CHANNEL_DELETE", channel)
        return channel

    def _keep_channel(self, channel: Payload) -> None:
        channel_id = text(channel, "id")
        self.channels[channel_id] = channel
        self.messages.setdefault(channel_id, {})

    def post(self, channel_id: str, author: Person, asked: Mapping[str, Json], uploads: list[Upload]) -> Payload:
        """A new message; the nonce of an enforced one gives back the message that carried it in the last minutes."""
        key = (channel_id, text(asked, "nonce"))
        first = self._first_of_nonce(key) if asked.get("enforce_nonce") else None
        if first is not None:
            return first
        kept: Payload = {**asked, "attachments": self._attachments(asked, uploads, [])}
        made = payloads.message(self.ids.next(), channel_id, author, kept, self.now_text())
        message_id = text(made, "id")
        if number(made, "flags") & EPHEMERAL:
            self.private_messages[message_id] = made
            return made
        if key[1]:
            self._nonces[key] = (message_id, self.wall())
        self.posted.append(made)
        self.messages.setdefault(channel_id, {})[message_id] = made
        self.note("MESSAGE_CREATE", self._with_place(made))
        return made

    def _first_of_nonce(self, key: tuple[str, str]) -> Payload | None:
        message_id, at = self._nonces.get(key, ("", 0.0))
        return None if self.wall() - at > NONCE_WINDOW_S else self.messages.get(key[0], {}).get(message_id)

    def edit(self, message: Payload, asked: Mapping[str, Json], uploads: list[Upload]) -> Payload:
        """The message changed in place by what `asked` names; what it does not name stays."""
        for key in ("content", "embeds", "flags"):
            if key in asked:
                message[key] = asked[key] if asked[key] is not None else ("" if key == "content" else [])
        if "components" in asked:
            message["components"] = payloads.with_component_ids(asked["components"])
        if "attachments" in asked or uploads:
            message["attachments"] = self._attachments(asked, uploads, records(message["attachments"]))
        message["edited_timestamp"] = self.now_text()
        if not number(message, "flags") & EPHEMERAL:
            self.note("MESSAGE_UPDATE", self._with_place(message))
        return message

    def find_message(self, channel_id: str, message_id: str) -> Payload | None:
        """The message, public or private, or None."""
        return self.messages.get(channel_id, {}).get(message_id) or self.private_messages.get(message_id)

    def delete_message(self, channel_id: str, message_id: str) -> bool:
        """Whether there was such a message; it is gone now."""
        if self.private_messages.pop(message_id, None):
            return True
        if self.messages.get(channel_id, {}).pop(message_id, None) is None:
            return False
        self.note("MESSAGE_DELETE", {"id": message_id, **self._place(channel_id)})
        return True

    def keep_file(self, upload: Upload) -> Payload:
        """The attachment object of a file that is kept and served from now on."""
        file_id = self.ids.next()
        self.files[file_id] = upload
        url = f"{self.files_base}/{file_id}/{upload.filename}"
        return payloads.attachment(file_id, upload.filename, upload.content_type, len(upload.data), url)

    def _attachments(self, asked: Mapping[str, Json], uploads: list[Upload], before: list[Payload]) -> list[Json]:
        listed = {text(one, "id") for one in records(asked.get("attachments"))}
        stays: list[Json] = [one for one in before if "attachments" not in asked or text(one, "id") in listed]
        return [*stays, *(self.keep_file(upload) for upload in uploads)]

    def _place(self, channel_id: str) -> Payload:
        is_direct = self.channels.get(channel_id, {}).get("type") == DIRECT
        return {"channel_id": channel_id} if is_direct else {"channel_id": channel_id, "guild_id": self.guild_id}

    def _with_place(self, message: Payload) -> Payload:
        return {**message, **self._place(text(message, "channel_id"))}

    def note(self, event: str, payload: Payload) -> None:
        """Keep an event for the gateway."""
        if event in MADE:
            self.made.append((event, payload))
        self.pending_events.append((event, payload))

    def now_text(self) -> str:
        """The present moment as Discord writes it."""
        return datetime.fromtimestamp(self.wall(), UTC).isoformat(timespec="microseconds")

    def http_date(self) -> str:
        """The present moment as every answer's header carries it."""
        return formatdate(self.wall(), usegmt=True)

    def rest_guild(self) -> Payload:
        """The server as REST gives it."""
        return payloads.guild(self.guild_id, self.owner.id, self.guild_name, self.locale, self.roles.values())

    def gateway_guild(self) -> Payload:
        """The server as the gateway gives it at the start."""
        own = [channel for channel in self.channels.values() if channel["type"] != DIRECT]
        threads: list[Json] = [channel for channel in own if channel["type"] in THREADS]
        channels: list[Json] = [channel for channel in own if channel["type"] not in THREADS]
        events: list[Json] = list(self.events.values())
        return payloads.gateway_guild(self.rest_guild(), self.bot, channels, threads, events, len(self.members))
