"""The places of a ladder, counted from the opening post and the scores alone, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.cups.checks.rounds import DRAWS, Field
from rehearsal.cups.checks.telling import rows
from rehearsal.cups.cup import Trial
from rehearsal.cups.ladder.diary import LadderCup
from rehearsal.facts import Pairing
from rehearsal.witness import How

_GRACE: Final = timedelta(seconds=10)
"""For the clicks in flight, and the delivery."""
_MINUTES: Final = timedelta(minutes=5)
_TO_ANSWER: Final = timedelta(minutes=5)
"""How long before the end both have to know at least that a match will be void."""


class Ladder:
    """What is before the judge, with the judge's own places."""

    def __init__(self, trial: Trial, cup: LadderCup) -> None:
        self.field, self.cup = Field(trial), cup
        self.told = {one.contest_id: one.reported_at for one in trial.hearing.facts.claims}
        assert cup.opened is not None
        by_member = {self.field.entries[side].member: side for side in self.field.starters}
        self.first = [by_member[member] for _, _, member, _ in rows(cup.opened.text)]

    @property
    def over(self) -> datetime:
        """When the time is up."""
        return (self.field.event.drawn_at or self.field.event.start_at) + self.cup.numbers.lasts

    def places(self, at: datetime) -> list[str]:
        """Everybody from the first place to the last, by what was settled by then; who has left comes last."""
        order = list(self.first)
        settled = [one for one in self.field.pairings if one.outcome and one.outcome.settled_at <= at]
        for one in sorted(settled, key=self._turn):
            _climb(order, one)
        left = [one for one in order if self._has_left(one, at)]
        return [*(one for one in order if one not in left), *left]

    def _turn(self, one: Pairing) -> tuple[datetime, int]:
        """As they were first told; what was never told, as it was settled."""
        assert one.outcome is not None
        return self.told.get(one.contest_id, one.outcome.settled_at), one.position

    def _has_left(self, side: str, at: datetime) -> bool:
        gone = self.field.entries[side].withdrawn_at
        return gone is not None and gone <= at


def _climb(order: list[str], one: Pairing) -> None:
    """Who has won from below takes the place of the other."""
    if one.outcome is None or one.outcome.winner is None:
        return
    won = one.sides[one.outcome.winner]
    lost = one.sides[1 - one.outcome.winner]
    if order.index(won) > order.index(lost):
        order.remove(won)
        order.insert(order.index(lost), won)


def reach(ladder: Ladder) -> Iterator[str]:
    """Whoever was challenged stood above the challenger, and no further than the file allows."""
    if not ladder.field.pairings:
        yield "nobody challenged anybody"
    for one in ladder.field.pairings:
        order = ladder.places(one.created_at - timedelta(milliseconds=1))
        distance = order.index(one.sides[0]) - order.index(one.sides[1])
        if not 0 < distance <= ladder.cup.numbers.reach:
            yield f"{ladder.field.names(one.sides)}: {distance} places up"


def one_at_a_time(ladder: Ladder) -> Iterator[str]:
    """Nobody has two matches at once."""
    for one in ladder.field.pairings:
        for other in ladder.field.pairings:
            ended = other.outcome.settled_at if other.outcome else None
            meanwhile = other.created_at < one.created_at and (ended is None or ended > one.created_at)
            if meanwhile and not set(one.sides).isdisjoint(other.sides):
                yield f"{ladder.field.names(one.sides)} while {ladder.field.names(other.sides)} play"


def table(ladder: Ladder) -> Iterator[str]:
    """Every table that somebody looked at has the places that the scores make."""
    for look in ladder.cup.looks:
        shown = [member for _, _, member, _ in rows(look.answer.text)]
        own = [ladder.field.entries[side].member for side in ladder.places(look.at)]
        if shown != own:
            names = ladder.field.hearing.name
            yield f"at {look.at:%H:%M}: {', '.join(map(names, shown))} instead of {', '.join(map(names, own))}"
    if not ladder.cup.looks:
        yield "nobody looked at the table"


def refusals(ladder: Ladder) -> Iterator[str]:
    """Who chose somebody out of an old card was told why not, alone, and has no match of it."""
    for tried in ladder.cup.tried:
        by_them = [
            one
            for one in ladder.field.pairings
            if one.sides[1] == tried.entrant and abs(one.created_at - tried.at) < _GRACE
        ]
        if by_them or not tried.answer.posts or not tried.answer.private:
            yield f"{ladder.field.hearing.name(tried.member)} could challenge {ladder.field.name(tried.entrant)}"


def no_report(ladder: Ladder) -> Iterator[str]:
    """What nobody reports is void when its time is up, both having read until when they could report it."""
    within, contest_id = ladder.cup.numbers.report_within, ladder.cup.untold
    if within is None:
        return
    if contest_id is None:
        yield "everybody reported, so that nobody saw what becomes of a match that nobody reports"
        return
    played = ladder.cup.event.matches[contest_id]
    yield from _void_in_time(ladder, contest_id, max(played.arrivals.values()) + within)
    names, due = ladder.field.hearing.names(played.players), max(played.arrivals.values()) + within
    if not any(due - within < at < due - _TO_ANSWER for at in _read_by(ladder, "score", played.players)):
        yield f"{names} did not read in time until when they can report"
    if not any(due <= at <= due + _GRACE for at in _read_by(ladder, "challenge", played.players)):
        yield f"{names} did not read that their match is void"


def _void_in_time(ladder: Ladder, contest_id: str, due: datetime) -> Iterator[str]:
    ended = next((at for voided, _, at in ladder.field.hearing.facts.voided if voided == contest_id), None)
    if ended is None or not due <= ended <= due + _GRACE:
        yield f"the match that nobody reported was void at {ended}, due at {due}"


def _read_by(ladder: Ladder, verb: str, members: Iterable[int]) -> list[datetime]:
    """When messages that call all of these members, and offer the verb, were posted."""
    sights = ladder.cup.play.witness.sights
    seen = (one.post for one in sights if one.how is How.POSTED and one.post.has(verb) and not one.post.has("here"))
    return [one.at for one in seen if one.pinged >= set(members)]


def numbers(ladder: Ladder) -> Iterator[str]:
    """No number of a match is given twice, not even that of one that is void."""
    given = [one.position for one in ladder.field.pairings] + [n for _, n, _ in ladder.field.hearing.facts.voided]
    yield from (f"match {n + 1} is {times} matches" for n, times in sorted(Counter(given).items()) if times > 1)


def too_late(ladder: Ladder) -> Iterator[str]:
    """No challenge is taken once the time is up, and who comes then is told so."""
    late = [one for one in ladder.field.pairings if one.created_at > ladder.over + _GRACE]
    yield from (f"{ladder.field.names(one.sides)} at {one.created_at:%H:%M:%S}, after the end" for one in late)
    told = ladder.cup.too_late
    if not told or any(not one.posts or not one.private or one.post.has("challenge-one") for one in told):
        yield "who came too late was not refused in private"


def end(ladder: Ladder) -> Iterator[str]:
    """The event ends with the time, or with the last match that was challenged in it."""
    last = max((one.outcome.settled_at for one in ladder.field.pairings if one.outcome), default=ladder.over)
    due, at = max(ladder.over, last), ladder.field.event.ended_at
    if at is None or not due <= at <= due + _MINUTES:
        yield f"it ended at {at}, due at {due}"


CHECKS: Final[tuple[tuple[str, str, Callable[[Ladder], Iterator[str]]], ...]] = (
    ("the ladder", "Nobody challenges beyond reach", reach),
    ("the ladder", "Nobody plays two at once", one_at_a_time),
    ("the ladder", "The places are those that the scores make", table),
    ("the ladder", "Who reaches too far is told why not", refusals),
    ("the ladder", "A match that nobody reports is void in time", no_report),
    ("the ladder", "No number of a match is given twice", numbers),
    ("the ladder", "Nobody is challenged once the time is up", too_late),
    ("the ladder", "The ladder ends in time, and with its last match", end),
)
OF_EVERY_CUP: Final = DRAWS
