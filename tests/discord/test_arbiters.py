"""Arbiters go on and off duty, and matches find them (AIJE-D01-6), as members see it."""

from __future__ import annotations

import pytest

from rehearsal.posts import Post
from tests.discord.harness import Stage, rows
from tests.discord.test_draw import checked_in

OPEN_MATCHES = (
    "SELECT c.arbiter_id FROM contests c WHERE c.assigned_at IS NOT NULL AND c.voided_at IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id)"
)


def called(stage: Stage) -> list[Post]:
    """The cards of matches."""
    return [post for post in stage.posts_in(stage.matches) if len(post.pinged) >= 2]


@pytest.mark.rule("AIJE-D01-6")
async def test_matches_wait_for_an_arbiter_and_the_committee_hears_it_once(stage: Stage) -> None:
    await checked_in(stage, 4)
    await stage.advance(minutes=30)
    assert called(stage) == []
    (asked,) = [post for post in stage.posts_in(stage.committee) if "no arbiter on duty" in post.text]
    assert "2 matches" in asked.text


@pytest.mark.rule("AIJE-D01-6")
async def test_the_button_of_the_notice_takes_on_duty_and_the_match_is_called_at_once(stage: Stage) -> None:
    await checked_in(stage, 4)
    answer = await stage.arbiter.press(stage.latest("duty-on", stage.committee), "duty-on")
    assert "You follow" in answer.text
    assert len(called(stage)) == 1
    assert len(rows(stage, OPEN_MATCHES)) == 1


@pytest.mark.rule("AIJE-D01-6")
async def test_a_double_click_on_duty_calls_one_match(stage: Stage) -> None:
    await checked_in(stage, 8)
    await stage.double_click(stage.arbiter, stage.latest("duty-on", stage.committee), "duty-on")
    assert len(called(stage)) == 1


async def test_a_player_without_title_is_told_who_may(stage: Stage) -> None:
    players = await checked_in(stage, 4)
    assert "arbiter" in (await players[0].type("arbiter on")).text
    assert called(stage) == []


@pytest.mark.rule("AIJE-D01-6")
async def test_a_match_in_play_is_handed_to_the_next_arbiter_who_is_pinged(stage: Stage) -> None:
    await checked_in(stage, 2)
    (other,) = await stage.arbiters(1)
    await stage.arbiter.type("arbiter on")
    await other.type("arbiter on")
    answer = await stage.arbiter.type("arbiter off")
    assert "taken over" in answer.text
    (told,) = [post for post in stage.posts_in(stage.committee) if other.id in post.pinged]
    assert "/channels/" in told.text


@pytest.mark.rule("AIJE-D01-6")
async def test_with_nobody_free_the_organisers_are_asked_and_assign_by_hand(stage: Stage) -> None:
    await checked_in(stage, 2)
    await stage.arbiter.type("arbiter on")
    assert "No arbiter is free" in (await stage.arbiter.type("arbiter off")).text
    assert [post for post in stage.posts_in(stage.committee) if "lost its arbiter" in post.text]
    (other,) = await stage.arbiters(1)
    offered = await stage.organiser.suggestions("arbiter assign", "match")
    (match,) = offered.values()
    answer = await stage.organiser.type("arbiter assign", match=match, arbiter=other)
    assert f"<@{other.id}>" in answer.text


@pytest.mark.rule("AIJE-D01-6")
async def test_an_arbiter_who_plays_is_refused_the_own_match_by_hand_too(stage: Stage) -> None:
    await checked_in(stage, 1, stage.arbiter)
    await stage.arbiter.type("arbiter on")
    assert called(stage) == []
    assert [post for post in stage.posts_in(stage.committee) if "plays in it" in post.text]
    (match,) = (await stage.organiser.suggestions("arbiter assign", "match")).values()
    refused = await stage.organiser.type("arbiter assign", match=match, arbiter=stage.arbiter)
    assert "can't follow it" in refused.text


async def test_the_list_shows_who_is_on_duty(stage: Stage) -> None:
    await stage.arbiter.type("arbiter on")
    assert f"🟢 <@{stage.arbiter.id}>" in (await stage.member("Ana").type("arbiter list")).text


async def test_duty_outlasts_a_restart(stage: Stage) -> None:
    await stage.arbiter.type("arbiter on")
    await stage.restart()
    await checked_in(stage, 2)
    assert len(called(stage)) == 1
