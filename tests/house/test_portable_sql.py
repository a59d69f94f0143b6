"""The statements are written as SQLite and PostgreSQL both take them, and no order rests on how rows happen to lie.

A statement that asks for one server's rows or, without a server, for all, is refused with them: no index answers both.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house import reading
from tests.house.rooms import modules_of
from tools.mapping.rooms import Role

OF_THE_FILE = (
    "bot/kernel/database_file.py", "bot/kernel/database.py", "bot/kernel/context.py", "bot/kernel/faults.py",
    "bot/kernel/tables.py", "bot/kernel/remembering.py", "bot/kernel/migrations.py", "bot/kernel/postgres.py",
    "bot/kernel/dialect.py",
)  # fmt: skip
"""Modules that are about an engine itself, or run what others wrote."""
STANDARD = {"coalesce", "count", "lag", "max", "min", "row_number"}
WITH_HELP = {
    "group_concat": "an aggregate of that name in the other database",
    "json_each": "a function of that name there, with a column `value`",
    "json_extract": "a function of that name there; of JSON's true its text is '1', as it is here",
}
"""Also `max` and `min` of two values, which are functions of two arguments there."""
ONLY_HERE = {
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
    "quotes of its own": re.compile(r"`|\[\w+\]"),
    "a reserved word as a name": re.compile(r'(?<![\w"])only(?![\w"])'),
    "a number of 32 bits": re.compile(r"\bAS INT(EGER)?\)"),
    "LIMIT with a comma": re.compile(r"\bLIMIT [^ ]+,"),
    "two equals signs": re.compile(r"=="),
    "words that compare differently": re.compile(r"\b(COLLATE|GLOB|LIKE|REGEXP)\b"),
    "a plus before a column": re.compile(r"(?:\b(?:WHERE|AND|OR)|\() ?\+"),
}
ALLOWED = {
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
_SQL = re.compile(
    r"\b(SELECT|INSERT INTO|INSERT OR|REPLACE INTO|PRAGMA|UPDATE|DELETE|FROM|WHERE|JOIN|ORDER BY|UNION|EXISTS|CASE"
    r"|ON CONFLICT)\b"
)
_CALL = re.compile(r"\b([a-z_]+)\(")
_DISTINCT = re.compile(r"^SELECT DISTINCT (?P<what>.*?) FROM .* ORDER BY (?P<order>[^)]*)$", re.DOTALL)


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


def modules() -> Iterator[tuple[str, ast.Module]]:
    for name in modules_of(Role.STORE):
        if name not in OF_THE_FILE:
            yield name, reading.tree(name)


def faults(said: str) -> set[str]:
    """What of the text only SQLite takes."""
    unknown = {f"{name}()" for name in _CALL.findall(said)} - {f"{name}()" for name in STANDARD | WITH_HELP.keys()}
    return {kind for kind, pattern in ONLY_HERE.items() if pattern.search(said)} | unknown


def test_statements_are_what_both_databases_take() -> None:
    found = {(name, kind): line for name, module in modules() for line, said in texts(module) for kind in faults(said)}
    unlisted = [f"{key[0]}:{line}: {key[1]}" for key, line in found.items() if key not in ALLOWED]
    assert sum(1 for _, module in modules() for _ in texts(module)) > 500
    assert unlisted == []
    assert ALLOWED.keys() <= found.keys()


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("SELECT list_id FROM rating_lists ORDER BY rowid", "a row's hidden number"),
        ("INSERT INTO panels (panel) VALUES (?) ON CONFLICT DO UPDATE SET panel = ?", "DO UPDATE without the key"),
        ("SELECT 1 FROM case_files WHERE reporter_id IS ?", "IS of a value"),
        ("SELECT 1 FROM outbox WHERE refusal IS NOT 'moot'", "IS of a value"),
        ("SELECT 1 FROM votes WHERE ?1 IS NULL OR guild_id = ?1", "a parameter without a type"),
        (
            "SELECT 1 FROM votes WHERE CAST(?1 AS BIGINT) IS NULL OR guild_id = ?1",
            "one statement for one and for all",
        ),
        ("SELECT 1 FROM arena_scores a CROSS JOIN entrants e USING (entrant_id)", "CROSS JOIN with ON or USING"),
        (
            "SELECT count(*) FROM (SELECT side FROM contest_sides ORDER BY side) WHERE side = 1",
            "a list of rows without a name",
        ),
        ("SELECT iif(kind = 'panel', kind, target) FROM outbox", "iif()"),
        ("UPDATE log SET why = NULL WHERE +act = 'name_account'", "a plus before a column"),
    ],
)
def test_what_one_database_alone_takes_is_seen(said: str, kind: str) -> None:
    assert faults(said) == {kind}


def test_what_is_listed_once_is_in_the_order_of_what_is_listed() -> None:
    # PostgreSQL refuses an order by anything else, since of rows that are one it would not know by which.
    for name, module in modules():
        for line, said in texts(module):
            if (asked := _DISTINCT.match(said)) is not None:
                shown = set(re.split(r", | AS ", asked["what"]))
                terms = {term.removesuffix(" DESC") for term in asked["order"].split(" LIMIT ")[0].split(", ")}
                assert terms <= shown, f"{name}:{line}"


def test_a_list_is_asked_for_in_an_order() -> None:
    unordered = {
        f"{name}:{call.lineno}: {function.name}"
        for name, module in modules()
        for function in reading.functions(module)
        if function.returns is not None and ast.unparse(function.returns).startswith(("list", "tuple", "Iterator"))
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "fetch_all"
        if not _names_an_order(module, call.args[0 if ast.unparse(call.func.value) == "tx" else 1])
    }
    assert unordered == set()


def _names_an_order(module: ast.Module, statement: ast.expr) -> bool:
    """Whether the statement, or a constant that it is made of, says in which order."""
    named = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    made_of = [
        node.value
        for node in module.body
        if isinstance(node, ast.Assign) and {ast.unparse(target) for target in node.targets} & named
    ]
    return any("ORDER BY" in ast.unparse(part) for part in (statement, *made_of))
