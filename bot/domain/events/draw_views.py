"""What people look at of a draw and its bracket: the facts of one event gathered, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.community import Community, Person
from bot.domain.contests import Contest
from bot.domain.events.calling import OnDuty
from bot.domain.events.departures import AfterLeaving
from bot.domain.events.draw import DrawProblem, DrawRecord
from bot.domain.events.guessing import Guess, GuessFault
from bot.domain.events.tournament import Tournament
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import ContestId, EntrantId, PersonId


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
    """A draw within the running event: of a round, or of a lot between entrants who are level."""

    tournament: Tournament
    record: DrawRecord
    previous: str
    is_lot: bool


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
class Provisional:
    """Arbiters who are given no match of an event of more than so many entrants (AIJE-B01-ANP)."""

    people: tuple[Person, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class DutyChange:
    """What going on or off duty led to; `newly` is False for a second press."""

    arbiter: ArbiterView
    newly: bool
    handed: Mapping[ContestId, PersonId | None] = field(default_factory=dict)
    """To whom each match in play went that the arbiter left; None where nobody was free."""


@dataclass(frozen=True, slots=True)
class ArbiterWanted:
    """Matches that are held up for want of an arbiter, and why."""

    tournament: Tournament
    situation: str
    matches: tuple[tuple[Person, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayerLeft:
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
