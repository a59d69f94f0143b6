"""The close of check-in in Discord: staff are asked, give time or begin, and what was off is on again to its podium."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rehearsal.posts import NothingToPress
from tests.discord.harness import Member, Post, Stage, an_event, enter, rows
from tests.discord.test_cups import standing
from tests.discord.test_ending import play_out
from tests.discord.test_summons import calls, roles_pinged

NAMES = ("Ana", "Bruno", "Clara", "Davi")


async def nearly_closed(stage: Stage, there: int, rulebook: str = "cup") -> tuple[Post, list[Member]]:
    """A cup of four of whom so many have checked in; time stands four minutes before the close."""
    post = await an_event(stage, "Friday Cup", rulebook=rulebook)
    players = [stage.member(name) for name in NAMES]
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    for one in players[:there]:
        await one.press(post, "check-in")
    await stage.advance(minutes=25)
    return post, players


def question(stage: Stage) -> Post:
    """The call that asks about the close."""
    return next(stage.again(one) for one in calls(stage) if "check-in closes soon" in one.text)


def said(stage: Stage, words: str) -> Post:
    return [post for post in stage.posts_in(stage.announcements) if words in post.text][-1]


async def test_who_runs_the_event_is_pinged_and_reads_who_is_missing_without_pinging_them(stage: Stage) -> None:
    _, players = await nearly_closed(stage, 2)
    asked = question(stage)
    assert asked.pinged == {stage.organiser.id}
    assert roles_pinged(stage, asked) == {stage.organisers.id}
    assert all(f"<@{one.id}>" in asked.text for one in players[2:])
    assert f"<@{players[0].id}>" not in asked.text
    assert [one for one in ("close-more", "close-now", "close-off") if asked.has(one)] == [
        "close-more",
        "close-now",
        "close-off",
    ]


@pytest.mark.parametrize(
    "stage_options", [{"language": "pt-BR"}, {"language": "es-ES"}, {"language": "it"}], indirect=True
)
async def test_it_is_asked_in_the_language_of_the_server(stage: Stage) -> None:
    await nearly_closed(stage, 2)
    (asked,) = calls(stage)
    assert asked.has("close-more")
    assert "check-in closes" not in asked.text


async def test_after_a_restart_the_buttons_give_time_and_the_missing_are_pinged(stage: Stage) -> None:
    post, players = await nearly_closed(stage, 2)
    asked = question(stage)
    await stage.restart()
    answer = await stage.organiser.press(asked, "close-more")
    assert answer.private
    assert "I have told everyone" in answer.text
    await stage.advance(seconds=5)
    told = said(stage, "gave **Friday Cup** 15 more minutes")
    assert f"<@{stage.organiser.id}>" in told.text
    assert told.pinged == {one.id for one in players[2:]}
    await stage.advance(minutes=10)
    assert "Check in" in stage.again(post).labels
    await players[2].press(told, "check-in")
    await stage.advance(minutes=10)
    assert "3 players start" in said(stage, "is closed").text


async def test_who_checks_in_after_the_close_was_moved_reads_when_it_begins_now(stage: Stage) -> None:
    post, players = await nearly_closed(stage, 1)
    at = stage.now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    before = await players[1].press(post, "check-in")
    assert f"<t:{int(at.timestamp())}:" in before.text
    await stage.organiser.press(question(stage), "close-more")
    after = await players[2].press(post, "check-in")
    assert f"<t:{int((at + timedelta(minutes=15)).timestamp())}:" in after.text
    assert f"<t:{int(at.timestamp())}:" not in after.text


async def test_two_who_press_at_once_give_the_time_once(stage: Stage) -> None:
    await nearly_closed(stage, 2)
    answers = await stage.all_press(question(stage), "close-more", [stage.organiser, stage.owner])
    assert sorted("was already done" in one.text for one in answers) == [False, True]
    (row,) = rows(stage, "SELECT close_extensions FROM tournaments")
    assert row["close_extensions"] == 1


async def test_who_begins_is_named_and_the_event_begins_at_once(stage: Stage) -> None:
    _, players = await nearly_closed(stage, 2)
    await stage.organiser.press(question(stage), "close-now")
    await stage.advance(seconds=10)
    told = said(stage, "closes check-in for **Friday Cup** now")
    assert f"<@{stage.organiser.id}>" in told.text
    assert told.pinged == set()
    assert "2 players start" in said(stage, "is closed").text
    late = await players[3].press(said(stage, "is open!"), "check-in")
    assert late.private
    assert "You can still get in" in late.text


async def test_calling_off_asks_for_the_reason_as_ever(stage: Stage) -> None:
    await nearly_closed(stage, 2)
    asked = question(stage)
    form = await stage.organiser.press(asked, "close-off")
    await stage.organiser.fill(form, reason="No power")
    await stage.advance(seconds=5)
    assert "No power" in said(stage, "is cancelled").text
    assert not question(stage).has("close-more")


async def test_a_press_on_the_call_after_the_close_is_refused_with_a_sentence(stage: Stage) -> None:
    await nearly_closed(stage, 2)
    asked = question(stage)
    await stage.advance(minutes=6)
    assert not question(stage).has("close-more")
    with pytest.raises(NothingToPress):
        await stage.organiser.press(asked, "close-more")


async def test_a_player_presses_in_vain(stage: Stage) -> None:
    _, players = await nearly_closed(stage, 2)
    for verb in ("close-more", "close-now", "close-off"):
        answer = await players[0].press(question(stage), verb)
        assert answer.private
    (row,) = rows(stage, "SELECT close_extensions, close_called_at, cancelled_at FROM tournaments")
    assert tuple(row) == (0, None, None)


@pytest.mark.rule("AIJE-D01-5")
async def test_an_open_closes_on_time_and_asks_nobody(stage: Stage) -> None:
    await nearly_closed(stage, 1, "aije-open")
    await stage.advance(minutes=6)
    assert calls(stage) == []
    assert not said(stage, "is cancelled").has("open-again")


async def test_an_event_that_was_off_is_opened_again_and_plays_to_its_podium(stage: Stage) -> None:
    _, players = await nearly_closed(stage, 1)
    await stage.advance(minutes=5)
    told = said(stage, "Too few have checked in")
    assert told.pinged == {one.id for one in players[1:]}
    await stage.advance(minutes=16)
    off = said(stage, "is cancelled")
    refused = await players[0].press(off, "open-again")
    assert refused.private
    await stage.restart()
    form = await stage.organiser.press(off, "open-again")
    answer = await stage.organiser.fill(form, start=standing(form)["start"])
    assert "is open again" in answer.text
    await stage.advance(seconds=5)
    again = said(stage, "has opened **Friday Cup** again")
    assert again.pinged == {one.id for one in players}
    (row,) = rows(stage, "SELECT start_at, cancelled_at FROM tournaments")
    assert row["cancelled_at"] is None
    second = await stage.organiser.press(off, "open-again")
    assert "was already done" in second.text
    await stage.advance(hours=23, minutes=15)
    for one in players[:3]:
        await one.press(stage.latest("check-in", stage.announcements), "check-in")
    await stage.advance(minutes=30)
    await play_out(stage)
    assert "Podium of Friday Cup, 3 players. Place 1: " in said(stage, "is over!").text
    (ended,) = rows(stage, "SELECT ended_at FROM tournaments")
    assert ended["ended_at"] is not None


async def test_after_a_day_it_stays_off(stage: Stage) -> None:
    await nearly_closed(stage, 1)
    await stage.advance(minutes=21)
    off = said(stage, "is cancelled")
    await stage.advance_to(stage.now + timedelta(days=1, minutes=1))
    answer = await stage.organiser.press(off, "open-again")
    assert answer.private
    assert "now it is too late" in answer.text
