"""About it: what an organiser tells of an event, shown before it is told, and never more than it may do."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from PIL import Image

from tests.discord.harness import Answer, Post, Stage, an_event, rows
from tests.discord.test_cups import FORM, filled, standing
from tests.discord.test_event_proposals import national

TOLD = {"description": "Bring *your* friends.\n@everyone is welcome.", "prize": "A cake", "stream": "https://a.tv/@cup"}


def drawn(width: int = 64, height: int = 36, kind: str = "PNG") -> tuple[str, bytes]:
    """A picture as somebody sends it."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, kind)
    return f"mine.{kind.lower()}", file.getvalue()


async def told(stage: Stage, preview: Answer, *pictures: tuple[str, bytes], **typed: str) -> Answer:
    """The preview after the organiser has filled in the form under it."""
    at = preview.panel or preview.post
    form = await stage.organiser.press(at, "poster")
    return await stage.organiser.fill(form, **(TOLD | typed), picture=list(pictures))


async def announced(stage: Stage, *pictures: tuple[str, bytes], **typed: str) -> Post:
    """The announcement of a cup of which that is told."""
    preview = await told(stage, await filled(stage), *pictures, **typed)
    assert preview.panel is not None
    await stage.organiser.press(preview.panel, "draft-confirm")
    return stage.latest("register", stage.announcements)


def calendar(stage: Stage) -> list[dict[str, object]]:
    """What was asked of the server's calendar."""
    return [dict(one.json or {}) for one in stage.calls if "scheduled-events" in one.path and one.method != "GET"]


async def test_what_is_told_is_shown_first_and_announced_with_the_cup(stage: Stage) -> None:
    preview = await told(stage, await filled(stage), drawn())
    assert preview.panel is not None
    await stage.organiser.press(preview.panel, "draft-confirm")
    for shown in (preview.panel, stage.latest("register", stage.announcements)):
        assert "> Bring \\*your\\* friends." in shown.text
        assert "@everyone" not in shown.text
        assert "**Prize:** A cake" in shown.text
        assert "<https://a.tv/@cup>" in shown.text
        assert [one.name for one in shown.pictures] == ["event.jpg"]
        assert shown.pinged == frozenset()
    looked_up = await stage.member("Ana").type("events", tournament="Friday Cup")
    assert "A cake" in looked_up.text
    assert looked_up.post.pictures
    (entered,) = calendar(stage)
    assert "📺 https://a.tv/@cup" in str(entered["description"])
    assert "@everyone" not in str(entered["description"])
    assert str(entered["image"]).startswith("data:image/jpeg")


@pytest.mark.parametrize(
    ("typed", "picture", "said"),
    [
        ({"stream": "http://a.tv"}, None, "has to begin with https://"),
        ({"stream": "https://you@a.tv"}, None, "has to begin with https://"),
        ({"stream": "https://a .tv"}, None, "has to begin with https://"),
        ({}, ("mine.png", b"GIF89a"), "can't read this file as a picture"),
        ({}, ("mine.png", b"\x89PNG\r\n\x1a\n" + b"0" * 9_000_000), "my limit is"),
    ],
)
async def test_what_is_refused_says_why_and_loses_nothing(
    stage: Stage, typed: dict[str, str], picture: tuple[str, bytes] | None, said: str
) -> None:
    first = await told(stage, await filled(stage), *([picture] if picture else [drawn()]), **typed)
    assert first.panel is not None
    assert said in first.panel.text
    await stage.restart()
    again = await stage.organiser.press(first.panel, "poster")
    wanted = TOLD | typed | {"picture": ""} | ({} if picture else {"present": "keep"})
    assert standing(again) == wanted
    stays = {} if picture else {"present": ["keep"]}
    mended = await stage.organiser.fill(again, **(TOLD | {"stream": "https://b.tv"}), **stays)
    assert mended.panel is not None
    assert "https://b.tv" in mended.panel.text
    assert len(mended.panel.pictures) == (0 if picture else 1)
    assert rows(stage, "SELECT * FROM poster_forms") == []


async def test_a_refused_form_leads_back_to_the_preview_as_it_was(stage: Stage) -> None:
    refused = await told(stage, await filled(stage), stream="soon")
    assert refused.panel is not None
    back = await stage.organiser.press(refused.panel, "draft")
    assert back.panel is not None
    assert back.panel.has("draft-confirm")
    assert "A cake" not in back.panel.text


async def test_change_keeps_what_is_told_and_not_now_forgets_it(stage: Stage) -> None:
    preview = await told(stage, await filled(stage), drawn())
    assert preview.panel is not None
    form = await stage.organiser.press(preview.panel, "cup-again")
    changed = await stage.organiser.fill(form, **(FORM | {"kind": ["swiss"]}))
    assert changed.panel is not None
    assert "A cake" in changed.panel.text
    assert changed.panel.pictures
    await stage.organiser.press(changed.panel, "draft-drop")
    assert rows(stage, "SELECT * FROM event_posters") == []
    assert "A cake" not in (await filled(stage)).text


async def test_of_an_announced_event_the_announcement_is_edited_and_nothing_said_anew(stage: Stage) -> None:
    post = await an_event(stage)
    before, asked = len(stage.posts_in(stage.announcements)), len(calendar(stage))
    form = await stage.organiser.type("tournament about", tournament="Open 1")
    preview = await stage.organiser.fill(form, **TOLD, picture=[drawn()])
    assert "A cake" in preview.text
    # Its rules stand: nothing is offered that would be refused.
    assert (preview.post.has("poster"), preview.post.has("cup-who")) == (True, False)
    assert "A cake" not in stage.again(post).text
    await stage.organiser.press(preview.post, "draft-confirm")
    await stage.advance(minutes=2)
    assert "A cake" in stage.again(post).text
    assert stage.again(post).pictures
    assert len(stage.posts_in(stage.announcements)) == before
    assert len(calendar(stage)) == asked + 1
    (line,) = rows(stage, "SELECT l.*, p.discord_id FROM log l JOIN people p ON p.person_id = l.actor_id"
                          " WHERE act = 'describe_event'")  # fmt: skip
    assert line["discord_id"] == stage.organiser.id
    assert "changed the description" in (await stage.organiser.type("log", tournament="Open 1")).text


async def test_it_is_changed_from_the_desk_and_taken_away_again(stage: Stage) -> None:
    post = await announced(stage, drawn())
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    form = await stage.organiser.choose(desk.post, "desk-act", "tournament+about")
    assert standing(form) == TOLD | {"picture": "", "present": "keep"}
    preview = await stage.organiser.fill(form, description="", prize="", stream="", present=["drop"])
    assert "removed from the announcement" in preview.text
    await stage.organiser.press(preview.post, "draft-confirm")
    await stage.advance(minutes=2)
    assert "A cake" not in stage.again(post).text
    assert not stage.again(post).pictures
    assert calendar(stage)[-1]["description"] == ""
    assert calendar(stage)[-1]["image"] is None
    (left,) = rows(stage, "SELECT * FROM event_posters")
    assert (left["description"], left["picture"]) == ("", None)


async def test_a_move_and_what_is_told_are_one_change_and_one_call_of_the_calendar(stage: Stage) -> None:
    await an_event(stage, starts_at=stage.now + timedelta(days=1))
    asked = len(calendar(stage))
    preview = await stage.organiser.type("tournament edit", tournament="Open 1", start="2026-01-05 20:00")
    changed = await told(stage, preview)
    assert changed.panel is not None
    await stage.organiser.press(changed.panel, "draft-confirm")
    assert len(calendar(stage)) == asked + 1
    assert "A cake" in str(calendar(stage)[-1]["description"])


async def test_the_president_sees_what_is_told_and_the_event_tells_it(stage: Stage) -> None:
    arbiter = await national(stage)
    preview = await arbiter.fill(await arbiter.type("tournament create"), **FORM)
    form = await arbiter.press(preview.post, "poster")
    shown = await arbiter.fill(form, **TOLD, picture=[drawn()])
    assert shown.panel is not None
    await arbiter.press(shown.panel, "draft-confirm")
    card = stage.latest("event-approve", stage.committee)
    assert "A cake" in card.text
    assert card.pictures
    await stage.president.press(card, "event-approve")
    assert "A cake" in stage.latest("register", stage.announcements).text
    assert [row["poster_id"] for row in rows(stage, "SELECT poster_id FROM event_proposals")] == [None]


async def test_who_does_not_organise_gets_no_form(stage: Stage) -> None:
    await an_event(stage)
    for one in (stage.member("Ana"), stage.arbiter):
        answer = await one.type("tournament about", tournament="Open 1")
        assert answer.result.modal is None
        assert answer.text
    assert rows(stage, "SELECT * FROM drafts") == []


async def test_what_is_told_of_an_event_that_is_over_stays_as_it_is(stage: Stage) -> None:
    await an_event(stage)
    change = await stage.organiser.type("tournament edit", tournament="Open 1", name="Open 2")
    form = await stage.organiser.press(change.post, "poster")
    asked = await stage.owner.type("tournament cancel", tournament="Open 1")
    await stage.owner.fill(asked, reason="no hall")
    late = await stage.organiser.fill(form, **TOLD)
    assert "is over" in late.text
    assert (await stage.organiser.press(change.post, "poster")).result.modal is None
    assert rows(stage, "SELECT * FROM event_posters") == []
