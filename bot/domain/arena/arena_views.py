"""What people look at of an arena: its lobby, and a player's own game, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from bot.domain.community import Community, Person
from bot.domain.contests import Contest
from bot.domain.entering.bars import Bar
from bot.domain.events.tournament import Tournament
from bot.domain.playing.matches import Match


@dataclass(frozen=True, slots=True)
class ArenaClock:
    """An arena under way."""

    ends_at: datetime
    over: bool
    in_play: int
    waiting: int
    counted: int


@dataclass(frozen=True, slots=True)
class ArenaPlace:
    """One line of the top of the table."""

    rank: int
    person: Person
    points: Fraction
    games: int
    on_fire: bool
    """The next game counts double (ARENA-1)."""


@dataclass(frozen=True, slots=True)
class ArenaView:
    """The lobby as everybody sees it."""

    tournament: Tournament
    community: Community
    ends_at: datetime
    frozen: bool
    """The time is up (ARENA-4)."""
    players: int
    late_until: datetime | None
    """Until when new players may still come in."""
    waiting: tuple[Person, ...]
    """Longest first."""
    in_play: int
    counted: int
    awaited: int
    """Games that were told in time and that nobody has confirmed yet."""
    top: tuple[ArenaPlace, ...]


@dataclass(frozen=True, slots=True)
class PairsView:
    """Games that one pass of the lobby has made, with their players."""

    tournament: Tournament
    games: tuple[tuple[Contest, tuple[Person, ...]], ...]


class Task(StrEnum):
    """What a player of an arena has to do next."""

    NOTHING = "nothing"
    """No game yet."""
    CALLED_SOON = "called_soon"
    """Paired; the message that calls both is on its way."""
    PLAY = "play"
    """To be played, and told by one of the two."""
    ANSWER = "answer"
    """The opponent has told a result."""
    COME = "come"
    """The opponent says that no first move was made: to answer that, or lose (ARENA-5)."""
    OPPONENT_COMES = "opponent_comes"
    TOLD = "told"
    """The opponent has to confirm; the next game can begin."""
    DISPUTED = "disputed"
    SETTLED = "settled"


class Happened(StrEnum):
    """What the press has done that the player is answered about."""

    LOOKED = "looked"
    READY = "ready"
    READY_BEFORE = "ready_before"
    PAIRED = "paired"
    GAME_FIRST = "game_first"
    """Not let into the lobby: the last game wants a word first."""
    BARRED = "barred"
    """Not let into the lobby: disqualified since the arena began (AIJE-D01-2)."""
    LEFT = "left"
    NOT_WAITING = "not_waiting"
    TOLD = "told"
    DISPUTED = "disputed"
    """Both have told, and not the same."""
    SETTLED = "settled"
    CALLED = "called"
    """The opponent is asked for the first move."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game as one of its players has it."""

    match: Match
    side: int
    players: tuple[Person, ...]
    accounts: tuple[str | None, ...]
    first_move_by: datetime | None
    """Until when the first move has to be made (ARENA-5)."""
    lost_at: datetime | None
    """When the game is lost by who was asked for the first move."""
    stands_at: datetime | None
    """When a report stands that nobody answers."""

    @property
    def opponent(self) -> Person:
        """The player on the other side."""
        return self.players[1 - self.side]


@dataclass(frozen=True, slots=True)
class OwnArena:
    """The arena as one player has it."""

    tournament: Tournament
    happened: Happened
    task: Task
    ends_at: datetime
    over: bool
    waiting: bool
    points: Fraction
    games: int
    on_fire: bool
    game: OwnGame | None
    alone: bool = False
    """Everybody else has left, and nobody new may come."""
    bar: Bar | None = None
    """What keeps the player out of the lobby (AIJE-D01-2)."""
