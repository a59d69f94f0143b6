"""A ladder as members see it: the first challenge from the post, who cannot be challenged, and what `/me` says."""

from __future__ import annotations

from datetime import timedelta

from tests.discord.harness import Member, Post, Stage, an_event, enter


async def begin(stage: Stage, *players: Member) -> Post:
    """A ladder of these players at its start; the post that opens it is answered."""
    await stage.arbiter.type("arbiter on")
    post = await an_event(stage, "Escada", rulebook="ladder", starts_at=stage.now + timedelta(hours=1))
    await enter(stage, post, *players)
    await stage.advance(minutes=31)
    for player in players:
        await player.press(post, "check-in")
    await stage.advance(minutes=29, seconds=10)
    return stage.latest("challenge", stage.announcements)


def in_order(stage: Stage, opened: Post) -> list[Member]:
    lines = [line for line in opened.text.splitlines() if "<@" in line]
    return [stage.by_id(int(line.partition("<@")[2].partition(">")[0])) for line in lines]


async def test_a_challenge_is_made_from_the_post_and_called_as_any_match(stage: Stage) -> None:
    opened = await begin(stage, *(stage.member(name) for name in ("Ana", "Bruno", "Carla", "Dario", "Elisa")))
    first, second, third, fourth, fifth = in_order(stage, opened)
    card = await fifth.press(opened, "challenge")
    assert card.private
    assert [label.partition(".")[0] for label in card.post.options("challenge-one").values()] == ["4", "3", "2"]
    kept = await fifth.press(opened, "challenge")
    made = await fifth.choose(card.post, "challenge-one", next(iter(card.post.options("challenge-one"))))
    assert made.panel is not None
    assert f"<@{fourth.id}>" in made.panel.text
    called = stage.latest("here", stage.matches)
    assert called.pinged >= {fourth.id, fifth.id}
    again = await fifth.choose(kept.post, "challenge-one", *list(kept.post.options("challenge-one"))[1:2])
    assert again.private
    assert "match" in again.text
    top = await first.press(opened, "challenge")
    assert top.private
    assert not top.post.has("challenge-one")
    busy = await third.type("me")
    assert busy.post.has("challenge")
    table = await second.type("standings", tournament="Escada")
    assert [table.text.index(str(one.id)) for one in (first, second, third)] == sorted(
        table.text.index(str(one.id)) for one in (first, second, third)
    )


async def test_a_stranger_challenges_nobody_and_after_the_end_nobody_does(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno", "Carla")]
    opened = await begin(stage, *players)
    answer = await stage.member("Zoe").press(opened, "challenge")
    assert answer.private
    assert not answer.posts[-1].has("challenge-one")
    await stage.advance(hours=3, minutes=1)
    late = await in_order(stage, opened)[-1].press(opened, "challenge")
    assert late.private
    assert not late.post.has("challenge-one")
    assert stage.latest("ranking", stage.announcements).has("standings")
