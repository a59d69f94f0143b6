"""A member's gesture on its way to the bot, and what the bot answered: times, callback, messages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from wire import payloads
from wire.calls import ALREADY_ANSWERED, NOTHING, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE, Call, Reply
from wire.payloads import ATTACHMENT_LIMIT_BYTES, EPHEMERAL, EVERY_PERMISSION, LOADING, Person
from wire.shapes import Json, Payload, number, record, records, text
from wire.world import World

ANSWER_LIMIT_S = 3.0


class Kind(IntEnum):
    """What the member did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """How the bot may answer at first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True, eq=False)
class Interaction:
    """One gesture, in monotonic seconds: `sent_at` when its frame left, `answered_at` when the callback came."""

    id: str
    token: str
    kind: Kind
    person: Person
    channel_id: str
    source: Payload | None
    sent_at: float | None = None
    answered_at: float | None = None
    callback: Payload = field(default_factory=dict)
    original: Payload | None = None
    followups: list[Payload] = field(default_factory=list)
    came_too_late: bool = False
    _answered: asyncio.Event = field(default_factory=asyncio.Event)
    _completed: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait_for_answer(self, limit: float = ANSWER_LIMIT_S) -> Interaction:
        """Itself, once the callback is in; TimeoutError after `limit` seconds."""
        async with asyncio.timeout(limit):
            await self._answered.wait()
        return self

    async def wait_for_completion(self, limit: float = 10.0) -> Interaction:
        """Itself, once the member sees an answer: the callback, or for a deferred one what follows it."""
        async with asyncio.timeout(limit):
            await self._completed.wait()
        return self

    @property
    def is_complete(self) -> bool:
        """Whether the member sees an answer by now."""
        return self._completed.is_set()

    @property
    def seconds(self) -> float:
        """From the frame to the callback; infinite while there is none."""
        if self.sent_at is None or self.answered_at is None:
            return float("inf")
        return self.answered_at - self.sent_at

    @property
    def answer(self) -> Answer | None:
        """The kind of the callback, None before it."""
        return Answer(number(self.callback, "type")) if self.callback else None

    @property
    def modal(self) -> Payload:
        """The modal that the bot opened; empty for any other answer."""
        return record(self.callback, "data") if self.answer is Answer.MODAL else {}

    @property
    def choices(self) -> list[Payload]:
        """What the bot offered to an autocomplete, each with name and value."""
        return records(record(self.callback, "data").get("choices"))

    @property
    def shown(self) -> list[Payload]:
        """The messages that the member sees because of this gesture, oldest first."""
        return [*([self.original] if self.original is not None else []), *self.followups]

    def note_answer(self, call: Call) -> None:
        """Keep the callback and its moment."""
        self.callback, self.answered_at = call.body, call.at
        self._answered.set()
        if self.answer not in (Answer.DEFERRED_MESSAGE, Answer.DEFERRED_UPDATE):
            self._completed.set()

    def note_content(self) -> None:
        """Keep that the member sees the answer."""
        self._completed.set()


class Answers:
    """Every interaction that was sent, and the REST calls that answer them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sent: dict[str, Interaction] = {}

    def new(self, kind: Kind, person: Person, channel_id: str, source: Payload | None = None) -> Interaction:
        """A gesture that is known from now on; its token serves for what the bot says later."""
        interaction_id = self.world.ids.next()
        made = Interaction(interaction_id, f"t{interaction_id}", kind, person, channel_id, source)
        self.sent[made.token] = made
        return made

    def callback(self, call: Call, token: str) -> Reply:
        """Take the first answer: once, and within three seconds of the frame."""
        interaction = self.sent.get(token)
        if interaction is None or interaction.sent_at is None:
            return UNKNOWN_INTERACTION
        if interaction.answered_at is not None:
            return ALREADY_ANSWERED
        if call.at - interaction.sent_at > ANSWER_LIMIT_S:
            interaction.came_too_late = True
            return UNKNOWN_INTERACTION
        shown = self._show(interaction, call)
        interaction.note_answer(call)
        return Reply(200, _callback_reply(interaction, shown))

    def _show(self, interaction: Interaction, call: Call) -> Payload | None:
        asked = record(call.body, "data")
        match number(call.body, "type"):
            case Answer.MESSAGE:
                interaction.original = self._post(interaction, asked, call)
            case Answer.DEFERRED_MESSAGE:
                interaction.original = self._post(interaction, {"flags": number(asked, "flags") | LOADING}, call)
            case Answer.UPDATE if interaction.source is not None:
                interaction.original = self.world.edit(interaction.source, asked, list(call.uploads))
            case Answer.DEFERRED_UPDATE:
                interaction.original = interaction.source
                return None
            case _:
                return None
        return interaction.original

    def _post(self, interaction: Interaction, asked: Mapping[str, Json], call: Call) -> Payload:
        return self.world.post(interaction.channel_id, self.world.bot, asked, list(call.uploads))

    def webhook(self, call: Call, ids: Sequence[str]) -> Reply:
        """Take what comes through the token: a followup, or a message read, changed or deleted."""
        interaction = self.sent.get(ids[1])
        if interaction is None or interaction.answered_at is None:
            return UNKNOWN_INTERACTION
        if len(ids) == 2:
            return self._follow_up(interaction, call)
        return self._original_or_followup(interaction, call, ids[2])

    def _follow_up(self, interaction: Interaction, call: Call) -> Reply:
        waiting = interaction.original if interaction.answer is Answer.DEFERRED_MESSAGE else None
        if waiting is not None and number(waiting, "flags") & LOADING:
            return self._change(interaction, waiting, call)
        made = self._post(interaction, call.body, call)
        interaction.followups.append(made)
        interaction.note_content()
        return Reply(200, made)

    def _original_or_followup(self, interaction: Interaction, call: Call, name: str) -> Reply:
        known = interaction.original
        message = known if name == "@original" else self.world.find_message(interaction.channel_id, name)
        if message is None:
            return UNKNOWN_MESSAGE
        if call.method == "PATCH":
            return self._change(interaction, message, call)
        if call.method == "DELETE":
            self.world.delete_message(interaction.channel_id, text(message, "id"))
            return NOTHING
        return Reply(200, message)

    def _change(self, interaction: Interaction, message: Payload, call: Call) -> Reply:
        message["flags"] = number(message, "flags") & ~LOADING
        kept = number(message, "flags") & EPHEMERAL
        asked = {**call.body, "flags": number(call.body, "flags") | kept} if "flags" in call.body else call.body
        self.world.edit(message, asked, list(call.uploads))
        interaction.note_content()
        return Reply(200, message)


def _callback_reply(interaction: Interaction, shown: Payload | None) -> Payload:
    about: Payload = {"id": interaction.id, "type": int(interaction.kind)}
    if shown is None:
        return {"interaction": about}
    flags = number(shown, "flags")
    about["response_message_id"] = shown["id"]
    about["response_message_loading"] = bool(flags & LOADING)
    about["response_message_ephemeral"] = bool(flags & EPHEMERAL)
    return {"interaction": about, "resource": {"type": interaction.callback["type"], "message": shown}}


def frame_payload(world: World, interaction: Interaction, data: Mapping[str, Json]) -> Payload:
    """The interaction as the gateway carries it; in direct messages the person comes without a membership."""
    channel = world.channels[interaction.channel_id]
    payload: Payload = {
        "id": interaction.id,
        "application_id": world.bot.id,
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": interaction.channel_id,
        "channel": {**channel, "permissions": str(interaction.person.permissions)},
        "app_permissions": str(EVERY_PERMISSION),
        "locale": interaction.person.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": world.guild_id},
        "attachment_size_limit": ATTACHMENT_LIMIT_BYTES,
    }
    if interaction.source is not None:
        payload["message"] = interaction.source
    if "guild_id" not in channel:
        return {**payload, "context": 1, "user": payloads.user(interaction.person)}
    guild: Payload = {"id": world.guild_id, "locale": world.locale, "features": []}
    return {
        **payload,
        "context": 0,
        "guild_id": world.guild_id,
        "guild": guild,
        "guild_locale": world.locale,
        "member": payloads.member(interaction.person),
    }
