"""Many migrations written as one file make the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.one_schema import NAME, described, written

CUPS = """\
-- Cups of old.
CREATE TABLE cups (
    name TEXT PRIMARY KEY,
    prize TEXT NOT NULL DEFAULT 'a, (b' CHECK (prize <> ''), -- what is won
    player TEXT REFERENCES players (player),
    UNIQUE (name, prize)
) STRICT;
CREATE INDEX cups_by_prize ON cups (prize);
CREATE TABLE players (player TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO players (player) VALUES ('Ana');
"""
CHANGED = """\
-- When it was lost.
ALTER TABLE players ADD COLUMN lost_at INTEGER;
CREATE TABLE cups_new (name TEXT PRIMARY KEY, player TEXT REFERENCES players (player)) STRICT;
DROP TABLE cups;
ALTER TABLE cups_new RENAME TO cups;
CREATE TRIGGER once BEFORE DELETE ON cups BEGIN SELECT RAISE(ABORT, 'kept'); END;
"""


@pytest.fixture
def many(tmp_path: Path) -> Path:
    (tmp_path / "0001_cups.sql").write_text(CUPS)
    (tmp_path / "0002_changed.sql").write_text(CHANGED)
    return tmp_path


@pytest.fixture
def one(many: Path) -> Path:
    folder = many / "one"
    folder.mkdir()
    (folder / NAME).write_text(written(many))
    return folder


def test_the_one_file_makes_what_all_of_them_made(many: Path, one: Path) -> None:
    assert described(one) == described(many)


def test_what_is_referred_to_comes_first_and_keeps_what_was_said_of_it(one: Path) -> None:
    text = (one / NAME).read_text()
    assert "    -- When it was lost.\n    lost_at INTEGER" in text
    assert text.index("CREATE TABLE players") < text.index("-- Cups of old.\nCREATE TABLE cups (")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lost_at INTEGER", "lost_at TEXT"),
        ("'Ana'", "'Bea'"),
        ("'kept'", "'gone'"),
        (", WITHOUT ROWID", ""),
        (" REFERENCES players (player)", ""),
    ],
)
def test_whatever_differs_is_told(many: Path, one: Path, old: str, new: str) -> None:
    text = (one / NAME).read_text()
    assert old in text
    (one / NAME).write_text(text.replace(old, new))
    assert described(one) != described(many)
