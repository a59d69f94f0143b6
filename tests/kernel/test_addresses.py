"""Where a server is: encrypted and proven beyond this machine, its password told nowhere, no pooler in between."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot import doctor, running, safekeeping
from bot.kernel.addresses import Address, NotAnAddress, read
from bot.kernel.database import Database
from bot.kernel.faults import ConnectionLost, DriverMissing, NotInCharge, PoolerInBetween, StorageError
from bot.settings import SettingsError, read_settings
from tests import on_postgres
from tests.kernel.pooler import Pooler

PLANTED = "pl4nted+s3cret"
AS_WRITTEN = "pl4nted%2Bs3cret"


def server(text: str) -> Address:
    found = read(text)
    assert isinstance(found, Address)
    return found


# Encrypted beyond this machine


@pytest.mark.parametrize("text", ["arbiter.db", "/data/postgresql/arbiter.db", "postgresql.db"])
def test_what_is_no_address_is_a_file(text: str) -> None:
    assert read(text) == Path(text)


@pytest.mark.parametrize(
    ("text", "sslmode"),
    [
        ("postgresql://bot@db.example.org/arbiter", "verify-full"),
        ("postgres://bot@db.example.org:6432/arbiter?sslmode=verify-full", "verify-full"),
        ("postgresql://bot@127.0.0.1,db.example.org/arbiter", "verify-full"),
        ("postgresql://bot@[2001:db8::1]:5432/arbiter", "verify-full"),
        ("postgresql://bot@localhost/arbiter?hostaddr=192.0.2.1", "verify-full"),
        ("postgresql://bot@127.0.0.1/arbiter", None),
        ("postgresql://bot@localhost:5433/arbiter?sslmode=disable", "disable"),
        ("postgresql://bot@[::1]/arbiter", None),
        ("postgresql://bot@%2Fvar%2Frun%2Fpostgresql/arbiter", None),
        ("postgresql:///arbiter?host=/var/run/postgresql", None),
    ],
)
def test_beyond_this_machine_the_certificate_is_looked_at(text: str, sslmode: str | None) -> None:
    assert server(text).parameters.get("sslmode") == sslmode


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://bot@db.example.org/arbiter?sslmode=require",
        "postgresql://bot@db.example.org/arbiter?sslmode=prefer",
        "postgresql://bot@192.0.2.1/arbiter?sslmode=disable",
        "postgresql://bot@localhost,db.example.org/arbiter?sslmode=verify-ca",
        "postgresql://bot@localhost/arbiter?hostaddr=192.0.2.1&sslmode=allow",
        "postgresql://bot@db.example.org/arbiter?gssencmode=prefer",
        "postgresql://bot@db.example.org/arbiter?service=mine",
        "postgresql://bot@db.example.org/arbiter?options=-c%20fsync%3Doff",
        "postgresql://bot@db.example.org",
        "postgresql://bot@[2001:db8::1/arbiter",
    ],
)
def test_an_address_that_would_be_less_is_refused(text: str) -> None:
    with pytest.raises(NotAnAddress):
        read(text)


@pytest.mark.parametrize("name", ["PGHOST", "PGHOSTADDR", "PGSERVICE"])
def test_the_environment_does_not_lead_elsewhere(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "192.0.2.1")
    with pytest.raises(NotAnAddress, match=name):
        read("postgresql:///arbiter")


# The password


def test_a_password_is_given_to_the_server_and_told_to_nobody_else() -> None:
    address = server(f"postgresql://bot:{AS_WRITTEN}@127.0.0.1:5/arbiter")
    assert address.parameters["password"] == PLANTED
    assert str(address) == "postgresql://bot@127.0.0.1:5/arbiter"
    assert address.clean(f"a {PLANTED} b {AS_WRITTEN}") == "a ********** b **********"
    for told in (repr(address), str(address), f"{address!r}"):
        assert PLANTED not in told
        assert AS_WRITTEN not in told


@pytest.mark.parametrize(
    "where",
    ["127.0.0.1:1/arbiter", "db.example.org/arbiter?sslmode=allow", "[::1/arbiter", "127.0.0.1:x/arbiter", "a/b?c=d"],
)
def test_a_password_stands_in_no_error_no_line_of_the_log_and_no_answer_of_a_command(
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.secret.word")
    monkeypatch.setenv("ARBITER_DATABASE", f"postgresql://bot:{AS_WRITTEN}@{where}")
    caplog.set_level(logging.DEBUG)
    told = []
    try:
        told.append(repr(read_settings(None)))
        told.append("".join(_trace(server(f"postgresql://bot:{AS_WRITTEN}@{where}"))))
    except SettingsError as error:
        told += [str(error), *traceback.format_exception(error)]
    with monkeypatch.context() as patch:
        patch.setattr(running, "set_logging_up", lambda *_, **__: None)
        assert running.run(None) in {running.AGAIN, running.CANNOT_START}  # type: ignore[arg-type]
    doctor.run(None)  # type: ignore[arg-type]
    out = capsys.readouterr()
    for text in (*told, caplog.text, out.out, out.err):
        assert PLANTED not in text
        assert AS_WRITTEN not in text
    assert "127.0.0.1:1" not in where or "cannot be reached" in out.err


def _trace(address: Address) -> list[str]:
    pytest.importorskip("psycopg")
    from bot.kernel.postgres import PostgresConnection

    with pytest.raises(ConnectionLost) as lost:
        PostgresConnection(address, writes=True)
    return traceback.format_exception(lost.value)


def test_a_value_of_a_row_stands_in_no_error() -> None:
    sql = "INSERT INTO told (name) VALUES (?)"
    with closing(on_postgres.connect(on_postgres.bare())) as connection:
        connection.make("CREATE TABLE told (name text UNIQUE CHECK (length(name) < 100))")
        connection.execute(sql, (PLANTED,))
        for value in (PLANTED, PLANTED * 100):
            with pytest.raises(StorageError) as refused:
                connection.execute(sql, (value,))
            assert PLANTED not in "".join(traceback.format_exception(refused.value))


# What is asked of the machine and of the server


async def test_without_the_driver_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bot.kernel.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DriverMissing) as missing:
        await Database.open(server("postgresql://bot@127.0.0.1:1/arbiter"), migrations=Path("migrations"))
    assert "requirements/postgres.txt" in missing.value.remedy


@pytest.fixture
def pooler(tmp_path: Path) -> Iterator[Pooler]:
    where = on_postgres.bare()
    opened = Pooler(tmp_path / "pool", Path(on_postgres.server()), where.parameters["dbname"])
    yield opened
    opened.close()


async def test_a_pooler_that_hands_each_transaction_another_session_is_refused(
    pooler: Pooler, migrations: Path
) -> None:
    with pytest.raises(PoolerInBetween):
        await Database.open(server(f"postgresql://postgres@/any?host={pooler.folder}"), migrations=migrations)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_copies_a_server_that_does_not_answer_says_so_and_leaves_nothing(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import argparse

    monkeypatch.setenv("ARBITER_DATABASE", "postgresql://bot@127.0.0.1:1/arbiter")
    parser = argparse.ArgumentParser()
    safekeeping.add_arguments(parser, command)
    assert safekeeping.run(parser.parse_args([str(tmp_path / "a.db")])) == safekeeping.CANNOT
    assert ("does not exist" if command == "restore" else "cannot be reached") in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_backup_of_a_server_is_a_file_that_is_put_back_into_a_new_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from bot.__main__ import main

    full, new = on_postgres.fresh(), on_postgres.bare()
    with closing(on_postgres.connect(full)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO guilds (guild_id, owner_id, language, time_zone, announcements_channel, matches_channel,"
            " committee_channel, set_up_at) VALUES (7, 5, 'it', 'UTC', 1, 2, 3, 0)"
        )
        connection.commit()
    for command, place in (("backup", full), ("restore", new)):
        told = f"postgresql://postgres@/{place.parameters['dbname']}?host={place.parameters['host']}"
        assert main([command, str(tmp_path / "a.db"), "--database", told]) == 0
    assert "holds a checked copy" in capsys.readouterr().out
    with closing(on_postgres.connect(new)) as connection:
        assert connection.execute("SELECT guild_id, language FROM guilds").fetchall() == [(7, "it")]


@pytest.mark.parametrize(
    ("error", "is_spare", "passes"),
    [
        (ConnectionLost("gone"), False, True),
        (NotInCharge("other"), True, True),
        (NotInCharge("other"), False, False),
        (PoolerInBetween(), True, False),
    ],
)
def test_a_supervisor_starts_anew_what_a_start_may_find_mended(
    error: StorageError, is_spare: bool, passes: bool
) -> None:
    assert running.passes_with_a_start(error, is_spare=is_spare) is passes
