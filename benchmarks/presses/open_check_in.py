"""The real bot with a tournament whose confirmation is open: who is to press has registered before the bot starts.

Everything is written by the bot's own services into the file that its process then opens: so the announcement, its
panel and every press take the way that they take in a server, and the benchmark waits for no clock.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot import wiring
from bot.app import MIGRATIONS
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.context import Tx
from bot.kernel.database import Database
from bot.kernel.ids import Actor, ChannelId, Community, GuildId, MemberId, TournamentId
from bot.living.transactions import UnitsOfWork
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from bot.server import store as server_store
from wire.discord_server import LoopbackDiscord
from wire.payloads import Person as LoopbackMember
from wire.scenario import Gesture, latest_with, presses_on
from wire.shapes import find_component, text
from wire.world import World

DATABASE: Final = "arbiter.db"
LEAD: Final = timedelta(minutes=20)
"""From the beginning of a measurement to the close: inside the half hour for which the Open's confirmation is open."""
PLAYER: Final = "Player"


async def prepare(server: LoopbackDiscord, folder: Path, players: int) -> None:
    """Writes a community, its tournament and `players` registered members into a new database in the folder."""
    wiring.join()
    world = server.world
    people = [world.add_member(f"{PLAYER} {number}") for number in range(players)]
    now = datetime.now(UTC)
    async with Database.open(folder / DATABASE, migrations=MIGRATIONS) as database:
        units = UnitsOfWork(database, lambda: now - timedelta(hours=1), os.urandom)
        tournament = await units.do(_found_community, world, now + LEAD)
        await units.do(_register, world, people, tournament.tournament_id)
        await units.do(entering_check_in_verbs.open_check_in, tournament)


async def presses(server: LoopbackDiscord, count: int) -> Sequence[Gesture]:
    """One press a registered player on the panel's Check in button; each confirms, so none can be made twice."""
    people = [member for member in server.world.members.values() if member.name.startswith(f"{PLAYER} ")]
    panel = await latest_with(server, "register")
    button = text(find_component(panel, "check-in"), "custom_id")
    return await presses_on(server, button, panel, people[:count])


def _found_community(tx: Tx, world: World, start_at: datetime) -> Tournament:
    general = ChannelId(int(text(world.general, "id")))
    community = Community(
        guild_id=GuildId(int(world.guild_id)),
        owner_id=MemberId(int(world.owner.id)),
        language="en-US",
        time_zone="UTC",
        announcements=general,
        matches=general,
        committee=general,
        record=general,
        set_up_at=tx.now,
    )
    server_store.save(tx, community)
    owner = _presser(world, world.owner, tx.now)
    return tournaments_verbs.create(tx.acting_as(owner), "Loopback Open", preset("aije-open"), start_at)


def _register(tx: Tx, world: World, people: Sequence[LoopbackMember], tournament_id: TournamentId) -> None:
    for one in people:
        entering_verbs.register(tx.acting_as(_presser(world, one, tx.now)), tournament_id, one.name)


def _presser(world: World, member: LoopbackMember, at: datetime) -> Actor:
    is_owner = member.id == world.owner.id
    return Actor(GuildId(int(world.guild_id)), MemberId(int(member.id)), member.name, "en-US", is_owner, is_owner, at)
