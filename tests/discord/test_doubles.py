"""A message that stands twice, since the process that was sending it froze and another took over, is removed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import discord
import pytest

from bot.kernel import outbox
from bot.kernel.context import Tx
from bot.kernel.ids import OutboxId
from bot.living.charge import LOOKS
from rehearsal import simcord_seam
from tests.discord.harness import Stage, an_event, rewrite, rows

T = TypeVar("T")


@dataclass
class Said:
    """The announcement of an event, which was on its way when this process took over."""

    stage: Stage
    outbox_id: OutboxId
    channel_id: int
    message_id: int

    async def again(self, mark: str) -> int:
        """The other process, thawed, sends a message with that mark; answers with its number."""
        button = discord.ui.Button[discord.ui.LayoutView](label="Now", custom_id=f"now:{mark}")
        view = discord.ui.LayoutView().add_item(discord.ui.ActionRow(button))
        channel = self.stage.bot.get_partial_messageable(self.channel_id)
        # Discord has forgotten the first one's nonce by then.
        return (await self.do(lambda: channel.send(view=view, nonce=f"again-{mark}"))).id

    async def look(self) -> datetime | None:
        return await self.do(self.stage.bot.doubles.look)

    async def standing(self) -> set[int]:
        channel = self.stage.bot.get_partial_messageable(self.channel_id)

        async def read() -> set[int]:
            return {message.id async for message in channel.history(limit=None)}

        return await self.do(read)

    async def do(self, asked: Callable[[], Awaitable[T]]) -> T:
        return await simcord_seam.in_bot_scope(self.stage.env, asked)


@pytest.fixture
async def said(stage: Stage) -> Said:
    await an_event(stage)
    (row,) = rows(stage, "SELECT * FROM outbox WHERE kind = 'tournament_announced' AND message_id IS NOT NULL")
    said = Said(stage, row["outbox_id"], row["channel_id"], row["message_id"])

    def overtake(tx: Tx) -> None:
        outbox.begin_attempt(tx, said.outbox_id, str(said.channel_id), tx.now)
        outbox.note_overtaken(tx)
        outbox.settle_attempt(tx, said.outbox_id)

    await said.do(lambda: stage.bot.units.do(overtake))
    return said


async def test_the_one_that_is_not_on_record_is_removed_and_all_others_stay(said: Said) -> None:
    other, double = await said.again("another"), await said.again(said.outbox_id)
    before = await said.standing()
    assert await said.look() is not None
    assert await said.standing() == before - {double}
    assert {said.message_id, other} <= before


async def test_one_that_comes_later_is_removed_by_a_later_look_and_then_no_more_is_looked_for(said: Said) -> None:
    assert await said.look() is not None
    double = await said.again(said.outbox_id)
    await said.stage.advance(seconds=LOOKS[-1].total_seconds())
    assert await said.look() is None
    assert double not in await said.standing()
    assert rows(said.stage, "SELECT * FROM overtaken") == []


async def test_what_is_still_to_be_said_is_left_alone(said: Said) -> None:
    rewrite(said.stage, "UPDATE outbox SET message_id = NULL, state = 'pending'")
    before = await said.standing()
    await said.look()
    assert await said.standing() >= before


async def test_a_restart_goes_on_looking(said: Said) -> None:
    await said.stage.restart()
    double = await said.again(said.outbox_id)
    assert await said.look() is not None
    assert double not in await said.standing()


async def test_a_channel_that_cannot_be_read_holds_up_no_other_look(
    said: Said, caplog: pytest.LogCaptureFixture
) -> None:
    said.stage.env.inject_error("GET", "/channels/*/messages", status=500)
    assert await said.look() is not None
    assert f"whether the message {said.outbox_id} stands twice cannot be seen now" in caplog.text
