"""The end of an event as members see it: podium, new ratings, the record, and what to do next."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.harness import Member, Post, Stage, an_event, enter, rows


async def begin(stage: Stage, players: list[Member]) -> Post:
    """An event of these players, drawn, with an arbiter on duty; time stands at the start."""
    post = await an_event(stage, starts_at=stage.now + timedelta(hours=2))
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=45)
    for player in players:
        await player.press(post, "check-in")
    await stage.advance(minutes=15, seconds=10)
    for arbiter in await stage.arbiters(2):
        await arbiter.type("arbiter on")
    await stage.advance(seconds=5)
    return post


def calls(stage: Stage) -> list[Post]:
    """The cards of the matches that wait for their players."""
    return [post for post in stage.posts_in(stage.matches) if post.has("here")]


async def play(stage: Stage, card: Post) -> None:
    """Both come, the first reports a win to love, the other confirms."""
    sides = [stage.by_id(int(row["discord_id"])) for row in rows(stage, SIDES, card.find("here")["custom_id"][5:])]
    for side in sides:
        await side.press(card, "here")
    best = next(iter(stage.again(card).options("score")))
    await sides[0].choose(card, "score", best)
    await sides[1].press(card, "agree")
    await stage.settle()


SIDES = (
    "SELECT p.discord_id FROM contest_sides s JOIN entrants e USING (entrant_id) JOIN people p USING (person_id)"
    " WHERE s.contest_id = ? ORDER BY s.side"
)


async def play_out(stage: Stage) -> None:
    for _ in range(40):
        await stage.advance(seconds=10)
        if not calls(stage):
            return
        await play(stage, calls(stage)[0])


@pytest.fixture
async def ended(stage: Stage) -> list[Member]:
    players = [stage.member(name) for name in ("Ana", "Bruno", "Clara", "Davi")]
    await begin(stage, players)
    await play_out(stage)
    return players


@pytest.mark.rule("AIJE-B03-1", "AIJE-B02-2")
async def test_the_end_congratulates_publishes_and_says_what_comes_next(stage: Stage, ended: list[Member]) -> None:
    podium, ratings = [post for post in stage.posts_in(stage.announcements) if post.pictures][-2:]
    assert [picture.name for post in (podium, ratings) for picture in post.pictures] == ["podium.png", "ratings.png"]
    assert podium.pinged == frozenset()
    assert "/ranking" in podium.text
    assert all(f"<@{member.id}>" in ratings.text for member in ended)


async def test_the_record_holds_every_result(stage: Stage, ended: list[Member]) -> None:
    record = stage.posts_in(stage.record)[-1]
    assert record.text.count("3–0") == 2
    assert record.text.count("5–0") == 2
    assert all(f"<@{member.id}>" in record.text for member in ended)
    assert record.pinged == frozenset()


async def test_a_restart_after_the_last_result_loses_no_word(stage: Stage) -> None:
    await begin(stage, [stage.member("Ana"), stage.member("Bruno")])
    stage.env.inject_error("POST", "/channels/*/messages", status=500, code=0)
    await play(stage, calls(stage)[0])
    stage.complaints.records.clear()
    await stage.restart()
    await stage.advance(minutes=2)
    assert [post.text for post in stage.posts_in(stage.announcements) if post.has("ranking")]
    said = rows(stage, "SELECT kind, state FROM outbox WHERE kind IN ('podium', 'ratings_published', 'record_results')")
    assert sorted((row["kind"], row["state"]) for row in said) == [
        ("podium", "delivered"),
        ("ratings_published", "delivered"),
        ("record_results", "delivered"),
    ]


async def test_the_end_costs_few_calls(stage: Stage) -> None:
    await begin(stage, [stage.member("Ana"), stage.member("Bruno")])
    card = calls(stage)[0]
    before = len(stage.calls)
    await play(stage, card)
    await stage.advance(minutes=2)
    assert len(stage.calls) - before <= 5
