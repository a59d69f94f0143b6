"""Moments of a record that cannot be: a result before its contest was made, an end before the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from bot.domain.events.records import LONG_AGO, Record, RecordedContest
from bot.record.errors import Fault, FaultCode

_Moment = tuple[str, datetime | None]
"""Where it stands, and what it says."""


def moments_out_of_order(record: Record) -> Iterator[Fault]:
    """Every moment that comes before one from which it follows."""
    yield from _in_order([("event.began_at", record.facts.began_at), ("event.ended_at", record.ended_at)])
    yield from _in_order([(f"draws[{at}].drawn_at", one.drawn_at) for at, one in enumerate(record.draws)])
    for one in record.contests:
        yield from _of_contest(one)
        if record.draws and one.draw is not None and 1 <= one.draw <= len(record.draws):
            drawn: _Moment = (f"draws[{one.draw - 1}].drawn_at", record.draws[one.draw - 1].drawn_at)
            yield from _in_order([drawn, (f"{one.place}.created_at", one.contest.created_at)])


def _of_contest(one: RecordedContest) -> Iterator[Fault]:
    made: _Moment = (f"{one.place}.created_at", one.contest.created_at)
    settled: list[_Moment] = [
        (f"{one.place}.earlier[{at}].settled_at", _told_moment(result.settled_at))
        for at, result in enumerate(one.earlier)
    ]
    if one.contest.result is not None:
        settled.append((f"{one.place}.settled_at", _told_moment(one.contest.result.settled_at)))
    yield from _in_order([made, *settled])
    yield from _in_order([made, (f"{one.place}.voided_at", one.voided_at)])


def _in_order(moments: list[_Moment]) -> Iterator[Fault]:
    known = [(place, moment) for place, moment in moments if moment is not None]
    for (before, earlier), (place, later) in pairwise(known):
        if later < earlier:
            yield Fault(place, FaultCode.OUT_OF_ORDER, later.isoformat(), before)


def _told_moment(moment: datetime) -> datetime | None:
    """None where the file says nothing, and the order of its lines stands in for the moment."""
    return None if moment.year == LONG_AGO.year else moment
