"""Each statement of the stores, as PostgreSQL itself reads it: it is prepared there with the kinds of its values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Final

import pytest

from bot.kernel.dialect import translated
from bot.kernel.faults import StorageError
from bot.kernel.postgres import PostgresConnection
from tests import on_postgres, values
from tests.house import statements

_AS_IT_SAYS: Final = {
    "TEXT": "text",
    "INTEGER": "bigint",
    "REAL": "double precision",
    "BLOB": "bytea",
    values.NUMBER: "bigint",
}
_BEGINNINGS: Final = ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")


@pytest.fixture
def connection() -> Iterator[PostgresConnection]:
    """A connection to a server with the newest schema."""
    with closing(on_postgres.connect(on_postgres.fresh())) as opened:
        yield opened


def refusal(connection: PostgresConnection, sql: str) -> str:
    """Why the server does not take the statement; empty where it does."""
    found, kinds = translated(sql), values.kinds(sql)
    places = [f":{name}" for name in found.names] or [f"?{at}" for at in range(1, len(values.places(sql)) + 1)]
    types = ", ".join(_AS_IT_SAYS.get(kinds.get(place, ""), "unknown") for place in places)
    try:
        connection.make(f"PREPARE one{f' ({types})' if types else ''} AS {found.sql}")
    except StorageError as error:
        return str(error)
    connection.make("DEALLOCATE one")
    return ""


def test_the_server_takes_each_statement_of_the_stores(connection: PostgresConnection) -> None:
    whole = [one for one in statements.asked() if one.is_whole and one.sql.startswith(_BEGINNINGS)]
    assert len(whole) > 800
    assert [f"{one.where}: {why}" for one in whole if (why := refusal(connection, one.sql))] == []


@pytest.mark.plants
@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("SELECT group_concat(o.number, ' ') AS n FROM (SELECT number FROM entrants) o", "does not exist"),
        ("SELECT 1 FROM log WHERE sequence = CAST(? AS TEXT)", "operator does not exist"),
        ("SELECT coalesce(name, 0) AS named FROM people WHERE person_id = ?", "cannot be matched"),
        ("SELECT rowid FROM people WHERE person_id = ?", "does not exist"),
    ],
)
def test_a_statement_that_the_server_does_not_take_is_seen(connection: PostgresConnection, sql: str, why: str) -> None:
    assert why in refusal(connection, sql)
