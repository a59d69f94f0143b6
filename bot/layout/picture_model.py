"""What a picture shows, as frozen data: every word arrives translated, every name as the person wrote it.

People come with faces or initials, the course of a rating, matches.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

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
    """One contest of the bracket. A bye has its one name in `top`, and its reason in `note`."""

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
    undecided: str
    third_place: str


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
