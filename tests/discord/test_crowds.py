"""Crowds: hundreds press in the same moment, and none of them is lost, answered twice or left without an answer."""

from __future__ import annotations

import pytest

from tests.discord.entering import enter_together, event_of, in_order, with_seats
from tests.discord.harness import Stage, an_event, enter, rows

SEATS = 64
CROWD = 200


async def test_200_register_at_once_for_64_seats_and_none_is_lost(stage: Stage) -> None:
    post = await event_of(stage, with_seats(SEATS))
    crowd, before = stage.crowd(CROWD), len(stage.calls)
    answers = await enter_together(stage, post, crowd)
    listed = in_order(stage)
    assert sorted(listed) == sorted(member.name for member in crowd)
    waiting = {member.name for member, answer in zip(crowd, answers, strict=True) if "wait list" in answer.text}
    assert waiting == set(listed[SEATS:])
    assert all(answer.private for answer in answers)
    await stage.advance(seconds=5)
    assert len(stage.calls) - before <= 2
    shown = stage.again(post).text
    assert "**64** players of 64 places" in shown
    assert "136 on the wait list" in shown


async def test_each_of_the_wait_list_is_told_the_own_place(stage: Stage) -> None:
    post = await event_of(stage, with_seats(4))
    crowd = stage.crowd(10)
    answers = await enter_together(stage, post, crowd)
    told = {member.name: answer.text for member, answer in zip(crowd, answers, strict=True)}
    for place, name in enumerate(in_order(stage)[4:], 1):
        assert f"**{place}**" in told[name]


@pytest.mark.rule("AIJE-D01-5")
async def test_200_check_in_at_once(stage: Stage) -> None:
    post = await event_of(stage, with_seats(256))
    crowd = stage.crowd(CROWD)
    await enter_together(stage, post, crowd)
    await stage.advance(hours=1, minutes=31)
    before = len(stage.calls)
    answers = await stage.all_press(post, "check-in", crowd)
    assert all("Checked in" in answer.text for answer in answers)
    assert rows(stage, "SELECT count(checked_in_at) AS n FROM entrants")[0]["n"] == CROWD
    await stage.advance(minutes=2)
    assert len(stage.calls) - before <= 2
    assert "**200** of 200" in stage.again(post).text


async def test_a_crowd_that_comes_and_goes_leaves_a_true_announcement(stage: Stage) -> None:
    post = await an_event(stage)
    crowd = stage.crowd(40)
    await enter(stage, post, *crowd[:20])
    presses = [(member, "withdraw") for member in crowd[:10]] + [(member, "register") for member in crowd[10:20]]
    await stage.together(post, *presses)
    await stage.advance(minutes=2)
    assert "**10** players" in stage.again(post).text


@pytest.mark.parametrize("button", ["register", "withdraw", "players", "rules"])
async def test_a_double_click_is_answered_twice_and_done_once(stage: Stage, button: str) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    assert len(await stage.double_click(ana, post, button)) == 2
    assert len(rows(stage, "SELECT * FROM entrants")) == 1


async def test_a_form_sent_in_twice_enters_once(stage: Stage) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana")
    asked = await ana.press(post, "register")
    answers = await stage.all_fill(post, [(ana, asked, {"account": "Ana"})] * 2)
    assert sorted("already" in answer.text for answer in answers) == [False, True]
    assert in_order(stage) == ["Ana"]


async def test_a_double_click_on_check_in_confirms_once(stage: Stage) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    await stage.advance(hours=1, minutes=31)
    answers = await stage.double_click(ana, stage.latest("check-in"), "check-in")
    assert sorted("already" in answer.text for answer in answers) == [False, True]
    acts = rows(stage, "SELECT act FROM log WHERE act = 'check_in'")
    assert len(acts) == 1


async def test_the_same_account_named_by_many_at_once_enters_one_of_them(stage: Stage) -> None:
    post = await an_event(stage)
    crowd = stage.crowd(20)
    asked = await stage.all_press(post, "register", crowd)
    forms = [(member, form, {"account": "Ana"}) for member, form in zip(crowd, asked, strict=True)]
    await stage.all_fill(post, forms)
    assert len(in_order(stage)) == 1
    assert len(rows(stage, "SELECT * FROM account_claims")) == 19
