"""A week of a league as its members see it: a time in their own words, accepted, moved, and the call that follows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.kernel.ids import ContestId
from tests.discord.harness import Member, Post, Stage, an_event, enter, rows

BEFORE_THE_CLOCKS_CHANGE = datetime(2026, 3, 25, 18, tzinfo=UTC)


async def a_week(stage: Stage, *, starts_at: datetime | None = None) -> tuple[Post, list[Member]]:
    """A league of three whose first round is open: the card of its match, and its two sides in their order."""
    players = [stage.member(name, locale="pt-BR") for name in ("Ana", "Bia", "Caio")]
    begins = starts_at or stage.now + timedelta(days=2)
    if begins - stage.now > timedelta(days=3):
        await stage.advance_to(begins - timedelta(days=2))
    post = await an_event(stage, "Liga", rulebook="weekly-league", starts_at=begins)
    await enter(stage, post, *players)
    await stage.advance_to(begins - timedelta(hours=1))
    for player in players:
        await player.press(post, "check-in")
    await stage.advance_to(begins + timedelta(seconds=20))
    card = stage.latest("time-propose", stage.matches)
    sides = rows(
        stage,
        "SELECT p.discord_id FROM match_windows w JOIN contest_sides s USING (contest_id)"
        " JOIN entrants e USING (entrant_id) JOIN people p USING (person_id)"
        " WHERE w.told_at IS NOT NULL ORDER BY s.side",
    )
    return card, [stage.by_id(one["discord_id"]) for one in sides]


async def propose(stage: Stage, who: Member, card: Post, when: str, zone: str = "Lisboa") -> Post:
    """Proposes a time in words; the message that asks the other side is answered."""
    form = await who.press(card, "time-propose")
    shown = await who.fill(form, when=when, zone=zone)
    assert shown.private
    done = await who.press(shown.post, "time-propose-at")
    assert done.panel is not None
    await stage.advance(seconds=5)
    return stage.latest("time-accept", stage.matches)


def play_at(stage: Stage) -> datetime:
    """The time that stands."""
    (row,) = rows(stage, "SELECT play_at FROM match_times WHERE ending IS NULL")
    return datetime.fromtimestamp(row["play_at"] / 1000, tz=UTC)


async def test_two_agree_in_their_own_words_and_are_called_then(stage: Stage) -> None:
    card, (one, other) = await a_week(stage)
    assert card.pinged == {one.id, other.id}
    assert stage.latest("now", stage.announcements).has("now")
    asked = await propose(stage, one, card, "amanhã 20h")
    assert asked.pinged == {other.id}
    assert "<t:" in asked.text
    assert f"<@{other.id}>" in stage.again(card).text
    assert "<t:" in (await other.type("me")).text
    await stage.restart()
    answer = await other.press(asked, "time-accept")
    assert answer.private
    assert "<t:" in answer.text
    again = await other.press(asked, "time-accept")
    assert again.private
    await stage.advance(seconds=5)
    fixed = stage.posts_in(stage.matches)[-1]
    assert fixed.pinged == {one.id, other.id}
    await stage.advance_to(play_at(stage) + timedelta(seconds=5))
    called = stage.latest("here", stage.matches)
    assert called.pinged >= {one.id, other.id}
    assert (await one.press(called, "here")).result.acknowledged
    await stage.advance(minutes=2)
    assert "https://discord.com/channels/" in stage.again(card).text
    late = await other.press(asked, "time-accept")
    assert late.private


async def test_a_time_beyond_the_change_of_clocks_comes_out_right(stage: Stage) -> None:
    card, (one, other) = await a_week(stage, starts_at=BEFORE_THE_CLOCKS_CHANGE)
    await other.press(await propose(stage, one, card, "28/03 20:00"), "time-accept")
    assert play_at(stage) == datetime(2026, 3, 28, 20, tzinfo=UTC)
    await other.press(await propose(stage, one, card, "30/03 20:00"), "time-accept")
    assert play_at(stage) == datetime(2026, 3, 30, 19, tzinfo=UTC)


async def test_an_hour_that_the_clocks_skip_is_asked_back(stage: Stage) -> None:
    card, (one, _) = await a_week(stage, starts_at=BEFORE_THE_CLOCKS_CHANGE)
    form = await one.press(card, "time-propose")
    refused = await one.fill(form, when="29/03 01:30", zone="Europe/Lisbon")
    assert refused.private
    assert not refused.post.has("time-propose-at")
    form = await one.press(card, "time-propose")
    refused = await one.fill(form, when="29/03 20:00", zone="Nirgendheim")
    assert not refused.post.has("time-propose-at")


async def test_an_hour_that_comes_twice_is_offered_twice(stage: Stage) -> None:
    card, (one, _) = await a_week(stage, starts_at=datetime(2026, 10, 22, 18, tzinfo=UTC))
    form = await one.press(card, "time-propose")
    shown = await one.fill(form, when="25/10 01:30", zone="Europe/Lisbon")
    offered = [each for each in shown.post.offered if each.startswith("time-propose-at:")]
    assert len(offered) == 2
    assert (await one.press(shown.post, offered[1])).panel is not None
    (row,) = rows(stage, "SELECT play_at FROM match_proposals")
    assert datetime.fromtimestamp(row["play_at"] / 1000, tz=UTC) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


async def test_a_proposal_is_answered_with_another_and_taken_back_on_the_own_page(stage: Stage) -> None:
    card, (one, other) = await a_week(stage)
    asked = await propose(stage, one, card, "amanhã 20h")
    form = await other.press(asked, "time-counter")
    shown = await other.fill(form, when="amanhã 21h", zone="Lisboa")
    assert (await other.press(shown.post, "time-counter-at")).panel is not None
    await stage.advance(seconds=5)
    assert (await one.press(asked, "time-accept")).private, "what the button was made for is gone"
    assert not rows(stage, "SELECT 1 FROM match_times")
    page = await other.press(card, "time-mine")
    assert page.private
    await other.press(page.post, "time-withdraw")
    assert [row["ending"] for row in rows(stage, "SELECT ending FROM match_proposals ORDER BY made_at")] == [
        "declined",
        "withdrawn",
    ]
    assert (await stage.member("Zoe").press(card, "time-mine")).private


async def test_organisers_set_a_time_and_end_what_nobody_arranged(stage: Stage) -> None:
    card, (one, _) = await a_week(stage)
    refused = await one.press(card, "time-desk")
    assert refused.private
    assert not refused.post.has("time-set")
    desk = (await stage.organiser.press(card, "time-desk")).post
    form = await stage.organiser.press(desk, "time-set")
    done = await stage.organiser.fill(form, when="in 48 hours", zone="UTC", why="The hall is ours that day")
    assert "The hall is ours that day" in done.text
    await stage.advance(seconds=5)
    assert "The hall is ours that day" in stage.again(card).text
    form = await stage.organiser.press(done.post, "time-lift")
    await stage.organiser.fill(form, why="The hall is closed")
    await stage.advance(days=8)
    asked = stage.latest("time-desk", stage.committee)
    assert asked.has("time-desk")
    desk = (await stage.organiser.press(asked, "time-desk")).post
    both = next(each for each in desk.offered if each.endswith(".2"))
    form = await stage.organiser.press(desk, both)
    await stage.organiser.fill(form, why="Neither has written a word")
    (row,) = rows(stage, "SELECT kind FROM results")
    assert row["kind"] == "double_walkover"
    assert ContestId(card.offered[0].partition(":")[2])


async def test_a_silent_side_loses_and_everybody_reads_why(stage: Stage) -> None:
    card, (one, other) = await a_week(stage)
    await propose(stage, one, card, f"{stage.now + timedelta(days=8):%Y-%m-%d} 20:00")
    await stage.advance(days=7, minutes=1)
    told = [post for post in stage.posts_in(stage.matches) if post.pinged == {one.id, other.id}][-1]
    assert f"<@{other.id}>" in told.text
    (row,) = rows(stage, "SELECT kind FROM results")
    assert row["kind"] == "walkover"
