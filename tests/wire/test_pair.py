"""A small choice of what the chaos does to a pair at a database on a server; and faults that its verdict must name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.wire.planted import PAIR_FAULTS, SHORT_LEASE
from wire.chaos import machine
from wire.chaos.evening import Evening
from wire.chaos.pair import verdict
from wire.chaos.pair.database import NoServer, Server, running
from wire.chaos.pair.machine import PairMachine
from wire.chaos.pair.mishaps import PairMishaps
from wire.chaos.pair.run import pair_of
from wire.chaos.people import Ledger
from wire.chaos.town import Town
from wire.process import CHECKOUT

PATIENCE = 60.0


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    try:
        with running() as one:
            yield one
    except NoServer as why:
        pytest.skip(str(why))


@asynccontextmanager
async def pair(
    server: Server, folder: Path, planted: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Town, PairMachine, PairMishaps]]:
    """A pair whose lease is short, in a server that is set up, with one that waits."""
    monkeypatch.setattr(machine, "ARGUMENTS", (str(CHECKOUT / "tests/wire/planted.py"), planted, "run"))
    async with pair_of(1, folder, server) as (town, both):
        wrong = PairMishaps(town, both, 0)
        wrong.lease = SHORT_LEASE
        async with asyncio.timeout(PATIENCE):
            await Evening(town, Ledger())._set_up()
            await wrong._come_back()
        yield town, both, wrong


async def test_a_pair_writes_and_speaks_as_one_amid_a_death_a_freeze_and_a_commit_without_answer(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pair(server, tmp_path, "short_lease", monkeypatch) as (town, both, wrong):
        for name, happens in (
            ("frozen in a transaction", wrong._freeze_inside),
            ("machine in charge dead", wrong._lose_machine),
            ("cut off at a commit", wrong._cut_at_commit),
        ):
            await wrong.befall(name, happens)
            await wrong._come_back()
        assert list(verdict.breaches(town, both)) == []
        assert {name: len(some) for name, some in both.noted.seconds.items()} == dict.fromkeys(both.noted.seconds, 1)
        assert len(both.hands) >= 3


@pytest.mark.plants
@pytest.mark.parametrize(
    ("planted", "named"), [("epoch_not_looked_at", "two that write"), ("lease_not_checked", "two that speak")]
)
async def test_a_process_that_goes_on_after_another_took_over_is_named(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str, named: str
) -> None:
    assert planted in PAIR_FAULTS
    monkeypatch.setattr("wire.chaos.pair.mishaps.ENDS_WITHIN_S", 5.0)
    async with pair(server, tmp_path, planted, monkeypatch) as (town, both, wrong):
        await wrong.befall("frozen in a transaction", wrong._freeze_inside)
        assert any(one.startswith(named) for one in verdict.breaches(town, both))
