"""A player's card: the rating and its course, the last matches, those most met; and what two have played together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.rendering.pictures.canvas import Canvas, Colour
from bot.rendering.pictures.course import COURSE_HEIGHT, draw_course
from bot.rendering.pictures.fonts import Weight
from bot.rendering.pictures.look import DARK, MARGIN, PAGE_WIDTH, SMALLEST, Look
from bot.rendering.pictures.people_model import Mark, MatchLine, MeetingPicture, PlayerPicture, RivalLine
from bot.rendering.pictures.portraits import draw_portrait, shape
from bot.rendering.pictures.typesetting import set_line

_FACE: Final = 132
_HEAD: Final = 2 * MARGIN + _FACE
_GAP: Final = 18
_TITLE: Final = 58
_ROW: Final = 52
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
    matches = _panel_height(len(picture.latest), _ROW)
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
    matches, head = _panel_height(len(picture.latest), _ROW), 336
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
    _draw_panel(canvas, look, top, _panel_height(len(some), _ROW) - _GAP, title)
    rows = -(-len(some) // 2)
    for place, match in enumerate(some):
        left = MARGIN + _PAD + (place // rows) * (_COLUMN + _BETWEEN)
        y = top + _TITLE + (place % rows) * _ROW
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
