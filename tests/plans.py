"""How SQLite would find the rows of each statement that the bot runs: by an index, never by walking a whole table."""

from __future__ import annotations

import re
import sqlite3
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple

from bot.kernel import context, tables
from tests import portable
from tests.sql_reading import connection, parameters, schema

SMALL = {
    "guilds": "a start looks at every server once",
    "machine": "one row",
    "shard_signs": "a row for each connection to Discord",
    "role_reaches": "a row a server, which the host's doctor counts",
    "servers_away": "a row for each server that the bot cannot reach now",
    "outages": "a row for each outage that was longer than a moment, and neighbours are one",
    "faces": "no more than `services/faces.py` keeps, and no server has more for another's",
    "agreed_files": "a row for each past event that was agreed to, for the seconds until it was read",
    "attempts": "a row for each thing of which it is in doubt whether Discord made it",
    "overtaken": "a row for each message that was on its way when another process took over",
    "page_site": "one row",
    "page_servers": "a row for each server whose pages were ever switched on: the start page lists them",
    "rehearsals": "a row for each rehearsal that was asked for and is not over",
    "told_commands": "a row for each server that switched something on: a start compares them",
    "sqlite_master": "the schema itself",
}
"""Tables that may be walked, and why."""
LONG = {
    "log": "a line for each thing that was ever done",
    "outbox": "a row for each message of two months",
}
"""Tables of which no statement reads all that one server has, for the sake of some of it."""
OPEN_WORK = {
    "circuit_invitations_open",
    "outbox_parked",
    "outbox_complaints",
    "tournaments_unfinished_of_guild",
    "own_acts_open",
    "signatures_open_of_guild",
    "votes_open_of_guild",
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
_LINE: Final = re.compile(
    r"(?P<how>SCAN|SEARCH) (?P<name>\w+)"
    r"(?: USING (?P<made>AUTOMATIC )?(?:PARTIAL )?(?:COVERING )?INDEX ?(?P<index>\w*))?(?P<more>.*)"
)
_ALIAS: Final = r"(?:\b(?:FROM|JOIN|UPDATE|INTO)|,)\s+(\w+)\s+(?:AS\s+)?{}\b"
_COLUMN: Final = r"(?!\w*\()(?P<column>[a-z]\w*(?:\.\w+)?)(?!\w|\.|\()(?! \|\|)"
_OF_NO_TYPE: Final = (
    re.compile(rf"\bjson_extract\([^()]*\) *(?:=|<>) *{_COLUMN}"),
    re.compile(rf"\bjson_extract\([^()]*\) *IN *\(SELECT (?:DISTINCT )?{_COLUMN}"),
    re.compile(r"(?<!\|\| )(?<![\w.'])(?P<column>[a-z]\w*(?:\.\w+)?) *(?:=|<>) *json_extract\("),
)
"""A value out of a JSON text, held against a column: SQLite turns it into the column's type first, past its index."""
_MADE_HERE: Final = ("CO-ROUTINE ", "MATERIALIZE ")
_WHOLE: Final = re.compile(r"\bguild_id = (?:\?|:guild)(?= ORDER BY sequence|$)")
"""Asks for all that the server has, a page at a time or to count it."""
_BOT: Final = f"{Path(__file__).parent.parent / 'bot'}{'/'}"
_AROUND: Final = frozenset({__file__, str(Path(__file__).with_name("conftest.py")), context.__file__, tables.__file__})
"""Whose frames lie between a statement and who asks it."""


class Step(NamedTuple):
    """A line of a plan, and the number of the step that it belongs to."""

    under: int
    said: str


found: dict[str, str] = {}
"""Statements of the bot that walk a table, with the line of the plan that says so."""


def look_at(sql: str) -> None:
    """Notes the statement in `found` where the bot itself runs it and it walks a table that grows.

    What of it is not for both databases is noted in `tests/portable.py`.
    """
    module = _asked_by()
    if module is None:
        return
    if walks := walked(sql):
        found[sql] = walks
    portable.look_at(sql, module)


def refuse_walks() -> None:
    """Raises AssertionError where a statement of the bot has walked a table since the last time."""
    walks = "".join(f"\n{said}\n    in {sql}" for sql, said in found.items())
    found.clear()
    assert not walks, f"a whole table is walked; an index in a migration, or another statement, is needed:{walks}"


@cache
def walked(sql: str) -> str:
    """What of the statement walks a growing table, as the plan says it; empty when nothing does."""
    if past := next((one for pattern in _OF_NO_TYPE for one in pattern.finditer(sql)), None):
        return f"{past[0]}: past its index, || '' behind the column keeps the type away"
    plan = _plan(sql)
    made = {(step.under, step.said.partition(" ")[2]) for step in plan if step.said.startswith(_MADE_HERE)}
    return next((step.said for step in plan if _walks(step, sql, made)), "")


def _walks(step: Step, sql: str, made: set[tuple[int, str]]) -> bool:
    line = _LINE.fullmatch(step.said)
    if line is None or (step.under, line["name"]) in made:
        return False
    tables = _tables_named(line["name"], sql) & schema().keys() - SMALL.keys()
    if line["how"] == "SCAN":
        return bool(tables) and "VIRTUAL TABLE" not in line["more"] and line["index"] not in OPEN_WORK
    # An index made for this one statement is made of all rows; one that is skipped through is read from end to end.
    if line["made"] is not None or "ANY(" in line["more"]:
        return bool(tables)
    return (
        line["more"] == " (guild_id=?)"
        and bool(tables & LONG.keys())
        and line["index"] not in OPEN_WORK
        and not _WHOLE.search(sql)
    )


def _tables_named(name: str, sql: str) -> set[str]:
    """What may be behind a name of the plan: a table, all that have it as an alias, or a list made here."""
    return {name, *re.findall(_ALIAS.format(re.escape(name)), sql)}


def _asked_by() -> str | None:
    """The module of the bot that runs the statement; None where a test does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename in _AROUND:
        frame = frame.f_back
    if frame is None or not frame.f_code.co_filename.startswith(_BOT):
        return None
    return Path(frame.f_code.co_filename).relative_to(Path(_BOT).parent).as_posix()


def _plan(sql: str) -> list[Step]:
    for given in parameters(sql):
        with suppress(sqlite3.ProgrammingError):
            rows = connection().execute(f"EXPLAIN QUERY PLAN {sql}", given).fetchall()
            return [Step(row[1], str(row[3])) for row in rows]
    raise LookupError(sql)
