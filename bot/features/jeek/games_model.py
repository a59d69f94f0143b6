"""A game of Jeek between two members: challenged, played on a clock, paused, ended; and what is said and shown of it.

What is left to a side is derived. Pauses are those of a match for the title: play goes on by itself or by both
(AIJE-D03-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.jeek.model import BestPlay, JeekClock, JeekColour, Position, Review, Squares, play, winner
from bot.kernel.ids import GuildId, JeekId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, overlap, resume
from bot.kernel.promises import Message, Notified
from bot.people.model import OPEN_FOR, Person
from bot.play.format_rules import TitleMatchRules
from bot.play.title_games import Pauses, Stop, go_on, pauses_of, take, without_outages

# --- pauses ---------------------------------------------------------------------------------------------------------


_SIDES: Final = tuple(JeekColour)
NO_PAUSES: Final = pauses_of(TitleMatchRules())
"""The association's own numbers: two of five minutes for either side."""


class PauseAct(StrEnum):
    """The presses that concern a pause."""

    PAUSE = "pause"
    READY = "ready"
    """To play on before the pause is over; it takes both."""


@dataclass(frozen=True, slots=True)
class PausePress:
    """One press about a pause and its moment; `pauses` are how many were taken at once."""

    act: PauseAct
    colour: JeekColour
    at: datetime
    pauses: int = 0


@dataclass(frozen=True, slots=True)
class PauseState:
    """The pauses of a game after all presses, and who wants to play on before the one that runs is over."""

    pauses: Pauses = NO_PAUSES
    ready: frozenset[JeekColour] = frozenset()

    def pauses_left(self, colour: JeekColour) -> int:
        """Pauses that the side has not used."""
        return self.pauses.pauses_left(_SIDES.index(colour))

    def running(self, at: datetime) -> Stop | None:
        """The pause that holds at the moment."""
        return self.pauses.running(at)

    def taker(self, stop: Stop) -> JeekColour:
        """The colour whose pause it is."""
        return _SIDES[stop.side or 0]


def side_of(colour: JeekColour) -> int:
    """How pauses number the sides."""
    return _SIDES.index(colour)


def pauses_after(presses: Iterable[PausePress], outages: Iterable[Outage]) -> PauseState:
    """The state after the presses; a pause does not run while the bot is away, as no clock does."""
    known, state = tuple(outages), PauseState()
    for press in presses:
        state = _take(state, press, known) if press.act is PauseAct.PAUSE else _note_ready(state, press)
    return state


def clocks_stood(state: PauseState, outages: Iterable[Outage]) -> Iterator[Outage]:
    """All times in which neither clock runs: pauses, and the bot's absence."""
    yield from outages
    for stop in state.pauses.stops:
        if stop.ends_at is not None and stop.ends_at > stop.began_at:
            yield Outage(stop.began_at, stop.ends_at)


def _take(state: PauseState, press: PausePress, outages: tuple[Outage, ...]) -> PauseState:
    taken = take(state.pauses, side_of(press.colour), press.at, press.pauses)
    return PauseState(without_outages(taken, outages))


def _note_ready(state: PauseState, press: PausePress) -> PauseState:
    """Both have to press during the same pause; what waited behind it begins at once."""
    ready = state.ready | {press.colour}
    if len(ready) < len(_SIDES):
        return PauseState(state.pauses, ready)
    ended = go_on(state.pauses, press.at) if state.running(press.at) is not None else state.pauses
    return PauseState(ended)


# --- the game -------------------------------------------------------------------------------------------------------


GET_READY: Final = timedelta(seconds=15)
"""Between the acceptance and White's clock: whoever challenged has to find the board first."""


class JeekEnding(StrEnum):
    """How a game came to its end."""

    __said_as__ = "ending"

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
class JeekTurn:
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
    clock: JeekClock
    wished: JeekColour | None
    """The colour that the challenger asked for; None leaves it to the lot."""
    challenged_at: datetime
    challenger_colour: JeekColour | None = None
    started_at: datetime | None = None
    turns: tuple[JeekTurn, ...] = ()
    chosen: Squares = 0
    """What the side to move has marked and not placed yet."""
    presses: tuple[PausePress, ...] = ()
    """What was pressed about pauses."""
    ended_at: datetime | None = None
    ending: JeekEnding | None = None
    loser: JeekColour | None = None

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return Position(tuple(turn.move for turn in self.turns))

    @property
    def to_move(self) -> JeekColour:
        """The colour whose turn it is."""
        return self.position.to_move

    @property
    def open_until(self) -> datetime:
        """Until when the challenge can be accepted."""
        return self.challenged_at + OPEN_FOR

    def colour_of(self, person_id: PersonId) -> JeekColour | None:
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
    drawn = JeekColour.BLACK if lot % 2 else JeekColour.WHITE
    return replace(game, started_at=at, challenger_colour=game.wished or drawn)


def turn_began_at(game: JeekGame) -> datetime:
    """Since when the clock of the side to move runs."""
    return _began_at(game, len(game.turns))


def pauses_of_game(game: JeekGame, outages: Iterable[Outage]) -> PauseState:
    """The pauses taken, and who wants to play on (AIJE-D03-4)."""
    return pauses_after(game.presses, outages)


def still_times(game: JeekGame, outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """When both clocks stood still: in pauses, and while the bot was not there."""
    known = tuple(outages)
    return tuple(clocks_stood(pauses_of_game(game, known), known))


def time_left(game: JeekGame, colour: JeekColour, outages: Iterable[Outage]) -> timedelta:
    """What the side had left when the present turn began; pauses and time without the bot do not count."""
    return _time_left(game, colour, still_times(game, outages))


def _time_left(game: JeekGame, colour: JeekColour, known: tuple[Outage, ...]) -> timedelta:
    own = [index for index in range(len(game.turns)) if index % 2 == (colour is JeekColour.BLACK)]
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
    stops = pauses_of_game(game, known).pauses.stops
    ends_at = stops[-1].ends_at if stops else None
    if ends_at is None or ends_at <= max(turn_began_at(game), game.presses[-1].at):
        return (falls,)
    return (falls, Due(Step.END_PAUSE, ends_at))


def place_stone(game: JeekGame, move: Squares, at: datetime) -> JeekGame:
    """The game after a move of the side to move; raises its `IllegalMove`. The last piece loses (AIJE-C01-1)."""
    after = play(game.position, move)
    moved = replace(game, turns=(*game.turns, JeekTurn(move, at)), chosen=0)
    won = winner(after)
    return moved if won is None else end(moved, JeekEnding.LAST_PIECE, won.other, at)


def end(game: JeekGame, ending: JeekEnding, loser: JeekColour | None, at: datetime) -> JeekGame:
    """The game with its end."""
    return replace(game, ended_at=at, ending=ending, loser=loser, chosen=0)


def _time_used(game: JeekGame, index: int, outages: tuple[Outage, ...]) -> timedelta:
    began, made = _began_at(game, index), game.turns[index].made_at
    return max(timedelta(), made - began - overlap(began, made, outages))


def _began_at(game: JeekGame, index: int) -> datetime:
    if index:
        return game.turns[index - 1].made_at
    return (game.started_at or game.challenged_at) + GET_READY


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JeekView:
    """A game, who plays it, and the outages in which its clocks stood still."""

    game: JeekGame
    challenger: Person
    challenged: Person
    outages: tuple[Outage, ...] = ()
    seen_at: datetime | None = None
    """When it is looked at; without the moment no pause is shown."""
    calls: bool = True
    """Whether a challenge notifies who is challenged; one of several in a day by the same person does so once."""

    @property
    def pauses(self) -> PauseState:
        """The pauses taken, and who wants to play on."""
        return pauses_of_game(self.game, self.outages)

    @property
    def stop(self) -> Stop | None:
        """The pause that runs, or None."""
        is_over = self.seen_at is None or self.game.ended_at is not None
        return None if is_over or self.seen_at is None else self.pauses.running(self.seen_at)

    @property
    def resumes_at(self) -> datetime | None:
        """When play goes on after all that was asked for; None while it goes on."""
        return None if self.stop is None or self.seen_at is None else self.pauses.pauses.resumes_at(self.seen_at)

    def player(self, colour: JeekColour) -> Person:
        """Who has the colour, once the game has begun."""
        return self.challenger if self.game.challenger_colour is colour else self.challenged

    def time_left(self, colour: JeekColour) -> timedelta:
        """What the side had left when the present turn began, in a pause what it has, or at the end of the game."""
        known = time_left(self.game, colour, self.outages)
        until = self.game.ended_at or (self.seen_at if self.stop is not None else None)
        if until is None or colour is not self.game.to_move:
            return known
        began = turn_began_at(self.game)
        used = until - began - overlap(began, until, still_times(self.game, self.outages))
        return known - max(used, timedelta())

    @property
    def flag_at(self) -> datetime:
        """When the clock of the side to move reaches 0."""
        return flag_at(self.game, self.outages)


@dataclass(frozen=True, slots=True)
class Checked:
    """An arbiter's question answered. `best` is None where the asker may not know who wins: it would be help."""

    review: Review
    best: BestPlay | None
    is_playing: bool = False
    """Whether the asker plays a game of Jeek just now, which keeps the answer from anybody."""


class JeekBoard(Message):
    """The board of a game of Jeek that was lost; becomes its panel."""

    NOTIFIES = Notified.PLAYERS
    jeek_id: JeekId

    @property
    def has_to_call(self) -> bool:
        """A game that is over waits for nobody."""
        return False
