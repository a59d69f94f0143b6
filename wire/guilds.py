"""REST of the application, the accounts and the server: commands, members, roles, channels, scheduled events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wire import payloads
from wire.calls import (
    NOTHING,
    UNKNOWN_GUILD_EVENT,
    UNKNOWN_MEMBER,
    UNKNOWN_ROLE,
    UNKNOWN_USER,
    Call,
    Handler,
    Reply,
)
from wire.shapes import Json, Payload, number, records, text, texts
from wire.world import DIRECT, THREADS, World


def own_user(world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """The bot's account."""
    return Reply(200, payloads.user(world.bot))


def any_user(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Another account."""
    person = world.members.get(ids[0])
    return Reply(200, payloads.user(person)) if person else UNKNOWN_USER


def own_application(world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """The bot's application."""
    return Reply(200, payloads.application(world.bot, world.owner))


def open_direct_channel(world: World, call: Call, _ids: Sequence[str]) -> Reply:
    """The direct messages with `recipient_id`."""
    person = world.members.get(text(call.body, "recipient_id"))
    return Reply(200, world.direct_channel(person)) if person else UNKNOWN_USER


def put_commands(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The commands as they were sent, each with the ids and defaults that Discord adds."""
    added: Payload = {
        "application_id": ids[0],
        "default_member_permissions": None,
        "dm_permission": True,
        "nsfw": False,
    }
    where: Payload = {"guild_id": ids[1]} if len(ids) > 1 else {}
    known = {one["name"]: one["id"] for one in _commands_of(world, ids)}
    taken = [
        {**added, **command, **where, "id": known.get(command["name"]) or world.ids.next(), "version": world.ids.next()}
        for command in records(call.json)
    ]
    # Servers of the same bot know of the same list.
    world.commands[:] = [one for one in world.commands if one.get("guild_id") != where.get("guild_id")] + taken
    return Reply(200, taken)


def get_commands(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """The commands as last put, of every server or of the one that is asked about."""
    return Reply(200, _commands_of(world, ids))


def _commands_of(world: World, ids: Sequence[str]) -> list[Payload]:
    where = ids[1] if len(ids) > 1 else None
    return [one for one in world.commands if one.get("guild_id") == where]


def get_guild(world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """The server."""
    return Reply(200, world.rest_guild())


def list_channels(world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """The server's channels without its threads."""
    return Reply(200, [one for one in world.channels.values() if one["type"] not in (DIRECT, *THREADS)])


def create_channel(world: World, call: Call, _ids: Sequence[str]) -> Reply:
    """A new channel."""
    return Reply(201, world.add_channel(call.body))


def active_threads(world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """The server's threads."""
    return Reply(200, {"threads": [one for one in world.channels.values() if one["type"] in THREADS], "members": []})


def list_roles(world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """The server's roles."""
    return Reply(200, list(world.roles.values()))


def create_role(world: World, call: Call, _ids: Sequence[str]) -> Reply:
    """A new role."""
    return Reply(200, world.add_role(call.body))


def get_role(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """One role."""
    role = world.roles.get(ids[1])
    return Reply(200, role) if role else UNKNOWN_ROLE


def edit_role(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The role, changed."""
    role = world.roles.get(ids[1])
    if role is None:
        return UNKNOWN_ROLE
    role.update(call.body)
    world.note("GUILD_ROLE_UPDATE", {"guild_id": world.guild_id, "role": role})
    return Reply(200, role)


def delete_role(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Nothing; the role is gone."""
    if world.roles.pop(ids[1], None) is None:
        return UNKNOWN_ROLE
    world.note("GUILD_ROLE_DELETE", {"guild_id": world.guild_id, "role_id": ids[1]})
    return NOTHING


def get_member(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """One membership."""
    person = world.members.get(ids[1])
    return Reply(200, payloads.member(person)) if person else UNKNOWN_MEMBER


def list_members(world: World, call: Call, _ids: Sequence[str]) -> Reply:
    """The memberships by id, within `limit` and `after`."""
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    found: list[Json] = [payloads.member(person) for key, person in world.members.items() if int(key) > after]
    return Reply(200, found[:limit])


def edit_member(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The membership with its roles replaced, where that was asked."""
    person = world.members.get(ids[1])
    if person is None:
        return UNKNOWN_MEMBER
    if "roles" in call.body:
        person = world.members[person.id] = replace(person, roles=tuple(texts(call.body["roles"])))
    return Reply(200, payloads.member(person))


def give_role(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Nothing; the member has the role."""
    return _set_role(world, ids, (ids[2],))


def take_role(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Nothing; the member has the role no longer."""
    return _set_role(world, ids, ())


def _set_role(world: World, ids: Sequence[str], given: tuple[str, ...]) -> Reply:
    person = world.members.get(ids[1])
    if person is None:
        return UNKNOWN_MEMBER
    if ids[2] not in world.roles:
        return UNKNOWN_ROLE
    others = tuple(one for one in person.roles if one != ids[2])
    world.members[person.id] = replace(person, roles=(*others, *given))
    return NOTHING


def list_events(world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """The scheduled events."""
    return Reply(200, list(world.events.values()))


def create_event(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """A new scheduled event."""
    made = payloads.scheduled_event(world.ids.next(), ids[0], world.bot, call.body)
    world.events[text(made, "id")] = made
    world.note("GUILD_SCHEDULED_EVENT_CREATE", made)
    return Reply(200, made)


def get_event(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """One scheduled event."""
    event = world.events.get(ids[1])
    return Reply(200, event) if event else UNKNOWN_GUILD_EVENT


def edit_event(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The scheduled event, changed."""
    event = world.events.get(ids[1])
    if event is None:
        return UNKNOWN_GUILD_EVENT
    event.update(call.body)
    event["status"] = number(event, "status") or 1
    world.note("GUILD_SCHEDULED_EVENT_UPDATE", event)
    return Reply(200, event)


def delete_event(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Nothing; the scheduled event is gone."""
    event = world.events.pop(ids[1], None)
    if event is None:
        return UNKNOWN_GUILD_EVENT
    world.note("GUILD_SCHEDULED_EVENT_DELETE", event)
    return NOTHING


_GUILD = r"/guilds/(\d+)"
_ROLE = _GUILD + r"/roles/(\d+)"
_MEMBER = _GUILD + r"/members/(@me|\d+)"
_EVENT = _GUILD + r"/scheduled-events/(\d+)"
_COMMANDS = r"/applications/(\d+)(?:/guilds/(\d+))?/commands"

ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", r"/users/@me", own_user),
    ("GET", r"/users/(\d+)", any_user),
    ("GET", r"/oauth2/applications/@me", own_application),
    ("GET", r"/applications/@me", own_application),
    ("POST", r"/users/@me/channels", open_direct_channel),
    ("PUT", _COMMANDS, put_commands),
    ("GET", _COMMANDS, get_commands),
    ("GET", _GUILD, get_guild),
    ("GET", _GUILD + r"/channels", list_channels),
    ("POST", _GUILD + r"/channels", create_channel),
    ("GET", _GUILD + r"/threads/active", active_threads),
    ("GET", _GUILD + r"/roles", list_roles),
    ("POST", _GUILD + r"/roles", create_role),
    ("GET", _ROLE, get_role),
    ("PATCH", _ROLE, edit_role),
    ("DELETE", _ROLE, delete_role),
    ("GET", _GUILD + r"/members", list_members),
    ("GET", _MEMBER, get_member),
    ("PATCH", _MEMBER, edit_member),
    ("PUT", _MEMBER + r"/roles/(\d+)", give_role),
    ("DELETE", _MEMBER + r"/roles/(\d+)", take_role),
    ("GET", _GUILD + r"/scheduled-events", list_events),
    ("POST", _GUILD + r"/scheduled-events", create_event),
    ("GET", _EVENT, get_event),
    ("PATCH", _EVENT, edit_event),
    ("DELETE", _EVENT, delete_event),
)
