"""What a picture shows, as frozen data: every word arrives translated, every name as the person wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PlaceState(StrEnum):
    """How far a place of the bracket has come."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"
    BYE = "bye"
    WALKOVER = "walkover"


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a place. `name` None: nobody knows yet; `out` without a winner: both sides lost by absence."""

    name: str | None = None
    seed_text: str | None = None
    score_text: str | None = None
    won: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """One contest of the bracket. A bye has its one name in `top`, and its reason in `note`."""

    top: Slot
    bottom: Slot
    state: PlaceState
    note: str | None = None


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """The places of one round, from the top; place i is fed by places 2i and 2i+1 of the column before."""

    label: str
    places: tuple[Place, ...]
    first: int = 1
    """The number that the round's first place on the page has in the whole round."""


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
    third_place: Place | None
    labels: BracketLabels
    page: tuple[int, int] | None = None
    """This page's number and how many there are; None: the whole bracket."""
    has_final: bool = True
    """Whether the last column is the final, whose winner is crowned."""
    loose: bool = False
    """Whether the places stand below one another without lines between the rounds, as in a lower bracket."""


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Somebody on the podium, and the words below the name (a score, a rating's change)."""

    name: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PodiumPicture:
    """The end of an event. `third` holds two steps where no match decided between them."""

    title: str
    subtitle: str
    first: PodiumStep
    second: PodiumStep | None = None
    third: tuple[PodiumStep, ...] = ()
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
