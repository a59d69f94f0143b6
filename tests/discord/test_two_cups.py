"""A player in two cups at once, in Discord: told before, waited for, called when the other match is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rehearsal.posts import Post
from tests.discord.harness import Member, Stage, an_event, enter
from tests.discord.test_summons import calls

APART = timedelta(minutes=4)


async def two_cups(stage: Stage) -> tuple[dict[str, Post], dict[str, Member]]:
    """Ana plays in both cups, Bruno in the first and Clara in the second; both matches are called."""
    people = {name: stage.member(name) for name in ("Ana", "Bruno", "Clara", "Davi")}
    starts_at, posts = stage.now + timedelta(hours=2), {}
    for number, (cup, names) in enumerate({"Blitz": ("Ana", "Bruno"), "Rapid": ("Ana", "Clara")}.items()):
        posts[cup] = await an_event(stage, cup, rulebook="cup", starts_at=starts_at + number * APART)
        await enter(stage, posts[cup], *(people[name] for name in names))
    await stage.advance_to(starts_at - timedelta(minutes=10))
    for cup, names in {"Blitz": ("Ana", "Bruno"), "Rapid": ("Ana", "Clara")}.items():
        for name in names:
            await people[name].press(posts[cup], "check-in")
    return posts, people


def card(stage: Stage, *names: Member) -> Post:
    """The card of the match of these."""
    found = [one for one in stage.posts_in(stage.matches) if one.has("here") or one.has("score") or one.has("agree")]
    return next(one for one in found if all(f"<@{name.id}>" in one.text for name in names))


async def both_called(stage: Stage) -> tuple[Post, Post, dict[str, Member]]:
    _, people = await two_cups(stage)
    await stage.advance(minutes=15)
    return card(stage, people["Ana"], people["Bruno"]), card(stage, people["Ana"], people["Clara"]), people


async def test_who_registers_for_both_reads_it_and_the_desk_names_them(stage: Stage) -> None:
    first = await an_event(stage, "Blitz", rulebook="cup")
    ana = stage.member("Ana")
    assert "You are also in" not in (await ana.press(first, "register")).text
    second = await an_event(stage, "Rapid", rulebook="cup", starts_at=stage.now + timedelta(hours=2, minutes=4))
    told = await ana.press(second, "register")
    assert told.private
    assert "You are also in **Blitz**" in told.text
    desk = await stage.organiser.type("desk", tournament="Rapid")
    assert "**Blitz**" in desk.text
    assert f"<@{ana.id}>" in desk.text


@pytest.mark.parametrize(
    "stage_options", [{"language": one} for one in ("en-US", "pt-BR", "es-ES", "it")], indirect=True
)
async def test_the_later_match_waits_and_calls_its_players_when_the_first_is_over(stage: Stage) -> None:
    first, second, people = await both_called(stage)
    assert "Blitz" in second.text
    until = int((second.at + timedelta(minutes=30)).timestamp())
    assert f"<t:{until}" in stage.again(second).text
    await people["Clara"].press(second, "here")
    for name in ("Ana", "Bruno"):
        await people[name].press(first, "here")
    await stage.advance(minutes=12)
    assert "Blitz" in stage.again(second).text, "12 minutes would have cost a game"
    score = next(iter(stage.again(first).options("score")))
    await people["Ana"].choose(first, "score", score)
    await stage.advance(seconds=5)
    told = [one for one in stage.posts_in(stage.matches) if one.has("here") and one.message_id > second.message_id]
    assert [one.pinged for one in told] == [{people["Ana"].id}]
    await stage.restart()
    await people["Ana"].press(told[0], "here")
    await stage.advance(seconds=5)
    assert stage.again(second).has("score")
    assert "Blitz" not in stage.again(second).text
    assert calls(stage) == []


async def test_after_thirty_minutes_who_runs_both_cups_is_called(stage: Stage) -> None:
    first, second, people = await both_called(stage)
    for name in ("Ana", "Bruno"):
        await people[name].press(first, "here")
    await people["Clara"].press(second, "here")
    await stage.advance(minutes=28)
    assert calls(stage) == []
    await stage.advance(minutes=2)
    asked = calls(stage)
    assert {one.subject("referee") for one in asked} == {first.subject("here"), second.subject("here")}
    assert all(one.pinged == {stage.organiser.id} for one in asked)
    await stage.advance(seconds=30)
    assert "loses the first game" in stage.again(second).text


async def test_an_outage_during_the_wait_makes_it_longer(stage: Stage) -> None:
    first, second, people = await both_called(stage)
    for name in ("Ana", "Bruno"):
        await people[name].press(first, "here")
    before = stage.again(second).text
    await stage.sleep_through(timedelta(minutes=25))
    await stage.advance(seconds=30)
    assert stage.again(second).text != before
    assert calls(stage) == []


async def test_who_comes_by_themselves_begins_at_once(stage: Stage) -> None:
    _, second, people = await both_called(stage)
    answer = await people["Ana"].press(second, "here")
    assert answer.private or answer.panel is not None
    await people["Clara"].press(second, "here")
    await stage.advance(seconds=5)
    assert stage.again(second).has("score")
    assert calls(stage) == []
