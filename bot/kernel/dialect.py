"""What PostgreSQL says differently: all of it, for statements that are written as SQLite reads them.

One text stands for each statement. The placeholders and the few words that differ are put in here, once for each text;
what PostgreSQL lacks of SQLite's functions is made beside the tables. Tables, indexes and triggers come from the same
migrations: a new database gets the schema that they all make together, and later ones go through the same translation.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from graphlib import TopologicalSorter
from typing import Final

from bot.kernel.faults import NotTranslated

LEAST_VERSION: Final = 150_000
"""PostgreSQL 15, as its server says it: the oldest that is looked after."""
Value = str | int | float | bytes | None

# --- statements -----------------------------------------------------------------------------------------------------


_TEXT: Final = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"", re.DOTALL)
_PUT_ASIDE: Final = re.compile(r"\x01(\d+)\x01")
_PLACEHOLDER: Final = re.compile(r"\?(\d*)|(?<![:\w]):([A-Za-z_]\w*)")
_IS: Final = re.compile(r"\bIS\b(\s+NOT\b)?(?!\s+(?:NOT|NULL|DISTINCT|TRUE|FALSE|JSON)\b)", re.IGNORECASE)
_GLOB: Final = re.compile(r"(\w+) GLOB '([^']*)'")
_WORDS: Final = (
    (re.compile(r"\bonly\b"), '"only"'),
    (re.compile(r"\[(\w+)\]"), r'"\1"'),
    (re.compile(r"\bNOT ((?:\w+\.)?is_\w+)\b(?!\()"), r"\1 = 0"),
    (re.compile(r"\bAS INTEGER\b"), "AS BIGINT"),
    (re.compile(r"\bAS REAL\b"), "AS DOUBLE PRECISION"),
    (re.compile(r"\bAS BLOB\b"), "AS BYTEA"),
)
"""A column that PostgreSQL reserves the name of; what is so or not, by its name; and types: its INTEGER has 32 bits."""
_STEERING: Final = {
    "BEGIN": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "BEGIN IMMEDIATE": "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
}
"""A reading has one snapshot. Who writes holds a lock that one connection has at a time, as SQLite's own writer does:
each of its statements then sees all that was committed before, and a number that is `max + 1` is nobody else's."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A statement as PostgreSQL reads it; `names` are those of its values in their order, where they have names."""

    sql: str
    names: tuple[str, ...] = ()

    def values(self, given: Sequence[Value] | Mapping[str, Value]) -> Sequence[Value]:
        """The values in the statement's own order."""
        return [given[name] for name in self.names] if isinstance(given, Mapping) else given


@lru_cache(maxsize=4096)
def translated(sql: str) -> Translated:
    """The statement with numbered placeholders and PostgreSQL's words."""
    if sql in _STEERING:
        return Translated(_STEERING[sql])
    names: dict[str, int] = {}
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        if found[2]:
            return f"${names.setdefault(found[2], len(names) + 1)}"
        count += 1
        return f"${found[1] or count}"

    code, aside = _apart(sql)
    return Translated(_together(_PLACEHOLDER.sub(number, _worded(code)), aside), tuple(names))


def _apart(sql: str) -> tuple[str, list[str]]:
    """The code alone, with a mark for each text, quoted name and comment, and those beside it."""
    aside: list[str] = []

    def put(found: re.Match[str]) -> str:
        aside.append(found[0])
        return f"\x01{len(aside) - 1}\x01"

    return _TEXT.sub(put, _GLOB.sub(_as_expression, sql)), aside


def _together(code: str, aside: Sequence[str]) -> str:
    return _PUT_ASIDE.sub(lambda found: aside[int(found[1])], code)


def _worded(code: str) -> str:
    code = _IS.sub(lambda found: "IS DISTINCT FROM" if found[1] else "IS NOT DISTINCT FROM", code)
    for pattern, word in _WORDS:
        code = pattern.sub(word, code)
    return code


def _as_expression(found: re.Match[str]) -> str:
    """A pattern of SQLite's GLOB as a regular expression."""
    pattern = found[2].replace(".", r"\.").replace("*", ".*").replace("?", ".")
    return f"{found[1]} ~ '^{pattern}$'"


# --- functions and catalogue that SQLite has ------------------------------------------------------------------------


FUNCTIONS: Final = (
    """CREATE OR REPLACE FUNCTION max(a anyelement, b anyelement) RETURNS anyelement
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    'SELECT CASE WHEN a IS NOT NULL AND b IS NOT NULL THEN greatest(a, b) END'""",
    """CREATE OR REPLACE FUNCTION min(a anyelement, b anyelement) RETURNS anyelement
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    'SELECT CASE WHEN a IS NOT NULL AND b IS NOT NULL THEN least(a, b) END'""",
    """CREATE OR REPLACE FUNCTION iif(is_so boolean, a anyelement, b anyelement) RETURNS anyelement
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN is_so THEN a ELSE b END'""",
    """CREATE OR REPLACE FUNCTION instr(told text, part text) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT strpos(told, part)'""",
    """CREATE OR REPLACE FUNCTION json_valid(told text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT told::json IS NOT NULL'""",
    """CREATE OR REPLACE FUNCTION json_extract(told text, path text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE json_typeof(found) WHEN 'boolean' THEN CASE found #>> '{}' WHEN 'true' THEN '1' ELSE '0' END
    ELSE found #>> '{}' END FROM (SELECT told::json #> string_to_array(substr(path, 3), '.') AS found) AS one $$""",
    """CREATE OR REPLACE FUNCTION json_each(told text) RETURNS TABLE (value text)
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 16 AS $$ SELECT json_array_elements_text(told::json) $$""",
    """CREATE OR REPLACE FUNCTION group_concat_step(so_far text, told text, sign text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    'SELECT CASE WHEN told IS NULL THEN so_far WHEN so_far IS NULL THEN told ELSE so_far || sign || told END'""",
    "CREATE OR REPLACE AGGREGATE group_concat(text, text) (SFUNC = group_concat_step, STYPE = text)",
    """CREATE OR REPLACE FUNCTION count_true(a boolean, b boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT a::int::bigint + b::int'""",
    """CREATE OR REPLACE FUNCTION count_true(a bigint, b boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT a + b::int'""",
    """CREATE OR REPLACE VIEW sqlite_master AS
    SELECT 'table'::text COLLATE "C" AS type, tablename::text COLLATE "C" AS name
    FROM pg_tables WHERE schemaname = current_schema()""",
    """CREATE OR REPLACE FUNCTION pragma_foreign_key_list(of text) RETURNS TABLE ("table" text, "from" text)
    LANGUAGE sql STABLE AS $$ SELECT confrelid::regclass::text, attname::text COLLATE "C" FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND conrelid = to_regclass(of) $$""",
    """DO $$ BEGIN CREATE OPERATOR + (FUNCTION = count_true, LEFTARG = boolean, RIGHTARG = boolean);
    EXCEPTION WHEN duplicate_function THEN NULL; END $$""",
    """DO $$ BEGIN CREATE OPERATOR + (FUNCTION = count_true, LEFTARG = bigint, RIGHTARG = boolean);
    EXCEPTION WHEN duplicate_function THEN NULL; END $$""",
)
"""Made before the tables, whose checks use some of them. A NULL among the values of min and max is their answer;
whether something is JSON is asked by checks alone, which fail where it is none. Of the catalogue there is what
`bot/people/personal_store.py` asks."""

# --- tables, indexes, triggers --------------------------------------------------------------------------------------


_COLUMN_TYPES: Final = (
    (re.compile(r"\bINTEGER PRIMARY KEY(?: AUTOINCREMENT)?"), "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
    (re.compile(r"\bINTEGER\b"), "BIGINT"),
    (re.compile(r"\bREAL\b"), "DOUBLE PRECISION"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
    (re.compile(r"((?:[(,]|\bADD COLUMN)\s*(?:\x01\d+\x01\s*)*\w+\s+)TEXT\b"), r'\1TEXT COLLATE "C"'),
)
"""Discord's numbers take 64 bits. Text sorts by its bytes, as in SQLite, whatever the database was made with."""
_AFTER_A_TABLE: Final = re.compile(r"\)\s*(?:STRICT|WITHOUT\s+ROWID)(?:\s*,\s*(?:STRICT|WITHOUT\s+ROWID))*\s*;?\s*$")
_CASE: Final = re.compile(r"\bCASE\b.*?\bEND\b", re.DOTALL)
_TRIGGER: Final = re.compile(
    r"CREATE TRIGGER (?P<name>\w+)\s+(?P<when>(?:BEFORE|AFTER) (?:INSERT|DELETE|UPDATE(?: OF [\w,\s]+?)?)"
    r"\s+ON (?P<table>\w+))\s+(?:WHEN (?P<only_if>.*?)\s+)?BEGIN\s+(?P<body>.*)END;?\s*",
    re.DOTALL,
)
_RAISE: Final = re.compile(r"SELECT RAISE\(ABORT, (\x01\d+\x01)\)")


def schema(statement: str) -> list[str]:
    """What a statement of a migration is in PostgreSQL. Raises NotTranslated."""
    code, aside = _apart(statement)
    # Comments above a statement belong to nothing here.
    bare = re.sub(r"^(?:\s|\x01\d+\x01)*", "", code)
    match bare.split(None, 2)[:2]:
        case ["CREATE", "TRIGGER"]:
            return [_together(one, aside) for one in _trigger(bare)]
        case ["CREATE", "TABLE"] | ["ALTER", "TABLE"]:
            return [_together(_table(bare), aside)]
        case ["CREATE", "INDEX" | "UNIQUE"]:
            return [_together(_CASE.sub(r"(\g<0>)", _worded(bare)), aside)]
        case ["DROP", "TRIGGER"]:
            raise NotTranslated(f"a trigger of PostgreSQL is dropped with its table's name: {bare[:80]}")
        case ["DROP", _] | [("INSERT" | "UPDATE" | "DELETE" | "WITH"), _]:
            return [_together(_worded(bare), aside)]
        case _:
            raise NotTranslated(f"PostgreSQL has no such statement: {bare[:80]}")


def _table(code: str) -> str:
    if re.search(r"\bWITHOUT\s+ROWID\b", code):
        code = re.sub(r"\bINTEGER PRIMARY KEY\b", "BIGINT PRIMARY KEY", code)
    code = _AFTER_A_TABLE.sub(")", code)
    for pattern, word in _COLUMN_TYPES:
        code = pattern.sub(word, code)
    return _worded(code)


def _trigger(code: str) -> Iterator[str]:
    """A trigger and the function that it calls, which has its name."""
    found = _TRIGGER.fullmatch(code)
    if found is None:
        raise NotTranslated(f"no such trigger can be made: {code[:80]}")
    raised = r"RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = \1"
    body = _RAISE.sub(raised, _worded(found["body"]))
    only_if = f"IF NOT ({_worded(found['only_if'])}) THEN RETURN row_of_it; END IF; " if found["only_if"] else ""
    yield (
        f"CREATE FUNCTION {found['name']}() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE row_of_it record;"
        " BEGIN row_of_it := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;"
        f" {only_if}{body} RETURN row_of_it; END $$"
    )
    yield f"CREATE TRIGGER {found['name']} {found['when']} FOR EACH ROW EXECUTE FUNCTION {found['name']}()"


def baseline(made: sqlite3.Connection) -> Iterator[str]:
    """All that makes the schema of a database of SQLite: functions, tables with what refers after what is referred to,
    rows that stand there from the first, indexes, triggers."""
    yield from FUNCTIONS
    things = made.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid"
    ).fetchall()
    tables = {name: sql for kind, name, sql in things if kind == "table"}
    refers = {name: {row[2] for row in made.execute(f"PRAGMA foreign_key_list({name})")} - {name} for name in tables}
    for name in TopologicalSorter(refers).static_order():
        yield from schema(tables[name])
    for name in tables:
        if name != "migrations":
            yield from _rows(made, name)
    for kind in ("index", "trigger"):
        for _, _, sql in (thing for thing in things if thing[0] == kind):
            yield from schema(sql)


def _rows(made: sqlite3.Connection, table: str) -> Iterator[str]:
    for row in made.execute(f"SELECT * FROM {table} ORDER BY 1"):  # noqa: S608 - the name is the schema's own
        values = (made.execute("SELECT quote(?)", (value,)).fetchone()[0] for value in row)
        yield f"INSERT INTO {table} VALUES ({', '.join(values)})"  # noqa: S608 - and so are its rows
