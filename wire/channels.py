"""REST of channels: messages, pins, threads, permissions."""

from __future__ import annotations

from collections.abc import Sequence

from wire.calls import MISSING_ACCESS, NOTHING, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Call, Handler, Reply, refusal
from wire.shapes import Json, Payload, record, records, text, texts
from wire.world import THREADS, World

MOST_MESSAGES = 100
OVERWRITE_FIELDS = ("type", "allow", "deny")


def get_channel(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """The channel or thread."""
    channel = world.channels.get(ids[0])
    return Reply(200, channel) if channel else UNKNOWN_CHANNEL


def edit_channel(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The channel changed; what belongs to a thread's metadata goes there."""
    channel = world.channels.get(ids[0])
    if channel is None:
        return UNKNOWN_CHANNEL
    metadata = record(channel, "thread_metadata")
    channel.update({key: value for key, value in call.body.items() if key not in metadata})
    if metadata:
        channel["thread_metadata"] = {**metadata, **{k: v for k, v in call.body.items() if k in metadata}}
    world.note("THREAD_UPDATE" if channel["type"] in THREADS else "CHANNEL_UPDATE", channel)
    return Reply(200, channel)


def delete_channel(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """The channel, which is gone."""
    channel = world.remove_channel(ids[0])
    return Reply(200, channel) if channel else UNKNOWN_CHANNEL


def put_overwrite(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """One permission overwrite, set or replaced."""
    return _overwrite(world, ids, [{"id": ids[1], **{key: call.body.get(key) for key in OVERWRITE_FIELDS}}])


def delete_overwrite(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """One permission overwrite, taken away."""
    return _overwrite(world, ids, [])


def _overwrite(world: World, ids: Sequence[str], new: list[Payload]) -> Reply:
    channel = world.channels.get(ids[0])
    if channel is None:
        return UNKNOWN_CHANNEL
    others = [one for one in records(channel["permission_overwrites"]) if text(one, "id") != ids[1]]
    channel["permission_overwrites"] = [*others, *new]
    world.note("CHANNEL_UPDATE", channel)
    return NOTHING


def create_message(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The bot's new message."""
    if ids[0] not in world.channels:
        return UNKNOWN_CHANNEL
    return Reply(200, world.post(ids[0], world.bot, call.body, list(call.uploads)))


def list_messages(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The channel's messages, newest first: the last ones, or `limit` of them before, after or around one."""
    if ids[0] not in world.channels:
        return UNKNOWN_CHANNEL
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= MOST_MESSAGES:
        return refusal(400, 50035, "Invalid Form Body")
    if ids[0] in world.history_refused:
        return MISSING_ACCESS
    newest_first = list(reversed(world.messages[ids[0]].items()))
    return Reply(200, [message for _, message in _page(newest_first, call, limit)])


def _page(newest_first: Sequence[tuple[str, Payload]], call: Call, limit: int) -> Sequence[tuple[str, Payload]]:
    if "around" in call.query:
        middle = int(call.query["around"])
        later = [one for one in newest_first if int(one[0]) > middle]
        earlier = [one for one in newest_first if int(one[0]) <= middle]
        return [*later[-(limit // 2) :], *earlier[: limit - limit // 2]]
    if "after" in call.query:
        return [one for one in newest_first if int(one[0]) > int(call.query["after"])][-limit:]
    before = int(call.query.get("before", 1 << 63))
    return [one for one in newest_first if int(one[0]) < before][:limit]


def get_message(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """One message."""
    message = world.messages.get(ids[0], {}).get(ids[1])
    return Reply(200, message) if message else UNKNOWN_MESSAGE


def edit_message(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """One message, changed."""
    message = world.messages.get(ids[0], {}).get(ids[1])
    return Reply(200, world.edit(message, call.body, list(call.uploads))) if message else UNKNOWN_MESSAGE


def delete_message(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Nothing, when the message was there."""
    return NOTHING if world.delete_message(ids[0], ids[1]) else UNKNOWN_MESSAGE


def delete_messages(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """Nothing; those that were there are gone."""
    for message_id in texts(call.body.get("messages")):
        world.delete_message(ids[0], message_id)
    return NOTHING


def list_pins(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """The pinned messages, newest pin first."""
    pinned = [world.messages[ids[0]][key] for key in reversed(world.pins.get(ids[0], []))]
    return Reply(200, {"items": [{"pinned_at": one["timestamp"], "message": one} for one in pinned], "has_more": False})


def pin(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Nothing; the message is pinned."""
    if ids[1] not in world.messages.get(ids[0], {}):
        return UNKNOWN_MESSAGE
    world.messages[ids[0]][ids[1]]["pinned"] = True
    world.pins.setdefault(ids[0], []).append(ids[1])
    return NOTHING


def unpin(world: World, _call: Call, ids: Sequence[str]) -> Reply:
    """Nothing; the message is pinned no longer."""
    if ids[1] not in world.pins.get(ids[0], []):
        return UNKNOWN_MESSAGE
    world.pins[ids[0]].remove(ids[1])
    world.messages[ids[0]][ids[1]]["pinned"] = False
    return NOTHING


def create_thread(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """A new thread in a channel, or on one of its messages, whose id it then takes."""
    parent = world.channels.get(ids[0])
    if parent is None:
        return UNKNOWN_CHANNEL
    return Reply(201, world.add_thread(parent, call.body, ids[1] if len(ids) > 1 else None))


def archived_threads(world: World, call: Call, ids: Sequence[str]) -> Reply:
    """The channel's archived threads, of the kind that the path names."""
    wanted = (12,) if call.path.endswith("private") else (10, 11)
    found: list[Json] = [
        one
        for one in world.channels.values()
        if one.get("parent_id") == ids[0] and one["type"] in wanted and record(one, "thread_metadata")["archived"]
    ]
    return Reply(200, {"threads": found, "members": [], "has_more": False})


def nothing(_world: World, _call: Call, _ids: Sequence[str]) -> Reply:
    """Nothing, for what the loopback Discord need not remember: typing, reactions, members of threads."""
    return NOTHING


_CHANNEL = r"/channels/(\d+)"
_MESSAGE = _CHANNEL + r"/messages/(\d+)"
_PIN = _CHANNEL + r"/(?:messages/)?pins/(\d+)"

ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", _CHANNEL, get_channel),
    ("PATCH", _CHANNEL, edit_channel),
    ("DELETE", _CHANNEL, delete_channel),
    ("PUT", _CHANNEL + r"/permissions/(\d+)", put_overwrite),
    ("DELETE", _CHANNEL + r"/permissions/(\d+)", delete_overwrite),
    ("POST", _CHANNEL + r"/typing", nothing),
    ("POST", _CHANNEL + r"/messages", create_message),
    ("GET", _CHANNEL + r"/messages", list_messages),
    ("POST", _CHANNEL + r"/messages/bulk-delete", delete_messages),
    ("GET", _CHANNEL + r"/(?:messages/)?pins", list_pins),
    ("PUT", _PIN, pin),
    ("DELETE", _PIN, unpin),
    ("GET", _MESSAGE, get_message),
    ("PATCH", _MESSAGE, edit_message),
    ("DELETE", _MESSAGE, delete_message),
    ("POST", _CHANNEL + r"/threads", create_thread),
    ("POST", _MESSAGE + r"/threads", create_thread),
    ("GET", _CHANNEL + r"/threads/archived/(?:public|private)", archived_threads),
    ("PUT", _MESSAGE + r"/reactions/[^/]+/@me", nothing),
    ("PUT", _CHANNEL + r"/thread-members/(@me|\d+)", nothing),
    ("DELETE", _CHANNEL + r"/thread-members/(@me|\d+)", nothing),
)
