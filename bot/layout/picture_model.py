"""What a picture shows, and in which look, as frozen data.

Every word arrives translated, every name as the person wrote it; people come with faces or initials, the course of a
rating, matches. The two looks are as dark or as light as Discord's own surfaces, with one accent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.kernel.ids import Theme

# --- people ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Portrait:
    """How somebody looks in a picture: the face, or else the initials; without either, as nobody in particular."""

    initials: str = ""
    hue: int = 0
    """Which of the grounds for initials is the person's own; any number."""
    face: bytes | None = None
    """A small square picture of the bot's own making."""
    is_crest: bool = False
    """Of a team, which has a shield in place of a circle."""


NOBODY: Final = Portrait()


class Mark(StrEnum):
    """How a match ended, told by a shape as well as by a letter."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match: its mark with the letter for it, against whom, and the score."""

    mark: Mark
    letter: str
    name: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class RivalLine:
    """Somebody most met, and how the matches ended, in letters and numbers."""

    portrait: Portrait
    name: str
    counted: str


@dataclass(frozen=True, slots=True)
class RatingCourse:
    """A rating from list to list, oldest first, and what stands below its ends."""

    title: str
    ratings: tuple[float, ...]
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """What somebody has come to: rating, the last matches, those most met, the podiums."""

    portrait: Portrait
    name: str
    lines: tuple[str, ...]
    """Below the name: place and games, titles."""
    rating: str
    rating_label: str
    course: RatingCourse | None
    latest_title: str
    latest: tuple[MatchLine, ...]
    rivals_title: str
    rivals: tuple[RivalLine, ...]
    places: tuple[int, int, int] = (0, 0, 0)
    """How often the person stood on each step of a podium."""
    counted: str = ""
    """All matches, in words."""


@dataclass(frozen=True, slots=True)
class MeetingPicture:
    """Two people, how often each has won, and their last matches as the first of them sees them."""

    left: Portrait
    right: Portrait
    names: tuple[str, str]
    numbers: tuple[str, str, str]
    """Matches won by the first, drawn, won by the other."""
    labels: tuple[str, str, str]
    latest_title: str
    latest: tuple[MatchLine, ...]


# --- brackets and tables --------------------------------------------------------------------------------------------


class DrawnPlaceState(StrEnum):
    """How far a place of the bracket has come."""

    __said_as__ = "place_state"

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"
    BYE = "bye"
    WALKOVER = "walkover"


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a place. `name` None: nobody knows yet; `out` without a winner: both sides lost by absence."""

    name: str | None = None
    expected: str | None = None
    """Where who comes will come from, for as long as there is no name."""
    seed_text: str | None = None
    score_text: str | None = None
    won: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """One contest of the bracket. A bye has its one name in `top`, and its reason in `note`.

    Of others a note is drawn where the lower side is not known yet.
    """

    top: Slot
    bottom: Slot
    state: DrawnPlaceState
    note: str | None = None


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """The places of one round, in their order."""

    label: str
    places: tuple[DrawnPlace, ...]
    first: int = 1
    """The number that the round's first place on the page has in the whole round."""
    feeds: tuple[tuple[int, ...], ...] | None = None
    """For each place the places of the column before whose winners come there; None: 2i and 2i+1, as in a tree."""

    def feeders(self, place: int, before: int) -> range | tuple[int, ...]:
        """The places of the column before, which has so many, that lead to the place."""
        return range(min(2 * place, before), min(2 * place + 2, before)) if self.feeds is None else self.feeds[place]


@dataclass(frozen=True, slots=True)
class LowerBracket:
    """A bracket that takes in the losers of the one above it."""

    title: str
    rounds: tuple[RoundColumn, ...]


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A final between brackets; the final before it leads to it as well."""

    label: str
    place: DrawnPlace
    brackets: tuple[int, ...] = ()
    """Those whose last place leads here: 0 for the unbeaten, then from the highest of those below."""


@dataclass(frozen=True, slots=True)
class BracketLabels:
    """The few words that a bracket needs, in the reader's language."""

    bye: str
    walkover: str
    playing: str
    """What the mark of a place in play means."""
    third_place: str
    from_part: str = ""
    """Whom a side awaits that comes from another page; `{n}` is that page's number."""


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """A bracket, or a page of one: each column has half the places of the column before."""

    title: str
    subtitle: str
    rounds: tuple[RoundColumn, ...]
    third_place: DrawnPlace | None
    labels: BracketLabels
    page: tuple[int, int] | None = None
    """This page's number and how many there are; None: the whole bracket."""
    has_final: bool = True
    """Whether the last column is the final, whose winner is crowned."""
    rounds_title: str = ""
    """What the bracket of the rounds is called, where others stand below it."""
    below: tuple[LowerBracket, ...] = ()
    """Of more lives than one, in one picture: the brackets below the rounds, from the highest."""
    finals: tuple[FinalPlace, ...] = ()
    """Between the brackets, one after another."""
    legend: str = ""
    """What a mark in the picture means."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Somebody on the podium: the place, and the words below the name (a score, a rating's change)."""

    rank: int
    name: str
    detail: str = ""
    portrait: Portrait = NOBODY


@dataclass(frozen=True, slots=True)
class PodiumPicture:
    """The end of an event. Several stand on one step where nothing decided between them."""

    title: str
    subtitle: str
    steps: tuple[PodiumStep, ...]
    footer: str = ""


class Align(StrEnum):
    """Where a column's cells stand; figures stand at the end, one below another."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column's heading and side."""

    label: str
    align: Align = Align.START


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row's cells, in the order of the columns; `emphasised` rows stand out (leaders, the reader's own)."""

    cells: tuple[str, ...]
    emphasised: bool = False
    heading: bool = False
    """Names what the rows below it have in common."""
    cut: bool = False
    """Whether those down to this row go on, and a line is drawn below it."""
    mark: str = ""
    """What is to be known of who stands in the row, behind the name; a name too long gives way to it."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A ranking or the standings, 20 rows at most to stay legible in a channel."""

    title: str
    subtitle: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    footer: str = ""


@dataclass(frozen=True, slots=True)
class RaceLine:
    """How one of the leaders' points grew: `climbs` are moments, from 0 to 1, and the points from then on."""

    name: str
    points: str
    climbs: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class RacePicture:
    """The leaders over the time of an arena, the first first; five at the most."""

    title: str
    subtitle: str
    lines: tuple[RaceLine, ...]
    ticks: tuple[tuple[float, str], ...]
    """Moments from 0 to 1, in words."""
    until: float = 1.0
    """How far the lines go."""


# --- looks ----------------------------------------------------------------------------------------------------------

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are the first pixels outside."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a picture, by what they are for; `tests/layout` holds each one to what it stands on."""

    ground: Colour
    """The picture's own surface."""
    panel: Colour
    """A row or a card on it."""
    raised: Colour
    """What stands out of a card."""
    rule: Colour
    """Lines that wait."""
    path: Colour
    """Lines that were gone."""
    bright: Colour
    """Titles, winners, leaders."""
    plain: Colour
    quiet: Colour
    """Headings, footers, what is said beside."""
    faded: Colour
    """Who is out, and what is not known yet."""
    accent: Colour
    """The first, what is being played, and the line below who goes on; a ground as well as an ink."""
    on_accent: Colour
    silver: Colour
    bronze: Colour
    courses: tuple[Colour, ...]
    """Several lines in one picture, told apart by colour-blind readers too; each has a mark and a name beside it."""


DARK: Final = Look(
    ground=(0x1B, 0x1C, 0x20),
    panel=(0x2A, 0x2C, 0x31),
    raised=(0x38, 0x3B, 0x42),
    rule=(0x6B, 0x70, 0x7A),
    path=(0xA9, 0xAE, 0xB8),
    bright=(0xF6, 0xF7, 0xF8),
    plain=(0xD3, 0xD6, 0xDB),
    quiet=(0xA8, 0xAD, 0xB7),
    faded=(0xA2, 0xA7, 0xB1),
    accent=(0xFF, 0xC1, 0x45),
    on_accent=(0x23, 0x1A, 0x05),
    silver=(0xC3, 0xC9, 0xD2),
    bronze=(0xD6, 0x9C, 0x6F),
    courses=((0xFF, 0xC1, 0x45), (0x56, 0xB4, 0xE9), (0xE5, 0x8B, 0xC0), (0x7F, 0xE3, 0xB4), (0xF0, 0x8A, 0x5D)),
)
LIGHT: Final = Look(
    ground=(0xFF, 0xFF, 0xFF),
    panel=(0xF0, 0xF1, 0xF4),
    raised=(0xDF, 0xE2, 0xE8),
    rule=(0x8A, 0x90, 0x9B),
    path=(0x56, 0x5C, 0x67),
    bright=(0x10, 0x12, 0x16),
    plain=(0x2E, 0x31, 0x38),
    quiet=(0x54, 0x5A, 0x64),
    faded=(0x5F, 0x65, 0x70),
    accent=(0xBF, 0x3F, 0x00),
    on_accent=(0xFF, 0xFF, 0xFF),
    silver=(0x5F, 0x68, 0x75),
    bronze=(0x74, 0x4B, 0x33),
    courses=((0xBF, 0x3F, 0x00), (0x0B, 0x6B, 0xB0), (0xA3, 0x17, 0x5E), (0x1C, 0x9C, 0x78), (0x7A, 0x3F, 0xD0)),
)
LOOKS: Final[Mapping[Theme, Look]] = {Theme.DARK: DARK, Theme.LIGHT: LIGHT}

PAGE_WIDTH = 1100
"""Twice what Discord shows in a channel, so that 24 px here are 12 px there."""
SMALLEST = 24
"""The smallest letters of what is read in a channel."""
MARGIN = 36
HEAD_HEIGHT = 112
