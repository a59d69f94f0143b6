"""Servers in which nothing happens are packed, and as discord.py has them at the first look or change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import discord
import pytest

from benchmarks.many_servers import crowd
from bot.app import TournamentBot
from bot.kernel.ids import GuildId
from bot.living.creation import channel_in
from bot.living.shards import Packed, PackedChannels
from wire.shapes import Payload
from wire.world import World

HERE = 1_000_000
"""As the benchmark numbers them."""


@pytest.fixture
def told() -> dict[str, Any]:
    """What Discord says of three servers, by their ids."""
    return crowd(3, World().bot)


@pytest.fixture
def bot(told: dict[str, Any], tmp_path: Path) -> TournamentBot:
    made = TournamentBot(tmp_path / "never_opened.db")
    made._connection.shard_count = 1
    made._connection.dispatch = lambda *_: None
    for described in told.values():
        made._connection.parse_guild_create({**json.loads(described), "unavailable": None})
    return made


def channels_of(guild: discord.Guild) -> Packed:
    assert isinstance(guild._channels, PackedChannels)
    return guild._channels


def test_a_server_sleeps_until_somebody_looks_at_its_channels(bot: TournamentBot) -> None:
    guild = bot.guilds[0]
    assert channels_of(guild).is_asleep
    assert len(guild.text_channels) == 25
    assert not channels_of(guild).is_asleep
    assert all(channels_of(other).is_asleep for other in bot.guilds[1:])


def test_what_was_packed_is_what_discord_said(bot: TournamentBot) -> None:
    guild = bot.guilds[0]
    channel = guild.get_channel(HERE * 1_000 + 101)
    assert isinstance(channel, discord.TextChannel)
    assert (channel.name, channel.guild, len(guild.channels), len(guild.roles)) == ("channel-1", guild, 40, 25)
    assert guild.default_role.is_default()
    assert len(channel.overwrites) == 1


def test_a_change_wakes_the_server_first_so_that_nothing_is_lost(bot: TournamentBot) -> None:
    guild = bot.guilds[0]
    new: Payload = {"id": "77", "guild_id": str(HERE), "type": 0, "name": "new", "position": 99, "nsfw": False}
    bot._connection.parse_channel_create({**new, "permission_overwrites": [], "parent_id": None})
    bot._connection.parse_channel_delete({**new, "id": str(HERE * 1_000 + 100)})
    assert len(guild.channels) == 40
    assert guild.get_channel(77) is not None
    assert guild.get_channel(HERE * 1_000 + 100) is None


def test_a_channel_is_looked_for_in_its_own_server_and_wakes_no_other(bot: TournamentBot) -> None:
    first, second, third = bot.guilds
    assert channel_in(bot, GuildId(second.id), (HERE + 1) * 1_000 + 100) is not None
    assert channel_in(bot, GuildId(second.id), HERE * 1_000 + 100) is None
    assert bot.get_channel((HERE + 1) * 1_000 + 100) is not None
    assert bot.get_channel((HERE + 2) * 1_000 + 100) is None
    assert channels_of(first).is_asleep
    assert channels_of(third).is_asleep


def test_a_server_that_discord_describes_anew_has_the_new_channels_alone(
    bot: TournamentBot, told: dict[str, Any]
) -> None:
    described = json.loads(told[str(HERE)])
    assert len(bot.guilds[0].channels) == 40
    bot._connection.parse_guild_create({**described, "channels": described["channels"][:3], "unavailable": False})
    assert [channel.name for channel in bot.guilds[0].channels] == ["channel-0", "channel-1", "channel-2"]
