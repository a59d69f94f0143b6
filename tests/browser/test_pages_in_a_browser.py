"""Every kind of page in Chromium: no fault on its console, nothing cut, nobody left out, on a phone and on a laptop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Show, opening
from tests.browser.seeing import KINDS, LAPTOP, PHONE, SCREEN, event_shown
from web.addresses import AddressKind, Part

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
  const names = [...box.querySelectorAll("text:not(.s):not(.q)")].map((one) => [one, one.getBBox()]);
  return names.filter(([, at]) => at.x + at.width > end + 1);
}).map(([one]) => one.textContent)"""
"""Names of a bracket that go on under their score or their border."""


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds against WCAG and good practice; of these rules alone, where some are named."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Axe().axe_script)
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("options => axe.run(document, options).then((found) => found.violations)", options)
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"][:3]]


def test_each_kind_of_page_and_each_part_of_an_event_is_seen() -> None:
    assert {kind for _, kind, _ in KINDS.values()} == set(AddressKind)
    assert {part for _, _, part in KINDS.values()} == set(Part)


# --- for everybody --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=KINDS)
def on_phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Each kind of page, opened once for all that is only looked at."""
    with opening(browser) as show:
        yield show(request.param, PHONE, scheme="light")[0]


def test_nobody_is_left_out_in_dark_or_light(on_phone: Page) -> None:
    assert violations(on_phone) == []
    on_phone.emulate_media(color_scheme="dark")
    assert violations(on_phone, "color-contrast") == []


def test_nothing_stands_beside_the_window(on_phone: Page) -> None:
    for width, height in (PHONE, LAPTOP, SCREEN):
        on_phone.set_viewport_size({"width": width, "height": height})
        assert (on_phone.evaluate(WIDER), on_phone.evaluate(OUTSIDE)) == (0, []), width


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


# --- without a script, by the keyboard, on paper --------------------------------------------------------------------


def test_without_a_script_an_event_says_the_same(show: Show) -> None:
    page, _ = show("event", script=False)
    words = page.inner_text("main")
    for match in event_shown("event").rounds[1].matches:
        assert all(side.name in words for side in match.sides)
    assert page.locator(".finder").is_hidden()
    page.click("text=Rounds")
    page.click("text=Round of 16")
    page.locator(".match").nth(7).wait_for()
    assert page.locator(".match").count() == 8


FOCUSED: Final = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const marked = one.matches("a.p") ? one.querySelector("use") : one;
  const line = one.matches("a.p") ? getComputedStyle(marked).strokeWidth : style.outlineWidth;
  const isSeen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return [one.tagName, isSeen, one.matches("a.p") || style.outlineStyle !== "none" ? parseFloat(line) : 0];
}"""
"""What has the focus, whether it is in the window, and how thick its mark is."""


def unmarked(page: Page, most: int = 200) -> tuple[int, list[str]]:
    """How many places the Tab key leads to, and those that are not seen to have the focus."""
    found, faults = 0, []
    for _ in range(most):
        page.keyboard.press("Tab")
        tag, is_seen, line = page.evaluate(FOCUSED)
        if tag == "BODY":
            break
        found += 1
        if not is_seen or line < 2:
            faults.append(page.evaluate("() => document.activeElement.outerHTML")[:120])
    return found, faults


@pytest.mark.parametrize("name", ["event", "table"])
def test_the_keyboard_leads_everywhere_and_shows_where_it_is(show: Show, name: str) -> None:
    page, _ = show(name)
    found, faults = unmarked(page)
    reachable = page.locator("a:visible, input:visible, summary:visible, .scroll:visible").count()
    assert (found, faults) == (reachable, [])


def test_the_first_press_of_tab_offers_to_skip_what_every_page_has(show: Show) -> None:
    page, _ = show("event")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.get_attribute("href") == "#main"
    assert (skip.bounding_box() or {"x": -1.0})["x"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator("main :focus").count() == 1


def test_a_name_is_found_without_its_accents_and_remembered_on_the_next_page(show: Show) -> None:
    page, _ = show("event", PHONE)
    finder = page.locator("#find")
    finder.press_sequentially("felix")
    assert page.locator(".b .p.me").filter(has_text="Félix").count() == page.locator(".b .p.me").count() == 2
    finder.press("Enter")
    page.wait_for_function(
        "() => { const at = document.querySelector('.me').getBoundingClientRect(); return at.top > 0 && at.top < 844; }"
    )
    page.click("text=Players")
    page.wait_for_selector("tr.me")
    assert "Félix" in page.inner_text("tr.me")
    page.locator("#find").fill("nobody of that name")
    assert page.locator(".finder output").inner_text() != ""


FAR: Final = "Dmitri Волков 103"
"""Somebody who stands on the second page."""
IN_SIGHT: Final = """(name) => [...document.querySelectorAll("tr.me, tr:target")].some((one) => {
  const box = one.getBoundingClientRect();
  return one.textContent.includes(name) && box.top >= 0 && box.bottom <= innerHeight;
})"""


def test_the_finder_leads_to_the_page_that_has_the_name(show: Show) -> None:
    page, _ = show("crowd", PHONE)
    page.fill("#find", FAR.lower())
    page.wait_for_selector(".finder output a")
    assert page.locator(".finder output a").all_inner_texts() == [FAR]
    assert page.locator(".me").count() == 0
    page.press("#find", "Enter")
    page.wait_for_url("**/players/p2/#e-*")
    page.wait_for_function(IN_SIGHT, arg=FAR)
    assert page.locator("tr.me").count() == 1


def test_the_name_that_is_remembered_is_found_on_another_page_at_once(show: Show) -> None:
    page, _ = show("crowd")
    page.fill("#find", FAR)
    page.reload()
    page.click(f".finder output a:text-is('{FAR}')")
    assert page.wait_for_function(IN_SIGHT, arg=FAR)


def test_without_a_script_the_list_by_name_leads_there_too(show: Show) -> None:
    page, _ = show("crowd", script=False)
    page.click("text=List by name")
    page.click(f"text={FAR}")
    page.wait_for_url("**/players/p2/#*")
    assert FAR in page.inner_text("tr:target")


@pytest.mark.parametrize("size", [PHONE, LAPTOP, SCREEN])
def test_the_leaders_of_an_arena_are_read_beside_their_race(show: Show, size: tuple[int, int]) -> None:
    page, _ = show("arena", size)
    race = event_shown("arena").race
    assert race is not None
    names = [one.name for one in race.lines]
    assert page.locator(".leaders .nm").all_inner_texts() == names
    boxes = [one.bounding_box() for one in page.locator(".leaders li").all()]
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in boxes)
    assert page.evaluate(SMALLEST) >= 9


SMALLEST: Final = """() => Math.min(...[...document.querySelectorAll(".plot text")].map(
  (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a
))"""
"""The height of the smallest letters of a drawing, as they are seen."""


def test_who_won_stands_in_the_middle_of_the_podium_even_beside_two_seconds(show: Show) -> None:
    page, _ = show("podium")
    page.evaluate("document.querySelector('.podium .s3').className = 's2'")
    at = [box["x"] for one in page.locator(".podium li").all() if (box := one.bounding_box())]
    assert at[1] < at[0] < at[2]


def test_a_bracket_begins_on_a_phone_with_what_is_played(show: Show) -> None:
    page, _ = show("bracket", PHONE)
    box = page.locator(".b .p.n").first.bounding_box()
    assert box is not None
    assert (box["x"] >= 0, box["x"] + box["width"] <= PHONE[0]) == (True, True)


PAPER: Final = (703, 1000)
"""Between the margins of A4, in points of CSS."""
WAYS: Final = (".tabs", ".tongues", ".finder", ".pager", ".chips")


@pytest.mark.parametrize("name", ["event", "bracket", "table", "crosstable", "players", "match"])
def test_on_paper_nothing_is_cut_and_nothing_leads_elsewhere(show: Show, name: str) -> None:
    page, _ = show(name, PAPER)
    page.emulate_media(media="print")
    assert on_paper(page) == []


def on_paper(page: Page) -> list[str]:
    """What is wrong with the page as it is printed."""
    beside = [f"{one} is cut" for one in page.evaluate(OUTSIDE)]
    scrolled = page.evaluate("""() => [...document.querySelectorAll(".scroll")].filter(
      (one) => one.scrollWidth > one.clientWidth + 1 && one.getBoundingClientRect().left + one.scrollWidth > innerWidth
    ).length""")
    ways = [
        one for one in (".tabs", ".tongues", ".finder", ".pager", ".chips") if page.locator(f"{one}:visible").count()
    ]
    return [*beside, *(["a table is cut"] if scrolled else []), *ways]


def test_a_bracket_of_sixty_four_is_printed_on_one_page(show: Show) -> None:
    page, _ = show("bracket")
    assert page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n") == 1


# --- what these tests must find -------------------------------------------------------------------------------------


@pytest.mark.plants
def test_letters_that_are_too_pale_are_found(show: Show) -> None:
    page, _ = show("match", style=b".quiet, .at { color: #4a4d55 !important }")
    assert [one.partition(":")[0] for one in violations(page, "color-contrast")] != []


@pytest.mark.plants
def test_a_style_in_a_page_is_found(show: Show) -> None:
    _, watched = show("match", body=b"<p style='color: red'>")
    assert all("Content Security Policy" in one for one in watched.faults)
    assert watched.faults
    watched.faults.clear()


@pytest.mark.plants
def test_a_picture_that_is_wider_than_the_window_is_found(show: Show) -> None:
    page, _ = show("match", PHONE, style=b".title { width: 110vw }")
    assert (page.evaluate(WIDER) > 0, page.evaluate(OUTSIDE) != []) == (True, True)


@pytest.mark.plants
def test_a_name_that_is_cut_off_is_found(show: Show) -> None:
    page, _ = show("event", script=False, style=b".b text { font-size: 20px }")
    page.emulate_media(color_scheme="light")
    assert page.evaluate(CLIPPED) != []


@pytest.mark.plants
def test_a_focus_that_nobody_sees_is_found(show: Show) -> None:
    page, _ = show("match", style=b":focus-visible { outline: none !important }")
    assert unmarked(page, 3)[1] != []


@pytest.mark.plants
def test_a_table_that_paper_cuts_is_found(show: Show) -> None:
    page, _ = show("match", PAPER, style=b"@media print { table { width: 900px; max-width: none } }")
    page.emulate_media(media="print")
    assert on_paper(page) != []
