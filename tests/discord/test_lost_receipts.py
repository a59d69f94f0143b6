"""Discord takes an answer, its receipt is lost, and discord.py sends it again: the person reads it once."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.http import FakeWebhookAdapter

from tests.discord.harness import Stage, an_event


@pytest.fixture(autouse=True)
def _sent_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What discord.py does after a 502: the second sending of a callback is refused by Discord."""
    real = FakeWebhookAdapter.request

    async def request(self: Any, route: Any, *given: Any, **more: Any) -> Any:
        if route.url.endswith("/callback"):
            await real(self, route, *given, **more)
        return await real(self, route, *given, **more)

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
