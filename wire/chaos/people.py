"""A member who wants something and presses until it counts; what was answered with success is kept for the verdict."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.kernel.faults import ConnectionLost
from wire import gestures
from wire.chaos.town import Town, refusal, words
from wire.gestures import UnknownCommandError, Value
from wire.interactions import Interaction, Kind
from wire.payloads import Person
from wire.scenario import message_with
from wire.shapes import MissingComponentError, Payload, find_component, text

Attempt = Callable[[], Awaitable[Interaction | None]]
AGAIN_AFTER_S: Final = 2.0
MOST_REFUSALS: Final = 40
"""After so many of the same press nobody goes on."""
LONGEST_S: Final = 4 * 3600.0


@dataclass(frozen=True, slots=True)
class Effect:
    """What must be on record once a press was answered with success: a statement that finds a row."""

    told: str
    sql: str
    values: tuple[str | int, ...]


@dataclass(slots=True)
class Ledger:
    """What was accepted from whom."""

    accepted: list[Effect] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Resident:
    """One member; every verb is one gesture, and gives None where nobody answered it."""

    town: Town
    ledger: Ledger
    person: Person

    @property
    def id(self) -> int:
        """The account's number, as the database keeps it."""
        return int(self.person.id)

    @property
    def _now(self) -> Person:
        return self.town.server.world.members[self.person.id]

    async def press(self, button: str, on: Payload | Interaction) -> Interaction | None:
        """Press a button of a message, or of what an earlier gesture showed."""
        message = message_with(button, on)
        return await self.town.gesture(lambda: self.town.server.prepared_press(button, message, self._now))

    async def choose(self, select: str, values: Sequence[str], on: Payload | Interaction) -> Interaction | None:
        """Choose in a select."""
        server, message = self.town.server, message_with(select, on)
        data = gestures.choice(server.world, find_component(message, select), values)
        where = text(message, "channel_id")
        return await self.town.gesture(lambda: server.prepare(Kind.COMPONENT, self._now, where, data, message))

    async def slash(self, path: str, **options: Value) -> Interaction | None:
        """Use a slash command."""
        return await self.town.gesture(lambda: self.town.server.prepared_slash(path, options, self._now))

    async def fill(self, opened_by: Interaction, values: dict[str, Value | Sequence[Value]]) -> Interaction | None:
        """Fill and submit the modal that a gesture opened."""
        server = self.town.server
        data = gestures.filled_modal(server.world, opened_by.modal, values)
        where, source = opened_by.channel_id, opened_by.source
        return await self.town.gesture(lambda: server.prepare(Kind.MODAL, self._now, where, data, source))

    async def insist(self, attempt: Attempt, effect: Effect) -> bool:
        """Presses until it is on record, as people do; False where it never was."""
        end, refusals = self.town.hours.monotonic() + LONGEST_S, 0
        while refusals < MOST_REFUSALS and self.town.hours.monotonic() < end and not self.town.machine.closing:
            sent = await self._try(attempt)
            stands = await self.town.stands(effect.sql, *effect.values)
            refused = None if sent is None else refusal(sent)
            if sent is not None and refused is None and not sent.modal:
                self._hold(effect, sent, stands)
            if stands:
                return True
            if refused is not None:
                refusals += 1
                self.town.note_refusal(self.person.name, effect.told, refused)
            await self.town.hours.sleep(AGAIN_AFTER_S)
        return False

    async def _try(self, attempt: Attempt) -> Interaction | None:
        try:
            return await attempt()
        except (MissingComponentError, UnknownCommandError, ConnectionError, ConnectionLost):
            return None

    def _hold(self, effect: Effect, sent: Interaction, stands: bool) -> None:
        self.ledger.accepted.append(effect)
        # A letter comes in by the first connection, whether the server's own is there or not.
        is_letter = "guild_id" not in self.town.server.world.channels[sent.channel_id]
        if stands and not is_letter:
            # Its answer may come much later: time runs fast as soon as nobody else can press.
            self.town.absences.taken.append(self.town.sent_at[sent.id])
            self.town.absences.answered.append(self.town.hours.monotonic())
        if not stands:
            self.town.breaches.append(f"{effect.told}: answered with success, and not on record")


def answer_text(sent: Interaction | None) -> str:
    """What a gesture was answered with, for the log of a run."""
    return "nothing" if sent is None else " / ".join(words(message) for message in sent.shown) or str(sent.answer)
