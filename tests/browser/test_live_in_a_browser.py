"""An evening as its spectators see it: the real process serves the hall's records, and a page follows the matches."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route

from bot.living.apart import ROOT
from bot.living.web_process import MODULE, WebWish
from bot.rulebooks.library import preset
from tests.browser.seeing import LAPTOP
from tests.features.pages.kept import switch_on
from tests.features.pages.shown import KEY, told
from tests.hall.hall import Hall
from web.overlays import OverlayKind, overlay_path

ADDRESS: Final = "https://cups.example"
RULES: Final = replace(preset("aije-open"), official=False)
DECIDED: Final = ".b .p.d"
FOCUSED: Final = "() => document.activeElement.getAttribute('href')"
WITHIN: Final = 5_000
"""Milliseconds in which a busy machine shows what an idle one shows within one second."""


class Evening:
    """A small Open that is being played, the process that serves its pages, and what its pages complain of."""

    def __init__(self, folder: Path) -> None:
        self.hall = Hall(folder / "hall.db")
        switch_on(self.hall)
        self.cup = self.hall.begin(told(self.hall, self.hall.announce_of_before(RULES, "Cup")), *range(2, 10))
        self.hall._work.written = set()
        self.process = subprocess.Popen(
            (sys.executable, "-B", "-m", MODULE), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        )
        self.say(WebWish(folder / "hall.db", ADDRESS, "127.0.0.1:0").line())
        assert self.process.stdout is not None
        self.at = f"http://{json.loads(self.process.stdout.readline())['serving']}"

    def say(self, line: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(line)}\n".encode())
        self.process.stdin.flush()

    def decide_next(self) -> None:
        """The first side of the next match wins, and the bot tells what it has written."""
        contest = self.hall.open_contests(self.cup)[0]
        self.hall.settle(contest, (contest.target, 0))
        self.tell()

    def tell(self) -> None:
        written = self.hall._work.written
        assert written
        self.say({"changed": [sorted(written)]})
        self.hall._work.written = set()

    def page(self, rest: str = "") -> str:
        return f"{self.at}/en/{KEY}/{self.cup.tournament_id}/{rest}"

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()  # type: ignore[union-attr]
        self.hall.close()


@pytest.fixture(scope="module")
def evening(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    one = Evening(tmp_path_factory.mktemp("evening"))
    yield one
    one.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    found: list[str] = []
    yield found
    assert found == []


def watched(browser: Browser, faults: list[str]) -> Page:
    """An empty page whose visitor is always the first to look."""
    context = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    context.add_init_script("Math.random = () => 0")
    page = context.new_page()
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    return page


def opened(browser: Browser, address: str, faults: list[str]) -> Page:
    """The page, with a mark that a reload would wipe away."""
    page = watched(browser, faults)
    with page.expect_response("**/stream"):
        page.goto(address)
    page.evaluate("() => { window.isStillThere = true; }")
    return page


def test_a_page_follows_an_open_without_being_loaded_again(
    browser: Browser, evening: Evening, faults: list[str]
) -> None:
    page = opened(browser, evening.page(), faults)
    page.locator("#find").fill("P3")
    page.locator(".b a.p").first.focus()
    led_to = page.evaluate(FOCUSED)
    assert led_to
    before = page.locator(DECIDED).count()
    for number in (1, 2):
        evening.decide_next()
        page.locator(DECIDED).nth(before + number - 1).wait_for(timeout=WITHIN)
    assert page.locator("[data-part=latest] .match").count() == before + 2
    assert page.evaluate("() => window.isStillThere")
    assert page.evaluate(FOCUSED) == led_to
    assert page.input_value("#find") == "P3"
    assert page.locator(".b .me").count() > 0
    page.context.close()


def test_what_is_decided_while_nobody_looks_is_there_when_somebody_looks_again(
    browser: Browser, evening: Evening, faults: list[str]
) -> None:
    page = opened(browser, evening.page("bracket/"), faults)
    page.evaluate("""() => {
      window.isAway = true;
      Object.defineProperty(document, "hidden", { get: () => window.isAway });
    }""")
    before = page.locator(DECIDED).count()
    evening.decide_next()
    page.wait_for_function("() => isBehind", timeout=WITHIN)
    assert page.locator(DECIDED).count() == before
    page.evaluate("() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange')); }")
    page.locator(DECIDED).nth(before).wait_for(timeout=WITHIN)
    page.context.close()


def test_what_is_decided_before_the_line_stands_is_there_with_its_first_word(
    browser: Browser, evening: Evening, faults: list[str]
) -> None:
    page, held = watched(browser, faults), Queue[Route]()
    page.route("**/stream", held.put)
    with page.expect_request("**/stream"):
        page.goto(evening.page())
    before, sent = page.locator(DECIDED).count(), page.request.get(evening.page()).text()
    evening.decide_next()
    while page.request.get(evening.page()).text() == sent:
        page.wait_for_timeout(50)
    held.get().continue_()
    page.locator(DECIDED).nth(before).wait_for(timeout=WITHIN)
    page.context.close()


def test_an_overlay_follows_the_same_evening(browser: Browser, evening: Evening, faults: list[str]) -> None:
    path = overlay_path(KEY, evening.cup.tournament_id, OverlayKind.BRACKET)
    page = opened(browser, f"{evening.at}{path}", faults)
    before = page.inner_html("#stage")
    evening.decide_next()
    changed = "before => document.querySelector('#stage').innerHTML !== before"
    page.wait_for_function(changed, arg=before, timeout=WITHIN)
    assert page.evaluate("() => window.isStillThere")
    page.context.close()
