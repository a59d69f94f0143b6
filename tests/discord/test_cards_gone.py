"""A card that somebody deletes while a clock waits for presses on it: the clock stands still until it is back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.play.rulebook import ThreadRules
from rehearsal import simcord_seam
from rehearsal.posts import Post
from tests.discord.harm import Harm, plant
from tests.discord.harness import Stage, an_event, enter, rows
from tests.discord.test_check_in import outcomes, with_players
from tests.discord.test_match_threads import called
from tests.discord.test_match_times import a_week, propose
from tests.discord.test_matches import Duel, call
from tests.discord.test_tables import begin, calls
from tests.discord.threads import delete

LOOK = r"/channels/\d+/messages/\d+"


def forget(stage: Stage, post: Post) -> None:
    """Somebody deletes the message, of which nobody tells the bot."""
    simcord_seam.forget_message(stage.env, post.channel_id, post.message_id)


def cards(stage: Stage, channel: simcord_seam.ChannelHandle) -> list[Post]:
    """The cards of matches that stand in the channel."""
    return [post for post in stage.posts_in(channel) if post.has("here")]


def results(stage: Stage) -> list[str]:
    return [row["kind"] for row in rows(stage, "SELECT kind FROM results")]


def looks(stage: Stage) -> int:
    """How often Discord was asked for one message."""
    return sum(one.method == "GET" and "/messages/" in one.path for one in stage.calls)


def has_lost(card: Post) -> bool:
    """Whether the card says that somebody has lost games by absence."""
    return re.search(r"lost \d+ game", card.text) is not None


def asked(stage: Stage) -> bool:
    """Whether the arbiter, or who runs the event, was asked about players who stay away."""
    about = "SELECT 1 FROM matters WHERE kind IN ('both_absent', 'table_missing')"
    return bool(rows(stage, f"SELECT 1 FROM outbox WHERE kind = 'both_absent' UNION ALL {about}"))


def staff_called(stage: Stage) -> bool:
    """Whether who runs the event was called to a table that waits."""
    return bool(rows(stage, "SELECT 1 FROM matters WHERE kind = 'table_missing'"))


def told(stage: Stage) -> list[str]:
    """What the organisers read of cards that were deleted."""
    return [post.text for post in stage.posts_in(stage.committee) if "was deleted. I'm posting it again" in post.text]


async def shown_again(stage: Stage, duel: Duel) -> Duel:
    """The match on the card that stands in place of the one that was deleted."""
    (card,) = cards(stage, stage.matches)
    assert card.message_id != duel._card.message_id
    return Duel(stage, card, duel.first, duel.second)


@pytest.mark.rule("AIJE-D01-5.4")
async def test_nobody_loses_by_a_card_that_was_deleted(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    forget(stage, duel.card)
    await stage.advance(minutes=2, seconds=10)
    again = await shown_again(stage, duel)
    assert not has_lost(again.card)
    await stage.advance(minutes=1, seconds=40)
    await again.here(again.first, again.second)
    assert {"5-0", "0-5"} <= set(again.card.options("score"))
    assert [row["back_at"] is None for row in rows(stage, "SELECT * FROM card_gaps")] == [False]


@pytest.mark.rule("AIJE-D01-5.4")
async def test_the_clock_goes_on_from_when_the_card_was_last_pressed(stage: Stage) -> None:
    duel = await call(stage)
    await stage.advance(minutes=1, seconds=30)
    await duel.here(duel.first)
    forget(stage, duel.card)
    await stage.advance(seconds=45)
    (again,) = [card for card in cards(stage, stage.matches) if f"<@{duel.second.id}>" in card.text]
    assert again.message_id != duel._card.message_id
    await stage.advance(seconds=10)
    assert not has_lost(stage.again(again))
    await stage.advance(seconds=15)
    assert has_lost(stage.again(again))


@pytest.mark.rule("AIJE-D01-5.4")
async def test_who_runs_the_event_reads_once_that_a_card_was_deleted(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    forget(stage, duel.card)
    await stage.advance(minutes=5)
    (said,) = told(stage)
    assert f"<@{duel.first.id}>" in said
    log = [row["act"] for row in rows(stage, "SELECT act FROM log WHERE act LIKE 'card%' ORDER BY sequence")]
    assert log == ["card_gone", "card_back"]
    (told_them,) = [
        post for post in stage.posts_in(stage.committee) if "card with a running clock was deleted" in post.text
    ]
    assert stage.organiser.id in told_them.pinged
    await stage.organiser.press(told_them, "desk")
    assert "~~" in stage.again(told_them).text


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_card_whose_channel_was_deleted_comes_back_in_the_announcements(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    delete_channel(stage, stage.matches)
    await stage.advance(minutes=2, seconds=10)
    (card,) = cards(stage, stage.announcements)
    assert told(stage)
    again = Duel(stage, card, duel.first, duel.second)
    await stage.advance(minutes=1, seconds=30)
    await again.here(again.first, again.second)
    assert {"5-0", "0-5"} <= set(again.card.options("score"))


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_clock_waits_as_long_as_its_card_can_be_posted_nowhere(stage: Stage) -> None:
    await call(stage, "Ana", "Bia")
    for one in (stage.matches, stage.announcements):
        delete_channel(stage, one)
    await stage.advance(hours=3)
    assert rows(stage, "SELECT count(*) AS n FROM absence_clocks WHERE ended_at IS NULL")[0]["n"] == 2
    assert results(stage) == []
    await stage.restart()
    await stage.advance(hours=1)
    assert results(stage) == []
    assert rows(stage, "SELECT count(*) AS n FROM outbox WHERE kind = 'both_absent'")[0]["n"] == 0


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_card_that_stands_costs_one_look_at_the_end_of_its_clock_and_no_time(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first)
    before = looks(stage)
    await stage.advance(minutes=6, seconds=4)
    assert "**3–0**" in duel.card.text
    assert looks(stage) - before == 1
    assert not rows(stage, "SELECT 1 FROM card_gaps")


@pytest.mark.rule("AIJE-D01-5.4")
async def test_while_discord_does_not_say_whether_a_card_stands_its_clock_waits(stage: Stage) -> None:
    await call(stage, "Ana", "Bia")
    plant(stage, Harm.REFUSED_BEFORE, "GET", LOOK, times=1)
    await stage.advance(minutes=10, seconds=10)
    assert not asked(stage)
    await stage.advance(minutes=1)
    assert asked(stage)


@pytest.mark.rule("AIJE-D01-5.4")
async def test_trouble_of_discord_does_not_stop_a_clock_for_good(stage: Stage) -> None:
    await call(stage, "Ana", "Bia")
    plant(stage, Harm.REFUSED_BEFORE, "GET", LOOK, times=1000)
    await stage.advance(minutes=19)
    assert not asked(stage)
    await stage.advance(minutes=2)
    assert asked(stage)
    assert rows(stage, "SELECT 1 FROM log WHERE act = 'card_unseen'")


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_card_that_the_bot_may_not_look_at_counts_as_standing(stage: Stage) -> None:
    await call(stage, "Ana", "Bia")
    stage.env.inject_error("GET", "/channels/*/messages/*", status=403, code=50001, times=None)
    await stage.advance(minutes=10, seconds=5)
    assert asked(stage)


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize("is_told", [True, False])
async def test_a_match_whose_thread_was_deleted_has_its_clock_held_too(stage: Stage, is_told: bool) -> None:
    event = await called(stage, ThreadRules())
    await stage.advance(minutes=1)
    await delete(stage, event.ids()[0], told=is_told)
    await stage.advance(minutes=1, seconds=10)
    (gap,) = rows(stage, "SELECT * FROM card_gaps")
    assert gap["back_at"] is not None
    assert event.ids()[0] is not None
    assert not has_lost(event.card)
    await stage.advance(minutes=2)
    assert has_lost(event.card)


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_restart_while_the_card_is_looked_at_loses_nothing(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    await stage.advance(minutes=9)
    forget(stage, duel.card)
    plant(stage, Harm.REFUSED_BEFORE, "GET", LOOK, times=1)
    await stage.advance(minutes=1, seconds=5)
    await stage.restart()
    await stage.advance(minutes=1, seconds=30)
    again = await shown_again(stage, duel)
    assert not asked(stage)
    await again.here(again.first, again.second)
    assert "5-4" in again.card.options("score")


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_card_that_is_deleted_twice_is_held_twice(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    forget(stage, duel.card)
    await stage.advance(minutes=2, seconds=10)
    again = await shown_again(stage, duel)
    forget(stage, again.card)
    await stage.advance(minutes=2, seconds=10)
    third = await shown_again(stage, again)
    assert not has_lost(third.card)
    assert len(told(stage)) == 2


@pytest.mark.rule("AIJE-D01-5.3")
async def test_check_in_stays_open_for_as_long_as_its_announcement_was_gone(stage: Stage) -> None:
    post, (ana, bob) = await with_players(stage, "Ana", "Bob")
    await ana.press(post, "check-in")
    forget(stage, post)
    await stage.advance(minutes=29, seconds=10)
    again = stage.latest("register", stage.announcements)
    assert outcomes(stage) == {"Ana": None, "Bob": None}
    await stage.advance(minutes=5)
    await bob.press(again, "check-in")
    await stage.advance(minutes=60)
    assert outcomes(stage) == {"Ana": "starter", "Bob": "starter"}


@pytest.mark.rule("AIJE-D01-5.3")
async def test_an_announcement_whose_channel_was_deleted_comes_back_among_the_matches(stage: Stage) -> None:
    post, (_, bob) = await with_players(stage, "Ana", "Bob")
    assert stage.again(post)
    delete_channel(stage, stage.announcements)
    await stage.advance(minutes=30)
    again = stage.latest("check-in", stage.matches)
    await bob.press(again, "check-in")
    await stage.advance(minutes=90)
    assert outcomes(stage)["Bob"] == "starter"


async def test_an_announcement_that_is_deleted_before_check_in_moves_nothing(stage: Stage) -> None:
    post = await an_event(stage)
    members = [stage.member(name) for name in ("Ana", "Bob")]
    await enter(stage, post, *members)
    forget(stage, post)
    await stage.advance(minutes=91)
    again = stage.latest("check-in", stage.announcements)
    for member in members:
        await member.press(again, "check-in")
    await stage.advance(minutes=29, seconds=5)
    assert set(outcomes(stage).values()) == {"starter"}


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_report_does_not_come_to_stand_while_its_card_was_gone(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "5-3")
    forget(stage, duel.card)
    await stage.advance(minutes=10, seconds=10)
    assert results(stage) == []
    card = next(post for post in stage.posts_in(stage.matches) if post.has("agree") and post.has("referee"))
    await duel.second.press(card, "agree")
    assert results(stage) == ["played"]


def delete_channel(stage: Stage, channel: simcord_seam.ChannelHandle) -> None:
    """Somebody deletes the channel with all that stands in it."""
    stage.env.backend.delete_channel(channel.id)


async def test_a_side_that_stays_silent_has_its_days_again_where_their_card_was_deleted(stage: Stage) -> None:
    card, (one, _) = await a_week(stage)
    await propose(stage, one, card, f"{stage.now + timedelta(days=8):%Y-%m-%d} 20:00")
    forget(stage, card)
    await stage.advance(days=7, minutes=1)
    assert results(stage) == []
    again = stage.latest("time-propose", stage.matches)
    assert again.message_id != card.message_id
    await stage.advance(days=7)
    assert results(stage) == ["walkover"]


async def test_nobody_is_asked_about_a_missing_player_whose_card_of_the_table_was_deleted(stage: Stage) -> None:
    await begin(stage, 4)
    (card,) = calls(stage)
    (rules,) = rows(stage, "SELECT count(*) AS n FROM absence_clocks")
    assert rules["n"] == 4
    forget(stage, card)
    until = rows(stage, "SELECT due_at FROM deadlines WHERE kind = 'lose_game'")[0]["due_at"] / 1000
    await stage.advance(seconds=until - stage.now.timestamp() + 5)
    assert not staff_called(stage)
    assert [post.message_id for post in calls(stage)] != [card.message_id]
    await stage.advance(hours=1)
    assert staff_called(stage)
