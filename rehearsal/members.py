"""Members of the pretend server, who do what people do in Discord: press, choose, fill in, type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rehearsal import simcord_seam
from rehearsal.posts import Post, read_post, walk

if TYPE_CHECKING:
    from rehearsal.stage import Stage

TEXT_INPUT: Final = 4
REFUSAL: Final = 0xED4245
"""The colour of a card that says why something was not done."""
File = tuple[str, bytes]


class Unanswered(AssertionError):
    """The bot left a press, a form or a command without an answer: Discord shows "This interaction failed"."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one press, form or command was answered with."""

    result: simcord_seam.InteractionResult
    panel: Post | None
    """The message that was pressed, as it is now, where the answer updated it."""
    posts: tuple[Post, ...]
    """Messages that were sent as the answer, private or public."""

    @property
    def pressed_as(self) -> int:
        """Discord's number of the press: what was sent before it has a lower one, in the same second too."""
        return int(simcord_seam.interaction_record(self.result).id)

    @property
    def text(self) -> str:
        """All words that were said in answer; those of an updated panel are not among them."""
        return "\n".join(post.text for post in self.posts)

    @property
    def own_words(self) -> str:
        """What was said without the lines that quote: what somebody typed is given back in them."""
        return "\n".join(line for line in self.text.splitlines() if not line.startswith("> "))

    @property
    def private(self) -> bool:
        """Whether the presser alone could see it all."""
        return all(post.private for post in self.posts)

    @property
    def is_refusal(self) -> bool:
        """Whether it says to the presser alone why something was not done: on a card of that colour."""
        parts = (part for post in self.posts for part in post.components)
        return self.private and any(part.get("accent_color") == REFUSAL for part in parts)

    @property
    def form(self) -> dict[str, Any]:
        """The form that was opened; asserts that one was."""
        assert self.result.modal is not None, f"no form was opened; the answer was: {self.text!r}"
        return self.result.modal

    @property
    def post(self) -> Post:
        """The last message of the answer."""
        assert self.posts, "the answer held no message"
        return self.posts[-1]


class Member:
    """One human being in front of Discord."""

    def __init__(self, stage: Stage, actor: simcord_seam.actors.MemberActor, locale: str) -> None:
        self.stage = stage
        self.actor = actor
        self.locale = locale
        self._user = actor.user
        self.acts = 0
        """Commands, presses, choices and forms sent in so far; presses of a crowd are not counted."""

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def id(self) -> int:
        """The member's snowflake."""
        return int(self.actor.id)

    @property
    def name(self) -> str:
        """As it stands in the server."""
        return str(self.actor.name)

    @property
    def inbox(self) -> list[Post]:
        """The bot's direct messages to the member, the oldest first."""
        channel_id = simcord_seam.direct_channel_id(self.stage.env, self.id)
        return [] if channel_id is None else self.stage.posts_in(channel_id)

    async def press(self, post: Post, button: str) -> Answer:
        """Presses the button with this label, verb or `custom_id`; asserts that the bot answered."""
        where, doer = self._at(post)
        custom_id = self.stage.again(post).find(button)["custom_id"]
        return self._answer(await doer.click(where, custom_id=custom_id), button)

    async def choose(self, post: Post, menu: str, *values: Any) -> Answer:
        """Chooses in the menu with this placeholder or verb: values or labels, or members, roles, channels."""
        component = self.stage.again(post).find(menu)
        by_label = {str(one["label"]): str(one["value"]) for one in component.get("options", ())}
        chosen = [by_label.get(value, value) if isinstance(value, str) else _handle(value) for value in values]
        where, doer = self._at(post)
        return self._answer(await doer.select(where, chosen, custom_id=component["custom_id"]), menu)

    async def fill(
        self,
        asked: Answer,
        **values: str
        | bool
        | list[str]
        | list[simcord_seam.actors.MemberActor]
        | list[simcord_seam.RoleHandle]
        | File
        | list[File],
    ) -> Answer:
        """Sends in the form that the answer opened, its fields by `custom_id`."""
        assert asked.result.modal is not None, f"no form was opened; the answer was: {asked.text!r}"
        doer = self._user if asked.result.modal and self._is_direct(asked) else self.actor
        self.stage.typed.note(*values.values())
        return self._answer(await doer.submit_modal(asked.result, values), "form")

    async def fill_text(self, asked: Answer, text: str) -> Answer:
        """Sends in the form with the text in its first text input, and the others left empty."""
        name = next(str(one["custom_id"]) for one in walk([asked.form]) if one.get("type") == TEXT_INPUT)
        return await self.fill(asked, **{name: text})

    async def type(self, command: str, **options: Any) -> Answer:
        """Types a command, as `type("events")`, in the channel for announcements or in `channel=`."""
        channel = options.pop("channel", None) or self.stage.announcements
        given = {name: _handle(value) for name, value in options.items()}
        self.stage.typed.note(*options.values())
        return self._answer(await self.actor.slash(channel, command, **given), f"/{command}")

    async def open_menu(self, name: str, target: Any) -> Answer:
        """Chooses the entry of Discord's menu of a member, or of a message that somebody wrote."""
        channel = self.stage.announcements
        return self._answer(await self.actor.context_menu(channel, name, _handle(target)), name)

    async def write(self, text: str) -> Any:
        """Writes in the channel for announcements, as people do."""
        self.stage.typed.note(text)
        return await self.actor.send(self.stage.announcements, text)

    async def suggestions(self, command: str, option: str, typed: str = "", **filled: Any) -> dict[str, str]:
        """What is offered while typing into an option: the names, each with the value behind it."""
        given = {name: _handle(value) for name, value in filled.items()}
        offered = await self.actor.autocomplete(self.stage.announcements, command, option, typed, **given)
        return {str(one["name"]): str(one["value"]) for one in offered}

    def _at(self, post: Post) -> tuple[Any, Any]:
        where = simcord_seam.pressable(self.stage.env, post.channel_id, post.message_id)
        return where, self._user if simcord_seam.is_direct(self.stage.env, post.channel_id) else self.actor

    def _is_direct(self, asked: Answer) -> bool:
        return simcord_seam.is_direct(self.stage.env, simcord_seam.interaction_record(asked.result).channel_id)

    def _answer(self, result: simcord_seam.InteractionResult, what: str) -> Answer:
        self.acts += 1
        if not result.acknowledged:
            raise Unanswered(f"{what!r} of {self.name} got no answer")
        return answer_of(self.stage, result)


def answer_of(stage: Stage, result: simcord_seam.InteractionResult) -> Answer:
    """The answer to an interaction, as its member sees it."""
    record = simcord_seam.interaction_record(result)
    is_update = record.message_id is not None and record.message_id == record.source_message_id
    ids = [*([] if is_update or record.message_id is None else [record.message_id]), *record.followup_ids]
    kept = [simcord_seam.stored_message(stage.env, record.channel_id, message_id) for message_id in ids]
    panel = simcord_seam.stored_message(stage.env, record.channel_id, record.source_message_id) if is_update else None
    posts = tuple(read_post(one) for one in kept if one is not None)
    return Answer(result, None if panel is None else read_post(panel), posts)


def _handle(value: Any) -> Any:
    return value.actor if isinstance(value, Member) else value
