"""Messages as members see them: their words, what can be pressed on them, their pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

Component = Mapping[str, Any]

BUTTON: Final = 2
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
_COMMAND: Final = re.compile(r"</([a-z -]+):\d+>")
EPHEMERAL: Final = 1 << 6


class NothingToPress(LookupError):
    """No button or menu of the message answers to what was asked for; says which there are."""

    def __init__(self, wanted: str, post: Post) -> None:
        super().__init__(f"nothing called {wanted!r}; there is {post.offered} on: {post.text[:300]!r}")


@dataclass(frozen=True, slots=True)
class Picture:
    """A file under a message."""

    name: str
    description: str | None
    size: int
    url: str


@dataclass(frozen=True, repr=False)
class Post:
    """A message at the moment at which it was looked at."""

    channel_id: int
    message_id: int
    at: datetime
    components: tuple[Component, ...]
    content: str
    pictures: tuple[Picture, ...]
    private: bool
    pinged: frozenset[int]
    """Whom it pings; mentions that only show a name are left out."""
    pinged_roles: frozenset[int] = frozenset()
    """The roles that it pings: those that it names and that Discord pings there."""

    def __repr__(self) -> str:
        return f"<post {self.text!r}>"

    @cached_property
    def text(self) -> str:
        """All its words, buttons and menus included, a line each; a mention of a command as the name that is shown."""
        written = "\n".join([self.content, *words(self.components)] if self.content else words(self.components))
        return _COMMAND.sub(r"`/\1`", written)

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """The `custom_id` of everything that can be pressed or chosen now."""
        return tuple(
            str(one["custom_id"]) for one in walk(self.components) if "custom_id" in one and not one.get("disabled")
        )

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What stands on its buttons, disabled ones too."""
        return tuple(str(one.get("label", "")) for one in walk(self.components) if one.get("type") == BUTTON)

    def has(self, verb: str) -> bool:
        """Whether a button or menu with this verb can be used."""
        return any(custom_id.partition(":")[0] == verb for custom_id in self.offered)

    def subject(self, verb: str) -> str:
        """What the first usable button or menu with this verb is about; raises NothingToPress where there is none."""
        return str(self.find(verb)["custom_id"]).partition(":")[2]

    def find(self, wanted: str) -> Component:
        """The usable component with this `custom_id`, verb, label or placeholder; raises NothingToPress."""
        usable = [one for one in walk(self.components) if "custom_id" in one and not one.get("disabled")]
        for fits in (_has_id, _has_verb, _is_called):
            for one in usable:
                if fits(one, wanted):
                    return one
        raise NothingToPress(wanted, self)

    def options(self, wanted: str) -> dict[str, str]:
        """The values of a menu's options, each with its label."""
        return {str(one["value"]): str(one["label"]) for one in self.find(wanted).get("options", ())}


def _has_id(component: Component, wanted: str) -> bool:
    return bool(component["custom_id"] == wanted)


def _has_verb(component: Component, wanted: str) -> bool:
    return str(component["custom_id"]).partition(":")[0] == wanted


def _is_called(component: Component, wanted: str) -> bool:
    return wanted in {component.get("label"), component.get("placeholder")}


def walk(components: Iterable[Component]) -> Iterator[Component]:
    """Every component, in reading order, however deep it sits."""
    for one in components:
        yield one
        for inside in ("components", "items"):
            yield from walk(child for child in one.get(inside) or () if isinstance(child, Mapping))
        for slot in ("component", "accessory"):
            if isinstance(one.get(slot), Mapping):
                yield from walk((one[slot],))


def words(components: Iterable[Component]) -> list[str]:
    """Everything that can be read in the components."""
    found: list[str] = []
    for one in walk(components):
        emoji = one.get("emoji") or {}
        label = " ".join(filter(None, (emoji.get("name"), one.get("label"))))
        found += filter(None, (one.get("content"), label, one.get("placeholder"), one.get("description")))
        found += [
            " ".join(filter(None, (option.get("label"), option.get("description"))))
            for option in one.get("options") or ()
        ]
    return found


def read_post(stored: Any) -> Post:
    """The post of a message as SimCord keeps it."""
    return Post(
        channel_id=stored.channel_id,
        message_id=stored.id,
        at=datetime.fromisoformat(stored.timestamp),
        components=tuple(stored.components),
        content=stored.content,
        pictures=tuple(
            Picture(one["filename"], one.get("description"), int(one["size"]), one["url"]) for one in stored.attachments
        ),
        private=bool(stored.flags & EPHEMERAL),
        pinged=frozenset(stored.ping_user_ids),
        pinged_roles=frozenset(stored.ping_role_ids),
    )
