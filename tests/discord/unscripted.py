"""Members without a script: they press, choose, fill in and type whatever is in front of them, wisely or not.

The same seed does the same again. What they come upon is held against everything that the stage is held to at its end;
a press without an answer, or with an apology, fails at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any, Final

from discord import AppCommandOptionType, app_commands

from rehearsal import simcord_seam
from rehearsal.members import Answer, Member
from rehearsal.posts import SELECTS, Component, Post, walk
from rehearsal.stage import Stage

BUTTON: Final = 2
TEXT_INPUT: Final = 4
USER_SELECT: Final = 5
FILE_UPLOAD: Final = 19
ROLE_SELECT: Final = 6
CHANNEL_SELECT: Final = 8
SAID: Final = (
    "1", "2-1", "3-0", "0-3", "1-1", "2", "17.5", "+-", "a1 b2", "2026-11-22 18:00", "30 min", "Ana, Bob", "-", "0",
    "1d", "999999999", "@everyone", "**x** `y` <@1>", "Łódź 🎲", "x" * 90,
)  # fmt: skip
"""What people type into anything: scores, moves, times, names, nonsense."""
SENSIBLE: Final = {"reason": "We agreed on it", "why": "We agreed on it"}
LAST: Final = {"tournament cancel", "setup"}
"""What would end all that goes on, and is done only now and then."""
ENDING: Final = ("cancel:", "data-erase", "setup")
RECENT: Final = 12
"""Of so many messages of a channel people press buttons; further up nobody scrolls often."""
DEPTH: Final = 3
"""How many answers people follow before they look at something else."""


class Crowd:
    """Members who act by chance."""

    def __init__(self, stage: Stage, members: Sequence[Member], seed: int) -> None:
        self._stage = stage
        self._dice = Random(seed)
        self.members = list(members)

    def _note(self, what: str) -> None:
        """Says what is done; pytest shows it to whoever has to find out what led to a fault."""
        print(f"{self._stage.now:%d %H:%M:%S} {what}")

    async def act(self, times: int) -> None:
        """So many acts of anybody, one after another, with time passing in between."""
        for _ in range(times):
            member = self._dice.choice(self.members)
            match self._dice.random():
                case x if x < 0.35:
                    await self._press_something(member)
                case x if x < 0.75:
                    await self.look_what_to_do(member)
                case x if x < 0.85:
                    await self._type_something(member)
                case x if x < 0.99:
                    await self._stage.advance(seconds=self._dice.choice((1, 5, 20, 90, 300, 900)))
                case _:
                    self._note("an outage")
                    await self._stage.sleep_through(timedelta(seconds=self._dice.choice((0, 60, 1800))))

    async def _press_something(self, member: Member) -> None:
        channels = (self._stage.announcements, self._stage.matches, self._stage.committee, self._stage.record)
        seen = [post for channel in channels for post in self._stage.posts_in(channel)[-RECENT:]]
        offering = [post for post in [*seen, *member.inbox[-RECENT:]] if post.offered]
        if offering:
            await self._on(member, self._dice.choice(offering), DEPTH)

    async def look_what_to_do(self, member: Member, *, wise: bool | None = None) -> None:
        """What the bot asks for first is done; by who is not `wise`, something else of its list."""
        answer = await self._typed(member, "me", {})
        asked = [post for post in answer.posts if post.offered]
        if asked:
            first = self._dice.random() < 0.8 if wise is None else wise
            await self._on(member, asked[0], DEPTH, first=first)

    async def _on(self, member: Member, post: Post, depth: int, *, first: bool = False) -> None:
        """One usable thing on the post is pressed or chosen; where it opens something, people go on there."""
        usable = [one for one in walk(post.components) if "custom_id" in one and not one.get("disabled")]
        harmless = [one for one in usable if not str(one["custom_id"]).startswith(ENDING) or self._dice.random() < 0.02]
        if not harmless:
            return
        component = harmless[0] if first else self._dice.choice(harmless)
        custom_id = str(component["custom_id"])
        self._note(f"{member.name} presses {custom_id}")
        if component.get("type") == BUTTON:
            answer = await member.press(post, custom_id)
        elif component.get("type") in SELECTS:
            answer = await member.choose(post, custom_id, *self._chosen(component))
        else:
            return
        await self._follow(member, answer, depth)

    async def _follow(self, member: Member, answer: Answer, depth: int) -> None:
        if answer.result.modal is not None:
            self._note(f"… and fills in {answer.form.get('custom_id')}")
            answer = await member.fill(answer, **self._filled(answer.form))
        _no_apology(answer)
        offering = [post for post in answer.posts if post.offered]
        if depth and offering and self._dice.random() < 0.7:
            post = self._dice.choice(offering)
            if simcord_seam.stored_message(self._stage.env, post.channel_id, post.message_id) is not None:
                await self._on(member, self._stage.again(post), depth - 1)

    def _chosen(self, component: Component) -> list[Any]:
        least, most = int(component.get("min_values") or 1), int(component.get("max_values") or 1)
        options = self._offered(component)
        number = min(len(options), self._dice.randint(max(least, 1), max(most, 1)))
        return self._dice.sample(options, number)

    def _offered(self, component: Component) -> list[Any]:
        match component.get("type"):
            case one if one == ROLE_SELECT:
                return [self._stage.organisers]
            case one if one == CHANNEL_SELECT:
                return [self._stage.announcements]
            case one if one == USER_SELECT:
                return list(dict.fromkeys(self.members))
        return [str(one["value"]) for one in component.get("options") or ()]

    def _filled(self, form: Component) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for one in walk([form]):
            name = str(one.get("custom_id", ""))
            if one.get("type") == TEXT_INPUT:
                values[name] = self._words(one)
            elif one.get("type") == USER_SELECT:
                values[name] = [member.actor for member in self._chosen(one)]
            elif one.get("type") in SELECTS:
                values[name] = self._chosen(one)
            elif one.get("type") == FILE_UPLOAD:
                values[name] = [("found.txt", self._dice.choice(SAID).encode())]
        return values

    def _words(self, one: Component) -> str:
        shown = str(one.get("value") or SENSIBLE.get(str(one["custom_id"]), ""))
        said = self._dice.choice([*([shown] * len(SAID) if shown else []), *SAID])
        least, most = int(one.get("min_length") or 1), int(one.get("max_length") or 4000)
        return said.ljust(least, "x")[:most]

    async def _type_something(self, member: Member) -> None:
        name = self._dice.choice(self._stage.commands)
        command = _command(self._stage, name)
        if name in LAST and self._dice.random() < 0.95:
            return
        if command is None or any(one.type is AppCommandOptionType.attachment for one in command.parameters):
            return
        options: dict[str, Any] = {}
        for one in command.parameters:
            if one.required or self._dice.random() < 0.5:
                options[one.name] = await self._option(member, name, one, options)
        answer = await self._typed(member, name, {key: value for key, value in options.items() if value is not None})
        await self._follow(member, answer, DEPTH)

    async def _typed(self, member: Member, name: str, options: dict[str, Any]) -> Answer:
        self._note(f"{member.name} types /{name} {options}")
        return await member.type(name, **options)

    async def _option(self, member: Member, name: str, one: app_commands.Parameter, given: dict[str, Any]) -> Any:
        if one.choices:
            return self._dice.choice(one.choices).value
        match one.type:
            case AppCommandOptionType.user:
                return self._dice.choice(self.members)
            case AppCommandOptionType.integer | AppCommandOptionType.number:
                return self._dice.randint(int(one.min_value or 0), int(one.max_value or 20))
            case AppCommandOptionType.boolean:
                return self._dice.random() < 0.5
            case AppCommandOptionType.channel:
                return self._stage.announcements
            case AppCommandOptionType.role:
                return self._stage.organisers
        if one.autocomplete:
            offered = await member.suggestions(name, one.name, **given)
            if offered and self._dice.random() < 0.85:
                return self._dice.choice(list(offered.values()))
        most = int(one.max_value or 100)
        return self._dice.choice(SAID)[:most]


def _command(stage: Stage, name: str) -> app_commands.Command[Any, ..., Any] | None:
    found = [one for one in stage.bot.tree.walk_commands() if one.qualified_name == name]
    return next((one for one in found if isinstance(one, app_commands.Command)), None)


def _no_apology(answer: Answer) -> None:
    assert "reference" not in answer.text.lower(), answer.text
