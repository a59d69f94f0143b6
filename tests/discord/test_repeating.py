"""Again, and events that come back by themselves, as organisers and players see them in Discord."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.harness import Answer, Post, Stage, an_event, enter, rows
from tests.discord.test_cups import standing
from tests.discord.test_summons import calls, roles_pinged

DAY = timedelta(days=1)
LANGUAGES = pytest.mark.parametrize(
    "stage_options", [{"language": one} for one in ("en-US", "pt-BR", "es-ES", "it")], indirect=True
)


async def a_cup(stage: Stage, name: str = "Friday Cup") -> Post:
    return await an_event(stage, name, rulebook="cup")


async def repeated(stage: Stage, **options: object) -> Answer:
    """A cup in two hours that comes back every week, as its organiser reads it."""
    await a_cup(stage)
    return await stage.organiser.type("tournament repeat", tournament="Friday Cup", **options)


async def called_off(stage: Stage, name: str = "Friday Cup") -> None:
    form = await stage.organiser.type("tournament cancel", tournament=name)
    await stage.organiser.fill(form, reason="No power")
    await stage.advance(seconds=5)


def announcements(stage: Stage) -> list[Post]:
    return [one for one in stage.posts_in(stage.announcements) if one.has("register")]


def starts(stage: Stage) -> list[int]:
    return [int(row["start_at"]) for row in rows(stage, "SELECT start_at FROM tournaments ORDER BY start_at")]


# --- once more ------------------------------------------------------------------------------------------------------


@LANGUAGES
async def test_again_is_a_form_a_preview_and_a_press_and_players_are_not_offered_it(stage: Stage) -> None:
    await a_cup(stage)
    await called_off(stage)
    over = await stage.organiser.type("events", tournament="Friday Cup")
    form = await stage.organiser.press(over.post, "again")
    filled_in = standing(form)
    assert filled_in["name"] == "Friday Cup"
    preview = await stage.organiser.fill(form, **filled_in)
    assert preview.private
    assert len(rows(stage, "SELECT * FROM tournaments")) == 1
    await stage.organiser.press(preview.post, "draft-confirm")
    first, second = starts(stage)
    assert second - first == 7 * DAY / timedelta(milliseconds=1)
    assert len(announcements(stage)) == 1
    seen = await stage.member("Ana").type("events", tournament="Friday Cup")
    assert not seen.post.has("again")


async def test_again_survives_a_restart_and_takes_a_typed_time(stage: Stage) -> None:
    await a_cup(stage)
    await called_off(stage)
    over = await stage.organiser.type("events", tournament="Friday Cup")
    await stage.restart()
    form = await stage.organiser.press(over.post, "again")
    preview = await stage.organiser.fill(form, name="Saturday Cup", start="tomorrow 8pm")
    assert "Saturday Cup" in preview.text
    form = await stage.organiser.press(preview.post, "cup-again")
    assert standing(form)["kind"] == "cup"
    assert standing(form)["start"] == "tomorrow 8pm"


async def test_a_typed_time_that_is_over_is_refused_with_what_to_do(stage: Stage) -> None:
    await a_cup(stage)
    await called_off(stage)
    over = await stage.organiser.type("events", tournament="Friday Cup")
    form = await stage.organiser.press(over.post, "again")
    answer = await stage.organiser.fill(form, name="Friday Cup", start="1/1/2020 20:00")
    assert answer.is_refusal
    assert rows(stage, "SELECT * FROM drafts") == []


# --- events that come back ------------------------------------------------------------------------------------------


@LANGUAGES
async def test_the_next_is_announced_five_days_before_and_pings_nobody(stage: Stage) -> None:
    card = await repeated(stage)
    assert card.private
    (first,) = starts(stage)
    await stage.advance(hours=2, minutes=5)
    before = len(announcements(stage))
    await stage.advance_to(stage.now + timedelta(days=2))
    assert len(announcements(stage)) == before + 1
    assert announcements(stage)[-1].pinged == set()
    assert starts(stage)[-1] - first == 7 * DAY / timedelta(milliseconds=1)


@LANGUAGES
async def test_skip_change_hold_stop_and_go_on_are_presses_on_one_card(stage: Stage) -> None:
    await repeated(stage)
    card = (await stage.organiser.type("tournament repeats")).post
    skipped = await stage.organiser.press(card, "repeat-skip")
    assert skipped.panel is not None
    assert "~~" in skipped.panel.text
    form = await stage.organiser.press(skipped.panel, "repeat-change")
    moved = await stage.organiser.fill(form, **standing(form))
    assert moved.panel is not None
    held = await stage.organiser.press(moved.panel, "repeat-hold")
    assert held.panel is not None
    assert "~~" not in held.panel.text
    stopped = await stage.organiser.press(held.panel, "repeat-stop")
    assert stopped.panel is not None
    assert not stopped.panel.has("repeat-skip")
    going_on = await stage.organiser.press(stopped.panel, "repeat-go-on")
    assert going_on.panel is not None
    assert going_on.panel.has("repeat-skip")


async def test_a_double_click_skips_one_date(stage: Stage) -> None:
    await repeated(stage)
    card = (await stage.organiser.type("tournament repeats")).post
    await stage.double_click(stage.organiser, card, "repeat-skip")
    assert len(rows(stage, "SELECT * FROM repeat_dates WHERE skipped_by IS NOT NULL")) == 1


async def test_a_date_that_is_skipped_is_not_announced(stage: Stage) -> None:
    await repeated(stage)
    card = (await stage.organiser.type("tournament repeats")).post
    await stage.organiser.press(card, "repeat-skip")
    await stage.advance(days=8)
    assert len(starts(stage)) == 1
    await stage.advance(days=3)
    assert len(starts(stage)) == 2


async def test_what_came_too_late_while_the_bot_slept_is_said_once_in_silence(stage: Stage) -> None:
    await repeated(stage)
    await stage.sleep_through(timedelta(days=15))
    await stage.advance(seconds=10)
    (told,) = [one for one in stage.posts_in(stage.committee) if "I was offline" in one.text]
    assert "2 dates" in told.text
    assert told.pinged == set()
    assert roles_pinged(stage, told) == set()
    shown = await stage.organiser.press(told, "repeat")
    assert shown.private
    assert "Friday Cup" in shown.text
    await stage.advance(days=2)
    (first, second) = starts(stage)
    assert second - first == 21 * DAY / timedelta(milliseconds=1)


async def test_a_restart_over_the_moment_announces_once(stage: Stage) -> None:
    await repeated(stage)
    await stage.advance(days=2)
    await stage.restart()
    await stage.advance(hours=3)
    await stage.restart()
    await stage.advance(minutes=5)
    assert len(starts(stage)) == 2


@LANGUAGES
async def test_two_that_were_off_call_the_organisers_and_one_takes_it_on_by_two_presses(stage: Stage) -> None:
    await repeated(stage)
    await stage.advance(days=15)
    (call,) = [one for one in calls(stage) if one.has("repeat")]
    assert roles_pinged(stage, call) == {stage.organisers.id}
    assert "Friday Cup" in call.text
    guide = await stage.organiser.type("me")
    assert any(post.has("repeat") for post in guide.posts)
    card = await stage.organiser.press(call, "repeat")
    assert card.private
    await stage.organiser.press(card.post, "repeat-go-on")
    assert not stage.again(call).has("repeat")
    await stage.advance(days=7)
    assert len(starts(stage)) == 4


async def test_once_its_maker_has_left_nothing_is_announced_in_their_name(stage: Stage) -> None:
    await repeated(stage)
    await stage.advance(hours=1)
    stage.guild.remove_member(stage.organiser.actor)
    await stage.advance(days=3)
    assert len(starts(stage)) == 1
    (call,) = [one for one in calls(stage) if one.has("repeat")]
    assert roles_pinged(stage, call) == {stage.organisers.id}
    card = await stage.owner.press(call, "repeat")
    assert "has left this server" in card.text
    await stage.owner.press(card.post, "repeat-go-on")
    await stage.advance(seconds=10)
    (_, made) = rows(stage, "SELECT * FROM tournaments ORDER BY start_at")
    (owner,) = rows(stage, "SELECT person_id FROM people WHERE discord_id = ?", stage.owner.id)
    assert made["created_by"] == owner["person_id"]


async def test_once_its_maker_organises_no_more_it_stops_and_says_why(stage: Stage) -> None:
    await repeated(stage)
    carried = stage.env.backend.guilds[stage.guild.id].members[stage.organiser.id].role_ids
    carried.remove(stage.organisers.id)
    await stage.advance(days=3)
    assert len(starts(stage)) == 1
    (call,) = [one for one in calls(stage) if one.has("repeat")]
    card = await stage.owner.press(call, "repeat")
    assert "can't create events here" in card.text
    left = await stage.owner.press(card.post, "repeat-stop")
    assert left.panel is not None
    assert not stage.again(call).has("repeat")


async def test_trouble_of_discord_puts_the_announcement_off_and_loses_nothing(stage: Stage) -> None:
    await repeated(stage)
    stage.env.inject_error("GET", "/guilds/*/members/*", status=500, times=8)
    await stage.advance(days=2, hours=3)
    assert len(starts(stage)) == 2
    stage.complaints.records.clear()


async def test_an_official_event_never_repeats_and_the_refusal_leads_to_again(stage: Stage) -> None:
    await an_event(stage)
    answer = await stage.organiser.type("tournament repeat", tournament="Open 1")
    assert answer.is_refusal
    assert "**Again**" in answer.text


async def test_a_player_has_no_such_command_and_a_press_of_theirs_is_refused(stage: Stage) -> None:
    await repeated(stage)
    ana = stage.member("Ana")
    assert (await ana.type("tournament repeats")).is_refusal
    card = (await stage.organiser.type("tournament repeats")).post
    (row,) = rows(stage, "SELECT repeat_id FROM repeats")
    for custom_id in ("repeat-stop:", "repeat-go-on:", "repeat:"):
        assert (await stage.stale_press(ana, card, f"{custom_id}{row['repeat_id']}")).is_refusal
    (row,) = rows(stage, "SELECT stop FROM repeats")
    assert row["stop"] is None


async def test_an_end_is_a_day_or_a_count_and_several_are_a_list(stage: Stage) -> None:
    card = await repeated(stage, every="monthly", until="1 December 2030", times=3)
    assert card.text.count("- <t:") == 3
    await a_cup(stage, "Sunday Cup")
    await stage.organiser.type("tournament repeat", tournament="Sunday Cup", announce=2)
    listed = await stage.organiser.type("tournament repeats")
    assert "Sunday Cup" in listed.text
    assert "Friday Cup" in listed.text
    assert (await stage.organiser.press(listed.post, "repeat")).private


@pytest.mark.parametrize("stage_options", [{"time_zone": "Europe/Berlin"}], indirect=True)
async def test_players_register_for_the_one_that_came_by_itself(stage: Stage) -> None:
    await repeated(stage)
    await stage.advance(days=2, hours=3)
    post = announcements(stage)[-1]
    players = stage.crowd(2)
    await enter(stage, post, *players)
    assert len(rows(stage, "SELECT * FROM entrants")) == 2
