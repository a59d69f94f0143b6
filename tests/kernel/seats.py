"""Units of work that the tests of the storage share: players who sit down, and one who falls off the chair."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from bot.kernel.context import Work
from bot.kernel.database import Database

PLACES = 64
COUNT = "SELECT count(*) FROM seats"
Unit = Callable[[Work], object]


class Refused(Exception):
    """What a unit of these tests raises."""


def sit(work: Work, player: str) -> str:
    work.execute("INSERT INTO seats (player) VALUES (?)", (player,))
    return player


def sit_if_free(work: Work, player: str) -> bool:
    row = work.fetch_one(COUNT)
    assert row is not None
    return row[0] < PLACES and bool(sit(work, player))


def sit_then_fail(work: Work, player: str) -> None:
    sit(work, player)
    raise Refused(player)


def seated(work: Work) -> list[str]:
    return [row["player"] for row in work.fetch_all("SELECT player FROM seats ORDER BY number")]


async def together(database: Database, *units: Unit) -> list[object]:
    """Hold the writing thread until all units wait, so that they share one commit; errors are returned."""
    gate = threading.Event()

    def hold(work: Work) -> None:
        gate.wait(5)

    held = asyncio.create_task(database.write(hold))
    waiting = [asyncio.create_task(database.write(unit)) for unit in units]
    await asyncio.sleep(0)
    gate.set()
    answers: list[object] = list(await asyncio.gather(*waiting, return_exceptions=True))
    await asyncio.gather(held, return_exceptions=True)
    return answers
