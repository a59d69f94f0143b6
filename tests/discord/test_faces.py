"""Faces in pictures as members see them: on the own card, until they say no, and never in the way."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image, ImageChops

from bot.kernel.ids import MemberId
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.test_ending import begin, calls, play, play_out
from tests.discord.test_people import champions

GREEN = (10, 200, 30)


def a_face(colour: tuple[int, int, int] = GREEN) -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", (128, 128), colour).save(packed, "PNG")
    return packed.getvalue()


def give_face(stage: Stage, member: Member, data: bytes | None = None, name: str = "a1") -> None:
    stage.avatars.pictures[MemberId(member.id)] = (name, a_face() if data is None else data)


def shows(stage: Stage, told: Answer | Post, colour: tuple[int, int, int] = GREEN) -> bool:
    """Whether that colour is to be seen anywhere in the picture."""
    (picture,) = (told.post if isinstance(told, Answer) else told).pictures
    bands = Image.open(io.BytesIO(stage.picture(picture.url))).convert("RGB").split()
    red, green, blue = (
        band.point([255 * (abs(value - aim) < 16) for value in range(256)])
        for band, aim in zip(bands, colour, strict=True)
    )
    return ImageChops.darker(ImageChops.darker(red, green), blue).getbbox() is not None


async def test_a_card_shows_the_face_that_the_member_shows_on_discord(stage: Stage) -> None:
    ana, bruno, *_ = await champions(stage)
    give_face(stage, ana)
    assert shows(stage, await ana.type("player"))
    assert shows(stage, await bruno.type("player", member=ana))
    assert stage.avatars.fetches == [ana.id], "it is fetched once"
    assert not shows(stage, await ana.type("player", member=bruno))


async def test_a_meeting_shows_both(stage: Stage) -> None:
    ana, *others = await champions(stage)
    for one in (ana, *others):
        give_face(stage, one)
    for one in others:
        told = await ana.type("player", against=one)
        assert not told.post.pictures or shows(stage, told)
    assert set(stage.avatars.fetches) >= {ana.id}


async def test_who_says_no_is_shown_with_initials_at_once_and_may_say_yes_again(stage: Stage) -> None:
    ana, *_ = await champions(stage)
    give_face(stage, ana)
    await ana.type("player")
    mine = await ana.press((await ana.type("me")).post, "my-data")
    hidden = await ana.press(mine.post, "face-hide")
    assert hidden.panel is not None
    assert not hidden.panel.has("face-hide")
    assert not shows(stage, await ana.type("player"))
    assert rows(stage, "SELECT * FROM faces") == []
    back = await ana.press(hidden.panel, "face-show")
    assert back.panel is not None
    assert back.panel.has("face-hide")
    assert shows(stage, await ana.type("player"))


async def test_the_copy_of_the_own_data_holds_the_face(stage: Stage) -> None:
    ana, *_ = await champions(stage)
    give_face(stage, ana)
    await ana.type("player")
    mine = await ana.press((await ana.type("me")).post, "my-data")
    copy = await ana.press(mine.post, "data-take")
    assert "arbiter-face.jpg" in [file.name for file in copy.post.pictures]


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n"])
async def test_a_face_that_is_no_picture_leaves_the_initials(stage: Stage, data: bytes) -> None:
    ana, *_ = await champions(stage)
    give_face(stage, ana, data)
    told = await ana.type("player")
    assert [picture.name for picture in told.post.pictures] == ["player.png"]
    assert not stage.complaints.records


async def the_podium(stage: Stage, *faces: bytes) -> Post:
    """The podium of four, of whom the first so many have a face."""
    players = [stage.member(name) for name in ("Ana", "Bruno", "Clara", "Davi")]
    for one, data in zip(players, faces, strict=False):
        give_face(stage, one, data)
    await begin(stage, players)
    await play_out(stage)
    return podium_of(stage)


def podiums(stage: Stage) -> list[Post]:
    announced = stage.posts_in(stage.announcements)
    return [post for post in announced if [picture.name for picture in post.pictures] == ["podium.png"]]


def podium_of(stage: Stage) -> Post:
    (post,) = podiums(stage)
    return post


def winners(post: Post) -> set[int]:
    """Who stands on the podium, as its first lines name them."""
    return {int(one) for one in re.findall(r"<@(\d+)>", post.text)}


async def test_the_podium_shows_the_faces_of_who_stands_on_it_and_of_nobody_else(stage: Stage) -> None:
    post = await the_podium(stage, *[a_face()] * 4)
    assert shows(stage, post)
    assert sorted(stage.avatars.fetches) == sorted(winners(post)), "three stand on it, and each is fetched once"
    assert not post.pinged, "a podium calls nobody"
    assert not [call for call in stage.env.http_requests if "/users/" in call.path and call.method == "GET"]


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG" + b"\0" * 400_000])
async def test_files_that_are_no_faces_leave_the_podium_its_initials(stage: Stage, data: bytes) -> None:
    post = await the_podium(stage, *[data] * 4)
    assert not shows(stage, post)
    assert len(winners(post)) == 3
    assert not stage.complaints.records


async def test_who_hides_their_face_stands_on_the_podium_without_it(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno", "Clara", "Davi")]
    await begin(stage, players)
    for one in players:
        give_face(stage, one)
        await one.press((await one.press((await one.type("me")).post, "my-data")).post, "face-hide")
    await play_out(stage)
    assert not shows(stage, podium_of(stage))
    assert stage.avatars.fetches == []


async def test_a_podium_that_is_told_after_a_restart_has_the_faces_that_were_fetched_before_it(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno")]
    for one in players:
        give_face(stage, one)
    await begin(stage, players)
    stage.env.inject_error("POST", f"/channels/{stage.announcements.id}/messages", status=500, code=0)
    await play(stage, calls(stage)[0])
    assert podiums(stage) == []
    assert sorted(stage.avatars.fetches) == sorted(one.id for one in players)
    stage.complaints.records.clear()
    await stage.restart()
    await stage.advance(minutes=2)
    assert shows(stage, podium_of(stage))
    assert len(stage.avatars.fetches) == 2
