"""A page of which most is kept is as one that is made anew, whatever has happened in its event."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import FunctionType

import pytest

from bot.features.pages import store as pages_store
from bot.features.pages.model import EventPages, ShownAs
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.features.pages.kept import choose, switch_on
from tests.features.pages.shown import told
from tests.hall.hall import Hall
from web import rendering
from web.site_library import SiteLibrary, open_library

KEPT = [
    (module, name)
    for module in [*sys.modules.values()]
    for name, one in vars(module).items()
    if module.__name__.startswith(("bot.", "web."))
    and isinstance(one, FunctionType)
    and one.__module__ == module.__name__
    and "kept" in one.__code__.co_freevars
]
"""What keeps what it has made before, by the decorators of `bot.kernel.remembering`."""
RULES = {
    "a knock-out": replace(preset("aije-open"), official=False),
    "everybody meets everybody": replace(preset("round-robin"), official=False),
}


def pages(site: SiteLibrary) -> dict[str, bytes]:
    """Everything that is published in one language."""
    found = {path: site.find(path, {}) for path in site.addresses(None) if path.startswith("/en/")}
    return {path: one.body for path, one in found.items() if one is not None}


def pages_made_anew(path: Path) -> dict[str, bytes]:
    """The same by who has never read anything before."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in KEPT:
            work = getattr(module, name).__wrapped__
            patch.setattr(module, name, lambda _slot, *given, work=work, **named: work(*given, **named))
        patch.setattr(rendering, "_pieces", lambda _page: {})
        site = open_library(path, "https://pages.example.org")
        try:
            return pages(site)
        finally:
            site.close()


def acts(hall: Hall, event: Tournament) -> Iterator[Callable[[], object]]:
    """What happens in the evening, and around it."""
    key = event.tournament_id

    def settle() -> None:
        contest = hall.open_contests(event)[0]
        hall.now += timedelta(minutes=1)
        hall.settle(contest, (contest.target, 0))

    def stream() -> None:
        contest = hall.open_contests(event)[0].contest_id
        hall.do(lambda tx: pages_store.save_event(tx, EventPages(key, stream_id=contest)))

    yield settle
    yield stream
    yield lambda: choose(hall, 3, ShownAs.INITIALS)
    yield lambda: choose(hall, 4, ShownAs.NAME, page=True)
    yield lambda: hall.do(lambda tx: tx.execute("UPDATE people SET name = name || ' Ng' WHERE discord_id = 5"))
    yield settle
    yield lambda: hall.do(lambda tx: tx.execute("UPDATE tournaments SET name = 'Other cup'"))
    yield lambda: hall.do(lambda tx: tx.execute("UPDATE guilds SET time_zone = 'Asia/Tokyo'"))
    yield lambda: hall.do(lambda tx: tx.execute("UPDATE entrants SET withdrawn_at = 1, club = 'Go' WHERE number = 1"))
    yield settle


def test_what_is_kept_is_found() -> None:
    assert {"_starters_of", "_names_of", "_matches", "_entries", "_places", "_boxes"} <= {name for _, name in KEPT}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_pages_of_which_most_is_kept_are_as_those_made_anew(rules: Rulebook, tmp_path: Path) -> None:
    hall = Hall(tmp_path / "hall.db")
    switch_on(hall)
    event = hall.begin(told(hall, hall.announce_of_before(rules, "Cup")), *range(2, 7))
    site = open_library(tmp_path / "hall.db", "https://pages.example.org")
    before = pages(site)
    for act in acts(hall, event):
        act()
        after = pages(site)
        assert after != before
        assert after == pages_made_anew(tmp_path / "hall.db")
        before = after
    site.close()
    hall.close()
