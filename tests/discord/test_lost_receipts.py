"""Discord takes an answer, its receipt is lost, and discord.py sends it again: the person reads it once."""

from __future__ import annotations

from io import SEEK_END
from typing import Any

import pytest
from simcord.http import FakeWebhookAdapter

from tests.discord.harness import Stage, an_event
from tests.discord.test_draw import checked_in
from tests.discord.test_matches import call

_REAL = FakeWebhookAdapter.request


@pytest.fixture(autouse=True)
def _sent_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What discord.py does after a 502: the second sending of a callback is refused by Discord."""

    async def request(self: Any, route: Any, *given: Any, **more: Any) -> Any:
        files = [file.fp for file in more.get("files") or ()]
        assert not any(file.tell() for file in files), "a file that was sent is at its end, and is sent as an empty one"
        try:
            if route.url.endswith("/callback"):
                await _REAL(self, route, *given, **more)
            return await _REAL(self, route, *given, **more)
        finally:
            for file in files:
                file.seek(0, SEEK_END)

    monkeypatch.setattr(FakeWebhookAdapter, "request", request)


async def test_a_command_is_answered_once_and_without_an_apology(stage: Stage) -> None:
    answer = await stage.member("Ana").type("me")
    assert len(answer.posts) == 1
    assert "wrong" not in answer.text


async def test_a_press_changes_its_panel_and_nothing_else_is_said(stage: Stage) -> None:
    panel = await stage.owner.type("setup")
    turned = await stage.owner.press(panel.post, "setup-page:places")
    assert turned.panel is not None
    assert turned.panel.has("setup-channel")
    assert turned.posts == ()


async def test_what_was_acknowledged_first_is_answered_all_the_same(stage: Stage) -> None:
    panel = await stage.organiser.type("office roles")
    made = await stage.organiser.press(panel.post, "office-roles-create")
    assert "wrong" not in made.text
    assert len(made.posts) == 1


async def test_a_refusal_is_read_once(stage: Stage) -> None:
    post = await an_event(stage)
    answer = await stage.member("Ana").press(post, "withdraw")
    assert len(answer.posts) == 1


async def test_a_picture_is_whole_whichever_sending_was_taken(stage: Stage) -> None:
    answer = await stage.member("Ana").type("game show", name="surakarta")
    (picture,) = answer.post.pictures
    assert stage.picture(picture.url).startswith(b"\x89PNG")


async def test_a_page_is_turned_with_its_picture_whichever_sending_was_taken(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(FakeWebhookAdapter, "request", _REAL)
        ana, *_ = await checked_in(stage, 40)
        page = await ana.press(stage.latest("bracket", stage.announcements), "bracket")
    await ana.press(page.post, "bracket-page")
    assert stage.again(page.post).pictures[0].name != page.post.pictures[0].name


async def test_a_line_under_a_report_whose_receipt_was_lost_loses_its_buttons_once_it_is_answered(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    line = (await duel.report(duel.first, "3-1")).post
    assert line.has("agree")
    await duel.second.press(duel.card, "agree")
    await stage.advance(seconds=10)
    assert not stage.again(line).has("agree")
