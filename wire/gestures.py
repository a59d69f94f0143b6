"""The data of a member's gesture: slash options by the registered command, a press, a choice, a filled modal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from wire import payloads
from wire.payloads import Person
from wire.shapes import (
    Json,
    MissingComponentError,
    Payload,
    controls_of,
    number,
    record,
    records,
    text,
    texts,
)
from wire.world import Upload, World

Value: TypeAlias = str | int | float | bool | Person | Upload

SUBCOMMAND, SUBCOMMAND_GROUP, ATTACHMENT_OPTION = 1, 2, 11
RESOLVED_AS = {6: "users", 7: "channels", 8: "roles", 9: "users", 11: "attachments"}
BUTTON, FILE_UPLOAD = 2, 19
SELECT_RESOLVED = {5: "users", 6: "roles", 8: "channels"}
INPUTS_WITH_ONE_VALUE = (4, 21, 23)


class UnknownCommandError(LookupError):
    """The bot registered no command of that name."""


def command(world: World, path: str, options: Mapping[str, Value], focused: str | None = None) -> Payload:
    """The data of a slash command; `path` is `"tournament create"`, `focused` the option being typed, if any.

    Raises UnknownCommandError when the bot did not register the path or one of the options.
    """
    first, *rest = path.split()
    here = (one for one in world.commands if one.get("guild_id") in {None, world.guild_id})
    found = next((one for one in here if one["name"] == first), None)
    if found is None:
        raise UnknownCommandError(path)
    data: Payload = {"id": found["id"], "name": first, "type": found.get("type") or 1}
    if "guild_id" in found:
        data["guild_id"] = found["guild_id"]
    resolved: dict[str, dict[str, Json]] = {}
    data["options"] = _nest(world, found, rest, options, focused, resolved)
    if resolved:
        data["resolved"] = resolved
    return data


def _nest(
    world: World,
    level: Payload,
    rest: Sequence[str],
    options: Mapping[str, Value],
    focused: str | None,
    resolved: dict[str, dict[str, Json]],
) -> list[Json]:
    known = {text(one, "name"): one for one in records(level.get("options"))}
    if rest:
        if rest[0] not in known:
            raise UnknownCommandError(f"{text(level, 'name')} {rest[0]}")
        deeper = known[rest[0]]
        inner = _nest(world, deeper, rest[1:], options, focused, resolved)
        return [{"name": rest[0], "type": deeper["type"], "options": inner}]
    unknown = set(options) - set(known)
    if unknown:
        raise UnknownCommandError(f"{text(level, 'name')}: {', '.join(sorted(unknown))}")
    made: list[Json] = []
    for name, value in options.items():
        kind = number(known[name], "type")
        option: Payload = {"name": name, "type": kind, "value": _value(world, RESOLVED_AS.get(kind), value, resolved)}
        made.append({**option, "focused": True} if name == focused else option)
    return made


def _value(world: World, table: str | None, value: Value, resolved: dict[str, dict[str, Json]]) -> Json:
    """The value as the wire carries it; what it refers to goes into `resolved`."""
    if isinstance(value, Upload):
        kept = world.keep_file(value)
        resolved.setdefault("attachments", {})[text(kept, "id")] = kept
        return kept["id"]
    plain = value.id if isinstance(value, Person) else value
    if table is not None:
        _resolve(world, table, str(plain), resolved)
        return str(plain)
    return plain


def _resolve(world: World, table: str, wanted: str, resolved: dict[str, dict[str, Json]]) -> None:
    if table == "users":
        person = world.members[wanted]
        resolved.setdefault("users", {})[wanted] = payloads.user(person)
        resolved.setdefault("members", {})[wanted] = {k: v for k, v in payloads.member(person).items() if k != "user"}
    elif table == "roles":
        resolved.setdefault("roles", {})[wanted] = world.roles[wanted]
    elif table == "channels":
        resolved.setdefault("channels", {})[wanted] = {**world.channels[wanted], "permissions": "0"}


def press(component: Mapping[str, Json]) -> Payload:
    """The data of a pressed button."""
    return {"custom_id": component["custom_id"], "component_type": BUTTON, "id": component.get("id")}


def choice(world: World, component: Mapping[str, Json], values: Sequence[str]) -> Payload:
    """The data of a select; values of a text select may be given by their labels."""
    kind = number(component, "type")
    by_label = {text(one, "label"): text(one, "value") for one in records(component.get("options"))}
    chosen = [by_label.get(value, value) for value in values]
    data: Payload = {"custom_id": component["custom_id"], "component_type": kind, "values": chosen}
    resolved: dict[str, dict[str, Json]] = {}
    for value in chosen if kind in SELECT_RESOLVED else ():
        _resolve(world, SELECT_RESOLVED[kind], value, resolved)
    return {**data, "resolved": resolved} if resolved else data


def filled_modal(world: World, modal: Mapping[str, Json], values: Mapping[str, Value | Sequence[Value]]) -> Payload:
    """The data of a submitted modal; `values` by custom_id or label, the rest stays as the bot prefilled it.

    Raises MissingComponentError for a value that no field of the modal takes.
    """
    resolved: dict[str, dict[str, Json]] = {}
    left = dict(values)
    filled = [_fill(world, part, left, resolved) for part in records(modal.get("components"))]
    if left:
        raise MissingComponentError(", ".join(left), controls_of(modal))
    data: Payload = {"custom_id": modal["custom_id"], "components": filled}
    return {**data, "resolved": resolved} if resolved else data


def _fill(
    world: World, part: Payload, left: dict[str, Value | Sequence[Value]], resolved: dict[str, dict[str, Json]]
) -> Payload:
    """One top-level part: a label around its field, an action row around its text inputs, or text alone."""
    base: Payload = {"type": part["type"], "id": part.get("id") or 1}
    if "component" in part:
        field = record(part, "component")
        return {**base, "component": _field(world, field, (text(part, "label"),), left, resolved)}
    if "components" in part:
        return {
            **base,
            "components": [
                _field(world, one, (text(one, "label"),), left, resolved) for one in records(part["components"])
            ],
        }
    return base


def _field(
    world: World,
    field: Payload,
    labels: Sequence[str],
    left: dict[str, Value | Sequence[Value]],
    resolved: dict[str, dict[str, Json]],
) -> Payload:
    kind = number(field, "type")
    name = next((one for one in (text(field, "custom_id"), *labels) if one in left), None)
    given = left.pop(name) if name is not None else None
    done: Payload = {"type": kind, "id": field.get("id") or 1, "custom_id": field["custom_id"]}
    if kind in INPUTS_WITH_ONE_VALUE:
        done["value"] = field.get("value") or "" if given is None else _plain(given)
        return done
    several = [] if given is None else [given] if isinstance(given, (str, int, float, Person, Upload)) else list(given)
    by_label = {text(one, "label"): text(one, "value") for one in records(field.get("options"))}
    table = "attachments" if kind == FILE_UPLOAD else SELECT_RESOLVED.get(kind)
    chosen = [str(_value(world, table, one, resolved)) for one in several]
    defaults = [text(one, "value") for one in records(field.get("options")) if one.get("default")]
    done["values"] = [by_label.get(one, one) for one in chosen] if given is not None else defaults or texts(None)
    return done


def _plain(given: Value | Sequence[Value]) -> Json:
    return given if isinstance(given, (str, int, float)) else str(given)
