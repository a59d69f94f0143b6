"""A described table writes a model as a row and reads it back the same, in statements that stay as they are."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Final, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.context import Ids, Tx, Work, from_ms
from bot.kernel.tables import BITS, JSON, LINES, WORDS, Codec, Part, Table, Undescribed

MatchId = NewType("MatchId", str)
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


class End(StrEnum):
    WON = "won"
    LEFT = "left"


class Rung(IntEnum):
    FIRST = 1
    LAST = 2


@dataclass(frozen=True, slots=True)
class Clock:
    base: timedelta
    increment: timedelta


@dataclass(frozen=True, slots=True)
class Ruling:
    by: str
    at: datetime
    why: str | None


@dataclass(frozen=True, slots=True)
class Match:
    match_id: MatchId
    begun_at: datetime
    clock: Clock
    is_rated: bool
    rung: Rung
    ending: End | None = None
    ended_at: datetime | None = None
    ruling: Ruling | None = None
    reminded: frozenset[int] = frozenset()
    players: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    notes: dict[str, int] = field(default_factory=dict)
    moves: tuple[str, ...] = ()


SCHEMA: Final = """
CREATE TABLE matches (
    match_id TEXT PRIMARY KEY, event_id TEXT NOT NULL, begun_at INTEGER NOT NULL, base INTEGER NOT NULL,
    increment INTEGER NOT NULL, is_rated INTEGER NOT NULL, rung INTEGER NOT NULL, ending TEXT, ended_at INTEGER,
    ruled_by TEXT, ruled_at INTEGER, why TEXT, reminded INTEGER NOT NULL, players TEXT NOT NULL, links TEXT NOT NULL,
    notes TEXT NOT NULL
) STRICT
"""
MATCHES: Final = Table(
    "matches",
    Match,
    "match_id",
    ("event_id",),
    clock=Part(Clock),
    ruling=Part(Ruling, by="ruled_by", at="ruled_at"),
    reminded=BITS,
    players=WORDS,
    links=LINES,
    notes=JSON,
    moves=None,
)
ALL_OF_THEM: Final = "SELECT * FROM matches ORDER BY match_id"


@pytest.fixture
def tx() -> Iterator[Tx]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        yield opened(connection)


def opened(connection: sqlite3.Connection) -> Tx:
    connection.row_factory = sqlite3.Row
    connection.execute(SCHEMA)
    connection.execute("BEGIN")
    return Tx(Work(connection, set()), NOW, Ids(b"seed"))


def played(match_id: str = "m", **said: object) -> Match:
    plain = Match(
        MatchId(match_id), NOW, Clock(timedelta(minutes=3), timedelta(seconds=2)), is_rated=True, rung=Rung.FIRST
    )
    return replace(plain, **said)  # type: ignore[arg-type]


MOMENTS: Final = st.integers(0, 4 * 10**12).map(from_ms)
LENGTHS: Final = st.integers(0, 10**9).map(lambda ms: timedelta(milliseconds=ms))
TEXTS: Final = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
NAMES: Final = st.lists(st.text("abc", min_size=1)).map(tuple)
ANY_MATCH: Final = st.builds(
    Match,
    TEXTS.map(MatchId),
    MOMENTS,
    st.builds(Clock, LENGTHS, LENGTHS),
    st.booleans(),
    st.sampled_from(Rung),
    st.none() | st.sampled_from(End),
    st.none() | MOMENTS,
    st.none() | st.builds(Ruling, TEXTS, MOMENTS, st.none() | TEXTS),
    st.frozensets(st.integers(0, 15)),
    NAMES,
    NAMES,
    st.dictionaries(TEXTS, st.integers()),
)


@given(ANY_MATCH)
def test_a_match_is_read_as_it_was_written(match: Match) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        tx = opened(connection)
        assert MATCHES.insert(tx, match, event_id="e") == 1
        read = MATCHES.fetch_all(tx, ALL_OF_THEM)
    assert read == [match]
    assert (type(read[0].is_rated), type(read[0].rung)) == (bool, Rung)


def test_what_stands_in_no_column_is_given_when_the_row_is_read(tx: Tx) -> None:
    MATCHES.insert(tx, played(moves=("e4",)), event_id="e")
    row = tx.fetch_one(ALL_OF_THEM)
    assert MATCHES.read(row) == played()
    assert MATCHES.read(row, moves=("d4",)) == played(moves=("d4",))


def test_a_row_has_what_the_statement_by_hand_would_write(tx: Tx) -> None:
    ruling = Ruling("arbiter", NOW, None)
    MATCHES.insert(
        tx, played(ending=End.WON, ruling=ruling, reminded=frozenset({0, 2}), players=("a", "b")), event_id="e"
    )
    row = tx.fetch_one(ALL_OF_THEM)
    assert row is not None
    assert {**row} == {
        "match_id": "m", "event_id": "e", "begun_at": 1_767_225_600_000, "base": 180_000, "increment": 2_000,
        "is_rated": 1, "rung": 1, "ending": "won", "ended_at": None, "ruled_by": "arbiter",
        "ruled_at": 1_767_225_600_000, "why": None, "reminded": 5, "players": "a b", "links": "", "notes": "{}",
    }  # fmt: skip


def test_several_are_written_in_one_go(tx: Tx) -> None:
    assert MATCHES.insert_all(tx, [played("a"), played("b")], event_id="e") == 2
    assert MATCHES.insert_all(tx, [played("b"), played("c")], "ON CONFLICT DO NOTHING", event_id="e") == 1
    assert [one.match_id for one in MATCHES.fetch_all(tx, ALL_OF_THEM)] == ["a", "b", "c"]


def test_a_row_of_the_same_key_is_changed_as_a_whole_or_where_it_is_said(tx: Tx) -> None:
    MATCHES.insert(tx, played(), event_id="e")
    later = played(ending=End.LEFT, is_rated=False)
    MATCHES.upsert(tx, later, "ending", event_id="f")
    assert MATCHES.fetch_one(tx, ALL_OF_THEM) == played(ending=End.LEFT)
    MATCHES.upsert(tx, later, event_id="f")
    assert MATCHES.fetch_one(tx, ALL_OF_THEM) == later
    assert [row["event_id"] for row in tx.fetch_all(ALL_OF_THEM)] == ["f"]


def test_only_the_fields_that_are_named_are_written(tx: Tx) -> None:
    MATCHES.insert_all(tx, [played("a"), played("b")], event_id="e")
    ruled = played("a", ruling=Ruling("arbiter", NOW, "late"), ending=End.LEFT, is_rated=False)
    assert MATCHES.update(tx, ruled, "ruling", "ending", where="ended_at IS NULL") == 1
    assert MATCHES.fetch_all(tx, ALL_OF_THEM) == [replace(ruled, is_rated=True), played("b")]
    assert MATCHES.update(tx, ruled, "ending", where="ended_at IS NOT NULL") == 0
    assert MATCHES.update(tx, played("c"), "ending") == 0


def test_there_is_nothing_where_there_is_no_row(tx: Tx) -> None:
    assert MATCHES.fetch_one(tx, ALL_OF_THEM) is None
    assert MATCHES.fetch_all(tx, ALL_OF_THEM) == []


def test_a_statement_is_made_once_and_stays_the_same() -> None:
    table = Table("clocks", Clock, "base")
    sql, _ = table.inserting("ON CONFLICT DO NOTHING", ("place",))
    assert sql == "INSERT INTO clocks (base, increment, place) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    assert table.inserting("ON CONFLICT DO NOTHING", ("place",))[0] is sql
    assert (
        table.updating(("increment",), "place = 1")[0] == "UPDATE clocks SET increment = ? WHERE base = ? AND place = 1"
    )
    assert table.upserting((), ())[0] == (
        "INSERT INTO clocks (base, increment) VALUES (?, ?)"
        " ON CONFLICT (base) DO UPDATE SET increment = excluded.increment"
    )


@pytest.mark.plants
def test_a_field_of_which_nobody_says_how_it_is_written_is_refused() -> None:
    with pytest.raises(Undescribed, match=r"Match\.clock"):
        _ = Table("matches", Match, "match_id").columns
    with pytest.raises(Undescribed, match="Match has no colour"):
        Table("matches", Match, "match_id", colour="colour")
    with pytest.raises(Undescribed, match="Clock has no delay"):
        Part(Clock, delay="delay_ms")


@pytest.mark.plants
def test_a_field_that_is_not_there_cannot_be_written(tx: Tx) -> None:
    with pytest.raises(KeyError, match="colour"):
        MATCHES.update(tx, played(), "colour")
    with pytest.raises(KeyError, match="moves"):
        MATCHES.upsert(tx, played(), "moves", event_id="e")


def test_a_codec_is_asked_about_no_missing_value() -> None:
    table = Table("matches", Ruling, "match_id", by="match_id", at="begun_at", why=("why", Codec(str.upper, str.lower)))
    assert table.inserting("", ())[1](Ruling("m", NOW, None)) == ["m", 1_767_225_600_000, None]
    assert table.inserting("", ())[1](Ruling("m", NOW, "late")) == ["m", 1_767_225_600_000, "LATE"]
