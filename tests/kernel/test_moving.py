"""A whole store carried between a file and a server: every row, every record, and nothing where it goes wrong."""

from __future__ import annotations

import shutil
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from bot import moving
from bot.app import MIGRATIONS
from bot.features.course import verbs as course_verbs
from bot.kernel import moving as carrying
from bot.kernel.addresses import Address
from bot.kernel.database import connect_to_read, connect_to_write
from bot.kernel.database_file import sole_use
from bot.kernel.faults import DatabaseInUse, FileInTheWay, NotInCharge, StorageError
from bot.kernel.lease import Lease
from bot.kernel.moving import InTheWay, NoSuchCharacter, RowsDiffer, compare, rows, tables_of
from bot.rulebooks.library import preset
from tests import on_postgres
from tests.hall.hall import Hall


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a server with an event that was played to its end, and one that is under way."""
    path = tmp_path_factory.mktemp("moved") / "arbiter.db"
    hall = Hall(path)
    over = hall.begin(hall.announce(preset("cup"), "Over"), *range(2, 8))
    while hall.open_contests(over):
        for contest in hall.open_contests(over):
            hall.now += timedelta(minutes=1)
            hall.settle(contest, (contest.target, 0))
        hall.do(course_verbs.proceed, over.tournament_id)
    hall.begin(hall.announce(preset("cup"), "Under way"), *range(2, 7))
    hall.close()
    return path


@pytest.fixture
def server() -> Address:
    on_postgres.server()
    return on_postgres.bare()


def held(path: Path) -> dict[str, list[object]]:
    """All rows of the file by table."""
    with closing(connect_to_read(path)) as connection:
        return {one.name: [row for some in rows(connection, one) for row in some] for one in tables_of(MIGRATIONS)}


def test_a_store_moves_to_a_server_and_back_with_every_row_and_record(
    lived_in: Path, server: Address, tmp_path: Path
) -> None:
    back = tmp_path / "back.db"
    counts, records = moving.move(lived_in, server)
    assert records == 2
    assert moving.move(server, back) == (counts, 2)
    assert held(back) == held(lived_in)
    assert sum(counts.values()) == sum(map(len, held(lived_in).values()))


def test_rows_are_numbered_behind_those_that_came(lived_in: Path, server: Address) -> None:
    moving.move(lived_in, server)
    last = max(row[0] for row in held(lived_in)["outbox"] if isinstance(row, tuple))
    with closing(on_postgres.connect(server)) as connection:
        assert connection.execute("SELECT nextval(pg_get_serial_sequence('outbox', 'sequence'))").fetchone()[0] > last


def test_what_is_in_use_is_not_moved(lived_in: Path, server: Address, tmp_path: Path) -> None:
    from bot.kernel.postgres import WRITERS, PostgresConnection

    with sole_use(lived_in), pytest.raises(DatabaseInUse):
        moving.move(lived_in, server)
    with closing(Lease(partial(PostgresConnection, server, writes=False), "bot 1a2b3c4d", WRITERS)) as lease:
        lease.prepare()
        lease.take()
        for places in ((lived_in, server), (server, tmp_path / "back.db")):
            with pytest.raises(NotInCharge, match="bot 1a2b3c4d"):
                moving.move(*places)
    assert not (tmp_path / "back.db").exists()


def test_what_is_there_already_is_not_written_over(lived_in: Path, server: Address, tmp_path: Path) -> None:
    moving.move(lived_in, server)
    with pytest.raises(InTheWay):
        moving.move(lived_in, server)
    there = tmp_path / "there.db"
    there.touch()
    with pytest.raises(FileInTheWay):
        moving.move(server, there)


def test_planted_a_row_that_arrives_otherwise_is_noticed_and_nothing_stays(
    lived_in: Path, server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(source, target, tables, go_on):
        counts = carrying.carry(source, target, tables, go_on)
        target.execute("UPDATE people SET name = name || '.'")
        return counts

    monkeypatch.setattr(moving, "carry", careless)
    with pytest.raises(RowsDiffer, match="people"):
        moving.move(lived_in, server)
    monkeypatch.undo()
    moving.move(lived_in, server)
    monkeypatch.setattr(moving, "carry", careless)
    with pytest.raises(RowsDiffer, match="people"):
        moving.move(server, tmp_path / "back.db")
    assert list(tmp_path.iterdir()) == []


def test_planted_a_record_that_says_something_else_is_noticed(
    lived_in: Path, server: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(source, target, tables, go_on):
        target.execute("UPDATE results SET score = '0-2' WHERE score = '2-0'")

    monkeypatch.setattr(moving, "compare", careless)
    with pytest.raises(StorageError, match="the record of event"):
        moving.move(lived_in, server)


@pytest.mark.parametrize("here_is_more", [True, False])
def test_a_missing_and_a_superfluous_row_are_noticed(
    lived_in: Path, here_is_more: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = next(one for one in tables_of(MIGRATIONS) if one.name == "people")
    with closing(connect_to_read(lived_in)) as source:
        compare(source, source, [table], lambda: None)
        everybody = [*rows(source, table)]
        sides = iter([everybody, []] if here_is_more else [[], everybody])
        monkeypatch.setattr(carrying, "rows", lambda *_: iter(next(sides)))
        with pytest.raises(RowsDiffer):
            compare(source, source, [table], lambda: None)


def test_the_command_says_what_was_moved_and_what_to_do(
    lived_in: Path, server: Address, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from bot.__main__ import main

    address = f"postgresql://postgres@/{server.parameters['dbname']}?host={server.parameters['host']}"
    assert main(["move", str(lived_in), address]) == 0
    assert "2 records that say the same.\nSet ARBITER_DATABASE to the new place" in capsys.readouterr().out
    assert main(["move", str(tmp_path / "nowhere.db"), address]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert main(["move", "postgresql://user:secret@far.example/x?sslmode=require", address]) == 2
    assert "secret" not in capsys.readouterr().err


def test_a_text_with_a_character_that_a_server_does_not_keep_is_named(
    lived_in: Path, server: Address, tmp_path: Path
) -> None:
    odd = tmp_path / "odd.db"
    shutil.copy(lived_in, odd)
    with closing(connect_to_write(odd)) as connection:
        connection.execute("UPDATE people SET name = name || char(0) WHERE discord_id = 3")
        (key,) = connection.execute("SELECT person_id FROM people WHERE discord_id = 3").fetchone()
    with pytest.raises(NoSuchCharacter, match=rf"a text in people\.name, of the row {key}, has the character NUL"):
        moving.move(odd, server)
    moving.move(lived_in, server)
