"""A knock-out bracket as a picture: pages for the channel, and the whole to open."""

from __future__ import annotations

from functools import lru_cache

from bot.layout.bracket_layout import BracketLayout, Connector, Spot, lives_layout, page_layout, whole_layout
from bot.layout.canvas import BOTTOM_CORNERS, TOP_CORNERS, Canvas, Corners, draw_heading
from bot.layout.picture_model import DARK, Box, BracketLabels, BracketPicture, Colour, DrawnPlaceState, Look, Slot
from bot.layout.typesetting import Weight, set_line

_DECIDED = (DrawnPlaceState.DONE, DrawnPlaceState.WALKOVER, DrawnPlaceState.BYE)


@lru_cache(maxsize=32)
def draw_bracket(picture: BracketPicture, look: Look = DARK) -> bytes:
    """A page as PNG, 1100 pixels wide and legible at half of that; see `bracket_pages`."""
    return _BracketPainter(picture, lives_layout(picture) if picture.finals else page_layout(picture), look).png()


@lru_cache(maxsize=8)
def draw_whole(picture: BracketPicture, look: Look = DARK) -> bytes:
    """The whole bracket as one PNG, as big as it needs to be."""
    return _BracketPainter(picture, lives_layout(picture) if picture.finals else whole_layout(picture), look).png()


class _BracketPainter:
    """Draws one layout, from the connectors upwards."""

    def __init__(self, picture: BracketPicture, layout: BracketLayout, look: Look) -> None:
        self._look = look
        self._picture = picture
        self._words: BracketLabels = picture.labels
        self._layout = layout
        self._sizes = layout.measures
        self._canvas = Canvas(layout.width, layout.height, look.ground)

    def png(self) -> bytes:
        """Draws the bracket as a PNG."""
        draw_heading(self._canvas, self._look, self._picture.title, self._picture.subtitle, self._picture.page)
        self._labels()
        self._connectors()
        final = self._layout.last if self._picture.has_final else None
        for column in self._layout.columns:
            for spot in column:
                self._place(spot, crowned=spot is final)
        self._third_place()
        return self._canvas.png()

    def _labels(self) -> None:
        for label in self._layout.labels:
            size, colour = (
                (self._sizes.name, self._look.plain) if label.is_title else (self._sizes.small, self._look.quiet)
            )
            line = set_line(label.text, size, Weight.SEMIBOLD, label.widest)
            self._canvas.text(label.x + 2, label.base, line, colour, self._look.ground)

    def _third_place(self) -> None:
        spot = self._layout.third_place
        if spot is not None:
            line = set_line(self._words.third_place, self._sizes.small, Weight.SEMIBOLD, spot.box[2] - spot.box[0])
            self._canvas.text(spot.box[0] + 2, spot.box[1] - 32, line, self._look.quiet, self._look.ground)
            self._place(spot, crowned=False)

    def _connectors(self) -> None:
        """Lines to the next round; those of decided places are drawn last and brighter, as the way that was gone."""
        for way in sorted(self._layout.ways, key=lambda way: way.start.place.state in _DECIDED):
            colour = self._look.path if way.start.place.state in _DECIDED else self._look.rule
            if way.around is not None:
                self._way_around(way, way.around, colour)
            elif way.start.box[0] == way.target.box[0]:
                self._way_down(way, colour)
            else:
                self._way(way.start, way.target, colour)

    def _way_down(self, way: Connector, colour: Colour) -> None:
        """Upright, to the place below in the same column."""
        x = way.start.box[2] - self._sizes.row // 4
        self._canvas.fill((x, way.start.box[3], x + self._sizes.line, way.target.box[1]), colour)

    def _way_around(self, way: Connector, x: int, colour: Colour) -> None:
        """To the right, upright beside everything, and back into the target from its right."""
        width, radius = self._sizes.line, 12
        low, high = way.start.middle - width // 2, way.target.middle - width // 2
        corner = x + width - radius
        self._canvas.fill((way.start.box[2], low, corner, low + width), colour)
        self._canvas.bend(corner, low + width - radius, radius, width, True, False, colour, self._look.ground)
        self._canvas.fill((x, high + radius, x + width, low + width - radius), colour)
        self._canvas.bend(corner, high, radius, width, True, True, colour, self._look.ground)
        self._canvas.fill((way.target.box[2], high, corner, high + width), colour)

    def _way(self, spot: Spot, target: Spot, colour: Colour) -> None:
        """Level, a bend, upright to the height of the target, and level into it."""
        width, radius = self._sizes.line, 12
        start, end = (spot.box[0], target.box[2]) if spot.feeds_left else (spot.box[2], target.box[0])
        turn = (start + end) // 2 - width // 2
        y, goal = spot.middle - width // 2, target.middle - width // 2
        if y == goal:
            self._canvas.fill((min(start, end), y, max(start, end), y + width), colour)
            return
        down, right = goal > y, not spot.feeds_left
        corner_x = turn + width - radius if right else turn
        self._canvas.fill(
            (start, y, corner_x, y + width) if right else (corner_x + radius, y, start, y + width), colour
        )
        self._canvas.bend(
            corner_x, y if down else y + width - radius, radius, width, right, down, colour, self._look.ground
        )
        upright = (y + radius, goal + width) if down else (goal, y + width - radius)
        self._canvas.fill((turn, upright[0], turn + width, upright[1]), colour)
        self._canvas.fill((turn, goal, end, goal + width) if right else (end, goal, turn + width, goal + width), colour)

    def _place(self, spot: Spot, *, crowned: bool) -> None:
        if spot.place.state is DrawnPlaceState.BYE:
            self._bye(spot)
            return
        self._card(spot)
        left, top, right, bottom = spot.box
        self._slot(spot, spot.place.top, (left, top, right, spot.middle), TOP_CORNERS, crowned)
        self._slot(spot, spot.place.bottom, (left, spot.middle, right, bottom), BOTTOM_CORNERS, crowned)
        self._canvas.fill((left, spot.middle - 1, right, spot.middle + 1), self._look.ground)
        if spot.place.state is DrawnPlaceState.PLAYING:
            self._tab(spot, self._words.playing)
        self._note(spot, spot.box)

    def _card(self, spot: Spot) -> None:
        left, top, right, bottom = spot.box
        if spot.place.state is DrawnPlaceState.PLAYING:
            around = (left - 3, top - 3, right + 3, bottom + 3)
            self._canvas.panel(around, self._sizes.radius + 3, self._look.accent, self._look.ground)
            self._canvas.panel(spot.box, self._sizes.radius, self._look.panel, self._look.accent)
        else:
            self._canvas.panel(spot.box, self._sizes.radius, self._look.panel, self._look.ground)

    def _bye(self, spot: Spot) -> None:
        """One row without an opponent's: outlined, not filled."""
        left, _, right, _ = spot.box
        half = self._sizes.row // 2
        box = (left, spot.middle - half, right, spot.middle + half)
        self._canvas.frame(box, self._sizes.radius, 2, self._look.rule, self._look.ground, self._look.ground)
        word = set_line(self._words.bye, self._sizes.small, Weight.MEDIUM, (right - left) * 0.4)
        x = right - 14 - word.width
        self._canvas.text(x, self._base(box), word, self._look.faded, self._look.ground)
        self._name(spot.place.top, box, x, self._look.plain, self._look.ground)
        self._note(spot, box)

    def _slot(self, spot: Spot, slot: Slot, box: Box, corners: Corners, crowned: bool) -> None:
        """One side: the winner's row is raised, the champion's wears the accent, the loser's fades."""
        behind = self._look.panel
        around = self._look.accent if spot.place.state is DrawnPlaceState.PLAYING else self._look.ground
        if slot.won:
            behind = self._look.accent if crowned else self._look.raised
            self._canvas.panel(box, self._sizes.radius, behind, around, corners)
        colour = self._ink(slot, crowned)
        right = float(box[2] - 14)
        absent = spot.place.state is DrawnPlaceState.WALKOVER and slot.out
        # Who was not there and has nothing: the mark says so, and the name needs the room.
        if slot.score_text and not (absent and slot.score_text == "0"):
            score = set_line(slot.score_text, self._sizes.name, Weight.SEMIBOLD, (box[2] - box[0]) / 4)
            right -= score.width
            self._canvas.text(right, self._base(box), score, colour, behind)
            right -= 10
        if absent:
            right = self._walkover(box, right, behind)
        self._name(slot, box, right, colour, behind)

    def _ink(self, slot: Slot, crowned: bool) -> Colour:
        if slot.won:
            return self._look.on_accent if crowned else self._look.bright
        return self._look.faded if slot.out or slot.name is None else self._look.plain

    def _walkover(self, box: Box, right: float, behind: Colour) -> float:
        """The mark on the side that was not there; returns the name's new limit."""
        word = set_line(self._words.walkover, self._sizes.small, Weight.SEMIBOLD, (box[2] - box[0]) / 3)
        x, inset = round(right - word.width) - 8, self._sizes.row // 7
        tag = (x - 8, box[1] + inset, round(right), box[3] - inset)
        self._canvas.frame(tag, 6, 2, self._look.faded, behind, behind)
        self._canvas.text(x, self._base(box), word, self._look.quiet, behind)
        return float(tag[0] - 8)

    def _name(self, slot: Slot, box: Box, right: float, colour: Colour, behind: Colour) -> None:
        """Seed and name, from the left edge to `right` at most."""
        x, base = float(box[0] + 16), self._base(box)
        if slot.seed_text:
            seed = set_line(slot.seed_text, self._sizes.small, Weight.MEDIUM, (box[2] - box[0]) / 5)
            self._canvas.text(x, base, seed, colour if behind is self._look.accent else self._look.faded, behind)
            x += seed.width + 12
        weight = Weight.SEMIBOLD if slot.won else Weight.MEDIUM
        name = slot.name or slot.expected or self._words.undecided
        self._canvas.text(x, base, set_line(name, self._sizes.name, weight, right - 10 - x), colour, behind)

    def _base(self, box: Box) -> int:
        return (box[1] + box[3]) // 2 + round(self._sizes.name * 0.36)

    def _tab(self, spot: Spot, word: str) -> None:
        """The word for "in play" as a tab on the card's upper edge."""
        line = set_line(word, self._sizes.small, Weight.SEMIBOLD, (spot.box[2] - spot.box[0]) * 0.7)
        height, right, bottom = round(self._sizes.small * 1.25), spot.box[2] - 14, spot.box[1] - 3
        box = (right - round(line.width) - 24, bottom - height, right, bottom)
        self._canvas.panel(box, self._sizes.radius, self._look.accent, self._look.ground, TOP_CORNERS)
        self._canvas.text(
            box[0] + 12, bottom - round(self._sizes.small * 0.2), line, self._look.on_accent, self._look.accent
        )

    def _note(self, spot: Spot, box: Box) -> None:
        """What is to be known of the place (its arbiter, why a bye), below the box."""
        if spot.place.note:
            line = set_line(spot.place.note, self._sizes.small, Weight.MEDIUM, box[2] - box[0] - 8)
            self._canvas.text(
                box[0] + 4, box[3] + round(self._sizes.small * 1.15), line, self._look.quiet, self._look.ground
            )
