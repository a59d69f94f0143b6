"""The bot: what is wired to what, and nothing else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands

from bot import wiring
from bot.features.erasure import verbs as erasure_verbs
from bot.features.pages import address_verbs as pages_address_verbs
from bot.features.past_events import store as past_events_store
from bot.features.past_events.worker import PastBringer
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing.card_worker import CardWatch
from bot.features.repeating.worker import MakerWatch
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments import rehearsing_worker as tournaments_rehearsing_worker
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.addresses import Place
from bot.kernel.database import Database
from bot.kernel.faults import BackupError, NotInCharge
from bot.kernel.ids import GuildId
from bot.kernel.outages import Boot, Cause
from bot.kernel.time_store import Deadline
from bot.living.apart import Apart, FileRunner, ReadingRoom
from bot.living.apart_child import FACE
from bot.living.avatars import AvatarCache, Avatars, DiscordAvatars
from bot.living.charge import Charge, DoubleWatch, silence_unless
from bot.living.commands import CommandKeeper
from bot.living.copies import (
    CopyWatch,
    Custody,
    begin,
    doubt_what_waits,
    is_from_a_copy,
    note_beside,
    noted_beside,
)
from bot.living.creation import Maker, cut_off, one_shot
from bot.living.known_servers import KnownServers
from bot.living.notifier import Notifier
from bot.living.panels import PanelKeeper, doubt_last_shown
from bot.living.reachability import ClockWatch, Senses
from bot.living.scheduler import Runner, SchedulerWaker, Waker
from bot.living.shards import ShardedBot
from bot.living.transactions import Ownership, TasksUnderWay, UnitsOfWork
from bot.server import store as server_store
from bot.server.store import EVERYWHERE

if TYPE_CHECKING:
    from bot.living.figures import Figures
    from bot.living.web_process import HearsOfChanges

MIGRATIONS: Final = Path(__file__).parent.parent / "migrations"
COGS: Final = (
    "routing",
    "health",
    "setup",
    "lists",
    "rulebooks",
    "registration",
    "own_events",
    "rounds",
    "decks",
    "tournaments",
    "cups",
    "desk",
    "accounts",
    "cases",
    "misconduct",
    "past_events",
    "registry",
    "seats",
    "series",
    "repeating",
    "teams",
    "arbiters",
    "refereeing",
    "matches",
    "tables",
    "guidance",
    "pages",
    "voting",
    "title_match",
    "ladder",
    "match_times",
    "jeek",
    "arena",
)
"""What holds presses and commands, which Discord is told in this order."""
HEARD_WITHIN: Final = timedelta(seconds=1)
"""So long at most a press waits for what the bot missed to be on record before it is looked at."""
ANSWERED_WITHIN: Final = timedelta(seconds=3)
"""For who is being answered when the bot ends; Discord waits no longer for them either."""
TOLD_WITHIN: Final = timedelta(seconds=1)
"""For those whose press was cut off by the end, who are told that."""
LISTENING: Final = {"routing", "health"}
"""Those that hear of more than presses and commands."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What the bot takes from outside; tests and rehearsals pass their own."""

    clock: Callable[[], datetime] = discord.utils.utcnow
    entropy: Callable[[int], bytes] = os.urandom
    waker: Callable[[], Waker] = SchedulerWaker
    time_passed: Callable[[], timedelta] | None = None
    """How much time has passed, whatever the clock is set to; None where it is pretended."""
    clock_watch: ClockWatch | None = None
    """Compares the machine's clock with Discord's; None where time is pretended."""
    guild_ids: Sequence[GuildId] = field(default_factory=tuple)
    """Servers whose commands are synced at once; elsewhere Discord may take its time."""
    language: str = "en-US"
    time_zone: str = "UTC"
    runner_of_files: Callable[[], FileRunner] = Apart
    """Where strangers' files are read; in a thread for tests, which bring their own."""
    rehearser: Callable[[], tournaments_rehearsing_worker.Rehearser] = tournaments_rehearsing_worker.RehearsalProcess
    """Where `/rehearse` plays; nowhere in rehearsals themselves."""
    avatars: Callable[[discord.Client], Avatars] = DiscordAvatars
    """Where members' own pictures come from."""
    shards: int | None = 1
    """How many connections to Discord there are; None: as many as it recommends."""
    acknowledge_after: timedelta | None = timedelta(seconds=2)
    """After so long without an answer Discord, which waits for three seconds, is told that one will come; None: never,
    as where time jumps."""
    boot_id: Callable[[], str] = lambda: os.urandom(4).hex()
    """By what this process is known; none before it had the same."""
    litestream: Path | None = None
    """The control socket of Litestream, where it copies the database; None: it does not."""
    charge: Charge | None = None
    """That this process is in charge of a database on a server; None of a file, which is one process's own."""
    pages_address: str = ""
    """Where pages are read; empty: there are none."""
    pages: Callable[[], HearsOfChanges] | None = None
    """What serves or publishes them; None: nothing does."""


class TournamentBot(ShardedBot):
    """Connects the database, the scheduler, the outbox and the commands. It needs no privileged intent."""

    units: UnitsOfWork
    runner: Runner
    maker: Maker
    notifier: Notifier
    cards: CardWatch
    makers: MakerWatch
    panels: PanelKeeper
    communities: KnownServers
    commands_told: CommandKeeper
    faces: AvatarCache
    past_bringer: PastBringer
    doubles: DoubleWatch
    ownership: Ownership
    custody: Custody
    copies: CopyWatch
    ended_by: BackupError | NotInCharge | None = None
    """Why the bot ended by itself."""
    web: HearsOfChanges | None = None
    figures: Figures | None = None
    """What counts for the host; None where the host wants none."""

    def __init__(self, database: Place, ports: Ports | None = None) -> None:
        wiring.join()
        self.ports = ports or Ports()
        trace = one_shot()
        if self.ports.clock_watch is not None:
            self.ports.clock_watch.listen(trace)
        if self.ports.charge is not None:
            silence_unless(partial(getattr, self.ports.charge, "is_sure"), trace)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=discord.app_commands.AppCommandContext(guild=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_count=self.ports.shards,
            http_trace=trace,
        )
        self.path = database
        self.files = ReadingRoom(self.ports.runner_of_files())
        self.rehearsals = tournaments_rehearsing_worker.RehearsalRoom(self.ports.rehearser())
        self.under_way = TasksUnderWay()
        self._database: Database | None = None
        self._hearing: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Opens the database, loads the commands, settles what the bot slept through, and takes up its work."""
        shards = await self.learn_shards()
        cause = await self._take_database()
        looks = self._look_at_clock, self._look_at_database
        senses = Senses(self.silence, self.ports.time_passed, *looks, lambda: self.under_way.any, self._is_described)
        self.cards = CardWatch(self.units, self, wiring.post_again, self._is_away)
        self.makers = MakerWatch(self.units, self)
        self.runner = Runner(self.units, self.ports.waker(), wiring.STEPS, wiring.LOSSES, senses, self._may_take)
        self.runner.reach.connections.share_out(shards, cause)
        self._wire_what_speaks()
        self.ownership = Ownership(self.units)
        self.past_bringer = PastBringer(self.units, self.files)
        self.doubles = DoubleWatch(self.units, self)
        self.runner.reach.servers.on_return += [self.notifier.let_go, lambda _: self.panels.wake()]
        self.units.wakers.update(
            outbox=self.notifier.wake,
            deadlines=self.runner.wake,
            panels=self.panels.wake,
            commands=self.commands_told.wake,
            heartbeat=self.runner.wake,
            **{past_events_store.WAKES: self.past_bringer.wake},
        )
        await self.load_cogs()
        await self.commands_told.learn(self.tree)
        await self.tree.set_translator(import_module("cogs.routing").CommandTranslator())
        await self._settle_what_was_missed(cause)
        await self._begin_pages()
        self.doubles.begin()
        for one in (self.runner, self.notifier, self.panels, self.past_bringer):
            one.wake()

    async def _take_database(self) -> Cause:
        """Opens the database and notes whose it is from now on; answers why the last process is not there any more."""
        is_copied = self.ports.litestream is not None
        epoch = None if self.ports.charge is None else self.ports.charge.epoch
        self._database = await Database.open(self.path, migrations=MIGRATIONS, is_copied=is_copied, epoch=epoch)
        self.units = UnitsOfWork(self._database, self.ports.clock, self.ports.entropy)
        begun, charge = Boot(self.ports.boot_id(), self.units.clock()), self.ports.charge
        earlier = await self.units.ask(kernel_time_store.last_begun)
        is_copy = is_from_a_copy(earlier, await noted_beside(self.path, charge))
        if not is_copy:
            # A start that ends right here leaves the one or the other in the database, and neither is a copy's.
            await note_beside(self.path, charge, *(one.boot for one in (earlier, begun) if one is not None))
        await self.units.do(begin, begun.boot)
        self.custody = Custody(self.units, self.path, begun)
        self.copies = CopyWatch(self.path, self.ports.litestream, self.units.clock)
        return Cause.RESTORED if is_copy else Cause.PROCESS

    def _wire_what_speaks(self) -> None:
        """Hands whoever keeps promises and panels what the features add, and figures what they are of."""
        self.maker, self.communities = Maker(self.units), KnownServers(self.units)
        self.commands_told = CommandKeeper(self.units, self, self.communities, self.ports.guild_ids)
        self.faces = AvatarCache(self.units, partial(self.files.read_own, FACE), self.ports.avatars(self))
        speech, names = wiring.speech(self.units, self, self.maker), self.commands_told.names_of
        self.notifier = Notifier(self.units, self, self.maker, speech, names, self.faces, self._is_away)
        contents, post_again = wiring.PANEL_CONTENTS, self.cards.post_again
        self.panels = PanelKeeper(self.units, self, contents, names, post_again, self._is_away)
        if self.figures is not None:
            self.figures.watch(self.units, self.runner.reach, lambda: self.guilds, self.path, lambda: self.copies.last)

    async def _begin_pages(self) -> None:
        """Has pages served and published where the host wants them; the bot waits for none of it."""
        await self.units.do(pages_address_verbs.note_address, self.ports.pages_address)
        if self.ports.pages is not None:
            self.web = self.ports.pages()
            self.web.start()
            self.units.follower = self.web.tell

    async def _settle_what_was_missed(self, cause: Cause) -> None:
        await self.runner.reach.servers.remember()
        if cause is Cause.RESTORED:
            await self.units.do(doubt_what_waits, self.notifier.attempts)
        if self.ports.charge is not None and self.ports.charge.has_overtaken:
            await self.units.do(outbox.note_overtaken)
        await self.units.do(cut_off)
        await self.units.do(doubt_last_shown, wiring.PANELS)
        await self.units.do(playing_outage_verbs.settle_earlier, self.runner.reach.connections.shards, cause)
        await self.units.do(playing_reporting_verbs.show_open)
        await self.units.do(erasure_verbs.forget_what_is_over)
        await self.units.do(tournaments_rulebook_verbs.tell_cut_off)
        await self.units.do(setup_verbs.switch_on_missing)
        # Not before: a start that ends on its way must leave the next one to see that it begins with a copy.
        await note_beside(self.path, self.ports.charge, self.custody.begun.boot)

    async def load_cogs(self) -> None:
        """Adds every cog; none is ever reloaded, so none is an extension, whose module would run anew at each start."""
        commands_of = import_module("cogs.commands")
        for name in COGS:
            module = import_module(f"cogs.{name}")
            commands_of.add_commands(self.tree, module.__name__)
            if name in LISTENING:
                await module.setup(self)
        commands_of.offer(self.tree)

    async def _may_take(self, deadline: Deadline) -> bool:
        """Whether a step can be taken, once Discord was asked for what it hangs on."""
        await self.makers.look(deadline)
        return await self.cards.may_take(deadline)

    def _is_away(self, guild_id: GuildId) -> bool:
        return self.runner.reach.servers.is_away(guild_id)

    async def on_shard_connect(self, number: int) -> None:
        """Expects the servers that Discord has named, and goes on with what waited for the connection."""
        reach = self.runner.reach
        shard = reach.connections.shards[number]
        expected = [GuildId(guild.id) for guild in self.guilds if guild.unavailable and shard.has(GuildId(guild.id))]
        reach.servers.expect(expected, shard)
        self.runner.go_on(number)

    async def on_shard_ready(self, number: int) -> None:
        """Has the commands of its servers compared, now that it is known in which the bot is, and which it has left."""
        shard = self.runner.reach.connections.shards[number]
        here = {GuildId(one.id): one for one in self.guilds if shard.has(GuildId(one.id))}
        for guild_id in await self.units.ask(server_store.ids_on, shard) - here.keys():
            self.runner.reach.lose(guild_id, Cause.REMOVED)
        for guild in here.values():
            self._regain(guild)
        self.commands_told.compare(EVERYWHERE, *here)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Has the commands of a server compared that has let the bot in, perhaps again."""
        self._regain(guild)
        self.commands_told.compare(GuildId(guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Holds up what closes in a server that has removed the bot."""
        self.runner.reach.lose(GuildId(guild.id), Cause.REMOVED)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Holds up what closes in a server that Discord has taken away."""
        self.runner.reach.lose(GuildId(guild.id), Cause.UNAVAILABLE)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Has the commands of a server compared that Discord describes only now, as after trouble of its own."""
        self._regain(guild)
        self.commands_told.compare(GuildId(guild.id))

    def _regain(self, guild: discord.Guild) -> None:
        """Discord has described the server, unless it took it away again before discord.py passed the word on."""
        if not guild.unavailable:
            self.runner.reach.regain(GuildId(guild.id))

    async def on_shard_disconnect(self, number: int) -> None:
        """Holds up everything that closes in its servers until presses can come in again."""
        self.runner.pause(number)

    async def on_shard_resumed(self, number: int) -> None:
        """Lets what closes go on, since presses come in again."""
        self.runner.go_on(number)

    async def hear(self, moment: datetime, guild_id: int | None) -> None:
        """A person's press or command has come in, made at that moment of Discord's clock; called before any look."""
        if guild_id is not None:
            await self.communities.know(GuildId(guild_id))
        if self.ports.clock_watch is not None:
            self.ports.clock_watch.came_in(moment)
        hearing = asyncio.create_task(self.runner.reach.hear(None if guild_id is None else GuildId(guild_id), moment))
        self._hearing.add(hearing)
        hearing.add_done_callback(self._hearing.discard)
        # A database that takes nothing at the moment keeps no press from being read or a form from being opened.
        # What the press writes comes after this all the same: the writer takes one after the other.
        refuses = self.units.refused_since is not None
        done, _ = await asyncio.wait({hearing}, timeout=0 if refuses else HEARD_WITHIN.total_seconds())
        for one in done:
            one.result()

    async def _look_at_clock(self) -> None:
        if self.ports.clock_watch is not None:
            await self.ports.clock_watch.look(self.units, self.http.get_bot_gateway, playing_outage_verbs.note_clock)

    async def _look_at_database(self) -> bool:
        """Whether the database is still the bot's own; where it is not, the bot ends."""
        if self.ended_by is None:
            await self.copies.look()
            try:
                await self.custody.check()
            except BackupError as why:
                self.end_because(why)
        return self.ended_by is None

    def end_because(self, why: BackupError | NotInCharge) -> None:
        """The database is not the bot's own any more: it ends, and notes nothing in it."""
        if self.ended_by is None:
            self.ended_by = why
            self._hearing.add(asyncio.create_task(self.close()))

    def _is_described(self, guild_id: GuildId) -> bool:
        guild = self.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    async def close(self) -> None:
        """Finishes what is under way, notes when the bot was last there, and lets go of everything."""
        self.under_way.ends = True
        self.files.close()
        self.rehearsals.close()
        if self._database is not None:
            try:
                await self.runner.close()
                await self.doubles.close()
                await self.cards.close()
                await self.notifier.close()
                await self.faces.close()
                await self.past_bringer.close()
                await self.panels.close()
                await self.commands_told.close()
                await self.under_way.rest(ANSWERED_WITHIN)
                if self.runner.is_there and self.ended_by is None:
                    await self.units.do(playing_outage_verbs.note_alive, self.runner.reach.heard)
            finally:
                # Whatever went wrong above: a database left open would keep the process from ending.
                try:
                    # Whoever closes the file last puts its log away, which is the bot's to do.
                    if self.web is not None:
                        await self.web.close()
                finally:
                    await self._database.close()
                    self._database = None
            await self.under_way.rest(TOLD_WITHIN)
        await super().close()
