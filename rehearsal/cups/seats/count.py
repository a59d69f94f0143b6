"""The judge's own count of seats, from two standings and what the invited answered (AIJE-D02-1, AIJE-D04-1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rehearsal.cups.seats.diary import CANDIDATES, LEAGUE, MATCH

SURE: Final = 3
NEAR: Final = 4
Refusing = Callable[[int, str], bool]
"""Whether a member has declined what is asked."""


@dataclass(frozen=True, slots=True)
class Due:
    """What follows from the standings; members by Discord id."""

    league: tuple[int, ...]
    """The sure seats of the League."""
    candidates: tuple[int, ...]
    matches: dict[int, tuple[int, ...]]
    """By their number, the League's side first; who is alone in one has the seat without playing."""
    second_counts: bool
    """Whether the second match gives a seat in the Candidates too."""

    def questions_due(self) -> set[tuple[int, str]]:
        """Who has to be asked what."""
        seats = {(one, LEAGUE) for one in self.league} | {(one, CANDIDATES) for one in self.candidates}
        return seats | {(side, MATCH) for sides in self.matches.values() for side in sides if len(sides) > 1}


def due(league: Sequence[int], opened: Sequence[int], champion: int | None, declined: Refusing) -> Due:
    """The seats by both standings, best first, as long as no match for one is played."""
    sure = [one for one in league if not declined(one, LEAGUE)][:SURE]
    sure += [one for one in opened if not declined(one, LEAGUE) and one not in sure][:1]
    from_league = _next(league, sure, declined)
    from_open = _next(opened, [*sure, *from_league], declined)
    # Match 1 is League 4th v Open 3rd, match 2 League 5th v Open 2nd: the Open's next comes into match 2.
    sides = {1: (*from_league[:1], *from_open[1:2]), 2: (*from_league[1:2], *from_open[:1])}
    first_ones = list(league[:SURE])
    first_ones += [one for one in opened if one not in first_ones][:1]
    candidates = [one for one in first_ones if one != champion and not declined(one, CANDIDATES)]
    return Due(tuple(sure), tuple(candidates), sides, champion in league[:NEAR])


def _next(standing: Sequence[int], taken: Sequence[int], declined: Refusing) -> list[int]:
    """The next two who may play for a seat."""
    able = (one for one in standing if one not in taken and not declined(one, LEAGUE) and not declined(one, MATCH))
    return list(able)[:2]


def with_winners(found: Due, winners: dict[int, int], champion: int | None) -> tuple[set[int], set[int]]:
    """Who has a seat in the League and in the Candidates once both matches are played."""
    won = {number: sides[0] for number, sides in found.matches.items() if len(sides) == 1} | winners
    league = {*found.league, *won.values()}
    counting = {won[number] for number in won if number == 1 or found.second_counts}
    return league, {*found.candidates, *counting} - {champion}
