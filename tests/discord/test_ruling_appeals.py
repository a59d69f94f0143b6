"""An arbiter's ruling is appealed against, and the leader puts the score right."""

from __future__ import annotations

import pytest

from tests.discord.harness import Stage, rows
from tests.discord.test_matches import Duel, call


async def ruled(stage: Stage) -> Duel:
    """A match that the arbiter gave to the first player."""
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    form = await stage.arbiter.choose(await duel.desk(), "rule", "3-1")
    await stage.arbiter.fill(form, why="The screenshot")
    await stage.advance(minutes=1)
    return duel


async def appeal(stage: Stage, duel: Duel) -> None:
    assert "`/case appeal`" in duel.card.text
    ((name, offered),) = (await duel.second.suggestions("case appeal", "against")).items()
    assert duel.first.name in name
    asked = await duel.second.type("case appeal", against=offered)
    made = await duel.second.fill(asked, text="The screenshot is of another match")
    assert "Until then the decision counts" in made.text
    await stage.advance(seconds=10)


@pytest.mark.rule("GO-16.4")
async def test_the_leader_sees_what_the_right_score_reopens_and_grants_the_appeal(stage: Stage) -> None:
    duel = await ruled(stage)
    await appeal(stage, duel)
    card = stage.latest("appeal-grant", stage.committee)
    assert "the ruling of" in card.text
    offered = await stage.leader.press(card, "appeal-grant")
    chosen = await stage.leader.choose(offered.post, "appeal-score", "1-3")
    assert "3–1" in chosen.text
    await stage.restart()
    asked = await stage.leader.press(chosen.post, "appeal-grant-it")
    assert "is granted" in (await stage.leader.fill(asked, reason="It was the return match")).text
    await stage.advance(seconds=10)
    (row,) = rows(stage, "SELECT score FROM results WHERE superseded_at IS NULL AND score <> '0-0'")
    assert row["score"] == "1-3"
    told = [one.text for one in stage.posts_in(stage.announcements) if "It was the return match" in one.text]
    assert len(told) == 1
    assert "**1–3**" in told[0]
    assert "It was the return match" in duel.second.inbox[-1].text


@pytest.mark.rule("GO-16.4")
async def test_who_ruled_is_told_why_somebody_else_decides(stage: Stage) -> None:
    duel = await ruled(stage)
    await appeal(stage, duel)
    card = stage.latest("appeal-grant", stage.committee)
    answer = await stage.arbiter.press(card, "appeal-refuse")
    assert answer.result.modal is None
    asked = await stage.president.press(card, "appeal-refuse")
    assert "the decision stays" in (await stage.president.fill(asked, reason="Seen by all")).text
