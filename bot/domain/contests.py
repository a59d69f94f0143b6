"""A contest between sides, and what can happen in it.

A contest has 1 to 4 sides: one side alone is a bye (it goes on without play). Scores are games won, in the order of the
sides. Everything here is a fact or a pure function of facts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.ids import ContestId, EntrantId, PersonId

Score = tuple[int, ...]
"""Games won by each side, in the order of the contest's sides.

Where it is told, as in a report, and games can be drawn, the drawn ones stand after them: (1, 1, 2).
"""


@dataclass(frozen=True, slots=True)
class Length:
    """How long a contest is: so many games at most, or exactly where all are played; whether one can be drawn."""

    best_of: int
    play_all: bool = False
    drawable: bool = False

    @property
    def target(self) -> int:
        """Games that win the contest, 3 of 5; all of them where every game is played."""
        return self.best_of if self.play_all else self.best_of // 2 + 1


class Stage(StrEnum):
    """Where in the event a contest stands."""

    PRELIMINARY = "preliminary"
    MAIN = "main"
    SEMIFINAL = "semifinal"
    FINAL = "final"
    THIRD_PLACE = "third_place"
    GROUP = "group"
    """A round robin in groups, before a knock-out."""
    LOWER = "lower"
    """The bracket of those who have lost, where there is more than one life."""
    PLACEMENT = "placement"
    """For a place below the third."""
    PLAY_OFF = "play_off"
    """Between entrants whom no tie-break separates."""


EXTRA: Final = "extra"
"""The modality of a game more that separates two level teams: it is a board of its own, and worth nothing."""


class ResultKind(StrEnum):
    """How a contest came to its score."""

    PLAYED = "played"
    WALKOVER = "walkover"
    DOUBLE_WALKOVER = "double_walkover"
    WITHDRAWAL = "withdrawal"
    NO_RESULT = "no_result"
    """Ended without a result, as by endless repetition (GO-20)."""
    BOTH_LOST = "both_lost"
    """Played, and lost by both sides by ruling (GO-17.5)."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board of a team contest, or one game of a dispute between schools."""

    board: int
    """From 1."""
    players: tuple[tuple[PersonId, ...], ...]
    """Who sat there, side by side; more than one where a group plays together, nobody where the place was empty."""
    score: Score
    """Games won by each side."""
    draws: int = 0
    walkover_games: Score = (0, 0)
    weight: float = 1.0
    """What each of its games is worth."""
    modality: str = ""
    """`table`, `giant` or `living` in a dispute (OLY-2); `extra` for a game more that separates level teams."""
    kind: ResultKind = ResultKind.PLAYED
    """`BOTH_LOST` or `NO_RESULT` where nobody has won and nothing was drawn (GO-17.5, GO-20); a board that is given
    tells it by its `walkover_games`."""
    count: float | None = None
    """Of a counted game, the number of the side that began, in stones (GO-9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """What a format tells of a contest beyond the games won; empty where the score says it all."""

    moves: int | None = None
    """Of a drawn game, where the rulebook asks for it (ARENA-6)."""
    influence: tuple[int, ...] = ()
    """At a table of three, everyone's influence at the end (OTE-2.3)."""
    boards: tuple[BoardResult, ...] = ()
    count: float | None = None
    """Of a counted game, the number of the first colour's side, in stones (GO-9)."""
    absent: tuple[int, ...] = ()
    """At a table of three, the sides that stayed away: they have lost, and nobody was behind them."""


NOTHING_MORE: Final = Particulars()
"""The score says it all."""


@dataclass(frozen=True, slots=True)
class Result(Particulars):
    """A settled score. `walkover_games` are those of `score` that nobody played: they stand, and are not rated."""

    score: Score
    """Games won; in a contest of teams boards won, or games where members' points are added up; 1 for the winner of a
    table of three."""
    walkover_games: Score
    kind: ResultKind
    settled_at: datetime
    draws: int = 0
    """Games that nobody won; each is half a game for either side."""
    reported_at: datetime | None = None
    """When it was first told; None where that is when it was settled."""
    paired_as_winner: int | None = None
    """The side that goes on where the score does not say it, and for nothing else: chosen by lot where both lost
    (GO-17.5), or by what separates level teams (GO-27.2)."""

    @property
    def particulars(self) -> Particulars:
        """What was told beyond the score."""
        return Particulars(
            moves=self.moves, influence=self.influence, boards=self.boards, count=self.count, absent=self.absent
        )

    @property
    def told_at(self) -> datetime:
        """When the result was first told."""
        return self.reported_at or self.settled_at


@dataclass(frozen=True, slots=True)
class NewContest:
    """A pairing that a format decided: `round` 0 is a preliminary round, `position` counts from 0 at the top.

    `(stage, group, round, position)` is unique in an event, but for the stages of one bracket (preliminary, main,
    semifinal, final), which share their places. One side is a bye, with its reason in `bye_reason`.
    """

    stage: Stage
    round: int
    position: int
    sides: tuple[EntrantId, ...]
    best_of: int
    bye_reason: str | None = None
    """`"rating"` (highest rated, AIJE-D01-4), `"lot"` (equal or unrated at the cut, or no rule), `"vacant"`,
    `"seed"` (the best of a table, before a bracket), `"pairing"` (nobody was left to meet) or `"rest"` (an odd round
    robin)."""
    group: int = 0
    """Of a group stage, from 1; the lives lost in a lower bracket; the first place played for in a placement match."""


BRACKET_STAGES: Final = frozenset(
    {Stage.PRELIMINARY, Stage.SEMIFINAL, Stage.FINAL, Stage.THIRD_PLACE, Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF}
)
"""Stages in which a contest needs a winner; the main rounds do so in a knock-out alone."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A pairing on record, with what is known of it."""

    contest_id: ContestId
    stage: Stage
    round: int
    position: int
    sides: tuple[EntrantId, ...]
    best_of: int
    bye_reason: str | None
    arbiter: PersonId | None
    called_at: datetime | None
    """When the call was delivered to the players; the walkover clock starts here (AIJE-D01-5.4)."""
    result: Result | None
    group: int = 0
    created_at: datetime | None = None
    play_all: bool = False
    """Every game is played, whoever has won before (AIJE-D02-2)."""
    drawable: bool = False
    """Whether a game of it can be drawn."""
    first_side: int = 0
    """The side with the first colour in a single game: the first one, unless a guess has said otherwise (GO-10)."""

    @property
    def is_bye(self) -> bool:
        """Whether one side is alone in it and goes on without play."""
        return len(self.sides) == 1

    @property
    def length(self) -> Length:
        """How many games the contest has at most."""
        return Length(self.best_of, self.play_all, self.drawable)

    @property
    def target(self) -> int:
        """Games that win the contest: 3 of 5, 5 of 9; all of them where every game is played."""
        return self.length.target


def sides_of(contests: Iterable[Contest | NewContest]) -> frozenset[EntrantId]:
    """Everybody who is in one of the contests."""
    return frozenset(side for contest in contests for side in contest.sides)


def last_round_of(contests: Iterable[Contest]) -> int:
    """The highest number of a round among the contests; 0 where there are none."""
    return max((contest.round for contest in contests), default=0)
