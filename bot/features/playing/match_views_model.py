"""What people look at of a match, without text and without Discord; and which of its states stand still, since when.

docs/nothing-rests.md lists the states that stand still, and who hears of them when.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.course.model import RoundMissed
from bot.features.playing.board_model import NO_PAUSE, Sessions
from bot.features.tournaments.arbiters_model import Provisional
from bot.features.tournaments.model import Headcount, RemindView
from bot.features.tournaments.summons_model import CALL_UNREAD_AFTER, MatterKind
from bot.features.tournaments.tasks_model import (
    DeskRow,
    Obstacle,
    TaskItem,
    Upcoming,
)
from bot.kernel.ids import Community, ContestId, GuildId, PersonId, TournamentId
from bot.kernel.outages import Outage, Still, with_gaps
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, Contest, Particulars, Result, Score
from bot.play.counts import Price, Warned
from bot.play.draw import Guess
from bot.play.entries import Phase, Tournament
from bot.play.estimates import Estimate, longest
from bot.play.game_sheets import NAMELESS_COLOURS
from bot.play.matches import (
    Ending,
    LateStart,
    Match,
    MatchPhase,
    MatchState,
    ReportAnswer,
    state_of,
    state_without_clocks,
)
from bot.play.plugs import NO_PARTS, P, Parts
from bot.play.rulebook import Rulebook

# --- the card of a match --------------------------------------------------------------------------------------------


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
    """What the features of its event have to show of it: its boards, its games, its table."""
    answered_by: Mapping[int, Person | None] = field(default_factory=dict)
    """Of the sides that have no Discord, who presses for each; None where nobody but the opponent could."""

    def part(self, kind: type[P]) -> P | None:
        """What the feature of that type has to show; None where the match has none of it."""
        return self.parts.of(kind)

    def presser(self, side: int) -> Person | None:
        """Who presses for the side; None where nobody can."""
        return self.answered_by.get(side, self.players[side])

    @property
    def pressing(self) -> tuple[Person, ...]:
        """Whom a message calls that asks all sides for something."""
        return tuple(one for side in range(len(self.players)) if (one := self.presser(side)) is not None)

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


class ArbiterAct(StrEnum):
    """What an arbiter did to a match that its players hear of."""

    __said_as__ = "told"

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
    player: Person | None = None
    """Who is there, where another has said it for them."""


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


@dataclass(frozen=True, slots=True)
class HeldUp:
    """A side of a match that is still wanted in another one: who it is, and in which event."""

    side: int
    person: Person
    event: str
    contest_id: ContestId
    """The other match."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The part of a match that waits: for whom, and until when at most; None before its call was delivered."""

    held_up: tuple[HeldUp, ...]
    until: datetime | None


# --- matches that stand still ---------------------------------------------------------------------------------------


SUSPENDED_AFTER: Final = timedelta(hours=1)
"""How long a match can be stopped before who runs the event is asked; a day where rounds last days."""
HALF_AN_HOUR: Final = timedelta(minutes=30)
"""Nobody is asked for a score before, however short the games are."""
A_DAY: Final = timedelta(days=1)


def still_of(match: Match, phase: MatchPhase, rulebook: Rulebook, *, goes_on: bool) -> Still | None:
    """What stands still of a match in that phase; None of one that is over, or that a step of its own takes on.

    `goes_on` says that a step is due. While both sides are absent or a score is disputed staff are asked all the same.
    """
    match phase:
        case MatchPhase.UNDECIDED if (since := _last_waited(match)) is not None:
            return Still(MatterKind.BOTH_ABSENT, since, is_asked=True)
        case MatchPhase.WAITING if match.assigned_at is not None:
            return Still(MatterKind.CALL_UNREAD, match.assigned_at, asked_after=CALL_UNREAD_AFTER)
        case MatchPhase.SUSPENDED if match.suspended_at is not None and not goes_on:
            days = rulebook.match_times is not None
            return Still(MatterKind.SUSPENDED, match.suspended_at, asked_after=A_DAY if days else SUSPENDED_AFTER)
        case MatchPhase.MISSING | MatchPhase.PLAYING | MatchPhase.DISPUTED if not goes_on:
            return _in_play(match, phase, rulebook)
        case _:
            return None


def both_there_since(match: Match) -> datetime | None:
    """From when both sides can play: the call, the last arrival, or when a match that rested goes on."""
    moments = (match.contest.called_at, match.resumed_at, *(clock.ended_at for clock in match.clocks))
    return max((moment for moment in moments if moment is not None), default=None)


def _in_play(match: Match, phase: MatchPhase, rulebook: Rulebook) -> Still | None:
    report, began = match.report, both_there_since(match)
    if phase is MatchPhase.DISPUTED and report is not None and report.escalated_at is not None:
        return Still(MatterKind.DISPUTE, report.escalated_at, is_asked=True)
    if began is None:
        return None
    if phase is MatchPhase.MISSING:
        return Still(MatterKind.TABLE_MISSING, began, is_asked=True)
    lasts = max(HALF_AN_HOUR, longest(match.contest.length, match.contest.stage, rulebook))
    lasts = A_DAY if rulebook.traits.is_series else lasts
    return Still(MatterKind.NOT_REPORTED, began, reminded_after=lasts, asked_after=2 * lasts)


def _last_waited(match: Match) -> datetime | None:
    """When the last clock ended of two sides that stayed away; None while one runs, as the step is still to come."""
    ended = [clock.ended_at for clock in match.clocks]
    known = [moment for moment in ended if moment is not None]
    return max(known) if known and len(known) == len(ended) else None


# --- what there is to do --------------------------------------------------------------------------------------------


def count_by_kind(rows: Iterable[DeskRow], tournament_id: TournamentId) -> tuple[DeskRow, ...]:
    """One row for each kind, counted, with its earliest end; a row that is alone stays as it is."""
    kinds: dict[Obstacle, list[DeskRow]] = {}
    for row in rows:
        kinds.setdefault(row.obstacle, []).append(row)
    return tuple(some[0] if len(some) == 1 else _together(some, tournament_id) for some in kinds.values())


def _together(rows: Sequence[DeskRow], tournament_id: TournamentId) -> DeskRow:
    ends = [row.until for row in rows if row.until is not None]
    return DeskRow(rows[0].obstacle, tournament_id, until=min(ends, default=None), n=len(rows))


@dataclass(frozen=True, slots=True)
class NameHint:
    """Somebody on the list plays under a name that somebody barred held before: no proof, and nothing follows of it."""

    person: Person
    barred: Person
    account: str


@dataclass(frozen=True, slots=True)
class DeskView:
    """An event as its organiser needs it: what waits, what runs, and what comes next by itself."""

    tournament: Tournament
    phase: Phase
    headcount: Headcount
    opens_at: datetime
    closes_at: datetime
    rows: tuple[DeskRow, ...]
    on_duty: tuple[Person, ...]
    in_play: int
    """Matches that go on without anybody's help."""
    to_play: int
    """Matches that are paired and not settled, those in play included."""
    now: datetime
    hints: tuple[NameHint, ...] = ()
    may_create: bool = False
    """Whether who looks may begin another event."""
    provisional: Provisional | None = None
    """Who may not take a match of it by its size, told from the entries on."""
    estimate: Estimate | None = None
    reader: PersonId | None = None
    opens_again: bool = False
    """Whether who looks may open the event again, which is off."""
    at_the_close: tuple[str, ...] = ()
    """While it is asked whether check-in closes: the verbs of the other answers that who looks may give."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """All that a person has to do, the most urgent first, and what comes after."""

    tasks: tuple[TaskItem, ...]
    prospects: tuple[Upcoming, ...]
    rounds: tuple[RoundMissed, ...] = ()
    """Rounds to come that the person can announce to miss, or to play after all."""
    guild_id: GuildId | None = None
    reminders: tuple[RemindView, ...] = ()
    """The own entries of which one can be reminded, or is."""
    may_create: bool = False
    """Whether the person may begin an event."""


# --- who is followed ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchContext:
    """A match with its event and the outages that can have touched it."""

    match: Match
    tournament: Tournament
    lost: tuple[Outage, ...]
    """When no press could be taken at all, and when the event was paused."""

    @property
    def outages(self) -> tuple[Outage, ...]:
        """Those, and the times in which the card of the match was gone: its clocks stand still in all of them."""
        return with_gaps(self.lost, self.match.gaps)

    @property
    def contest_id(self) -> ContestId:
        """The id of the match that is followed."""
        return self.match.contest.contest_id

    @property
    def at_table(self) -> bool:
        """Whether it is a game at a table of three, which no clock decides."""
        return self.tournament.rulebook.traits.at_tables

    @property
    def is_left_open(self) -> bool:
        """Whether its event has ended over a dispute in it: it counts once it is decided (ARENA-4)."""
        report, over = self.match.report, self.tournament.ended_at is not None
        disputed = report is not None and report.answer is ReportAnswer.DISPUTED
        return over and disputed and self.tournament.rulebook.traits.has_lobby

    def having(self, match: Match) -> MatchContext:
        """The same event with the match as a verb has just left it."""
        return replace(self, match=match)

    def state(self, at: datetime) -> MatchState:
        """What the match is at the moment."""
        if self.at_table:
            return state_without_clocks(self.match)
        return state_of(self.match, at, self.tournament.rulebook.matches, self.outages)


# --- warnings -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WarningOption:
    """An offence of the catalogue with one of its prices; `loses`: the game is lost by it, here and now."""

    number: int
    """Of the offence in the rulebook's catalogue, from 0."""
    offence: str
    price: Price
    loses: bool


@dataclass(frozen=True, slots=True)
class WarningChoice:
    """What an arbiter chose from the page, and whether it was said that the game is lost by it."""

    side: int
    number: int
    price: Price
    loses: bool
    board: int = 0
    """In a match of teams the board on which it was; 0 where one game is played at a time."""


@dataclass(frozen=True, slots=True)
class WarningPage:
    """What can be given to each side now, and what was given; nothing can be given once the match is over."""

    view: MatchView
    game: int
    """The game under way, from 1; in a match of teams the board that was chosen, 0 before."""
    options: tuple[tuple[WarningOption, ...], ...]
    in_event: tuple[int, ...]
    """The warnings of each side in the whole event."""
    in_force: tuple[Warned, ...]
    """Those of the match that could be taken back."""
    asks_board: bool = False
    """Whether one of the match's boards is to be chosen first; not where one game is played at a time."""


@dataclass(frozen=True, slots=True)
class WarningPreview:
    """What giving it would do; nothing is given yet."""

    view: MatchView
    choice: WarningChoice
    """As it was chosen, with what is true now of the game."""
    offence: str
    ends_match: bool


# --- tables of three ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableView:
    """What the card of a table says beside the match: in which set each sits, and what wins (OTE-2.2, OTE-2.4)."""

    active: tuple[bool, ...]
    """Whether each side had never lost when the game began."""
    influence_to_win: int
    leave: int
    """How many an extra game lets through to the final; 1 at every other table."""
    extra: bool
    """Whether the game is an extra one, whose influence counts for nothing."""
    effects: tuple[int, ...] = ()
    """The sides in the order in which effects are settled when somebody's cards leave an extra game (OTE-2.8)."""
