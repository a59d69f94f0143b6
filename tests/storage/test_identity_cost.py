"""Who somebody is costs the same, however many servers, names and accounts there are."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.storage import accounts, identities, kept_accounts, same_persons
from bot.storage.connection import connect_to_write
from bot.storage.work import Work
from tests import empty_database

NOW = datetime(2026, 3, 1, tzinfo=UTC)
GUILD, PERSON = GuildId(1), PersonId("p")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    empty_database.put(tmp_path / "empty.db")
    opened = connect_to_write(tmp_path / "empty.db")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "query",
    [
        lambda work: identities.selves(work, PERSON),
        lambda work: identities.of_discord_account(work, PERSON),
        lambda work: accounts.holder(work, GUILD, "S", "ana"),
        lambda work: kept_accounts.keeper(work, GUILD, "S", "ana", NOW),
        lambda work: kept_accounts.namesakes(work, TournamentId("t"), "S", NOW),
        lambda work: same_persons.of_person(work, PERSON),
        lambda work: same_persons.of_guild(work, GUILD),
    ],
)
def test_no_question_about_who_somebody_is_reads_a_whole_table(
    connection: sqlite3.Connection, query: Callable[[Work], object]
) -> None:
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    query(Work(connection, set()))
    connection.set_trace_callback(None)
    for sql in asked:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
        assert [step for step in plan if step.startswith("SCAN") and "SUBQUERY" not in step] == [], plan
    assert asked
