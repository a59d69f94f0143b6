"""What pages, feeds and the API are given, and nothing else: plain values, in the words of one language.

Every object is a `Public`. A name is what the person is shown as. A `key` stands in addresses: of an event, a match, an
entrant, a server, a series or a player's own page; none is an id of Discord, and that of an entrant holds in one event
alone. Words come from the catalogues, so that an object is built for one language; moments are in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.features.pages.model import ShownAs


class Public:
    """What may leave the server; nothing else is handed to a page, a feed or the API."""

    __slots__ = ()


# --- people in an event ---------------------------------------------------------------------------------------------


class EntryState(StrEnum):
    """How an entry stands."""

    __said_as__ = "page_entry"

    REGISTERED = "registered"
    WAITING = "waiting"
    """On the wait list."""
    CONFIRMED = "confirmed"
    PLAYING = "playing"
    OUT = "out"
    """Of a knock-out, has lost the last life."""
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class PublicMember(Public):
    """Somebody in a team, on which board; `page` is the key of the person's own page, if there is one."""

    name: str
    board: int
    page: str = ""


@dataclass(frozen=True, slots=True)
class PublicEntrant(Public):
    """An entry, as the page shows who is behind it."""

    key: str
    name: str
    shown_as: ShownAs
    state: EntryState
    number: int
    """In the order of registration."""
    page: str = ""
    """Of the person's own page; empty where there is none."""
    seed: int | None = None
    rating: str = ""
    grade: str = ""
    club: str = ""
    is_team: bool = False
    members: tuple[PublicMember, ...] = ()
    came_in_for: str = ""
    """Whose place it was before."""


# --- matches --------------------------------------------------------------------------------------------------------


class MatchProgress(StrEnum):
    """How far a match has come."""

    __said_as__ = "page_match"

    WAITING = "waiting"
    """Not called yet, or its sides are not known."""
    PLAYING = "playing"
    """Called, and without a result."""
    DECIDED = "decided"
    WALKOVER = "walkover"
    BYE = "bye"
    UNFINISHED = "unfinished"
    """The event is over, and it has no result."""


@dataclass(frozen=True, slots=True)
class PublicSide(Public):
    """One side of a match; `entrant` is empty where it is not known who comes."""

    entrant: str
    name: str
    score: str = ""
    won: bool = False
    out: bool = False
    """Lost, or left, or stayed away."""
    seed: int | None = None
    expected: str = ""
    """Where who comes will come from, in words."""


@dataclass(frozen=True, slots=True)
class PublicBoard(Public):
    """A board or a game of a match: who sat there side by side, and how it ended."""

    label: str
    names: tuple[str, ...]
    score: str


@dataclass(frozen=True, slots=True)
class PublicMatch(Public):
    """A match with all that is public of it."""

    key: str
    event: str
    """The key of its event."""
    event_name: str
    label: str
    """Its round and place, in words: "Quarter-final 2"."""
    stage: str
    """The field's word for the stage, as in a record."""
    round: int
    position: int
    group: int
    sides: tuple[PublicSide, ...]
    state: MatchProgress
    score: str = ""
    """As everybody writes it: "3–1"."""
    length: str = ""
    """How many games, in words: "Best of 5"."""
    best_of: int = 1
    called_at: datetime | None = None
    agreed_at: datetime | None = None
    """When its players have agreed to play."""
    decided_at: datetime | None = None
    note: str = ""
    """Why a bye is one, how a walkover came about."""
    boards: tuple[PublicBoard, ...] = ()
    is_on_stream: bool = False
    leads_to: str = ""
    """The key of the match in which the winner goes on."""


@dataclass(frozen=True, slots=True)
class PublicRound(Public):
    """The matches of one round, in order."""

    key: str
    """In addresses: its number, or its stage."""
    label: str
    number: int
    matches: tuple[PublicMatch, ...]


# --- brackets and tables --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicPlace(Public):
    """A place of a bracket; `match` is empty as long as nobody is known for it."""

    match: str
    sides: tuple[PublicSide, ...]
    """Two, or the one of a bye."""
    state: MatchProgress
    note: str = ""
    is_on_stream: bool = False


@dataclass(frozen=True, slots=True)
class PublicColumn(Public):
    """The places of a round from top to bottom; for each the places of the column before that lead to it."""

    label: str
    places: tuple[PublicPlace, ...]
    feeders: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PublicBranch(Public):
    """A tree of the bracket: the one, a lower one, or the matches for places."""

    title: str
    columns: tuple[PublicColumn, ...]


@dataclass(frozen=True, slots=True)
class PublicFinal(Public):
    """A match beside the trees: a final between brackets, or that for the third place."""

    label: str
    place: PublicPlace
    branches: tuple[int, ...] = ()
    """Of a final: the branches whose last places lead to it."""


@dataclass(frozen=True, slots=True)
class PublicBracket(Public):
    """All branches of a bracket, from that of the unbeaten down, and the finals between them."""

    branches: tuple[PublicBranch, ...]
    finals: tuple[PublicFinal, ...] = ()
    third: PublicFinal | None = None
    legend: str = ""


@dataclass(frozen=True, slots=True)
class PublicHeading(Public):
    """The heading of a column, what it is short for, and whether figures stand below it."""

    label: str
    title: str = ""
    is_number: bool = False
    is_first: bool = False
    """Whether it is what places are decided by first."""


@dataclass(frozen=True, slots=True)
class PublicRow(Public):
    """A line of a table; `cells` are as many as the headings, behind place and name."""

    place: str
    entrant: str
    name: str
    cells: tuple[str, ...]
    goes_on: bool = False
    """Whether the place goes on to what follows."""
    page: str = ""
    mark: str = ""
    """What is to be known of who stands there."""


@dataclass(frozen=True, slots=True)
class PublicTable(Public):
    """A table, best first."""

    title: str
    name_heading: str
    headings: tuple[PublicHeading, ...]
    rows: tuple[PublicRow, ...]
    note: str = ""
    """What the line below who goes on means, and what a win gives."""


@dataclass(frozen=True, slots=True)
class PublicMeeting(Public):
    """A cell of a crosstable: the score of who stands on the left, and the match; nothing before they have met."""

    match: str
    score: str
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class PublicCrosstable(Public):
    """Who has met whom; rows and columns in the order of the table."""

    title: str
    entrants: tuple[str, ...]
    """Keys."""
    names: tuple[str, ...]
    cells: tuple[tuple[tuple[PublicMeeting, ...], ...], ...]
    """Row by row; of each pair all their matches. Empty on the diagonal."""


@dataclass(frozen=True, slots=True)
class PublicClimb(Public):
    """How one of the leaders' points grew: parts of the whole time, from 0 to 1, and the points from then on."""

    entrant: str
    name: str
    points: str
    climbs: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PublicRace(Public):
    """The leaders of an arena over its time."""

    lines: tuple[PublicClimb, ...]
    ticks: tuple[tuple[float, datetime], ...]
    until: float


@dataclass(frozen=True, slots=True)
class PublicStep(Public):
    """Somebody on the podium, and the words below the name."""

    rank: int
    entrant: str
    name: str
    detail: str = ""
    page: str = ""
    members: tuple[str, ...] = ()


# --- draws ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicDraw(Public):
    """A draw with its proof: the link that was revealed for it, and what was public before.

    The proof is empty where somebody who was listed with a rating is not shown by name: it could be tried out.
    """

    number: int
    what: str
    """In words: of the field, of round 3, a lot."""
    drawn_at: datetime
    entrants: tuple[tuple[str, str], ...]
    """Key and name, in the order of the list over which it was made."""
    previous: str = ""
    link: str = ""
    seed: str = ""
    reason: str = ""
    """Of a redraw."""
    salt: str = ""
    """What players have added to the list by their own acts; empty where nobody has."""
    list_hash: str = ""
    listed: str = ""
    """The list over which it was made, as canonical text, where everybody on it is shown by name."""


# --- decks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicCard(Public):
    """A card of a deck: its collector number, its name as the player typed it, and how many of it."""

    number: str
    name: str
    copies: int


@dataclass(frozen=True, slots=True)
class PublicDeck(Public):
    """A deck that is no secret any more, of somebody who is shown by name."""

    entrant: str
    name: str
    """The player's."""
    size: int
    """Cards in all, each copy counted."""
    cards: tuple[PublicCard, ...]
    left_out: int = 0
    """Lines of the list that are more than a page has room for."""


# --- an event -------------------------------------------------------------------------------------------------------


class EventState(StrEnum):
    """How far an event has come."""

    __said_as__ = "page_event"

    ANNOUNCED = "announced"
    CHECK_IN = "check_in"
    DRAWING = "drawing"
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called_off"


@dataclass(frozen=True, slots=True)
class PublicRules(Public):
    """A part of the rules in words, a sentence each."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublicLink(Public):
    """An address on the web that organisers have given: https, and never trusted."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class PublicEventLine(Public):
    """An event in a list."""

    key: str
    name: str
    state: EventState
    kind: str
    """By what rules it is played, in words."""
    start_at: datetime
    ended_at: datetime | None
    entrants: int
    seats: int | None = None
    winner: str = ""
    is_paused: bool = False
    of_teams: bool = False


@dataclass(frozen=True, slots=True)
class PublicEvent(Public):
    """An event with all that is public of it at the moment."""

    key: str
    server: str
    server_name: str
    language: str
    """The server's own, one of the catalogues' locales."""
    time_zone: str
    name: str
    state: EventState
    kind: str
    start_at: datetime
    created_at: datetime
    check_in_opens_at: datetime
    check_in_closes_at: datetime
    ended_at: datetime | None
    called_off_because: str
    is_paused: bool
    is_findable: bool
    """Whether search engines may list it."""
    progress: str
    """How far it is, in words: "Round 2 of 5, 3 of 8 matches decided"."""
    text: str
    """What its organisers tell of it, as plain text."""
    links: tuple[PublicLink, ...]
    rules: tuple[PublicRules, ...]
    seats: int | None
    entrants: tuple[PublicEntrant, ...]
    rounds: tuple[PublicRound, ...] = ()
    bracket: PublicBracket | None = None
    tables: tuple[PublicTable, ...] = ()
    """The table, or one for each group."""
    crosstables: tuple[PublicCrosstable, ...] = ()
    race: PublicRace | None = None
    podium: tuple[PublicStep, ...] = ()
    draws: tuple[PublicDraw, ...] = ()
    commitment: str = ""
    """What was public of the draws before the first one."""
    decks: tuple[PublicDeck, ...] = ()
    """In the order of the entrants."""
    series: tuple[str, str] | None = None
    """Key and name of the series that it counts for."""
    on_stream: str = ""
    """The key of the match that the stream shows."""

    def matches(self) -> tuple[PublicMatch, ...]:
        """All matches, by round."""
        return tuple(match for one in self.rounds for match in one.matches)


# --- all servers ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicServerLine(Public):
    """A server in a list, and how many events run and come there."""

    key: str
    name: str
    running: int
    coming: int


@dataclass(frozen=True, slots=True)
class PublicStart(Public):
    """All servers whose pages are on."""

    servers: tuple[PublicServerLine, ...]


# --- a server -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicSeriesLine(Public):
    """A series in a list."""

    key: str
    name: str
    played: int
    is_closed: bool


@dataclass(frozen=True, slots=True)
class PublicServer(Public):
    """A server: what runs, what comes, and a page of what is over."""

    key: str
    name: str
    language: str
    time_zone: str
    is_findable: bool
    running: tuple[PublicEventLine, ...]
    coming: tuple[PublicEventLine, ...]
    over: tuple[PublicEventLine, ...]
    page: int
    pages: int
    """Of what is over."""
    series: tuple[PublicSeriesLine, ...]
    has_ranking: bool


@dataclass(frozen=True, slots=True)
class PublicRankingLine(Public):
    """A line of a rating list; of who is not shown by name older lists have no figures."""

    place: int
    name: str
    page: str
    rating: str
    games: int | None
    moved: str = ""
    """Against the list before, with its sign."""


@dataclass(frozen=True, slots=True)
class PublicRanking(Public):
    """A rating list as it was published, a page of it."""

    server: str
    server_name: str
    is_findable: bool
    key: str
    published_at: datetime
    because_of: str
    """The event that it was published after."""
    lines: tuple[PublicRankingLine, ...]
    page: int
    """WHOLE where all of its lines are here."""
    pages: int
    others: tuple[tuple[str, datetime], ...]
    """Keys and dates of all lists, latest first."""
    time_zone: str = "UTC"
    note: str = ""
    """Whose figures are missing."""


@dataclass(frozen=True, slots=True)
class PublicSeries(Public):
    """A series: its rules, its table, the events that count."""

    key: str
    server: str
    server_name: str
    is_findable: bool
    name: str
    rules: tuple[str, ...]
    table: PublicTable
    events: tuple[PublicEventLine, ...]
    final: PublicEventLine | None
    is_closed: bool
    time_zone: str = "UTC"


# --- a player's own page --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicPlayed(Public):
    """A match of a player: in which event, against whom, and how it ended."""

    match: str
    event_name: str
    other: str
    other_page: str
    score: str
    won: bool
    lost: bool
    at: datetime
    event: str = ""
    """The key of the event, for the address of the match."""


@dataclass(frozen=True, slots=True)
class PublicRival(Public):
    """Somebody most met, and how those matches ended."""

    name: str
    page: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class PublicCareerEvent(Public):
    """An event of a player and the place in it."""

    line: PublicEventLine
    place: str


@dataclass(frozen=True, slots=True)
class PublicPlayer(Public):
    """The page of somebody who has switched it on."""

    key: str
    server: str
    server_name: str
    is_findable: bool
    name: str
    titles: tuple[str, ...]
    place: str
    rating: str
    curve: tuple[tuple[datetime, float], ...]
    won: int
    drawn: int
    lost: int
    podiums: tuple[int, int, int]
    events: tuple[PublicCareerEvent, ...]
    latest: tuple[PublicPlayed, ...]
    rivals: tuple[PublicRival, ...]
    time_zone: str = "UTC"


# --- the record of an event -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicRecord(Public):
    """An event that is over as a file of its facts, which anybody can replay."""

    event: str
    """The key of the event."""
    text: str
    """JSON."""


# --- calendars ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicAppointment(Public):
    """Something at a time: an event, or a match that was agreed for it."""

    uid: str
    """The same for as long as the thing is there."""
    title: str
    begins_at: datetime
    ends_at: datetime
    is_off: bool
    sequence: int
    """Grows with each change."""
    changed_at: datetime
    text: str
    event: str
    """The key of the event, for its address."""
    match: str = ""


@dataclass(frozen=True, slots=True)
class PublicCalendar(Public):
    """All appointments of a server, a series or a player."""

    name: str
    language: str
    appointments: tuple[PublicAppointment, ...]
    server: str = ""
    """The key of the server, for the addresses of its events."""


LARGEST_ARCHIVE: Final = 25
"""Events on a page of the archive."""
LARGEST_LIST: Final = 100
"""Lines on a page of a rating list."""
WHOLE: Final = 0
"""The number of a page that has all lines of a list that takes several."""
