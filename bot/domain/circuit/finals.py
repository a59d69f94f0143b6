"""Who plays the final of a series: the first of the table, and the next where somebody declines.

An invitation once made stands, whatever a corrected result makes of the table: nobody loses a seat by it. Who would
have been asked by the right table is told to the organisers, who may ask them as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.domain.circuit.standings import CircuitRow
from bot.domain.ids import PersonId


@dataclass(frozen=True, slots=True)
class Finalists:
    """Who has a seat or is to be asked, and whom invitations that stand have passed over."""

    holders: tuple[PersonId, ...]
    """In the order of the table: who was asked and has not declined, and who is to be asked next."""
    overlooked: tuple[PersonId, ...]
    """Who is among the first by the table of now, and has no seat."""
    vacant: int
    """Seats for which nobody is left."""


def finalists(
    rows: Sequence[CircuitRow],
    seats: int,
    asked: Collection[PersonId] = (),
    declined: Collection[PersonId] = (),
    out: Collection[PersonId] = (),
) -> Finalists:
    """The first so many who are there; who is level with the last of them plays as well.

    `asked` are all who were asked before, `declined` those of them who do not come, `out` who may not play at all.
    """
    gone = {*declined, *out}
    stand = {one for one in asked if one not in gone}
    natural = set(_first(rows, seats, gone))
    holders = stand | set(_first(rows, seats - len(stand), gone | stand))
    in_order = [row.person_id for row in rows]
    # Whoever is off the table by a correction keeps the seat, behind all others.
    last = sorted(holders - set(in_order))
    return Finalists(
        holders=(*(one for one in in_order if one in holders), *last),
        overlooked=tuple(one for one in in_order if one in natural - holders),
        vacant=max(seats - len(holders), 0),
    )


def _first(rows: Iterable[CircuitRow], seats: int, without: Collection[PersonId]) -> Iterator[PersonId]:
    """Place by place, until the seats are taken."""
    taken = 0
    for _, level in groupby(rows, key=lambda row: row.rank_from):
        if taken >= seats:
            return
        some = [row.person_id for row in level if row.person_id not in without]
        yield from some
        taken += len(some)
