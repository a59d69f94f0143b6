"""What members remember of events that are no plain matches of two: decks handed in, games at tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rehearsal.cast import Character, Player
from rehearsal.diary import Ending
from rehearsal.members import Answer
from rehearsal.posts import Post


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A deck that somebody tried to hand in."""

    at: datetime
    member: int
    text: str
    wrong: frozenset[int]
    """The numbers of the lines that are not admitted."""
    answer: Answer

    @property
    def cards(self) -> int:
        """Cards in all."""
        return sum(int(line.split("x")[0]) for line in self.text.splitlines() if "x" in line)


@dataclass(slots=True)
class JudgeRefused:
    """A card that a judge has refused for the whole event."""

    card: str
    reason: str
    at: datetime
    holders: tuple[int, ...]
    """Who has the card in the deck at that moment."""
    confirmed: tuple[int, ...]
    """Who of them had confirmed already."""
    refused_check_in: dict[int, Answer] = field(default_factory=dict)
    """What they were told who wanted to confirm all the same."""


@dataclass(slots=True)
class RefusedAtTable:
    """A card that a judge has refused once a table was called at which somebody has it in the deck."""

    card: str
    holder: int
    at: datetime
    sat_down: list[Answer] = field(default_factory=list)
    """What the holder was told at each try to sit down: before another deck was handed in, and after it."""


@dataclass(slots=True)
class TableGame:
    """A game at a table as its people lived it; everything by Discord id."""

    contest_id: str
    card: Post
    players: tuple[Player, ...]
    """Those who are called."""
    extra: bool
    odd: Player | None
    arrivals: dict[int, datetime] = field(default_factory=dict)
    through: set[int] = field(default_factory=set)
    """Who won, or of an extra game who got through."""
    influence: dict[int, int] = field(default_factory=dict)
    """What everybody there would sign."""
    seated_out: set[int] = field(default_factory=set)
    ending: Ending | None = None
    other_counts: list[Answer] = field(default_factory=list)
    """What a second player was told who reported other numbers than the first."""

    def scene_of(self, kind: Character) -> Player | None:
        """Whoever has a scene of that kind in the game."""
        return self.odd if self.odd is not None and self.odd.character is kind else None

    @property
    def there(self) -> list[Player]:
        """Who came."""
        return [one for one in self.players if one.member.id in self.arrivals]


@dataclass(slots=True)
class AtTables:
    """An event at tables of three."""

    decks: list[HandedIn] = field(default_factory=list)
    secrets: list[Answer] = field(default_factory=list)
    """Answers in which no deck may be seen, nor any be taken."""
    early: list[Answer] = field(default_factory=list)
    """What was told who wanted to confirm without a deck."""
    rulings: list[JudgeRefused] = field(default_factory=list)
    refused_at_table: RefusedAtTable | None = None
    games: dict[str, TableGame] = field(default_factory=dict)
    """By the contest's id."""


@dataclass(slots=True)
class InArena:
    """An arena; everything by Discord id, games by the contest's id."""

    disputed: dict[str, int] = field(default_factory=dict)
    """Who really won it."""
    answered: set[str] = field(default_factory=set)
    """Games in which who was asked for the first move came in time."""
    forfeited: set[str] = field(default_factory=set)
    """Games in which nobody answered."""
    away: timedelta = timedelta()
    """How long the bot was away in the middle."""
    late: dict[str, Answer] = field(default_factory=dict)
    """What was told after the end, by what was pressed."""
