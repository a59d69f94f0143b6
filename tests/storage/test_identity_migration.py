"""Rows from before a name tied nobody: decided bars stay, what a name had brought goes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.rulebooks import procedure_files
from bot.rulebooks.library import canonical, preset
from bot.storage.migrations import migrate
from tests.storage.earlier import REAL, as_it_was

(NEW,) = REAL.glob("*_same_persons.sql")
ANA, MALLORY, BOB, RETURNED = "ana", "mallory", "bob", "returned"


@pytest.fixture
def before(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database as it was, in which Mallory is barred, who once had held Ana's name."""
    with as_it_was(NEW, tmp_path) as opened:
        for number, who in enumerate((ANA, MALLORY, BOB, RETURNED, "boss", "old"), start=2):
            own = None if who == "old" else number
            opened.execute("INSERT INTO people VALUES (?, 1, ?, ?, NULL, 1)", (who, own, who))
        for key, who, since, until in (("ana", MALLORY, 1, 2), ("mallory", MALLORY, 2, None), ("ana", ANA, 3, None)):
            opened.execute("INSERT INTO accounts VALUES (1, 'S', ?, ?, ?, ?, ?)", (key, key, who, since, until))
        opened.execute(
            "INSERT INTO bars (bar_id, guild_id, person_id, reason, explanation, since, barred_by)"
            " VALUES ('b', 1, 'mallory', 'disqualified', 'Threats', 100, 'boss')"
        )
        yield opened


def an_event(opened: sqlite3.Connection, event: str, capacity: int | None = None, closed_at: int | None = None) -> None:
    rules = json.loads(canonical(preset("aije-open")))
    rules["registration"]["capacity"] = capacity
    opened.execute(
        "INSERT INTO tournaments (tournament_id, guild_id, name, rulebook, rulebook_hash, start_at, created_at,"
        " created_by, commitment, secret, check_in_closed_at) VALUES (?, 1, 'Open', ?, '', 9, 1, 'boss', '', ?, ?)",
        (event, json.dumps(rules), bytes(32), closed_at),
    )


def an_entry(opened: sqlite3.Connection, event: str, who: str, number: int, lost_at: int | None = None) -> None:
    entry = f"{event}-{who}"
    opened.execute(
        "INSERT INTO entrants (entrant_id, tournament_id, person_id, number, registered_at, entered_by, withdrawn_at)"
        " VALUES (?, ?, ?, ?, 1, ?, ?)",
        (entry, event, who, number, who, lost_at),
    )
    if lost_at is not None:
        opened.execute(
            "INSERT INTO log (at, guild_id, act, subject, tournament_id, why, details)"
            " VALUES (100, 1, 'withdraw', ?, ?, 'bar:b', ?)",
            (f"tournament:{event}", event, json.dumps({"entrant": entry})),
        )


def on_the_list(opened: sqlite3.Connection, event: str) -> list[str]:
    rows = opened.execute(
        "SELECT person_id FROM entrants WHERE tournament_id = ? AND withdrawn_at IS NULL ORDER BY number", (event,)
    )
    return [row[0] for row in rows]


def test_whom_a_name_took_off_an_open_list_is_on_it_again_and_told(before: sqlite3.Connection) -> None:
    an_event(before, "open")
    for number, (who, lost_at) in enumerate(((MALLORY, 100), (ANA, 100), (BOB, None)), start=1):
        an_entry(before, "open", who, number, lost_at)
    migrate(before, REAL, 2)
    assert on_the_list(before, "open") == [ANA, BOB]
    assert before.execute("SELECT target, kind, subject FROM outbox").fetchall() == [
        ("member:2", "entered_by_staff", "open-ana")
    ]


def test_no_seat_that_somebody_took_since_is_taken_from_them(before: sqlite3.Connection) -> None:
    an_event(before, "open", capacity=1)
    an_entry(before, "open", ANA, 1, 100)
    an_entry(before, "open", BOB, 2)
    migrate(before, REAL, 2)
    assert on_the_list(before, "open") == [BOB, ANA]


def test_who_left_again_on_their_own_and_a_closed_event_stay_as_they_are(before: sqlite3.Connection) -> None:
    an_event(before, "open")
    an_event(before, "closed", closed_at=50)
    an_entry(before, "open", ANA, 1, 100)
    an_entry(before, "closed", ANA, 1, 100)
    before.execute("UPDATE entrants SET withdrawn_at = 200 WHERE entrant_id = 'open-ana'")
    migrate(before, REAL, 2)
    assert (on_the_list(before, "open"), on_the_list(before, "closed")) == ([], [])


def test_a_bar_that_staff_decided_stays_and_keeps_the_account_held_when_it_fell(before: sqlite3.Connection) -> None:
    an_event(before, "open")
    an_entry(before, "open", MALLORY, 1, 100)
    migrate(before, REAL, 2)
    assert before.execute("SELECT person_id, lifted_at FROM bars").fetchall() == [(MALLORY, None)]
    assert before.execute("SELECT person_id, account_key FROM kept_accounts").fetchall() == [(MALLORY, "mallory")]
    assert on_the_list(before, "open") == []


def test_who_came_back_under_the_same_discord_account_stays_off_the_list(before: sqlite3.Connection) -> None:
    before.execute("UPDATE bars SET person_id = 'old'")
    before.execute("INSERT INTO erasures VALUES ('old', 1, 5, 90)")
    an_event(before, "open")
    an_entry(before, "open", RETURNED, 1, 100)
    migrate(before, REAL, 2)
    assert on_the_list(before, "open") == []


def test_whom_a_name_recused_in_an_open_vote_is_entitled_again(before: sqlite3.Connection) -> None:
    rules = procedure_files.to_toml(procedure_files.preset("member-expulsion"))
    before.execute(
        "INSERT INTO votes (vote_id, guild_id, kind, rules, question, subject_id, opened_at, closes_at, secret)"
        " VALUES ('v', 1, 'member-expulsion', ?, 'Why', 'mallory', 1, 9, ?)",
        (rules, bytes(32)),
    )
    for who in (ANA, MALLORY, BOB, "boss"):
        before.execute("INSERT INTO arbiter_titles VALUES (?, 'AN', 1, NULL, 'boss')", (who,))
    before.execute("INSERT INTO offices VALUES (1, 'leader', 'boss', 1, NULL, 'boss')")
    before.execute("INSERT INTO vote_electors VALUES ('v', 0, 'bob', 'arbiter', NULL)")
    for who, why in ((ANA, "concerned"), (MALLORY, "concerned"), ("boss", "concerned")):
        before.execute("INSERT INTO vote_recusals VALUES ('v', ?, ?, 1)", (who, why))
    migrate(before, REAL, 2)
    electors = before.execute("SELECT person_id, why FROM vote_electors ORDER BY position").fetchall()
    assert electors == [(BOB, "arbiter"), (ANA, "arbiter")]
    recused = before.execute("SELECT person_id FROM vote_recusals ORDER BY person_id").fetchall()
    assert recused == [("boss",), (MALLORY,)]


def test_an_appeal_made_before_is_kept(before: sqlite3.Connection) -> None:
    before.execute(
        "INSERT INTO appeals (appeal_id, guild_id, bar_id, person_id, statement, links, made_at)"
        " VALUES ('a', 1, 'b', 'mallory', 'No', '', 101)"
    )
    migrate(before, REAL, 2)
    assert before.execute("SELECT appeal_id, bar_id, link_id, statement FROM appeals").fetchall() == [
        ("a", "b", None, "No")
    ]
