"""What will stop an event, told under its preview and on the desk before it does, with the button that mends it."""

from __future__ import annotations

from tests.discord.harness import Post, Stage, an_event, rows
from tests.discord.test_cups import filled
from tests.discord.test_health import restrict


def event_of(post: Post) -> str:
    return str(post.find("register")["custom_id"]).partition(":")[2]


async def test_a_channel_that_is_shut_is_told_under_the_preview_and_opened_again_without_losing_it(
    stage: Stage,
) -> None:
    await restrict(stage, stage.matches.id, embed_links=False)
    calls = len(stage.calls)
    preview = await filled(stage)
    assert "Embed Links" in preview.text
    assert f"<#{stage.matches.id}>" in preview.text
    assert preview.post.has("draft-confirm")
    page = await stage.organiser.press(preview.post, "setup-open:places")
    assert page.private
    assert page.panel is None
    assert "setup-channel:matches" in page.post.offered
    assert len(stage.calls) == calls, "what the bot looks at is what Discord has told it already"
    await restrict(stage, stage.matches.id, embed_links=True)
    again = await stage.organiser.press(preview.post, "draft")
    assert again.panel is not None
    assert "Embed Links" not in again.panel.text
    assert not again.panel.has("draft")


async def test_the_desk_tells_it_too_and_one_channel_once(stage: Stage) -> None:
    event = await an_event(stage, rulebook="cup")
    await restrict(stage, stage.record.id, send_messages=False)
    desk = await stage.organiser.type("desk", tournament=event_of(event))
    assert desk.text.count(f"<#{stage.record.id}>") == 1
    assert "setup-open:places" in desk.post.offered


async def test_a_channel_that_the_bot_cannot_see_is_told_by_its_use(stage: Stage) -> None:
    await restrict(stage, stage.announcements.id, view_channel=False)
    preview = await filled(stage)
    assert "Announcements" in preview.text


async def test_a_cup_at_night_is_told_and_the_form_moves_it(stage: Stage) -> None:
    preview = await filled(stage, start="tomorrow 4am")
    assert "between midnight" in preview.text
    form = await stage.organiser.press(preview.post, "cup-again:")
    moved = await stage.organiser.fill(form, name="Friday Cup", kind=["cup"], start="tomorrow 8pm")
    assert moved.panel is not None
    assert "between midnight" not in moved.panel.text


async def test_the_desk_moves_the_start_of_an_announced_cup(stage: Stage) -> None:
    preview = await filled(stage, start="tomorrow 4am")
    await stage.organiser.press(preview.post, "draft-confirm")
    event = event_of(stage.latest("register", stage.announcements))
    desk = await stage.organiser.type("desk", tournament=event)
    form = await stage.organiser.press(desk.post, f"event-move:{event}")
    before = rows(stage, "SELECT start_at FROM tournaments")[0]["start_at"]
    shown = await stage.organiser.fill(form, start="tomorrow 8pm")
    await stage.organiser.press(shown.post, "draft-confirm")
    after = rows(stage, "SELECT start_at FROM tournaments")[0]["start_at"]
    assert after - before == 16 * 3600 * 1000
