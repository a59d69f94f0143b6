"""What people look at of a match: the facts of one card gathered, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Community, Person
from bot.domain.contests import NOTHING_MORE, Contest, Particulars, Result, Score
from bot.domain.events.guessing import Guess
from bot.domain.events.tournament import Tournament
from bot.domain.game_sheets import NAMELESS_COLOURS
from bot.domain.ids import ContestId
from bot.domain.parts import NO_PARTS, P, Parts
from bot.domain.playing.adjournments import NO_PAUSE, Sessions
from bot.domain.playing.lateness import LateStart
from bot.domain.playing.match_state import MatchState
from bot.domain.playing.matches import Match
from bot.domain.playing.warnings import Warned
from bot.domain.playing.without_result import Ending


class Confirmed(StrEnum):
    """Where a result stands that is final once both players and the arbiter have confirmed it (GO-16.4)."""

    NOT_ASKED = "not_asked"
    """The rulebook does not ask it, or the players have not confirmed it."""
    BY_PLAYERS = "by_players"
    BY_ALL = "by_all"


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as its card shows it; `players` and `accounts` are in the order of the sides."""

    match: Match
    state: MatchState
    tournament: Tournament
    community: Community
    players: tuple[Person, ...]
    accounts: tuple[str | None, ...]
    arbiter: Person | None
    place: MatchPlace
    report_stands_at: datetime | None
    both_lose_at: datetime | None = None
    """When both lose a match to which neither came, where the rulebook says so."""
    recordings: tuple[str, ...] = ()
    reason: str | None = None
    """Why the score that stands was ruled, where somebody gave a reason."""
    warnings: tuple[Warned, ...] = ()
    """Everything given in the match, those taken back too, first to last."""
    late: tuple[LateStart | None, ...] = ()
    """What lateness for the start takes off each side's clock, where the rulebook counts it (GO-22)."""

    confirmed: Confirmed = Confirmed.NOT_ASKED
    chiefs: tuple[Person, ...] = ()
    """The chief arbiter of the event and the deputies, who decide what is passed up (GO-30)."""

    colours: tuple[str, str] = NAMELESS_COLOURS
    """The names of the colours in what is played: of who begins, side 0 in a single game, and of the other."""
    guess: Guess | None = None
    """Where the first colour is guessed, from the call on (GO-10)."""
    sessions: Sessions = NO_PAUSE
    """Its pauses, and what each side had used of its time (GO-14)."""
    paused_until: datetime | None = None
    """When the event goes on by itself, where staff have paused it."""
    parts: Parts = NO_PARTS
    """What the capabilities of its event have to show of it: its boards, its games, its table."""

    def part(self, kind: type[P]) -> P | None:
        """What the capability of that type has to show; None where the match has none of it."""
        return self.parts.of(kind)

    @property
    def contest(self) -> Contest:
        """The match as a contest of its event."""
        return self.match.contest

    @property
    def contest_id(self) -> ContestId:
        """What the card's controls carry."""
        return self.match.contest.contest_id


@dataclass(frozen=True, slots=True)
class Seats:
    """The part of a match of several boards that says who of either side sits at which; nobody while it is a secret."""

    by_board: Mapping[int, tuple[tuple[Person, ...], tuple[Person, ...]]]


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """Where in the bracket: `number` (from 1) of the `matches` of its round, `to_final` rounds before the final.

    In the rounds of a table `to_final` means nothing.
    """

    number: int
    matches: int
    to_final: int
    in_table: bool = False
    group: int = 0
    seats: int = 2
    """How many sit at it by the rules: 3 at the tables of three, whatever the number of this one."""
    of_teams: bool = False
    """Whether it has boards of its own, so that it is none itself."""
    numbered: bool = False
    """Known by its number alone, where what is played makes no rounds."""
    in_lives: bool = False
    """Whether it is of a knock-out of more lives than one; its finals are numbered in the order of being played."""


class Told(StrEnum):
    """What an arbiter did to a match that its players hear of."""

    RULED = "ruled"
    TALLIED = "tallied"
    SEEN = "seen"
    """A side is there, says the arbiter."""
    MISSING = "missing"
    """A side is waited for between games."""
    SEATED_OUT = "seated_out"
    """A table plays without a side that is missing."""
    SUSPENDED = "suspended"
    RESUMED = "resumed"
    GAME_ANNULLED = "game_annulled"
    MATCH_ANNULLED = "match_annulled"
    WARNED = "warned"
    WARNING_TAKEN_BACK = "warning_taken_back"
    FAIR_POINT = "fair_point"
    """The game goes on from a position that is fair to both (GO-17.5)."""
    AS_IT_IS = "as_it_is"
    COLOURS_RIGHT = "colours_right"
    """Colours taken the wrong way round are put right (GO-17.1)."""
    COLOURS_STAND = "colours_stand"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A side that is there: the games that its absence has cost; `newly` is False for a second press."""

    view: MatchView
    side: int
    lost: int
    newly: bool


@dataclass(frozen=True, slots=True)
class Reported:
    """A report as it was taken. `settled` when it ended the match: both sides said the same, or the arbiter spoke."""

    view: MatchView
    score: Score
    settled: bool
    disputed: bool = False
    """Whether the other side had reported something else, so that the arbiter decides."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a side has agreed to where staff stay silent, and whether the match has ended by it, or goes to the lot."""

    view: MatchView
    side: int
    ending: Ending
    ended: bool
    to_lot: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """What correcting a settled score would do: `reopened` are the matches that would be played anew."""

    view: MatchView
    before: Result
    score: Score
    reopened: tuple[MatchView, ...]
    particulars: Particulars = NOTHING_MORE
    """What the right result tells beyond its score."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """One line of a list of matches: which one, between whom."""

    contest: Contest
    place: MatchPlace
    players: tuple[Person, ...]
