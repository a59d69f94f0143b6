"""Offices, suggestions, the log and one's own data, as members meet them on Discord."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.harness import Stage, an_event, enter, rows


@pytest.mark.rule("AIJE-A01-1")
async def test_the_leader_resigns_in_public_and_the_vacancy_names_what_waits(stage: Stage) -> None:
    told = await stage.leader.type("office resign", office="leader", reason="No time left")
    assert told.private
    said = stage.posts_in(stage.announcements)[-1]
    assert "No time left" in said.text
    shown = await stage.member("Ana", locale="pt-BR").type("office show")
    assert "vago" in shown.text
    assert "`/desk`" in shown.text


@pytest.mark.rule("AIJE-A01-1")
async def test_a_stand_in_answers_suggestions_for_the_leader(stage: Stage) -> None:
    ana, bruno = stage.member("Ana"), stage.member("Bruno", locale="it")
    await stage.leader.type("office stand-in", office="leader", member=bruno, days=3, reason="Holidays")
    asked = await ana.type("committee suggest")
    await ana.fill(asked, suggestion="A cup *for all*")
    card = stage.latest("suggestion-approve", stage.committee)
    answer = await bruno.press(card, "suggestion-approve")
    assert answer.panel is not None
    assert not answer.panel.has("suggestion-approve")
    assert "Approved" in answer.panel.text
    assert "Approved" in ana.inbox[-1].text
    await stage.leader.type("office back", office="leader")
    refused = await stage.leader.type("office back", office="leader")
    assert refused.private


@pytest.mark.rule("AIJE-A01-3")
async def test_a_suggestion_is_declined_with_a_reason_that_everybody_reads(stage: Stage) -> None:
    ana = stage.member("Ana", locale="es-ES")
    await ana.fill(await ana.type("committee suggest"), suggestion="A cup for all")
    card = stage.latest("suggestion-decline", stage.committee)
    refused = await ana.press(card, "suggestion-decline")
    assert refused.private
    await stage.leader.fill(await stage.leader.press(card, "suggestion-decline"), reason="No money")
    listed = await ana.type("committee suggestions")
    assert "A cup for all" in listed.text
    opened = await ana.press(listed.post, "suggestion")
    assert "No money" in opened.text


async def test_a_suggestion_on_the_own_list_is_answered_in_the_own_language(stage: Stage) -> None:
    ana, bruno = stage.member("Ana"), stage.member("Bruno", locale="it")
    await stage.leader.type("office stand-in", office="leader", member=bruno, days=3, reason="Holidays")
    await ana.fill(await ana.type("committee suggest"), suggestion="A cup for all")
    listed = await bruno.type("committee suggestions")
    opened = await bruno.press(listed.post, "suggestion")
    answer = await bruno.press(opened.post, "suggestion-approve")
    assert answer.panel is not None
    assert "Approvata" in answer.panel.text


async def test_staff_looks_up_who_did_what_and_players_cannot(stage: Stage) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    found = await stage.organiser.type("log", member=ana)
    assert found.private
    assert "registered an entry" in found.text
    assert f"<@{ana.id}>" in found.text
    offered = await stage.arbiter.suggestions("log", "tournament", "open")
    by_event = await stage.arbiter.type("log", tournament=offered["Open 1"])
    assert "created the tournament" in by_event.text
    refused = await ana.type("log")
    assert "registered" not in refused.text


async def test_a_member_takes_the_data_away_and_has_it_let_go(stage: Stage) -> None:
    post = await an_event(stage)
    ana = stage.member("Ana", locale="it")
    await enter(stage, post, ana)
    own = await ana.press((await ana.type("me")).post, "my-data")
    taken = await ana.press(own.post, "data-take")
    assert taken.private
    asked = await ana.press(own.post, "data-ask")
    assert asked.private
    assert "Open 1" in asked.text
    await ana.press(asked.post, "data-erase")
    names = [row["name"] for row in rows(stage, "SELECT name FROM people")]
    assert "Ana" not in names
    assert "former member" in names
    again = await ana.press(own.post, "data-take")
    assert again.private


async def test_staff_takes_a_removal_back_and_the_player_is_on_the_list_again(stage: Stage) -> None:
    post = await an_event(stage, starts_at=stage.now + timedelta(hours=1))
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    await stage.advance(minutes=31)
    tournament = post.find("players")["custom_id"].partition(":")[2]
    desk = await stage.organiser.type("desk", tournament=tournament)
    await stage.organiser.fill(await stage.organiser.press(desk.post, "desk-remove"), reason="a slip")
    asked = await stage.organiser.type("undo")
    assert asked.private
    done = await stage.organiser.press(asked.post, "undo")
    assert done.panel is not None
    assert not done.panel.has("undo")
    left = rows(stage, "SELECT withdrawn_at FROM entrants")
    assert [row["withdrawn_at"] for row in left] == [None]
    assert "Correct a settled result" in (await ana.type("undo")).text


@pytest.mark.parametrize("stage_options", [{"switches": ()}], indirect=True)
async def test_undo_names_no_command_that_is_switched_off(stage: Stage) -> None:
    said = (await stage.owner.type("undo")).text
    assert "match correct" in said
    assert "case reopen" not in said
    assert "switched off" not in said


async def test_undo_names_the_commands_of_cases_where_the_server_has_them(stage: Stage) -> None:
    assert "case reopen" in (await stage.owner.type("undo")).text


async def test_the_desk_of_an_event_names_the_vacant_office_and_what_waits_for_it(stage: Stage) -> None:
    await an_event(stage)
    await stage.leader.type("office resign", office="leader", reason="No time left")
    desk = await stage.organiser.type("desk", tournament="Open 1")
    assert "The committee has no leader" in desk.text
    assert "⏸️" in desk.text
    shown = await stage.organiser.press(desk.post, "offices-show")
    assert "vacant" in shown.text
