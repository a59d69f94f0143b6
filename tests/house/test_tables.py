"""Each table that a store describes is a table of the schema: no column is missing, and none is made up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

from bot.kernel.tables import Table, Undescribed
from tests import empty_database
from tests.house.rooms import modules_of
from tests.portable import faults_of_whole
from tools.mapping.rooms import Role


@dataclass(frozen=True)
class Round:
    """As the schema has it in `round_absences`, in part."""

    entrant_id: str
    round: int


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path: Path = tmp_path_factory.mktemp("schema") / "empty.db"
    empty_database.put(path)
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def described() -> dict[str, Table[object]]:
    """The tables that stores describe, by where that stands."""
    modules = [name.removesuffix(".py").replace("/", ".") for name in modules_of(Role.STORE)]
    return {
        f"{module}.{name}": one
        for module in modules
        for name, one in vars(import_module(module)).items()
        if isinstance(one, Table)
    }


def misfits(schema: sqlite3.Connection, table: Table[object]) -> set[str]:
    """What of the description is not in the schema, and which columns of it have to be written and are not."""
    rows = schema.execute(f"PRAGMA table_info({table.name})").fetchall()
    there, key = {row[1] for row in rows}, {row[1] for row in rows if row[5]}
    needed = {row[1] for row in rows if row[3] and row[4] is None}
    said = {*table.columns, *table.beside}
    unique = {
        tuple(sorted(_of_index(schema, index[1])))
        for index in schema.execute(f"PRAGMA index_list({table.name})")
        if index[2]
    }
    wrong_key = set() if {*table.key} == key or tuple(sorted(table.key)) in unique else {f"key {', '.join(table.key)}"}
    return (said - there) | (needed - said) | wrong_key


def _of_index(schema: sqlite3.Connection, index: str) -> set[str]:
    return {str(row[2]) for row in schema.execute(f"PRAGMA index_info({index})")}


def test_each_description_is_of_its_table(schema: sqlite3.Connection) -> None:
    found = {where: wrong for where, one in described().items() if (wrong := misfits(schema, one))}
    assert len(described()) > 20
    assert found == {}


def test_what_a_table_writes_is_taken_by_both_databases() -> None:
    for table in described().values():
        for sql, _ in (table.inserting("ON CONFLICT DO NOTHING", table.beside), table.upserting((), table.beside)):
            assert not faults_of_whole(sql), sql


@pytest.mark.plants
@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        (Table("round_absences", Round, "entrant_id, round", ("announced_at", "announced_by")), set()),
        (Table("round_absences", Round, "entrant_id, round", ("announced_at",)), {"announced_by"}),
        (
            Table("round_absences", Round, "entrant_id, round", ("announced_at", "announced_by"), round="number"),
            {"number", "round"},
        ),
        (Table("round_absences", Round, "entrant_id", ("announced_at", "announced_by")), {"key entrant_id"}),
        (Table("no_rounds", Round, "entrant_id, round"), {"entrant_id", "round", "key entrant_id, round"}),
    ],
)
def test_a_description_that_does_not_fit_is_found(
    schema: sqlite3.Connection, table: Table[object], wrong: set[str]
) -> None:
    assert misfits(schema, table) == wrong


def test_a_field_that_the_model_does_not_have_is_refused_at_once() -> None:
    with pytest.raises(Undescribed, match="Round has no number"):
        Table("round_absences", Round, "entrant_id", number="round")
