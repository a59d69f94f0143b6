"""From an unjustified absence to the committee's vote on another penalty."""

from __future__ import annotations

import pytest

from rehearsal.members import Member
from tests.discord.harness import Answer, Post, Stage, rows
from tests.discord.test_cases import justify, missed
from tests.discord.test_points import rate
from tests.discord.voting import committee, vote


async def expired(stage: Stage, *members: Member) -> Post:
    """What the committee reads when the time to justify is over."""
    await missed(stage, *members)
    await stage.advance(hours=72, minutes=1)
    return stage.latest("case-penalty", stage.committee)


async def proposed(stage: Stage, card: Post, penalty: str, **typed: str) -> Answer:
    """The leader opens the vote from the card."""
    offered = await stage.leader.press(card, "case-penalty")
    form = await stage.leader.choose(offered.post, "case-penalty-kind", penalty)
    return await stage.leader.fill(form, question="Second time this year", **typed)


@pytest.mark.rule("AIJE-D01-5.3")
async def test_the_committee_hears_who_said_nothing_and_the_leader_opens_a_vote_on_a_bar_for_a_time(
    stage: Stage,
) -> None:
    ana, judges = stage.member("Ana"), await committee(stage, 3)
    card = await expired(stage, ana)
    said = card.text
    assert said.index("wrote nothing:") < said.index(str(ana.id)) < said.index("The rules have already been applied")
    await stage.restart()
    assert "open until" in (await proposed(stage, card, "bar_for", lasts="30 d")).text
    (opened,) = rows(stage, "SELECT v.reference, c.case_id FROM votes v CROSS JOIN absence_cases c")
    assert opened["reference"] == opened["case_id"]
    await vote(stage.latest("vote-yes", stage.committee), *((one, "yes") for one in judges))
    await stage.advance(seconds=10)
    (bar,) = rows(stage, "SELECT until - since AS lasts, explanation FROM bars WHERE lifted_at IS NULL")
    assert (bar["lasts"], bar["explanation"]) == (30 * 24 * 3600 * 1000, "Second time this year")


@pytest.mark.rule("AIJE-D01-5.3")
async def test_points_are_offered_where_there_is_a_rating_to_take_them_from(stage: Stage) -> None:
    ana, _ = stage.member("Ana"), await committee(stage, 3)
    card = await expired(stage, ana)
    offered = await stage.leader.press(card, "case-penalty")
    assert "Rating points" not in offered.text
    await rate(stage, ana, 2100)
    assert "open until" in (await proposed(stage, card, "points")).text
    (opened,) = rows(stage, "SELECT kind FROM votes")
    assert opened["kind"] == "rating-penalty"


@pytest.mark.rule("AIJE-D01-5.3")
async def test_a_declined_justification_offers_the_vote_on_its_own_card(stage: Stage) -> None:
    ana = stage.member("Ana")
    await justify(ana, await missed(stage, ana))
    await stage.advance(minutes=1)
    card = stage.latest("case-decline", stage.committee)
    form = await stage.arbiter.press(card, "case-decline")
    await stage.arbiter.fill(form, reason="No proof")
    await stage.advance(minutes=1)
    assert stage.again(card).has("case-penalty")
    assert (await stage.arbiter.type("case show", case=f"case-{case_id(stage)}")).post.has("case-penalty")


async def test_who_may_not_open_such_a_vote_is_told_who_may(stage: Stage) -> None:
    card = await expired(stage, stage.member("Ana"))
    answer = await stage.arbiter.press(card, "case-penalty")
    assert "leader" in answer.text
    assert rows(stage, "SELECT 1 FROM votes") == []


async def test_a_length_that_cannot_be_read_opens_no_vote(stage: Stage) -> None:
    card = await expired(stage, stage.member("Ana"))
    assert "soon" in (await proposed(stage, card, "bar_for", lasts="soon")).text
    assert rows(stage, "SELECT 1 FROM votes") == []


def case_id(stage: Stage) -> str:
    (row,) = rows(stage, "SELECT case_id FROM absence_cases")
    return str(row["case_id"])
