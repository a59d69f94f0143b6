"""The bot ends while people press: who comes after that is told so, and nothing of it looks like a fault."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest

from bot import app
from bot.i18n.catalogue import LOCALES
from bot.kernel.database import Database
from bot.kernel.faults import CannotBegin, ConnectionLost, DatabaseClosed
from bot.kernel.ids import GuildId
from bot.living.transactions import TasksUnderWay
from tests.discord.harness import Stage, an_event, enter, rows

TOLD = {"en-US": "am restarting", "pt-BR": "Estou reiniciando", "es-ES": "reiniciando", "it": "riavviando"}


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_press_and_a_command_that_come_at_the_end_are_told_so_and_change_nothing(
    stage: Stage, locale: str
) -> None:
    post = await an_event(stage, rulebook="go-swiss")
    ana = stage.member("Ana", locale)
    stage.bot.under_way.ends = True
    pressed = await ana.press(post, "register")
    typed = await ana.type("me")
    assert TOLD[locale] in pressed.text
    assert TOLD[locale] in typed.text
    assert not await ana.suggestions("events", "tournament")
    assert rows(stage, "SELECT * FROM entrants") == []


async def test_a_press_under_which_the_database_closes_is_told_and_is_no_fault(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    post = await an_event(stage, rulebook="go-swiss")

    async def closed(*_: object) -> None:
        raise DatabaseClosed("the database is closed")

    monkeypatch.setattr(stage.bot.units.database, "write", closed)
    monkeypatch.setattr(stage.bot.units.database, "read", closed)
    answer = await stage.member("Ana").press(post, "register")
    assert "am restarting" in answer.text
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []
    monkeypatch.undo()


async def test_what_was_typed_into_a_form_is_given_back_at_the_end(stage: Stage) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana")
    form = await ana.press(post, "register")
    stage.bot.under_way.ends = True
    typed = "a name that is far longer than anybody has in mind"
    answer = await ana.fill(form, account=typed)
    assert "am restarting" in answer.text
    assert typed in answer.text


async def test_the_end_waits_for_who_is_being_answered_and_no_longer_than_it_may() -> None:
    under_way, go_on, ended = TasksUnderWay(), asyncio.Event(), []

    async def answering(name: str, until: asyncio.Event) -> None:
        under_way.enter()
        await until.wait()
        ended.append(name)

    tasks = [asyncio.create_task(answering("Ana", go_on)), asyncio.create_task(answering("Bob", asyncio.Event()))]
    await asyncio.sleep(0)
    go_on.set()
    await under_way.rest(app.TOLD_WITHIN / 100)
    assert ended == ["Ana"]
    tasks[1].cancel()
    await asyncio.wait(tasks)
    await under_way.rest(app.ANSWERED_WITHIN)


async def test_a_press_waits_for_no_outage_that_a_database_in_trouble_does_not_take(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await an_event(stage)
    released = asyncio.Event()

    async def hear(_: object, _pressed_at: datetime) -> None:
        await stage.env.external_wait(released.wait(), reason="a locked database")

    monkeypatch.setattr(stage.bot.runner.reach, "hear", hear)
    for refused_since, bound in ((stage.now, app.HEARD_WITHIN), (None, app.HEARD_WITHIN / 100)):
        monkeypatch.setattr(app, "HEARD_WITHIN", bound)
        stage.bot.units.refused_since = refused_since
        form = await stage.member("Ana").press(post, "register")
        assert form.result.modal is not None
    released.set()
    stage.bot.units.refused_since = None


async def test_a_bot_that_missed_time_has_it_on_record_before_a_press_is_looked_at(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await an_event(stage, rulebook="go-swiss")
    before: list[int] = []
    hear = stage.bot.runner.reach.hear

    async def recorded(guild_id: GuildId | None, pressed_at: datetime) -> None:
        before.append(len(rows(stage, "SELECT * FROM entrants")))
        await hear(guild_id, pressed_at)

    monkeypatch.setattr(stage.bot.runner.reach, "hear", recorded)
    await enter(stage, post, stage.member("Ana"))
    assert before[0] == 0


AWAY = {"en-US": "cannot reach", "pt-BR": "acessar", "es-ES": "acceder", "it": "raggiungere"}
IN_DOUBT = {"en-US": "am checking", "pt-BR": "conferindo", "es-ES": "comprobando", "it": "controllando"}


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_press_while_the_database_is_away_is_told_so_and_is_no_fault(
    stage: Stage, locale: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    post = await an_event(stage, rulebook="go-swiss")

    async def lost(*_: object) -> None:
        raise CannotBegin("the transaction could not be begun") from ConnectionLost("gone")

    monkeypatch.setattr(stage.bot.units.database, "write", lost)
    monkeypatch.setattr(stage.bot.units.database, "read", lost)
    answer = await stage.member("Ana", locale).press(post, "register")
    assert AWAY[locale] in answer.text
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []
    monkeypatch.undo()


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_press_while_a_commit_is_in_doubt_reads_that_it_is_being_checked(
    stage: Stage, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await an_event(stage, rulebook="go-swiss")
    ana = stage.member("Ana", locale)
    with monkeypatch.context() as patch:
        patch.setattr(Database, "is_in_doubt", True)
        pressed = await ana.press(post, "register")
        typed = await ana.type("me")
    assert IN_DOUBT[locale] in pressed.text
    assert IN_DOUBT[locale] in typed.text
    assert rows(stage, "SELECT * FROM entrants") == []
