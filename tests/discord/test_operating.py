"""What the host sees: log lines with server, event and press, and figures of what was pressed, said and missed."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.kernel import addresses
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Tx
from bot.kernel.ids import GuildId
from bot.kernel.outages import Cause
from bot.kernel.time_store import Away
from bot.living import figures
from bot.living.figures import Figures
from bot.living.journal import Hiding, JsonLines
from cogs.request import Request
from cogs.routing import VERBS
from rehearsal import simcord_seam
from tests import on_postgres
from tests.discord.entering import tournament_id
from tests.discord.harness import Stage, an_event, rewrite, rows
from tests.house.reading import ROOT
from tests.living.test_journal import Written

NOWHERE = "127.0.0.1:0"


@pytest.fixture
def lines() -> Iterator[Written]:
    handler = Written(JsonLines(Hiding()))
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def counted(stage: Stage) -> Figures:
    bot, found = stage.bot, Figures(NOWHERE)
    found.watch(bot.units, bot.runner.reach, lambda: bot.guilds, stage.path)
    bot.figures = found
    return found


async def shown(stage: Stage, counted: Figures) -> dict[str, float]:
    """Every figure, by its name and labels as they are written."""
    text = (await simcord_seam.in_bot_scope(stage.env, counted.text)).decode()
    return {
        f"{one.name}{''.join(f' {value}' for _, value in sorted(one.labels.items()))}": one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


async def break_form(stage: Stage, monkeypatch: pytest.MonkeyPatch, typed: str) -> str:
    """Has the form of a registration fail over what was typed; answers what its sender reads."""

    async def fail(request: Request, _: object) -> None:
        raise ValueError(f"no such account: {request.text('account')}")

    monkeypatch.setitem(VERBS, "account", replace(VERBS["account"], handler=fail))
    ana = stage.member("Ana")
    form = await ana.press(await an_event(stage), "register")
    return (await ana.fill(form, account=typed)).text


async def test_who_meets_a_fault_reads_the_name_of_its_lines(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, lines: Written
) -> None:
    told = await break_form(stage, monkeypatch, "Ana_the_secret")
    stage.complaints.records.clear()
    (line,) = [one for one in lines.lines if one["level"] == "ERROR"]
    assert f"`{line['press']}`" in told
    assert (line["server"], line["event"]) == (str(stage.guild.id), tournament_id(stage))
    assert "ValueError: no such account: [typed]" in line["error"]
    assert "Ana_the_secret" not in lines.text


async def test_what_was_typed_for_a_command_is_not_in_its_lines(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, lines: Written
) -> None:
    def fail(_: object, __: object, typed: str) -> None:
        raise LookupError(typed)

    monkeypatch.setattr("bot.features.tournaments.facts_verbs.find_meant", fail)
    told = await stage.organiser.type("desk", tournament="The secret cup")
    stage.complaints.records.clear()
    (line,) = [one for one in lines.lines if one["level"] == "ERROR"]
    assert f"`{line['press']}`" in told.text
    assert ("LookupError: [typed]" in line["error"], "secret" in lines.text) == (True, False)


async def test_what_a_step_could_not_do_is_logged_of_its_server_and_event(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, lines: Written
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    await an_event(stage, starts_at=stage.now + timedelta(minutes=35))
    monkeypatch.setattr(stage.bot.runner, "_steps", replace(stage.bot.runner._steps, take=fail))
    await stage.advance(minutes=6)
    stage.complaints.records.clear()
    failed = [one for one in lines.lines if "the step" in one["message"]]
    assert {one["server"] for one in failed} == {str(stage.guild.id)}
    assert {one["event"] for one in failed if "tournament:" in one["message"]} == {tournament_id(stage)}


async def test_what_discord_does_not_take_is_logged_of_its_server_and_event(stage: Stage, lines: Written) -> None:
    stage.env.inject_error("POST", "/channels/*/messages", status=503)
    with pytest.raises(LookupError):
        await an_event(stage)
    refused = [one for one in lines.lines if "did not take" in one["message"]]
    assert {(one["server"], one["event"]) for one in refused} == {(str(stage.guild.id), tournament_id(stage))}
    assert not any("press" in one for one in refused)


async def test_presses_are_counted_by_what_became_of_them(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, counted: Figures
) -> None:
    before = await shown(stage, counted)
    await break_form(stage, monkeypatch, "Ana_99")
    stage.complaints.records.clear()
    await stage.member("Ben").type("me")
    await stage.member("Ben").press(stage.latest("register"), "withdraw")
    after = await shown(stage, counted)
    assert {name: after[name] for name in after if name.startswith("arbiter_answers_total") and after[name]} == {
        "arbiter_answers_total press done": 1,
        "arbiter_answers_total form failed": 1,
        "arbiter_answers_total command done": 1,
        "arbiter_answers_total press refused": 1,
    }
    assert (before["arbiter_presses_total press"], after["arbiter_presses_total press"]) == (0, 2)
    assert after["arbiter_answer_seconds_count form"] == 1


async def test_a_press_that_is_taken_without_a_word_counts_as_done(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, counted: Figures
) -> None:
    async def take(request: Request, _: object) -> None:
        await request.acknowledge(thinking=False)

    post = await an_event(stage)
    monkeypatch.setitem(VERBS, "players", replace(VERBS["players"], handler=take))
    await stage.member("Ana").press(post, "players")
    assert (await shown(stage, counted))["arbiter_answers_total press done"] == 1


async def test_what_waits_for_a_server_that_is_away_is_not_late(stage: Stage, counted: Figures) -> None:
    def lose(tx: Tx) -> None:
        tx.execute("UPDATE outbox SET state = 'pending'")
        kernel_time_store.note_server_away(tx, Away(GuildId(stage.guild.id), tx.now, Cause.REMOVED))

    def regain(tx: Tx) -> None:
        tx.execute("UPDATE outbox SET state = 'delivered'")
        kernel_time_store.forget_server_away(tx, GuildId(stage.guild.id))

    await an_event(stage)
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(lose))
    assert (await shown(stage, counted))["arbiter_promises_waiting"] == 0
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(regain))


async def test_what_waits_is_late_or_was_missed_is_shown(stage: Stage, counted: Figures) -> None:
    await an_event(stage)
    quiet = await shown(stage, counted)
    assert [quiet[f"arbiter_{name}"] for name in ("promises_waiting", "promise_oldest_seconds", "steps_late")] == [
        0
    ] * 3
    assert (quiet["arbiter_connections open"], quiet["arbiter_servers there"]) == (1, 1)
    if not on_postgres.IS_ASKED:
        assert quiet["arbiter_disk_free_bytes"] > quiet["arbiter_database_bytes main"] > 0
    await stage.sleep_through(timedelta(minutes=10))
    bot = stage.bot
    counted.watch(bot.units, bot.runner.reach, lambda: bot.guilds, stage.path)
    woken = await shown(stage, counted)
    assert woken["arbiter_outages_last_day process"] == 1
    assert woken["arbiter_outage_seconds_last_day process"] == pytest.approx(600, abs=30)
    held = "UPDATE outbox SET state = 'pending', promised_at = promised_at - 90000"
    await simcord_seam.in_bot_scope(stage.env, lambda: bot.units.do(lambda tx: tx.execute(held)))
    waiting = await shown(stage, counted)
    assert waiting["arbiter_promises_waiting"] == len(rows(stage, "SELECT 1 FROM outbox"))
    assert waiting["arbiter_promise_oldest_seconds"] > 90
    gone = "UPDATE outbox SET state = 'delivered'"
    await simcord_seam.in_bot_scope(stage.env, lambda: bot.units.do(lambda tx: tx.execute(gone)))


async def test_of_a_database_on_a_server_no_room_is_served_by_which_an_alarm_would_ring(
    stage: Stage, counted: Figures
) -> None:
    bot, server = stage.bot, addresses.read("postgresql://arbiter@db.example.org/arbiter")
    counted.watch(bot.units, bot.runner.reach, lambda: bot.guilds, server)
    served = {name.partition(" ")[0] for name in await shown(stage, counted)}
    assert "arbiter_promises_waiting" in served
    assert not served & {"arbiter_database_bytes", "arbiter_disk_free_bytes"}


async def test_steps_are_late_after_five_seconds_and_the_age_of_a_copy_is_absent_while_unknown(
    stage: Stage, counted: Figures
) -> None:
    await an_event(stage)
    due = "UPDATE deadlines SET due_at = ?1"
    at = int((stage.now - timedelta(seconds=60)).timestamp() * 1000)
    bot, copied = stage.bot, [None, stage.now - timedelta(seconds=30)]
    counted.watch(bot.units, bot.runner.reach, lambda: bot.guilds, stage.path, copied.pop)
    bot.runner.pause()
    await simcord_seam.in_bot_scope(stage.env, lambda: bot.units.do(lambda tx: tx.execute(due, (at,))))
    late = await shown(stage, counted)
    assert late["arbiter_steps_late"] > 0
    assert late["arbiter_step_late_seconds"] == pytest.approx(60, abs=5)
    assert late["arbiter_connections gone"] == 1
    assert late["arbiter_copy_age_seconds"] == pytest.approx(30, abs=5)


async def test_no_label_names_anybody(stage: Stage, counted: Figures) -> None:
    await an_event(stage)
    text = (await simcord_seam.in_bot_scope(stage.env, counted.text)).decode()
    words = {
        value
        for family in text_string_to_metric_families(text)
        for one in family.samples
        for name, value in one.labels.items()
        if name != "le"
    }
    of_outages = {cause.value for cause in Cause}
    assert words - of_outages - set(figures.STATES) == {
        *("press", "form", "command"),
        *("done", "refused", "failed", "unheard"),
        *("there", "away"),
        *(() if on_postgres.IS_ASKED else ("main", "log")),
    }


async def test_every_figure_that_the_page_for_hosts_names_is_served(stage: Stage, counted: Figures) -> None:
    copied = stage.now
    bot = stage.bot
    counted.watch(bot.units, bot.runner.reach, lambda: bot.guilds, stage.path, lambda: copied)
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(arbiter_\w+|process_\w+)", page))
    served = {name.partition(" ")[0] for name in await shown(stage, counted)}
    assert named
    of_a_file = {"arbiter_database_bytes", "arbiter_disk_free_bytes"} if on_postgres.IS_ASKED else set()
    assert named - served == {"arbiter_answer_seconds"} | of_a_file


async def test_a_start_that_is_killed_on_its_way_is_not_taken_for_one_from_a_copy(stage: Stage) -> None:
    await an_event(stage)
    await stage.advance(minutes=2)
    await stage.stop()
    killed = stage.new_bot()
    killed.ports = replace(killed.ports, boot_id=lambda: "killed")
    assert await killed._take_database() is Cause.PROCESS
    await killed.units.database.close()
    bot = stage.new_bot()
    assert await bot._take_database() is Cause.PROCESS
    await bot.units.database.close()
    await stage._start_again_after(timedelta())


async def test_a_start_from_a_copy_that_is_killed_on_its_way_leaves_the_next_one_to_see_that(stage: Stage) -> None:
    await an_event(stage)
    rewrite(stage, "UPDATE machine SET boot = 'elsewhere'")
    await stage.stop()
    for name in ("killed", "killed too"):
        bot = stage.new_bot()
        bot.ports = replace(bot.ports, boot_id=partial(str, name))
        assert await bot._take_database() is Cause.RESTORED
        await bot.units.database.close()
    await stage._start_again_after(timedelta())
