"""A server in which all kinds of event are played, with a row in nearly every table of the schema.

What the hall does not lead to is written as the schema lets it: who refers to whom is taken from the foreign keys, what
a column may say from its checks, and which columns stand together is tried.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.model import Poster
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks import series_files
from bot.rulebooks.library import preset
from bot.rulebooks.series_files import to_toml
from tests import sql_reading
from tests.features.pages.shown import told
from tests.hall import arena_hall, squads
from tests.hall.edge import Edge
from tests.hall.hall import Hall

# --- events ---------------------------------------------------------------------------------------------------------


def alone(name: str) -> Rulebook:
    """A preset whose matches wait for no arbiter."""
    rules = preset(name)
    return replace(rules, official=False, matches=replace(rules.matches, matches_per_arbiter=0))


def events(hall: Hall) -> list[Tournament]:
    """An Open in play, one to come, one that is over, one called off, an arena, tables of three, teams, a league."""
    return [
        *(_open_in_play(hall), _to_come(hall), _over(hall), _called_off(hall)),
        *(_arena(hall), _tables(hall), _teams(hall), _league(hall)),
    ]


def _open_in_play(hall: Hall) -> Tournament:
    tournament = told(hall, hall.announce_of_before(alone("aije-open"), "Open in play"))
    tournament = hall.begin(tournament, *range(2, 9))
    first, second, *_ = hall.open_contests(tournament)
    hall.settle(first, (3, 1))
    hall.settle(second, (3, 0), (3, 0), ResultKind.WALKOVER)
    hall.act(hall.actor(3), rounds_drawing_verbs.leave, tournament.tournament_id)
    return hall.load(tournament)


def _to_come(hall: Hall) -> Tournament:
    rules = alone("swiss-cut")
    small = replace(rules, registration=replace(rules.registration, capacity=2))
    tournament = told(hall, hall.announce_of_before(small, "To come"))
    hall.enter(tournament, 2, 3, 4)
    hall.act(hall.actor(3), entering_verbs.withdraw, tournament.tournament_id)
    author = hall.person(1).person_id
    poster = Poster("All are welcome", "A cup", "https://example.org/live")
    hall.do(lambda tx: tournaments_store.add_poster(tx, "poster", author, poster, tx.now))
    hall.do(lambda tx: tournaments_store.give_event(tx, tournament.tournament_id, "poster"))
    return hall.load(tournament)


def _over(hall: Hall) -> Tournament:
    return hall.play_out(hall.begin(told(hall, hall.announce_of_before(alone("swiss"), "Over")), *range(2, 7)))


def _called_off(hall: Hall) -> Tournament:
    tournament = told(hall, hall.announce_of_before(alone("cup"), "Called off"))
    hall.enter(tournament, 2, 3)
    return hall.act(hall.actor(1), course_ending_verbs.cancel, tournament.tournament_id, "The hall has burnt down")


def _arena(hall: Hall) -> Tournament:
    tournament = hall.begin(told(hall, hall.announce(arena_hall.ARENA, "Arena")), *range(2, 8))
    arena_hall.later(hall, seconds=0)
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (1, 0))
    return hall.load(tournament)


def _tables(hall: Hall) -> Tournament:
    edge = Edge(hall, 6)
    told(hall, edge.tournament)
    edge.play(edge.open()[0], 1, (3, 16, -2))
    return hall.load(edge.tournament)


def _teams(hall: Hall) -> Tournament:
    tournament = squads.entered(hall, squads.bracket(), 2)
    told(hall, tournament)
    (contest,) = hall.open_contests(tournament)
    squads.play(hall, tournament, contest, "1-0", "0-1", "1-0", "1-0")
    return hall.load(tournament)


def _league(hall: Hall) -> Tournament:
    tournament = hall.begin(told(hall, hall.announce_of_before(alone("weekly-league"), "League")), *range(2, 6))
    hall.now += timedelta(minutes=1)
    return tournament


# --- rows that the schema lets be -----------------------------------------------------------------------------------


TRIES = 300
"""Rows that are tried before a table is given up."""
READ = {"circuits.rules": to_toml(series_files.preset("cup-series")), "guilds.switches": ""}
"""What a reader takes apart, as it takes it."""


def tables_of() -> dict[str, str]:
    """Each table with the statement that made it."""
    rows = sql_reading.connection().execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return {row[0]: row[1] for row in rows if not row[0].startswith("sqlite")}


def columns_of(table: str) -> list[tuple[Any, ...]]:
    """As SQLite's catalogue tells them: number, name, type, whether it has to be, default, place in the key."""
    return sql_reading.connection().execute(f'PRAGMA table_info("{table}")').fetchall()


def is_empty(connection: sqlite3.Connection, table: str) -> bool:
    """Whether nothing stands in it."""
    return connection.execute(f'SELECT 1 FROM "{table}" LIMIT 1').fetchone() is None


def fill(hall: Hall) -> list[str]:
    """Writes a row into each table that has none; answers with those into which none could be written."""
    connection, chance = hall._connection, random.Random(28)
    left = [name for name in tables_of() if is_empty(connection, name)]
    while True:
        still = [name for name in left if not any(_written(connection, name, one) for one in _rows(hall, name, chance))]
        if still == left:
            return left
        left = still


def _written(connection: sqlite3.Connection, table: str, row: dict[str, object]) -> bool:
    names, marks = ", ".join(row), ", ".join("?" for _ in row)
    connection.execute("SAVEPOINT row")
    try:
        connection.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', tuple(row.values()))
    except sqlite3.Error:
        connection.execute("ROLLBACK TO row")
        return False
    finally:
        connection.execute("RELEASE row")
    return True


def _rows(hall: Hall, table: str, chance: random.Random) -> Iterator[dict[str, object]]:
    """Those columns that have to be and some of the others, with one thing after the other that may stand in each."""
    columns = columns_of(table)
    of_keys = sql_reading.connection().execute(f'PRAGMA foreign_key_list("{table}")')
    refers = {row[3]: (row[2], row[4]) for row in of_keys}
    sql = tables_of()[table]
    values = {one[1]: _values(hall, table, one[1], one[2], refers.get(one[1]), sql) for one in columns}
    needed = [one[1] for one in columns if (one[3] and one[4] is None) or one[5]]
    free = [name for name in values if name not in needed and values[name]]
    if not all(values[name] for name in needed):
        return
    for turn in range(TRIES):
        share = 1.0 if turn == 0 else chance.random()
        names = [*needed, *(one for one in free if chance.random() < share)]
        yield {name: values[name][0] if turn == 0 else chance.choice(values[name]) for name in names}


def _values(hall: Hall, table: str, name: str, kind: str, refers: tuple[str, str] | None, sql: str) -> list[object]:
    """What may stand there; nothing where what it refers to is not there."""
    if refers is not None:
        other, key = refers
        rows = hall._connection.execute(f'SELECT "{key or name}" FROM "{other}" ORDER BY 1 LIMIT 5')
        return [row[0] for row in rows]
    if kind == "TEXT":
        return _texts(f"{table}.{name}", sql)
    if kind == "INTEGER":
        now = int(hall.now.timestamp() * 1000)
        is_moment = name.endswith(("_at", "since", "until", "from", "_by", "_on")) or name == "at"
        return [now, now - 1, now + 1] if is_moment else [1, 0, 2, 60_000]
    return [b"x" * 32] if kind == "BLOB" else [10.0, 100.0, 2000.0]


def _texts(column: str, sql: str) -> list[object]:
    """As the checks of the column let it be."""
    name = column.partition(".")[2]
    if column in READ:
        return [READ[column]]
    choice = re.search(rf"\b{name} IN \(('[^)]+')\)", sql)
    if choice is not None:
        return [one.strip(" '\n") for one in choice[1].split(",")]
    if f"json_valid({name})" in sql:
        return ["{}"]
    exact = re.search(rf"length\({name}\) = (\d+)", sql)
    longest = re.search(rf"length\({name}\) (?:<=|BETWEEN \d+ AND) (\d+)", sql)
    if exact is not None:
        return ["f" * int(exact[1])]
    if f"{name} GLOB" in sql:
        return ["1d"]
    if name.endswith("_id"):
        return [re.sub(r"\W|_", "", column)]
    return [column[: int(longest[1])] if longest is not None else column]
