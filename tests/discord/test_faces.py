"""Faces in pictures as members see them: on the own card, until they say no, and never in the way."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from bot.domain.ids import MemberId
from tests.discord.harness import Answer, Member, Stage, rows
from tests.discord.test_people import champions

GREEN = (10, 200, 30)


def a_face(colour: tuple[int, int, int] = GREEN) -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", (128, 128), colour).save(packed, "PNG")
    return packed.getvalue()


def give_face(stage: Stage, member: Member, data: bytes | None = None, name: str = "a1") -> None:
    stage.avatars.pictures[MemberId(member.id)] = (name, a_face() if data is None else data)


def shows(stage: Stage, told: Answer, colour: tuple[int, int, int] = GREEN) -> bool:
    """Whether that colour is to be seen anywhere in the answer's picture."""
    (picture,) = told.post.pictures
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
