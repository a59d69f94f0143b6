"""A value planted in each column of text that the table of public facts does not show, and numbers of Discord's."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable

from bot.features.pages.facts_model import FACTS
from tests.features.pages.busy import columns_of, tables_of
from tests.hall.hall import Hall
from tests.sql_reading import keys

SIGN = "planted"
SHOWN = {one.column for one in FACTS if one.fields}
READ_STRICTLY = {
    "guilds.switches": "a set of words that its reader knows",
    "page_people.calendar": "the print by which a calendar is found: without it none would be read",
}
"""What cannot be planted though the schema lets it, and why."""
REFUSALS = {
    "FOREIGN KEY": "it names another row",
    "CHECK": "it is one of few words",
    "the log is append-only": "the details are JSON, of which some is looked for by what it says",
    "statements are append-only": "whose they are, and of which case",
}
"""What the schema itself lets nobody plant, by the constraint that says so."""
APPENDED = {
    "log": ("actor_id", "act", "subject", "tournament_id", "why"),
    "file_statements": ("statement", "links"),
}
"""Tables whose lines nobody changes, and what is planted in a new one."""
NUMBER = 987_654_321_000
IDS_OF_DISCORD = {
    "people": ("discord_id",),
    "guilds": ("owner_id", "announcements_channel", "matches_channel", "committee_channel", "record_channel"),
    "event_posters": ("role_id",),
    "tournaments": ("scheduled_event",),
    "outbox": ("channel_id", "message_id"),
}


def is_planted(text: str) -> bool:
    """Whether something planted is in it."""
    return SIGN in text or str(NUMBER)[:9] in text


def plant(hall: Hall) -> dict[str, str]:
    """Plants a value in each column of text that is not shown; of those that take none the reason."""
    refused: dict[str, str] = {}
    connection = hall._connection
    for table, names in APPENDED.items():
        append(connection, table, names)
    for table in tables_of():
        for name in [one[1] for one in columns_of(table) if one[2] == "TEXT"]:
            column = f"{table}.{name}"
            if column not in SHOWN | READ_STRICTLY.keys() and name not in APPENDED.get(table, ()):
                reason = refusal(connection, table, name)
                if reason:
                    refused[column] = reason
    for table, names in IDS_OF_DISCORD.items():
        for name in names:
            write_in_each(connection, table, name, lambda at: NUMBER + at)
    return refused


def append(connection: sqlite3.Connection, table: str, names: tuple[str, ...]) -> None:
    """Adds a line like one that is there, with something planted in those columns."""
    cursor = connection.execute(f'SELECT * FROM "{table}" LIMIT 1')
    row = {column[0]: value for column, value in zip(cursor.description, cursor.fetchone(), strict=True)}
    row |= {name: f"{SIGN}_{table}_{name}" for name in names} | {"sequence": 1_000_000}
    marks = ", ".join("?" for _ in row)
    connection.execute(f'INSERT INTO "{table}" ({", ".join(row)}) VALUES ({marks})', tuple(row.values()))


def write_in_each(
    connection: sqlite3.Connection, table: str, name: str, value: Callable[[int], object], *, where: str = ""
) -> None:
    """Writes into the column of each row what is made of the row's number; rows without a key get all the same."""
    key = keys()[table]
    if not key:
        connection.execute(f'UPDATE "{table}" SET "{name}" = ?{where}', (value(0),))
        return
    named = ", ".join(f'"{one}"' for one in key)
    found = connection.execute(f'SELECT {named} FROM "{table}"{where} ORDER BY {named}').fetchall()
    its_own = " AND ".join(f'"{one}" = ?' for one in key)
    for at, row in enumerate(found, 1):
        connection.execute(f'UPDATE "{table}" SET "{name}" = ? WHERE {its_own}', (value(at), *row))


def refusal(connection: sqlite3.Connection, table: str, name: str) -> str:
    """Which constraint lets nobody plant anything in the column; empty where it was planted."""

    def sign(at: int) -> str:
        return f"{SIGN}_{table}_{name}_{at:06}"

    forms = (sign, lambda at: f"{sign(at)}{'0' * 64}"[:64], lambda at: json.dumps({SIGN: sign(at)}))
    reason = ""
    for form in forms:
        for where in ("", f' WHERE "{name}" IS NOT NULL'):
            connection.execute("SAVEPOINT planting")
            try:
                write_in_each(connection, table, name, form, where=where)
            except sqlite3.Error as error:
                connection.execute("ROLLBACK TO planting")
                reason = reason or named(str(error))
            else:
                return ""
            finally:
                connection.execute("RELEASE planting")
    return reason


def named(refused: str) -> str:
    """The constraint that refused, as SQLite and PostgreSQL tell it."""
    found = re.search(r"FOREIGN KEY|foreign key|CHECK|check", refused)
    return found[0].upper() if found else refused.partition(" constraint")[0]
