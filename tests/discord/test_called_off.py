"""What everybody reads of an official event that is called off, or from whose list a player is taken, in Discord."""

from __future__ import annotations

import pytest

from tests.discord.entering import confirm_and_start
from tests.discord.harness import Stage, an_event, enter, rows


@pytest.mark.rule("AIJE-D01-6")
async def test_the_ratings_of_an_open_that_is_called_off_are_told_and_withdrawn_when_it_goes_on(stage: Stage) -> None:
    post = await an_event(stage)
    players = stage.crowd(4)
    await enter(stage, post, *players)
    await confirm_and_start(stage, players)
    desk = await stage.arbiter.press(stage.latest("here", stage.matches), "referee")
    await stage.arbiter.fill(await stage.arbiter.choose(desk.post, "rule", "3-1"), why="seen")
    form = await stage.organiser.type("tournament cancel", tournament="Open 1")
    await stage.organiser.fill(form, reason="No power")
    await stage.advance(seconds=5)
    (told,) = (one for one in stage.posts_in(stage.announcements) if "the games that were played count" in one.text)
    assert "New in the ranking" in told.text
    undo = await stage.organiser.type("undo")
    await stage.organiser.press(undo.post, "undo")
    await stage.advance(seconds=5)
    assert "no longer count" in stage.posts_in(stage.announcements)[-1].text


@pytest.mark.rule("AIJE-D01-2")
async def test_everybody_reads_who_took_a_player_off_the_list_of_an_open_and_why(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await enter(stage, post, ana)
    (entry,) = rows(stage, "SELECT entrant_id FROM entrants")
    form = await stage.organiser.type("tournament remove", tournament="Open 1", player=entry["entrant_id"])
    answer = await stage.organiser.fill(form, reason="Two entries")
    assert "Everyone can read your reason" in answer.text
    await stage.advance(seconds=5)
    (told,) = (one for one in stage.posts_in(stage.announcements) if "off the list of" in one.text)
    assert "Two entries" in told.text
    assert f"<@{stage.organiser.id}> took <@{ana.id}>" in told.text
    assert told.pinged == set()
