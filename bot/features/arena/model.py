"""What people look at of an arena, when it pairs anew and when it ends, how points grew, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bot.features.entering.model import Bar
from bot.kernel.ids import Community, ContestId, EntrantId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Step
from bot.kernel.promises import Notified, OfContest, OfTournament
from bot.people.model import Person
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.formats.arena import NOTHING, PAIRS_IN_A_PASS, ArenaTally, ends_at, next_pass_at, tallies
from bot.play.formats.protocol import EventFacts
from bot.play.matches import Match
from bot.play.rulebook import Rulebook


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
class LobbyPairs:
    """Games that one pass of the lobby has made, with their players."""

    tournament: Tournament
    games: tuple[tuple[Contest, tuple[Person, ...]], ...]


class ArenaTask(StrEnum):
    """What a player of an arena has to do next."""

    __said_as__ = "task"

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
    task: ArenaTask
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


@dataclass(frozen=True, slots=True)
class Racer:
    """One of the leaders: after each game that gave something, the moment when it was told and the points then."""

    entrant_id: EntrantId
    points: Fraction
    climbs: tuple[tuple[datetime, Fraction], ...]

    def points_at(self, moment: datetime) -> Fraction:
        """The points that the racer had by then."""
        return next((points for at, points in reversed(self.climbs) if at <= moment), NOTHING)


@dataclass(frozen=True, slots=True)
class Race:
    """The time of the arena and the leaders, in the order in which they were asked for."""

    began_at: datetime
    lasts: timedelta
    racers: tuple[Racer, ...]
    until: float = 1.0
    """How much of the arena is over at the moment that is asked about."""

    @property
    def is_over(self) -> bool:
        """Whether the lines have come to their end."""
        return self.until >= 1

    @property
    def half_time(self) -> datetime:
        """The middle of the arena."""
        return self.began_at + self.lasts / 2

    def share(self, moment: datetime) -> float:
        """How much of the arena was over by then, from 0 to 1; what was told beside it stands at its ends."""
        return min(1.0, max(0.0, (moment - self.began_at) / self.lasts))


def race(facts: EventFacts, rulebook: Rulebook, leaders: Sequence[EntrantId]) -> Race | None:
    """The race of the leaders; None before the arena began, and where none of them has a point."""
    end = ends_at(facts, rulebook)
    if facts.began_at is None or end is None:
        return None
    scores, told = tallies(facts, rulebook, frozenset(leaders)), _moments(facts)
    racers = tuple(Racer(leader, scores[leader].points, tuple(_climbs(scores[leader], told))) for leader in leaders)
    found = Race(facts.began_at, end - facts.began_at, racers)
    if not any(racer.points for racer in racers):
        return None
    return found if facts.now is None else replace(found, until=found.share(facts.now))


def _moments(facts: EventFacts) -> dict[ContestId | None, datetime]:
    return {contest.contest_id: contest.result.told_at for contest in facts.contests if contest.result is not None}


def _climbs(tally: ArenaTally, told: dict[ContestId | None, datetime]) -> Iterator[tuple[datetime, Fraction]]:
    """What a game gives hangs on the order of the games, and when it shows on the order of the reports."""
    gave = sorted(
        (told[game.contest_id], points) for game, points in zip(tally.games, tally.each, strict=True) if points
    )
    reached = NOTHING
    for moment, points in gave:
        reached += points
        yield moment, reached


BETWEEN_PASSES: Final = timedelta(seconds=3)
"""The lobby is paired at most so often, so that a channel has one message for all pairs of that time."""
BETWEEN_FULL_PASSES: Final = timedelta(seconds=1)
"""After a pass that made all the pairs that fit into it: as fast as a channel takes messages."""


def pass_at(facts: EventFacts, rulebook: Rulebook, made: tuple[datetime, int] | None) -> datetime | None:
    """When the lobby is to be paired next; None when it takes a further guest, or the end comes before.

    `made` is the latest pass: its moment and its pairs, None before the first.
    """
    ready, end = next_pass_at(facts, rulebook), ends_at(facts, rulebook)
    if ready is None or end is None:
        return None
    moment = ready if made is None else max(ready, free_from(*made))
    return moment if moment < end else None


def free_from(made_at: datetime, pairs: int) -> datetime:
    """From when the lobby may be paired again after a pass of so many pairs."""
    return made_at + (BETWEEN_PASSES if pairs < PAIRS_IN_A_PASS else BETWEEN_FULL_PASSES)


def due_steps(pairing: datetime | None, end: datetime, now: datetime, *, frozen: bool) -> tuple[Due, ...]:
    """The next pairing and the end; nothing once the table is frozen, since what is awaited comes by itself.

    The table is frozen once presses that were made in time have arrived (ARENA-4). An outage that began before the end
    moves it on even after the freeze: then it is looked at once more.
    """
    close = Due(Step.TIME_IS_UP, end + CLICKS_IN_FLIGHT)
    if frozen:
        return () if close.at <= now else (close,)
    return (close,) if pairing is None or pairing >= end else (Due(Step.PAIR_LOBBY, pairing), close)


class ArenaLobby(OfTournament):
    """The lobby, which becomes a panel."""

    NOTIFIES = Notified.NOBODY


class ArenaPaired(OfTournament):
    """The numbers of the first and the last game that were paired; the delivery starts their countdown."""

    NOTIFIES = Notified.PLAYERS
    first: int
    last: int


class ArenaAwaited(OfContest):
    """A side is asked for the first move; the delivery starts its clock."""

    NOTIFIES = Notified.ASKED
    side: int


class ArenaFrozen(OfTournament):
    """The time of the arena is up and its standings are frozen."""

    NOTIFIES = Notified.NOBODY
