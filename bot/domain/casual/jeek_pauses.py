"""Pauses of a game of Jeek, as in a match for the title: play goes on by itself or by both (AIJE-D03-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.casual.jeek import Colour
from bot.domain.outages import Outage
from bot.domain.regulation.format_rules import TitleMatchRules
from bot.domain.title_match.pauses import Pauses, Stop, pauses_of, resume, take
from bot.domain.title_match.series_record import without_outages

_SIDES: Final = tuple(Colour)
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
    colour: Colour
    at: datetime
    pauses: int = 0


@dataclass(frozen=True, slots=True)
class PauseState:
    """The pauses of a game after all presses, and who wants to play on before the one that runs is over."""

    pauses: Pauses = NO_PAUSES
    ready: frozenset[Colour] = frozenset()

    def pauses_left(self, colour: Colour) -> int:
        """Pauses that the side has not used."""
        return self.pauses.pauses_left(_SIDES.index(colour))

    def running(self, at: datetime) -> Stop | None:
        """The pause that holds at the moment."""
        return self.pauses.running(at)

    def taker(self, stop: Stop) -> Colour:
        """The colour whose pause it is."""
        return _SIDES[stop.side or 0]


def side_of(colour: Colour) -> int:
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
    ended = resume(state.pauses, press.at) if state.running(press.at) is not None else state.pauses
    return PauseState(ended)
