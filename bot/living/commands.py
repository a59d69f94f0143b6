"""Telling Discord which commands there are: those of every server, and those that each server has switched on.

Discord keeps what it was told, so it is told again only what has changed. What a server does not have stands in the
bot's own tree all the same, so that a member who still sees it, as on an old client, is answered. discord.py sends a
description as it stands and asks the translator for the other languages by a `locale_str`; so each key becomes a
`locale_str` whose message is the English text and whose `key` is still there for the translator.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Collection, Iterator, Mapping, MutableSequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple, Protocol

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands import locale_str

from bot.i18n.catalogue import DEFAULT_LOCALE, PREFIX, command_text, key_of, key_of_option
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.ids import CommandsRefused, Community, GuildId, Switch
from bot.layout.command_names import CommandNames
from bot.living.creation import TROUBLE
from bot.living.known_servers import KnownServers
from bot.living.transactions import UnitsOfWork, Worker
from bot.server import store as server_store
from bot.server.store import EVERYWHERE, CommandsStanding

# --- descriptions in each language ----------------------------------------------------------------------------------


class Parameter(Protocol):
    """What discord.py keeps of an option; the only private part of it that this module touches."""

    name: str
    description: str | locale_str
    choices: MutableSequence[app_commands.Choice[str]]


def speak(tree: app_commands.CommandTree) -> None:
    """Gives every command, group, option and choice its English text and its key; doing it twice changes nothing."""
    for command in _walk(tree):
        command._locale_description = worded = _with_words(key_of(command.qualified_name))
        command.description = worded.message
        if isinstance(command, app_commands.Command):
            for parameter in _parameters(command):
                parameter.description = _with_words(key_of_option(command.qualified_name, parameter.name))
                # discord.py keeps a falsy marker, which is no list, where an option has no choices.
                if parameter.choices:
                    parameter.choices = [_with_name(choice) for choice in parameter.choices]


def _walk(tree: app_commands.CommandTree) -> Iterator[app_commands.Command | app_commands.Group]:  # type: ignore[type-arg]
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command | app_commands.Group):
            yield command


def _parameters(command: app_commands.Command) -> list[Parameter]:  # type: ignore[type-arg]
    return list(command._params.values())  # type: ignore[arg-type]


def _with_words(text: str | locale_str) -> locale_str:
    key = str(text.extras.get("key", text.message)) if isinstance(text, locale_str) else text
    if not key.startswith(PREFIX):
        return text if isinstance(text, locale_str) else locale_str(text)
    return locale_str(command_text(key, DEFAULT_LOCALE) or key, key=key)


def _with_name(choice: app_commands.Choice[str]) -> app_commands.Choice[str]:
    return app_commands.Choice(name=_with_words(choice._locale_name or choice.name), value=choice.value)


# --- what Discord is told -------------------------------------------------------------------------------------------


SWITCH: Final = "switch"
"""Under this name a command of the tree says which switch brings it; one of every server says None."""
INSTEAD: Final = "instead"
"""Under this one which command of every server leads on where it is switched off."""
PATIENCE: Final = timedelta(minutes=1)
"""Longer than this no call is waited for: where Discord wants to be asked much later, so it is."""
AT_ONCE: Final = 4
"""So many servers are told at the same time; one that Discord keeps waiting holds up none of the others."""
BETWEEN_CALLS: Final = timedelta(seconds=0.4)
"""With more to tell, each of them waits for so long: that is ten calls a second, of Discord's fifty."""
COMPARED_AT_ONCE: Final = 250
CLOSE_WITHIN: Final = timedelta(seconds=3)
AGAIN_AFTER: Final = {
    CommandsRefused.TROUBLE: timedelta(minutes=5),
    CommandsRefused.FORBIDDEN: timedelta(hours=1),
    CommandsRefused.TOO_MANY: timedelta(hours=1),
}
TOO_MANY_TODAY: Final = 30034
"""Discord takes two hundred new commands of a server a day."""
Payload = dict[str, Any]
"""A command as Discord is told of it."""
_COMMANDS = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
_log = logging.getLogger(__name__)


class Extent(NamedTuple):
    """Which commands a server is told of: those of every server or not, and those that it has switched on."""

    application_id: int | None
    common: bool
    switches: frozenset[Switch]


class CommandKeeper:
    """Keeps what Discord knows of the commands true; `wake` has it compared, a server that waits holds up no other."""

    def __init__(
        self,
        units: UnitsOfWork,
        client: discord.Client,
        servers: KnownServers,
        with_all: Collection[GuildId] = (),
    ) -> None:
        """Of the servers `with_all` the commands of every server are told once more."""
        self._units, self._client, self._servers, self._with_all = units, client, servers, with_all
        self._tree: app_commands.CommandTree[Any] | None = None
        self._commands: list[tuple[Switch | None, Payload]] = []
        self._switches: Mapping[str, Switch | None] = {}
        self._typed: frozenset[str] = frozenset()
        self._leads: Mapping[str, str] = {}
        self._hidden: frozenset[str] = frozenset()
        self._digests: dict[Extent, str] = {}
        self._to_compare: dict[GuildId, None] = {}
        """Servers of which it is not known whether they are behind, in order."""
        self._to_tell: dict[GuildId, None] = {}
        """Those that are."""
        self._telling: set[GuildId] = set()
        """Those that are being told."""
        self._meanwhile: set[GuildId] = set()
        """Those of them that were to be compared meanwhile, which is done at the end."""
        self._worker = Worker("commands", self._look)
        self._lanes = [Worker("commands", self._tell_next) for _ in range(AT_ONCE)]

    async def learn(self, tree: app_commands.CommandTree[Any]) -> None:
        """Takes what can be typed from the tree, and what Discord was told of it before; nothing is told yet."""
        self._tree = tree
        commands = [one for one in tree.walk_commands() if isinstance(one, app_commands.Command)]
        self._typed = frozenset(command.qualified_name for command in commands)
        self._switches = {one.name: one.extras.get(SWITCH) for one in tree.get_commands()}
        self._leads = {one.name: one.extras[INSTEAD] for one in tree.get_commands() if one.extras.get(INSTEAD)}
        self._hidden = frozenset(one.name for one in tree.get_commands() if one.default_permissions is not None)
        await self._servers.know_everywhere()

    async def names_of(self, guild_id: GuildId) -> CommandNames:
        """How texts that everybody reads name the commands in the server."""
        await self._servers.know(guild_id)
        return self.names(guild_id)

    def names(self, guild_id: GuildId) -> CommandNames:
        """As `names_of`, for a server that is known, as where somebody has pressed."""
        community = self._servers.get(guild_id)
        off = self._off_in(community)
        told = (self._servers.everywhere.ids, self._servers.told(guild_id).ids)
        ids = {name: number for known in told for name, number in known.items() if name not in off}
        # Before the setup there is no desk, and whoever invited the bot sees all of them.
        begun = community is not None and community.set_up_at is not None
        return CommandNames(self._typed, ids, off, self._leads, self._hidden if begun else frozenset())

    def _off_in(self, community: Community | None) -> frozenset[str]:
        switches = community.switches if community else frozenset[Switch]()
        return frozenset(name for name, one in self._switches.items() if one is not None and one not in switches)

    def wake(self) -> None:
        """Compares what Discord was told with what there is now, in every server: settings have changed."""
        self._servers.note_change()
        self.compare(EVERYWHERE, *(GuildId(guild.id) for guild in self._client.guilds))

    def compare(self, *some: GuildId) -> None:
        """Compares what Discord was told with what there is now, in those servers."""
        self._to_compare.update(dict.fromkeys(some))
        self._worker.wake()

    async def close(self) -> None:
        """Tell Discord nothing further; a call under way is finished, if Discord takes it soon."""
        workers = (self._worker, *self._lanes)
        for worker in workers:
            worker.closed = True
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN.total_seconds()):
                await asyncio.gather(*(worker.rest() for worker in workers))

    async def _look(self) -> bool:
        """Finds those that are behind, so many at a time that presses come in between."""
        if not self._to_compare or self._tree is None:
            return False
        if not self._commands:
            self._commands = await _payloads(self._tree)
        some = list(islice(self._to_compare, COMPARED_AT_ONCE))
        for one in some:
            del self._to_compare[one]
        for standing in await self._units.ask(server_store.standings_of_commands, some):
            if standing.scope in self._telling:
                self._meanwhile.add(standing.scope)
            elif self._is_behind(standing):
                self._to_tell[standing.scope] = None
        for lane in self._lanes[: len(self._to_tell)]:
            lane.wake()
        return bool(self._to_compare)

    def _is_behind(self, standing: CommandsStanding) -> bool:
        now, told_at = self._units.clock(), standing.told_at
        if standing.refused is not None and standing.refused_at is not None:
            is_over = now >= standing.refused_at + AGAIN_AFTER[standing.refused]
            return is_over or self._came_anew(standing.scope, standing.refused_at)
        extent = self._extent(standing.scope, standing.switches)
        if told_at is None and not self._payload(extent):
            # A server of which Discord was never told anything has no commands of its own, and is to have none.
            return False
        return standing.digest != self._digest(extent) or self._came_anew(standing.scope, told_at)

    def _came_anew(self, scope: GuildId, at: datetime | None) -> bool:
        """Whether the bot was let in again since: a server forgets the commands of a bot that leaves it."""
        guild = self._client.get_guild(scope)
        # Of a server that is down Discord does not say since when the bot is in it.
        joined_at = None if guild is None else getattr(guild.me, "joined_at", None)
        return joined_at is not None and at is not None and joined_at > at

    def _extent(self, scope: GuildId, switches: frozenset[Switch]) -> Extent:
        """Which commands Discord is told of there."""
        common = scope == EVERYWHERE or scope in self._with_all
        return Extent(self._client.application_id, common, frozenset() if scope == EVERYWHERE else switches)

    def _payload(self, extent: Extent) -> list[Payload]:
        return [
            payload
            for switch, payload in self._commands
            if (extent.common if switch is None else switch in extent.switches)
        ]

    def _digest(self, extent: Extent) -> str:
        """By which it is seen whether Discord knows them; the same for each server that has the same switched on."""
        if extent not in self._digests:
            whose = [extent.application_id, self._payload(extent)]
            self._digests[extent] = hashlib.sha256(json.dumps(whose, sort_keys=True).encode()).hexdigest()
        return self._digests[extent]

    async def _tell_next(self) -> bool:
        """Tells of the next server that is behind; with many, at a pace that leaves room for what players are told."""
        if not self._to_tell:
            return False
        scope = next(iter(self._to_tell))
        del self._to_tell[scope]
        self._telling.add(scope)
        try:
            await self._tell(scope)
        finally:
            self._telling.discard(scope)
            if scope in self._meanwhile:
                self._meanwhile.discard(scope)
                self.compare(scope)
        if len(self._to_tell) > AT_ONCE:
            await asyncio.sleep(BETWEEN_CALLS.total_seconds())
        return bool(self._to_tell)

    async def _tell(self, scope: GuildId) -> None:
        """Tells Discord of one server's commands, unless it has told it since or was refused."""
        extent = self._extent(scope, await self._switches_of(scope))
        # A server that lets the bot in again while it is told may have forgotten what it was told.
        digest, begun_at = self._digest(extent), self._units.clock()
        try:
            async with asyncio.timeout(PATIENCE.total_seconds()):
                ids = await self._put(scope, extent)
        except TROUBLE as trouble:
            refused = _reason(trouble)
            _log.warning("Discord did not take the commands of %s (%s): %r", scope or "all servers", refused, trouble)
            await self._units.do(_refuse, scope, refused, begun_at)
            return
        await self._units.do(_note, scope, digest, ids, begun_at)
        self._servers.note_change()
        if scope == EVERYWHERE:
            await self._servers.know_everywhere()
        # It may have changed while Discord was told.
        if self._digest(self._extent(scope, await self._switches_of(scope))) != digest:
            self._to_tell[scope] = None

    async def _switches_of(self, scope: GuildId) -> frozenset[Switch]:
        community = (await self._servers.know(scope)).community
        return frozenset[Switch]() if community is None else community.switches

    async def _put(self, scope: GuildId, extent: Extent) -> Mapping[str, int]:
        payload: Any = self._payload(extent)
        http, application = self._client.http, self._client.application_id or 0
        if scope == EVERYWHERE:
            taken = await http.bulk_upsert_global_commands(application, payload)
        else:
            taken = await http.bulk_upsert_guild_commands(application, scope, payload)
        return {one["name"]: int(one["id"]) for one in taken}


async def _payloads(tree: app_commands.CommandTree[Any]) -> list[tuple[Switch | None, Payload]]:
    """Every command with the switch that brings it, by name: no server is told anew because cogs were put otherwise."""
    speak(tree)
    translator = tree.translator
    if translator is None:
        raise RuntimeError("the tree has no translator: commands would be told of in one language")
    found: list[tuple[Switch | None, Payload]] = []
    for one in sorted(tree.get_commands(), key=attrgetter("name")):
        found.append((one.extras.get(SWITCH), _by_name(dict(await one.get_translated_payload(tree, translator)))))
        # Presses come in by now, and it takes a third of a second in all.
        await asyncio.sleep(0)
    return found


def _by_name(payload: Payload) -> Payload:
    """The command with its commands, as deep as they go, in the order of their names; options stay where they are."""
    options = payload.get("options")
    if not options or any(option["type"] not in _COMMANDS for option in options):
        return payload
    return {**payload, "options": [_by_name(option) for option in sorted(options, key=itemgetter("name"))]}


def _reason(trouble: BaseException) -> CommandsRefused:
    if isinstance(trouble, discord.HTTPException) and trouble.code == TOO_MANY_TODAY:
        return CommandsRefused.TOO_MANY
    if isinstance(trouble, discord.Forbidden):
        return CommandsRefused.FORBIDDEN
    return CommandsRefused.TROUBLE


def _note(tx: Tx, scope: GuildId, digest: str, ids: Mapping[str, int], at: datetime) -> None:
    server_store.note_told_commands(tx, scope, digest, ids, at)
    kernel_time_store.rewrite_deadlines(tx, f"commands:{scope}", [])


def _refuse(tx: Tx, scope: GuildId, refused: CommandsRefused, at: datetime) -> None:
    server_store.note_refusal(tx, scope, refused, at)
    kernel_time_store.rewrite_deadlines(tx, f"commands:{scope}", [("retry", tx.now + AGAIN_AFTER[refused])])
