"""What servers have of the commands that can be switched, from before there were switches."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

from bot.app import MIGRATIONS
from bot.kernel.database import connect_to_write
from bot.kernel.ids import ALL, Switch
from bot.kernel.migrations import migrate


def test_who_had_officers_keeps_all_commands_and_who_had_nothing_is_ordinary(tmp_path: Path) -> None:
    before = tmp_path / "before"
    before.mkdir()
    (own,) = MIGRATIONS.glob("*_switches.sql")
    for one in sorted(MIGRATIONS.glob("*.sql")):
        if one.name < own.name:
            shutil.copy(one, before)
    with closing(connect_to_write(tmp_path / "old.db")) as connection:
        migrate(connection, before, 0)
        for guild in (1, 2):
            connection.execute(
                "INSERT INTO guilds (guild_id, owner_id, language, time_zone) VALUES (?, 9, 'it', 'UTC')", (guild,)
            )
        connection.execute("INSERT INTO people (person_id, guild_id, name, known_since) VALUES ('p', 1, 'Ana', 0)")
        connection.execute(
            "INSERT INTO offices (guild_id, office, person_id, since, given_by) VALUES (1, 'leader', 'p', 0, 'p')"
        )
        migrate(connection, MIGRATIONS, 0)
        found = dict(connection.execute("SELECT guild_id, switches FROM guilds ORDER BY guild_id").fetchall())
    # Series came later: nobody has used them before.
    assert (set(found[1].split()), found[2]) == (set(ALL - {Switch.SERIES}), "")
