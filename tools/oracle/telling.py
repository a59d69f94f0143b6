"""A tape's steps in words: what had been done before a difference was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

from tools.oracle.tape import Advanced, Closed, Fed, Payload, Started, Step, Written

STEPS: Final = 4


def before(steps: Sequence[Step], place: int) -> list[str]:
    """The last things that were done up to that step, this one included."""
    told = [words for step in steps[: place + 1] for words in _words(step)]
    return [f"before: {words}" for words in told[-STEPS:]]


def _words(step: Step) -> Iterator[str]:
    match step:
        case Fed(event=event) if event.name == "INTERACTION_CREATE":
            yield _interaction(event.payload)
        case Fed(event=event):
            yield f"the gateway tells {event.name}"
        case Advanced(seconds=seconds):
            yield f"{timedelta(seconds=round(seconds, 3))} pass"
        case Closed():
            yield "the bot is closed"
        case Started():
            yield "the bot is started"
        case Written():
            yield "rows are written by hand"
        case _:
            pass


def _interaction(payload: Payload) -> str:
    user = payload.get("user") or payload["member"]["user"]
    data = payload.get("data") or {}
    if "name" in data:
        return f"{user['username']} types /{' '.join(_typed(data))}"
    values = data.get("values") or [_values(one) for one in data.get("components", ())]
    return f"{user['username']} presses or sends {data.get('custom_id')}" + (f" with {values}" if values else "")


def _typed(data: Payload) -> Iterator[str]:
    yield str(data["name"])
    for option in data.get("options", ()):
        if "value" in option:
            yield f"{option['name']}={option['value']}"
        else:
            yield from _typed(option)


def _values(component: Payload) -> Any:
    inner = component.get("component") or component
    return inner.get("value", inner.get("values"))
