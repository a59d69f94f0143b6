"""One Chromium for all tests of this folder: Debian's, since a test run downloads no browser."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.seeing import HOST, LAPTOP, Watched, shown

CHROMIUM: Final = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

Scheme = Literal["dark", "light"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser; whoever asks for it is skipped where there is none."""
    if CHROMIUM is None or subprocess.run((CHROMIUM, "--version"), capture_output=True, check=False).returncode:
        pytest.skip("no Chromium is installed here to see pages in")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield opened
        opened.close()


class Show(Protocol):
    """Opens a kind of page."""

    def __call__(
        self, name: str, size: tuple[int, int] = LAPTOP, *, path: str = "", scheme: Scheme = "dark",
        script: bool = True, style: bytes = b"", body: bytes = b"",
    ) -> tuple[Page, Watched]: ...  # fmt: skip


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """Opens kinds of pages; none may have complained by the end, but for what was planted."""
    with opening(browser) as show:
        yield show


@contextmanager
def opening(browser: Browser) -> Iterator[Show]:
    """As `show`, for as long as somebody looks."""
    opened: list[tuple[BrowserContext, Watched]] = []

    def open_page(
        name: str, size: tuple[int, int] = LAPTOP, *, path: str = "", scheme: Scheme = "dark",
        script: bool = True, style: bytes = b"", body: bytes = b"",
    ) -> tuple[Page, Watched]:  # fmt: skip
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, java_script_enabled=script
        )
        page, watched = context.new_page(), Watched(name, style, body)
        watched.follow(page)
        page.goto(HOST + (path or shown(name)[1].path))
        opened.append((context, watched))
        return page, watched

    yield open_page
    for context, watched in opened:
        context.close()
        assert watched.faults == []
