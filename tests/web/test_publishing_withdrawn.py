"""What somebody takes back is gone from the published files with the next word, not with the next hour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.features.erasure import verbs as erasure_verbs
from bot.features.pages import people_verbs
from bot.features.pages import store as pages_store
from bot.features.pages.model import ShownAs
from tests.features.pages.shown import KEY
from tests.hall.hall import Hall
from tests.web.test_site_library import ADDRESS, Club
from web.publishing import publish

ANA = 2


class Folder:
    """A club whose pages are files, written again after each act as the bot has it."""

    def __init__(self, folder: Path) -> None:
        self.club, self.place = Club(folder), folder / "site"
        self.hall.do(pages_store.note_address, ADDRESS)

    @property
    def hall(self) -> Hall:
        return self.club.hall

    def after(self, act: Callable[[], object]) -> None:
        publish(self.club.site, self.place, self.club.keys(act))

    def files_with(self, text: str) -> list[str]:
        found = (one for one in self.place.rglob("*") if one.is_file() and not one.name.startswith(".arbiter"))
        return [str(one.relative_to(self.place)) for one in found if text in one.read_text("utf-8", "replace")]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    one = Folder(tmp_path)
    yield one
    one.club.site.close()
    one.hall.close()


@pytest.mark.parametrize("how", ["closed", "initials", "erased"])
def test_a_page_that_somebody_takes_back_is_no_file_any_more(folder: Folder, how: str) -> None:
    ana = folder.hall.actor(ANA)
    folder.hall.act(ana, people_verbs.open_page)
    publish(folder.club.site, folder.place)
    choice = folder.hall.ask(pages_store.of_person, folder.hall.person(ANA).person_id)
    assert choice is not None
    key = str(choice.page_id)
    assert (folder.place / "en" / KEY / "players" / key).exists()
    acts: dict[str, Callable[[], object]] = {
        "closed": lambda: folder.hall.act(ana, people_verbs.close_page),
        "initials": lambda: folder.hall.act(ana, people_verbs.choose, ShownAs.INITIALS),
        "erased": lambda: folder.hall.act(ana, erasure_verbs.erase),
    }
    folder.after(acts[how])
    assert folder.files_with(key) == []
    assert not (folder.place / "en" / KEY / "players" / key).exists()
    if how != "closed":
        assert folder.files_with("P2") == []
