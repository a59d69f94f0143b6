"""An arena in a record: one round in which everybody meets whoever waits, as often as there is time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.play.contests import NewContest
from bot.play.draw import Stream
from bot.play.formats.arena import tallies
from bot.play.records import Record
from bot.record.formats import protocol
from bot.record.formats.protocol import Paired, RecordedFormat, Why


def _explain(record: Record, found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return tuple(_pair_by_waiting(record, new) for new in found)


def _pair_by_waiting(record: Record, new: NewContest) -> Paired:
    scores = tallies(record.facts, record.rulebook, set(new.sides))
    points = " - ".join(str(scores[side].points) for side in new.sides)
    since = {one.entrant_id: one.since for one in record.facts.waiting}
    waited = " - ".join(since[side].isoformat() for side in new.sides if side in since)
    return Paired(new, Why.WAITED, {"points": points, "since": waited})


ON_RECORD: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR,
    report=None,
    best_of=protocol.best_of,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=protocol.as_told,
    placed=protocol.in_one_round,
    decided=protocol.as_placed,
    plan=protocol.main_alone,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=protocol.of_first_round,
    explained=_explain,
)
