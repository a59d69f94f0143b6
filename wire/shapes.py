"""JSON as the wire carries it, and the few ways in which the loopback Discord reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Payload: TypeAlias = dict[str, Json]


def text(payload: Mapping[str, Json], key: str) -> str:
    """The value under `key` as text; an absent or null value is the empty string."""
    value = payload.get(key)
    return "" if value is None else str(value)


def number(payload: Mapping[str, Json], key: str) -> int:
    """The value under `key` as an integer (Discord sends some as text); absent or null is 0."""
    value = payload.get(key)
    return int(value) if isinstance(value, (int, float, str)) else 0


def record(payload: Mapping[str, Json], key: str) -> Payload:
    """A copy of the object under `key`; anything else is an empty one."""
    value = payload.get(key)
    return dict(value) if isinstance(value, Mapping) else {}


def records(value: Json) -> list[Payload]:
    """Copies of the objects of a list; what is no object is left out, and what is no list is empty."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return []
    return [dict(one) for one in value if isinstance(one, Mapping)]


def texts(value: Json) -> list[str]:
    """The members of a list as text; anything else is an empty list."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return []
    return [str(one) for one in value]


def components(payload: Mapping[str, Json]) -> Iterator[Payload]:
    """Every component of a message, a modal or a component, in reading order, however deep it sits."""
    for child in records(payload.get("components")):
        yield child
        yield from components(child)
    for slot in ("component", "accessory"):
        if isinstance(payload.get(slot), Mapping):
            child = record(payload, slot)
            yield child
            yield from components(child)


class MissingComponentError(LookupError):
    """No component answers to what was asked for; `offered` is what there is, each as custom_id and label."""

    def __init__(self, wanted: str, offered: Sequence[str]) -> None:
        super().__init__(f"{wanted!r} is not among {list(offered)}")
        self.offered = tuple(offered)


def controls_of(payload: Mapping[str, Json]) -> list[str]:
    """What a member can operate in a message or a modal: the custom_id and the label of each component."""
    return [
        f"{text(one, 'custom_id')} {text(one, 'label') or text(one, 'placeholder')}".rstrip()
        for one in components(payload)
        if text(one, "custom_id")
    ]


def find_component(payload: Mapping[str, Json], wanted: str) -> Payload:
    """The first component whose `custom_id` begins with `wanted`, or else whose label or placeholder is `wanted`.

    Raises MissingComponentError, which says what the message does offer.
    """
    operable = [one for one in components(payload) if text(one, "custom_id")]
    for one in operable:
        if text(one, "custom_id").startswith(wanted):
            return one
    for one in operable:
        if wanted in (text(one, "label"), text(one, "placeholder")):
            return one
    raise MissingComponentError(wanted, controls_of(payload))
