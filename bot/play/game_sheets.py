"""The rules of a game in short, in one language, what an arbiter needs of them as data, and the shape of its board.

Sheets follow OLY-7, OLY-7.1 and GO-1. A board is lines, circles and arcs, and the pieces that stand there at the
start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

# --- boards ---------------------------------------------------------------------------------------------------------


Point = tuple[float, float]
"""To the right and down, in units of the board's own."""
Circle = tuple[float, float, float]
"""Centre and radius."""
Arc = tuple[float, float, float, float, float]
"""Centre, radius, and from which to which angle in degrees, clockwise from the right."""


@dataclass(frozen=True, slots=True)
class StartingBoard:
    """A board before the first move."""

    lines: tuple[tuple[Point, ...], ...] = ()
    circles: tuple[Circle, ...] = ()
    arcs: tuple[Arc, ...] = ()
    points: tuple[Point, ...] = ()
    """Where pieces can stand, marked by dots; of a grid only those that its players mark."""
    first: tuple[Point, ...] = ()
    """The pieces of the side that is drawn below."""
    second: tuple[Point, ...] = ()
    columns: str = ""
    """A letter over each column of squares, from the left."""
    rows: str = ""
    """A figure beside each row of squares, from the top."""

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of everything that is drawn."""
        xs, ys = zip(*self._extremes(), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def _extremes(self) -> Iterator[Point]:
        for line in self.lines:
            yield from line
        for x, y, radius, *_ in (*self.circles, *self._outward()):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        yield from (*self.points, *self.first, *self.second)

    def _outward(self) -> Iterable[Arc]:
        """The arcs that go most of the way around, and so stand out beyond the lines."""
        return (arc for arc in self.arcs if arc[4] - arc[3] > 180)


def grid(columns: int, rows: int) -> tuple[tuple[Point, ...], ...]:
    """The lines of a grid with so many points a side."""
    upright = tuple(((float(x), 0.0), (float(x), rows - 1.0)) for x in range(columns))
    level = tuple(((0.0, float(y)), (columns - 1.0, float(y))) for y in range(rows))
    return (*upright, *level)


# --- sheets ---------------------------------------------------------------------------------------------------------


GameId = NewType("GameId", str)
"""A short word of small letters, digits and hyphens, as "four-piece-race"."""

LONGEST_TITLE: Final = 80
LONGEST_TEXT: Final = 1300
"""Characters of all sections together: with every one of them escaped a sheet still fits one message."""
MOST_LINES: Final = 40
NAMELESS_COLOURS: Final = ("first", "second")
"""Who begins and who does not, of a game whose rules name no colours."""


class Section(StrEnum):
    """The parts of a sheet, in the order in which they are read."""

    AIM = "aim"
    BOARD = "board"
    SETUP = "setup"
    TURN = "turn"
    SPECIAL = "special"
    END = "end"
    DRAWS = "draws"
    """Only in a community's own words; elsewhere the sentences follow from `DrawRule`."""


TOLD: Final = tuple(section for section in Section if section is not Section.DRAWS)
"""What a sheet that comes with the bot tells, all of it."""
NEEDED: Final = (Section.AIM, Section.TURN, Section.END)
"""What a community's own sheet tells at the least."""


class DrawRule(StrEnum):
    """A way in which a game can be drawn; none at all means that it cannot be."""

    BOARD_FULL = "board_full"
    AGREED = "agreed"
    AGREED_HOPELESS = "agreed_hopeless"
    """Agreed once neither side can still win."""
    RULED_QUIET = "ruled_quiet"
    """Ruled by an arbiter: few pieces are left and nothing was captured for a number of moves."""
    BLOCKED = "blocked"
    """The side to move has no move."""
    EQUAL_CAPTURES = "equal_captures"
    EQUAL_COUNT = "equal_count"
    """Both have exactly half, in a game without compensation (GO-9)."""
    STATED = "stated"
    """Where the event said so beforehand (GO-20)."""
    RULED = "ruled"
    """By an arbiter's ruling, since the sheet is silent (OLY-7.1)."""


class Blocked(StrEnum):
    """What becomes of a side that has no move."""

    LOSES = "loses"
    LOSES_TURN = "loses_turn"
    DRAWS = "draws"
    NEVER = "never"
    """It cannot come to that."""
    SILENT = "silent"
    """The sheet does not say: an arbiter rules."""


@dataclass(frozen=True, slots=True)
class Game:
    """What is true of a game in every language."""

    game_id: GameId
    draws: frozenset[DrawRule]
    blocked: Blocked = Blocked.SILENT
    quiet_moves: tuple[int, int] | None = None
    """From how many to how many moves without a capture let an arbiter rule a draw."""
    colours: tuple[str, ...] = ()
    """Who moves first, then the other; empty where the rules name no colours."""
    cites: tuple[str, ...] = ()
    """The rules that the sheet tells, by their ids."""
    board: StartingBoard | None = None
    """Its shape and start; None where the organiser's own board decides."""


@dataclass(frozen=True, slots=True)
class GameSheet:
    """The rules of one game in one language."""

    game: Game
    language: str
    """One of the bot's locales."""
    title: str
    sections: tuple[tuple[Section, str], ...]
    """In the order of `Section`. Markdown of ours where the sheet comes with the bot; else as it was typed."""
    is_own: bool = False
    """Whether a community brought it: it is escaped before it is shown."""

    def section_text(self, section: Section) -> str | None:
        """The text of a section, or None."""
        return dict(self.sections).get(section)


@dataclass(frozen=True, slots=True)
class GameDraft:
    """What an uploaded file says, before it is known which game it is."""

    title: str
    sections: tuple[tuple[Section, str], ...]
    draws: frozenset[DrawRule]


@dataclass(frozen=True, slots=True)
class GameName:
    """One game of a list."""

    game_id: GameId
    title: str
    is_own: bool


class SheetFault(StrEnum):
    """What is wrong with a sheet; each has its sentence, which says how to put it right."""

    TOO_LARGE = "too_large"
    NOT_UTF8 = "not_utf8"
    NOT_TEXT = "not_text"
    NO_TITLE = "no_title"
    TITLE_TOO_LONG = "title_too_long"
    UNKNOWN_DRAW = "unknown_draw"
    TEXT_OUTSIDE = "text_outside"
    """Words between the title and the first heading."""
    UNKNOWN_HEADING = "unknown_heading"
    HEADING_TWICE = "heading_twice"
    EMPTY_SECTION = "empty_section"
    MISSING_SECTION = "missing_section"
    TOO_LONG = "too_long"
    TOO_MANY_LINES = "too_many_lines"


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """One fault, its line counted from 1 (0 for the file as a whole), and the values that its sentence speaks of."""

    fault: SheetFault
    line: int = 0
    given: str = ""
    limit: int = 0
    section: Section | None = None


def in_order(sections: Iterable[tuple[Section, str]]) -> tuple[tuple[Section, str], ...]:
    """The sections in the order in which they are read."""
    order = tuple(Section)
    return tuple(sorted(sections, key=lambda one: order.index(one[0])))
