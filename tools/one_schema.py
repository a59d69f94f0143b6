"""Many migrations as one file: `python -m tools.one_schema COMMIT [--write]`.

Without `--write` it compares what the migrations of the commit make with what the present ones make (tables, columns,
checks, indexes, triggers and the rows that stand there from the first) and ends with 1 where they differ. With it the
present folder is emptied and `0001_schema.sql` written, with the comments that stood above each thing.
"""

from __future__ import annotations

import argparse
import io
import re
import sqlite3
import subprocess
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.app import MIGRATIONS
from bot.kernel.migrations import migrate, read_folder, statements

NAME: Final = "0001_schema.sql"
HEAD: Final = """\
-- The schema of version 1.0. This file is never edited: what changes later is a file of its own.
-- Moments are UTC milliseconds since the epoch. Ids of ours are text, made by the application; Discord's are integers.
-- Every reference has an index, so that finding what refers to a person, an event or a bar costs what is found,
-- whatever other servers hold and however long the history is. Where few rows have the reference, only they are in it.
"""
REWORDED: Final = {
    "log_is_never_changed": "-- Lines of the log stay; of a line only the words and the account name of somebody who "
    "asked for it may go.\n",
    "log_of_guild": "",
    "team_places": "-- Places in teams that count for nothing yet: somebody who was asked and has not said yes, or a "
    "name that was typed.\n-- Who says yes becomes a member (team_members).\n",
    "votes_ended": "-- The last petition and the last election of a server are found without walking its votes.\n",
}
"""Comments that told of a change, as they read where nothing was before."""
_MAKES: Final = re.compile(r'CREATE (?:UNIQUE )?(?:TABLE|INDEX|TRIGGER) (?:IF NOT EXISTS )?"?(\w+)"?', re.IGNORECASE)
_ADDS: Final = re.compile(r"ALTER TABLE (\w+) ADD COLUMN (\w+)")
_RENAMES: Final = re.compile(r"ALTER TABLE (\w+) RENAME TO (\w+)")
_REFERS: Final = re.compile(r"REFERENCES (\w+)")
_SAID_ABOVE: Final = re.compile(r"(?:--[^\n]*\s*\n\s*)+")
_WIDTH: Final = 120


@dataclass(frozen=True, slots=True)
class Thing:
    """A table, an index or a trigger as SQLite keeps it."""

    kind: str
    name: str
    table: str
    sql: str


@dataclass(slots=True)
class Sources:
    """What the files said of each thing: its comment, and in which order tables came to be."""

    comments: dict[str, str] = field(default_factory=dict)
    columns: dict[tuple[str, str], str] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)


def things(connection: sqlite3.Connection) -> list[Thing]:
    """What the schema holds beside the record of migrations, in the order of SQLite's catalogue."""
    rows = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    )
    return [Thing(*row) for row in rows if row[1] != "migrations"]


def described(folder: Path) -> list[str]:
    """What the folder's migrations make, line by line, whatever their layout and the order of their tables."""
    with closing(made(folder)) as connection:
        lines = [line for thing in things(connection) for line in _told(connection, thing)]
        return sorted(lines) + [line for table in _tables(connection) for line in _rows(connection, table)]


def made(folder: Path) -> sqlite3.Connection:
    """A database in memory to which the folder's migrations were applied."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, folder, 0)
    return connection


def written(folder: Path) -> str:
    """The one file that makes the same."""
    sources = _sources(folder)
    with closing(made(folder)) as connection:
        found = things(connection)
        of_table: dict[str, list[Thing]] = defaultdict(list)
        for thing in found:
            of_table[thing.table].append(thing)
        tables = sorted((one for one in found if one.kind == "table"), key=lambda one: sources.order[one.name])
        parts = [HEAD]
        for table in _references_first({one.name: one for one in tables}):
            some = of_table[table.name]
            own = [_laid_out(table, sources), *(_as_it_was(one, sources) for one in some if one.kind == "index")]
            parts.append("\n".join(own) + "\n")
            parts += [row + "\n" for row in _rows(connection, table.name)]
        parts += [_as_it_was(one, sources) + "\n" for one in found if one.kind == "trigger"]
    return "\n".join(parts)


def _told(connection: sqlite3.Connection, thing: Thing) -> Iterator[str]:
    """Of a table the columns in their order and its text beside them; of all others the text."""
    if thing.kind != "table":
        yield f"{thing.name}: {_plain(thing.sql)}"
        return
    body, after = _body(thing.sql)
    yield f"{thing.name}: {sorted(_plain(part) for part in _parts(body))} {_plain(after)}"
    yield from (f"{thing.name}: {row}" for row in connection.execute(f"PRAGMA table_xinfo({thing.name})"))
    keys = connection.execute(f"PRAGMA foreign_key_list({thing.name})").fetchall()
    yield from (f"{thing.name}: refers {row[2:]}" for row in keys)
    indexes = [row[1:] for row in connection.execute(f"PRAGMA index_list({thing.name})")]
    # Of two indexes that serve alike the planner takes the one that was made later.
    yield f"{thing.name}: indexes {indexes}"


def _tables(connection: sqlite3.Connection) -> list[str]:
    return sorted(thing.name for thing in things(connection) if thing.kind == "table")


def _rows(connection: sqlite3.Connection, table: str) -> list[str]:
    """What stands in the table from the first, as a statement."""
    cursor = connection.execute(f"SELECT * FROM {table} ORDER BY 1")
    columns = ", ".join(column[0] for column in cursor.description)
    values = [f"    ({', '.join(_literal(value) for value in row)})" for row in cursor]
    return ["\n".join([f"INSERT INTO {table} ({columns}) VALUES", ",\n".join(values) + ";"])] if values else []


def _literal(value: object) -> str:
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else "NULL" if value is None else str(value)


def _sources(folder: Path) -> Sources:
    """Of a table that was made anew under another name the first comment counts: later ones tell what changed."""
    sources = Sources()
    for statement in (one for migration in read_folder(folder) for one in statements(migration.sql)):
        above = _SAID_ABOVE.match(statement)
        code = statement[above.end() :] if above else statement
        # What stands apart from the statement is about the whole file.
        said = above[0].rstrip(" ").rpartition("\n\n")[2] if above else ""
        comment = "" if said.startswith("-- Every reference has an index") or said in HEAD else said
        if makes := _MAKES.match(code):
            sources.order.setdefault(makes[1], len(sources.order))
            sources.comments.setdefault(makes[1], comment)
        elif adds := _ADDS.match(code):
            sources.columns[adds[1], adds[2]] = comment
        elif renames := _RENAMES.match(code):
            sources.order.setdefault(renames[2], len(sources.order))
    sources.comments.update(REWORDED)
    return sources


def _references_first(tables: Mapping[str, Thing]) -> Iterable[Thing]:
    """Every table after those that it refers to, as far as they do not refer to it."""
    placed: dict[str, Thing] = {}
    under_way: set[str] = set()

    def place(table: Thing) -> None:
        if table.name in placed or table.name in under_way:
            return
        under_way.add(table.name)
        for other in _REFERS.findall(table.sql):
            place(tables[other])
        placed[table.name] = table

    for table in tables.values():
        place(table)
    return placed.values()


def _laid_out(table: Thing, sources: Sources) -> str:
    """The table with each column and check on a line of its own, as later files have added them."""
    body, after = _body(table.sql)
    lines: list[str] = []
    for part in _parts(body):
        beside, _, own = part.partition("\n")
        if beside.strip().startswith("--"):
            # It stood behind the comma and is about the column before.
            lines[-1] = f"    {beside.strip()}\n{lines[-1]}"
        else:
            own = part
        comment = sources.columns.get((table.name, own.split()[0]), "")
        lines.append("".join(f"    {line}\n" for line in comment.splitlines()) + _wrapped(own))
    text = ",\n".join(lines)
    return f"{sources.comments.get(table.name, '')}CREATE TABLE {table.name} (\n{text}\n) {after.strip()};"


def _wrapped(part: str) -> str:
    """The part as it was written; one long line, as ALTER TABLE leaves it, is broken at its last fitting space."""
    lines = [f"    {part.strip()}"]
    while len(lines[-1]) > _WIDTH and "\n" not in part:
        cut = lines[-1].rindex(" ", 0, _WIDTH)
        lines[-1:] = [lines[-1][:cut], "        " + lines[-1][cut + 1 :]]
    return "\n".join(lines)


def _as_it_was(thing: Thing, sources: Sources) -> str:
    return f"{sources.comments.get(thing.name, '')}{thing.sql.strip()};"


def _body(sql: str) -> tuple[str, str]:
    """What stands between the table's outer parentheses, and what follows them."""
    return sql[sql.index("(") + 1 : sql.rindex(")")], sql[sql.rindex(")") + 1 :]


def _parts(body: str) -> list[str]:
    """The columns and checks, each with the comment above it."""
    parts, depth, quoted, said = [""], 0, False, False
    for at, letter in enumerate(body):
        said = (said or (body.startswith("--", at) and not quoted)) and letter != "\n"
        quoted ^= letter == "'" and not said
        depth += 0 if quoted or said else (letter == "(") - (letter == ")")
        if letter == "," and not depth and not quoted and not said:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def _plain(sql: str) -> str:
    """The text without comments, quotes around names and layout."""
    bare = re.sub(r"--[^\n]*", "", sql).replace('"', "")
    return re.sub(r"\s*([(),])\s*", r"\1", " ".join(bare.split()))


def main() -> int:
    """Compares or writes; answers 1 where the two make something else."""
    parser = argparse.ArgumentParser(prog="python -m tools.one_schema", description=__doc__)
    parser.add_argument("commit", help="whose migrations")
    parser.add_argument("--write", action="store_true", help="write the one file in place of all others")
    arguments = parser.parse_args()
    archive = subprocess.run(["git", "archive", arguments.commit, "migrations"], capture_output=True, check=True).stdout
    with TemporaryDirectory() as name, tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(name, filter="data")
        folder = Path(name) / "migrations"
        if arguments.write:
            text = written(folder)
            for file in MIGRATIONS.glob("*.sql"):
                file.unlink()
            (MIGRATIONS / NAME).write_text(text, encoding="utf-8")
        differences = list(unified_diff(described(folder), described(MIGRATIONS), arguments.commit, "now", n=0))
    print("\n".join(differences) or "Both make the same.")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
