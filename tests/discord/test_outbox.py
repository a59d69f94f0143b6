"""What the bot promised to say is said once, in order, through crashes, refusals and trouble at Discord."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.entering.model import CheckInOpened
from bot.features.tournaments.promises_model import ScheduledEvent
from bot.kernel.faults import CommitFailed
from bot.kernel.ids import GuildId, Place, TournamentId
from bot.kernel.outbox import Lane
from bot.living import notifier
from bot.living.transactions import Turns
from bot.server.speaking_verbs import tell_committee
from rehearsal import simcord_seam
from tests.discord.harness import Stage, an_event, enter, noting, rewrite, rows


async def promise(stage: Stage, tournament_id: str, times: int = 1) -> None:
    def verb(tx):
        guild = GuildId(stage.guild.id)
        for _ in range(times):
            tx.enqueue(guild, Place.ANNOUNCEMENTS, CheckInOpened(TournamentId(tournament_id)))

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(verb))


def event_id(stage: Stage) -> str:
    return str(rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"])


def states(stage: Stage) -> list[str]:
    return [row["state"] for row in rows(stage, "SELECT state FROM outbox ORDER BY sequence")]


async def test_a_message_that_stood_when_the_process_was_killed_is_not_said_again(stage: Stage) -> None:
    await an_event(stage)
    await stage.stop()
    rewrite(stage, "UPDATE outbox SET state = 'sending', message_id = NULL, delivered_at = NULL WHERE sequence = 1")
    await stage.sleep_through(timedelta())
    await stage.settle()
    assert states(stage)[0] == "delivered"
    assert len([post for post in stage.posts_in(stage.announcements) if post.has("register")]) == 1


async def test_a_message_that_was_lost_when_the_process_was_killed_is_said(stage: Stage) -> None:
    post = await an_event(stage)
    simcord_seam.forget_message(stage.env, post.channel_id, post.message_id)
    await stage.stop()
    rewrite(stage, "UPDATE outbox SET state = 'sending', message_id = NULL, delivered_at = NULL WHERE sequence = 1")
    await stage.sleep_through(timedelta())
    await stage.settle()
    assert len([post for post in stage.posts_in(stage.announcements) if post.has("register")]) == 1


async def test_what_was_promised_before_a_crash_is_said_after_it(stage: Stage) -> None:
    await an_event(stage)
    await stage.stop()
    rewrite(
        stage,
        "INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at)"
        " SELECT 'late', guild_id, target, 'check_in_opened', subject, '{}', promised_at"
        " FROM outbox WHERE sequence = 1",
    )
    await stage.sleep_through(timedelta())
    await stage.settle()
    assert set(states(stage)) == {"delivered"}
    assert stage.posts_in(stage.announcements)[-1].has("now")


@pytest.mark.parametrize(
    ("kind", "details"), [("sung", "{}"), ("round_over", '{"draw": "first"}'), ("match_note", '{"what": "sung"}')]
)
async def test_a_message_that_cannot_be_read_is_set_aside_and_holds_up_nothing(
    stage: Stage, kind: str, details: str
) -> None:
    await an_event(stage)
    await stage.stop()
    rewrite(
        stage,
        "INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at)"
        f" SELECT 'odd', guild_id, target, '{kind}', subject, '{details}', promised_at FROM outbox WHERE sequence = 1",
    )
    await stage.sleep_through(timedelta())
    await promise(stage, event_id(stage))
    await stage.settle()
    assert sorted(states(stage)[-3:]) == ["delivered", "delivered", "parked"]
    assert rows(stage, "SELECT refusal FROM outbox WHERE state = 'parked'")[0]["refusal"] == "internal"


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_trouble_at_discord_delays_a_message_and_loses_none(stage: Stage, status: int) -> None:
    await an_event(stage)
    before = len(stage.posts_in(stage.announcements))
    stage.env.inject_error("POST", "/channels/*/messages", status=status, code=0)
    await promise(stage, event_id(stage), times=3)
    assert states(stage)[-3:] == ["pending", "pending", "pending"]
    await stage.advance(seconds=30)
    assert states(stage)[-3:] == ["delivered", "delivered", "delivered"]
    assert len(stage.posts_in(stage.announcements)) == before + 3


async def test_a_final_refusal_is_set_aside_told_elsewhere_and_holds_up_nothing(stage: Stage) -> None:
    await an_event(stage)
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=403, code=50013)
    await promise(stage, event_id(stage), times=2)
    assert sorted(states(stage)[-4:]) == ["delivered", "delivered", "delivered", "parked"]
    assert stage.posts_in(stage.committee)


async def test_the_scheduled_event_shows_the_tournament_and_goes_with_it(stage: Stage) -> None:
    post = await an_event(stage)
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    assert [event.name for event in await simcord_seam.in_bot_scope(stage.env, guild.fetch_scheduled_events)] == [
        "Open 1"
    ]
    assert post.has("register")


async def test_what_is_for_the_committee_is_never_said_in_public(stage: Stage) -> None:
    await an_event(stage)
    await stage.stop()
    rewrite(stage, "UPDATE guilds SET committee_channel = NULL")
    rewrite(
        stage,
        "INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at)"
        " SELECT 'secret', guild_id, 'place:committee', 'check_in_opened', subject, '{}', promised_at"
        " FROM outbox WHERE sequence = 1",
    )
    before = len(stage.posts_in(stage.announcements))
    await stage.sleep_through(timedelta())
    await stage.settle()
    said = stage.posts_in(stage.announcements)[before:]
    assert not any(post.has("check-in") for post in said)
    assert states(stage)[-3:] == ["parked", "delivered", "delivered"]


async def test_what_discord_keeps_waiting_holds_up_no_other_message(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    calendar = stage.bot.notifier._speech.ways[ScheduledEvent]
    served, keep = asyncio.Event(), calendar.keep

    async def keep_late(promised):
        await stage.env.external_wait(served.wait(), reason="Discord's limit")
        await keep(promised)

    monkeypatch.setattr(calendar, "keep", keep_late)
    assert (await an_event(stage)).has("register")
    await promise(stage, event_id(stage))
    assert states(stage)[-1] == "delivered"
    assert "pending" in states(stage)
    served.set()


async def test_a_message_whose_delivery_could_not_be_written_down_is_neither_lost_nor_said_twice(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await an_event(stage)
    before = len(stage.posts_in(stage.announcements))
    working, full = wiring.note_delivery, [True]

    def on_a_full_disk(tx, delivery):
        if full:
            raise CommitFailed(full.pop())
        working(tx, delivery)

    noting(stage, monkeypatch, on_a_full_disk)
    monkeypatch.setattr(notifier, "RETRY_AFTER", timedelta())
    await promise(stage, event_id(stage), times=2)
    assert not full
    assert states(stage)[-2:] == ["delivered", "delivered"]
    assert len(stage.posts_in(stage.announcements)) == before + 2
    stage.complaints.records.clear()


async def test_what_was_cut_off_in_a_lane_that_is_at_work_is_looked_at_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await an_event(stage)
    await promise(stage, event_id(stage))
    monkeypatch.setattr(notifier, "RETRY_AFTER", timedelta())
    kept = stage.bot.notifier
    with monkeypatch.context() as at_work:
        at_work.setattr(Turns, "__iter__", lambda _: iter([Lane(GuildId(1), "place:matches")]))
        await kept._recover()
    assert kept._unsure
    await stage.settle()
    kept.wake()
    await stage.settle()
    assert not kept._unsure


MESSAGES = "/channels/*/messages*"


def calls_of(stage: Stage, method: str) -> int:
    """How often the bot has asked Discord to post, or for what was posted."""
    return sum(call.method == method and "/messages" in call.path for call in stage.calls)


def trouble(stage: Stage, status: int = 500) -> None:
    for method in ("POST", "GET"):
        stage.env.inject_error(method, MESSAGES, status=status, code=0, times=None)


async def test_a_lane_in_trouble_is_not_tried_again_by_whoever_wakes_the_notifier(stage: Stage) -> None:
    await an_event(stage)
    trouble(stage)
    before = calls_of(stage, "POST")
    for _ in range(30):
        await promise(stage, event_id(stage))
        await stage.advance(milliseconds=500)
        stage.bot.notifier.wake()
        await stage.settle()
    assert calls_of(stage, "POST") == before + 1
    assert set(states(stage)[-30:]) == {"pending"}
    stage.env.backend.faults.clear()
    await stage.advance(minutes=3)
    # A busy machine begins late, and is taken for idle while it still says thirty messages.
    for _ in range(400):
        if set(states(stage)[-30:]) == {"delivered"}:
            break
        await stage.settle()
        await simcord_seam.in_bot_scope(stage.env, stage.bot.notifier.rest)
    assert set(states(stage)[-30:]) == {"delivered"}


async def test_trouble_that_lasts_is_asked_about_less_and_less(stage: Stage) -> None:
    await an_event(stage)
    trouble(stage)
    before = calls_of(stage, "POST") + calls_of(stage, "GET")
    await promise(stage, event_id(stage))
    await stage.advance(minutes=30)
    tries = calls_of(stage, "POST") + calls_of(stage, "GET") - before
    assert 10 <= tries <= 20, "twenty seconds, forty, eighty, and every two minutes then"
    stage.env.backend.faults.clear()
    await stage.advance(minutes=2)
    assert states(stage)[-1] == "delivered"


async def test_a_lane_in_trouble_holds_up_no_other(stage: Stage) -> None:
    await an_event(stage)
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=500, times=None)
    await promise(stage, event_id(stage))

    def verb(tx):
        guild = GuildId(stage.guild.id)
        tell_committee(tx, guild, CheckInOpened(TournamentId(event_id(stage))))

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(verb))
    assert states(stage)[-2:] == ["pending", "delivered"]


async def test_a_restart_asks_at_once_again(stage: Stage) -> None:
    await an_event(stage)
    trouble(stage)
    await promise(stage, event_id(stage))
    await stage.advance(minutes=10)
    stage.env.backend.faults.clear()
    await stage.restart()
    await stage.settle()
    assert states(stage)[-1] == "delivered"


async def test_a_panel_in_trouble_is_not_edited_again_by_whoever_touches_another(stage: Stage) -> None:
    post = await an_event(stage, rulebook="go-swiss")
    stage.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)

    def edits() -> int:
        return sum(call.method == "PATCH" and "/messages/" in call.path for call in stage.calls)

    def touch(tx):
        tx.touch(f"tournament:{event_id(stage)}")

    before = edits()
    for _ in range(8):
        await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(touch))
        await stage.advance(seconds=5)
    assert edits() == before + 1
    stage.env.backend.faults.clear()
    await enter(stage, post, stage.member("Ana"))
    await stage.advance(minutes=4)
    assert "**1** player" in stage.again(post).text
