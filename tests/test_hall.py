"""The hall of the tests: one that gets the file of an earlier one is as empty as the first."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.kernel.context import Query, Tx
from tests.hall.hall import Hall


def people(tx: Query) -> list[str]:
    return [str(row[0]) for row in tx.fetch_all("SELECT name FROM people ORDER BY name")]


def rows(tx: Query) -> dict[str, int]:
    """Of each table how many rows it has."""
    tables = [str(row[0]) for row in tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: int(tx.fetch_all(f"SELECT count(*) FROM {name}")[0][0]) for name in tables}


def test_a_hall_with_the_file_of_an_earlier_one_knows_nothing_of_it(tmp_path: Path) -> None:
    alone, earlier = Hall(tmp_path / "hall.db"), Hall()
    as_new = alone.ask(rows)
    earlier.begin(earlier.announce(), 2, 3, 4)
    assert earlier.ask(rows) != as_new
    earlier.close()
    later = Hall()
    assert later._connection is earlier._connection
    assert later.ask(rows) == as_new
    alone.close()
    later.close()


def test_two_halls_at_once_have_a_file_each() -> None:
    one, other = Hall(), Hall()
    one.person(2)
    assert (one.ask(people), other.ask(people)) == (["P2"], [])
    one.close()
    other.close()


@pytest.mark.parametrize("is_alone", [True, False])
def test_an_error_undoes_its_transaction_and_no_other(is_alone: bool, tmp_path: Path) -> None:
    hall = Hall(tmp_path / "hall.db") if is_alone else Hall()
    hall.person(2)

    def fail(tx: Tx) -> None:
        tx.execute("UPDATE people SET name = 'X'")
        raise LookupError

    with pytest.raises(LookupError):
        hall.do(fail)
    assert hall.ask(people) == ["P2"]
    hall.person(3)
    assert hall.ask(people) == ["P2", "P3"]
    hall.close()
