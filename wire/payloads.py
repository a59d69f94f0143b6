"""Discord's objects as JSON, complete enough for discord.py 2.7.1 to parse; pure functions without state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wire.shapes import Json, Payload, records, text

EVERY_PERMISSION = (1 << 53) - 1
# View, send, embed, attach, history, react, slash commands, and writing in threads.
ORDINARY_PERMISSIONS = 1 << 6 | 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 31 | 1 << 38
EPHEMERAL = 1 << 6
LOADING = 1 << 7
ATTACHMENT_LIMIT_BYTES = 10 * 1024 * 1024
JOINED_AT = "2024-01-01T00:00:00.000000+00:00"


@dataclass(frozen=True, slots=True)
class Person:
    """An account and its membership of the one server that the loopback Discord has."""

    id: str
    name: str
    locale: str = "en-US"
    roles: tuple[str, ...] = ()
    permissions: int = ORDINARY_PERMISSIONS
    is_bot: bool = False


def user(person: Person) -> Payload:
    """The account."""
    return {
        "id": person.id,
        "username": person.name.lower().replace(" ", "_"),
        "global_name": person.name,
        "discriminator": "0",
        "avatar": None,
        "bot": person.is_bot,
        "public_flags": 0,
    }


def member(person: Person) -> Payload:
    """The membership, with its account and its permissions, as an interaction carries it."""
    return {
        "user": user(person),
        "nick": None,
        "roles": list(person.roles),
        "joined_at": JOINED_AT,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "permissions": str(person.permissions),
    }


def role(role_id: str, asked: Mapping[str, Json], position: int) -> Payload:
    """A role with the name, colour and permissions that were asked for."""
    colour = asked.get("color") or 0
    made: Payload = {
        "id": role_id,
        "name": asked.get("name") or "new role",
        "color": colour,
        "colors": {"primary_color": colour, "secondary_color": None, "tertiary_color": None},
        "hoist": bool(asked.get("hoist")),
        "position": position,
        "permissions": str(asked.get("permissions") or 0),
        "managed": bool(asked.get("managed")),
        "mentionable": bool(asked.get("mentionable")),
        "flags": 0,
    }
    if "tags" in asked:
        made["tags"] = asked["tags"]
    return made


def guild_channel(channel_id: str, guild_id: str, asked: Mapping[str, Json], position: int) -> Payload:
    """A channel of the server; `type` 0 (text) unless asked otherwise."""
    return {
        "id": channel_id,
        "guild_id": guild_id,
        "type": asked.get("type") or 0,
        "name": asked.get("name") or "channel",
        "position": position,
        "permission_overwrites": asked.get("permission_overwrites") or [],
        "nsfw": False,
        "parent_id": asked.get("parent_id"),
        "topic": asked.get("topic"),
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }


def thread(thread_id: str, parent: Mapping[str, Json], owner_id: str, asked: Mapping[str, Json], now: str) -> Payload:
    """A thread under `parent`; `now` is ISO 8601."""
    return {
        "id": thread_id,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": owner_id,
        "type": asked.get("type") or 11,
        "name": asked.get("name") or "thread",
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": asked.get("auto_archive_duration") or 1440,
            "archive_timestamp": now,
            "create_timestamp": now,
            "locked": False,
            "invitable": bool(asked.get("invitable", True)),
        },
    }


def direct_channel(channel_id: str, recipient: Person) -> Payload:
    """The direct messages between the bot and one person."""
    return {"id": channel_id, "type": 1, "last_message_id": None, "recipients": [user(recipient)]}


GUILD_HAS_NONE = (
    "icon",
    "splash",
    "discovery_splash",
    "description",
    "banner",
    "afk_channel_id",
    "system_channel_id",
    "rules_channel_id",
    "public_updates_channel_id",
    "vanity_url_code",
    "application_id",
)
GUILD_HAS_ZERO = (
    "system_channel_flags",
    "verification_level",
    "default_message_notifications",
    "explicit_content_filter",
    "mfa_level",
    "nsfw_level",
    "premium_tier",
    "premium_subscription_count",
)


def guild(guild_id: str, owner_id: str, name: str, locale: str, roles: Iterable[Json]) -> Payload:
    """The server as REST gives it, without channels and members."""
    return {
        **dict.fromkeys(GUILD_HAS_NONE),
        **dict.fromkeys(GUILD_HAS_ZERO, 0),
        "id": guild_id,
        "name": name,
        "owner_id": owner_id,
        "region": "",
        "afk_timeout": 300,
        "preferred_locale": locale,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": list(roles),
    }


def with_component_ids(parts: Json) -> list[Json]:
    """The components with the `id` that Discord gives where none was asked for: 1 upwards, in reading order."""
    counter = 0

    def number(part: Mapping[str, Json]) -> Payload:
        nonlocal counter
        counter += 1
        done: Payload = {**part, "id": part.get("id") or counter}
        for slot in ("component", "accessory"):
            inner = done.get(slot)
            if isinstance(inner, Mapping):
                done[slot] = number(inner)
        if "components" in done:
            done["components"] = [number(child) for child in records(done["components"])]
        return done

    return [number(part) for part in records(parts)]


def message(message_id: str, channel_id: str, author: Person, asked: Mapping[str, Json], now: str) -> Payload:
    """A message as its author asked for it; `attachments` must already be Discord's own objects."""
    return {
        "id": message_id,
        "channel_id": channel_id,
        "author": user(author),
        "content": asked.get("content") or "",
        "timestamp": now,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": asked.get("attachments") or [],
        "embeds": asked.get("embeds") or [],
        "components": with_component_ids(asked.get("components")),
        "pinned": False,
        "type": 0,
        "flags": asked.get("flags") or 0,
        "nonce": asked.get("nonce"),
    }


def attachment(attachment_id: str, filename: str, content_type: str, size: int, url: str) -> Payload:
    """An uploaded file; `size` in bytes."""
    return {
        "id": attachment_id,
        "filename": filename,
        "content_type": content_type,
        "size": size,
        "url": url,
        "proxy_url": url,
    }


def scheduled_event(event_id: str, guild_id: str, creator: Person, asked: Mapping[str, Json]) -> Payload:
    """A scheduled event, not begun."""
    return {
        "id": event_id,
        "guild_id": guild_id,
        "creator_id": creator.id,
        "creator": user(creator),
        "channel_id": asked.get("channel_id"),
        "entity_id": None,
        "entity_metadata": asked.get("entity_metadata"),
        "entity_type": asked.get("entity_type") or 3,
        "name": text(asked, "name"),
        "description": asked.get("description"),
        "scheduled_start_time": asked.get("scheduled_start_time"),
        "scheduled_end_time": asked.get("scheduled_end_time"),
        "privacy_level": 2,
        "status": 1,
        "user_count": 0,
        "image": None,
    }


def application(bot: Person, owner: Person) -> Payload:
    """The application that the bot belongs to; its id is the bot's own, as with most of Discord's applications."""
    return {
        "id": bot.id,
        "name": bot.name,
        "icon": None,
        "description": "",
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": user(owner),
        "team": None,
        "tags": [],
    }


def ready(bot: Person, guild_ids: Sequence[str], session_id: str, gateway_url: str, shard: Sequence[Json]) -> Payload:
    """The gateway's READY; the servers themselves follow as GUILD_CREATE."""
    return {
        "v": 10,
        "user": {**user(bot), "verified": True, "email": None, "mfa_enabled": False, "flags": 0},
        "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guild_ids],
        "session_id": session_id,
        "resume_gateway_url": gateway_url,
        "shard": list(shard),
        "application": {"id": bot.id, "flags": 0},
    }


def gateway_guild(
    rest_guild: Mapping[str, Json],
    bot: Person,
    channels: Sequence[Json],
    threads: Sequence[Json],
    events: Sequence[Json],
    size: int,
) -> Payload:
    """GUILD_CREATE: of the members only the bot is listed, as for a bot without the members intent."""
    return {
        **rest_guild,
        "joined_at": JOINED_AT,
        "large": size >= 250,
        "unavailable": False,
        "member_count": size,
        "members": [member(bot)],
        "channels": channels,
        "threads": threads,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": events,
        "soundboard_sounds": [],
    }
