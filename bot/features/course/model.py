"""What people look at of a drawn event, without text and without Discord: draw, standings, lots, pairs, rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.features.tournaments.arbiters_model import OnDuty
from bot.kernel.ids import Community, ContestId, EntrantId, PersonId
from bot.people.model import Person
from bot.play.contests import Contest, StandingRow, TieBreakValue
from bot.play.course import NONE, Sources
from bot.play.deciders import AfterLeaving, Decider, Tie
from bot.play.draw import DrawProblem, DrawRecord, Guess, GuessFault
from bot.play.entries import Tournament
from bot.play.formats.protocol import EventFacts
from bot.play.pairing import RoundPairing
from bot.play.tie_breaks import Parts
from bot.play.title_games import ColourChoices

# --- draws and brackets ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BracketView:
    """A drawn event: its facts, who is behind each entrant, and when its open matches were given to their arbiters."""

    tournament: Tournament
    community: Community
    facts: EventFacts
    people: Mapping[EntrantId, Person]
    given: Mapping[ContestId, datetime]
    shift: int = 0
    """What a round of the bracket is behind its number in the event, where a table was played before."""
    beside: tuple[Contest, ...] = ()
    """What is played beside the tree: lower brackets, the finals between brackets, matches for places."""

    def person(self, entrant_id: EntrantId) -> Person:
        """Who is behind the entrant."""
        return self.people[entrant_id]


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw as it was published; `reason` and `by` belong to a redraw. A table has no bracket."""

    tournament: Tournament
    bracket: BracketView | None
    record: DrawRecord
    previous: str
    """The link, or the commitment, that was public before this draw's link."""
    by: Person | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    """A draw within the running event: of a round, of a lot between entrants who are level, of a bye."""

    tournament: Tournament
    record: DrawRecord
    previous: str
    is_lot: bool
    is_late: bool = False
    """Whether the lot was over free byes, for who came late."""


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """One draw run again: what is wrong with its record, and whether the bracket on record is the one it gives."""

    record: DrawRecord
    previous: str
    problems: tuple[DrawProblem, ...]
    same_bracket: bool

    @property
    def holds(self) -> bool:
        """Whether everything agrees."""
        return self.same_bracket and not self.problems


@dataclass(frozen=True, slots=True)
class GuessCheck:
    """A guess of who begins, worked out again from its secret (GO-10)."""

    guess: Guess
    players: tuple[Person, ...]
    fault: GuessFault | None


@dataclass(frozen=True, slots=True)
class Verification:
    """All draws of an event, run again, and every guess of who begins."""

    tournament: Tournament
    checks: tuple[DrawCheck, ...]
    exported: str | None
    """The JSON file that the script of the docs takes, for the draw that stands; None when its list is broken."""
    guesses: tuple[GuessCheck, ...] = ()
    """Those that were made, of contests that stand."""

    @property
    def holds(self) -> bool:
        """Whether there is a draw, and all of it agrees."""
        guessed = all(check.fault is None for check in self.guesses)
        return bool(self.checks) and guessed and all(check.holds for check in self.checks)


@dataclass(frozen=True, slots=True)
class MatchOfArbiter:
    """A match in play that an arbiter follows."""

    contest: Contest
    tournament: Tournament
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class ArbiterView:
    """An arbiter of the server: on duty since when, or None, and the matches that he follows."""

    person: Person
    duty: OnDuty | None
    matches: tuple[MatchOfArbiter, ...]
    limit: int | None = None
    """Up to how many entrants an event gives a match by itself; None for any (AIJE-B01-ANP)."""
    too_large: tuple[Tournament, ...] = ()
    """Events beyond that limit whose matches still wait to be called."""


@dataclass(frozen=True, slots=True)
class DutyChange:
    """What going on or off duty led to; `newly` is False for a second press."""

    arbiter: ArbiterView
    newly: bool
    handed: Mapping[ContestId, PersonId | None] = field(default_factory=dict)
    """To whom each match in play went that the arbiter left; None where nobody was free."""


@dataclass(frozen=True, slots=True)
class MatchesWithoutArbiter:
    """Matches that are held up for want of an arbiter, and why."""

    tournament: Tournament
    situation: str
    matches: tuple[tuple[Person, ...], ...]


@dataclass(frozen=True, slots=True)
class Departure:
    """An entrant who left after the close, and what that means; `may_redraw`: no match was called yet."""

    tournament: Tournament
    person: Person
    may_redraw: bool
    reason: str | None = None
    """Why staff took the person out; None for who left."""
    after: AfterLeaving = AfterLeaving.REST_IS_LOST
    """What becomes of the results and of the matches to come."""
    counts_as_absent: bool = False
    """Whether no game was played yet, so that whoever leaves may have to say why (AIJE-D01-5.3)."""

    @property
    def cost(self) -> str:
        """In a word what leaving comes to, as the button has it that is pressed later."""
        return "redraw" if self.may_redraw else self.after.value


# --- standings ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The table of an event that is drawn, best first."""

    tournament: Tournament
    community: Community
    facts: EventFacts
    rows: tuple[StandingRow, ...]
    people: Mapping[EntrantId, Person]
    groups: Mapping[EntrantId, int] = field(default_factory=dict)
    """Who plays in which group while groups are played: the rows are then those of one group after the other."""
    through: frozenset[EntrantId] = frozenset()
    """Who goes on to the knock-out as the table stands; empty where none follows."""
    sources: Mapping[EntrantId, Sources] = field(default_factory=dict)
    """What the points are made of beside wins, draws and losses."""

    def person(self, entrant_id: EntrantId) -> Person:
        """Who is behind the entrant."""
        return self.people[entrant_id]

    def sources_of(self, entrant_id: EntrantId) -> Sources:
        """What the entrant's points are made of beside wins, draws and losses."""
        return self.sources.get(entrant_id, NONE)

    def row_of(self, entrant_id: EntrantId) -> StandingRow | None:
        """The entrant's line, or None for a stranger to the event."""
        return next((row for row in self.rows if row.entrant_id == entrant_id), None)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round that is paired: its contests in order, byes last, and the table that it was paired from."""

    table: StandingsView
    number: int
    contests: tuple[Contest, ...]
    lot: int | None = None
    """The number of the draw that paired the round after it, where each round has one of its own."""
    before: Mapping[EntrantId, int] = field(default_factory=dict)
    """The places that everybody would have without the round; empty for the first one."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One value of an entrant with the steps that make it; no steps where the entry does not apply."""

    value: TieBreakValue
    parts: Parts


@dataclass(frozen=True, slots=True)
class WhyView:
    """Why an entrant stands where it stands."""

    table: StandingsView
    row: StandingRow
    explained: tuple[Explained, ...]


# --- what decides an event ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeciderView:
    """Contests that were just paired to decide something; `ties` of a play-off alone, `bracket` of a knock-out."""

    table: StandingsView
    decider: Decider
    contests: tuple[Contest, ...]
    ties: tuple[Tie, ...] = ()
    bracket: BracketView | None = None


@dataclass(frozen=True, slots=True)
class LotView:
    """A lot within the running event: over the field for those who are level, or between the sides of one contest."""

    table: StandingsView
    number: int
    """Of the draw."""
    ties: tuple[Tie, ...]
    between: tuple[EntrantId, ...] = ()
    """Both sides of a contest that both have lost (GO-17.5)."""
    chosen: EntrantId | None = None
    """Of those two, whom the lot pairs on."""
    level: bool = False
    """Whether the two are teams whose boards were level, and not two who both lost (GO-27.2)."""
    agreed: bool = False
    """Whether those who played it have agreed on the lot, since nobody decided."""
    disputed: bool = False
    """Whether they told different scores twice, and nobody was left who could decide."""


# --- clubs and forbidden pairs --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClubSaid:
    """The club that an entrant plays for by now; None is no club."""

    tournament: Tournament
    person: Person
    club: str | None
    own: bool


@dataclass(frozen=True, slots=True)
class PairView:
    """Two who are not to meet; `reason` is for staff."""

    people: tuple[Person, Person]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PairsView:
    """All pairs of an event that are not to meet."""

    tournament: Tournament
    pairs: tuple[PairView, ...]


@dataclass(frozen=True, slots=True)
class PairApart:
    """A pair that was forbidden, or may meet again; `number` is the first round that it counts in."""

    tournament: Tournament
    people: tuple[Person, Person]
    number: int
    forbidden: bool


# --- reasons of a round ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReasonsView:
    """Round `number` as it was paired, paired again from what was known then."""

    tournament: Tournament
    number: int
    pairing: RoundPairing
    people: Mapping[EntrantId, Person]
    same: bool
    """Whether it comes to the very boards that are on record."""
    rounds: int = 0
    """How many rounds are paired by now."""


@dataclass(frozen=True, slots=True)
class TitleHolder:
    """Who holds the title that an event is for, and what the champion has chosen (AIJE-D03-2)."""

    person_id: PersonId
    named_at: datetime
    named_by: PersonId | None
    """None where the registry itself knows the champion."""
    choices: ColourChoices


# --- rounds to come -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundMissed:
    """A round announced to be missed, or played after all; `points` is what missing it gives."""

    tournament: Tournament
    number: int
    points: float
    missed: bool
