"""Every kind of picture looks as it is stored, in both looks and all scripts, legible at the width of a channel."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from bot.layout import canvas, people_pictures, typesetting
from bot.layout.canvas import Canvas
from bot.layout.event_pictures import draw_table
from bot.layout.picture_model import DARK, LIGHT, Colour, Look, TableColumn
from bot.layout.typesetting import FIGURES, SetLine, Weight, open_face
from tests.layout import gallery
from tools import stored_pictures
from tools.stored_pictures import FOLDER, compare, difference, opened

CHANNEL = 550
"""Pixels that Discord gives a picture in a channel."""
SMALLEST = 12
LARGE, LARGE_AND_BOLD = 24, 18.5
"""Sizes at which WCAG asks for less contrast."""
MOST_BYTES = 600_000


@dataclass
class Ink:
    """Words as they were drawn: size at the width of a channel, weight, colour and ground."""

    size: float
    weight: Weight
    colour: Colour
    behind: Colour


@dataclass
class Drawn:
    """A picture, and the words in it."""

    data: bytes
    inks: list[Ink] = field(default_factory=list)


@pytest.fixture(scope="module")
def drawn() -> dict[str, Drawn]:
    """Every picture of the gallery, drawn once."""
    text, found = Canvas.text, dict[str, Drawn]()
    inks: list[Ink] = []

    def noting(self: Canvas, x: float, base: int, line: SetLine, colour: Colour, behind: Colour) -> None:
        inks.append(Ink(line.size * CHANNEL / self.width, line.weight, colour, behind))
        text(self, x, base, line, colour, behind)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", noting)
        for name in gallery.EVERY:
            inks = []
            found[name] = Drawn(gallery.draw(name), inks)
    return found


def brightness(colour: Colour) -> float:
    """The relative luminance of WCAG."""
    parts = [one / 255 for one in colour]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG, from 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", gallery.EVERY)
def test_a_picture_looks_as_it_is_stored(name: str, drawn: dict[str, Drawn]) -> None:
    found = compare(name, drawn[name].data)
    assert not found.is_seen, f"{found}; see build/pictures/{name}.png, then python -m tools.stored_pictures"


def test_each_stored_picture_is_drawn_and_all_of_them_are_light() -> None:
    stored = {path.stem: path.stat().st_size for path in FOLDER.glob("*.png")}
    assert set(stored) == set(gallery.EVERY)
    assert sum(stored.values()) < MOST_BYTES


@pytest.mark.parametrize("name", gallery.EVERY)
def test_all_words_are_large_enough_in_a_channel_and_stand_out_of_their_ground(
    name: str, drawn: dict[str, Drawn]
) -> None:
    inks = drawn[name].inks
    assert len(inks) > 1
    assert {round(one.size, 1) for one in inks if one.size < SMALLEST} == set()
    faint = [
        (one, round(contrast(one.colour, one.behind), 2))
        for one in inks
        if contrast(one.colour, one.behind)
        < (3 if one.size >= (LARGE_AND_BOLD if one.weight is Weight.SEMIBOLD else LARGE) else 4.5)
    ]
    assert faint == []


@pytest.mark.parametrize("look", [DARK, LIGHT], ids=["dark", "light"])
def test_lines_and_signs_without_words_stand_out_too(look: Look) -> None:
    signs = (look.rule, look.path, look.accent, look.silver, look.bronze, *look.courses)
    assert [one for one in signs if contrast(one, look.ground) < 3] == []
    assert contrast(look.on_accent, look.accent) >= 4.5


@pytest.mark.parametrize("look", [DARK, LIGHT], ids=["dark", "light"])
def test_the_accent_is_a_colour_of_its_own_and_not_a_shade_of_grey(look: Look) -> None:
    assert [one for one in (look.ground, look.panel) if contrast(look.accent, one) < 4.5] == []
    assert max(look.accent) - min(look.accent) > 180
    for by in BLIND:
        for other in (look.silver, look.bronze):
            assert sum((a - b) ** 2 for a, b in zip(seen(look.accent, by), seen(other, by), strict=True)) ** 0.5 > 40


BLIND = {
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
}
"""What is left of red, green and blue to who lacks one kind of cone, after Machado, Oliveira and Fernandes (2009)."""


def seen(colour: Colour, by: str) -> list[float]:
    """The colour as such a reader has it, roughly, from 0 to 255."""
    light = [(one / 255) ** 2.2 for one in colour]
    left = (sum(share * one for share, one in zip(row, light, strict=True)) for row in BLIND[by])
    return [255 * max(0.0, min(1.0, one)) ** (1 / 2.2) for one in left]


@pytest.mark.parametrize("by", BLIND)
@pytest.mark.parametrize("look", [DARK, LIGHT], ids=["dark", "light"])
def test_the_lines_of_a_race_differ_to_colour_blind_readers_too(look: Look, by: str) -> None:
    for one, other in combinations(look.courses, 2):
        assert sum((a - b) ** 2 for a, b in zip(seen(one, by), seen(other, by), strict=True)) ** 0.5 > 40


def finer_mask(run_text: str, face: str, backwards: bool, size: int, weight: Weight) -> tuple[Image.Image, int, int]:
    """The run as another rasteriser draws it: four times as large and made smaller, a third of a pixel aside."""
    finer = 4
    font, direction = open_face(face, weight, size * finer), "rtl" if backwards else "ltr"
    box = font.getbbox(run_text, direction=direction, features=list(FIGURES), anchor="ls")
    left, top = int(box[0] // finer) - 2, int(box[1] // finer) - 2
    width, height = int(box[2] // finer) + 3 - left, int(box[3] // finer) + 3 - top
    big = Image.new("L", (width * finer, height * finer), 0)
    ImageDraw.Draw(big).text(
        (1.3 - left * finer, -top * finer), run_text, fill=255, font=font, direction=direction,
        features=list(FIGURES), anchor="ls",
    )  # fmt: skip
    return big.resize((width, height), Image.Resampling.BOX), left, top


@pytest.mark.parametrize("name", ["table.dark", "bracket.light", "race.dark"])
def test_edges_that_another_rasteriser_draws_are_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "_run_mask", finer_mask)
    data = gallery.draw(name)
    assert data != (FOLDER / f"{name}.png").read_bytes()
    found = difference(stored(name), opened(data), gallery.LOOKS[name.rpartition(".")[2]])
    assert not found.is_seen, found


def stored(name: str) -> Image.Image:
    return opened((FOLDER / f"{name}.png").read_bytes())


def test_a_column_that_has_moved_is_a_difference() -> None:
    columns = list(gallery.TABLE.columns)
    columns[-1] = TableColumn("Perf.", columns[-1].align)
    moved = draw_table.__wrapped__(replace(gallery.TABLE, columns=tuple(columns)), DARK)
    assert difference(stored("table.dark"), opened(moved)).is_seen


@pytest.mark.parametrize(
    ("row", "before", "after"), [(0, "João", "Joao"), (1, "さくら", "さくろ"), (2, "1850", "1350"), (0, "▲", "▼")]
)
def test_one_other_letter_is_a_difference(row: int, before: str, after: str) -> None:
    rows = list(gallery.TABLE.rows)
    rows[row] = replace(rows[row], cells=tuple(cell.replace(before, after) for cell in rows[row].cells))
    assert rows[row] != gallery.TABLE.rows[row]
    data = draw_table.__wrapped__(replace(gallery.TABLE, rows=tuple(rows)), DARK)
    assert difference(stored("table.dark"), opened(data)).is_seen


@pytest.mark.parametrize("letter", ["Ł", "د", "カ"])
def test_a_letter_that_no_face_has_any_more_is_a_difference(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = typesetting._face_of
    monkeypatch.setattr(typesetting, "_face_of", lambda one, before: None if one == letter else known(one, before))
    for cached in (typesetting._line, typesetting.set_line):
        monkeypatch.setattr(typesetting, cached.__name__, cached.__wrapped__)
    monkeypatch.setattr(people_pictures, "set_line", typesetting.set_line)
    data = gallery.draw("podium.dark")
    assert difference(stored("podium.dark"), opened(data)).is_seen


@pytest.mark.parametrize(
    "name", ["quiet", "ground", *(pytest.param(one, marks=pytest.mark.long) for one in ("plain", "panel", "accent"))]
)
def test_a_colour_that_is_another_is_a_difference(name: str) -> None:
    red, green, blue = getattr(DARK, name)
    other = replace(DARK, **{name: (red, green, blue - 12)})
    found = difference(stored("table.dark"), opened(draw_table.__wrapped__(gallery.TABLE, other)))
    assert found.is_seen


def test_what_differs_is_shown_beside_what_was_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_pictures, "DIFFERENCES", tmp_path)
    found = compare("table.dark", gallery.draw("podium.dark"))
    assert found.is_seen
    with Image.open(tmp_path / "table.dark.png") as shown:
        assert shown.height % 3 == 0
