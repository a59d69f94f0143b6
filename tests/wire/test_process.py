"""Bots as processes of their own against the loopback Discord."""

from __future__ import annotations

import sqlite3

import aiohttp
import pytest

from wire.discord_server import LoopbackDiscord
from wire.gateway import Op
from wire.interactions import Answer
from wire.payloads import EPHEMERAL
from wire.process import BotProcessError, process_bot
from wire.scenario import Visitor, comparison_presses, message_with
from wire.shapes import number, text

BARE = ("-m", "benchmarks.presses.bare")


async def test_the_bare_bot_identifies_answers_and_ends_cleanly_on_sigterm():
    async with LoopbackDiscord().listening() as server, process_bot(server, BARE) as bot:
        visitor = Visitor.new(server, "Ana", locale="pt-BR")
        said = await visitor.slash("check-in")
        assert text(said.shown[0], "content") == "You are checked in."
        assert number(said.shown[0], "flags") & EPHEMERAL
        pressed = await visitor.click("check-in", await visitor.slash("panel"))
        assert pressed.answer is Answer.MESSAGE
        assert 0 < pressed.seconds < 1
        assert 0 < bot.seconds_to_identify < 10
        assert 10 < bot.memory().resident <= bot.memory().peak
        assert await bot.stop() == 0
        assert server.unknown == []


async def test_a_dropped_session_is_resumed_and_gets_what_it_missed():
    async with LoopbackDiscord().listening() as server, process_bot(server, BARE) as bot:
        visitor = Visitor.new(server, "Ana")
        panel = await visitor.slash("panel")
        await server.gateway.drop()
        sent_meanwhile = await server.press("check-in", message_with("check-in", panel), visitor.person)
        await sent_meanwhile.wait_for_completion()
        assert (server.gateway.identifies, server.gateway.resumes) == (1, 1)
        assert await bot.stop() == 0


async def test_a_session_that_discord_does_not_know_is_declared_invalid():
    async with (
        LoopbackDiscord().listening() as server,
        aiohttp.ClientSession() as client,
        client.ws_connect(server.gateway_url) as socket,
    ):
        assert (await socket.receive_json())["op"] == Op.HELLO
        await socket.send_json({"op": Op.RESUME, "d": {"session_id": "1", "seq": 5, "token": server.token}})
        assert await socket.receive_json() == {"op": Op.INVALID_SESSION, "d": False}
        await socket.send_json({"op": Op.HEARTBEAT, "d": None})
        assert (await socket.receive_json())["op"] == Op.HEARTBEAT_ACK


async def test_a_row_is_on_the_disk_when_the_inserting_bot_has_answered(tmp_path):
    file = tmp_path / "check_ins.db"
    arguments = ("-m", "benchmarks.presses.one_insert", str(file))
    async with LoopbackDiscord().listening() as server, process_bot(server, arguments) as bot:
        for gesture in await comparison_presses(server, 3):
            await (await server.send(gesture())).wait_for_answer()
        await bot.kill()
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM check_ins").fetchone() == (3,)
    connection.close()


async def test_a_bot_that_ends_at_once_is_reported_with_what_it_wrote():
    async with LoopbackDiscord().listening() as server:
        with pytest.raises(BotProcessError, match="nothing works"):
            async with process_bot(server, ("-c", "raise SystemExit('nothing works')")):
                pass


async def test_an_event_can_get_lost_and_a_bot_comes_back_when_it_is_asked_to_reconnect():
    async with LoopbackDiscord().listening() as server, process_bot(server, BARE) as bot:
        visitor = Visitor.new(server, "Ana")
        panel = await visitor.slash("panel")
        assert server.gateway.current is not None
        server.gateway.current.losing = 1
        lost = await server.press("check-in", message_with("check-in", panel), visitor.person)
        await server.gateway.ask_to_reconnect()
        await server.gateway.ready.wait()
        await visitor.click("check-in", panel)
        assert lost.answered_at is None
        assert (server.gateway.identifies, server.gateway.resumes, server.gateway.is_connected) == (1, 1, True)
        assert await bot.stop() == 0
