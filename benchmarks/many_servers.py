"""A bot in thousands of servers, from its start to the first answer: `python -m benchmarks.many_servers [--smallest]`.

Beside it in the same run stands the least that a discord.py bot can be, with the same flags. Both have been there
before, so that Discord knows their commands. Each is started while members of one server press; all others only exist,
each with 40 channels and 25 roles. Among Arbiter's, all are set up, and four in ten have an event that is open.
Once it is at rest more presses are made one by one, in turn with a bot that is in one server alone.
"""

from __future__ import annotations

import asyncio
import compileall
import json
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks import neighbours
from benchmarks.big_events import rulebooks
from benchmarks.neighbours import FIRST_SERVER, Size
from benchmarks.presses.contenders import BARE_PRESS, CHECK_IN, DATABASES, Contender, Program
from benchmarks.presses.measure import no_garbage_collection, percentile, table
from benchmarks.presses.open_check_in import DATABASE
from benchmarks.sizes import is_smallest
from bot.kernel.context import to_ms
from bot.rulebooks.library import canonical
from wire import payloads
from wire.discord_server import LoopbackDiscord
from wire.interactions import Interaction
from wire.process import CHECKOUT, BotProcess, process_bot
from wire.scenario import Gesture
from wire.shapes import Json, Payload

CHANNELS: Final = 40
ROLES: Final = 25
VOICE: Final = 2
KINDS: Final = (0, 0, 0, 0, 0, VOICE, VOICE, 4)
"""Of eight channels five are for text, two for voice, and one is the heading of others."""
EVERY_S: Final = 0.05
"""Between two presses while the bot starts."""
AT_LEAST: Final = 20
"""So many presses, and all until Discord has listed the servers."""
GRACE_S: Final = 3.0
"""Within which an answer can still come."""
IN_TURN: Final = 20
"""So many presses at one bot, before as many at the other."""
AT_REST_S: Final = 1.0
"""So long the processor has done next to nothing for the bot, which rests then."""
FULL: Final = Size(servers=2_500, accounts=100_000, lines=200_000, messages=20_000, going_on=1_000)
SMALLEST: Final = Size(servers=20, accounts=100, lines=300, messages=100, going_on=5)
ALONE: Final = Size(servers=0, accounts=0, lines=0, messages=0, going_on=0)
TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Start:
    """A start: processor's seconds to the first answer and to rest, MiB at rest, seconds that presses waited.

    `a_press` is the processor's seconds of each press after it.
    """

    name: str
    to_answer: float
    to_rest: float
    resident_mib: float
    waits: Sequence[float]
    unanswered: int
    a_press: float | None = None


def crowd(count: int, bot: payloads.Person) -> dict[str, str]:
    """So many servers as GUILD_CREATE describes them, by their numbers; `neighbours` writes the same into a file."""
    return {str(FIRST_SERVER + one): json.dumps(_described(FIRST_SERVER + one, bot)) for one in range(count)}


def _described(guild_id: int, bot: payloads.Person) -> Payload:
    first = guild_id * 1_000
    named: list[Payload] = [{"name": "@everyone", "permissions": "1071698660929"}]
    named += [{"name": f"Role {one}", "permissions": "0"} for one in range(ROLES - 1)]
    ids = [str(guild_id), *(str(first + one) for one in range(1, ROLES))]
    roles = [payloads.role(role_id, asked, at) for at, (role_id, asked) in enumerate(zip(ids, named, strict=True))]
    channels: list[Json] = [_channel(first + 100 + one, guild_id, one, ids) for one in range(CHANNELS)]
    rest = payloads.guild(str(guild_id), "5", f"Server {guild_id}", "en-US", roles)
    return payloads.gateway_guild(rest, bot, channels, [], [], 500)


def _channel(channel_id: int, guild_id: int, at: int, roles: Sequence[str]) -> Payload:
    """With two overwrites, as channels of staff have them."""
    overwrites: list[Json] = [{"id": roles[at % ROLES], "type": 0, "allow": "1024", "deny": "2048"} for _ in range(2)]
    asked: Payload = {"name": f"channel-{at}", "type": KINDS[at % len(KINDS)], "permission_overwrites": overwrites}
    voice: Payload = {"bitrate": 64_000, "user_limit": 0} if asked["type"] == VOICE else {}
    return {**payloads.guild_channel(str(channel_id), str(guild_id), asked, at), **voice}


@asynccontextmanager
async def known_before(
    contender: Contender, size: Size, folder: Path, count: int
) -> AsyncIterator[tuple[LoopbackDiscord, Sequence[Gesture]]]:
    """Discord after a first life of the bot, which has put up its panel and told its commands, and what is pressed."""
    program = contender.program
    async with LoopbackDiscord().listening() as server:
        if program.prepare is not None:
            await program.prepare(server, folder, count)
        if program.prepare is not None and size.servers:
            _, rulebook, _ = next(one for one in rulebooks() if one[0] == "knock-out")
            neighbours.write(folder / DATABASE, size, canonical(rulebook), to_ms(datetime.now(UTC)))
        server.gateway.crowd = crowd(size.servers, server.world.bot)
        async with _running(server, program, folder) as bot:
            gestures = await contender.gestures(server, count)
            await _until_at_rest(bot)
            await bot.stop(60)
        if program.prepare is not None:
            _told_in_all(folder / DATABASE)
        yield server, gestures


def _told_in_all(path: Path) -> None:
    """Discord knows the commands of every server, of which the first life has told some: ten a second is the pace."""
    alike = "SELECT {} FROM told_commands JOIN guilds ON guild_id = scope WHERE {}"
    with closing(sqlite3.connect(path)) as connection, connection:
        told = connection.execute(alike.format("DISTINCT switches, digest", "digest <> 'told'")).fetchall()
        for switches, digest in told:
            of_these = alike.format("scope", "switches = ?")
            asked = f"UPDATE told_commands SET digest = ? WHERE digest = 'told' AND scope IN ({of_these})"
            connection.execute(asked, (digest, switches))
        # What is left has no commands of its own.
        connection.execute("DELETE FROM told_commands WHERE digest = 'told'")


@asynccontextmanager
async def _running(server: LoopbackDiscord, program: Program, folder: Path) -> AsyncIterator[BotProcess]:
    async with process_bot(server, program.arguments, extra=program.variables, folder=folder, limit=120) as bot:
        yield bot


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot at rest after its start, and what is pressed then."""

    start: Start
    server: LoopbackDiscord
    bot: BotProcess
    later: Sequence[Gesture]


@asynccontextmanager
async def started(contender: Contender, size: Size, count: int) -> AsyncIterator[Standing]:
    """A start of the contender among so many servers, while members press; so many more may when it is at rest."""
    DATABASES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=DATABASES) as name:
        async with known_before(contender, size, Path(name), 2 * count) as (server, gestures):
            before, begun, program = server.gateway.identifies, list[BotProcess](), contender.program
            server.gateway.current = None
            pressing = asyncio.create_task(_press(server, gestures[:count], before, begun))
            async with process_bot(
                server, program.arguments, extra=program.variables, folder=Path(name), limit=120, started=begun.append
            ) as bot:
                pressed, to_answer = await pressing
                await _until_at_rest(bot)
                title = contender.name if size.servers else f"{contender.name}, in one server"
                yield Standing(_found(title, bot, pressed, to_answer), server, bot, gestures[count:])
                await bot.stop(60)


def _found(title: str, bot: BotProcess, pressed: Sequence[Interaction], to_answer: float) -> Start:
    """What the start has cost."""
    return Start(
        title,
        to_answer,
        processor(bot),
        bot.memory().resident,
        [one.seconds for one in pressed if one.answered_at is not None],
        sum(one.answered_at is None for one in pressed),
    )


async def _press(
    server: LoopbackDiscord, gestures: Sequence[Gesture], before: int, started: Sequence[BotProcess]
) -> tuple[list[Interaction], float]:
    """Presses from the moment on at which the bot identifies itself; answers with the time to the first answer."""
    while server.gateway.identifies == before or server.gateway.current is None:
        await asyncio.sleep(0.001)
    sent: list[Interaction] = []
    *most, last = gestures
    for gesture in most:
        sent.append(await server.send(gesture()))
        await asyncio.sleep(EVERY_S)
        if server.gateway.ready.is_set() and len(sent) > AT_LEAST:
            break
    await server.gateway.ready.wait()
    sent.append(await server.send(last()))
    to_answer = await _to_answer(sent[-1], started[0])
    await asyncio.sleep(GRACE_S)
    return sent, to_answer


async def _press_later(some: Sequence[Standing]) -> list[Start]:
    """The processor's seconds of each press, made at them in turn: from minute to minute a machine is not as quick."""
    spent = [0.0] * len(some)
    for first in range(0, len(some[0].later), IN_TURN):
        for at, one in enumerate(some):
            before = processor(one.bot)
            for gesture in one.later[first : first + IN_TURN]:
                await (await one.server.send(gesture())).wait_for_answer(60)
            spent[at] += processor(one.bot) - before
    return [replace(one.start, a_press=seconds / len(one.later)) for one, seconds in zip(some, spent, strict=True)]


async def _to_answer(press: Interaction, bot: BotProcess) -> float:
    """The processor's seconds until the press was answered, which was made after Discord had listed all servers."""
    await press.wait_for_answer(60)
    return processor(bot)


def processor(bot: BotProcess) -> float:
    """The processor's seconds that the process has had."""
    words = Path(f"/proc/{bot.process.pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


async def _until_at_rest(bot: BotProcess) -> None:
    until = time.monotonic() + 120
    was = processor(bot)
    while time.monotonic() < until:
        await asyncio.sleep(AT_REST_S)
        now = processor(bot)
        if now - was < 0.05:
            return
        was = now


def report(starts: Sequence[Start]) -> str:
    """The starts as a table, each beside the first."""
    first = starts[0]
    rows = [
        (
            one.name,
            f"{one.to_answer:.2f}",
            f"{one.to_answer / first.to_answer:.1f}",
            f"{one.to_rest:.2f}",
            f"{one.resident_mib:.0f}",
            f"{one.resident_mib / first.resident_mib:.2f}",
            f"{1000 * percentile(one.waits, 0.5):.1f}",
            f"{1000 * percentile(one.waits, 0.99):.0f}",
            f"{percentile(one.waits, 0.99) / percentile(first.waits, 0.99):.1f}",
            f"{len(one.waits)} of {len(one.waits) + one.unanswered}",
            "" if one.a_press is None else f"{1000 * one.a_press:.2f}",
        )
        for one in starts
    ]
    titles = (
        *("bot", "processor s to an answer", "times the bare", "to rest", "MiB", "of its MiB"),
        *("median ms", "p99 ms", "of its p99", "answered", "a press later ms"),
    )
    return table(titles, rows)


async def _all(size: Size, count: int) -> Sequence[Start]:
    # The bot keeps no compiled code of its own, which a full disk would cut off; its host or the image compiles it.
    for package in ("bot", "cogs"):
        compileall.compile_dir(CHECKOUT / package, quiet=1)
    with no_garbage_collection():
        async with started(BARE_PRESS, size, count) as bare:
            found = [bare.start]
        async with started(CHECK_IN, size, count) as among, started(CHECK_IN, ALONE, count) as alone:
            return found + await _press_later((among, alone))


if __name__ == "__main__":
    words = sys.argv[1:]
    print(report(asyncio.run(_all(*((SMALLEST, 5) if is_smallest(words) else (FULL, 200))))))
