"""What the cards about Jeek show: a game with its players and clocks, and an arbiter's question with its answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.casual.jeek import Colour
from bot.domain.casual.jeek_games import JeekGame, flag_at, pauses_of, still_times, time_left, turn_began_at
from bot.domain.casual.jeek_pauses import PauseState
from bot.domain.casual.jeek_review import BestPlay, Review
from bot.domain.community import Person
from bot.domain.outages import Outage, overlap
from bot.domain.title_match.pauses import Stop


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
        return pauses_of(self.game, self.outages)

    @property
    def stop(self) -> Stop | None:
        """The pause that runs, or None."""
        is_over = self.seen_at is None or self.game.ended_at is not None
        return None if is_over or self.seen_at is None else self.pauses.running(self.seen_at)

    @property
    def resumes_at(self) -> datetime | None:
        """When play goes on after all that was asked for; None while it goes on."""
        return None if self.stop is None or self.seen_at is None else self.pauses.pauses.resumes_at(self.seen_at)

    def player(self, colour: Colour) -> Person:
        """Who has the colour, once the game has begun."""
        return self.challenger if self.game.challenger_colour is colour else self.challenged

    def time_left(self, colour: Colour) -> timedelta:
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
