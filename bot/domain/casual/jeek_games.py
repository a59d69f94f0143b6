"""A game of Jeek between two members: challenged, played on a clock, ended. What is left to a side is derived."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.domain.casual.jeek import Colour, Position, Squares, play, winner
from bot.domain.casual.jeek_clock import Clock
from bot.domain.casual.jeek_pauses import PausePress, PauseState, clocks_stood, pauses_after
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.ids import GuildId, JeekId, PersonId
from bot.domain.outages import Outage, overlap, resume

OPEN_FOR: Final = timedelta(minutes=15)
"""How long a challenge can be accepted."""
GET_READY: Final = timedelta(seconds=15)
"""Between the acceptance and White's clock: whoever challenged has to find the board first."""


class Ending(StrEnum):
    """How a game came to its end."""

    LAST_PIECE = "last_piece"
    RESIGNED = "resigned"
    TIME = "time"
    DECLINED = "declined"
    """Never begun: the challenged said no."""
    WITHDRAWN = "withdrawn"
    """Never begun: the challenger took it back."""


class JeekPhase(StrEnum):
    """Where a game stands at a moment."""

    CHALLENGED = "challenged"
    LAPSED = "lapsed"
    """Nobody accepted in time."""
    CLOSED = "closed"
    """Declined or withdrawn."""
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Turn:
    """One move and the moment at which it was pressed."""

    move: Squares
    made_at: datetime


@dataclass(frozen=True, slots=True)
class JeekGame:
    """The facts of one game. It is casual: no tournament and no rating knows of it."""

    game_id: JeekId
    guild_id: GuildId
    challenger: PersonId
    challenged: PersonId
    clock: Clock
    wished: Colour | None
    """The colour that the challenger asked for; None leaves it to the lot."""
    challenged_at: datetime
    challenger_colour: Colour | None = None
    started_at: datetime | None = None
    turns: tuple[Turn, ...] = ()
    chosen: Squares = 0
    """What the side to move has marked and not placed yet."""
    presses: tuple[PausePress, ...] = ()
    """What was pressed about pauses."""
    ended_at: datetime | None = None
    ending: Ending | None = None
    loser: Colour | None = None

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return Position(tuple(turn.move for turn in self.turns))

    @property
    def to_move(self) -> Colour:
        """The colour whose turn it is."""
        return self.position.to_move

    @property
    def open_until(self) -> datetime:
        """Until when the challenge can be accepted."""
        return self.challenged_at + OPEN_FOR

    def colour_of(self, person_id: PersonId) -> Colour | None:
        """The person's colour once colours are known; None for who does not play."""
        if self.challenger_colour is None:
            return None
        if person_id == self.challenger:
            return self.challenger_colour
        return self.challenger_colour.other if person_id == self.challenged else None

    def phase(self, now: datetime) -> JeekPhase:
        """Whether the game is offered, played or over."""
        if self.ended_at is not None:
            return JeekPhase.CLOSED if self.loser is None else JeekPhase.OVER
        if self.started_at is not None:
            return JeekPhase.PLAYING
        return JeekPhase.CHALLENGED if now < self.open_until else JeekPhase.LAPSED


def begin(game: JeekGame, at: datetime, lot: int) -> JeekGame:
    """The game accepted; an even `lot` gives the challenger White where no colour was asked for."""
    drawn = Colour.BLACK if lot % 2 else Colour.WHITE
    return replace(game, started_at=at, challenger_colour=game.wished or drawn)


def turn_began_at(game: JeekGame) -> datetime:
    """Since when the clock of the side to move runs."""
    return _began_at(game, len(game.turns))


def pauses_of(game: JeekGame, outages: Iterable[Outage]) -> PauseState:
    """The pauses taken, and who wants to play on (AIJE-D03-4)."""
    return pauses_after(game.presses, outages)


def still_times(game: JeekGame, outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """When both clocks stood still: in pauses, and while the bot was not there."""
    known = tuple(outages)
    return tuple(clocks_stood(pauses_of(game, known), known))


def time_left(game: JeekGame, colour: Colour, outages: Iterable[Outage]) -> timedelta:
    """What the side had left when the present turn began; pauses and time without the bot do not count."""
    return _time_left(game, colour, still_times(game, outages))


def _time_left(game: JeekGame, colour: Colour, known: tuple[Outage, ...]) -> timedelta:
    own = [index for index in range(len(game.turns)) if index % 2 == (colour is Colour.BLACK)]
    used = sum((_time_used(game, index, known) for index in own), timedelta())
    return game.clock.base + game.clock.increment * len(own) - used


def flag_at(game: JeekGame, outages: Iterable[Outage]) -> datetime:
    """When the clock of the side to move reaches 0, a pause that runs counted to its end."""
    known = still_times(game, outages)
    return resume(turn_began_at(game), _time_left(game, game.to_move, known), known)


def due_steps(game: JeekGame, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """The fall of the flag while the game is played, with its grace for presses that are on their way; and the end of a
    pause after which nobody has moved yet."""
    if game.started_at is None or game.ended_at is not None:
        return ()
    known = tuple(outages)
    falls = Due(Step.FLAG_FALLS, flag_at(game, known) + CLICKS_IN_FLIGHT)
    stops = pauses_of(game, known).pauses.stops
    ends_at = stops[-1].ends_at if stops else None
    if ends_at is None or ends_at <= max(turn_began_at(game), game.presses[-1].at):
        return (falls,)
    return (falls, Due(Step.END_PAUSE, ends_at))


def place_stone(game: JeekGame, move: Squares, at: datetime) -> JeekGame:
    """The game after a move of the side to move; raises its `IllegalMove`. The last piece loses (AIJE-C01-1)."""
    after = play(game.position, move)
    moved = replace(game, turns=(*game.turns, Turn(move, at)), chosen=0)
    won = winner(after)
    return moved if won is None else end(moved, Ending.LAST_PIECE, won.other, at)


def end(game: JeekGame, ending: Ending, loser: Colour | None, at: datetime) -> JeekGame:
    """The game with its end."""
    return replace(game, ended_at=at, ending=ending, loser=loser, chosen=0)


def _time_used(game: JeekGame, index: int, outages: tuple[Outage, ...]) -> timedelta:
    began, made = _began_at(game, index), game.turns[index].made_at
    return max(timedelta(), made - began - overlap(began, made, outages))


def _began_at(game: JeekGame, index: int) -> datetime:
    if index:
        return game.turns[index - 1].made_at
    return (game.started_at or game.challenged_at) + GET_READY
