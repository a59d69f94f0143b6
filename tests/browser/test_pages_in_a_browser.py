"""Every kind of page in Chromium: no fault on its console, nothing cut, nobody left out, on a phone and on a laptop."""

from __future__ import annotations

from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Show
from tests.browser.seeing import HOST, KINDS, LAPTOP, PHONE, SCREEN, event_shown, shown
from web.addresses import Part

SCHEMES: Final = ("dark", "light")
WIDER: Final = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
OUTSIDE: Final = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || (box.right <= innerWidth + 1 && box.left >= -1) || one.matches(".skip, .sr, .news")) return false;
  for (let each = one.parentElement; each !== document.body; each = each.parentElement) {
    if (each.matches(".scroll, .tabs ul, .chips ul") || getComputedStyle(each).overflowX === "hidden") return false;
  }
  return true;
}).map((one) => one.className || one.tagName)"""
"""What stands beside the window though no marked scroller leads there."""
CLIPPED: Final = """() => [...document.querySelectorAll(".b .p")].flatMap((box) => {
  const score = box.querySelector(".r");
  const end = score ? score.getBBox().x : box.querySelector("use").getBBox().width;
  return [...box.querySelectorAll("text:not(.s):not(.q)")].filter((one) => one.getBBox().x + one.getBBox().width > end + 1);
}).map((one) => one.textContent)"""
"""Names of a bracket that go on under their score or their border."""


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds against WCAG and good practice; of these rules alone, where some are named."""
    only: dict[str, Any] = {"runOnly": list(rules)} if rules else {}
    found = Axe().run(page, options={"resultTypes": ["violations"], **only}).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"][:3]]


# --- for everybody --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_nobody_is_left_out_in_dark_or_light(show: Show, name: str) -> None:
    page, _ = show(name, PHONE, scheme="light")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []


@pytest.mark.parametrize("name", KINDS)
def test_nothing_stands_beside_the_window(show: Show, name: str) -> None:
    page, _ = show(name, PHONE)
    for width, height in (PHONE, LAPTOP, SCREEN):
        page.set_viewport_size({"width": width, "height": height})
        assert (page.evaluate(WIDER), page.evaluate(OUTSIDE)) == (0, []), (name, width)


# --- brackets -------------------------------------------------------------------------------------------------------


def test_sixty_four_players_fit_a_laptop(show: Show) -> None:
    page, _ = show("bracket")
    drawing, room = page.locator(".scroll.bracket"), page.viewport_size
    assert room is not None
    assert drawing.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    box = page.locator("svg.b").bounding_box()
    assert box is not None
    assert box["height"] < room["height"]
    assert page.locator(".b .p").count() == 63


@pytest.mark.parametrize("name", ["event", "bracket", "podium"])
def test_a_name_that_is_too_long_for_its_place_ends_with_an_ellipsis(show: Show, name: str) -> None:
    page, _ = show(name)
    assert page.evaluate(CLIPPED) == []
    cut = page.locator(".b .p", has=page.locator("text", has_text="…")).first
    assert "Eduarda Nascimento dos Santos" in str(page.locator(".b .p title").all_text_contents())
    assert cut.locator("title").count() == 1
