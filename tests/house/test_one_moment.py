"""What ends and begins anew in one moment is written: no key that holds a moment refuses the second row.

Steps and presses come together in one transaction, and a moment has no more than a millisecond.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Final

import pytest

from tests.house.reading import ROOT, text
from tests.house.rooms import modules_of
from tools.mapping.rooms import Role

_MOMENT: Final = re.compile(r"since|until|held_from|stood_until|[a-z]+_at")
_INSERT: Final = re.compile(r"INSERT INTO (?P<table>[a-z_]+)\b(?P<rest>.*?)(?=\bINSERT INTO\b|\Z)", re.DOTALL)
_QUOTES: Final = re.compile(r'"\s*\n\s*(#[^\n]*\n\s*)*f?"')
ONCE: Final = {
    "expulsions": "a readmission is never earlier than two years after the expulsion (AIJE-A02-2)",
}
"""Tables whose second row of one moment cannot be, and why."""
THE_FIRST: Final = {
    "absence_clocks": "a message that is delivered twice starts no second clock",
    "card_gaps": "a card that is gone is noticed once",
    "confirmed_results": "a second confirmation of one result says nothing new",
    "former_case_terms": "what held for no time at all holds for no case",
}
"""Tables whose first row of one moment stays as it is, and why."""


def keys(sql: str) -> Mapping[str, tuple[str, ...]]:
    """The primary keys that hold a moment, by their tables."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(sql)
        tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {one: [row[1] for row in base.execute(f"PRAGMA table_info({one})") if row[5]] for one in tables}
    return {table: tuple(key) for table, key in found.items() if any(map(_MOMENT.fullmatch, key))}


def schema() -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / "migrations").glob("*.sql")))


def refusing(source: str, known: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The tables of statements that a second row of the same moment would break, or that would lose it."""
    for found in _INSERT.finditer(_QUOTES.sub("", source)):
        table, rest = found["table"], found["rest"]
        if table not in known or table in ONCE:
            continue
        conflict = re.search(r"ON CONFLICT(?: \((?P<key>[^)]*)\))?(?P<partial> WHERE)?.*?DO (?P<does>[A-Z]+)", rest)
        keeps = conflict is not None and conflict["does"] == "NOTHING" and table in THE_FIRST
        key = set() if conflict is None or conflict["key"] is None else set(conflict["key"].split(", "))
        if not keeps and (conflict is None or conflict["does"] != "UPDATE" or key != set(known[table])):
            yield table


def test_what_ends_and_begins_anew_in_one_moment_is_written() -> None:
    known = keys(schema())
    found = [(file, table) for file in modules_of(Role.STORE) for table in refusing(text(file), known)]
    assert found == []


def test_each_exception_is_a_table_with_a_moment_in_its_key() -> None:
    assert {*ONCE, *THE_FIRST} <= keys(schema()).keys()


@pytest.mark.plants
@pytest.mark.parametrize(
    "ending",
    ["", " ON CONFLICT DO NOTHING", " ON CONFLICT (person_id) WHERE until IS NULL DO NOTHING"],
)
def test_a_row_that_would_be_refused_or_lost_is_found(ending: str) -> None:
    known = keys("CREATE TABLE planted (person_id TEXT, since INTEGER, until INTEGER, PRIMARY KEY (person_id, since));")
    statement = 'work.execute(\n    "INSERT INTO planted (person_id, since)"\n    " VALUES (?, ?)' + ending + '",\n)'
    assert list(refusing(statement, known)) == ["planted"]


@pytest.mark.plants
def test_a_row_that_is_written_over_the_first_is_not_found() -> None:
    known = {"planted": ("person_id", "since")}
    statement = '"INSERT INTO planted VALUES (?, ?)"\n    " ON CONFLICT (person_id, since) DO UPDATE SET until = NULL",'
    assert list(refusing(statement, known)) == []
