"""Order at the board as data: what a warning costs, who comes too late, who decides (GO-16 to GO-24, GO-30).

A rulebook that says nothing of it has none of it: every default means that nothing is warned, counted or asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.domain.rulebook import Rulebook


KNOWN_OFFENCES = frozenset(
    {
        "second_move",
        "move_taken_back",
        "clock_before_move",
        "wrong_removal",
        "forbidden_point",
        "ko_retaken_early",
        "disturbing",
        "consulting",
        "talking",
        "phone",
        "phone_screen",
        "smoking",
    }
)
"""Offences of which the catalogues have the words; any other name is shown as the community wrote it."""


class EndlessRepetition(StrEnum):
    """What the rare endless repetition of positions means; stated before the event (GO-20)."""

    NO_RESULT = "no_result"
    DRAW = "draw"
    EXTRA_GAME = "extra_game"


class BoardRuling(StrEnum):
    """What may be ruled for a game that was disturbed or broken off (GO-17.5, GO-17.6)."""

    FAIR_POINT = "fair_point"
    """Goes on from a position that is fair to both."""
    AS_IT_IS = "as_it_is"
    """Goes on from the position as it lies."""
    DRAW = "draw"
    REPLAY = "replay"
    BOTH_LOSE = "both_lose"


@dataclass(frozen=True, slots=True)
class DisciplineRules:
    """Warnings, lateness, ceremonies and the chief arbiter of an event.

    An entry of the six lists of offences is an offence's id, of which the catalogues have the words, or the
    community's own words. An offence stands in one of the first four; the last two say what the second time costs.
    """

    warned: tuple[str, ...] = ()
    """Offences that cost a warning (GO-23.3). With none in any list, nobody is warned."""
    lost_turn: tuple[str, ...] = ()
    lost_turn_and_warned: tuple[str, ...] = ()
    warned_or_lost: tuple[str, ...] = ()
    """A warning or the game, by gravity: the arbiter says which."""
    lost_when_repeated: tuple[str, ...] = ()
    """Offences whose second time costs the game."""
    graver_when_repeated: tuple[str, ...] = ()
    """Offences whose second time costs more than a warning; the arbiter says what."""
    warnings_that_lose: int | None = None
    """Warnings in one game that lose it, 2 in Go (GO-24); None: no number does."""
    warning_costs: int = 0
    """Points (stones) that a warning takes off when the game is counted, 1 in Go (GO-24)."""
    late_limit: timedelta | None = None
    """Who is this late for the start has lost, the limit itself included (GO-22); None: another rule says so."""
    late_costs: int = 0
    """How many times the lateness comes off the clock of who came before the limit, 2 in Go (GO-22)."""
    absence_countdown: timedelta | None = None
    """Rapid games: who is not there when it has run down has lost (GO-22)."""
    colours_right_until_move: int | None = None
    """The last move at which wrong colours are put right, 10 in Go (GO-17.1); None: they are never looked at."""
    endless_repetition: EndlessRepetition | None = None
    when_disturbed: tuple[BoardRuling, ...] = ()
    """What the chief arbiter may rule for a disturbed position (GO-17.5)."""
    when_broken_off: tuple[BoardRuling, ...] = ()
    """What the chief arbiter may rule for a game that something outside broke off (GO-17.6)."""
    confirmed_is_final: bool = False
    """A result that both players and the arbiter have confirmed is changed for fraud alone (GO-16.4, GO-23.1)."""
    ceremonies_are_a_duty: bool = False
    """Who misses a stated ceremony without good reason is reprimanded in public (GO-23.6)."""
    chief_arbiter: bool = False
    """The event has a chief arbiter, who decides what arbiters pass up and closes with a report (GO-30)."""

    @property
    def warns(self) -> bool:
        """Whether there is anything for which somebody could be warned."""
        return bool(self.warned or self.lost_turn or self.lost_turn_and_warned or self.warned_or_lost)


def discipline_of(rulebook: Rulebook) -> DisciplineRules:
    """What the rulebook says of order at the board; a rulebook without that table says nothing."""
    return rulebook.discipline or DisciplineRules()
