"""Rating lists from before their order was a column: it stays the order in which they were published."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.domain.ids import GuildId
from bot.storage import ratings
from bot.storage.migrations import migrate
from bot.storage.work import Work
from tests.storage.earlier import REAL, as_it_was

(NEW,) = REAL.glob("*_order_of_lists.sql")


def test_of_two_lists_of_one_moment_the_later_published_holds(tmp_path: Path) -> None:
    with as_it_was(NEW, tmp_path) as opened:
        opened.row_factory = sqlite3.Row
        for list_id in ("z", "a", "m"):
            opened.execute("INSERT INTO rating_lists (list_id, guild_id, published_at) VALUES (?, 1, 5)", (list_id,))
        migrate(opened, REAL, 2)
        work = Work(opened, set())
        latest = ratings.current(work, GuildId(1))
        assert latest is not None
        before = ratings.before(work, latest)
        assert before is not None
        assert [before.list_id, latest.list_id] == ["a", "m"]
