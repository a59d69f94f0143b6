"""Migrations: numbered SQL files, each applied once, in order, with the record that it ran."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from bot.kernel.faults import MigrationChanged, MigrationFailed, MigrationGap, MisnamedMigration, UnknownMigration

_FILE_NAME: Final = re.compile(r"(\d{4})_([a-z0-9_]+)\.sql")
_RECORD: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT
"""
_NOT_CODE: Final = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"", re.DOTALL)
_FORBIDDEN_ANYWHERE: Final = {
    "DEFERRABLE": re.compile(r"(?<!NOT )\bDEFERRABLE\b"),
    "ON CONFLICT ROLLBACK": re.compile(r"\bON CONFLICT ROLLBACK\b|\bOR ROLLBACK\b|\bRAISE ?\( ?ROLLBACK\b"),
}
_FORBIDDEN_TO_BEGIN_WITH: Final = {
    "BEGIN": "BEGIN",
    "COMMIT": "COMMIT",
    "END": "COMMIT",
    "ROLLBACK": "ROLLBACK",
    "SAVEPOINT": "SAVEPOINT",
    "RELEASE": "SAVEPOINT",
    "ATTACH": "ATTACH",
    "DETACH": "ATTACH",
    "PRAGMA": "PRAGMA",
    "VACUUM": "VACUUM",
}


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: `0003_case_notices.sql` has number 3 and name `case_notices`."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """The fingerprint of the text, the same under every system's line ends."""
        return sha256(self.sql.encode()).hexdigest()


def migrate(connection: sqlite3.Connection, folder: Path, applied_at: int) -> list[int]:
    """Apply what is missing and return its numbers; `applied_at` is noted, in milliseconds since the epoch.

    The connection must be in no transaction (`isolation_level=None`). Raises MigrationError; what was applied before
    the failing file stays. References are checked at the end of each file, so that a table may be rebuilt in it.
    """
    known = read_folder(folder)
    done = _applied_migrations(connection)
    check_recorded(known, done)
    missing = known[len(done) :]
    enforced = connection.execute("PRAGMA foreign_keys").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        for migration in missing:
            _apply(connection, migration, applied_at)
    finally:
        connection.execute(f"PRAGMA foreign_keys = {enforced}")
    return [migration.number for migration in missing]


def check_version(connection: sqlite3.Connection, folder: Path) -> None:
    """Raises MigrationError where the database was made by another program than the folder's; writes nothing."""
    check_recorded(read_folder(folder), _recorded_migrations(connection))


def read_folder(folder: Path) -> list[Migration]:
    """Return the folder's migrations in order. Raises MisnamedMigration and MigrationGap."""
    found = sorted((_read(file) for file in folder.glob("*.sql")), key=lambda migration: migration.number)
    for expected, migration in enumerate(found, start=1):
        if migration.number != expected:
            raise MigrationGap(expected, migration.number)
    return found


def statements(sql: str) -> Iterator[str]:
    """Split a script into its statements; those of a trigger's body stay with their trigger."""
    statement = ""
    for part in re.split(r"(?<=;)", sql):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if _NOT_CODE.sub("", statement).strip():
        yield statement.strip()


def forbidden(sql: str) -> list[str]:
    """Name what a migration must not contain, because it would end a shared commit for everyone in it, or its own."""
    found: list[str] = []
    for statement in statements(sql):
        code = " ".join(_NOT_CODE.sub(" ", statement).upper().split())
        found += [name for name, pattern in _FORBIDDEN_ANYWHERE.items() if pattern.search(code)]
        first_word = re.split(r"\W", code.lstrip("; "), maxsplit=1)[0]
        if first_word in _FORBIDDEN_TO_BEGIN_WITH:
            found.append(_FORBIDDEN_TO_BEGIN_WITH[first_word])
    return list(dict.fromkeys(found))


def _read(file: Path) -> Migration:
    name = _FILE_NAME.fullmatch(file.name)
    if name is None:
        raise MisnamedMigration(file.name)
    return Migration(int(name[1]), name[2], file.read_text(encoding="utf-8"))


def _applied_migrations(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
    connection.execute(_RECORD)
    return _recorded_migrations(connection)


def _recorded_migrations(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
    rows = connection.execute("SELECT number, name, sha256 FROM migrations ORDER BY number")
    return [(number, name, digest) for number, name, digest in rows]


def check_recorded(known: Sequence[Migration], done: Sequence[tuple[int, str, str]]) -> None:
    """Raises MigrationError where what was applied (number, name and fingerprint) is not what the program knows."""
    # First of all: a file with more migrations than this version has may differ in those before them as well.
    for number, name, _ in done:
        if number > len(known):
            raise UnknownMigration(number, name)
    for expected, (number, name, digest) in enumerate(done, start=1):
        if number != expected:
            raise MigrationGap(expected, number)
        migration = known[number - 1]
        if (migration.name, migration.sha256) != (name, digest):
            raise MigrationChanged(number, name)


def _apply(connection: sqlite3.Connection, migration: Migration, applied_at: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements(migration.sql):
            connection.execute(statement)
        _check_references(connection)
        connection.execute(
            "INSERT INTO migrations (number, name, sha256, applied_at) VALUES (?, ?, ?, ?)",
            (migration.number, migration.name, migration.sha256, applied_at),
        )
        connection.commit()
    except sqlite3.Error as error:
        connection.rollback()
        raise MigrationFailed(migration.number, migration.name, str(error)) from error


def _check_references(connection: sqlite3.Connection) -> None:
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise sqlite3.IntegrityError(f"a row of {broken[0]} refers to a row of {broken[2]} that does not exist")
