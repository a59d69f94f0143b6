"""What an act costs on a server that is far: each round trip takes as long as the way there and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from benchmarks import engines
from benchmarks.engines import CHECK_IN, CONFIRM, MOST_TRIPS, CountedWire, Size
from bot.kernel.addresses import Address
from bot.kernel.postgres import PostgresConnection
from bot.moving import move
from tests import on_postgres

FEW = Size(players=16, one_by_one=10, at_once=0)
REFUSED = "INSERT INTO told_commands (scope, refused_at, refused_for) VALUES (?, 0, 'trouble')"
MAY_PREPARE = 2
"""So many of each are asked for first: what is prepared on the server then costs no more later."""


@pytest.fixture
def wire() -> Iterator[tuple[CountedWire, Address]]:
    with ExitStack() as stack:
        yield stack.enter_context(engines.counted(on_postgres.fresh(), 0))


async def test_a_check_in_and_a_confirmed_result_take_so_many_round_trips_at_most(tmp_path: Path) -> None:
    file = tmp_path / "arbiter.db"
    events, address = engines.furnish(file, FEW), on_postgres.bare()
    move(file, address)
    with engines.counted(address, 0) as (wire, through):
        async with engines.opened(events, through, lambda: wire.trips) as bench:
            await engines.measure([bench], FEW)
    for what in (CHECK_IN, CONFIRM):
        counts = bench.counts[what][MAY_PREPARE:]
        assert 5 < max(counts) <= MOST_TRIPS[what], what


def test_steps_of_a_unit_travel_with_what_is_beside_them(wire: tuple[CountedWire, Address]) -> None:
    counted, through = wire
    with closing(PostgresConnection(through, writes=True)) as connection:
        for _ in range(2):
            connection.execute("SELECT 1 WHERE 1 = ?", (1,))
        before = counted.trips
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            connection.execute("SAVEPOINT unit")
            connection.execute("SELECT 1 WHERE 1 = ?", (1,))
            connection.execute("RELEASE unit")
        connection.commit()
        assert counted.trips - before == len(("begin", "select", "next unit", "select", "commit"))


def test_what_a_unit_did_that_failed_is_undone_and_all_else_stands(wire: tuple[CountedWire, Address]) -> None:
    _, through = wire
    with closing(PostgresConnection(through, writes=True)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for server, fails in ((1, False), (2, True), (3, False)):
            connection.execute("SAVEPOINT unit")
            connection.execute(REFUSED, (server,))
            if fails:
                connection.execute("ROLLBACK TO unit")
            connection.execute("RELEASE unit")
        connection.commit()
        found = connection.execute("SELECT scope FROM told_commands ORDER BY scope").fetchall()
        assert [row["scope"] for row in found] == [1, 3]
