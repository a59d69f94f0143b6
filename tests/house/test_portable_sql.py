"""The statements are written as SQLite and PostgreSQL both take them, and no order rests on how rows happen to lie.

What is looked for stands in `tests/portable.py`. Each statement that a test runs is looked at as well, composed as it
is then (`tests/conftest.py`). A statement that asks for one server's rows or, without a server, for all, is refused
with them: no index answers both.
"""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.kernel.context import Work
from tests import empty_database, portable, sql_reading
from tests.house import reading, statements
from tests.house.statements import Asked

_SQL = re.compile(
    r"\b(SELECT|INSERT INTO|INSERT OR|REPLACE INTO|PRAGMA|UPDATE|DELETE|FROM|WHERE|JOIN|ORDER BY|UNION|EXISTS|CASE"
    r"|ON CONFLICT)\b"
)
_OF_ALL_COLUMNS = re.compile(r"(?:\bSELECT (?:DISTINCT )?|, )(?:\w+\.)?\*")
_BEGINNINGS = ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")


def texts(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Statements and parts of them with their lines; what a part is filled with is `_`."""
    inner = {id(part) for node in reading.walked(module) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    told = {id(node.value) for node in reading.walked(module) if isinstance(node, ast.Expr)}
    for node in reading.walked(module):
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner | told:
            said = node.value
        else:
            continue
        if _SQL.search(said):
            yield node.lineno, said


# --- what both take -------------------------------------------------------------------------------------------------


def test_statements_are_what_both_databases_take() -> None:
    found = {
        (name, kind): line
        for name, module in statements.modules()
        for line, said in texts(module)
        for kind in portable.faults(said)
    }
    unlisted = [f"{key[0]}:{line}: {key[1]}" for key, line in found.items() if key not in portable.ALLOWED]
    assert sum(1 for _, module in statements.modules() for _ in texts(module)) > 500
    assert unlisted == []
    assert portable.ALLOWED.keys() <= found.keys()


def test_each_statement_as_a_whole_is_what_both_databases_take() -> None:
    whole = [one for one in statements.asked() if one.is_whole and one.sql.startswith(_BEGINNINGS)]
    assert len(whole) > 800
    assert [
        f"{one.where}: {kind}"
        for one in whole
        for kind in sorted(portable.faults_of_whole(one.sql))
        if (one.module, kind) not in portable.ALLOWED
    ] == []


# --- in which order, and which one ----------------------------------------------------------------------------------


def test_what_is_asked_for_comes_in_an_order_that_the_statement_says() -> None:
    # What a set is made of has none: everything else may reach people in the order in which it was read.
    assert [
        one.where
        for one in statements.asked()
        if one.how in statements.OF_MANY and not _answers_a_set(one) and not _says_an_order(one.sql)
    ] == []


def _answers_a_set(one: Asked) -> bool:
    answered = one.function.returns
    return answered is not None and ast.unparse(answered).startswith(("set[", "frozenset["))


def _says_an_order(sql: str) -> bool:
    return sql == statements.UNKNOWN or bool(portable.order_of(sql))


def test_rows_that_differ_are_told_apart_by_the_order() -> None:
    # Rows alike in all terms come as they lie: by their number in SQLite, as they were last written in PostgreSQL.
    assert [
        one.where
        for one in statements.asked()
        if one.how in statements.OF_MANY and one.is_whole and not _answers_a_set(one) and portable.leaves_ties(one.sql)
    ] == []


def test_of_several_rows_the_statement_says_which_one_is_asked_for() -> None:
    assert [
        one.where
        for one in statements.asked()
        if one.how == "fetch_one" and one.is_whole and portable.leaves_open_which(one.sql)
    ] == []


# --- by their names -------------------------------------------------------------------------------------------------


def test_what_has_all_columns_of_a_table_is_read_by_their_names() -> None:
    # A column that a later migration adds, or a table made anew with its columns in another order, moves the places.
    assert sorted({
        f"{one.module}:{line}: {one.function.name}"
        for one in statements.asked()
        if _OF_ALL_COLUMNS.search(sql_reading.LITERAL.sub("''", one.sql))
        for line in _reads_by_place(one.function)
    }) == []  # fmt: skip


def _reads_by_place(function: ast.AST) -> Iterator[int]:
    """Lines in which a row is taken apart without the names of its columns."""
    rows = _names_of_rows(function)
    for node in ast.walk(function):
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int())) if name in rows:
                yield node.lineno
            case ast.Starred(value=ast.Name(id=name)) | ast.Call(args=[ast.Name(id=name)]) if name in rows:
                if isinstance(node, ast.Starred) or ast.unparse(node.func) in {"tuple", "list"}:
                    yield node.lineno
            case ast.Assign(targets=[ast.Tuple()], value=value) if _asks(value, "fetch_one"):
                yield node.lineno
            case ast.For(target=ast.Tuple(), iter=many) | ast.comprehension(target=ast.Tuple(), iter=many):
                if _asks(many, "fetch_all") or ast.unparse(many) == "rows":
                    yield many.lineno


def _names_of_rows(function: ast.AST) -> set[str]:
    named = set()
    many = {"rows"}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _asks(value, "fetch_one"):
                named.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _asks(value, "fetch_all"):
                many.add(name)
    for node in ast.walk(function):
        match node:
            case ast.For(target=ast.Name(id=name), iter=over) | ast.comprehension(target=ast.Name(id=name), iter=over):
                if _asks(over, "fetch_all") or ast.unparse(over) in many:
                    named.add(name)
    return named


def _asks(value: ast.expr, how: str) -> bool:
    """Whether it is the answer of a call that asks for rows themselves, not for things of a described table."""
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == how):
        return False
    return not (value.args and isinstance(value.args[0], ast.Name) and value.args[0].id == "tx")


# --- each kind, planted ---------------------------------------------------------------------------------------------


PLANTED = {
    "a JOIN without ON or USING": "SELECT v.vote_id FROM votes v JOIN absence_cases c ORDER BY v.vote_id",
    "numbers put together as texts": "SELECT group_concat(o.number, ' ') AS all_of FROM entrants o",
    "a row's hidden number": "SELECT list_id FROM rating_lists ORDER BY rowid",
    "INSERT OR, REPLACE": "INSERT OR IGNORE INTO faces (person_id) VALUES (?)",
    "DO UPDATE without the key": "INSERT INTO panels (panel) VALUES (?) ON CONFLICT DO UPDATE SET edited_at = ?",
    "two ON CONFLICT": "INSERT INTO panels (panel) VALUES (?) ON CONFLICT (panel) DO NOTHING ON CONFLICT DO NOTHING",
    "IS of a value": "SELECT 1 FROM outbox WHERE refusal IS NOT 'moot'",
    "a parameter without a type": "SELECT 1 FROM votes WHERE ?1 IS NULL OR guild_id = ?1",
    "one statement for one and for all": "SELECT 1 FROM votes WHERE CAST(?1 AS BIGINT) IS NULL OR guild_id = ?1",
    "CROSS JOIN with ON or USING": "SELECT 1 FROM arena_scores a CROSS JOIN entrants e USING (entrant_id)",
    "a list of rows without a name": "SELECT count(*) FROM (SELECT side FROM contest_sides ORDER BY side)",
    "SQLite's catalogue": "SELECT name FROM sqlite_master ORDER BY name",
    "quotes of its own": 'SELECT 1 FROM people WHERE name = "ana"',
    "a reserved word as a name": "SELECT only FROM machine",
    "a number of 32 bits": "SELECT 1 FROM log WHERE actor_id = CAST(? AS INTEGER)",
    "LIMIT with a comma": "SELECT name FROM people ORDER BY name LIMIT 2, 3",
    "LIMIT of nothing": "SELECT name FROM people ORDER BY name LIMIT -1 OFFSET 3",
    "a division": "SELECT games / 2 AS half FROM ratings WHERE person_id = ?",
    "two equals signs": "SELECT 1 FROM people WHERE name == ?",
    "words that compare differently": "SELECT 1 FROM people WHERE name LIKE 'Ana%'",
    "a plus before a column": "UPDATE log SET why = NULL WHERE +act = 'name_account'",
    "a list of nothing": "SELECT 1 FROM people WHERE person_id IN ()",
    "a word for a number": "UPDATE page_servers SET is_on = TRUE WHERE guild_id = ?",
    "a sum without its type": "SELECT sum(attempts) AS n FROM outbox",
    "a sum of truths": "SELECT CAST(sum(taken_back_at IS NULL) AS BIGINT) AS n FROM warnings",
    "a place of JSON's": "SELECT j.value FROM json_each(?) j ORDER BY j.key",
    "iif()": "SELECT iif(kind = 'panel', kind, target) AS lane FROM outbox",
    "min or max of two values": "UPDATE lobby SET until = max(since, ?) WHERE entrant_id = ?",
    "a text of JSON's for a number": "SELECT 1 FROM guilds WHERE guild_id IN (SELECT value FROM json_each(?))",
    "two columns of one name": "SELECT p.*, e.* FROM people p JOIN entrants e ON e.person_id = p.person_id",
    "an order that leaves open where NULL stands": "SELECT person_id FROM people ORDER BY discord_id",
    "a name where only columns are known": "SELECT until AS ends FROM bars WHERE ends > ? ORDER BY bar_id",
    "a group that shows one row's own": (
        "SELECT person_id, name, max(known_since) AS latest FROM people GROUP BY guild_id ORDER BY person_id"
    ),
    "an order of several by what the first does not show": (
        "SELECT name FROM people UNION SELECT team_name FROM entrants ORDER BY team_name"
    ),
    "an order of what is listed once by what is not listed": "SELECT DISTINCT name FROM people ORDER BY known_since",
    "texts put together in no order": "SELECT group_concat(name, ' ') AS names FROM people",
    "a number for a truth": "SELECT 1 FROM outages WHERE NOT is_moved",
    "a truth for a number": "UPDATE page_servers SET is_on = name <> '' WHERE guild_id = ?",
    "a column of which there are two": (
        "INSERT INTO attempts (what, sign) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET first_at = first_at + 1"
    ),
    "some of the rows in no order": "SELECT 1 FROM people WHERE person_id IN (SELECT person_id FROM entrants LIMIT 9)",
    "one value of several rows": (
        "SELECT (SELECT name FROM people p WHERE p.guild_id = g.guild_id ORDER BY name) AS n FROM guilds g"
    ),
    "a change of so many rows": "DELETE FROM outbox WHERE kind = ? LIMIT 10",
}
"""A statement by what it must be refused for."""
HARMLESS = (
    "SELECT person_id FROM people ORDER BY discord_id IS NOT NULL, discord_id, person_id",
    "SELECT person_id FROM people ORDER BY discord_id NULLS FIRST, coalesce(user_name, name) DESC, person_id",
    "SELECT person_id FROM people WHERE discord_id = ? ORDER BY discord_id",
    "SELECT guild_id, count(*) AS many, max(known_since) AS latest FROM people GROUP BY guild_id ORDER BY guild_id",
    "SELECT t.*, count(*) AS many FROM tournaments t JOIN entrants e USING (tournament_id) GROUP BY t.tournament_id",
    "SELECT DISTINCT p.name, p.known_since AS since FROM people p ORDER BY p.name, since DESC",
    "SELECT count(*) FILTER (WHERE withdrawn_at IS NULL) AS many FROM entrants",
    "SELECT CAST(sum(attempts) AS BIGINT) AS n, 'max(a, b)' AS said FROM outbox",
    "INSERT INTO attempts (what, sign) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET first_at = attempts.first_at + 1",
    "SELECT (SELECT name FROM people p WHERE p.person_id = e.person_id) AS name FROM entrants e ORDER BY e.entrant_id",
    "SELECT (SELECT name FROM people p WHERE p.guild_id = g.guild_id ORDER BY name LIMIT 1) AS name FROM guilds g",
    "SELECT group_concat(o.name, ' ') AS names FROM (SELECT name FROM people ORDER BY name) o",
    "SELECT 1 FROM guilds WHERE guild_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
    "SELECT * FROM same_persons WHERE first_id = ?1 UNION SELECT * FROM same_persons ORDER BY recorded_at, link_id",
)


@pytest.mark.parametrize(("kind", "sql"), PLANTED.items(), ids=PLANTED)
def test_what_one_database_alone_takes_is_seen(kind: str, sql: str) -> None:
    assert kind in _faults_of(sql)


def _faults_of(sql: str) -> set[str]:
    """Of the whole statement, or of it as a part where SQLite does not take it either."""
    try:
        return {*portable.faults_of_whole(sql)}
    except sqlite3.Error:
        return portable.faults(sql)


def test_each_kind_is_planted() -> None:
    assert PLANTED.keys() - {"iif()"} == {*portable.kinds()}


@pytest.mark.parametrize("sql", HARMLESS)
def test_what_both_take_alike_is_left_alone(sql: str) -> None:
    assert portable.faults_of_whole(sql) == frozenset()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM expulsions WHERE bar_id = ?",
        "SELECT person_id FROM offices WHERE guild_id = ? AND office = ?",
        "SELECT e.* FROM entrants e JOIN people p USING (person_id) WHERE p.guild_id = ? AND p.discord_id = ?",
        "SELECT name FROM people WHERE person_id = ?1 UNION SELECT team_name FROM entrants WHERE person_id = ?1",
    ],
)
def test_one_row_of_several_is_seen(sql: str) -> None:
    assert portable.leaves_open_which(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM people WHERE person_id = ?",
        "SELECT person_id FROM offices WHERE guild_id = ? AND office = ? AND until IS NULL",
        "SELECT * FROM people p JOIN entrants e USING (person_id) WHERE p.person_id = ? AND e.tournament_id = ?",
        "SELECT name FROM people WHERE guild_id = ? ORDER BY known_since DESC LIMIT 1",
        "SELECT max(known_since) AS latest FROM people",
        "SELECT 1 FROM people WHERE guild_id = ?",
    ],
)
def test_one_row_that_is_told_is_left_alone(sql: str) -> None:
    assert not portable.leaves_open_which(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM people WHERE guild_id = ? ORDER BY known_since",
        "SELECT e.* FROM entrants e JOIN people p USING (person_id) WHERE p.guild_id = ? ORDER BY e.number",
        "SELECT name, count(*) AS many FROM people GROUP BY name, guild_id ORDER BY name",
        "SELECT * FROM contests c LEFT JOIN results r USING (contest_id) WHERE tournament_id = ? ORDER BY c.contest_id",
        "SELECT DISTINCT name, known_since FROM people ORDER BY known_since",
    ],
)
def test_an_order_in_which_two_are_alike_is_seen(sql: str) -> None:
    assert portable.leaves_ties(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM people WHERE guild_id = ? ORDER BY known_since, person_id",
        "SELECT * FROM entrants WHERE tournament_id = ? ORDER BY number DESC",
        "SELECT name FROM people WHERE guild_id = ? ORDER BY name",
        "SELECT name, count(*) AS many FROM people GROUP BY name ORDER BY name",
        "SELECT e.* FROM entrants e JOIN people p USING (person_id) WHERE p.guild_id = ? ORDER BY e.entrant_id",
        "SELECT * FROM contests c LEFT JOIN title_holders h USING (tournament_id) ORDER BY c.contest_id",
    ],
)
def test_an_order_in_which_no_two_are_alike_is_left_alone(sql: str) -> None:
    assert not portable.leaves_ties(sql)


@pytest.fixture
def schema(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The newest schema."""
    path = tmp_path / "empty.db"
    empty_database.put(path)
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def test_what_the_bot_runs_and_one_database_alone_takes_fails_the_test_that_ran_it(schema: sqlite3.Connection) -> None:
    # This goes the way of every statement: the wrapper of tests/conftest.py is in place in all tests.
    planted: dict[str, Callable[[Work], None]] = {}
    text = "def ask(work):\n    work.fetch_all('SELECT person_id FROM people WHERE guild_id = 1 ORDER BY discord_id')\n"
    where = Path(__file__).parents[2] / "bot" / "features" / "planted_store.py"
    exec(compile(text, str(where), "exec"), planted)
    planted["ask"](Work(schema, set()))
    with pytest.raises(AssertionError, match="where NULL stands"):
        portable.refuse_what_one_takes()
    portable.refuse_what_one_takes()
