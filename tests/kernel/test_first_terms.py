"""A server of before goes on with the numbers of the last rated event that it played (AIJE-B02-2)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from bot.kernel.migrations import migrate
from bot.rulebooks.library import canonical, preset

REAL = Path(__file__).parents[2] / "migrations"
OPEN = canonical(preset("aije-open"))


def with_numbers(k: float, initial: float, *, rated: bool = True) -> str:
    text = OPEN.replace('"initial":2000,"k":16', f'"initial":{initial},"k":{k}')
    return text if rated else text.replace('"rated":true', '"rated":false')


def upgraded(folder: Path, *events: tuple[int, str], brought: bool = False) -> list[tuple[float, float]]:
    """The terms after the upgrade of a server in which such events ended, each at its moment."""
    (name,) = [one.name for one in REAL.glob("*_official.sql")]
    for one in sorted(REAL.glob("*.sql")):
        if one.name < name:
            copy(one, folder)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        migrate(opened, folder, 1)
        opened.execute("PRAGMA foreign_keys = OFF")
        opened.execute("INSERT INTO guilds (guild_id, owner_id, language, time_zone) VALUES (1, 2, 'en-US', 'UTC')")
        for at, rules in events:
            row = (f"event{at}", 1, "Open", rules, "hash", at, at, "p", "c", b"s" * 32, at, at, at)
            opened.execute(
                "INSERT INTO tournaments (tournament_id, guild_id, name, rulebook, rulebook_hash, start_at, created_at,"
                " created_by, commitment, secret, check_in_closed_at, drawn_at, ended_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        if brought:
            opened.execute(
                "INSERT INTO brought_events VALUES (?, 'b', 1, 'f', 'd', 'rated')", (f"event{events[-1][0]}",)
            )
        script = (REAL / name).read_text("utf-8")
        opened.executescript(script)
        return opened.execute("SELECT k, initial FROM rating_terms").fetchall()


@pytest.mark.rule("AIJE-B02-2")
def test_the_last_rated_event_gives_the_list_its_numbers(tmp_path: Path) -> None:
    later = with_numbers(24, 1500)
    assert upgraded(tmp_path, (5, with_numbers(32, 1800)), (9, later), (12, with_numbers(8, 100, rated=False))) == [
        (24.0, 1500.0)
    ]


def test_a_number_that_no_list_has_was_a_files_own_and_the_one_before_holds(tmp_path: Path) -> None:
    assert upgraded(tmp_path, (5, with_numbers(32, 1800)), (9, with_numbers(400, 2900))) == [(32.0, 1800.0)]


def test_an_event_that_a_file_brought_in_gives_no_numbers(tmp_path: Path) -> None:
    assert upgraded(tmp_path, (5, with_numbers(32, 1800)), (9, with_numbers(24, 1500)), brought=True) == [
        (32.0, 1800.0)
    ]


def test_where_nothing_was_rated_nobody_has_chosen_any(tmp_path: Path) -> None:
    assert upgraded(tmp_path, (5, with_numbers(32, 1800, rated=False))) == []
