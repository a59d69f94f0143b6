"""What is known of servers goes on for who presses, and is read again before it is needed next."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.kernel.database import Database
from bot.kernel.ids import Community, GuildId, MemberId, RoleId
from bot.living.known_servers import KnownServers
from bot.living.transactions import UnitsOfWork
from bot.server import store as server_store
from tests.wire.test_heartbeat import BEGIN, MIGRATIONS

HERE = Community(GuildId(1), MemberId(1), "pt-BR", "UTC", organiser_role=RoleId(9))
ELSEWHERE = Community(GuildId(2), MemberId(1), "it", "UTC")


@pytest.fixture
async def units(tmp_path: Path) -> AsyncIterator[UnitsOfWork]:
    async with Database.open(tmp_path / "a.db", migrations=MIGRATIONS, applied_at=0) as database:
        made = UnitsOfWork(database, lambda: BEGIN, bytes)
        for community in (HERE, ELSEWHERE):
            await made.do(server_store.save, community)
        yield made


async def test_a_press_under_way_keeps_language_and_rights_while_another_server_changes(units: UnitsOfWork) -> None:
    known = KnownServers(units)
    await known.know(HERE.guild_id)
    known.note_change()
    assert known.get(HERE.guild_id) == HERE


async def test_after_a_change_the_server_is_read_again_before_the_next_press(units: UnitsOfWork) -> None:
    known = KnownServers(units)
    await known.know(HERE.guild_id)
    changed = replace(HERE, language="es-ES")
    await units.do(server_store.save, changed)
    known.note_change()
    assert (await known.know(HERE.guild_id)).community == changed
    known.put(HERE)
    assert known.get(HERE.guild_id) == HERE


async def test_the_server_that_was_needed_longest_ago_is_forgotten_first(units: UnitsOfWork) -> None:
    known = KnownServers(units, most=1)
    for community in (HERE, ELSEWHERE):
        await known.know(community.guild_id)
    assert (known.get(HERE.guild_id), known.get(ELSEWHERE.guild_id)) == (None, ELSEWHERE)
