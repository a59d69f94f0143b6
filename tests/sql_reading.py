"""How tests read a statement: the selects in it, what each is of, and in which order it stands."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests import empty_database

LITERAL: Final = re.compile(r"'(?:[^']|'')*'")
_CLAUSE: Final = re.compile(
    r"\b(WITH RECURSIVE|WITH|SELECT DISTINCT|SELECT|FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION ALL|UNION|EXCEPT"
    r"|INTERSECT|INSERT INTO|UPDATE|DELETE FROM|DO UPDATE SET|SET|VALUES|ON CONFLICT|RETURNING)\b"
)
_OF_ROWS: Final = re.compile(r"\b(?:IN|EXISTS|FROM|JOIN|AS|CROSS JOIN|UNION|ALL) ?$|\b(?:FROM|JOIN)\b[^()]*, ?$")
_JOINED: Final = frozenset({"UNION ALL", "UNION", "EXCEPT", "INTERSECT"})
_SOURCE: Final = re.compile(
    r"(?P<how>^|,|(?:\b(?:LEFT|CROSS|INNER) )?\bJOIN\b)\s*(?P<table>\(\)|\w+(?:\(\))?)"
    r"(?:\s+(?:AS\s+)?(?P<alias>(?!(?:ON|USING|LEFT|CROSS|INNER|JOIN|AS)\b)\w+))?"
)
_NAMED: Final = re.compile(r"^(?P<what>.*?)\s+AS\s+\"?(?P<name>\w+)\"?$", re.DOTALL)
_COMPARED: Final = re.compile(r"^(?:\w+\.)?(\w+) (?:=|<>|<=|>=|<|>|IN\b|BETWEEN\b|IS NOT NULL)|= (?:\w+\.)?(\w+)$")


@dataclass(frozen=True, slots=True)
class Select:
    """One select of a statement, or its change: what stands in brackets as a select of its own is `()` here."""

    clauses: Mapping[str, str]
    tables: Mapping[str, str] = field(default_factory=dict)
    """Tables by the names that they have here; empty for what is no table of the schema."""
    loose: frozenset[str] = frozenset()
    """Names of those of which there may be no row."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What it shows under names of its own."""
    shown: tuple[str, ...] = ()
    given: frozenset[str] = frozenset()
    """Columns that are held against something, so that they are not NULL in any row."""
    is_distinct: bool = False
    """Whether rows that are alike are shown once."""
    beside: tuple[Select, ...] = ()
    """Those that stand before it where several are put together; the order is of them all."""
    is_value: bool = False
    """Whether it stands in brackets where one value is wanted."""

    @property
    def order(self) -> tuple[str, ...]:
        """The terms that it stands in the order of."""
        return split(self.clauses.get("ORDER BY", ""))


def selects(sql: str) -> tuple[Select, ...]:
    """Every select of the statement, inner ones first; a change of rows is one as well."""
    plain = LITERAL.sub("''", " ".join(sql.split()))
    return tuple(one for text, is_value in _levels(plain) for one in _read(text, is_value=is_value))


_TEXT: Final = re.compile(r"'[^']*'")
_PARAMETER: Final = re.compile(r":([a-z_]+)")
MOST_PARAMETERS: Final = 1100


def parameters(sql: str, value: int | None = None) -> Iterator[Mapping[str, int | None] | tuple[int | None, ...]]:
    """What may be given with the statement, one of which it takes: the value for each parameter."""
    if names := dict.fromkeys(_PARAMETER.findall(_TEXT.sub("", sql)), value):
        yield names
        return
    yield from ((value,) * number for number in range(MOST_PARAMETERS))


def split(text: str, by: str = ",") -> tuple[str, ...]:
    """The parts between commas that stand in no brackets."""
    parts, depth, begun = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and text.startswith(by, at):
            parts.append(text[begun:at])
            begun = at + len(by)
    return tuple(part.strip() for part in (*parts, text[begun:]) if part.strip())


def brackets(text: str, start: int) -> str:
    """What stands in the brackets that open at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return text[start + 1 : at]
    return text[start + 1 :]


def bare(text: str) -> str:
    """The text with nothing in its brackets."""
    while (less := re.sub(r"\([^()]+\)", "()", text)) != text:
        text = less
    return text


def _levels(text: str) -> Iterator[tuple[str, bool]]:
    """The statement in parts, each with `()` where another stands in it, and whether it stands for one value."""
    opened = text.rfind("(SELECT ") if "(SELECT " in text else text.rfind("(WITH ")
    while opened >= 0:
        inner = brackets(text, opened)
        yield inner, _OF_ROWS.search(text[:opened]) is None
        text = f"{text[:opened]}(){text[opened + len(inner) + 2 :]}"
        opened = text.rfind("(SELECT ") if "(SELECT " in text else text.rfind("(WITH ")
    yield text, False


def _read(text: str, *, is_value: bool) -> Iterator[Select]:
    clauses: dict[str, str] = {}
    before: list[Select] = []
    for word, said in _clauses(text):
        if word in _JOINED:
            before.append(_select(clauses))
            clauses = {}
        else:
            clauses[word] = said
    yield from before
    yield _select(clauses, *before, is_value=is_value)


def _clauses(text: str) -> list[tuple[str, str]]:
    """The words that begin a clause outside of brackets, each with what follows it."""
    outside = "".join(_outside(text))
    at = [(one.start(), one.end(), one[1]) for one in _CLAUSE.finditer(outside)]
    ends = [*(begin for begin, _, _ in at[1:]), len(text)]
    return [(word, text[end:until].strip()) for (_, end, word), until in zip(at, ends, strict=False)]


def _outside(text: str) -> Iterator[str]:
    """Each sign, and a blank for one within brackets."""
    depth = 0
    for sign in text:
        depth -= sign == ")"
        yield sign if depth == 0 else " "
        depth += sign == "("


def _select(clauses: Mapping[str, str], *beside: Select, is_value: bool = False) -> Select:
    source = bare(clauses.get("FROM") or _changed(clauses))
    found = [*_SOURCE.finditer(source)]
    tables = {one["alias"] or one["table"]: one["table"] if one["table"] in schema() else "" for one in found}
    is_distinct = "SELECT DISTINCT" in clauses
    if is_distinct:
        clauses = {**clauses, "SELECT": clauses["SELECT DISTINCT"]}
    shown = split(clauses.get("SELECT", ""))
    return Select(
        clauses,
        tables,
        frozenset(one["alias"] or one["table"] for one in found if one["how"].startswith("LEFT")),
        {named["name"]: named["what"] for part in shown if (named := _NAMED.match(part))},
        shown,
        _given(_parts(clauses)),
        is_distinct,
        beside,
        is_value,
    )


def _changed(clauses: Mapping[str, str]) -> str:
    said = clauses.get("UPDATE") or clauses.get("DELETE FROM") or clauses.get("INSERT INTO", "")
    return said.split("(")[0].strip()


def _conditions(source: str, *, and_of_loose: bool) -> list[str]:
    """On what joins are made, those that leave a row empty on demand alone."""
    joins = re.split(r"\b(LEFT |CROSS |INNER |)JOIN\b", source)
    joined = zip(joins[1::2], joins[2::2], strict=True)
    return [one.partition(" ON ")[2] for how, one in joined if and_of_loose or how != "LEFT "]


def conditions_of(select: Select, *, and_of_loose: bool = False) -> tuple[str, ...]:
    """What holds of each row, part by part; on demand also by what a row that may be missing is found."""
    return _parts(select.clauses, and_of_loose=and_of_loose)


def _parts(clauses: Mapping[str, str], *, and_of_loose: bool = False) -> tuple[str, ...]:
    joined = _conditions(clauses.get("FROM", ""), and_of_loose=and_of_loose)
    return split(" AND ".join((clauses.get("WHERE", ""), *joined)), " AND ")


def _given(conditions: tuple[str, ...]) -> frozenset[str]:
    parts = (part for part in conditions if " OR " not in bare(part))
    return frozenset(one[1] or one[2] for part in parts if (one := _COMPARED.search(part)))


# --- the schema -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """What the schema says of a column."""

    kind: str
    may_be_null: bool


@cache
def connection() -> sqlite3.Connection:
    """The newest schema, with nothing in it."""
    opened = sqlite3.connect(":memory:", check_same_thread=False)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        empty_database.put(path)
        source = sqlite3.connect(path)
        source.backup(opened)
        source.close()
    return opened


@cache
def schema() -> Mapping[str, Mapping[str, Column]]:
    """The columns of each table."""
    tables = [name for (name,) in connection().execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {table: _columns(table) for table in tables}


@cache
def keys() -> Mapping[str, tuple[str, ...]]:
    """The columns of each table's key."""
    return {
        table: tuple(row[1] for row in connection().execute(f"PRAGMA table_info({table})").fetchall() if row[5])
        for table in schema()
    }


@cache
def unique_keys() -> Mapping[str, tuple[tuple[frozenset[str], frozenset[str]], ...]]:
    """What is the same in no two rows of a table, and what must hold of both for that."""
    return {
        table: (*([(frozenset(key), frozenset())] if key else []), *_unique_indexes(table))
        for table, key in keys().items()
    }


def _unique_indexes(table: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    for _, index, is_unique, *_ in connection().execute(f"PRAGMA index_list({table})").fetchall():
        columns = [row[2] for row in connection().execute(f"PRAGMA index_info({index})").fetchall()]
        if is_unique and None not in columns:
            made = connection().execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone()
            said = " ".join(str(made[0]).split()) if made else ""
            where = LITERAL.sub("''", said).partition(" WHERE ")[2]
            yield frozenset(columns), frozenset(split(where, " AND "))


def _columns(table: str) -> Mapping[str, Column]:
    rows = connection().execute(f"PRAGMA table_info({table})").fetchall()
    return {row[1]: Column(row[2], not row[3] and not row[5]) for row in rows}


def column(select: Select, name: str) -> Column | None:
    """The column of that name in the select; None where it is none of a table that the schema has."""
    of, _, plain = name.rpartition(".")
    tables = [of] if of else [*select.tables]
    found = [
        Column(one.kind, one.may_be_null or alias in select.loose)
        for alias in tables
        if (one := schema().get(select.tables.get(alias, ""), {}).get(plain)) is not None
    ]
    if not found:
        return None
    return Column(found[0].kind, all(one.may_be_null for one in found) and plain not in select.given)
