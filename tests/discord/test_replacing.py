"""A player leaves, in Discord: the wait list is offered, the two and their opponent are told, all read it."""

from __future__ import annotations

import pytest

from tests.discord.harness import Answer, Member, Post, Stage, an_event, enter, rows

WHY = "The train broke down"


async def begun(stage: Stage, there: int = 4, waiting: int = 0, rulebook: str = "cup") -> list[Member]:
    """An event whose matches are called; who missed check-in comes after those who play."""
    post = await an_event(stage, "Friday Cup", rulebook=rulebook)
    players = [*stage.crowd(there), *(stage.member(f"Spare{number}") for number in range(1, waiting + 1))]
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players[:there])
    await stage.advance(minutes=29, seconds=10)
    return players


def cards(stage: Stage) -> list[Post]:
    return [one for one in stage.posts_in(stage.matches) if one.has("here")]


def told(stage: Stage) -> Post:
    return [post for post in stage.posts_in(stage.announcements) if "takes the place of" in post.text][-1]


async def replace(stage: Stage, left: Member, by: Member | None = None, **given: object) -> Answer:
    staff = by or stage.organiser
    offered = await staff.suggestions("tournament replace", "player", left.name, tournament="Friday Cup")
    return await staff.type(
        "tournament replace", tournament="Friday Cup", reason=WHY, player=offered[left.name], **given
    )


async def test_from_the_menu_the_first_who_waits_comes_in_and_all_who_are_concerned_are_told(stage: Stage) -> None:
    players = await begun(stage, waiting=2)
    shown = await stage.organiser.type("tournament replace", tournament="Friday Cup", reason=WHY)
    offered = await stage.organiser.choose(shown.post, "replace-chosen", players[0].name)
    assert f"<@{players[4].id}> is first on the list" in offered.text
    await stage.restart()
    form = await stage.organiser.choose(offered.post, "replace-with", "Spare1")
    before = len(cards(stage))
    done = await stage.organiser.fill(form, reason=WHY)
    assert done.private
    assert f"<@{players[4].id}> has the place of <@{players[0].id}>" in done.text
    await stage.advance(seconds=5)
    said = told(stage)
    assert WHY in said.text
    assert players[4].id in said.pinged
    assert len(said.pinged) == 2
    again = cards(stage)
    assert len(again) == before + 1
    assert players[4].id in again[-1].pinged
    assert players[0].id not in again[-1].pinged
    assert "You were replaced in" in players[0].inbox[-1].text
    assert "in the place of" in players[4].inbox[-1].text


async def test_who_was_replaced_reads_so_on_their_own_page_with_the_reason(stage: Stage) -> None:
    players = await begun(stage)
    await replace(stage, players[0], member=stage.member("Guest"))
    page = await players[0].type("me")
    assert "You were replaced in **Friday Cup**" in page.text
    assert WHY in page.text
    assert "next event" in page.text


async def test_a_second_press_of_the_same_form_is_refused(stage: Stage) -> None:
    players = await begun(stage, waiting=2)
    shown = await stage.organiser.type("tournament replace", tournament="Friday Cup", reason=WHY)
    offered = await stage.organiser.choose(shown.post, "replace-chosen", players[0].name)
    forms = [await stage.organiser.choose(offered.post, "replace-with", "Spare1") for _ in range(2)]
    first = await stage.organiser.fill(forms[0], reason=WHY)
    second = await stage.organiser.fill(forms[1], reason=WHY)
    assert "has the place of" in first.text
    assert "has the place of" not in second.text
    assert len(rows(stage, "SELECT 1 FROM substitutions")) == 1


async def test_who_came_to_the_match_before_the_form_was_sent_keeps_the_place(stage: Stage) -> None:
    players = await begun(stage, waiting=1)
    shown = await stage.organiser.type("tournament replace", tournament="Friday Cup", reason=WHY)
    offered = await stage.organiser.choose(shown.post, "replace-chosen", players[0].name)
    form = await stage.organiser.choose(offered.post, "replace-with", "Spare1")
    card = next(one for one in cards(stage) if players[0].id in one.pinged)
    await players[0].press(card, "here")
    refused = await stage.organiser.fill(form, reason=WHY)
    assert "is playing a match" in refused.text
    assert rows(stage, "SELECT 1 FROM substitutions") == []


async def test_a_person_without_discord_comes_in_by_name_and_the_bracket_shows_them(stage: Stage) -> None:
    players = await begun(stage)
    answer = await replace(stage, players[0], name="Grandpa Ivo")
    assert "Grandpa Ivo" in answer.text
    await stage.advance(seconds=5)
    assert "Grandpa Ivo" in told(stage).text
    bracket = await players[1].press(told(stage), "bracket")
    assert "Grandpa Ivo" in bracket.text


async def test_undone_the_player_is_called_again(stage: Stage) -> None:
    players = await begun(stage)
    guest = stage.member("Guest")
    await replace(stage, players[0], member=guest)
    await stage.advance(seconds=5)
    undo = await stage.organiser.type("undo")
    assert "place" in undo.text


@pytest.mark.rule("AIJE-D01-5")
async def test_in_an_open_no_place_goes_over(stage: Stage) -> None:
    players = await begun(stage, rulebook="aije-open")
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    assert not desk.post.has("replace-who")
    refused = await stage.organiser.type("tournament replace", tournament="Friday Cup", reason=WHY, member=players[0])
    assert "a place cannot go to another player" in refused.text


async def test_who_runs_the_cup_alone_and_plays_gives_a_reason_in_public(stage: Stage) -> None:
    post = await an_event(stage, "Friday Cup", rulebook="round-robin")
    players = [stage.organiser, *stage.crowd(4)]
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players)
    await stage.advance(minutes=29, seconds=10)
    answers = [await replace(stage, one, member=stage.member(f"Guest{n}")) for n, one in enumerate(players[1:])]
    assert all("has the place of" not in one.text for one in answers)
    assert rows(stage, "SELECT 1 FROM substitutions") == []
