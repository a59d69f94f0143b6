"""Members who drive a bot over the loopback Discord, as people do: by commands, buttons, selects and modals.

A `Visitor` is one member. Each of its verbs sends one gesture, waits until the member sees an answer, and gives the
interaction: `shown` holds the messages, `modal` the modal that opened. Fields and buttons are named by a beginning of
their custom_id or by their whole label, so that a scenario reads in the bot's own terms and survives new subjects:

    owner = Visitor(server, server.world.owner)
    asked = await owner.slash("tournament create", name="Open", rulebook="aije-open")
    await owner.click("confirm", asked)
    announcement = await latest_with(server, "register")
    player = Visitor.new(server, "Ana", locale="pt-BR")
    modal = await player.click("register", announcement)
    await player.fill(modal, {"account": "ana"})

What prepares a benchmark of the real bot is a `Preparation`: a coroutine that is given the server with the bot
connected, drives it to the state in question, and gives the gestures to measure. One gesture serves one measurement,
since a second check-in by the same player writes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from wire.discord_server import LoopbackDiscord, Prepared
from wire.gestures import Value
from wire.interactions import Interaction
from wire.payloads import Person
from wire.shapes import MissingComponentError, Payload, controls_of, find_component, text

Gesture: TypeAlias = Callable[[], Prepared]
Preparation: TypeAlias = Callable[[LoopbackDiscord], Awaitable[Sequence[Gesture]]]


@dataclass(frozen=True, slots=True)
class Visitor:
    """One member at the keyboard.

    Every verb raises TimeoutError when no answer comes, or when a deferred one is followed by nothing.
    """

    server: LoopbackDiscord
    person: Person

    @classmethod
    def new(cls, server: LoopbackDiscord, name: str, *, locale: str = "en-US") -> Visitor:
        """A member who has just joined."""
        return cls(server, server.world.add_member(name, locale=locale))

    @property
    def now(self) -> Person:
        """The person with the roles of this moment."""
        return self.server.world.members[self.person.id]

    async def slash(self, path: str, /, *, channel: str | None = None, **options: Value) -> Interaction:
        """Use a slash command: `await owner.slash("tournament create", name="Open")`."""
        return await (await self.server.slash(path, options, self.now, channel)).wait_for_completion()

    async def suggestions(self, path: str, focused: str, typed: str, **others: Value) -> list[str]:
        """What autocomplete offers for the option `focused`, by its shown names."""
        sent = await self.server.autocomplete(path, {**others, focused: typed}, focused, self.now)
        return [text(one, "name") for one in (await sent.wait_for_answer()).choices]

    async def click(self, button: str, on: Payload | Interaction) -> Interaction:
        """Press a button of a message, or of what an earlier gesture showed."""
        return await (await self.server.press(button, message_with(button, on), self.now)).wait_for_completion()

    async def choose(self, select: str, values: Sequence[str], on: Payload | Interaction) -> Interaction:
        """Choose in a select; values of a text select may be given by their labels."""
        return await (
            await self.server.choose(select, values, message_with(select, on), self.now)
        ).wait_for_completion()

    async def fill(self, opened_by: Interaction, values: dict[str, Value | Sequence[Value]]) -> Interaction:
        """Fill and submit the modal that a gesture opened."""
        return await (await self.server.submit_modal(opened_by, values, self.now)).wait_for_completion()


def message_with(component: str, on: Payload | Interaction) -> Payload:
    """The message itself, or the newest one that an interaction showed with such a component.

    Raises MissingComponentError when none carries it.
    """
    if not isinstance(on, Interaction):
        return on
    for message in reversed(on.shown):
        if _carries(message, component):
            return message
    raise MissingComponentError(component, [part for message in on.shown for part in controls_of(message)])


def _carries(message: Payload, component: str) -> bool:
    try:
        find_component(message, component)
    except MissingComponentError:
        return False
    return True


def newest_with(server: LoopbackDiscord, component: str) -> Payload | None:
    """The newest public message, in whatever channel, that carries such a component."""
    found = [
        message for kept in server.world.messages.values() for message in kept.values() if _carries(message, component)
    ]
    return max(found, key=lambda message: int(text(message, "id")), default=None)


async def latest_with(server: LoopbackDiscord, component: str, limit: float = 5.0) -> Payload:
    """The newest public message with such a component, waiting up to `limit` seconds for one to be posted."""
    await server.until(lambda: newest_with(server, component) is not None, limit)
    found = newest_with(server, component)
    assert found is not None
    return found


async def everybody(gestures: Sequence[Awaitable[Interaction]], at_once: int = 25) -> list[Interaction]:
    """The results of many members' gestures, `at_once` of them under way at a time, in the order given."""
    places = asyncio.Semaphore(at_once)

    async def taking_a_place(gesture: Awaitable[Interaction]) -> Interaction:
        async with places:
            return await gesture

    return list(await asyncio.gather(*(taking_a_place(gesture) for gesture in gestures)))


async def presses_on(
    server: LoopbackDiscord, button: str, message: Payload, people: Sequence[Person]
) -> Sequence[Gesture]:
    """One press a person on the same button, each written when it is about to be sent."""

    def press_by(person: Person) -> Gesture:
        return lambda: server.prepared_press(button, message, person)

    return [press_by(person) for person in people]


async def comparison_presses(server: LoopbackDiscord, count: int) -> Sequence[Gesture]:
    """Presses on the Check in button of a comparison bot's panel, one by each of `count` new members."""
    panel = await Visitor(server, server.world.owner).slash("panel")
    people = [server.world.add_member(f"Player {number}") for number in range(count)]
    return await presses_on(server, "check-in", message_with("check-in", panel), people)


async def comparison_commands(server: LoopbackDiscord, count: int) -> Sequence[Gesture]:
    """Uses of a comparison bot's `/check-in`, one by each of `count` new members."""
    people = [server.world.add_member(f"Player {number}") for number in range(count)]

    def command_by(person: Person) -> Gesture:
        return lambda: server.prepared_slash("check-in", {}, person)

    await server.until(lambda: bool(server.world.commands))
    return [command_by(person) for person in people]
