"""Elections as everybody reads them, declining to stand, and what `/me` asks about titles."""

from __future__ import annotations

import pytest

from bot.people.model import ArbiterTitle
from tests.discord.harness import Stage, an_event, enter, rows
from tests.discord.test_event_proposals import propose
from tests.discord.test_points import rate
from tests.discord.voting import committee, opened


@pytest.mark.rule("AIJE-A01-2")
async def test_a_candidate_declines_and_everybody_hears_who_was_elected(stage: Stage) -> None:
    members = await committee(stage, 3)
    card = await opened(stage, "leader-election", by=stage.president)
    sure = await members[0].press(card, "vote-stand-down")
    await stage.restart()
    assert "off the ballot" in (await members[0].press(sure.post, "vote-stand-down-me")).text
    await stage.advance(minutes=1)
    told = stage.posts_in(stage.committee)[-1]
    assert "no longer runs" in told.text
    assert members[0].id not in [int(one) for one in named(stage)]
    for member in members:
        await member.choose(stage.again(card), "vote-for", members[1].name)
    await stage.advance(days=8)
    said = [one.text for one in stage.posts_in(stage.announcements) if "is elected leader" in one.text]
    assert len(said) == 1
    assert "with 3 of 3 ballots" in said[0]
    assert "/committee suggest" in said[0]


def named(stage: Stage) -> list[str]:
    found = rows(stage, "SELECT p.discord_id FROM vote_candidates JOIN people p USING (person_id)")
    return [str(row["discord_id"]) for row in found]


@pytest.mark.rule("AIJE-B01-4")
async def test_me_asks_a_registered_player_for_the_country_until_it_is_named(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    assert "country you play for" not in (await ana.type("me")).text
    await rate(stage, ana, 2000)
    asked = await ana.type("me")
    assert "country you play for" in asked.text
    form = await ana.press(asked.post, "country-form")
    await ana.fill(form, country="Brazil")
    assert "country you play for" not in (await ana.type("me")).text
    (row,) = rows(stage, "SELECT country FROM countries")
    assert row["country"] == "BR"


@pytest.mark.rule("AIJE-B01-AN")
async def test_me_tells_the_president_of_a_proposed_event(stage: Stage) -> None:
    (arbiter,) = await stage.arbiters(1, title=ArbiterTitle.AN)
    await propose(stage, arbiter)
    await stage.advance(minutes=1)
    mine = await stage.president.type("me")
    assert "proposes an event" in mine.text
    shown = await stage.president.press(mine.post, "event-proposal")
    assert shown.post.has("event-approve")
