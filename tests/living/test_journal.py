"""A line of the log says whose it is, and nothing that somebody typed or that is secret."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from bot.app import MIGRATIONS
from bot.kernel.context import Work
from bot.kernel.database import Database
from bot.kernel.ids import GuildId
from bot.living import journal
from bot.living.journal import Hiding, JsonLines, PlainLines, Trace
from bot.living.transactions import Worker
from tests import empty_database

TOKEN = "MTA.token.of-the-bot"
TYPED = "my mother is ill"
_log = logging.getLogger("bot.tried")


class Written(logging.StreamHandler[StringIO]):
    """Keeps what is written."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__(StringIO())
        self.setFormatter(formatter)

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture(params=["plain", "json"])
def written(request: pytest.FixtureRequest) -> Iterator[Written]:
    hiding = Hiding(TOKEN)
    plain = PlainLines(logging.Formatter("%(levelname)s %(message)s"), hiding)
    handler = Written(JsonLines(hiding) if request.param == "json" else plain)
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    journal.mark()


@pytest.fixture
def lines() -> Iterator[Written]:
    handler = Written(JsonLines(Hiding()))
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    journal.mark()


def typed() -> list[str]:
    return [f'{TYPED}\nand it\'s "late"', "3-1"]


def test_a_plain_line_has_in_brackets_whose_it_is() -> None:
    handler = Written(PlainLines(logging.Formatter("%(levelname)s %(message)s"), Hiding()))
    logging.getLogger().addHandler(handler)
    try:
        _log.warning("%d%% of it broke", 30)
        journal.mark(Trace(GuildId(77), press="0a1b2c"))
        journal.note_home(None, "event1")
        try:
            raise ValueError("why")
        except ValueError:
            _log.exception("it broke")
    finally:
        logging.getLogger().removeHandler(handler)
        journal.mark()
    first, second, *trace = handler.text.splitlines()
    assert (first, second) == ("WARNING 30% of it broke", "ERROR it broke [server 77, event event1, press 0a1b2c]")
    assert trace[-1] == "ValueError: why"


def test_a_line_of_json_is_one_object_with_whose_it_is(lines: Written) -> None:
    journal.mark(Trace(GuildId(77), press="0a1b2c"))
    try:
        raise ValueError("of\ntwo lines")
    except ValueError:
        _log.exception("it %s", "broke")
    (line,) = lines.lines
    assert line["time"].endswith("Z")
    assert "of\ntwo lines" in line["error"]
    del line["time"], line["error"]
    assert line == {
        "level": "ERROR",
        "logger": "bot.tried",
        "message": "it broke",
        "server": "77",
        "press": "0a1b2c",
    }


def test_nothing_that_was_typed_is_written(written: Written) -> None:
    journal.mark(Trace(GuildId(77), press="0a1b2c", hidden=typed))
    _log.error("it was %s", TYPED)
    for error in (ValueError(typed()[0]), KeyError(typed()[0]), LookupError('and it\'s "late"')):
        try:
            raise error
        except (ValueError, LookupError):
            _log.exception("a reason that was refused, 3-1")
    text = written.text
    assert ("mother" in text, "late" in text, journal.TYPED in text, "3-1" in text) == (False, False, True, True)


@pytest.mark.parametrize(
    "secret",
    [
        TOKEN,
        "aW50ZXJhY3Rpb246",
        "is=abc&hm=0123",
    ],
)
def test_no_token_and_no_key_of_an_address_is_written(secret: str, written: Written) -> None:
    _log.error("401 for Bot %s", TOKEN)
    _log.error("POST %s responded with 429", "https://discord.com/api/v10/interactions/12/aW50ZXJhY3Rpb246/callback")
    _log.error("PATCH https://discord.com/api/v10/webhooks/34/aW50ZXJhY3Rpb246/messages/@original responded with 429")
    _log.error("404, url=URL('https://cdn.discordapp.com/attachments/1/2/proof.png?ex=1&is=abc&hm=0123')")
    assert (len(written.text.splitlines()), secret in written.text) == (4, False)
    assert "proof.png?" in written.text


async def test_what_a_press_has_woken_is_not_of_that_press(lines: Written) -> None:
    async def look() -> bool:
        _log.warning("found")
        return False

    journal.mark(Trace(GuildId(77), press="0a1b2c"))
    worker = Worker("trying", look)
    worker.wake()
    await worker.rest()
    _log.warning("pressed")
    assert [line.get("press") for line in lines.lines] == [None, "0a1b2c"]


async def test_a_unit_of_work_is_of_who_has_it_done(tmp_path: Path, lines: Written) -> None:
    def unit(_: Work) -> None:
        _log.warning("written")

    async def press(name: str) -> None:
        journal.mark(Trace(GuildId(77), press=name))
        await asyncio.gather(database.write(unit), database.read(unit))

    empty_database.put(tmp_path / "arbiter.db")
    async with Database.open(tmp_path / "arbiter.db", migrations=MIGRATIONS) as database:
        await asyncio.gather(*map(press, ("first", "second")))
    assert sorted(line["press"] for line in lines.lines) == ["first", "first", "second", "second"]
