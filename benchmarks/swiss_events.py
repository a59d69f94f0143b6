"""Swiss events by chance, played in memory: what the pairings are tried on, here and in the tests."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from bot.kernel.ids import EntrantId
from bot.play.pairing import Float, PairingPlayer, PairingTask, RoundPairing
from bot.play.pairing_engine import pair

HALF = Fraction(1, 2)
Pairs = list[tuple[int, int | None]]
"""Numbers from 1, the first colour first; None is the bye."""


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one player."""

    opponent: int | None
    first: bool | None
    """None where nothing was played."""
    points: Fraction
    score_before: Fraction
    bye: bool = False


@dataclass(slots=True)
class SwissEvent:
    """An event as far as it has come. Number 1 is the strongest; a place in the order is worth a little."""

    players: int
    rounds: int
    chance: random.Random
    forfeits: float = 0.0
    absences: float = 0.0
    history: dict[int, list[Played]] = field(default_factory=dict)
    away: frozenset[int] = frozenset()
    """Who misses the round that comes next."""

    def __post_init__(self) -> None:
        self.history = {number: [] for number in range(1, self.players + 1)}
        self._send_away()

    @property
    def last(self) -> int:
        """Rounds played."""
        return len(self.history[1])

    def points(self, number: int) -> Fraction:
        """What the player has."""
        return sum((one.points for one in self.history[number]), Fraction(0))

    def present(self) -> list[int]:
        """Who is paired next."""
        return [number for number in self.history if number not in self.away]

    def colours(self, number: int) -> tuple[bool, ...]:
        """Of the games played, oldest first."""
        return tuple(one.first for one in self.history[number] if one.first is not None)

    def opponents_of(self, number: int) -> set[int]:
        """Everyone met at the board."""
        return {one.opponent for one in self.history[number] if one.opponent is not None and one.first is not None}

    def byes(self, number: int) -> int:
        """Byes and wins by forfeit."""
        return sum(one.bye or (one.first is None and one.points == 1) for one in self.history[number])

    def rounds_off(self, number: int) -> int:
        """Rounds without a game."""
        return sum(one.first is None for one in self.history[number])

    def is_topscorer(self, number: int) -> bool:
        """In the last round, whoever has more than half of the points."""
        return self.last == self.rounds - 1 and 2 * self.points(number) > self.last

    def task(self, *, look_ahead: bool = True) -> PairingTask:
        """The round that comes next, for our pairing."""
        return PairingTask(
            tuple(self._player(number) for number in self.present()),
            rounds_left=self.rounds - self.last if look_ahead else 1,
        )

    def play(self, pairs: Pairs) -> None:
        """A round of these pairs, with results by chance; who is away gets nothing."""
        before = {number: self.points(number) for number in self.history}
        for one, other in pairs:
            if other is None:
                self.history[one].append(Played(None, None, Fraction(1), before[one], bye=True))
                continue
            points, is_played = self._result(one, other)
            first = is_played or None
            self.history[one].append(Played(other, first, points, before[one]))
            second = None if first is None else False
            lost = 1 - points if is_played or points else Fraction(1)
            self.history[other].append(Played(one, second, lost, before[other]))
        for number in self.away:
            self.history[number].append(Played(None, None, Fraction(0), before[number]))
        self._send_away()

    def _result(self, one: int, other: int) -> tuple[Fraction, bool]:
        """The points of the first, and whether it was played."""
        if self.chance.random() < self.forfeits:
            return Fraction(self.chance.randrange(2)), False
        throw = self.chance.random()
        if throw < 0.25:
            return HALF, True
        edge = 0.625 + 0.25 * (other - one) / self.players
        return Fraction(int(throw < edge)), True

    def _send_away(self) -> None:
        self.away = frozenset(
            number for number in self.history if self.absences and self.chance.random() < self.absences
        )

    def _player(self, number: int) -> PairingPlayer:
        return PairingPlayer(
            EntrantId(str(number)),
            self.points(number),
            frozenset(EntrantId(str(one)) for one in self.opponents_of(number)),
            self.colours(number),
            self.byes(number),
            self.rounds_off(number),
            (self._float(number, 1), self._float(number, 2)),
            may_break_colours=self.is_topscorer(number),
        )

    def _float(self, number: int, ago: int) -> Float:
        if ago > self.last:
            return Float.NONE
        played = self.history[number][-ago]
        if played.opponent is None or played.first is None:
            return Float.DOWN
        theirs = self.history[played.opponent][-ago].score_before
        if played.score_before == theirs:
            return Float.NONE
        return Float.DOWN if played.score_before > theirs else Float.UP


def pairs_of(paired: RoundPairing) -> Pairs:
    """The boards by number."""
    return [(int(board.sides[0]), int(board.sides[1]) if len(board.sides) > 1 else None) for board in paired.boards]


def ours(event: SwissEvent) -> Pairs:
    """The next round by our pairing."""
    return pairs_of(pair(event.task()))


def played_up_to(event: SwissEvent, rounds: int, by: Callable[[SwissEvent], Pairs] = ours) -> SwissEvent:
    """The event after so many rounds."""
    while event.last < rounds:
        event.play(by(event))
    return event
