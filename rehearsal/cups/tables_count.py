"""The judge's own count of tables of three, from who sat where, who won, and everybody's influence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import Final

from rehearsal.cups.rules import TableNumbers
from rehearsal.facts import Outcome, Pairing

COUNTED: Final = frozenset({"main", "final"})
_SEATS: Final = 3


@dataclass(frozen=True, slots=True)
class Total:
    """What a player has gathered."""

    active: bool = True
    victory: int = 0
    influence: int = 0
    had_off_number: bool = False

    @property
    def score(self) -> Fraction:
        """The tournament score (OTE-2.8)."""
        return Fraction(self.influence, 2) + self.victory


@dataclass(slots=True)
class Called:
    """The final as the judge would fill it."""

    sure: set[str]
    level: set[str] = field(default_factory=set)
    """Who is level for the seats that are left, where there are more of them than seats."""
    left: int = 0


def sizes(players: int) -> list[int]:
    """How many sit at each table, those of other than three first (OTE-2.4)."""
    if players in {1, 2, 4}:
        return [players]
    if players == 5:
        return [2, 3]
    fours = next(number for number in range(3) if (players - 4 * number) % _SEATS == 0)
    return [4] * fours + [_SEATS] * ((players - 4 * fours) // _SEATS)


def winner(one: Pairing) -> str | None:
    """Who won the game, where one did."""
    won = through(one)
    return won[0] if len(won) == 1 else None


def through(one: Pairing) -> list[str]:
    """Everybody whom the score marks."""
    if one.outcome is None:
        return []
    return [side for side, mark in zip(one.sides, one.outcome.score, strict=True) if mark]


def points_gained(one: Pairing, active: Mapping[str, bool], rules: TableNumbers) -> dict[str, int]:
    """The victory points of a game, by the set in which each began it (OTE-2.3)."""
    found = dict.fromkeys(one.sides, 0)
    won = winner(one)
    if won is None or one.outcome is None:
        return found
    found[won] = (rules.active if active[won] else rules.inactive)[0]
    second = _second(one.sides, one.outcome, won)
    for side in second:
        found[side] = (rules.active if active[side] else rules.inactive)[1 if len(second) == 1 else 2]
    return found


def _second(sides: Sequence[str], outcome: Outcome, won: str) -> list[str]:
    """Who comes second by influence, several where they are level; nobody where no more than two sat there."""
    there = [side for at, side in enumerate(sides) if at not in outcome.absent]
    if not outcome.influence or len(there) <= 2:
        return []
    influence = dict(zip(sides, outcome.influence, strict=True))
    others = [side for side in there if side != won]
    best = max(influence[side] for side in others)
    return [side for side in others if influence[side] == best]


def totals(
    pairings: Iterable[Pairing],
    starters: Iterable[str],
    rules: TableNumbers,
    before: int = 10**6,
    at: datetime | None = None,
) -> dict[str, Total]:
    """Everybody after the rounds before that number, and of those what was settled by the moment."""
    known = {side: Total() for side in starters}
    played = [one for one in pairings if one.stage in COUNTED and one.round < before and len(one.sides) > 1]
    for one in sorted(played, key=lambda one: (one.round, one.position)):
        if one.outcome is not None and (at is None or one.outcome.settled_at <= at):
            known |= _after(known, one, one.outcome, rules)
    return known


def _after(known: Mapping[str, Total], one: Pairing, outcome: Outcome, rules: TableNumbers) -> dict[str, Total]:
    """What everybody at the table has gathered after its game."""
    points = points_gained(one, {side: known[side].active for side in one.sides}, rules)
    influence = dict(zip(one.sides, outcome.influence or (0,) * len(one.sides), strict=True))
    return {
        side: replace(
            known[side],
            active=known[side].active and side == winner(one),
            victory=known[side].victory + points[side],
            influence=known[side].influence + influence[side],
            had_off_number=known[side].had_off_number or len(one.sides) != _SEATS,
        )
        for side in one.sides
    }


def finalists(known: Mapping[str, Total], there: Collection[str]) -> Called:
    """Who has a seat in the final: the unbeaten, then the highest scores (OTE-2.8)."""
    sure = {side for side in there if known[side].active}
    ranked = sorted((side for side in there if side not in sure), key=lambda side: -known[side].score)
    vacant = max(0, _SEATS - len(sure))
    if not vacant or len(ranked) <= vacant:
        return Called(sure | set(ranked[:vacant]))
    last = known[ranked[vacant - 1]].score
    above = {side for side in ranked if known[side].score > last}
    level = {side for side in ranked if known[side].score == last}
    left = vacant - len(above)
    return Called(sure | above | level) if len(level) <= left else Called(sure | above, level, left)


def in_order(tables: Sequence[Pairing], known: Mapping[str, Total]) -> bool:
    """Whether the tables of the inactive go from the most points to the fewest (OTE-2.7)."""
    standing = [[(known[side].victory, known[side].influence) for side in one.sides] for one in tables]
    return all(min(above) >= max(below) for above, below in pairwise(standing))
