"""Seeds by hand on the desk: a form to rearrange, a card that everybody reads, and a draw that keeps to it."""

from __future__ import annotations

import pytest

from bot.features.entering import list_verbs as entering_list_verbs
from tests.discord.harness import Member, Post, Stage, rows
from tests.discord.test_cups import filled, standing


async def a_cup(stage: Stage, players: list[Member]) -> Post:
    preview = await filled(stage)
    await stage.organiser.press(preview.post, "draft-confirm")
    post = stage.latest("register", stage.announcements)
    await stage.all_press(post, "register", players)
    return post


async def test_the_field_is_rearranged_in_a_form_and_everybody_reads_the_seeds(stage: Stage) -> None:
    players = stage.crowd(4)
    await a_cup(stage, players)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    form = await stage.organiser.press(desk.post, "seeds")
    lines = [line.partition(". ")[2] for line in standing(form)["order"].splitlines()]
    assert lines == [one.name for one in players]
    await stage.restart()
    done = await stage.organiser.fill(form, order="\n".join(reversed(lines[2:])))
    assert done.private
    assert "2 seeds by hand" in done.text
    assert "2 others come after these" in done.text
    shown = await players[0].type("events", tournament="Friday Cup")
    assert f"1. <@{players[3].id}>, 2. <@{players[2].id}>" in shown.text
    log = await stage.organiser.type("log")
    assert "set the seeds by hand" in log.text


async def test_a_form_that_holds_a_part_of_the_field_says_so(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    players = stage.crowd(4)
    await a_cup(stage, players)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    whole = await stage.organiser.press(desk.post, "seeds")
    assert "There are" not in whole.form["components"][0]["description"]
    lines = standing(whole)["order"].splitlines()
    monkeypatch.setattr(entering_list_verbs, "LONGEST", len("\n".join(lines[:3])))
    part = await stage.organiser.press(desk.post, "seeds")
    assert "There are 3 of 4 here" in part.form["components"][0]["description"]


async def test_a_line_that_names_nobody_is_refused_and_the_form_opens_as_it_was_typed(stage: Stage) -> None:
    players = stage.crowd(2)
    await a_cup(stage, players)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    form = await stage.organiser.press(desk.post, "seeds")
    refused = await stage.organiser.fill(form, order=f"{players[1].name}\nNobody at all")
    assert "Line 2" in refused.text
    again = await stage.organiser.press(refused.post, "seeds")
    assert standing(again)["order"] == f"{players[1].name}\nNobody at all"
    assert rows(stage, "SELECT 1 FROM hand_seeds") == []


async def test_an_order_that_comes_after_the_close_is_refused(stage: Stage) -> None:
    players = stage.crowd(2)
    await a_cup(stage, players)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    form = await stage.organiser.press(desk.post, "seeds")
    start = rows(stage, "SELECT start_at FROM tournaments")[0]["start_at"] / 1000
    await stage.advance(seconds=start - stage.now.timestamp() + 16 * 60)
    late = await stage.organiser.fill(form, order=players[1].name)
    assert late.private
    assert rows(stage, "SELECT 1 FROM hand_seeds") == []
