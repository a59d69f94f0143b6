"""The entry of an agreed match in the server's calendar: made with the time, moved with it, and gone with it."""

from __future__ import annotations

import pytest

from bot.features.match_times import worker as match_times_worker
from tests.discord.harness import Stage, rows
from tests.discord.test_match_times import a_week, propose


def calls(stage: Stage) -> list[str]:
    """What was asked of the calendar since the league was announced, its own entry left out."""
    found = [one.method for one in stage.calls if "scheduled-events" in one.path and one.method != "GET"]
    return found[1:]


def entries(stage: Stage) -> list[int | None]:
    return [row["calendar_event_id"] for row in rows(stage, "SELECT calendar_event_id FROM match_windows")]


async def test_the_entry_is_made_moved_and_taken_away_with_the_time(stage: Stage) -> None:
    card, (one, other) = await a_week(stage)
    await other.press(await propose(stage, one, card, "in 30 hours"), "time-accept")
    await stage.advance(seconds=5)
    assert calls(stage) == ["POST"]
    await stage.restart()
    await one.press(await propose(stage, other, card, "in 40 hours"), "time-accept")
    await stage.advance(seconds=5)
    assert calls(stage) == ["POST", "PATCH"]
    assert [one for one in entries(stage) if one]
    desk = await stage.organiser.press(card, "time-desk")
    form = await stage.organiser.press(desk.post, "time-lift")
    await stage.organiser.fill(form, why="The hall is closed")
    await stage.advance(seconds=5)
    assert calls(stage) == ["POST", "PATCH", "DELETE"]
    assert not any(entries(stage))


async def test_the_entry_stays_for_a_match_that_is_called_and_goes_for_one_that_never_is(stage: Stage) -> None:
    card, (one, other) = await a_week(stage)
    await other.press(await propose(stage, one, card, "in 30 hours"), "time-accept")
    await stage.advance(hours=30, minutes=1)
    assert stage.latest("here", stage.matches)
    assert calls(stage) == ["POST"]
    assert not any(entries(stage)), "what has begun is let go"


async def test_an_event_that_is_called_off_takes_the_entries_of_its_matches_along(stage: Stage) -> None:
    card, (one, other) = await a_week(stage)
    await other.press(await propose(stage, one, card, "in 30 hours"), "time-accept")
    await stage.advance(seconds=5)
    asked = await stage.organiser.type("tournament cancel", tournament="Liga")
    await stage.organiser.fill(asked, reason="no hall")
    await stage.advance(seconds=5)
    assert calls(stage) == ["POST", "DELETE"]


@pytest.mark.parametrize(("status", "code"), [(400, 30038), (403, 50013)])
async def test_a_calendar_that_takes_no_entry_keeps_nobody_from_a_time(stage: Stage, status: int, code: int) -> None:
    card, (one, other) = await a_week(stage)
    asked = await propose(stage, one, card, "in 30 hours")
    said = len(stage.posts_in(stage.committee))
    stage.env.inject_error("POST", "/guilds/*/scheduled-events", status=status, code=code)
    await other.press(asked, "time-accept")
    await stage.advance(seconds=30)
    assert not any(entries(stage))
    assert len(stage.posts_in(stage.committee)) == said
    await stage.advance(hours=30, minutes=1)
    assert stage.latest("here", stage.matches)


async def test_matches_leave_room_in_the_calendar_for_events(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_times_worker, "MOST_MATCHES", 0)
    card, (one, other) = await a_week(stage)
    await other.press(await propose(stage, one, card, "in 30 hours"), "time-accept")
    await stage.advance(seconds=30)
    assert calls(stage) == []
