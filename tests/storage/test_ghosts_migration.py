"""People who were only ever a name on a team's form go; nobody goes on whom anything hangs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from bot.storage.migrations import migrate
from tests.storage.earlier import REAL, as_it_was

(NEW,) = REAL.glob("*_ghosts.sql")


@pytest.fixture
def before(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database as it was, with a member of the server and people without Discord, among them two ghosts."""
    with as_it_was(NEW, tmp_path) as opened:
        copy(NEW, tmp_path)
        for who in (
            "member",
            "ghost",
            "ghost2",
            "seated",
            "told",
            "countered",
            "captain",
            "erased",
            "spoken_of",
            "logged",
        ):
            own = 7 if who == "member" else None
            opened.execute("INSERT INTO people VALUES (?, 1, ?, ?, NULL, 1)", (who, own, who))
        yield opened


def linked(opened: sqlite3.Connection) -> None:
    """What keeps each of them: a team, a result, reports, an erasure, lines of the log; a ghost has an account."""
    opened.execute("INSERT INTO accounts VALUES (1, 'S', 'g', 'g', 'ghost', 1, NULL)")
    opened.execute(
        "INSERT INTO tournaments (tournament_id, guild_id, name, rulebook, rulebook_hash, start_at, created_at,"
        " created_by, commitment, secret) VALUES ('e', 1, 'Cup', '{}', '', 9, 1, 'member', '', ?)",
        (bytes(32),),
    )
    opened.execute(
        "INSERT INTO entrants (entrant_id, tournament_id, person_id, number, registered_at, entered_by)"
        " VALUES ('t', 'e', 'captain', 1, 1, 'member')"
    )
    opened.execute(
        "INSERT INTO contests (contest_id, tournament_id, draw_number, stage, round, position, best_of, created_at)"
        " VALUES ('c', 'e', 1, 'main', 1, 0, 1, 1)"
    )
    opened.execute(
        "INSERT INTO results (result_id, contest_id, score, walkover_games, kind, particulars, settled_at)"
        """ VALUES ('r', 'c', '[1,0]', '[0,0]', 'played', '{"boards": [[["seated"], []]]}', 1)"""
    )
    for number, (first, second) in enumerate((('["told"]', None), ("{}", '["countered"]'))):
        opened.execute(
            "INSERT INTO reports (report_id, contest_id, person_id, score, reported_at, answer, answered_at, closed_at,"
            " particulars, counter_score, counter_particulars)"
            " VALUES (?, 'c', 'member', '[1,0]', 1, 'disputed', 1, 1, ?, ?, ?)",
            (str(number), first, None if second is None else "[0,1]", second),
        )
    opened.execute("INSERT INTO erasures VALUES ('erased', 1, NULL, 1)")
    for act, subject, details in (
        ("name_account", "g", '{"person": "ghost", "site": "S"}'),
        ("enter", "person:spoken_of", "{}"),
        ("enter", "tournament:e", '{"person": "logged"}'),
        ("name_team", "tournament:e", '{"entrant": "t", "members": "ghost ghost2"}'),
    ):
        opened.execute(
            "INSERT INTO log (at, guild_id, act, subject, details) VALUES (1, 1, ?, ?, ?)", (act, subject, details)
        )


def test_whoever_was_only_a_name_on_a_form_goes_with_the_account_and_nobody_else(
    before: sqlite3.Connection, tmp_path: Path
) -> None:
    linked(before)
    migrate(before, tmp_path, 2)
    left = {row[0] for row in before.execute("SELECT person_id FROM people")}
    assert left == {"member", "seated", "told", "countered", "captain", "erased", "spoken_of", "logged"}
    assert before.execute("SELECT 1 FROM accounts").fetchall() == []
    assert before.execute("PRAGMA foreign_key_check").fetchall() == []


def test_every_reference_to_a_person_was_looked_at(before: sqlite3.Connection) -> None:
    looked_at = NEW.read_text(encoding="utf-8")
    references = before.execute(
        "SELECT t.name, k.[from] FROM sqlite_master t, pragma_foreign_key_list(t.name) k"
        " WHERE t.type = 'table' AND k.[table] = 'people' AND t.name <> 'accounts'"
    ).fetchall()
    assert references
    assert [one for one in references if f"SELECT {one[1]} FROM {one[0]}\n" not in looked_at] == []
