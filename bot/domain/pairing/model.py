"""What a pairing is made from and what comes out: players as the engine sees them, boards, and the reason for each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.domain.ids import EntrantId


class Float(StrEnum):
    """How a player's opponent of a round stood: a bye or a round away is a float down, as in FIDE's rules."""

    NONE = "none"
    DOWN = "down"
    UP = "up"


class ByeReason(StrEnum):
    """Why somebody has nobody to meet."""

    LOWEST = "lowest"
    """The field is odd; of those who may still have a bye, nobody who could be spared has fewer points."""
    AGAIN = "again"
    """As `LOWEST`, when everybody has had as many byes or forfeit wins before."""
    NOBODY_LEFT = "nobody_left"
    """Everyone else is forbidden, or needed by somebody else."""


class ColourReason(StrEnum):
    """What decided who has the first colour."""

    NO_COLOURS = "no_colours"
    BOTH_GRANTED = "both_granted"
    """The two wanted different colours, or only one of them wanted any."""
    STRONGER = "stronger"
    """The stronger wish was granted."""
    ALTERNATED = "alternated"
    """Equal wishes: turned round from the last round in which their colours differed."""
    HIGHER_RANKED = "higher_ranked"
    """Equal wishes and histories: the higher ranked is granted it."""
    LOT = "lot"
    """Nobody wants any: by the pairing number and the lot drawn for the first board."""


@dataclass(frozen=True, slots=True)
class PairingPlayer:
    """A player who is present in the round that is paired."""

    entrant_id: EntrantId
    points: Fraction
    met: Collection[EntrantId] = ()
    """Everyone who was met at the board, as often as that was; a forfeit is no meeting."""
    colours: tuple[bool, ...] = ()
    """Of the games played, oldest first: whether it was the first colour."""
    byes: int = 0
    """Byes and wins by forfeit that were had before."""
    unplayed: int = 0
    """Rounds without a game, for whatever reason: those before a late entry are among them."""
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)
    """In the last round and in the one before."""
    club: str | None = None
    may_break_colours: bool = False
    """In the last round, who has more than half of the possible points: colours matter less than the score there."""


@dataclass(frozen=True, slots=True)
class PairingTask:
    """A round to be paired. The order of the players is their pairing numbers: the strongest first."""

    players: tuple[PairingPlayer, ...]
    rounds_left: int = 1
    """This round included: the look-ahead keeps the others pairable."""
    colours: bool = True
    first_has_first: bool = True
    """The lot of round 1: whether pairing number 1 has the first colour."""
    keep_clubs_apart: bool = False
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()


@dataclass(frozen=True, slots=True)
class PairingReason:
    """Why a board is as it is, for machines; the tuples are in the order of the board's sides."""

    points: tuple[Fraction, ...]
    numbers: tuple[int, ...]
    """Pairing numbers, from 1."""
    floats: tuple[Float, ...]
    """Whether this round takes the side down to a lower score, or up to a higher one."""
    colours: ColourReason
    wishes: tuple[str, ...] = ()
    """What each side wanted: `"first"`, `"second"` or `""`, with `"!"` behind it where it could not do without."""
    denied: tuple[bool, ...] = ()
    """Whose wish was not granted."""
    bye: ByeReason | None = None
    rematch: bool = False
    """They have met before, since the round could not be paired without."""
    same_club: bool = False
    looked_ahead: bool = False
    """A pairing that fits better would have left a later round unpairable."""

    @property
    def gap(self) -> Fraction:
        """The points between the two sides; 0 for a bye."""
        return abs(self.points[0] - self.points[-1])


@dataclass(frozen=True, slots=True)
class Board:
    """Two sides, the one with the first colour first, or one side with a bye."""

    sides: tuple[EntrantId, ...]
    reason: PairingReason


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round: boards in the order of play, the highest scores first, byes last."""

    boards: tuple[Board, ...]

    @property
    def byes(self) -> tuple[Board, ...]:
        """Those without an opponent."""
        return tuple(board for board in self.boards if len(board.sides) == 1)
