"""Two members of one name: on the list, in the bracket, and where staff choose."""

from __future__ import annotations

from tests.discord.entering import tournament_id
from tests.discord.harness import Stage, an_event, enter


async def test_two_of_one_name_are_told_apart_on_the_list_and_where_staff_choose(stage: Stage) -> None:
    post = await an_event(stage)
    first, second = stage.member("ana_reis", shown="Ana"), stage.member("anab", shown="Ana")
    await enter(stage, post, first, second)
    answer = await stage.organiser.press(post, "players")
    assert rf"<@{first.id}> (ana\_reis)" in answer.text
    assert f"<@{second.id}> (anab)" in answer.text
    offered = await stage.organiser.suggestions("tournament remove", "player", "ana", tournament=tournament_id(stage))
    assert [name.split(")")[0] for name in offered] == ["Ana (ana_reis", "Ana (anab"]


async def test_two_of_one_name_stand_apart_in_the_picture_of_the_bracket(stage: Stage) -> None:
    post = await an_event(stage, rulebook="cup")
    players = [stage.member("ana_reis", shown="Ana"), stage.member("anab", shown="Ana")]
    await enter(stage, post, *players)
    await stage.advance(minutes=100)
    for player in players:
        await player.press(stage.latest("check-in", stage.announcements), "check-in")
    await stage.advance(minutes=25)
    drawn = stage.latest("bracket", stage.announcements)
    assert drawn.pictures
    assert r"Ana (ana_reis)" in drawn.text
    assert "Ana (anab)" in drawn.text
