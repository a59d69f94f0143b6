"""The judge's own standings, from the contests on record and the numbers of the form; no code of the bot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rehearsal.facts import Event, Pairing
from rehearsal.hearing import Hearing
from rehearsal.series.diary import BEST, PLACES, PLAYED

_LAST: Final = {"third_place": 3, "final": 1}
"""The better of the two places that such a match decides."""


def places(hearing: Hearing, event: Event) -> dict[int, tuple[int, int]]:
    """First and last of the places that each starter of a knock-out shares, without who never played."""
    entries = hearing.entries(event)
    pairings = [one for one in hearing.pairings(event) if len(one.sides) == 2 and one.outcome is not None]
    out = _out_at(pairings)
    found = {entries[side].member: out[side] for side in _appeared_in(pairings)}
    return {member: place for member, place in found.items() if member is not None}


def _appeared_in(pairings: Sequence[Pairing]) -> set[str]:
    """Who was there to play at least once."""
    return {side for one in pairings for at, side in enumerate(one.sides) if _came(one, at)}


def _out_at(pairings: Sequence[Pairing]) -> dict[str, tuple[int, int]]:
    """The places by entrant: of the last matches one each, of a round shared by all who went out in it."""
    out: dict[str, tuple[int, int]] = {}
    for one in pairings:
        if one.stage in _LAST:
            best, winner = _LAST[one.stage], _winner(one)
            out |= {one.sides[winner]: (best, best), one.sides[1 - winner]: (best + 1, best + 1)}
    lost_in = {one.sides[1 - _winner(one)]: one.round for one in pairings if one.stage not in _LAST}
    for number in sorted(set(lost_in.values()), reverse=True):
        behind = [loser for loser, lost in lost_in.items() if lost == number and loser not in out]
        first = len(out) + 1
        out |= dict.fromkeys(behind, (first, first + len(behind) - 1))
    return out


def _winner(one: Pairing) -> int:
    assert one.outcome is not None
    first, second = one.outcome.score
    return 0 if first > second else 1


def _came(one: Pairing, side: int) -> bool:
    """Whether a game was played, or given to who was there."""
    assert one.outcome is not None
    return sum(one.outcome.score) > sum(one.outcome.walkover) or one.outcome.score[side] > 0


def gives(first: int, last: int) -> Fraction:
    """The mean of what the places give."""
    some = [PLACES[place - 1] if place <= len(PLACES) else PLAYED for place in range(first, last + 1)]
    return Fraction(sum(some), len(some))


Order = tuple[Fraction, int, tuple[int, ...], tuple[Fraction, ...]]
Line = tuple[int, Fraction]
"""The place and the points."""


def standings(hearing: Hearing, events: Iterable[Event]) -> dict[int, Line]:
    """Everybody's place and points: the best two count; level ones by events won, better places, the latest event."""
    in_order = sorted(events, key=lambda one: (one.ended_at is None, one.ended_at, one.event_id))
    given = [places(hearing, one) for one in in_order]
    members = {member for one in given for member in one}
    keys = {member: _key(member, given) for member in members}
    better = sorted(keys.values())
    return {member: (better.index(key) + 1, -key[0]) for member, key in keys.items()}


def _key(
    member: int, given: Sequence[Mapping[int, tuple[int, int]]]
) -> tuple[Fraction, int, tuple[int, ...], tuple[Fraction, ...]]:
    """Sorts the better one first."""
    own = [one[member] for one in given if member in one]
    points = sorted((gives(*place) for place in own), reverse=True)
    firsts = sorted(place[0] for place in own)
    latest = tuple(-gives(*one[member]) if member in one else Fraction() for one in reversed(given))
    return -sum(points[:BEST], Fraction()), -firsts.count(1), (*firsts, 10**6), latest
