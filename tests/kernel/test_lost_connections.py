"""A server that goes away: what was not acknowledged was not taken, and what is not known is not said."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.kernel.addresses import Address, read
from bot.kernel.context import Work
from bot.kernel.database import Database
from bot.kernel.faults import CannotBegin, CommitFailed, CommitInDoubt, ConnectionLost, TransactionLost
from bot.kernel.postgres import PostgresConnection
from tests import on_postgres
from tests.kernel.seats import seated, sit, together
from tests.kernel.wire_cut import Wire


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    opened = Wire(tmp_path / "wire", Path(on_postgres.server()))
    yield opened
    opened.close()


@pytest.fixture
async def database(wire: Wire, migrations: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """A database behind the wire; who finds it gone asks again at once."""
    monkeypatch.setattr("bot.kernel.postgres._ANEW_AFTER", 0.0)
    monkeypatch.setattr("bot.kernel.postgres._ASKED_AGAIN_AFTER", (0.01,))
    where = on_postgres.bare().parameters["dbname"]
    address = read(f"postgresql://postgres@/{where}?host={wire.folder}")
    async with Database.open(address, migrations=migrations, applied_at=0) as opened:
        yield opened


def end_sessions(address: Address) -> None:
    """As a restart of the server does."""
    name = address.parameters["dbname"]
    on_postgres.admin(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")


async def test_what_was_lost_while_nobody_wrote_is_made_anew_and_noticed_by_nobody(
    database: Database, wire: Wire
) -> None:
    await database.write(sit, "ana")
    wire.cut()
    assert await database.write(sit, "bruno") == "bruno"
    wire.cut()
    assert await database.read(seated) == ["ana", "bruno"]


async def test_a_session_that_the_server_ends_between_two_statements_undoes_all_who_shared_the_commit(
    migrations: Path,
) -> None:
    address = on_postgres.bare()

    def lose(work: Work) -> None:
        end_sessions(address)
        sit(work, "bruno")

    async with Database.open(address, migrations=migrations) as database:
        answers = await together(database, lambda work: sit(work, "ana"), lose, lambda work: sit(work, "carla"))
        assert [type(answer) for answer in answers[:2]] == [TransactionLost, ConnectionLost]
        assert answers[2] == "carla"
        assert await database.read(seated) == ["carla"]


async def test_a_server_that_is_away_refuses_whoever_comes_and_work_goes_on_when_it_is_back(
    database: Database, wire: Wire
) -> None:
    wire.lets_in = False
    wire.cut()
    for _ in range(2):
        with pytest.raises(CannotBegin) as refused:
            await database.write(sit, "ana")
        assert isinstance(refused.value.__cause__, ConnectionLost)
        with pytest.raises(ConnectionLost):
            await database.read(seated)
    wire.lets_in = True
    assert await database.write(sit, "bruno") == "bruno"
    assert await database.read(seated) == ["bruno"]


async def test_while_a_server_is_away_not_everybody_waits_for_a_connection_of_his_own(
    wire: Wire, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.kernel.postgres._ANEW_AFTER", 60.0)
    wire.lets_in = False
    wire.cut()
    answers = await asyncio.gather(*(database.write(sit, f"p{n}") for n in range(20)), return_exceptions=True)
    assert {type(answer) for answer in answers} == {CannotBegin}
    assert wire.turned_away == 1


async def test_a_commit_whose_answer_was_lost_stands_and_is_told_so(database: Database, wire: Wire) -> None:
    wire.is_answered = False
    assert await together(database, lambda work: sit(work, "ana"), lambda work: sit(work, "bruno")) == ["ana", "bruno"]
    assert await database.read(seated) == ["ana", "bruno"]
    assert not database.is_in_doubt


async def test_a_commit_that_never_arrived_does_not_stand_and_is_told_so(database: Database, wire: Wire) -> None:
    wire.arrives = False
    answers = await together(database, lambda work: sit(work, "ana"), lambda work: sit(work, "bruno"))
    assert [type(answer) for answer in answers] == [CommitFailed, CommitFailed]
    assert await database.read(seated) == []
    assert await database.write(sit, "ana") == "ana"


async def test_nothing_is_said_of_a_commit_before_the_server_has_told_what_became_of_it(
    database: Database, wire: Wire
) -> None:
    turned_away = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> None:
        loop.call_soon_threadsafe(turned_away.set)

    wire.on_refusal = tell
    wire.is_answered = wire.lets_in = False
    waiting = asyncio.create_task(database.write(sit, "ana"))
    await turned_away.wait()
    assert database.is_in_doubt
    assert not waiting.done()
    wire.lets_in = True
    assert await waiting == "ana"
    assert not database.is_in_doubt


async def test_a_bot_that_ends_meanwhile_says_neither_yes_nor_no(database: Database, wire: Wire) -> None:
    turned_away = threading.Event()
    wire.on_refusal = turned_away.set
    wire.is_answered = wire.lets_in = False
    waiting = asyncio.create_task(database.write(sit, "ana"))
    await asyncio.to_thread(turned_away.wait, 5)
    await database.close()
    with pytest.raises(CommitInDoubt):
        await waiting


async def test_of_a_commit_on_a_server_whose_place_a_copy_has_taken_neither_yes_nor_no_is_said(
    database: Database, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.kernel.postgres._TIMELINE", "'00000002'")
    wire.is_answered = False
    # The number may be another transaction's there, which stands.
    with pytest.raises(CommitInDoubt, match="another server took the place"):
        await database.write(sit, "ana")
    assert not database.is_in_doubt
    wire.arrives = False
    with pytest.raises(CommitFailed):
        await database.write(sit, "bruno")
    assert await database.write(sit, "carla") == "carla"


def test_a_schema_that_somebody_changes_costs_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.kernel.postgres._ANEW_AFTER", 0.0)
    address, asked = on_postgres.fresh(), "SELECT * FROM told_commands"
    with closing(PostgresConnection(address, writes=False)) as connection:
        connection.execute(asked)
        on_postgres.admin("ALTER TABLE told_commands ADD COLUMN more BIGINT", database=on_postgres.name_of(address))
        with pytest.raises(ConnectionLost):
            connection.execute(asked)
        connection.execute("BEGIN")
        assert connection.execute(asked).fetchall() == []
