"""Pages of a store on a server are those of the same store in a file, and are told when something was written."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from bot.moving import move
from bot.rulebooks.library import preset
from tests import on_postgres
from tests.features.pages.kept import switch_on
from tests.features.pages.shown import KEY, told
from tests.hall.hall import Hall
from web.site_library import open_library

ADDRESS = "https://cups.example"


def test_pages_from_a_server_are_those_from_the_file(tmp_path: Path) -> None:
    on_postgres.server()
    hall = Hall(tmp_path / "arbiter.db")
    switch_on(hall)
    event = hall.begin(told(hall, hall.announce(preset("cup"), "Cup")), *range(2, 9))
    hall.close()
    address = on_postgres.bare()
    move(tmp_path / "arbiter.db", address)
    home = f"/en/{KEY}/{event.tournament_id}/"
    with (
        closing(open_library(tmp_path / "arbiter.db", ADDRESS)) as file,
        closing(open_library(address, ADDRESS)) as server,
    ):
        for path in (f"/en/{KEY}/", home, f"{home}players/", f"{home}bracket/", f"{home}rounds/"):
            pages = [library.find(path, {}) for library in (file, server)]
            assert pages[0] is not None
            assert pages[1] is not None
            assert pages[0].body == pages[1].body
        before = server.version()
        assert server.version() == before
        with closing(on_postgres.connect(address)) as writing:
            writing.execute("BEGIN IMMEDIATE")
            writing.execute("UPDATE tournaments SET name = ?", ("Other Cup",))
            writing.commit()
        found = server.find(home, {})
        assert found is not None
        assert server.version() != before
        assert b"Other Cup" in found.body
