"""Interactions as nobody's client sends them: any custom_id, any option, from whoever, handed to the door itself.

The pretend Discord refuses a press on a button that is not there. Here the door is asked what it does all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, product
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import discord
from discord import app_commands

from bot.app import TournamentBot
from bot.kernel.errors import UserError
from bot.kernel.ids import EntityKind
from cogs.request import Request
from cogs.routing import VERBS, Routing
from cogs.subjects import Parser

OF_A_REFUSAL = 0xED4245
"""The colour of an answer that says why not."""


@dataclass(eq=False)
class Answers:
    """What Discord was told of one interaction, whichever way."""

    texts: list[str] = field(default_factory=list)
    forms: list[discord.ui.Modal] = field(default_factory=list)
    choices: list[app_commands.Choice[str]] = field(default_factory=list)
    public: int = 0
    refused: bool = False
    _done: bool = False

    def is_done(self) -> bool:
        return self._done

    async def send_message(
        self, *, view: discord.ui.LayoutView, ephemeral: bool = False, **_: object
    ) -> SimpleNamespace:
        self._done, self.public = True, self.public + (not ephemeral)
        self.refused = f"'accent_color': {OF_A_REFUSAL}" in str(view.to_components())
        self.texts.append(str(view.to_components()))
        return SimpleNamespace(resource=None)

    async def send(self, **sent: Any) -> None:
        await self.send_message(**sent)

    async def edit_message(self, *, view: discord.ui.LayoutView, **_: object) -> None:
        self._done = True
        self.texts.append(str(view.to_components()))

    async def defer(self, **_: object) -> None:
        self._done = True

    async def send_modal(self, form: discord.ui.Modal) -> None:
        self._done = True
        self.forms.append(form)

    async def autocomplete(self, choices: list[app_commands.Choice[str]]) -> None:
        self._done = True
        self.choices += choices

    @property
    def all(self) -> str:
        """Everything that could be read of it."""
        forms = " ".join(str(form.to_dict()) for form in self.forms)
        return " ".join([*self.texts, forms, *(choice.name for choice in self.choices)])


@dataclass(frozen=True)
class Forger:
    """Somebody in a server who can send whatever they like."""

    bot: TournamentBot
    guild: discord.Guild
    member: discord.Member
    at: datetime

    @classmethod
    def of(
        cls, bot: TournamentBot, guild: discord.Guild | int, member_id: int, at: datetime, name: str, *, owner: bool
    ) -> Forger:
        """Whoever that is; `guild` by its number where the bot has none of that sort."""
        if isinstance(guild, int):
            guild = Mock(
                discord.Guild, id=guild, text_channels=[], roles=[], _roles={}, owner_id=member_id if owner else 1
            )
        member = Mock(discord.Member, id=member_id, display_name=name, bot=False, roles=[], _roles=[], guild=guild)
        # A mock takes `name` for its own.
        member.name = name
        member.get_role = lambda _: None
        return cls(bot, guild, member, at)

    def interaction(self, data: Mapping[str, object], kind: discord.InteractionType, namespace: object = None) -> Any:
        """What discord.py would make of it."""
        answers = Answers()
        return SimpleNamespace(
            answers=answers, client=self.bot, guild=self.guild, guild_id=self.guild.id, user=self.member, type=kind,
            data=dict(data), response=answers, followup=answers, edit_original_response=answers.edit_message,
            created_at=self.at, locale="en-US", guild_locale="en-US", id=1, message=None, channel_id=5,
            permissions=discord.Permissions.none(), app_permissions=discord.Permissions.all(),
            namespace=namespace, command_failed=False, extras={},
        )  # fmt: skip

    async def press(self, custom_id: str, values: Iterable[str] = (), text: str = "1") -> Answers:
        """Sends a press, a choice or a form of that name."""
        fields = [{"type": 18, "component": {"type": 4, "custom_id": name, "value": text}} for name in FIELDS]
        data = {"custom_id": custom_id, "values": list(values), "components": fields}
        sent = self.interaction(data, discord.InteractionType.component)
        await Routing._hand_on(Request(sent))
        answers: Answers = sent.answers
        return answers

    async def press_letter(self, custom_id: str, values: Iterable[str] = ()) -> Answers:
        """Sends the same out of a direct message, which says nothing of a server."""
        data = {"custom_id": custom_id, "values": list(values), "components": []}
        sent = self.interaction(data, discord.InteractionType.component)
        sent.guild, sent.guild_id, sent.user = None, None, Mock(discord.User, id=self.member.id, bot=False)
        await Routing._hand_on(Request(sent))
        answers: Answers = sent.answers
        return answers

    async def open_menu(self, menu: app_commands.ContextMenu, target: object) -> Answers:
        """Chooses an entry of the menu of somebody or of a message."""
        sent = self.interaction({}, discord.InteractionType.application_command)
        try:
            await menu._invoke(sent, target)
        except app_commands.AppCommandError as error:
            await self.bot.tree.on_error(sent, error)
        answers: Answers = sent.answers
        return answers

    async def type(self, command: AnyCommand, options: Mapping[str, object]) -> Answers:
        """Types a command with these options."""
        sent = self.interaction({}, discord.InteractionType.application_command)
        try:
            await command._invoke_with_namespace(sent, cast("Any", SimpleNamespace(**options)))
        except app_commands.AppCommandError as error:
            await self.bot.tree.on_error(sent, error)
        answers: Answers = sent.answers
        return answers

    async def look(self, command: AnyCommand, option: str, options: Mapping[str, object]) -> Answers:
        """Asks what is suggested for an option."""
        namespace: Any = SimpleNamespace(**{option: "", **options})
        sent = self.interaction({}, discord.InteractionType.autocomplete, namespace)
        await command._invoke_autocomplete(sent, option, namespace)
        answers: Answers = sent.answers
        return answers


AnyCommand = app_commands.Command[Any, ..., Any]
MALFORMED = (
    "", ".", "0", "-1", "99999999999999999999", "9" * 90, "\ud800", "'; --", "a.b.c.d.e.f", "/", "²", "%s{0}",
    "x" * 95, "../../etc", "\u202e1", "1_1_1-1", "aaaaaaaaaaaa", "aaaaaaaaaaaa.1", "aaaaaaaaaaaa.aaaaaaaaaaaa.1",
    "aaaaaaaaaaaa/99999999999", "aaaaaaaaaaaa-conduct--",
)  # fmt: skip
"""Subjects that nothing is named by."""
FIELDS = (
    "account", "board", "board1", "boards", "city", "club", "count", "country", "grade", "lasts", "link", "list",
    "members", "moves", "name", "question", "reason", "report", "rules", "side0", "side1", "suggestion", "text",
    "total", "until", "why",
)  # fmt: skip

_WORDS = (
    "0", "1", "2", "1-0", "3-1", "10", "100", "first", "last", "white", "black", "d", "x", "1_g0", "odd", "even",
    "warning", "lost_game", "bar_for", "bar_for_life", "conduct", "exclusion", "expulsion", "reprimand", "suspended",
    "none", "president", "leader", "AN", "announcements", "channels", "check", "places", "language", "time",
    "light", "findable", "seat", "league", "candidates", "match", "jeek", "3-1_2-2", "player", "counted",
)  # fmt: skip


_SPELLED = (
    "{match}.1.0", "{match}.1.1", "{match}.1-0.0", "{match}.100_16_3_2.0", "{match}.10_1_2.0", "{match}.1.1.0",
    "{match}.3-1_2-2.0", "{match}.1.{person}", "{match}.1.1_g0", "{match}.0.1.warning.0", "{appeal}.1-0.0",
    "{appeal}.3-1_2-2.0", "{event}.first.first", "{person}-conduct-{event}-{match}", "{jeek_game}.1.1",
    "{opening_draft}.1.{person}", "{sign_ups}.1.{person}", "{seat_round}.match.{person}",
    "{series}.{event}.2",
)  # fmt: skip


def subjects(takes: Parser[Any], known: Mapping[EntityKind, str]) -> Iterator[str]:
    """Subjects of that kind, written with the ids known."""
    atoms = [*known.values(), *_WORDS, ""]
    spelled = (one.format(**{thing.value: key for thing, key in known.items()}) for one in _SPELLED)
    joined = (separator.join(parts) for separator in "./-" for parts in product(atoms, repeat=2))
    for text in chain(atoms, spelled, joined):
        if fits(takes, text, known):
            yield text


def fits(takes: Parser[Any], text: str, known: Mapping[EntityKind, str]) -> bool:
    """Whether the door reads it, and takes each id in it for the kind of thing that it is."""
    try:
        _, named = takes.read(text)
    except UserError:
        return False
    return all(known.get(thing) == key for thing, key in named)


def written(known: Mapping[EntityKind, str]) -> dict[str, str]:
    """For every verb a subject that can be meant."""
    return {verb: next(subjects(one.takes, known), "?") for verb, one in VERBS.items()}
