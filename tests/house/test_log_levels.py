"""At no level does the log of the process hold what Discord sends: ballots, texts of forms, tokens."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord
import pytest

from bot.running import OUR_OWN, set_logging_up


@pytest.fixture
def levels() -> Iterator[None]:
    """Everything as it was, afterwards."""
    root = logging.getLogger()
    before, handlers = {name: logging.getLogger(name).level for name in ("", *OUR_OWN)}, list(root.handlers)
    warns = discord.VoiceClient.warn_nacl, discord.VoiceClient.warn_dave
    yield
    discord.VoiceClient.warn_nacl, discord.VoiceClient.warn_dave = warns
    root.handlers[:] = handlers
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("levels")
def test_only_our_own_parts_speak_below_info() -> None:
    set_logging_up(logging.DEBUG)
    libraries = ("discord.http", "discord.gateway", "discord.client", "discord.webhook.async_", "aiosqlite", "aiohttp")
    assert [name for name in libraries if logging.getLogger(name).isEnabledFor(logging.DEBUG)] == []
    assert all(logging.getLogger(f"{name}.any").isEnabledFor(logging.DEBUG) for name in OUR_OWN)


@pytest.mark.usefixtures("levels")
def test_a_higher_level_holds_for_all() -> None:
    set_logging_up(logging.ERROR)
    assert not logging.getLogger("discord.http").isEnabledFor(logging.WARNING)
    assert not logging.getLogger("bot.any").isEnabledFor(logging.WARNING)


@pytest.mark.usefixtures("levels")
def test_a_start_does_not_begin_with_what_a_voice_would_need(caplog: pytest.LogCaptureFixture) -> None:
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = True
    set_logging_up(logging.INFO)
    with caplog.at_level(logging.WARNING):
        discord.Client(intents=discord.Intents.none())
    assert [one.getMessage() for one in caplog.records if "voice" in one.getMessage()] == []
