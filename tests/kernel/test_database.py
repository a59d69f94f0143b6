"""Units of work share commits, and nobody pays for another's mistake."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import discord
import pytest
import simcord
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.addresses import DatabasePlace
from bot.kernel.context import Work
from bot.kernel.database import MOST_UNITS_IN_A_COMMIT, Database, OwnThread, connect_to_write
from bot.kernel.faults import (
    CannotBegin,
    CommitFailed,
    NotAValue,
    NotCommitted,
    OutsideTheLoop,
    StatementRefused,
    TransactionLost,
)
from tests.kernel.seats import COUNT, PLACES, Refused, Unit, seated, sit, sit_if_free, sit_then_fail, together

# Units of work


async def test_two_hundred_at_once_fill_sixty_four_places_and_not_one_more(database: Database) -> None:
    answers = await asyncio.gather(*(database.write(sit_if_free, f"p{n}") for n in range(200)))
    assert sum(answers) == PLACES
    assert await database.read(seated) == [f"p{n}" for n in range(PLACES)]


async def test_a_unit_that_raises_leaves_nothing_and_tells_its_caller(database: Database) -> None:
    with pytest.raises(Refused, match="ana"):
        await database.write(sit_then_fail, "ana")
    assert await database.read(seated) == []


async def test_a_unit_that_raises_leaves_those_who_share_its_commit_alone(database: Database) -> None:
    answers = await together(
        database,
        lambda work: sit(work, "ana"),
        lambda work: sit_then_fail(work, "bruno"),
        lambda work: sit(work, "carla"),
    )
    assert answers[0] == "ana"
    assert isinstance(answers[1], Refused)
    assert answers[2] == "carla"
    assert await database.read(seated) == ["ana", "carla"]


async def test_a_double_click_is_decided_by_the_schema(database: Database) -> None:
    answers = await together(database, lambda work: sit(work, "ana"), lambda work: sit(work, "ana"))
    assert answers[0] == "ana"
    assert isinstance(answers[1], sqlite3.IntegrityError)


async def test_a_failure_later_never_erases_what_was_acknowledged(
    database: Database, place: DatabasePlace, migrations: Path
) -> None:
    await database.write(sit, "ana")
    answers = await asyncio.gather(*(database.write(sit_then_fail, f"p{n}") for n in range(50)), return_exceptions=True)
    assert all(isinstance(answer, Refused) for answer in answers)
    async with Database.open(place, migrations=migrations) as other:
        assert await other.read(seated) == ["ana"]


async def test_units_commit_in_the_order_in_which_they_were_awaited(database: Database) -> None:
    names = [f"p{n}" for n in range(600)]
    assert await asyncio.gather(*(database.write(sit, name) for name in names)) == names
    assert await database.read(seated) == names


async def test_a_unit_sees_what_the_one_before_it_wrote(database: Database) -> None:
    answers = await together(database, lambda work: sit(work, "ana"), seated)
    assert answers[1] == ["ana"]


async def test_what_a_unit_touched_is_not_mixed_with_what_its_batch_mates_touched(database: Database) -> None:
    def touch(work: Work, what: str) -> set[str]:
        work.touched.add(what)
        return work.touched

    def touch_and_fail(work: Work) -> None:
        work.touched.add("panels")
        raise Refused

    answers = await together(database, touch_and_fail, partial(touch, what="outbox"), partial(touch, what="deadlines"))
    assert answers[1:] == [{"outbox"}, {"deadlines"}]


async def test_keyword_arguments_reach_the_unit(database: Database) -> None:
    assert await database.write(sit, player="ana") == "ana"


async def test_units_that_wait_share_commits_of_bounded_size(tmp_path: Path, migrations: Path) -> None:
    commits: list[int] = []

    class Counted(sqlite3.Connection):
        def commit(self) -> None:
            commits.append(self.execute(COUNT).fetchone()[0] if self.execute(TABLE_EXISTS).fetchone() else 0)
            super().commit()

    async with Database.open(tmp_path / "a.db", migrations=migrations, factory=Counted) as database:
        commits.clear()
        most = MOST_UNITS_IN_A_COMMIT
        await together(database, *(partial(sit, player=f"p{n}") for n in range(most + 10)))
    assert commits == [most - 1, most + 10]


TABLE_EXISTS = "SELECT 1 FROM sqlite_master WHERE name = 'seats'"


@given(plan=st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=40))
def test_any_mix_of_failing_and_succeeding_units_equals_the_succeeding_ones_alone(
    plan: list[tuple[int, bool]],
) -> None:
    async def play(path: Path, steps: list[tuple[int, bool]], *, at_once: bool) -> list[str]:
        (path / "0001_seats.sql").write_text("CREATE TABLE seats (number INTEGER PRIMARY KEY, player TEXT UNIQUE);")
        async with Database.open(path / "a.db", migrations=path) as database:
            units: list[Unit] = [partial(sit if good else sit_then_fail, player=str(n)) for n, good in steps]
            if at_once:
                await together(database, *units)
            else:
                for unit in units:
                    await asyncio.gather(database.write(unit), return_exceptions=True)
            return await database.read(seated)

    with tempfile.TemporaryDirectory() as mixed, tempfile.TemporaryDirectory() as alone:
        answers = asyncio.run(play(Path(mixed), plan, at_once=True))
        succeeding = [step for step in plan if step[1]]
        assert answers == asyncio.run(play(Path(alone), succeeding, at_once=False))
        assert answers == list(dict.fromkeys(str(n) for n, _ in succeeding))


async def test_a_unit_that_goes_on_after_a_statement_failed_is_undone_alone(database: Database) -> None:
    def swallow(work: Work) -> str:
        sit(work, "bruno")
        with suppress(sqlite3.IntegrityError):
            sit(work, "bruno")
        return "sits"

    answers = await together(database, lambda work: sit(work, "ana"), swallow, lambda work: sit(work, "carla"))
    assert [answers[0], type(answers[1]).__mro__.count(sqlite3.IntegrityError), answers[2]] == ["ana", 1, "carla"]
    assert await database.read(seated) == ["ana", "carla"]


async def test_a_unit_goes_on_after_a_part_of_it_failed(database: Database) -> None:
    def in_part(work: Work) -> str:
        sit(work, "bruno")
        with suppress(sqlite3.IntegrityError):
            work.part(lambda: sit(work, "bruno"))
        return sit(work, "carla")

    assert await database.write(in_part) == "carla"
    assert await database.read(seated) == ["bruno", "carla"]


# What a unit may not do


@pytest.mark.parametrize(
    "sql",
    [
        "COMMIT",
        "begin",
        " ;-- so\n/* and so */ END",
        "ROLLBACK",
        "SAVEPOINT a",
        "RELEASE unit",
        "PRAGMA foreign_keys = OFF",
        "ATTACH 'x' AS y",
        "DETACH y",
        "VACUUM",
        "CREATE TABLE a (b TEXT)",
        "INSERT OR ROLLBACK INTO seats (player) VALUES ('ana')",
        "",
    ],
)
async def test_a_unit_cannot_steer_the_transaction_that_others_share(database: Database, sql: str) -> None:
    answers = await together(database, lambda work: sit(work, "ana"), lambda work: work.execute(sql))
    assert answers[0] == "ana"
    assert isinstance(answers[1], StatementRefused)
    with pytest.raises(StatementRefused):
        await database.read(lambda work: work.fetch_all(sql))


async def test_one_statement_at_a_time(database: Database) -> None:
    with pytest.raises((sqlite3.Warning, sqlite3.DatabaseError)):
        await database.write(lambda work: work.execute("DELETE FROM seats; COMMIT"))


async def test_a_unit_that_returns_a_cursor_is_refused_and_undone(database: Database) -> None:
    def leak(work: Work) -> sqlite3.Cursor:
        sit(work, "ana")
        return sqlite3.connect(":memory:").execute("SELECT 1")

    with pytest.raises(NotAValue):
        await database.write(leak)
    assert await database.read(seated) == []


async def test_a_unit_that_returns_a_generator_is_refused(database: Database) -> None:
    with pytest.raises(NotAValue):
        await database.write(lambda work: (sit(work, name) for name in ("ana", "bruno")))


async def test_a_unit_that_is_a_coroutine_is_refused(database: Database) -> None:
    async def wait(work: Work) -> None:
        await asyncio.sleep(0)

    with pytest.raises(NotAValue):
        _ = await database.write(wait)


async def test_a_unit_that_opens_another_unit_is_told_so(database: Database) -> None:
    with pytest.raises(OutsideTheLoop):
        _ = await database.write(lambda work: database.write(sit, "ana"))
    with pytest.raises(OutsideTheLoop):
        await database.write(lambda work: asyncio.run(elsewhere(database)))
    assert await database.read(seated) == []


async def elsewhere(database: Database) -> object:
    return await database.write(sit, "ana")


async def test_a_unit_that_raises_stop_iteration_still_answers(database: Database) -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await database.write(lambda work: next(iter(())))


# What a unit gets


async def test_changes_are_counted_and_rows_have_names(database: Database) -> None:
    def unit(work: Work) -> tuple[int, int, object, object]:
        many = work.execute_many("INSERT INTO seats (player) VALUES (?)", [("ana",), ("bruno",)])
        one = work.execute("DELETE FROM seats WHERE player = :player", {"player": "ana"})
        row = work.fetch_one("SELECT player FROM seats")
        return many, one, row["player"] if row else None, work.fetch_one("SELECT 1 WHERE 1 = 0")

    assert await database.write(unit) == (2, 1, "bruno", None)


async def test_an_insert_may_return_its_row(database: Database) -> None:
    sql = "INSERT INTO seats (player) VALUES ('ana'), ('bruno') RETURNING player"
    row = await database.write(lambda work: work.fetch_one(sql))
    assert row is not None
    assert row["player"] == "ana"
    assert await database.read(seated) == ["ana", "bruno"]


@pytest.fixture
def _as_the_bot_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests do not wait for the disk."""
    monkeypatch.setattr("bot.kernel.database.connect_to_write", connect_to_write)


@pytest.mark.usefixtures("_as_the_bot_opens_it")
async def test_the_file_keeps_its_promises(file: Database) -> None:
    found = await asyncio.get_running_loop().create_task(settings_of(file._writer.thread))
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


async def settings_of(thread: OwnThread) -> dict[str, object]:
    done: asyncio.Future[dict[str, object]] = asyncio.get_running_loop().create_future()
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")

    def look() -> None:
        found = {name: thread._conn.execute(f"PRAGMA {name}").fetchone()[0] for name in names}
        done.get_loop().call_soon_threadsafe(done.set_result, found)

    thread.post(look)
    return await done


# Reading


async def test_a_reader_sees_the_last_acknowledged_unit_and_cannot_write(database: Database) -> None:
    await database.write(sit, "ana")
    assert await database.read(seated) == ["ana"]
    with pytest.raises(sqlite3.OperationalError, match=r"read-?only"):
        await database.read(sit, "bruno")
    assert await database.read(seated) == ["ana"]


async def test_a_reader_never_waits_for_a_writer_and_sees_nothing_half_done(database: Database) -> None:
    gate = threading.Event()

    def slowly(work: Work) -> bool:
        sit(work, "ana")
        return gate.wait(5)

    writing = asyncio.create_task(database.write(slowly))
    await asyncio.sleep(0)
    assert await database.read(seated) == []
    gate.set()
    assert await writing, "the reader was answered only after the writer gave up waiting"


async def test_a_query_has_one_snapshot(database: Database) -> None:
    read_once, written = threading.Event(), threading.Event()

    def twice(work: Work) -> tuple[list[str], list[str]]:
        first = seated(work)
        read_once.set()
        assert written.wait(5)
        return first, seated(work)

    reading = asyncio.create_task(database.read(twice))
    await asyncio.to_thread(read_once.wait, 5)
    await database.write(sit, "ana")
    written.set()
    assert await reading == ([], [])


# The thread, and the simulated Discord


async def test_jobs_run_on_the_connections_own_thread_in_order() -> None:
    thread = OwnThread(lambda: sqlite3.connect(":memory:", isolation_level=None))
    await thread.connect()
    ran: list[tuple[int, int]] = []

    def note(number: int) -> None:
        ran.append((number, threading.get_ident()))

    for number in range(3):
        thread.post(partial(note, number))
    await thread.close()
    assert [number for number, _ in ran] == [0, 1, 2]
    assert {ident for _, ident in ran}.isdisjoint({threading.get_ident()})


async def test_an_idle_database_has_no_task(database: Database) -> None:
    await asyncio.gather(*(database.write(sit, f"p{n}") for n in range(5)))
    assert asyncio.all_tasks() == {asyncio.current_task()}


class SeatBot(discord.Client):
    """A bot with one command that writes and answers."""

    def __init__(self, open_database: Callable[[], Awaitable[Database]]) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.open_database = open_database
        self.database: Database

    async def setup_hook(self) -> None:
        self.database = await self.open_database()

        @self.tree.command(description="Take a seat")
        async def seat(interaction: discord.Interaction) -> None:
            name = await self.database.write(sit, interaction.user.name)
            await interaction.response.send_message(f"{name} sits")

        await self.tree.sync()


async def test_the_simulated_discord_settles_over_writes(tmp_path: Path, migrations: Path) -> None:
    async def open_database() -> Database:
        return await Database.open(tmp_path / "a.db", migrations=migrations)

    bot = SeatBot(open_database)
    try:
        async with simcord.run(bot) as env:
            channel = env.create_guild().create_text_channel("cup")
            for name in ("ana", "bruno"):
                member = env.guild.add_member(env.create_user(name))
                result = await member.slash(channel, "seat")
                assert result.response is not None
                assert result.response.content == f"{name} sits"
            assert await bot.database.read(seated) == ["ana", "bruno"]
    finally:
        await bot.database.close()


def test_every_failure_of_the_transaction_has_one_root() -> None:
    assert all(issubclass(error, NotCommitted) for error in (CannotBegin, TransactionLost, CommitFailed))
