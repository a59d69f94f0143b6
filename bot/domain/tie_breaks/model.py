"""What a tie-break is: a function from the crosstable to the parts that make its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from bot.domain.contest_points import NOTHING, total
from bot.domain.contests import Contest
from bot.domain.crosstable import Crosstable, Encounter, Line
from bot.domain.ids import ContestId, EntrantId
from bot.domain.regulation.format_traits import FormatTraits
from bot.domain.rulebook import Rulebook

if TYPE_CHECKING:  # The formats read these modules, and their package holds this type.
    from bot.domain.formats.protocol import EventFacts


class Why(StrEnum):
    """What a part is, and so whether it counts; the sentence for each is in the catalogues."""

    COUNTED = "counted"
    VIRTUAL_OPPONENT = "virtual_opponent"
    """A round without an opponent at the board, counted as the version of C.07 says."""
    OWN_POINTS = "own_points"
    ROUNDS = "rounds"
    """The number of rounds, taken off."""
    DIVIDED = "divided"
    """All before it is divided by this number."""
    PERCENTAGE = "percentage"
    """What the share of points is worth in rating points, by FIDE's table."""
    CUT_LOWEST = "cut_lowest"
    CUT_HIGHEST = "cut_highest"
    NOT_PLAYED = "not_played"
    ANNULLED = "annulled"
    LOST = "lost"
    """A lost encounter adds nothing, or ends the run."""
    UNRATED = "unrated"
    SHORTER_RUN = "shorter_run"
    """A round of an unbeaten run that is not the longest."""


class Part(NamedTuple):
    """One step of a value: what the round against the opponent adds, and why it does or does not."""

    round: int | None
    opponent: EntrantId | None
    adds: Fraction
    why: Why = Why.COUNTED

    @property
    def counts(self) -> bool:
        """Whether the step changes the value."""
        return self.why in COUNTING


COUNTING = frozenset(
    {Why.COUNTED, Why.VIRTUAL_OPPONENT, Why.OWN_POINTS, Why.ROUNDS, Why.DIVIDED, Why.PERCENTAGE, Why.UNRATED}
)
Parts = tuple[Part, ...]
Tied = frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class UnplayedRules:
    """How unplayed rounds enter tie-breaks by one named version of the rules."""

    as_opponent: Callable[[Line, Fraction], Fraction]
    """An entrant's score as its opponents count it; the second argument is what a draw is worth."""
    virtual: Callable[[Scene, Line, Encounter], Fraction | None]
    """The score of the virtual opponent of an unplayed round; None where such a round adds nothing."""
    cuts_chosen_absences_first: bool
    """Whether a cut takes rounds that the entrant chose to miss or forfeited before any other."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that tie-breaks look at, put together once for a table."""

    facts: EventFacts
    rulebook: Rulebook
    table: Crosstable
    contests: Mapping[ContestId, Contest]
    play_offs: tuple[Contest, ...]
    """The decided play-offs, in order."""
    rounds: int
    """The rounds that have begun to count."""
    everyone_meets: bool
    """A round robin, where a forfeit is a game like another and no opponent is virtual."""
    unplayed: UnplayedRules
    as_opponent: Mapping[EntrantId, Fraction]
    """Everyone's score as opponents count it."""

    def has_met(self, encounter: Encounter) -> bool:
        """Whether the opponent of the round counts as such: at the board, or by forfeit in a round robin."""
        return encounter.opponent is not None and (encounter.unplayed is None or self.everyone_meets)


Reckon = Callable[[Scene, EntrantId, Tied], Parts | None]
"""The parts of an entrant's value among those still level, or None where the entry does not apply to them."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """An entry of the registry."""

    reckon: Reckon
    cites: tuple[str, ...] = ()
    higher_is_better: bool = True
    fits: Callable[[FormatTraits], bool] | None = None
    """Whether it says something in a format; None for all."""
    among_tied: bool = False
    """The value hangs on who is level, and is reckoned anew inside what it has separated."""


def value_of(parts: Sequence[Part] | None) -> Fraction | None:
    """The value that the parts come to, step by step; None where the entry does not apply."""
    if parts is None:
        return None
    value, addends = NOTHING, list[Fraction]()
    for part in parts:
        if part.why is Why.DIVIDED:
            value, addends = total((value, *addends)) / part.adds, []
        elif part.why in COUNTING:
            addends.append(part.adds)
    return total((value, *addends))
