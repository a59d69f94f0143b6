"""Remind me, as members use it: asked for at the registration, read as letters, answered from them."""

from __future__ import annotations

from datetime import timedelta

from bot.rulebooks.library import preset
from rehearsal.members import Answer
from tests.discord.entering import event_of
from tests.discord.harness import Member, Post, Stage, an_event, enter, rows
from tests.discord.test_teams import entered, rank

HOUR = timedelta(hours=1)


async def asked(stage: Stage, member: Member, *, hours: int = 72) -> tuple[Post, Answer]:
    """An event that starts in so many hours, on whose list the member stands, with letters asked for."""
    post = await an_event(stage, starts_at=stage.now + hours * HOUR)
    entered = await member.fill(await member.press(post, "register"), account=member.name)
    return post, await member.press(entered.post, "remind-me")


def wishes(stage: Stage) -> int:
    return len(rows(stage, "SELECT 1 FROM reminders"))


async def test_letters_come_a_day_and_an_hour_before_and_at_the_opening(stage: Stage) -> None:
    ana, bob = stage.member("Ana", "pt-BR"), stage.member("Bob")
    post, answer = await asked(stage, ana)
    await enter(stage, post, bob)
    assert answer.private
    assert "Vou escrever" in answer.text
    assert answer.post.has("remind-not")
    start = stage.now + 72 * HOUR
    for before, words in ((24 * HOUR, "começa"), (HOUR, "começa"), (HOUR / 2, "está aberta")):
        await stage.advance_to(start - before - timedelta(minutes=2))
        read = len(ana.inbox)
        await stage.advance(minutes=3)
        (letter,) = ana.inbox[read:]
        assert words in letter.text
        assert letter.has("check-in")
        await stage.restart()
    assert bob.inbox == []
    await stage.restart()
    assert "Presença confirmada" in (await ana.press(ana.inbox[-1], "check-in")).text
    assert rows(stage, "SELECT count(checked_in_at) AS n FROM entrants")[0]["n"] == 1
    await stage.advance(hours=1)
    assert len(ana.inbox) == 3


async def test_an_early_press_under_a_letter_is_told_when_to_come_back(stage: Stage) -> None:
    ana = stage.member("Ana")
    await asked(stage, ana, hours=30)
    await stage.advance(hours=7)
    assert "early" in (await ana.press(ana.inbox[-1], "check-in")).text


async def test_a_double_press_is_one_wish_and_the_letter_ends_it(stage: Stage) -> None:
    ana = stage.member("Ana")
    _, answer = await asked(stage, ana, hours=30)
    await ana.press(answer.post, "remind-not")
    again = await ana.press((await ana.type("me")).post, "remind-me")
    assert "I will message you" in again.text
    assert wishes(stage) == 1
    await stage.advance(hours=7)
    assert "won't message you" in (await ana.press(ana.inbox[-1], "remind-not")).text
    assert "won't message you" in (await ana.press(ana.inbox[-1], "remind-not")).text
    assert wishes(stage) == 0
    await stage.advance(hours=23)
    assert len(ana.inbox) == 1


async def test_two_presses_in_the_same_moment_are_one_wish(stage: Stage) -> None:
    ana = stage.member("Ana")
    post = await an_event(stage, starts_at=stage.now + 30 * HOUR)
    entered = await ana.fill(await ana.press(post, "register"), account="Ana")
    await stage.double_click(ana, entered.post, "remind-me")
    assert wishes(stage) == 1


async def test_me_shows_that_one_is_reminded_and_takes_it_back(stage: Stage) -> None:
    ana = stage.member("Ana")
    await asked(stage, ana)
    shown = await ana.type("me")
    assert "Do not remind me" in shown.post.labels
    await ana.press(shown.post, "remind-not")
    assert "Remind me" in (await ana.type("me")).post.labels


async def test_the_card_of_the_entry_shows_the_same(stage: Stage) -> None:
    ana = stage.member("Ana")
    post, _ = await asked(stage, ana)
    assert (await ana.press(post, "register")).post.has("remind-not")


async def test_with_closed_direct_messages_nothing_is_lost_under_me(stage: Stage) -> None:
    ana = stage.member("Ana")
    await asked(stage, ana, hours=30)
    stage.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await stage.advance(hours=7)
    assert ana.inbox == []
    assert rows(stage, "SELECT state FROM outbox WHERE kind = 'event_reminder'")[0]["state"] == "parked"
    stage.complaints.records.clear()
    told = await ana.type("me")
    assert "Open 1" in told.text
    assert stage.posts_in(stage.committee) == []


async def test_the_letters_follow_an_event_that_moves(stage: Stage) -> None:
    ana = stage.member("Ana")
    await asked(stage, ana, hours=72)
    preview = await stage.organiser.type("tournament edit", tournament="Open 1", start="2026-01-12 12:00")
    await stage.organiser.press(preview.post, "draft-confirm")
    await stage.leader.press(stage.latest("start-move"), "start-move")
    await stage.advance(hours=72)
    assert ana.inbox == []
    await stage.advance_to(stage.now.replace(day=11, hour=12, minute=1))
    assert len(ana.inbox) == 1


async def test_a_letter_of_a_call_takes_i_am_here(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    post, _ = await asked(stage, ana, hours=2)
    await enter(stage, post, bob)
    await stage.advance(hours=1, minutes=31)
    for member in (ana, bob):
        await member.press(post, "check-in")
    await stage.arbiter.type("arbiter on")
    await stage.advance(minutes=29, seconds=5)
    assert "is called" in ana.inbox[-1].text
    await stage.restart()
    assert "here" in (await ana.press(ana.inbox[-1], "here")).text
    assert len(rows(stage, "SELECT 1 FROM absence_clocks WHERE ended_at IS NOT NULL")) == 1
    assert all("is called" not in letter.text for letter in bob.inbox)


async def test_of_a_team_the_captain_is_written_to(stage: Stage) -> None:
    post = await event_of(stage, preset("aije-teams"), "Copa")
    captain, other = stage.member("Ana"), stage.member("Bia")
    await rank(stage, captain)
    receipt = await entered(captain, post, "Azul", "Ana; ana1", "Rui; rui1", "Eva; eva1")
    assert "I will message you" in (await captain.press(receipt.post, "remind-me")).text
    assert "Remind me" not in (await other.type("me")).post.labels
    await stage.advance(hours=1, minutes=31)
    assert captain.inbox[-1].has("check-in")
    assert wishes(stage) == 1


async def test_the_button_of_a_letter_of_long_ago_says_where_to_look(stage: Stage) -> None:
    ana = stage.member("Ana")
    await asked(stage, ana, hours=30)
    await stage.advance(hours=7)
    (letter,) = ana.inbox
    await stage.owner.fill(await stage.owner.type("tournament cancel", tournament="Open 1"), reason="Rain")
    await stage.advance(days=62)
    assert rows(stage, "SELECT 1 FROM outbox WHERE kind = 'event_reminder'") == []
    answer = await ana.press(letter, "now")
    assert "`/me`" in answer.text or "</me:" in answer.text
    assert "wrong" not in answer.text
