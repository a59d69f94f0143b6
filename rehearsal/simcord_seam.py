"""The one place that touches SimCord's inside (pinned, 3.2.1): everything here is a name that SimCord keeps private.

What a member's client knows and SimCord leaves out (the language it is set to), crowds who press at the same moment,
the payloads that members see, and the waker that stops virtual time at every deadline.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, TypeVar

# SimCord makes a client without intents to look at it, and discord.py warns of that one, not of ours.
_state_log = logging.getLogger("discord.state")
_level = _state_log.level
_state_log.setLevel(logging.ERROR)

import discord  # noqa: E402
from simcord import actors, interactions  # noqa: E402
from simcord.backend import serializers  # noqa: E402
from simcord.backend.access import can_access_channel  # noqa: E402
from simcord.backend.errors import BackendError, SetupError  # noqa: E402
from simcord.backend.state import Backend  # noqa: E402
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle  # noqa: E402
from simcord.env import Env  # noqa: E402
from simcord.http.router import RequestContext  # noqa: E402
from simcord.results import InteractionResult, ResponseMessage  # noqa: E402
from simcord.types import HttpLogEntry  # noqa: E402

_state_log.setLevel(_level)

Value = TypeVar("Value")
Payload = dict[str, Any]
"""JSON as it goes over the wire."""
PATIENCE: Final = 60.0
"""Real seconds that SimCord waits for the bot to come to rest."""
_GLANCE: Final = 0.001
"""Real seconds between two looks at whether the bot rests; SimCord's own 50 ms would be most of a test's time."""
_COMPONENT: Final = 3
_MODAL_SUBMITTED: Final = 5
_IS_ARCHIVED: Final = 50083
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_ROLE: Final = 1
"""As a command's permissions name it; the server's own number is the role of everybody."""

(Env._settle_internal.__kwdefaults__ or {})["idle"] = _GLANCE
_settle_within = Env._settle_internal


async def _settle_patiently(env: Env, *, timeout: float | None = None, **rest: Any) -> None:  # noqa: ASYNC109
    """SimCord allows a start five seconds; on a machine that is busy with something else it takes longer."""
    await _settle_within(env, timeout=None if timeout is None else max(timeout, PATIENCE), **rest)


Env._settle_internal = _settle_patiently  # type: ignore[assignment,method-assign]


_fields_of = RequestContext.fields


def _fields(request: RequestContext, *handled: str, ignore: tuple[str, ...] = (), **rest: Any) -> dict[str, Any]:
    """SimCord takes the cover of a scheduled event that is made, and stumbles over that of one that is changed."""
    covers = ("image",) if "/scheduled-events/" in request.path else ()
    return _fields_of(request, *handled, ignore=(*ignore, *covers), **rest)


RequestContext.fields = _fields  # type: ignore[method-assign,assignment]


_commit_message_of, _edit_message_of = Backend.commit_message, Backend.edit_message


def _commit_message(backend: Backend, message: Any, **rest: Any) -> Any:
    """A word in a thread opens it, and brings in whom it pings; SimCord does neither."""
    channel = backend.get_channel(message.channel_id)
    if channel.is_thread and channel.thread_metadata is not None and not message.is_ephemeral:
        if channel.thread_metadata.locked and channel.thread_metadata.archived:
            raise BackendError(400, _IS_ARCHIVED, "Thread is archived")
        channel.thread_metadata.archived = False
        for user_id in serializers.message_payload(backend, message).get("mentions", ()):
            backend.add_thread_member(channel.id, int(user_id["id"]))
    return _commit_message_of(backend, message, **rest)


def _edit_message(backend: Backend, channel_id: int, message_id: int, fields: dict[str, Any]) -> Any:
    """Nothing is changed in a thread that is archived."""
    metadata = backend.get_channel(channel_id).thread_metadata
    if metadata is not None and metadata.archived:
        raise BackendError(400, _IS_ARCHIVED, "Thread is archived")
    return _edit_message_of(backend, channel_id, message_id, fields)


Backend.commit_message = _commit_message  # type: ignore[method-assign,assignment]
Backend.edit_message = _edit_message  # type: ignore[method-assign,assignment]


class StoppingWaker:
    """The bot's waker under SimCord: advancing virtual time stops exactly at the armed moment and rings."""

    beats = False
    """Where time jumps, as here, each jump would look like an outage."""

    def __init__(self, env: Callable[[], Env]) -> None:
        self._env = env
        self._task: asyncio.Task[None] | None = None
        self.armed_for: datetime | None = None

    def arm(self, at: datetime | None, wake: Callable[[], None]) -> None:
        """As `bot.living.scheduler.Waker` says."""
        self.close()
        self.armed_for = at
        if at is not None:
            self._task = asyncio.create_task(self._ring((at - self._env().now()).total_seconds(), wake))

    def beat(self, every: timedelta, pulse: Callable[[], None]) -> None:
        """As `bot.living.scheduler.Waker` says; here nothing beats."""

    def close(self) -> None:
        """Rings no more."""
        self.armed_for = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _ring(self, seconds: float, wake: Callable[[], None]) -> None:
        await self._env().external_wait(asyncio.sleep(max(0.0, seconds)), reason="next deadline")
        self._task = None
        wake()


def environment(bot: discord.Client) -> Env:
    """A pretend Discord for the bot, not yet started: the bot's setup, which runs at the start, needs to know it."""
    return Env(bot, settle_timeout=PATIENCE)


async def in_bot_scope(env: Env, work: Callable[[], Awaitable[Value]]) -> Value:
    """Does the work as the bot's own, then lets the bot come to rest."""
    with env._bot_scope():
        value = await work()
    await env.settle(idle=_GLANCE)
    return value


async def settle(env: Env) -> None:
    """Waits until the bot has nothing more to do at this moment."""
    await env.settle(idle=_GLANCE)


def speak_languages(env: Env, locale_of: Callable[[int], str]) -> None:
    """Makes each interaction carry the language of its member's client; SimCord alone always says en-US."""
    emit = env.backend.emit

    def emit_with_locale(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            user = payload.get("user") or payload["member"]["user"]
            payload = {**payload, "locale": locale_of(int(user["id"]))}
        emit(event, payload)

    env.backend.emit = emit_with_locale  # type: ignore[method-assign]


def show_all_commands(env: Env) -> None:
    """Has every server's settings at Discord show everybody each command that the bot tells of, now and later."""
    backend = env.backend

    def to_everybody(guild_id: int, command_id: int) -> list[Payload] | None:
        whole_server = {"id": guild_id, "type": _ROLE, "permission": True}
        return None if command_id == backend.application_id else [whole_server]

    backend.get_command_permissions = to_everybody  # type: ignore[method-assign]


def let_in_again(env: Env, guild_id: int) -> None:
    """The bot is thrown out of the server and invited anew: Discord forgets its commands there, and keeps the rest."""
    take_away(env, guild_id, is_removed=True)
    env.backend.commands.pop(guild_id, None)
    env.backend.guilds[guild_id].members[env.backend.bot_user.id].joined_at = env.backend.now_iso()
    give_back(env, guild_id)


def take_away(env: Env, guild_id: int, *, is_removed: bool) -> None:
    """The server has thrown the bot out, or Discord cannot reach the server; what the bot asks for is still done."""
    env.backend.emit("GUILD_DELETE", {"id": str(guild_id), **({} if is_removed else {"unavailable": True})})


def give_back(env: Env, guild_id: int) -> None:
    """Discord describes the server, which was taken away."""
    env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(env.backend, env.backend.guilds[guild_id]))


def stored_message(env: Env, channel_id: int, message_id: int) -> Any | None:
    """The message as SimCord keeps it, or None when it is gone."""
    return env.backend.messages.get(channel_id, {}).get(message_id)


def forget_message(env: Env, channel_id: int, message_id: int) -> None:
    """Takes the message away as if it had never been sent; nobody is told."""
    env.backend.messages[channel_id].pop(message_id)


def thread_members(env: Env, thread_id: int) -> set[int]:
    """Who is in the thread, the bot left out."""
    return set(env.backend.get_thread(thread_id).thread_members) - {env.backend.bot_user.id}


def messages_in(env: Env, channel_id: int) -> list[Any]:
    """All messages of a channel, the oldest first, private answers included."""
    return sorted(env.backend.messages.get(channel_id, {}).values(), key=lambda message: message.id)


def channel_ids(env: Env) -> list[int]:
    """Every channel, thread and direct message there is, the oldest first."""
    return sorted(env.backend.channels)


def channel_of(env: Env, guild: GuildHandle, channel_id: int) -> ChannelHandle:
    """A channel of the server that the bot has made."""
    return ChannelHandle(env, guild, env.backend.channels[channel_id])


def channel_name(env: Env, channel_id: int) -> str:
    """The channel's name, or the name of the member whose direct messages it is."""
    channel = env.backend.channels[channel_id]
    if channel.name:
        return str(channel.name)
    for user_id, dm_id in env.backend.dm_channels.items():
        if dm_id == channel_id:
            return f"@{env.backend.get_user(user_id).name}"
    return str(channel_id)


def names(env: Env) -> dict[int, str]:
    """The names of channels, roles and users by snowflake."""
    found = {channel_id: channel.name or "" for channel_id, channel in env.backend.channels.items()}
    found |= {role.id: role.name for guild in env.backend.guilds.values() for role in guild.roles.values()}
    return found | {user_id: user.name for user_id, user in env.backend.users.items()}


def role_ids(env: Env, guild_id: int) -> tuple[int, ...]:
    """The server's roles, the oldest first."""
    return tuple(sorted(env.backend.guilds[guild_id].roles))


def roles_carried(env: Env, guild_id: int, user_id: int) -> list[int]:
    """The roles that the member carries; SimCord's own list, which may be changed. Empty for who has left."""
    member = env.backend.guilds[guild_id].members.get(user_id)
    return [] if member is None else member.role_ids


def direct_channel_id(env: Env, user_id: int) -> int | None:
    """The channel of the bot's direct messages with the user, or None while there is none."""
    found = env.backend.dm_channels.get(user_id)
    return None if found is None else int(found)


def pressable(env: Env, channel_id: int, message_id: int) -> ResponseMessage:
    """The message in the form in which SimCord's actors take it."""
    return ResponseMessage(env, env.backend.get_message(channel_id, message_id))


def actor_of(guild: GuildHandle, user: UserHandle) -> actors.MemberActor:
    """Somebody who is in the server already, as its owner is."""
    return actors.MemberActor(guild._env, guild, user)


def is_direct(env: Env, channel_id: int) -> bool:
    """Whether the channel is a direct message."""
    return env.backend.channels[channel_id].guild_id is None


def may_read(env: Env, channel: ChannelHandle, actor: actors.MemberActor) -> bool:
    """Whether the member is still in the server and sees the channel with its history."""
    guild = env.backend.guilds[actor.guild.id]
    return actor.id in guild.members and can_access_channel(env, channel.id, actor, history=True)


def file_bytes(env: Env, url: str) -> bytes | None:
    """What was uploaded to the address."""
    found = env.backend.cdn.get(url)
    return None if found is None else bytes(found)


def interactions_of(env: Env) -> list[Any]:
    """SimCord's record of every interaction there was: id, token, user_id, and the messages that answered it."""
    return sorted(env.backend.interactions.values(), key=lambda record: record.id)


def letters_of(env: Env, actor: actors.MemberActor) -> ChannelHandle | None:
    """The bot's direct messages to the member; None where it has not written."""
    return None if direct_channel_id(env, actor.id) is None else actor.user.dm_channel


@cache
def decode_at_once() -> None:
    """Decodes a page's pictures in this process: SimCord begins one for each, and presses wait seconds behind them."""
    # Only `--serve` needs it, and what shows pages is slow to import.
    from simcord.preview import _media  # noqa: PLC0415

    apart = _media.MediaWorker._decode

    async def decode(worker: _media.MediaWorker, key: str, blob: bytes, media_time: float | None) -> _media.MediaInfo:
        # What is no picture of ours may be anything that somebody has sent: that stays apart.
        if not blob.startswith(_PNG):
            return await apart(worker, key, blob, media_time)
        return await asyncio.to_thread(_media._process_media, blob, media_time)

    _media.MediaWorker._decode = decode  # type: ignore[method-assign,assignment]


def name_bot(env: Env, name: str) -> None:
    """What members see as the author of its messages."""
    env.backend.bot_user.name = name


def readers(env: Env) -> dict[int, int]:
    """Who was answered by each message that answered somebody: the member's id by the message's."""
    return {
        answer: record.user_id
        for record in env.backend.interactions.values()
        for answer in (record.message_id, *record.followup_ids)
        if answer is not None and answer != record.source_message_id
    }


def interaction_record(result: InteractionResult) -> Any:
    """SimCord's record of an interaction and of how the bot answered it."""
    return result._interaction


async def at_once(
    env: Env, guild_id: int | None, presses: list[tuple[int, Any, Payload]], *, modal: bool = False
) -> list[InteractionResult]:
    """Interactions of several members in the same moment: (member's id, stored message, data); settled once.

    With `modal` the data are those of forms that are sent in.
    """
    records = []
    for user_id, message, data in presses:
        record, payload = interactions.base_payload(
            env.backend,
            type=_MODAL_SUBMITTED if modal else _COMPONENT,
            channel_id=message.channel_id,
            guild_id=guild_id,
            user_id=user_id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(env.backend, message))
        record.source_message_id = message.id
        records.append(record)
        env.backend.emit("INTERACTION_CREATE", payload)
    await settle(env)
    return [InteractionResult(env, record) for record in records]


def filled_form(modal: Mapping[str, Any], values: Mapping[str, str]) -> Payload:
    """What a client sends for a form whose text inputs were filled with `values`, the others left as they were."""
    labels = []
    for label in modal["components"]:
        field = label.get("component") or {}
        if "custom_id" in field:
            text = values.get(field["custom_id"], field.get("value", ""))
            sent = {"type": field["type"], "custom_id": field["custom_id"], "value": text}
            labels.append({"type": label["type"], "component": sent})
    return {"custom_id": modal["custom_id"], "components": labels}


__all__ = [
    "ChannelHandle",
    "Env",
    "GuildHandle",
    "HttpLogEntry",
    "InteractionResult",
    "RoleHandle",
    "SetupError",
    "StoppingWaker",
    "actors",
]
