"""Players as pictures: initials in every script, the course of a rating, cards in both looks, nothing outside."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.layout.people_pictures import GROUNDS, LETTERS, draw_meeting, draw_player, grid
from bot.layout.picture_model import (
    DARK,
    LIGHT,
    Look,
    Mark,
    MatchLine,
    MeetingPicture,
    PlayerPicture,
    Portrait,
    RatingCourse,
    RivalLine,
)
from bot.people.cards import initials, portrait
from bot.people.model import NO_FACES, Faces, Person
from tests.layout.test_pictures import SCRIPTS

PERSON = Person(PersonId("p"), GuildId(1), MemberId(2), "Ana Maria Reis", None, datetime(2026, 1, 1, tzinfo=UTC))
LATEST = tuple(MatchLine(mark, mark.value[0].upper(), "Bia", "3–2") for mark in (*Mark, *Mark, *Mark, Mark.WON))
CARD = PlayerPicture(
    Portrait("AR", 3),
    "Ana Reis",
    ("Place 1 of 9", "Master"),
    "1508",
    "Rating",
    RatingCourse("Rating", (1500.0, 1520.5, 1508.0), "Jan 2026", "Mar 2026"),
    "Last matches",
    LATEST,
    "Most met",
    (RivalLine(Portrait("B", 1), "Bia", "1 won"),) * 4,
    (1, 2, 3),
    "12 won",
)
MEETING = MeetingPicture(
    Portrait("A"), Portrait(), ("Ana", "Bia"), ("1", "0", "2"), ("won", "drawn", "won"), "Last", LATEST
)


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture.convert("RGB")


def face(colour: tuple[int, int, int] = (10, 200, 30)) -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", (96, 96), colour).save(packed, "JPEG")
    return packed.getvalue()


def brightness(colour: tuple[int, int, int]) -> float:
    """The relative luminance of WCAG."""
    parts = [one / 255 for one in colour]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Ana Maria Reis", "AR"),
        ("bruno", "B"),
        ("(Žofie) Ďurišová", "ŽĎ"),
        ("Νίκος Ελένη", "ΝΕ"),
        ("Дмитрий Їжак", "ДЇ"),
        ("محمد علي", "م"),
        ("דוד כהן", "ד"),
        ("さくら カルタ", "さ"),
        ("김 민준", "김"),
        ("अनिता शर्मा", "अ"),
        ("கண்ணன்", "க"),
        ("🎴🌸", "🎴"),
        ("👨‍👩‍👧 Reis", "R"),
        ("Ana 99", "A"),
        ("…", "…"),
    ],
)
def test_initials_are_those_that_readers_of_the_script_would_take(name: str, read: str) -> None:
    assert initials(name) == read


def test_whatever_somebody_is_called_there_are_initials() -> None:
    lot = random.Random(1)
    for _ in range(500):
        name = "".join(
            chr(lot.choice((lot.randrange(0x300), lot.randrange(0x11_0000)))) for _ in range(lot.randrange(9))
        )
        assert initials(name)


def test_who_is_a_tombstone_is_nobody_in_particular_whatever_picture_is_left() -> None:
    faces = Faces({PERSON.person_id: b"x"}, frozenset({PERSON.person_id}))
    assert portrait(PERSON, faces) == Portrait()
    assert portrait(PERSON, NO_FACES).initials == "AR"
    assert portrait(PERSON, Faces({PERSON.person_id: b"x"})).face == b"x"


def test_a_team_has_a_shield_with_its_own_initials_and_never_its_captains_face() -> None:
    team = replace(PERSON, name="Time Azul", is_team=True)
    crest = portrait(team, Faces({PERSON.person_id: b"x"}))
    assert (crest.initials, crest.is_crest, crest.face) == ("TA", True, None)


def test_white_letters_are_legible_on_each_ground() -> None:
    for ground in GROUNDS:
        assert (brightness(LETTERS) + 0.05) / (brightness(ground) + 0.05) >= 4.5


@given(st.lists(st.floats(-500, 4000), min_size=1, max_size=60))
def test_the_lines_of_a_course_are_few_and_hold_all_of_it(ratings: list[float]) -> None:
    lines = grid(ratings)
    assert 2 <= len(lines) <= 6
    assert lines[0] <= min(ratings)
    assert max(ratings) <= lines[-1]


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_each_part_that_is_missing_makes_the_card_lower_and_all_are_1100_wide(colours: Look) -> None:
    heights = []
    for card in (
        CARD,
        replace(CARD, course=None),
        replace(CARD, course=None, rivals=()),
        replace(CARD, course=None, rivals=(), latest=LATEST[:1]),
        replace(CARD, course=None, rivals=(), latest=(), places=(0, 0, 0), counted=""),
    ):
        drawn = opened(draw_player(card, colours))
        assert drawn.width == 1100
        assert drawn.getpixel((2, 2)) == colours.ground
        heights.append(drawn.height)
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == len(heights)


@pytest.mark.parametrize("name", [*SCRIPTS.values(), "W" * 200, "i"])
def test_names_of_every_script_and_length_stay_inside(name: str) -> None:
    latest = tuple(replace(one, name=name) for one in LATEST)
    card = replace(CARD, name=name, latest=latest, rivals=(RivalLine(Portrait(initials(name)), name, name),))
    drawn = opened(draw_player(card, DARK))
    edges = [drawn.getpixel((x, y)) for x in (0, 1099) for y in range(drawn.height)]
    assert set(edges) == {DARK.ground}
    meeting = opened(draw_meeting(replace(MEETING, names=(name, name), latest=latest)))
    assert {meeting.getpixel((x, y)) for x in (0, 1099) for y in range(meeting.height)} == {DARK.ground}


@pytest.mark.parametrize("games", [2, 60])
def test_a_course_of_any_length_stays_in_its_panel(games: int) -> None:
    ratings = tuple(random.Random(games).uniform(1000, 2400) for _ in range(games))
    drawn = opened(draw_player(replace(CARD, course=RatingCourse("Rating", ratings, "a", "b"))))
    assert {drawn.getpixel((x, y)) for x in (8, 1092) for y in range(drawn.height)} == {DARK.ground}


def test_a_face_is_shown_in_its_own_colours_and_what_is_no_picture_falls_back_to_initials() -> None:
    seen = opened(draw_player(replace(CARD, portrait=Portrait("AR", 3, face()))))
    middle = seen.getpixel((36 + 66, 36 + 66))
    assert isinstance(middle, tuple)
    assert all(abs(one - two) < 12 for one, two in zip(middle, (10, 200, 30), strict=True))
    broken = draw_player(replace(CARD, portrait=Portrait("AR", 3, b"no picture")))
    assert opened(broken).tobytes() == opened(draw_player(CARD)).tobytes()


def test_how_a_match_ended_is_told_without_colours() -> None:
    shapes = set()
    for mark in Mark:
        card = replace(CARD, course=None, rivals=(), latest=(MatchLine(mark, "X", "Bia"),))
        grey = opened(draw_player(card)).convert("L").crop((60, 262, 100, 302))
        shapes.add(grey.tobytes())
    assert len(shapes) == len(Mark)
