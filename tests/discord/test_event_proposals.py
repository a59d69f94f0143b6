"""A national arbiter's event waits for the President (AIJE-B01-AN)."""

from __future__ import annotations

import pytest

from bot.people.model import ArbiterTitle
from rehearsal.members import Answer
from tests.discord.harness import Member, Post, Stage, rows


async def propose(stage: Stage, member: Member) -> Answer:
    """The arbiter creates an event, as far as they may."""
    preview = await member.type(
        "tournament create", rulebook="aije-open", name="Cup of the North", start="2027-03-01 20:00"
    )
    return await member.press(preview.post, "draft-confirm")


async def national(stage: Stage) -> Member:
    """An arbiter with the title AN who does not organise."""
    (member,) = await stage.arbiters(1, title=ArbiterTitle.AN)
    return member


def announced(stage: Stage) -> list[Post]:
    return [post for post in stage.posts_in(stage.announcements) if "Cup of the North" in post.text]


@pytest.mark.rule("AIJE-B01-AN")
async def test_the_event_is_announced_once_the_president_has_approved_it(stage: Stage) -> None:
    arbiter = await national(stage)
    done = await propose(stage, arbiter)
    assert "The President has" in (done.panel or done.post).text
    await stage.advance(minutes=1)
    assert announced(stage) == []
    card = stage.latest("event-approve", stage.committee)
    assert card.pinged == {stage.president.id}
    await stage.restart()
    assert "announced" in (await stage.president.press(card, "event-approve")).text
    await stage.advance(minutes=1)
    assert len(announced(stage)) == 1
    assert not stage.again(card).has("event-approve")
    assert "Approved by" in arbiter.inbox[-1].text
    (row,) = rows(stage, "SELECT p.name FROM tournaments t JOIN people p ON p.person_id = t.created_by")
    assert row["name"] == arbiter.name


@pytest.mark.rule("AIJE-B01-AN")
async def test_a_refusal_has_a_reason_and_announces_nothing(stage: Stage) -> None:
    arbiter = await national(stage)
    await propose(stage, arbiter)
    await stage.advance(minutes=1)
    card = stage.latest("event-approve", stage.committee)
    form = await stage.president.press(card, "event-refuse")
    await stage.president.fill(form, reason="The World Championship is that day")
    await stage.advance(minutes=1)
    assert announced(stage) == []
    assert "World Championship" in stage.again(card).text
    assert "World Championship" in arbiter.inbox[-1].text


@pytest.mark.rule("AIJE-B01-AN")
async def test_nobody_but_the_president_decides(stage: Stage) -> None:
    arbiter = await national(stage)
    await propose(stage, arbiter)
    await stage.advance(minutes=1)
    card = stage.latest("event-approve", stage.committee)
    for member in (stage.leader, arbiter):
        assert "President" in (await member.press(card, "event-approve")).text
    assert rows(stage, "SELECT 1 FROM tournaments") == []


@pytest.mark.rule("AIJE-B01-ANP")
async def test_a_provisional_arbiter_proposes_no_event(stage: Stage) -> None:
    (member,) = await stage.arbiters(1, title=ArbiterTitle.ANP)
    answer = await member.type("tournament create", rulebook="aije-open", name="Cup", start="2027-03-01 20:00")
    assert "organiser" in answer.text
    assert rows(stage, "SELECT 1 FROM drafts") == []


@pytest.mark.rule("AIJE-B01-AN")
async def test_a_start_that_has_passed_meanwhile_is_said_to_the_president(stage: Stage) -> None:
    arbiter = await national(stage)
    await propose(stage, arbiter)
    await stage.advance(days=500)
    card = stage.latest("event-approve", stage.committee)
    await stage.president.press(card, "event-approve")
    assert rows(stage, "SELECT 1 FROM tournaments") == []
    assert stage.again(card).has("event-refuse")
