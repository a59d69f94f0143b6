"""Overlays as OBS sees them, in Chromium: nothing is opaque but what is to be seen, and a change is there at once."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, Dialog, Page, Route

from bot.features.pages.public_model import PublicEvent
from tests.web import streamed
from tests.web.inventing import HOSTILE
from web.overlays import OverlayKind, overlay, overlay_path, read_overlay
from web.rendering import POLICY, static_files

TYPES: Final = {"css": "text/css", "js": "text/javascript"}


class Stream:
    """What is served to the page: the event as it is, and a word about each change of it."""

    def __init__(self, event: PublicEvent, planted: bytes) -> None:
        self.planted = planted
        self.event, self.revision, self.faults = event, 1, list[str]()
        self.asked: list[str] = []

    def refuse(self, dialog: Dialog) -> None:
        self.faults.append(dialog.message)
        dialog.dismiss()

    def answer(self, route: Route) -> None:
        parts = urlsplit(route.request.url)
        self.asked.append(parts.path)
        if parts.path.endswith("/stream"):
            told = f"retry: 50\nid: {self.revision}\nevent: now\ndata: {self.revision}\n\n"
            route.fulfill(body=told, content_type="text/event-stream")
        elif parts.path in static_files():
            route.fulfill(body=static_files()[parts.path], content_type=TYPES[parts.path.rpartition(".")[2]])
        else:
            call = read_overlay(parts.path, dict(parse_qsl(parts.query)))
            assert call is not None
            headers = {"Content-Security-Policy": POLICY, "Content-Type": "text/html; charset=utf-8"}
            page = overlay(self.event, call).replace(b"<svg id=", self.planted + b"<svg id=")
            route.fulfill(body=page, headers=headers)


@pytest.fixture
def shown(browser: Browser) -> Iterator[Callable[..., tuple[Page, Stream]]]:
    opened: list[tuple[Page, Stream]] = []

    def show(
        event: PublicEvent, kind: OverlayKind, asked: str = "", *, script: bool = True, planted: bytes = b""
    ) -> tuple[Page, Stream]:
        page = browser.new_page(viewport={"width": 1280, "height": 720}, java_script_enabled=script)
        stream = Stream(event, planted)
        # What breaks, or what the policy refuses, stands on the console.
        page.on("console", lambda message: stream.faults.append(message.text))
        page.on("pageerror", lambda error: stream.faults.append(str(error)))
        page.on("dialog", stream.refuse)
        page.route("**/*", stream.answer)
        page.goto(f"http://obs.example{overlay_path('s1', 'e1', kind)}?width=1280&height=720{asked}")
        opened.append((page, stream))
        return page, stream

    yield show
    for page, stream in opened:
        page.close()
        assert stream.faults == []


def seen(page: Page) -> Image.Image:
    """How opaque each point of the picture is."""
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    assert picture.size == (1280, 720)
    return picture.convert("RGBA").getchannel("A")


def text_of(page: Page) -> str:
    return " ".join((page.text_content("#stage") or "").split())


@pytest.mark.parametrize("kind", OverlayKind)
def test_nothing_is_opaque_but_what_is_to_be_seen(shown: Callable[..., tuple[Page, Stream]], kind: OverlayKind) -> None:
    page, _ = shown(streamed.event(), kind)
    opaque = seen(page)
    assert opaque.getextrema() == (0, 255)
    # Nothing reaches the edge, so that no picture of the stream has a rim.
    left, top, right, bottom = opaque.getbbox() or (0, 0, 0, 0)
    assert (left > 0, top > 0, right < 1280, bottom < 720) == (True, True, True, True)
    covered = sum(opaque.histogram()[128:]) / (1280 * 720)
    assert 0.01 < covered < 0.75


@pytest.mark.parametrize("kind", OverlayKind)
def test_where_there_is_nothing_to_be_seen_all_of_it_is_transparent(
    shown: Callable[..., tuple[Page, Stream]], kind: OverlayKind
) -> None:
    page, _ = shown(streamed.event(rounds=(), bracket=None, tables=(), on_stream=""), kind)
    assert seen(page).getextrema() == (0, 0)


def test_the_scale_makes_it_larger(shown: Callable[..., tuple[Page, Stream]]) -> None:
    widths = []
    for scale in ("0.5", "1"):
        left, _, right, _ = seen(shown(streamed.event(), OverlayKind.MATCH, f"&scale={scale}")[0]).getbbox() or (0,) * 4
        widths.append(right - left)
    assert widths[1] == pytest.approx(2 * widths[0], rel=0.03)


def test_a_new_score_is_there_within_a_second(shown: Callable[..., tuple[Page, Stream]]) -> None:
    page, stream = shown(streamed.event(), OverlayKind.MATCH)
    assert "Ana Lima 2" in text_of(page)
    on_stream = replace(streamed.match(1, streamed.side(1, "3", won=True), streamed.side(2, "1")), is_on_stream=True)
    stream.event = streamed.event(rounds=(replace(stream.event.rounds[0], matches=(on_stream,)),))
    stream.revision += 1
    page.locator(".won").wait_for(timeout=1000)
    assert "Ana Lima 3" in text_of(page)


def test_without_a_script_the_same_is_shown(shown: Callable[..., tuple[Page, Stream]]) -> None:
    page, stream = shown(streamed.event(), OverlayKind.TABLE, script=False)
    assert "Ana Lima" in text_of(page)
    assert seen(page).getextrema() == (0, 255)
    assert "/api/v1/servers/s1/events/e1/stream" not in stream.asked


def test_a_name_that_is_markup_runs_nothing(shown: Callable[..., tuple[Page, Stream]]) -> None:
    sides = [replace(streamed.side(1), name=HOSTILE[0]), replace(streamed.side(2), name=HOSTILE[1])]
    hostile = replace(streamed.match(1, *sides), is_on_stream=True)
    page, _ = shown(
        streamed.event(rounds=(replace(streamed.event().rounds[0], matches=(hostile,)),)), OverlayKind.MATCH
    )
    assert HOSTILE[0] in text_of(page)
    assert page.locator("script").count() == 1


@pytest.mark.plants
def test_a_spot_that_is_opaque_is_found(shown: Callable[..., tuple[Page, Stream]]) -> None:
    page, _ = shown(streamed.event(on_stream=""), OverlayKind.MATCH, planted=b"<hr>")
    assert seen(page).getextrema() != (0, 0)


@pytest.mark.plants
def test_what_the_policy_refuses_is_found(browser: Browser) -> None:
    page, stream = browser.new_page(), Stream(streamed.event(), b"<p style='color: red'>")
    page.on("console", lambda message: stream.faults.append(message.text))
    page.route("**/*", stream.answer)
    page.goto(f"http://obs.example{overlay_path('s1', 'e1', OverlayKind.MATCH)}")
    page.close()
    assert len(stream.faults) == 1
