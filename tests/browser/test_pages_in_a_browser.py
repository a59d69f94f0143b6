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
  const isScrolled = one.closest(".scroll, .tabs ul, .chips ul, .skip, .sr, .news");
  return box.width && !isScrolled && (box.right > innerWidth + 1 || box.left < -1);
}).map((one) => one.className || one.tagName)"""
"""What stands beside the window though no marked scroller leads there."""
CLIPPED: Final = """() => [...document.querySelectorAll(".b text:not(.h):not(.s)")].filter((one) => {
  const box = one.closest("svg svg");
  const cut = box.querySelector(".r") ? box.querySelector("text.s").getBBox().x : box.width.baseVal.value;
  return one.getBBox().x + one.getBBox().width > cut && !one.textContent.endsWith("…");
}).map((one) => one.textContent)"""
"""Names of a bracket that end under their score or their border, and not with an ellipsis."""


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
