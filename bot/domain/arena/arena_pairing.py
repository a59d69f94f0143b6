"""Who meets whom in an arena: like score, hardly any wait, the last opponent only when nobody else comes (ARENA-3).

One pass is a maximum-weight matching over the lobby. Two may meet once they have waited long enough for the distance
between them: at once where it is small, anybody after half a minute, but the last opponent only after three. Among all
pairings that serve as many as possible, the one is taken that leaves out who has waited least, repeats least and keeps
like scores together; equal scores, as everybody's at the start, are paired by neighbouring ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bot.domain.arena.arena_scoring import SCORING, ends_at, position, tallies
from bot.domain.contests import Contest
from bot.domain.ids import EntrantId
from bot.domain.pairing.max_weight import max_weight_matching
from bot.domain.rulebook import Rulebook
from bot.domain.tie_breaks.ratings import exact_rating

if TYPE_CHECKING:  # The formats read this module, and their package holds these facts.
    from bot.domain.formats.protocol import EventFacts, Waiting

NEAR: Final = 2
"""A distance in wins at which two are paired without any wait."""
WAIT_FOR_A_WIN: Final = timedelta(seconds=2)
"""What each further win of distance costs in waiting."""
WINS_OF_A_MEETING: Final = 6
"""The distance in wins that an earlier meeting adds."""
AT_ONCE: Final = timedelta(0)
LONGEST_PATIENCE: Final = timedelta(seconds=30)
"""After this, anybody but the last opponent will do."""
REMATCH_AFTER: Final = timedelta(minutes=3)
"""After this, the last opponent will do too: where a third player is away, the two others would never play again."""
CANDIDATES: Final = 16
"""Neighbours in the order of the lobby that are considered for each player."""
PAIRS_IN_A_PASS: Final = 40
"""As many as one message calls: two mentions each, and Discord calls at most a hundred people by one. So a pass costs
the same however many have come at once, as all do at the start."""
_SCALE: Final = 10**12
"""Keeps distances and waits above the neighbourhood of ratings, which only decides where those are level."""


@dataclass(slots=True)
class Guest:
    """A player in the lobby, with all that the pairing looks at."""

    entrant_id: EntrantId
    since: datetime
    points: Fraction = Fraction(0)
    wins: float = 0.0
    """The points in wins."""
    rating: Fraction = Fraction(0)
    last_opponent: EntrantId | None = None
    had_first: bool = False
    """Whether the last game was played with the first colour."""
    balance: int = 0
    """Games with the first colour less games with the second."""
    met: Counter[EntrantId] = field(default_factory=Counter)


def pairings(facts: EventFacts, rulebook: Rulebook) -> tuple[tuple[EntrantId, EntrantId], ...]:
    """The pairs that can be made now, the highest score first, the side with the first colour first.

    None before the arena has begun, when its time is up, and for whoever waits alone. At most `PAIRS_IN_A_PASS`, of
    those who have waited longest. Of the contests those of who waits are looked at, and no others.
    """
    end, now = ends_at(facts, rulebook), facts.now
    if now is None or end is None or facts.began_at is None or not facts.began_at <= now < end:
        return ()
    guests = _longest_waiting(_guests(facts, rulebook))
    edges = _edges(guests, now, anew=_only_two_left(facts))
    matched = max_weight_matching(len(guests), ((one, other, _worth(guests, one, other, now)) for one, other in edges))
    return tuple(_with_colours(guests[one], guests[other], number) for number, (one, other) in enumerate(matched))


def next_pass_at(facts: EventFacts, rulebook: Rulebook) -> datetime | None:
    """When the next pair of the lobby will have waited long enough; None when it takes a further guest, or the end.

    To be asked after a pass: a moment that has passed means that a pass is due.
    """
    end, begin = ends_at(facts, rulebook), facts.began_at
    if begin is None or end is None:
        return None
    found = _first_meeting(_guests(facts, rulebook), anew=_only_two_left(facts))
    return found if found is not None and found < end else None


def _first_meeting(guests: Sequence[Guest], *, anew: bool) -> datetime | None:
    """When the first two of them may meet. The longest waiting are looked at first, and the rest only if need be."""
    found: datetime | None = None
    waiting = sorted(guests, key=lambda guest: guest.since)
    for number, one in enumerate(waiting):
        for other in waiting[number + 1 :]:
            if found is not None and found <= one.since:
                return found
            ripe = one.since + patience(one, other, anew=anew)
            found = ripe if found is None else min(found, ripe)
    return found


def patience(one: Guest, other: Guest, *, anew: bool = False) -> timedelta:
    """How long one of the two has to have waited before they are paired.

    `anew` says that nobody else is left to meet, so that they play each other at once.
    """
    if anew:
        return AT_ONCE
    if one.last_opponent == other.entrant_id or other.last_opponent == one.entrant_id:
        return REMATCH_AFTER
    wins = distance(one, other) - NEAR
    return min(LONGEST_PATIENCE, WAIT_FOR_A_WIN * wins) if wins > 0 else AT_ONCE


def distance(one: Guest, other: Guest) -> float:
    """The difference of their points in wins, and more for each time that they have met."""
    return abs(one.wins - other.wins) + WINS_OF_A_MEETING * one.met[other.entrant_id]


def _only_two_left(facts: EventFacts) -> bool:
    """With nobody else in the whole arena, two play each other again and again rather than not at all."""
    return sum(not starter.withdrawn for starter in facts.starters) == 2


def _guests(facts: EventFacts, rulebook: Rulebook) -> list[Guest]:
    """The lobby in order: by points, then by rating. Nobody has waited since before the arena began."""
    known, lobby = facts.by_entrant, _lobby(facts)
    scores = tallies(facts, rulebook, lobby.keys())
    win = (rulebook.scoring or SCORING).win or 1.0
    guests = {who: Guest(who, max(one.since, facts.began_at or one.since)) for who, one in lobby.items()}
    for who, guest in guests.items():
        guest.points, guest.rating = scores[who].points, _rating(known[who].rating, rulebook)
        guest.wins = float(guest.points) / win
    last = _with_history(facts.contests, guests)
    free = [guest for who, guest in guests.items() if _is_free(lobby[who], last.get(who))]
    return sorted(free, key=_lobby_order)


def _lobby(facts: EventFacts) -> dict[EntrantId, Waiting]:
    """Who waits and has not left."""
    present = facts.by_entrant.keys() - facts.gone
    return {one.entrant_id: one for one in facts.waiting if one.entrant_id in present}


def _lobby_order(guest: Guest) -> tuple[Fraction, Fraction, datetime, EntrantId]:
    return -guest.points, -guest.rating, guest.since, guest.entrant_id


def _longest_waiting(guests: Sequence[Guest]) -> Sequence[Guest]:
    """As many as a pass takes, in the order of the lobby; of those who came together the first in that order."""
    if len(guests) <= 2 * PAIRS_IN_A_PASS:
        return guests
    admitted = {guest.entrant_id for guest in sorted(guests, key=lambda one: one.since)[: 2 * PAIRS_IN_A_PASS]}
    return [guest for guest in guests if guest.entrant_id in admitted]


def _rating(listed: float | None, rulebook: Rulebook) -> Fraction:
    """The rating as published; the unrated are paired with the one that they start from."""
    return exact_rating(rulebook.rating.initial if listed is None else listed)


def _with_history(contests: Sequence[Contest], guests: dict[EntrantId, Guest]) -> dict[EntrantId, Contest]:
    """Writes the guests' meetings and colours into them, and answers everyone's last contest."""
    last: dict[EntrantId, Contest] = {}
    for contest in sorted(contests, key=position):
        first, second = contest.sides
        for side, opponent in ((first, second), (second, first)):
            last[side] = contest
            if guest := guests.get(side):
                guest.last_opponent = opponent
                guest.had_first = side == first
                guest.balance += 1 if side == first else -1
                guest.met[opponent] += 1
    return last


def _is_free(waiting: Waiting, last: Contest | None) -> bool:
    """Whether no contest has been made for the guest since coming to the lobby."""
    if last is None:
        return True
    return last.result is not None if last.created_at is None else last.created_at < waiting.since


def _edges(guests: Sequence[Guest], now: datetime, *, anew: bool) -> Iterator[tuple[int, int]]:
    """Pairs that may be made now, of each guest with the nearest that come after in the order of the lobby."""
    for one, guest in enumerate(guests):
        found = 0
        for other in range(one + 1, len(guests)):
            candidate = guests[other]
            if now - min(guest.since, candidate.since) >= patience(guest, candidate, anew=anew):
                found += 1
                yield one, other
            if found == CANDIDATES:
                break


def _worth(guests: Sequence[Guest], one: int, other: int, now: datetime) -> int:
    """What the matching gains by a pair: squares, so that one long wait or one wide gap weighs more than two halves."""
    first, second = guests[one], guests[other]
    waits = sum(min((now - guest.since).total_seconds(), 60.0) ** 2 for guest in (first, second))
    gap = distance(first, second) ** 2
    neighbours = 4 * len(guests) * (other - one) ** 2 + one + other
    return round(1000 * (waits - gap)) * _SCALE - neighbours


def _with_colours(one: Guest, other: Guest, number: int) -> tuple[EntrantId, EntrantId]:
    """The pair with the first colour to who has had it less, else to who had it not in the last game, else in turns."""
    wants_first = (other.balance - one.balance, other.had_first - one.had_first, 1 if number % 2 == 0 else -1)
    decisive = next(wish for wish in wants_first if wish != 0)
    return (one.entrant_id, other.entrant_id) if decisive > 0 else (other.entrant_id, one.entrant_id)
