"""What one person can have kept ends with a sentence in Discord; what was kept before stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.people.model import QUOTAS
from bot.server.verbs import MOST
from tests.discord.harness import Stage, an_event, enter, rows
from tests.discord.test_files import report, thread_posts


@pytest.fixture(autouse=True)
def two_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for what in MOST:
        monkeypatch.setitem(MOST, what, 2)
    for counted, quota in QUOTAS.items():
        monkeypatch.setitem(QUOTAS, counted, replace(quota, most=2))


async def test_the_accused_answers_no_third_time_and_what_was_said_stands(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    for words in ("It was not me", "I was not even there"):
        asked = await ana.press(thread_posts(stage)[0], "file-reply")
        assert "at most" not in (await ana.fill(asked, text=words)).text
    asked = await ana.press(thread_posts(stage)[0], "file-reply")
    refused = await ana.fill(asked, text="And once more")
    assert "at most 2" in refused.text
    assert refused.private
    said = [row["statement"] for row in rows(stage, "SELECT statement FROM file_statements ORDER BY sequence")]
    assert said == ["Shouted at everybody", "It was not me", "I was not even there"]


async def test_a_third_recording_of_one_match_by_one_person_is_refused_and_keeps_nobody_else_out(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await enter(stage, await an_event(stage), ana, bob)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", [ana, bob])
    await stage.advance(minutes=35)
    ((match,),) = rows(stage, "SELECT contest_id FROM contests LIMIT 1")
    for number in range(2):
        kept = await ana.type("match recording", match=match, link=f"https://example.org/v/{number}")
        assert "at most" not in kept.text
    refused = await ana.type("match recording", match=match, link="https://example.org/v/2")
    assert "at most 2" in refused.text
    assert refused.private
    kept = await bob.type("match recording", match=match, link="https://example.org/v/3")
    assert "at most" not in kept.text
    assert len(rows(stage, "SELECT 1 FROM recordings")) == 3
