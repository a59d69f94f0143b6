"""How SQLite would find the rows of each statement that the bot runs: by an index, never by walking a whole table."""

from __future__ import annotations

import re
import sqlite3
import sys
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import empty_database

SMALL = {
    "guilds": "a start looks at every server once",
    "vital_signs": "one row",
    "outages": "a row for each outage that was longer than a moment, and neighbours are one",
    "attempts": "a row for each thing of which it is in doubt whether Discord made it",
    "sqlite_master": "the schema itself",
}
"""Tables that may be walked, and why."""
OPEN_WORK = {
    "outbox_pending",
    "outbox_sending",
    "tournaments_unfinished",
    "votes_open",
    "absence_cases_open",
    "panels_stale",
    "erasures_with_number",
    "jeek_games_open_of_challenged",
    "one_open_report",
    "one_running_clock",
    "on_duty_once",
    "scores_to_count",
}
"""Indexes of what is open or waiting alone: as short as the work at hand, so a look at all of it is fine."""
_WALK = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?(?P<more>.*)")
_NAMED = re.compile(r":([a-z_]+)")
_BOT = f"{Path(__file__).parent.parent / 'bot'}{'/'}"

found: dict[str, str] = {}
"""Statements of the bot that walk a table, with the line of the plan that says so."""


def look_at(sql: str) -> None:
    """Notes the statement in `found` where the bot itself runs it and it walks a table that grows."""
    if _asked_by_the_bot() and (walks := walked(sql)):
        found[sql] = walks


@cache
def walked(sql: str) -> str:
    """The line of the statement's plan that walks a growing table; empty when none does."""
    for row in _plan(sql):
        line = _WALK.fullmatch(row[3])
        if line and not _is_harmless(line, sql):
            return str(row[3])
    return ""


def _is_harmless(line: re.Match[str], sql: str) -> bool:
    name, index = line[1], line[2]
    if name == "CONSTANT" or "VIRTUAL TABLE" in line["more"] or index in OPEN_WORK:
        return True
    table = re.search(rf"\b(?:FROM|JOIN|,) *(\w+) (?:AS )?{name}\b", sql)
    known = table[1] if table else name
    # What is no table is a list that the statement itself made.
    return known in SMALL or known not in _tables() or bool(re.search(rf"\b{name} AS \(", sql))


def _asked_by_the_bot() -> bool:
    frame = sys._getframe(1)
    while frame.f_back and (frame.f_code.co_filename.endswith("/work.py") or frame.f_code.co_filename == __file__):
        frame = frame.f_back
    return frame.f_code.co_filename.startswith(_BOT)


def _plan(sql: str) -> list[tuple[int, int, int, str]]:
    names = dict.fromkeys(_NAMED.findall(sql))
    for number in count():
        try:
            return _schema().execute(f"EXPLAIN QUERY PLAN {sql}", names or (None,) * number).fetchall()
        except sqlite3.ProgrammingError:
            continue
    return []


@cache
def _schema() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        empty_database.put(path)
        source = sqlite3.connect(path)
        source.backup(connection)
        source.close()
    return connection


@cache
def _tables() -> frozenset[str]:
    return frozenset(name for (name,) in _schema().execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
