"""The next round of a record, with the reason for each pairing and each bye."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from bot.domain.events.draw import Stream
from bot.domain.events.records import FIELD, Record
from bot.domain.formats import FORMATS
from bot.domain.formats.knockout import is_decided
from bot.domain.ids import EntrantId
from bot.domain.ranking import drawn_lot
from bot.record.deriving import is_free_round_robin, is_over
from bot.record.formats import format_of
from bot.record.reasons import Paired


@dataclass(frozen=True, slots=True)
class NextRound:
    """What comes next; nothing while results are missing, and when the event is over."""

    pairings: tuple[Paired, ...]
    lot: tuple[EntrantId, ...] = ()
    """The order by lot that separates who is level, where that is what comes next."""
    by_lot: bool = False
    """Whether chance had a part."""
    open_contests: int = 0
    is_over: bool = False


def next_round(record: Record, seed: str | None = None) -> NextRound:
    """The next pairings. Chance comes from `seed`; without one from the draw on record, or else from the facts.

    Raises ValueError where the format refuses, as with one entrant, and of a round robin that is played by another
    order than the Berger table's.
    """
    if is_free_round_robin(record):
        return _of_free(record)
    played, facts, rulebook = FORMATS[record.rulebook.format], record.facts, record.rulebook
    if played.is_over(facts, rulebook):
        return NextRound((), is_over=True)
    by_lot = played.needs_draw(facts, rulebook)
    stream = _stream(record, seed) if by_lot else None
    if by_lot and stream is not None and rulebook.traits.draws_lots(begun=bool(facts.contests)):
        return NextRound((), lot=drawn_lot(facts, stream), by_lot=True)
    found = played.advance(facts, rulebook, stream)
    again = _stream(record, seed) if by_lot else None
    waiting = sum(not is_decided(one) for one in facts.contests)
    return NextRound(format_of(rulebook).explained(record, found, again), (), by_lot, waiting)


def _of_free(record: Record) -> NextRound:
    if is_over(record):
        return NextRound((), is_over=True)
    raise ValueError("this round robin does not follow the Berger table, so only its players know who meets next")


def _stream(record: Record, seed: str | None) -> Stream:
    """The same facts and the same seed give the same chance."""
    drawn = [one.record for one in record.draws if one.purpose == FIELD]
    if seed is None and drawn and not record.facts.contests:
        return drawn[-1].stream()
    told = (
        seed if seed is not None else repr((record.event_id, sorted(one.entrant_id for one in record.facts.starters)))
    )
    return Stream(sha256(f"{told}\n{len(record.facts.contests)}".encode()).digest())
