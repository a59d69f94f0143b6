"""Pictures of people: faces and initials, the podium, the course of a rating, and the card of a player or of two.

A person is a round face, or initials on a ground of their own, in a ring; a team has a shield. The champion stands in
the middle of the podium and highest.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.layout.canvas import TOP_CORNERS, Canvas, draw_heading, ink_of
from bot.layout.picture_model import (
    DARK,
    MARGIN,
    PAGE_WIDTH,
    SMALLEST,
    Box,
    Colour,
    Look,
    Mark,
    MatchLine,
    MeetingPicture,
    PlayerPicture,
    PodiumPicture,
    PodiumStep,
    Portrait,
    RatingCourse,
    RivalLine,
)
from bot.layout.typesetting import SetLine, Weight, clusters, set_line

# --- faces and shields ----------------------------------------------------------------------------------------------


GROUNDS: Final[Sequence[Colour]] = (
    (0x3B, 0x5B, 0xA5),
    (0x8A, 0x3B, 0x7A),
    (0x1F, 0x70, 0x5B),
    (0x9A, 0x4A, 0x1B),
    (0x5A, 0x4A, 0xB0),
    (0x2B, 0x6C, 0x8F),
    (0x9B, 0x35, 0x46),
    (0x5C, 0x66, 0x1F),
)
"""Behind white letters, in the dark look and in the light one."""
LETTERS: Final[Colour] = (0xFF, 0xFF, 0xFF)
_NOBODY: Final[Colour] = (0x5A, 0x5F, 0x69)
_SHADOW: Final[Colour] = (0xC9, 0xCD, 0xD4)
_FINER: Final = 4


def draw_portrait(
    canvas: Canvas,
    box: tuple[int, int, int],
    portrait: Portrait,
    ring: tuple[int, Colour],
    behind: Colour,
) -> None:
    """The portrait in the square at (left, top) of so many pixels; the ring, of a width and a colour, lies inside."""
    left, top, size = box
    width, colour = ring
    canvas.ink(left, top, shape(size, portrait.is_crest), colour, behind)
    gap = width + 2 if width > 2 else width
    inner = size - 2 * gap
    if gap > width:
        canvas.ink(left + width, top + width, shape(size - 2 * width, portrait.is_crest), behind, colour)
    at = (left + gap, top + gap)
    picture = _open_face(portrait.face, inner) if portrait.face is not None else None
    if picture is not None:
        canvas.photo(*at, picture, shape(inner, portrait.is_crest))
    else:
        _draw_sign(canvas, at, inner, portrait, behind)


@lru_cache(maxsize=32)
def shape(size: int, is_crest: bool) -> Image.Image:
    """A circle; of a team a shield, which is a square with round corners below and almost none above."""
    big = Image.new("L", (size * _FINER, size * _FINER), 0)
    side, draw = size * _FINER - 1, ImageDraw.Draw(big)
    if is_crest:
        draw.rounded_rectangle((0, 0, side, side // 2), side // 10, fill=255)
        draw.rounded_rectangle((0, 0, side, side), round(side * 0.42), fill=255, corners=(False, False, True, True))
    else:
        draw.ellipse((0, 0, side, side), fill=255)
    return big.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _open_face(face: bytes, size: int) -> Image.Image | None:
    """The face in the size that is needed; None where the bytes are not what they should be."""
    try:
        with Image.open(io.BytesIO(face), formats=("JPEG",)) as picture:
            return picture.convert("RGB").resize((size, size), Image.Resampling.LANCZOS)
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def _draw_sign(canvas: Canvas, at: tuple[int, int], size: int, portrait: Portrait, behind: Colour) -> None:
    """Initials, or a head and shoulders for who is nobody in particular any more."""
    if not portrait.initials:
        canvas.ink(*at, shape(size, portrait.is_crest), _NOBODY, behind)
        canvas.ink(*at, _figure(size), _SHADOW, _NOBODY)
        return
    ground = GROUNDS[portrait.hue % len(GROUNDS)]
    canvas.ink(*at, shape(size, portrait.is_crest), ground, behind)
    letters, initials = max(SMALLEST, round(size * 0.44)), portrait.initials
    while letters > SMALLEST and set_line(initials, letters, Weight.SEMIBOLD).width > size * 0.72:
        letters = max(SMALLEST, letters - 2)
    if set_line(initials, letters, Weight.SEMIBOLD).width > size * 0.8:
        initials = clusters(initials)[0]  # One that can be read says more than two that cannot.
    line = set_line(initials, letters, Weight.SEMIBOLD)
    high, low = ink_of(line)
    base = at[1] + round((size - high - low) / 2)
    canvas.text(at[0] + (size - line.width) / 2, base, line, LETTERS, ground)


@lru_cache(maxsize=16)
def _figure(size: int) -> Image.Image:
    """A head above shoulders, which end a little within the circle."""
    side = size * _FINER
    figure, inside = Image.new("L", (side, side), 0), Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(figure)
    draw.ellipse((side * 0.34, side * 0.2, side * 0.66, side * 0.52), fill=255)
    draw.ellipse((side * 0.2, side * 0.58, side * 0.8, side * 1.2), fill=255)
    ImageDraw.Draw(inside).ellipse((side * 0.05, side * 0.05, side * 0.95, side * 0.95), fill=255)
    return ImageChops.darker(figure, inside).resize((size, size), Image.Resampling.BOX)


# --- the podium -----------------------------------------------------------------------------------------------------


_STEP_WIDTH: Final = 330
_STEP_GAP: Final = 16
_FLOOR: Final = 690
_HEIGHT: Final = 726
_FOOTER_HEIGHT: Final = 40
_HEIGHTS: Final = (178, 138, 104)
_NUMBER_SIZES: Final = (112, 92, 72)
_FACES: Final = (184, 152, 152)
_NAME_SIZES: Final = (42, 34, 34)
_SMALLEST_NAME: Final = 26
_DETAIL_SIZE: Final = 25
_RING: Final = 6
_ROW: Final = 92
_ROW_FACE: Final = 76
_ROWS: Final = (4, 4, 5)
"""As many share a step, each in a row, as there is room for above it."""


@lru_cache(maxsize=16)
def draw_podium(picture: PodiumPicture, look: Look = DARK) -> bytes:
    """The podium as PNG, 1100 pixels wide."""
    canvas = Canvas(PAGE_WIDTH, _HEIGHT + (_FOOTER_HEIGHT if picture.footer else 0), look.ground)
    draw_heading(canvas, look, picture.title, picture.subtitle)
    middle = (PAGE_WIDTH - _STEP_WIDTH) // 2
    lefts = (middle, middle - _STEP_WIDTH - _STEP_GAP, middle + _STEP_WIDTH + _STEP_GAP)
    for rank, left in enumerate(lefts, 1):
        steps = [step for step in picture.steps if step.rank == rank]
        if steps:
            _draw_step(canvas, look, rank, left, steps)
    if picture.footer:
        line = set_line(picture.footer, 24, Weight.MEDIUM, PAGE_WIDTH - 2 * MARGIN)
        canvas.text((PAGE_WIDTH - line.width) / 2, _FLOOR + 48, line, look.quiet, look.ground)
    return canvas.png()


def _draw_step(canvas: Canvas, look: Look, rank: int, left: int, steps: Sequence[PodiumStep]) -> None:
    """The block with its number, and who stands on it."""
    metals: tuple[Colour, ...] = (look.accent, look.silver, look.bronze)
    metal, top = metals[rank - 1], _FLOOR - _HEIGHTS[rank - 1]
    behind, right = look.raised if rank == 1 else look.panel, left + _STEP_WIDTH
    canvas.panel((left, top, right, _FLOOR), 16, behind, look.ground)
    canvas.panel((left, top, right, top + 48), 16, metal, look.ground, TOP_CORNERS)
    canvas.panel((left, top + 8, right, top + 48), 16, behind, metal, TOP_CORNERS)
    number = set_line(str(rank), _NUMBER_SIZES[rank - 1], Weight.SEMIBOLD)
    base = (top + 8 + _FLOOR) // 2 + round(number.size * 0.36)
    canvas.text(left + (_STEP_WIDTH - number.width) / 2, base, number, metal, behind)
    if len(steps) == 1:
        _draw_alone(canvas, look, steps[0], left, top, metal)
    else:
        _draw_together(canvas, look, steps, left, top, metal)


def _draw_alone(canvas: Canvas, look: Look, step: PodiumStep, left: int, top: int, metal: Colour) -> None:
    """The face above the name, and the name above what was counted."""
    centre, base = left + _STEP_WIDTH / 2, top - 20
    if step.detail:
        detail = set_line(step.detail, _DETAIL_SIZE, Weight.MEDIUM, _STEP_WIDTH)
        canvas.text(centre - detail.width / 2, base, detail, look.quiet, look.ground)
        base -= 38
    name = _fit_name(step.name, _NAME_SIZES[step.rank - 1], _STEP_WIDTH)
    canvas.text(centre - name.width / 2, base, name, look.accent if step.rank == 1 else look.bright, look.ground)
    face = _FACES[step.rank - 1]
    box = (round(centre) - face // 2, base - name.size - 14 - face, face)
    draw_portrait(canvas, box, step.portrait, (_RING, metal), look.ground)


def _draw_together(canvas: Canvas, look: Look, steps: Sequence[PodiumStep], left: int, top: int, metal: Colour) -> None:
    """One below the other, the face before the name; of more than there is room for the last row says how many."""
    most = _ROWS[steps[0].rank - 1]
    shown = steps if len(steps) <= most else steps[: most - 1]
    y = top - 18 - _ROW * min(len(steps), most)
    for step in shown:
        draw_portrait(canvas, (left, y + (_ROW - _ROW_FACE) // 2, _ROW_FACE), step.portrait, (4, metal), look.ground)
        x, widest = left + _ROW_FACE + 16, _STEP_WIDTH - _ROW_FACE - 16
        name = _fit_name(step.name, 32, widest)
        canvas.text(x, y + (44 if step.detail else 58), name, look.bright, look.ground)
        detail = set_line(step.detail, 24, Weight.MEDIUM, widest) if step.detail else None
        if detail is not None:
            canvas.text(x, y + 76, detail, look.quiet, look.ground)
        y += _ROW
    if len(shown) < len(steps):
        more = set_line(f"+{len(steps) - len(shown)}", 34, Weight.SEMIBOLD)
        canvas.text(left + _ROW_FACE + 16, y + 58, more, look.quiet, look.ground)


def _fit_name(name: str, size: int, widest: int) -> SetLine:
    """The name as big as fits; below the smallest size it is shortened instead."""
    while size > _SMALLEST_NAME and set_line(name, size, Weight.SEMIBOLD).width > widest:
        size -= 4
    return set_line(name, max(size, _SMALLEST_NAME), Weight.SEMIBOLD, widest)


# --- the course of a rating -----------------------------------------------------------------------------------------


COURSE_HEIGHT: Final = 320
_STEPS: Final = (10, 20, 50, 100, 200, 250, 500, 1000)
_MOST_LINES: Final = 4
_LABELS: Final = 104
_LABEL_SIZE: Final = 24
_COURSE_FINER: Final = 2
_STROKE: Final = 5
_DOT: Final = 18
_TINT: Final = 0.16


def grid(ratings: Sequence[float]) -> list[int]:
    """Round numbers that hold all ratings between the first and the last, five at the most."""
    low, high = min(ratings), max(ratings)
    for step in _STEPS:
        first, last = floor(low / step), ceil(high / step)
        last = max(last, first + 1)
        if last - first <= _MOST_LINES:
            return [step * number for number in range(first, last + 1)]
    step = _STEPS[-1] * ceil((high - low) / _STEPS[-1] / (_MOST_LINES - 1))
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


def draw_course(canvas: Canvas, look: Look, box: Box, course: RatingCourse) -> None:
    """The course in a panel: lines at round ratings, the first and the last day below, the present end as a dot."""
    left, top, right, bottom = box
    canvas.panel(box, 14, look.panel, look.ground)
    canvas.text(left + 24, top + 40, set_line(course.title, 26, Weight.SEMIBOLD, 600), look.quiet, look.panel)
    plot = (left + _LABELS, top + 70, right - 40, bottom - 58)
    lines = grid(course.ratings)
    for number in lines:
        y = _height(number, lines, plot)
        canvas.fill((plot[0], y, plot[2] + 12, y + 2), look.raised)
        label = set_line(str(number), _LABEL_SIZE)
        canvas.text(plot[0] - 14 - label.width, y + 9, label, look.quiet, look.panel)
    points = _points(course.ratings, lines, plot)
    _draw_line(canvas, look, plot, points)
    canvas.text(plot[0], bottom - 18, set_line(course.first, _LABEL_SIZE, widest=300), look.quiet, look.panel)
    last = set_line(course.last, _LABEL_SIZE, widest=300)
    if len(points) > 1:
        canvas.text(plot[2] + 12 - last.width, bottom - 18, last, look.quiet, look.panel)


def _height(rating: float, lines: Sequence[int], plot: Box) -> int:
    return round(plot[3] - (rating - lines[0]) / (lines[-1] - lines[0]) * (plot[3] - plot[1]))


def _points(ratings: Sequence[float], lines: Sequence[int], plot: Box) -> list[tuple[float, float]]:
    """Side by side at even distances: a list for each, however long it stood."""
    apart = (plot[2] - plot[0]) / max(1, len(ratings) - 1)
    return [(plot[0] + apart * number, _height(one, lines, plot)) for number, one in enumerate(ratings)]


def _draw_line(canvas: Canvas, look: Look, plot: Box, points: Sequence[tuple[float, float]]) -> None:
    edge = _STROKE + _DOT
    x, y = plot[0] - edge, plot[1] - edge
    size = ((plot[2] - x + edge) * _COURSE_FINER, (plot[3] - y + edge) * _COURSE_FINER)
    inside = [((one - x) * _COURSE_FINER, (two - y) * _COURSE_FINER) for one, two in points]
    if len(points) > 1:
        floor_at = (plot[3] - y) * _COURSE_FINER
        tint = Image.new("L", size, 0)
        ImageDraw.Draw(tint).polygon([(inside[0][0], floor_at), *inside, (inside[-1][0], floor_at)], fill=255)
        canvas.ink(x, y, _smaller(tint), _tint(look.accent, look.panel), look.panel)
        stroke = Image.new("L", size, 0)
        for start, end in pairwise(inside):
            ImageDraw.Draw(stroke).line([start, end], fill=255, width=_STROKE * _COURSE_FINER)
        for one, two in inside:
            half = _STROKE * _COURSE_FINER / 2 - 1
            ImageDraw.Draw(stroke).ellipse((one - half, two - half, one + half, two + half), fill=255)
        canvas.ink(x, y, _smaller(stroke), look.accent, look.panel)
    end_x, end_y = round(points[-1][0]), round(points[-1][1])
    canvas.ink(end_x - _DOT // 2 - 3, end_y - _DOT // 2 - 3, shape(_DOT + 6, is_crest=False), look.panel, look.panel)
    canvas.ink(end_x - _DOT // 2, end_y - _DOT // 2, shape(_DOT, is_crest=False), look.accent, look.panel)


def _smaller(mask: Image.Image) -> Image.Image:
    return mask.resize((mask.width // _COURSE_FINER, mask.height // _COURSE_FINER), Image.Resampling.BOX)


def _tint(colour: Colour, ground: Colour) -> Colour:
    red, green, blue = (round(b + (c - b) * _TINT) for c, b in zip(colour, ground, strict=True))
    return red, green, blue


# --- a player's card ------------------------------------------------------------------------------------------------


_FACE: Final = 132
_HEAD: Final = 2 * MARGIN + _FACE
_GAP: Final = 18
_TITLE: Final = 58
_PLAYER_ROW: Final = 52
_RIVAL_ROW: Final = 78
_PAD: Final = 24
_BADGE: Final = 44
_FOOT: Final = 74
_INNER: Final = PAGE_WIDTH - 2 * MARGIN
_BETWEEN: Final = 56
"""The two columns of a panel."""
_COLUMN: Final = (_INNER - 2 * _PAD - _BETWEEN) // 2


@lru_cache(maxsize=32)
def draw_player(picture: PlayerPicture, look: Look = DARK) -> bytes:
    """The card as PNG, 1100 pixels wide and as high as there is something to show."""
    has_foot = any(picture.places) or bool(picture.counted)
    matches = _panel_height(len(picture.latest), _PLAYER_ROW)
    rivals = _panel_height(len(picture.rivals), _RIVAL_ROW)
    course = COURSE_HEIGHT + _GAP if picture.course is not None else 0
    canvas = Canvas(PAGE_WIDTH, _HEAD + course + matches + rivals + (_FOOT if has_foot else _GAP), look.ground)
    _draw_head(canvas, look, picture)
    top = _HEAD
    if picture.course is not None:
        draw_course(canvas, look, (MARGIN, top, PAGE_WIDTH - MARGIN, top + COURSE_HEIGHT), picture.course)
        top += course
    if picture.latest:
        _draw_matches(canvas, look, top, picture.latest_title, picture.latest)
        top += matches
    if picture.rivals:
        _draw_rivals(canvas, look, top, picture.rivals_title, picture.rivals)
        top += rivals
    if has_foot:
        _draw_foot(canvas, look, top, picture)
    return canvas.png()


@lru_cache(maxsize=16)
def draw_meeting(picture: MeetingPicture, look: Look = DARK) -> bytes:
    """Two people with what stands between them, and their last matches."""
    matches, head = _panel_height(len(picture.latest), _PLAYER_ROW), 336
    canvas = Canvas(PAGE_WIDTH, head + matches + _GAP, look.ground)
    sides = ((picture.left, picture.names[0], 190), (picture.right, picture.names[1], PAGE_WIDTH - 190))
    for portrait, name, centre in sides:
        size = 176
        draw_portrait(canvas, (centre - size // 2, MARGIN, size), portrait, (5, look.rule), look.ground)
        line = set_line(name, 34, Weight.SEMIBOLD, 300)
        canvas.text(centre - line.width / 2, MARGIN + size + 52, line, look.bright, look.ground)
    for number, label, centre in zip(picture.numbers, picture.labels, (430, 550, 670), strict=True):
        figure, below = set_line(number, 72, Weight.SEMIBOLD), set_line(label, SMALLEST, Weight.MEDIUM, 128)
        colour = look.quiet if centre == PAGE_WIDTH // 2 else look.bright
        canvas.text(centre - figure.width / 2, 150, figure, colour, look.ground)
        canvas.text(centre - below.width / 2, 192, below, look.quiet, look.ground)
    if picture.latest:
        _draw_matches(canvas, look, head, picture.latest_title, picture.latest)
    return canvas.png()


def _panel_height(lines: int, row: int) -> int:
    """Of a panel in two columns, with the gap below it; nothing where it has no lines."""
    return _TITLE + -(-lines // 2) * row + _PAD // 2 + _GAP if lines else 0


def _draw_head(canvas: Canvas, look: Look, picture: PlayerPicture) -> None:
    draw_portrait(canvas, (MARGIN, MARGIN, _FACE), picture.portrait, (5, look.accent), look.ground)
    right = PAGE_WIDTH - MARGIN
    if picture.rating:
        figure = set_line(picture.rating, 84, Weight.SEMIBOLD)
        label = set_line(picture.rating_label, 26, Weight.MEDIUM, 260)
        canvas.text(right - figure.width, MARGIN + 78, figure, look.accent, look.ground)
        canvas.text(right - label.width, MARGIN + 118, label, look.quiet, look.ground)
        right -= round(max(figure.width, label.width)) + 28
    left = MARGIN + _FACE + 28
    name = _name_size(picture.name, 48, right - left)
    base = MARGIN + (58 if picture.lines else 82) - (14 if len(picture.lines) > 1 else 0)
    canvas.text(left, base, set_line(picture.name, name, Weight.SEMIBOLD, right - left), look.bright, look.ground)
    for number, words in enumerate(picture.lines[:2], 1):
        line = set_line(words, 27, Weight.MEDIUM, right - left)
        canvas.text(left, base + 10 + 36 * number, line, look.plain if number == 1 else look.quiet, look.ground)


def _name_size(name: str, size: int, widest: int) -> int:
    """The size in which the name fits, or the smallest that is taken."""
    while size > 34 and set_line(name, size, Weight.SEMIBOLD).width > widest:
        size -= 2
    return size


def _draw_panel(canvas: Canvas, look: Look, top: int, height: int, title: str) -> None:
    canvas.panel((MARGIN, top, PAGE_WIDTH - MARGIN, top + height), 14, look.panel, look.ground)
    line = set_line(title, 26, Weight.SEMIBOLD, _INNER - 2 * _PAD)
    canvas.text(MARGIN + _PAD, top + 40, line, look.quiet, look.panel)


def _draw_matches(canvas: Canvas, look: Look, top: int, title: str, some: Sequence[MatchLine]) -> None:
    """Newest first, down the left column and then the right one."""
    _draw_panel(canvas, look, top, _panel_height(len(some), _PLAYER_ROW) - _GAP, title)
    rows = -(-len(some) // 2)
    for place, match in enumerate(some):
        left = MARGIN + _PAD + (place // rows) * (_COLUMN + _BETWEEN)
        y = top + _TITLE + (place % rows) * _PLAYER_ROW
        _draw_mark(canvas, look, left, y, match)
        score = set_line(match.score, 27, Weight.SEMIBOLD, 150)
        canvas.text(left + _COLUMN - score.width, y + 30, score, look.plain, look.panel)
        widest = _COLUMN - 56 - score.width - 16
        name = set_line(match.name, 27, Weight.MEDIUM, widest)
        canvas.text(left + 56, y + 30, name, look.bright if match.mark is Mark.WON else look.plain, look.panel)


def _draw_mark(canvas: Canvas, look: Look, left: int, top: int, match: MatchLine) -> None:
    """Won is a full square, drawn a full circle, lost an empty square: told without any colour."""
    box = (left, top, left + _BADGE - 4, top + _BADGE - 4)
    size = box[2] - box[0]
    inside: Colour = look.panel
    ink = look.plain
    match match.mark:
        case Mark.WON:
            inside, ink = look.accent, look.on_accent
            canvas.panel(box, 8, look.accent, look.panel)
        case Mark.DRAWN:
            inside, ink = look.quiet, look.ground
            canvas.ink(left, top, shape(size, is_crest=False), look.quiet, look.panel)
        case Mark.LOST:
            canvas.frame(box, 8, 3, look.rule, look.panel, look.panel)
    letter = set_line(match.letter, 25, Weight.SEMIBOLD, size)
    canvas.text(left + (size - letter.width) / 2, top + 29, letter, ink, inside)


def _draw_rivals(canvas: Canvas, look: Look, top: int, title: str, some: Sequence[RivalLine]) -> None:
    _draw_panel(canvas, look, top, _panel_height(len(some), _RIVAL_ROW) - _GAP, title)
    for place, rival in enumerate(some):
        left = MARGIN + _PAD + (place % 2) * (_COLUMN + _BETWEEN)
        y = top + _TITLE + (place // 2) * _RIVAL_ROW
        draw_portrait(canvas, (left, y, 56), rival.portrait, (2, look.rule), look.panel)
        widest = _COLUMN - 56 - 16
        name = set_line(rival.name, 27, Weight.SEMIBOLD, widest)
        canvas.text(left + 72, y + 22, name, look.bright, look.panel)
        counted = set_line(rival.counted, 24, Weight.MEDIUM, widest)
        canvas.text(left + 72, y + 56, counted, look.quiet, look.panel)


def _draw_foot(canvas: Canvas, look: Look, top: int, picture: PlayerPicture) -> None:
    """The podiums as numbered medals, and all matches at the right."""
    x, metals = MARGIN, (look.accent, look.silver, look.bronze)
    for place, times in enumerate(picture.places, 1):
        if not times:
            continue
        metal = metals[place - 1]
        canvas.ink(x, top, shape(_BADGE, is_crest=False), metal, look.ground)
        number = set_line(str(place), 26, Weight.SEMIBOLD)
        canvas.text(x + (_BADGE - number.width) / 2, top + 31, number, look.on_accent, metal)
        count = set_line(f"× {times}", 27, Weight.SEMIBOLD)
        canvas.text(x + _BADGE + 12, top + 32, count, look.bright, look.ground)
        x += _BADGE + 12 + round(count.width) + 32
    said = set_line(picture.counted, 27, Weight.MEDIUM, PAGE_WIDTH - MARGIN - x)
    if picture.counted:
        canvas.text(PAGE_WIDTH - MARGIN - said.width, top + 32, said, look.plain, look.ground)
