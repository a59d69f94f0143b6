"""Rating points for an absence, as the committee and the player meet them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.kernel.context import Tx
from bot.kernel.ids import GuildId, MemberId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.ratings_store import Rated, RatingList
from rehearsal import simcord_seam
from rehearsal.members import Member
from tests.discord.harness import Stage
from tests.discord.test_cases import missed, said
from tests.discord.voting import committee, opened, vote


async def rate(stage: Stage, member: Member, rating: float) -> None:
    """Publishes a list on which the member stands alone."""

    def publish(tx: Tx) -> None:
        person = people_store.of_member(tx, GuildId(stage.guild.id), MemberId(member.id))
        assert person is not None
        lines = {person.person_id: Rated(person.person_id, rating, 10)}
        listed = RatingList(tx.new_id(), GuildId(stage.guild.id), None, tx.now, lines)
        people_ratings_store.publish(tx, listed)

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(publish))


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B02-2")
async def test_the_committee_takes_points_in_place_of_the_bar_and_everybody_reads_it(stage: Stage) -> None:
    ana, judges = stage.member("Ana"), await committee(stage, 3)
    await missed(stage, ana)
    await rate(stage, ana, 2100)
    await stage.advance(hours=73)
    card = await opened(stage, "rating-penalty", subject=ana)
    assert "in place of the bar" in card.text
    await vote(card, *((one, "yes") for one in judges))
    await stage.advance(seconds=10)
    told = said(stage, "loses 30.7 rating points")[-1]
    assert told.pinged == {ana.id}
    assert "you can register again" in told.text
    assert "You lose 30.7 rating points" in ana.inbox[-1].text
    page = await ana.type("player", member=ana)
    assert "2069" in page.text
    assert "−30.7 points for missing **Open 1**" in page.text


@pytest.mark.rule("AIJE-D01-5.3")
async def test_the_points_come_back_by_the_opposite_vote(stage: Stage) -> None:
    ana, judges = stage.member("Ana"), await committee(stage, 3)
    await missed(stage, ana)
    await rate(stage, ana, 2100)
    await stage.advance_to(stage.now + timedelta(hours=73))
    for kind in ("rating-penalty", "points-return"):
        await vote(await opened(stage, kind, subject=ana), *((one, "yes") for one in judges))
        await stage.advance(seconds=10)
    assert "gets back 30.7 rating points" in said(stage, "gets back")[-1].text
    assert "given back since" in (await ana.type("player", member=ana)).text


async def test_a_vote_on_points_of_somebody_without_a_rating_says_what_to_do_instead(stage: Stage) -> None:
    ana = stage.member("Ana")
    await committee(stage, 3)
    await missed(stage, ana)
    await stage.advance(hours=73)
    answer = await stage.leader.type("vote open", kind="rating-penalty", question="Why?", subject=ana)
    assert "You can vote on a bar instead" in answer.text
