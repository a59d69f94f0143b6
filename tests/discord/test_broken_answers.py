"""Discord breaks off under an answer: what was done stands and is shown, and the log has a line, no traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from simcord.http import FakeWebhookAdapter

from bot.i18n.catalogue import LOCALES, Translator
from bot.living.creation import ACKNOWLEDGED_BEFORE
from cogs import answering, routing
from cogs.request import Request
from rehearsal.members import Unanswered
from tests.discord.harness import Stage, an_event, rows

BREAKS: dict[str, Callable[[], Exception]] = {
    "disconnected": aiohttp.ServerDisconnectedError,
    "reset": lambda: ConnectionResetError(104, "reset"),
    "timed out": asyncio.TimeoutError,
    "gone": lambda: _refused(discord.NotFound, 404, 10062, "Unknown interaction"),
    "token over": lambda: _refused(discord.HTTPException, 401, 50027, "Invalid Webhook Token"),
    "in trouble": lambda: _refused(discord.DiscordServerError, 503, 0, "trouble"),
}


def _refused(kind: type[discord.HTTPException], status: int, code: int, message: str) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="refused", headers={})
    return kind(answer, {"code": code, "message": message})


def break_answers(monkeypatch: pytest.MonkeyPatch, broken: Callable[[], Exception], times: int | None = None) -> None:
    """From now on so many answers break on their way to Discord, or all of them."""
    real, left = FakeWebhookAdapter.request, [times]

    async def request(self: Any, route: Any, *given: Any, **more: Any) -> Any:
        if left[0] is None:
            raise broken()
        if left[0]:
            left[0] -= 1
            raise broken()
        return await real(self, route, *given, **more)

    monkeypatch.setattr(FakeWebhookAdapter, "request", request)


@pytest.mark.parametrize("how", BREAKS)
async def test_a_press_whose_answer_breaks_stands_and_is_shown_to_the_others(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    post = await an_event(stage, rulebook="go-swiss")
    ana = stage.member("Ana")
    with monkeypatch.context() as broken:
        break_answers(broken, BREAKS[how])
        with pytest.raises(Unanswered):
            await ana.press(post, "register")
    assert len(rows(stage, "SELECT * FROM entrants")) == 1
    await stage.advance(seconds=5)
    assert "**1** player" in stage.again(post).text
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("how", BREAKS)
async def test_a_command_whose_answer_breaks_leaves_a_line_in_the_log(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    caplog.clear()
    break_answers(monkeypatch, BREAKS[how])
    with pytest.raises(Unanswered):
        await stage.member("Ana").type("me")
    told = [record for record in caplog.records if record.levelname == "WARNING"]
    assert [record for record in caplog.records if record.exc_info] == []
    assert len(told) == 1


async def test_whoever_was_not_answered_is_told_once_discord_takes_answers_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_answers(monkeypatch, aiohttp.ServerDisconnectedError, times=1)
    answer = await stage.member("Ana").type("me")
    assert "see if it worked" in answer.text


@pytest.mark.parametrize("how", BREAKS)
async def test_an_acknowledgement_that_breaks_is_a_line_in_the_log_and_the_answer_follows(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    acknowledged: list[asyncio.Task[None]] = []

    def at_once(interaction: answering.Interaction) -> None:
        answering._acknowledge_late(interaction)
        acknowledged.extend(answering._acknowledging)

    monkeypatch.setattr(routing, "answer_in_time", at_once)
    break_answers(monkeypatch, BREAKS[how], times=1)
    answer = await stage.member("Ana").type("me")
    assert answer.posts
    assert [task.exception() for task in acknowledged] == [None]
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("how", BREAKS)
async def test_suggestions_that_nobody_waits_for_any_more_are_a_line_in_the_log(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    await an_event(stage)
    break_answers(monkeypatch, BREAKS[how])
    await stage.member("Ana").suggestions("events", "tournament")
    assert [record for record in caplog.records if record.exc_info] == []


async def test_what_is_our_own_fault_is_logged_with_all_that_led_to_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    break_answers(monkeypatch, lambda: _refused(discord.HTTPException, 400, 50035, "Invalid Form Body"), times=1)
    await stage.member("Ana").type("me")
    assert [record.exc_info is not None for record in stage.complaints.records] == [True]
    stage.complaints.records.clear()


def break_in_turn(monkeypatch: pytest.MonkeyPatch, *codes: int) -> None:
    """The first calls for an answer are refused with these codes, one after the other; later ones go well."""
    real, left = FakeWebhookAdapter.request, list(codes)

    async def request(self: Any, route: Any, *given: Any, **more: Any) -> Any:
        if left:
            code = left.pop(0)
            kind = discord.NotFound if code == UNKNOWN else discord.HTTPException
            raise _refused(kind, 404 if code == UNKNOWN else 400, code, "refused")
        return await real(self, route, *given, **more)

    monkeypatch.setattr(FakeWebhookAdapter, "request", request)


UNKNOWN, ANSWERED_BEFORE = 10062, ACKNOWLEDGED_BEFORE


@pytest.mark.parametrize("codes", [(UNKNOWN, ANSWERED_BEFORE), (UNKNOWN,) * 3, (ANSWERED_BEFORE,) * 3])
@pytest.mark.parametrize("gesture", ["form", "press", "command"])
async def test_an_interaction_that_discord_has_let_go_of_leaves_no_traceback(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    codes: tuple[int, ...],
    gesture: str,
) -> None:
    post = await an_event(stage, rulebook="aije-open" if gesture == "form" else "go-swiss")
    ana = stage.member("Ana")
    caplog.clear()
    break_in_turn(monkeypatch, *codes)
    with suppress(Unanswered):
        await (ana.type("me") if gesture == "command" else ana.press(post, "register"))
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_form_for_which_it_is_too_late_is_told_as_that(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, locale: str
) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana", locale)
    caplog.clear()
    # What is looked up before the form took longer than Discord waits for a form.
    monkeypatch.setattr(Request, "admit", lambda press, _: press.acknowledge(thinking=False))
    answer = await ana.press(post, "register")
    assert answer.result.modal is None
    assert answer.text == Translator(locale).say("error.TooLateForForm")
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []
