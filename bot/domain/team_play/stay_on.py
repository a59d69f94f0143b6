"""A challenge match of teams: the winner stays and meets the other side's next, until one side is out (GO-26.6).

The match as it stands is read from two orders and from what was said of it, word by word; a word is taken back by
leaving it out, and put right by one that takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain

from bot.domain.contests import BoardResult, Result, ResultKind, Score
from bot.domain.ids import ContestId, PersonId

Order = tuple[PersonId, ...]
"""Who plays for a side, the first first."""
SIDES = (0, 1)


class WordKind(StrEnum):
    """What was said of the match."""

    WON = "won"
    """A game was played, and the side won it."""
    DRAWN = "drawn"
    """Nobody won: the same two play again, since somebody has to stay."""
    GIVEN = "given"
    """A game that nobody played goes to the side, as where the other's player did not come."""
    LEFT = "left"
    """A player of the side plays no more; the game at the board, or the one of the player's turn, is lost unplayed."""


@dataclass(frozen=True, slots=True)
class Word:
    """One thing that was said. `side` is None of a drawn game; `place` is where it stands in the match."""

    contest_id: ContestId
    entry: int
    """From 1, in the order of being said."""
    place: int
    """From 1, in the order of the match: what puts a word right takes its place."""
    kind: WordKind
    side: int | None
    person: PersonId | None
    """Who left."""
    reason: str | None
    said_at: datetime
    said_by: PersonId


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was won: who played, and which side (0 or 1) won it; `given` where nobody played it."""

    players: tuple[PersonId, PersonId]
    winner: int
    given: bool = False
    entry: int = 0
    """The word that told it; 0 where an absence, or a player's leaving, gave it."""


@dataclass(frozen=True, slots=True)
class StayOn:
    """The match as it stands; `out` is how many of each side's order are out. Orders are named before it begins."""

    orders: tuple[Order, Order]
    out: tuple[int, int] = (0, 0)
    games: tuple[Played, ...] = ()
    left: Order = ()
    """Who plays no more, in the order of leaving."""
    draws: int = 0
    """Drawn games of the two who are at the board."""

    @property
    def at_board(self) -> tuple[PersonId, PersonId] | None:
        """Who plays now, or None when a side is out."""
        if self.winner is not None:
            return None
        return self.orders[0][self.out[0]], self.orders[1][self.out[1]]

    @property
    def winner(self) -> int | None:
        """The side that has somebody left when the other has nobody, or None while both have."""
        left = [len(order) - out for order, out in zip(self.orders, self.out, strict=True)]
        return None if all(left) else int(left[1] > 0)

    @property
    def score(self) -> Score:
        """Games won by each side, which are the players of the other that are out."""
        return self.out[1], self.out[0]

    @property
    def number(self) -> int:
        """Of the game under way, from 1; a drawn game has the number of the one that is played instead."""
        return len(self.games) + 1

    @property
    def stays(self) -> int | None:
        """The side whose player has won the game before and stays; None before the first, and when it is over."""
        return None if self.at_board is None or not self.games else self.games[-1].winner

    def to_come(self, side: int) -> Order:
        """Who of the side comes after the one at the board, without who plays no more."""
        return tuple(one for one in self.orders[side][self.out[side] + 1 :] if one not in self.left)

    def won_by(self, side: int, *, given: bool = False, entry: int = 0) -> StayOn:
        """The match after a game that the side won. Raises ValueError when it is over, or for a side that is none."""
        playing = self.at_board
        if playing is None or side not in SIDES:
            raise ValueError("nobody is at the board")
        out = (self.out[0] + (side == 1), self.out[1] + (side == 0))
        games = (*self.games, Played(playing, side, given, entry))
        return replace(self, out=out, games=games, draws=0)._without_who_left()

    def after_draw(self) -> StayOn:
        """The match after a drawn game, which is played again. Raises ValueError when it is over."""
        if self.at_board is None:
            raise ValueError("nobody is at the board")
        return replace(self, draws=self.draws + 1)

    def without(self, person: PersonId) -> StayOn:
        """The match without a player who leaves: at the board the game is lost, and otherwise the turn."""
        return replace(self, left=(*self.left, person))._without_who_left()

    def _without_who_left(self) -> StayOn:
        """Whoever has left loses unplayed when at the board; of two, who left first is out first."""
        match = self
        while (playing := match.at_board) is not None:
            gone = [side for side in SIDES if playing[side] in match.left]
            if not gone:
                break
            loser = min(gone, key=lambda side: match.left.index(playing[side]))
            out = (match.out[0] + (loser == 0), match.out[1] + (loser == 1))
            match = replace(match, out=out, games=(*match.games, Played(playing, 1 - loser, given=True)), draws=0)
        return match


def most_games(size: int) -> int:
    """The games of a match of two full teams at most: somebody is out after each, and one is left."""
    return 2 * size - 1


def begin(first: Order, second: Order) -> StayOn:
    """The match before its first game. Raises ValueError where a side names nobody, or somebody twice."""
    named = (*first, *second)
    if not first or not second or len(set(named)) < len(named):
        raise ValueError("each side names somebody, and nobody twice")
    return StayOn((first, second))


def replay(orders: tuple[Order, Order], walkover: Score, words: Iterable[Word]) -> StayOn:
    """The match after all that was said, games lost by absence before the first of them counted first.

    Raises ValueError for a game that is told after the end.
    """
    match = begin(*orders)
    for side, games in enumerate(walkover):
        for _ in range(games):
            match = match if match.winner is not None else match.won_by(side, given=True)
    for word in sorted(words, key=lambda one: (one.place, one.entry)):
        match = _after(match, word)
    return match


def _after(match: StayOn, word: Word) -> StayOn:
    if word.kind is WordKind.LEFT and word.person is not None:
        return match.without(word.person)
    if word.side is None:
        return match.after_draw()
    return match.won_by(word.side, given=word.kind is WordKind.GIVEN, entry=word.entry)


def words_hanging_on(words: Sequence[Word], place: int) -> tuple[Word, ...]:
    """The words that hang on the one at the place: all games told after it. Who has left stays away."""
    return tuple(one for one in words if one.place > place and one.kind is not WordKind.LEFT)


def boards(match: StayOn) -> tuple[BoardResult, ...]:
    """The games as the result keeps them, one after another."""
    return tuple(
        BoardResult(
            number,
            ((game.players[0],), (game.players[1],)),
            _win_of(game.winner),
            walkover_games=_win_of(game.winner) if game.given else (0, 0),
        )
        for number, game in enumerate(match.games, start=1)
    )


def given_games(match: StayOn) -> Score:
    """The games of the score that nobody played."""
    winners = [game.winner for game in match.games if game.given]
    return winners.count(0), winners.count(1)


def result_of(match: StayOn, at: datetime) -> Result:
    """The result of a match that is over. Raises ValueError while it is not."""
    if match.winner is None:
        raise ValueError("both sides have somebody left")
    given = given_games(match)
    kind = ResultKind.WALKOVER if given == match.score else ResultKind.PLAYED
    return Result(match.score, given, kind, at, boards=boards(match))


_Seats = tuple[tuple[PersonId, ...], ...]
_Stays = tuple[int, tuple[PersonId, ...]]
"""The side whose player has won the last game, and who that is where the record names anybody."""


def first_fault(told: Sequence[BoardResult], size: int) -> int | None:
    """The place in the list of the first game that cannot have been, or None.

    Whoever won the game before stays, the loser is gone, each game has one winner, and nobody plays once a side is out.
    Its length stands for a match that ended too early. Of a place that names nobody only the winners are looked at.
    """
    out, gone = [0, 0], set[PersonId]()
    stays: _Stays | None = None
    for at, game in enumerate(told):
        seats = game.players or ((), ())
        if max(out) >= size or not _is_single_game(game, seats):
            return at
        if _was_moved(stays, seats) or not gone.isdisjoint(chain(*seats)):
            return at
        winner = game.score.index(1)
        out[1 - winner] += 1
        gone.update(seats[1 - winner])
        stays = winner, seats[winner]
    return None if max(out) >= size else len(told)


def _is_single_game(game: BoardResult, seats: _Seats) -> bool:
    """Whether one a side can have played it, and one of them has won."""
    one_a_side = len(seats) == len(SIDES) and all(len(seat) <= 1 for seat in seats)
    return one_a_side and sorted(game.score) == [0, 1] and not game.draws


def _was_moved(stays: _Stays | None, seats: _Seats) -> bool:
    """Whether somebody else sits where the winner of the game before stays."""
    if stays is None:
        return False
    side, seat = stays
    return bool(seat and seats[side]) and seats[side] != seat


def _win_of(side: int) -> Score:
    return (1, 0) if side == 0 else (0, 1)
