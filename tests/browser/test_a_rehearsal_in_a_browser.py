"""An Open is rehearsed on the pretend Discord: open pages follow it to its champion, and OBS what the desk chooses."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from queue import Queue
from typing import Final

import pytest
from playwright.sync_api import Browser, expect
from rich.console import Console

from rehearsal import facts, live, regulation, show
from rehearsal.acts import opening
from rehearsal.beyond import FEWEST_OF_THE_OPEN
from rehearsal.facts import Facts, Pairing
from rehearsal.narrator import Narrator
from rehearsal.play import Play
from rehearsal.script import Casting
from rehearsal.stage import Stage
from tests import empty_database
from tests.browser.test_live_in_a_browser import WITHIN, opened
from web.overlays import OverlayKind, overlay_path

PATIENCE: Final = 60.0
"""Seconds until the next scene has to begin."""
NAMED: Final = ".b .p text:not(.s)"
DECIDED: Final = "[data-part=latest] .match"

Begins = Callable[[Facts], bool]
Deed = Callable[[Play], Awaitable[None]]


def is_announced(found: Facts) -> bool:
    """Some have registered."""
    return bool(found.entries)


def is_checking_in(found: Facts) -> bool:
    """The first have confirmed."""
    return any(one.confirmed_at is not None for one in found.entries)


def is_drawn(found: Facts) -> bool:
    """The first matches are known."""
    return bool(found.pairings)


def is_under_way(found: Facts) -> bool:
    """The first result counts."""
    return bool(decided(found))


def is_over(found: Facts) -> bool:
    """Somebody has won it."""
    return any(one.ended_at is not None for one in found.events)


SCENES: Final[tuple[Begins, ...]] = (is_announced, is_checking_in, is_drawn, is_under_way, is_over)


def decided(found: Facts) -> list[Pairing]:
    """Matches between two that have a result."""
    return [one for one in found.pairings if len(one.sides) > 1 and one.outcome is not None]


async def put_first_on_stream(play: Play) -> None:
    """The organiser chooses it at the desk."""
    desk = (await play.stage.organiser.type("desk", tournament=play.diary.events[-1].event_id)).post
    _, first, *_ = desk.options("stream")
    await play.stage.organiser.choose(desk, "stream", first)


class Spectators(live.Spectators):
    """Hold the play whenever a scene has begun, until it was seen."""

    def __init__(self, database: Path) -> None:
        super().__init__(database, Console(quiet=True))
        self.scenes: Queue[tuple[Begins, Facts]] = Queue()
        self.wishes: Queue[Deed | None] = Queue()
        """What is to be done meanwhile; None: it goes on."""
        self._to_come = list(SCENES)

    async def invite(self, play: Play) -> None:
        """Remembers where it is played."""
        self._play = play
        await super().invite(play)

    async def let_see(self, passed: timedelta) -> None:
        """No longer than it takes."""
        del passed
        found = facts.read(Path(str(self._wish.database)))
        while self._to_come and self._to_come[0](found):
            self.scenes.put((self._to_come.pop(0), found))
            while (wish := await asyncio.to_thread(self.wishes.get, timeout=PATIENCE)) is not None:
                await wish(self._play)


class Open:
    """The rehearsal under way, in a thread of its own: the browser's loop runs in that of the tests."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "arbiter.db"
        empty_database.put(self.file)
        self.watching: Future[Spectators] = Future()
        self.names: dict[int, str] = {}
        """Of each member, by the id at Discord."""
        self._trouble: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="rehearsal", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as trouble:  # noqa: BLE001 - told by the test, which waits in another thread
            self._trouble.append(trouble)

    async def _play(self) -> None:
        async with Spectators(self.file) as watching:
            self.watching.set_result(watching)
            async with Stage.open(self.file, set_up=False, pages=watching) as stage:
                rules, quiet = regulation.find("aije-open"), Narrator(Console(quiet=True), quiet=True)
                memory = show.prepare(Casting(stage, rules, FEWEST_OF_THE_OPEN, 1, quiet, watching))
                self.names = {one.id: one.name for one in stage.members.values()}
                await opening.opening(memory.play)
                await show.the_opener(memory.play)

    def until(self, wanted: Begins) -> Facts:
        """What is known once the scene has begun; the play stands still."""
        began, found = self.watching.result(PATIENCE).scenes.get(timeout=PATIENCE)
        assert began is wanted
        return found

    def do(self, wish: Deed | None) -> None:
        """Has something done in the play, or has it go on."""
        self.watching.result(PATIENCE).wishes.put(wish)

    def go_on(self) -> None:
        """It was seen."""
        self.do(None)

    def end(self) -> None:
        """Lets it come to its end, and tells what went wrong in it."""
        with suppress(TimeoutError):
            for _ in SCENES:
                self.go_on()
        self._thread.join(PATIENCE)
        if self._trouble:
            raise self._trouble[0]


@pytest.fixture
def rehearsed(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    del browser
    one = Open(tmp_path)
    yield one
    one.end()


def overlay_of(rehearsed: Open, event: str) -> str:
    """Where OBS finds the match that is on stream."""
    site, _, server = rehearsed.watching.result().page.rstrip("/").rpartition("/en/")
    return f"{site}{overlay_path(server, event, OverlayKind.MATCH)}"


def test_two_open_pages_follow_a_rehearsed_open_from_check_in_to_its_champion(
    browser: Browser, rehearsed: Open
) -> None:
    expect.set_options(timeout=WITHIN)
    faults: list[str] = []
    found = rehearsed.until(is_announced)
    (event,) = found.events
    address = f"{rehearsed.watching.result().page}{event.event_id}/"
    page, players = (opened(browser, f"{address}{part}", faults) for part in ("", "players/"))
    expect(page.locator(".stands .pill.announced")).to_be_visible()
    expect(page.locator("h1")).to_have_text(event.name)
    rehearsed.go_on()

    found = rehearsed.until(is_checking_in)
    expect(page.locator(".stands .pill.check_in")).to_be_visible()
    expect(players.locator("tr.confirmed")).to_have_count(sum(one.confirmed_at is not None for one in found.entries))
    rehearsed.go_on()

    found = rehearsed.until(is_drawn)
    expect(page.locator(".stands .pill.running")).to_be_visible()
    met = {side for one in found.pairings for side in one.sides}
    drawn = {rehearsed.names[one.member] for one in found.entries if one.entrant_id in met and one.member}
    for name in drawn:
        expect(page.locator(NAMED).get_by_text(name, exact=True).first).to_be_visible()
    expect(players.locator("tr.playing")).to_have_count(len(drawn))
    on_stream = opened(browser, overlay_of(rehearsed, event.event_id), faults)
    expect(on_stream.locator("#stage bdi")).to_have_count(0)
    rehearsed.do(put_first_on_stream)
    expect(on_stream.locator("#stage bdi")).to_have_count(2)
    assert set(on_stream.locator("#stage bdi").all_text_contents()) <= drawn
    rehearsed.go_on()

    found = rehearsed.until(is_under_way)
    expect(page.locator(DECIDED)).to_have_count(len(decided(found)))
    rehearsed.go_on()

    found = rehearsed.until(is_over)
    final = max((one for one in decided(found) if one.stage == "final"), key=lambda one: one.round)
    assert final.outcome is not None
    assert final.outcome.winner is not None
    (champion,) = [one for one in found.entries if one.entrant_id == final.sides[final.outcome.winner]]
    assert champion.member is not None
    expect(page.locator(".podium .s1 .who")).to_have_text(rehearsed.names[champion.member])
    expect(page.locator(".stands .pill.over")).to_be_visible()
    for one in (page, players, on_stream):
        assert one.evaluate("() => window.isStillThere")
        one.context.close()
    assert faults == []
