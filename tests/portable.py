"""What SQLite alone takes, or takes otherwise than PostgreSQL: found in what stores say and in what tests run."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Final

from tests import sql_reading
from tests.sql_reading import (
    LITERAL,
    Select,
    bare,
    brackets,
    column,
    conditions_of,
    keys,
    schema,
    selects,
    split,
    unique_keys,
)

STANDARD: Final = frozenset(
    {"coalesce", "count", "lag", "lower", "ltrim", "max", "min", "replace", "row_number", "sum"}
)
WITH_HELP: Final = {
    "group_concat": "an aggregate of that name in the other database",
    "instr": "a function of that name there, of two texts",
    "json_each": "a function of that name there, with a column `value`",
    "json_extract": "a function of that name there; of JSON's true its text is '1', as it is here",
}
ONLY_HERE: Final = {
    "a row's hidden number": re.compile(r"\b(_?rowid_?|oid)\b"),
    "INSERT OR, REPLACE": re.compile(r"\bINSERT OR\b|\bREPLACE INTO\b"),
    "DO UPDATE without the key": re.compile(r"ON CONFLICT\s+DO UPDATE"),
    "two ON CONFLICT": re.compile(r"ON CONFLICT.*ON CONFLICT", re.DOTALL),
    "IS of a value": re.compile(r"\bIS (?!NULL\b|NOT NULL\b)"),
    "a parameter without a type": re.compile(r"(\?\d*|:[a-z]+) IS (NOT )?NULL"),
    "one statement for one and for all": re.compile(r"CAST\((\?\d*|:[a-z]+) AS [A-Z]+\) IS (NOT )?NULL"),
    "CROSS JOIN with ON or USING": re.compile(r"\bCROSS JOIN \w+( \w+)? (ON|USING)\b"),
    "a list of rows without a name": re.compile(r"\b(?:FROM|JOIN) \(SELECT [^()]*\)(?! (AS )?[a-z])"),
    "SQLite's catalogue": re.compile(r"\bsqlite_|\bpragma", re.IGNORECASE),
    "quotes of its own": re.compile(r"`|\[\w+\]|\"(?!only\")\w+\""),
    "a reserved word as a name": re.compile(r'(?<![\w"])only(?![\w"])'),
    "a number of 32 bits": re.compile(r"\bAS (SMALL)?(INT(EGER)?|REAL)\)"),
    "LIMIT with a comma": re.compile(r"\bLIMIT [^ ]+,"),
    "LIMIT of nothing": re.compile(r"\bLIMIT -"),
    "a division": re.compile(r"(?<![/*])/(?![/*])"),
    "two equals signs": re.compile(r"=="),
    "words that compare differently": re.compile(r"\b(COLLATE|GLOB|LIKE|REGEXP)\b"),
    "a plus before a column": re.compile(r"(?:\b(?:WHERE|AND|OR)|\() ?\+"),
    "a list of nothing": re.compile(r"\bIN \(\s*\)"),
    "a word for a number": re.compile(r"\b(TRUE|FALSE)\b"),
    "a sum without its type": re.compile(r"(?<!CAST\()\bsum\("),
    "a sum of truths": re.compile(r"\bsum\((?!CASE\b)[^()]*(?:[<>=]|\bIS\b|\bIN\b|\bNOT\b|\bEXISTS\b)"),
    "a place of JSON's": re.compile(r"\b\w+\.key\b"),
}
ALLOWED: Final = {
    ("bot/features/entering/bars_store.py", "one statement for one and for all"): "a person's own bars, few either way",
    (
        "bot/people/personal_store.py",
        "SQLite's catalogue",
    ): "which columns refer to people is asked in each one's words",
    ("bot/people/personal_store.py", "quotes of its own"): "the same statement",
    ("bot/people/personal_store.py", "pragma_foreign_key_list()"): "the same statement",
    (
        "bot/kernel/time_store.py",
        "a plus before a column",
    ): "keeps an index away here, and is nothing there",
}
_CALL: Final = re.compile(r"\b([a-z_]+)\(")
_OF_SEVERAL: Final = re.compile(r"\b(?:min|max)\(")
_AGGREGATE: Final = re.compile(r"\b(?:count|sum|group_concat|min|max)\(")
_NAME: Final = re.compile(r"(?<![\w.:?])(?:[a-z_]\w*\.)?[a-z_]\w*(?![\w(.])")
_SHOWN: Final = re.compile(rf"{_NAME.pattern}|(?:\w+\.)?\*(?= *$)")
_PLACE_OF_NULL: Final = re.compile(r" NULLS (?:FIRST|LAST)$")
_IS_NULL: Final = "{} IS (?:NOT )?NULL"
_WAY: Final = re.compile(r" (?:ASC|DESC)$")
_SAME_IN_EACH: Final = re.compile(r"\d+|''")
_GIVEN: Final = re.compile(r"((?:\w+\.)?\"?\w+\"?) = (?:\?\d*|:\w+|''|\d+|CAST\(.*\)|\(\))")
_PAIR: Final = re.compile(r"((?:\w+\.)?[a-z]\w*) = ((?:\w+\.)?[a-z]\w*)")
_USING: Final = re.compile(r"\bUSING \(([^()]*)\)")
_OF: Final = re.compile(r"\b\w+\.(?=[a-z])")
_TOGETHER: Final = re.compile(rf"\bgroup_concat\((?P<column>{_NAME.pattern}), ")
_FILTER: Final = re.compile(r"^ FILTER \([^()]*\)")
_WINDOW: Final = re.compile(r"\bOVER \([^()]*ORDER BY ([^()]*)\)")
_NEVER_NULL: Final = re.compile(r"^(?:count|row_number)\(|\bIS (?:NOT )?NULL$|\bEXISTS \(\)$|^'[^']*'$")
_MAYBE_NULL: Final = re.compile(r"\b(?:json_extract|min|max|sum|lag|group_concat)\(|\bCASE\b|\(\)|\?|^NULL$")
_ALONE: Final = (
    r"(?:^|\b(?:AND|OR|NOT|WHEN)\b|(?<!\w)(?<!IN )\() *(?P<name>(?:\w+\.)?[a-z]\w*) *(?=$|\)|\b(?:AND|OR|THEN)\b)"
)
_AS_A_TRUTH: Final = re.compile(_ALONE)
_WEIGHED: Final = re.compile(r" (?:=|<>|<|>|<=|>=|IS|IN) ")
_FROM_JSON: Final = (
    re.compile(r"\b(?P<column>\w+) (?:NOT )?IN \(SELECT (?:DISTINCT )?value FROM json_each"),
    re.compile(r"\b(?P<column>\w+) (?:=|<>) \w+\.value\b"),
    re.compile(r"\b\w+\.value (?:=|<>) (?:\w+\.)?(?P<column>\w+)"),
    re.compile(r"\bjson_extract\([^()]*\) (?:=|<>) (?:\w+\.)?(?P<column>[a-z]\w*)(?! \|\|)(?![\w.(])"),
)

# --- what any part of a statement may have --------------------------------------------------------------------------


def faults(said: str) -> set[str]:
    """What of a statement, or of a part of one, SQLite alone takes."""
    said = LITERAL.sub("''", said)
    unknown = {f"{name}()" for name in _CALL.findall(said)} - {f"{name}()" for name in STANDARD | WITH_HELP.keys()}
    found = {kind for kind, pattern in ONLY_HERE.items() if pattern.search(said)}
    if any(len(split(brackets(said, one.end() - 1))) > 1 for one in _OF_SEVERAL.finditer(said)):
        found.add("min or max of two values")
    if any(one["column"] in _numbers() for pattern in _FROM_JSON for one in pattern.finditer(said)):
        found.add("a text of JSON's for a number")
    return found | unknown


@cache
def _numbers() -> frozenset[str]:
    """Names of columns that hold numbers."""
    return frozenset(name for columns in schema().values() for name, one in columns.items() if one.kind != "TEXT")


# --- what a whole statement may have --------------------------------------------------------------------------------


@cache
def faults_of_whole(sql: str) -> frozenset[str]:
    """As `faults`, with what only the whole statement tells."""
    found = faults(sql)
    for select in selects(sql):
        found |= {kind for kind, is_found in _KINDS.items() if is_found(select)}
    if _has_two_of_one_name(sql):
        found.add("two columns of one name")
    return frozenset(found)


def order_of(sql: str) -> tuple[str, ...]:
    """The terms in whose order the rows come."""
    return selects(sql)[-1].order


def _orders_null(select: Select) -> bool:
    windows = [split(order) for said in select.clauses.values() for order in _WINDOW.findall(said)]
    return any(
        _may_be_null(one, _term(term)) and not any(re.match(_IS_NULL.format(re.escape(_term(term))), x) for x in order)
        for order in (select.order, *windows)
        for term in order
        if not _PLACE_OF_NULL.search(term)
        for one in (select, *select.beside)
    )


def _term(term: str) -> str:
    """By what is ordered, without the way."""
    return _WAY.sub("", _PLACE_OF_NULL.sub("", term))


def _may_be_null(select: Select, term: str) -> bool:
    """Whether the term can be NULL in a row of the select."""
    if term.isdigit():
        shown = select.shown[int(term) - 1 : int(term)]
        return bool(shown) and _may_be_null(select, shown[0].partition(" AS ")[0])
    if term in select.names and select.names[term] != term:
        return _may_be_null(select, select.names[term])
    if _NEVER_NULL.search(term):
        return False
    if term.startswith("coalesce("):
        return _may_be_null(select, split(brackets(term, len("coalesce")))[-1])
    if _MAYBE_NULL.search(term):
        return True
    return any(one.may_be_null for name in _NAME.findall(term) if (one := column(select, name)) is not None)


def _asks_by_a_new_name(select: Select) -> bool:
    """Whether a name that the select gives stands where only columns are known."""
    new = {name for name in select.names if column(select, name) is None}
    conditions = [bare(select.clauses.get(one, "")) for one in ("WHERE", "HAVING")]
    composed = [one for term in select.order if (one := _term(term)) not in new]
    return any(name in new for said in (*conditions, *composed) for name in _NAME.findall(said))


def _groups_leniently(select: Select) -> bool:
    """Whether it shows of several rows what only one of them has."""
    terms = split(select.clauses.get("GROUP BY", ""))
    grouped = {name for term in terms for name in (term, term.split(".")[-1])}
    shown = [one.partition(" AS ")[0] for one in select.shown]
    if not grouped and not any(_AGGREGATE.search(_without_windows(one)) for one in shown):
        return False
    known = {alias for alias, table in select.tables.items() if _is_known_by(alias, table, {*terms})}
    return any(
        not (name.split(".")[-1] in grouped or name in select.names or name.split(".")[0] in known)
        and (name.endswith("*") or column(select, name) is not None)
        for one in (*shown, *map(_term, select.order))
        if one not in grouped
        for name in _SHOWN.findall(_without_aggregates(one))
    )


def _is_known_by(alias: str, table: str, terms: set[str]) -> bool:
    """Whether one row of the table at most belongs to each group."""
    key = keys().get(table, ())
    return bool(key) and all(f"{alias}.{name}" in terms for name in key)


def _without_windows(said: str) -> str:
    return re.sub(r"\b\w+\([^()]*\) OVER \([^()]*\)", "", said)


def _without_aggregates(said: str) -> str:
    said = _without_windows(said)
    while (one := _AGGREGATE.search(said)) is not None:
        inner = brackets(said, one.end() - 1)
        said = said[: one.start()] + _FILTER.sub("", said[one.end() + len(inner) + 1 :])
    return said


def _orders_several_by_none(select: Select) -> bool:
    if not select.beside:
        return False
    first = select.beside[0]
    shown = {*first.names, *(one.split(".")[-1] for one in first.shown)}
    if "*" in shown:
        shown |= {name for table in first.tables.values() for name in schema().get(table, {})}
    return any(not term.isdigit() and term not in shown for term in map(_term, select.order))


def _orders_the_distinct_by_another(select: Select) -> bool:
    """Of rows that are one it is not known by which they would be ordered."""
    shown = {*select.names, *(one.partition(" AS ")[0] for one in select.shown)}
    return select.is_distinct and not shown.issuperset(map(_term, select.order))


def _puts_together_in_no_order(select: Select) -> bool:
    return "group_concat(" in select.clauses.get("SELECT", "") and not select.clauses.get("FROM", "").startswith("()")


def _takes_a_number_for_a_truth(select: Select) -> bool:
    said = [select.clauses.get(one, "") for one in ("WHERE", "HAVING", "SELECT", "SET", "FROM")]
    conditions = [*said[:2], *(part for one in said[2:4] for part in re.findall(r"\bWHEN (.*?) THEN\b", one))]
    conditions += re.findall(r"\bON (.*?)(?=$| (?:LEFT |CROSS )?JOIN\b)", said[4])
    return any(
        column(select, found["name"]) is not None
        for one in conditions
        if " BETWEEN " not in one
        for found in _AS_A_TRUTH.finditer(one)
    )


def _writes_a_truth(select: Select) -> bool:
    changes = [*split(select.clauses.get("SET", "")), *split(select.clauses.get("DO UPDATE SET", ""))]
    values = (bare(one.partition(" = ")[2]) for one in changes)
    return any(_WEIGHED.search(one) for one in values if "CASE " not in one)


def _changes_by_a_column_of_two(select: Select) -> bool:
    changes = split(select.clauses.get("DO UPDATE SET", ""))
    known = {name for table in select.tables.values() if table for name in schema()[table]}
    return any(name in known for one in changes for name in _NAME.findall(one.partition(" = ")[2]))


def _leaves_a_list_nameless(select: Select) -> bool:
    return "()" in select.tables


def _takes_some_in_no_order(select: Select) -> bool:
    """Of rows that are all the same it is all one which are taken, as where they are only counted."""
    said = select.clauses.get("SELECT", "").strip()
    return "LIMIT" in select.clauses and said != "1" and _leaves_open_which(select)


def _is_one_of_several_values(select: Select) -> bool:
    """Whether there may be several rows where one value is wanted, which is the first of them here alone."""
    unordered = {word: said for word, said in select.clauses.items() if word != "ORDER BY"}
    return select.is_value and "LIMIT" not in select.clauses and _leaves_open_which(replace(select, clauses=unordered))


def _changes_some(select: Select) -> bool:
    return not {"UPDATE", "DELETE FROM"}.isdisjoint(select.clauses) and "LIMIT" in select.clauses


def _joins_by_nothing(select: Select) -> bool:
    said = bare(select.clauses.get("FROM", ""))
    return any(not re.search(r"\b(ON|USING)\b", one) for one in re.split(r"(?<!CROSS )\bJOIN\b", said)[1:])


def _puts_numbers_together(select: Select) -> bool:
    shown = " ".join(select.clauses.values())
    of = (column(select, found["column"]) for found in _TOGETHER.finditer(shown))
    return any(one is not None and one.kind != "TEXT" for one in of)


_KINDS: Final = {
    "a JOIN without ON or USING": _joins_by_nothing,
    "numbers put together as texts": _puts_numbers_together,
    "an order that leaves open where NULL stands": _orders_null,
    "a name where only columns are known": _asks_by_a_new_name,
    "a group that shows one row's own": _groups_leniently,
    "an order of several by what the first does not show": _orders_several_by_none,
    "an order of what is listed once by what is not listed": _orders_the_distinct_by_another,
    "texts put together in no order": _puts_together_in_no_order,
    "a number for a truth": _takes_a_number_for_a_truth,
    "a truth for a number": _writes_a_truth,
    "a column of which there are two": _changes_by_a_column_of_two,
    "some of the rows in no order": _takes_some_in_no_order,
    "one value of several rows": _is_one_of_several_values,
    "a change of so many rows": _changes_some,
    "a list of rows without a name": _leaves_a_list_nameless,
}


def _has_two_of_one_name(sql: str) -> bool:
    if not sql.startswith(("SELECT", "WITH")):
        return False
    for given in sql_reading.parameters(sql, 1):
        with suppress(sqlite3.ProgrammingError):
            shown = [one[0] for one in sql_reading.connection().execute(sql, given).description]
            return len(shown) != len(set(shown))
    raise LookupError(sql)


# --- which row is the one that is asked for -------------------------------------------------------------------------


def leaves_open_which(sql: str) -> bool:
    """Whether there may be several rows, of which the statement does not say which is the first."""
    return _leaves_open_which(selects(sql)[-1])


def _leaves_open_which(select: Select) -> bool:
    is_of_all = not select.clauses.get("GROUP BY") and any(_AGGREGATE.search(_without_windows(x)) for x in select.shown)
    shown = [one.partition(" AS ")[0] for each in (select, *select.beside) for one in each.shown]
    if select.order or is_of_all or all(map(_SAME_IN_EACH.fullmatch, shown)) or not select.clauses.get("FROM"):
        return False
    return bool(select.beside) or not _has_one_row(select)


def _has_one_row(select: Select) -> bool:
    given = _given(select)
    if groups := split(select.clauses.get("GROUP BY", "")):
        return given.issuperset(groups)
    return _tells_rows_apart(select, given)


def _given(select: Select) -> set[str]:
    """The columns that are the same in all rows, by a value or by a row of the select around."""
    conditions = conditions_of(select, and_of_loose=True)
    pairs = [found.groups() for one in conditions if (found := _PAIR.fullmatch(one))]
    around = [(one, other) for pair in pairs for one, other in (pair, pair[::-1]) if _is_around(select, other)]
    return {found[1] for one in conditions if (found := _GIVEN.fullmatch(one))} | {one for one, _ in around}


def _is_around(select: Select, name: str) -> bool:
    alias, _, _ = name.rpartition(".")
    return bool(alias) and alias not in select.tables


def leaves_ties(sql: str) -> bool:
    """Whether two rows may stand alike in the order and differ in what is shown; not told where several are joined."""
    select = selects(sql)[-1]
    order = {*map(_term, select.order)}
    shown = [one.partition(" AS ") for one in select.shown]
    if not order or select.beside or all({what, name.strip('"')} & order for what, _, name in shown):
        return False
    order |= {select.names[one] for one in order if one in select.names}
    if groups := split(select.clauses.get("GROUP BY", "")):
        return not {_OF.sub("", one) for one in order}.issuperset(_OF.sub("", one) for one in groups)
    given = _given(select)
    return any(select.tables.values()) and not _tells_rows_apart(select, given | order)


def _tells_rows_apart(select: Select, given: set[str]) -> bool:
    """Whether the columns have a key of one of its tables, and what each other one is joined by has one of it."""
    conditions = conditions_of(select, and_of_loose=True)
    named = [name for one in conditions if " OR " not in one for name in _NAME.findall(one) if " = " in one]
    using = [name for said in _USING.findall(select.clauses["FROM"]) for name in split(said)]
    missing = {one.split(".")[0] for one in conditions if one.endswith(" IS NULL")} & select.loose
    joined = {one.split(".")[0] for one in named}
    known = ((alias, table) for alias, table in select.tables.items() if alias not in missing)
    tables = [(alias, table) for alias, table in known if table or alias not in joined]
    made_here = {f"{alias}." for alias, table in select.tables.items() if not table}
    return (
        any(_is_told(table, _of(alias, given), conditions) for alias, table in tables)
        or any(name.startswith(tuple(made_here)) for name in given)
    ) and all(_is_told(table, _of(alias, {*named, *using, *given}), conditions) for alias, table in tables)


def _of(alias: str, names: set[str]) -> set[str]:
    """The columns among the names that are of the table, or may be."""
    parts = (name.replace('"', "").rpartition(".") for name in names)
    return {column for of, _, column in parts if of in ("", alias)}


def _is_told(table: str, columns: set[str], conditions: tuple[str, ...]) -> bool:
    """Whether a key of the table is among the columns; one of some rows alone counts where those are asked for."""
    plain = {_OF.sub("", one) for one in conditions} | {f"{name} IS NOT NULL" for name in columns}
    return any(columns.issuperset(key) and plain.issuperset(where) for key, where in unique_keys().get(table, ()))


# --- what tests run -------------------------------------------------------------------------------------------------


found: dict[str, frozenset[str]] = {}
"""Statements of the bot that the other database does not take, or takes otherwise, with what of them."""


def look_at(sql: str, module: str) -> None:
    """Notes the statement that a module of the bot runs where it is not for both databases."""
    if unlisted := frozenset(kind for kind in faults_of_whole(sql) if (module, kind) not in ALLOWED):
        found[sql] = unlisted


REFUSED_THERE: Final = frozenset(
    {
        *("a row's hidden number", "INSERT OR, REPLACE", "DO UPDATE without the key", "two ON CONFLICT"),
        *("quotes of its own", "a reserved word as a name", "LIMIT with a comma", "LIMIT of nothing"),
        *("two equals signs", "a list of nothing", "CROSS JOIN with ON or USING", "a JOIN without ON or USING"),
        *("numbers put together as texts", "a number for a truth", "a group that shows one row's own"),
    }
)
"""What PostgreSQL does not take at all: no test says it either, for the sake of `make test-postgres`."""


def refuse_in_tests(sql: str) -> None:
    """Raises AssertionError where a test asks for rows in words of SQLite's own."""
    wrong = faults_of_whole(sql) & REFUSED_THERE
    assert not wrong, f"PostgreSQL does not take it (tests/portable.py): {', '.join(sorted(wrong))}\n    in {sql}"


def refuse_what_one_takes() -> None:
    """Raises AssertionError where the bot has run a statement since the last time that is not for both."""
    said = "".join(f"\n{', '.join(sorted(kinds))}\n    in {sql}" for sql, kinds in found.items())
    found.clear()
    assert not said, f"SQLite and PostgreSQL do not both take it so (tests/portable.py):{said}"


def kinds() -> Iterator[str]:
    """All that is looked for, each by its name."""
    yield from ("min or max of two values", "a text of JSON's for a number", "two columns of one name")
    yield from ONLY_HERE
    yield from _KINDS
