"""What people look at of a team and of a match between two: facts gathered, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from bot.domain.community import Person
from bot.domain.contests import BoardResult
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.regulation.format_rules import LevelMatch
from bot.domain.team_play.board_lateness import LateOnBoard
from bot.domain.team_play.disputes import Modality
from bot.domain.team_play.level_matches import Separation
from bot.domain.team_play.places import Awaiting, OpenPlace
from bot.domain.team_play.teams import TeamProblem


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A member as the captain wrote it: the name, and what stood behind a semicolon: the account or the school year."""

    name: str
    account: str | None = None
    school_year: int | None = None


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A member of a team as it is shown; board 0 is a substitute."""

    person: Person
    board: int
    rating: float | None
    school_year: int | None
    account: str | None
    is_captain: bool


@dataclass(frozen=True, slots=True)
class TeamFit:
    """What of a team does not fit the published ranking, who could lead it and who could be released (AIJE-D05-1)."""

    problems: tuple[TeamProblem, ...] = ()
    may_lead: tuple[Person, ...] = ()
    to_release: tuple[Person, ...] = ()
    barred: tuple[Person, ...] = ()
    """Members who may not play; they are released as well."""
    can_start: bool = True
    """Whether the close lets the team play as it is, without those who are too many and led by the highest rated."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is to be mended."""
        return not self.problems and not self.barred


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team with what it still lacks."""

    tournament: Tournament
    entrant: Entrant
    captain: Person
    members: tuple[TeamMember, ...]
    check_in_opens_at: datetime
    check_in_is_open: bool
    places: tuple[OpenPlace, ...] = ()
    """What counts for nothing yet, in the captain's order."""
    closes_at: datetime | None = None
    newly: bool = False
    leader_alike: tuple[Person, ...] = ()
    """Whom the name of a captain that staff typed can mean, while nobody has said it."""
    reminded: bool = False
    """Whether the captain asked for letters about the entry."""
    fit: TeamFit = field(default_factory=TeamFit)

    @property
    def free(self) -> int:
        """Places that have to be filled before the team can confirm."""
        rules = self.tournament.rulebook.teams
        return 0 if rules is None else max(0, rules.size - len(self.members) - len(self.places))

    @property
    def room(self) -> int:
        """How many places the team has left, substitutes included."""
        rules = self.tournament.rulebook.teams
        most = 0 if rules is None else rules.size + rules.substitutes
        return max(0, most - len(self.members) - len(self.places))

    @property
    def unanswered(self) -> int:
        """How many of those who were named have to say yes before the team can confirm."""
        rules = self.tournament.rulebook.teams
        waiting = len(self.places)
        return 0 if rules is None else min(waiting, max(0, rules.size - len(self.members)))

    def awaiting(self, whom: Awaiting) -> tuple[OpenPlace, ...]:
        """The open places that wait for somebody's word."""
        return tuple(one for one in self.places if one.awaiting is whom)

    @property
    def without_account(self) -> tuple[Person, ...]:
        """Members whose account the rulebook asks for and nobody has told yet."""
        if self.tournament.rulebook.registration.account is None:
            return ()
        return tuple(one.person for one in self.members if one.account is None)

    @property
    def is_complete(self) -> bool:
        """Whether nobody is missing from the team."""
        return not self.free and not self.unanswered and not self.without_account and self.fit.is_whole


@dataclass(frozen=True, slots=True)
class TeamForm:
    """What the form of a team is filled with before the captain types, and what it asks for."""

    tournament: Tournament
    name: str
    members: tuple[NamedMember, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """One board of a match: who sits there on either side, how many games, of which game, for what."""

    board: int
    seats: tuple[tuple[Person, ...], tuple[Person, ...]]
    games: int
    drawable: bool
    modality: Modality | None = None
    points: Fraction = Fraction(1)
    sheet: str | None = None
    places: int = 1
    """How many sit there on each side."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What readers of each language know the game as (OLY-7)."""
    first: int | None = None
    """The side that begins there, the first game of several; None where they settle it at the board (GO-10)."""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """What a match between teams has beside its sides: its boards, and whether line-ups were named."""

    boards: tuple[BoardView, ...]
    named_anew: bool
    """Whether each side names its line-up before the match (GO-25.1, OLY-3)."""
    may_change: bool
    """Whether a side may put in a substitute."""
    given: tuple[bool, bool]
    scene: int | None = None
    """Of a dispute with more than one set of games, from 0 (OLY-4)."""
    told: tuple[BoardResult, ...] = ()
    """The boards of the result that stands, or else of the open report."""
    level_ways: tuple[LevelMatch, ...] = ()
    """What separates level teams, in order, where somebody has to win; empty elsewhere."""
    separated: Separation | None = None
    """What separates them after those boards."""
    first_in_extra: int | None = None
    """The side that begins a game more on board 1, where one can come to be played."""
    late: tuple[LateOnBoard, ...] = ()
    """Players who are or were waited for on their own boards (GO-22)."""
    line_ups_by: datetime | None = None
    """Until when line-ups may be named; after it the registered order holds. None where none is awaited or limited."""

    @property
    def is_open(self) -> bool:
        """Whether everybody may see who sits where: both sides have named it, or it was never a secret."""
        return not self.named_anew or all(self.given)
