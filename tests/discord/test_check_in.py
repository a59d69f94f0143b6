"""Confirmation in Discord: it opens and closes by itself, counts live, reminds who is missing, and closes on time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.entering import event_of, with_seats
from tests.discord.harness import Member, Post, Stage, an_event, enter, rows


async def with_players(stage: Stage, *names: str) -> tuple[Post, list[Member]]:
    """An announced event with these members on its list; time stands a minute into check-in."""
    post = await an_event(stage)
    members = [stage.member(name) for name in names]
    await enter(stage, post, *members)
    await stage.advance(hours=1, minutes=31)
    return post, members


def outcomes(stage: Stage) -> dict[str, str]:
    found = rows(stage, "SELECT p.name, e.outcome FROM entrants e JOIN people p USING (person_id)")
    return {row["name"]: row["outcome"] for row in found}


def said(stage: Stage, words: str) -> list[Post]:
    return [post for post in stage.posts_in(stage.announcements) if words in post.text]


@pytest.mark.rule("AIJE-D01-5")
async def test_check_in_opens_by_itself_on_the_announcement_and_in_a_post(stage: Stage) -> None:
    post, _ = await with_players(stage, "Ana")
    assert stage.again(post).has("check-in")
    (opened,) = said(stage, "is open!")
    assert opened.has("check-in")
    assert opened.at == post.at.replace(microsecond=opened.at.microsecond) + timedelta(hours=1, minutes=30)


@pytest.mark.rule("AIJE-D01-5")
@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
async def test_who_confirms_is_told_what_comes_next_and_the_count_is_live(stage: Stage, locale: str) -> None:
    post, _ = await with_players(stage, "Ana")
    bob = stage.member("Bob", locale)
    await enter(stage, post, bob)
    answer = await stage.members["Ana"].press(post, "check-in")
    assert "draw" in answer.text
    assert answer.panel is not None
    assert "**2** of 2" in answer.panel.text


async def test_a_press_on_the_post_counts_and_brings_the_announcement_up_to_date(stage: Stage) -> None:
    post, (ana, _) = await with_players(stage, "Ana", "Bob")
    answer = await ana.press(said(stage, "is open!")[0], "check-in")
    assert "Checked in" in answer.text
    await stage.advance(minutes=2)
    assert "**1** of 2" in stage.again(post).text


@pytest.mark.rule("AIJE-D01-5")
async def test_late_registration_is_confirmed_at_once(stage: Stage) -> None:
    post, _ = await with_players(stage, "Ana")
    late = stage.member("Late")
    answer = await late.fill(await late.press(post, "register"), account="late")
    assert "checked in too" in answer.text
    assert rows(stage, "SELECT count(checked_in_at) AS n FROM entrants")[0]["n"] == 1


async def test_reminders_name_and_ping_only_those_who_are_missing(stage: Stage) -> None:
    post, (ana, bob, cleo) = await with_players(stage, "Ana", "Bob", "Cleo")
    await ana.press(post, "check-in")
    await cleo.press(post, "withdraw")
    await stage.advance(minutes=30)
    reminders = said(stage, "not checked in")
    assert [one.pinged for one in reminders] == [frozenset({bob.id})] * 2


async def test_with_everybody_there_nobody_is_reminded(stage: Stage) -> None:
    post, (ana, bob) = await with_players(stage, "Ana", "Bob")
    for member in (ana, bob):
        await member.press(post, "check-in")
    await stage.advance(minutes=30)
    assert said(stage, "not checked in") == []


async def test_the_opening_pings_whom_it_waits_for_and_nobody_else(stage: Stage) -> None:
    post = await an_event(stage)
    ana, bob, cleo = (stage.member(name) for name in ("Ana", "Bob", "Cleo"))
    await enter(stage, post, ana, bob, cleo)
    await cleo.press(post, "withdraw")
    await stage.advance(hours=1, minutes=31)
    (opened,) = said(stage, "is open!")
    assert opened.pinged == {ana.id, bob.id}
    await stage.restart()
    assert "Checked in" in (await ana.press(opened, "check-in")).text
    await stage.restart()
    assert len(said(stage, "is open!")) == 1


@pytest.mark.long
async def test_256_on_the_list_are_called_in_three_messages(stage: Stage) -> None:
    post = await an_event(stage)
    crowd = stage.crowd(256)
    await enter(stage, post, *crowd)
    await stage.advance(hours=1, minutes=29)
    before = len(stage.calls)
    await stage.advance(minutes=2)
    opened = said(stage, "is open!")
    assert [len(one.pinged) for one in opened] == [90, 90, 76]
    assert frozenset().union(*(one.pinged for one in opened)) == {member.id for member in crowd}
    assert len(stage.calls) - before <= 5


async def test_an_event_that_moves_calls_for_confirmation_anew(stage: Stage) -> None:
    post, (ana, bob) = await with_players(stage, "Ana", "Bob")
    await ana.press(post, "check-in")
    preview = await stage.organiser.type("tournament edit", tournament="Open 1", start="2026-01-02 12:00")
    await stage.organiser.press(preview.post, "draft-confirm")
    await stage.leader.press(stage.latest("start-move"), "start-move")
    await stage.advance_to(stage.now.replace(day=2, hour=11, minute=35))
    assert said(stage, "is open!")[-1].pinged == {ana.id, bob.id}


@pytest.mark.long
async def test_120_missing_are_reminded_in_two_messages(stage: Stage) -> None:
    post = await an_event(stage)
    crowd = stage.crowd(120)
    await enter(stage, post, *crowd)
    await stage.advance(hours=1, minutes=46)
    reminders = said(stage, "not checked in")
    assert [len(one.pinged) for one in reminders] == [90, 30]
    assert frozenset().union(*(one.pinged for one in reminders)) == {member.id for member in crowd}


@pytest.mark.rule("AIJE-D01-5.1")
async def test_a_press_after_the_close_is_refused_although_the_step_has_not_run(stage: Stage) -> None:
    post, (ana, bob, cleo) = await with_players(stage, "Ana", "Bob", "Cleo")
    for member in (ana, bob):
        await member.press(post, "check-in")
    await stage.advance(minutes=29, seconds=1)
    answer = await cleo.press(post, "check-in")
    assert "too late" in answer.text
    await stage.advance(seconds=5)
    assert outcomes(stage) == {"Ana": "starter", "Bob": "starter", "Cleo": "absent"}


@pytest.mark.rule("AIJE-D01-5.1")
async def test_the_close_names_who_was_missing_and_says_what_comes_next(stage: Stage) -> None:
    post, (ana, bob, cleo) = await with_players(stage, "Ana", "Bob", "Cleo")
    for member in (ana, bob):
        await member.press(post, "check-in")
    await stage.advance(minutes=30)
    (closed,) = said(stage, "is closed.")
    assert "2 players start" in closed.text
    assert f"<@{cleo.id}>" in closed.text
    assert closed.pinged == frozenset()
    assert not stage.again(post).has("check-in")
    assert not stage.again(post).has("register")


async def test_who_missed_the_close_reads_on_their_page_that_they_do_not_play(stage: Stage) -> None:
    post, (ana, bob, cid) = await with_players(stage, "Ana", "Bob", "Cid")
    for player in (ana, bob):
        await player.press(post, "check-in")
    await stage.advance(minutes=29, seconds=5)
    assert "did not check in for **Open 1** in time" in (await cid.type("me")).text
    assert "did not check in" not in (await ana.type("me")).text


@pytest.mark.rule("AIJE-D01-5.1", "AIJE-D01-5.3")
async def test_the_wait_list_confirms_too_and_takes_the_seats_of_the_absent(stage: Stage) -> None:
    post = await event_of(stage, with_seats(2))
    names = ("Ana", "Bob", "Cleo", "Dan", "Eve")
    ana, _, cleo, dan, eve = [stage.member(name) for name in names]
    for name in names:
        await enter(stage, post, stage.members[name])
    await stage.advance(hours=1, minutes=31)
    for member in (eve, cleo, ana):
        await member.press(post, "check-in")
    del dan
    await stage.advance(minutes=30)
    assert outcomes(stage) == {
        "Ana": "starter",
        "Bob": "absent",
        "Cleo": "starter",
        "Dan": "left_over",
        "Eve": "left_over",
    }


@pytest.mark.rule("AIJE-D01-5.2")
async def test_leaving_during_confirmation_costs_nothing(stage: Stage) -> None:
    post, (ana, bob, cleo) = await with_players(stage, "Ana", "Bob", "Cleo")
    for member in (ana, bob):
        await member.press(post, "check-in")
    await cleo.press(said(stage, "is open!")[0], "withdraw")
    await stage.advance(minutes=30)
    assert outcomes(stage)["Cleo"] is None
    assert rows(stage, "SELECT * FROM absence_cases") == []


async def test_with_too_few_the_event_is_called_off_and_everybody_reads_why(stage: Stage) -> None:
    post, (ana, _) = await with_players(stage, "Ana", "Bob")
    await ana.press(post, "check-in")
    await stage.advance(minutes=32)
    assert said(stage, "cancelled: too few players checked in")
    assert "Fewer than 2 players" in stage.again(post).text


async def test_check_in_goes_on_across_a_restart(stage: Stage) -> None:
    post, (ana, bob) = await with_players(stage, "Ana", "Bob")
    await ana.press(post, "check-in")
    await stage.restart()
    await bob.press(post, "check-in")
    await stage.advance(minutes=30)
    assert outcomes(stage) == {"Ana": "starter", "Bob": "starter"}
    assert len(said(stage, "is closed.")) == 1


async def test_an_outage_at_the_opening_delays_it_and_loses_nothing(stage: Stage) -> None:
    post = await an_event(stage)
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await enter(stage, post, ana, bob)
    await stage.advance(hours=1, minutes=20)
    await stage.sleep_through(timedelta(minutes=20))
    for member in (ana, bob):
        await member.press(post, "check-in")
    await stage.advance(minutes=31)
    assert outcomes(stage) == {"Ana": "starter", "Bob": "starter"}


@pytest.mark.rule("AIJE-D01-5")
async def test_an_outage_across_the_close_leaves_time_to_confirm(stage: Stage) -> None:
    post, (ana, bob) = await with_players(stage, "Ana", "Bob")
    await stage.advance(minutes=25)
    await stage.sleep_through(timedelta(minutes=60))
    back = int(stage.now.timestamp())
    await stage.advance(minutes=10)
    assert f"closes:** <t:{back + 15 * 60}:F>" in stage.again(post).text
    for member in (ana, bob):
        assert "Checked in" in (await member.press(post, "check-in")).text
    await stage.advance(minutes=10)
    assert outcomes(stage) == {"Ana": "starter", "Bob": "starter"}


async def test_a_press_before_the_opening_is_told_when_to_come_back(stage: Stage) -> None:
    post, (ana, _) = await with_players(stage, "Ana", "Bob")
    opened = said(stage, "is open!")[0]
    preview = await stage.organiser.type("tournament edit", tournament="Open 1", start="2026-01-02 12:00")
    await stage.organiser.press(preview.post, "draft-confirm")
    await stage.leader.press(stage.latest("start-move"), "start-move")
    assert "early" in (await ana.press(opened, "check-in")).text
    await stage.advance(minutes=2)
    assert not stage.again(post).has("check-in")


async def test_who_is_not_on_the_list_is_told_how_to_get_there(stage: Stage) -> None:
    await with_players(stage, "Ana")
    answer = await stage.member("Zoe").press(said(stage, "is open!")[0], "check-in")
    assert "not on the list" in answer.text
