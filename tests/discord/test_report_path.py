"""A reported score on its worst days: cards and channels gone, Discord in trouble, crashes, people who leave."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.kernel.ids import Actor, ContestId, GuildId, MemberId
from bot.living.panels import PanelKeeper
from rehearsal import simcord_seam
from rehearsal.members import Unanswered
from tests.discord.harness import Post, Stage, rows
from tests.discord.test_matches import Duel, call


async def playing(stage: Stage) -> Duel:
    """A match of the first round in which both are there."""
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    return duel


def contest(duel: Duel) -> str:
    return str(duel.card.find("match")["custom_id"]).partition(":")[2]


async def test_a_match_whose_card_was_deleted_is_told_by_command_and_its_card_comes_back(stage: Stage) -> None:
    duel = await playing(stage)
    simcord_seam.forget_message(stage.env, duel.card.channel_id, duel.card.message_id)
    mine = await duel.first.type("score")
    told = await duel.first.choose(mine.post, "score", "3-1")
    assert told.posts[-1].pinged == {duel.second.id}
    await stage.advance(minutes=1)
    card = stage.latest("agree", stage.matches)
    await duel.second.press(card, "agree")
    assert "**3–1**" in stage.again(card).text


async def test_a_report_whose_answer_discord_did_not_take_stands_on_the_card(stage: Stage) -> None:
    duel = await playing(stage)
    stage.env.inject_error("POST", "/interactions/*", status=503, times=None)
    with pytest.raises(Unanswered):
        await duel.report(duel.first, "3-1")
    stage.env.backend.faults.clear()
    stage.complaints.records.clear()
    await stage.advance(seconds=10)
    await duel.second.press(duel.card, "agree")
    assert "**3–1**" in duel.card.text


async def test_a_report_after_which_the_bot_crashed_stands_on_the_card_at_once(stage: Stage) -> None:
    duel = await playing(stage)
    actor = Actor(GuildId(stage.guild.id), MemberId(duel.first.id), "Ana", "en-US", False, False, stage.now)
    contest_id = ContestId(contest(duel))
    units = stage.bot.units
    await simcord_seam.in_bot_scope(
        stage.env, lambda: units.act(actor, playing_reporting_verbs.report, contest_id, (3, 1))
    )
    assert not duel.card.has("agree")
    await stage.restart()
    await stage.advance(seconds=5)
    await duel.second.press(duel.card, "agree")
    assert "**3–1**" in duel.card.text


@pytest.mark.parametrize("status", [429, 503])
async def test_ten_minutes_of_trouble_at_discord_take_nobody_the_time_to_answer(stage: Stage, status: int) -> None:
    duel = await playing(stage)
    await duel.report(duel.first, "3-1")
    stage.env.inject_error("POST", "/channels/*/messages", status=status, times=None)
    await stage.advance(minutes=12)
    assert "3–1" in duel.card.text
    assert duel.card.has("agree")
    stage.env.backend.faults.clear()
    await stage.advance(minutes=1)
    reminder = stage.latest("dispute", stage.matches)
    assert reminder.message_id != duel.card.message_id
    form = await duel.second.press(reminder, "dispute")
    await duel.second.fill(form, why="I won 3-1")
    assert duel.card.has("call-arbiter")
    assert not duel.card.has("agree")


async def test_a_report_against_somebody_who_left_the_server_stands_in_time(stage: Stage) -> None:
    duel = await playing(stage)
    stage.guild.remove_member(duel.second.actor)
    await duel.report(duel.first, "3-1")
    await stage.advance(minutes=10, seconds=5)
    assert "**3–1**" in duel.card.text


async def test_a_dispute_of_a_match_that_was_annulled_meanwhile_is_told_so(stage: Stage) -> None:
    duel = await playing(stage)
    await duel.report(duel.first, "3-1")
    form = await duel.second.press(duel.card, "dispute")
    desk = await duel.desk()
    why = await stage.arbiter.press(desk, "annul-match")
    await stage.arbiter.fill_text(why, "the power went out")
    answer = await duel.second.fill(form, why="I won 3-1")
    assert answer.private
    assert "out of date" in answer.text or "You can't do this" in answer.text


async def test_a_dispute_sent_in_after_the_event_was_cancelled_is_told_so(stage: Stage) -> None:
    duel = await playing(stage)
    await duel.report(duel.first, "3-1")
    form = await duel.second.press(duel.card, "dispute")
    asked = await stage.organiser.type("tournament cancel", tournament=event_of(stage))
    await stage.organiser.fill_text(asked, "a storm")
    answer = await duel.second.fill(form, why="I won 3-1")
    assert "is over" in answer.text


async def test_without_its_channel_a_match_is_told_by_command_and_the_organisers_hear_of_it(stage: Stage) -> None:
    duel = await playing(stage)
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    await simcord_seam.in_bot_scope(stage.env, lambda: guild.get_channel(stage.matches.id).delete())  # type: ignore[union-attr]
    mine = await duel.first.type("score")
    await duel.first.choose(mine.post, "score", "3-1")
    await stage.advance(minutes=1)
    assert f"<#{stage.matches.id}>" in stage.posts_in(stage.committee)[-2].text
    theirs = await duel.second.type("score")
    await duel.second.press(theirs.post, "agree")
    assert rows(stage, "SELECT * FROM reports WHERE closed_at IS NULL") == []


def event_of(stage: Stage) -> str:
    return str(rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"])


async def killed_after_the_line(stage: Stage, duel: Duel, monkeypatch: pytest.MonkeyPatch) -> Post:
    """The public line of a report, said right before the process was killed, which then began anew."""

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as until_the_kill, suppress(Unanswered):
        until_the_kill.setattr(PanelKeeper, "keep_line", killed)
        await duel.report(duel.first, "3-1")
    line = stage.latest("agree", stage.matches)
    assert line.message_id != duel.card.message_id
    await stage.restart()
    return line


def places(stage: Stage) -> list[int]:
    """The messages that are known as lines of reports."""
    return [row["message_id"] for row in rows(stage, "SELECT message_id FROM panels WHERE panel LIKE 'report:%'")]


async def test_a_line_that_was_said_right_before_a_kill_loses_its_buttons_when_the_other_side_agrees(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = await playing(stage)
    line = await killed_after_the_line(stage, duel, monkeypatch)
    assert stage.again(line).has("agree")
    await stage.advance(seconds=5)
    await duel.second.press(duel.card, "agree")
    await stage.advance(minutes=1)
    assert not stage.again(line).has("agree")
    assert not stage.again(line).has("dispute")
    assert len([post for post in stage.posts_in(stage.matches) if "3–1" in post.text]) == 2
    assert places(stage) == [line.message_id]


async def test_a_line_of_before_a_kill_loses_its_buttons_when_the_report_stands_by_itself(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = await playing(stage)
    line = await killed_after_the_line(stage, duel, monkeypatch)
    await stage.advance(minutes=25)
    assert "**3–1**" in duel.card.text
    assert not stage.again(line).has("agree")
    assert not stage.again(line).has("dispute")


async def test_a_line_that_was_never_said_is_forgotten_and_no_other_message_is_taken_for_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = await playing(stage)
    stage.env.inject_error("POST", "/interactions/*", status=503, times=None)
    with pytest.raises(Unanswered):
        await duel.report(duel.first, "3-1")
    stage.env.backend.faults.clear()
    stage.complaints.records.clear()
    assert places(stage) == [0]
    await stage.advance(seconds=10)
    await duel.second.press(duel.card, "agree")
    await stage.advance(minutes=1)
    assert places(stage) == []
    assert "**3–1**" in duel.card.text


async def test_while_discord_does_not_tell_what_was_said_the_line_is_looked_for_again_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = await playing(stage)
    line = await killed_after_the_line(stage, duel, monkeypatch)
    await stage.advance(seconds=5)
    await duel.second.press(duel.card, "agree")
    stage.env.inject_error("GET", "/channels/*/messages", status=503, times=None)
    await stage.advance(minutes=2)
    assert stage.again(line).has("agree")
    stage.env.backend.faults.clear()
    await stage.advance(minutes=5)
    assert not stage.again(line).has("agree")
