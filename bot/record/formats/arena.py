"""An arena in a record: one round in which everybody meets whoever waits, as often as there is time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.arena.arena_scoring import tallies
from bot.domain.contests import NewContest
from bot.domain.events.draw import Stream
from bot.domain.events.records import Record
from bot.record.formats import usual
from bot.record.formats.protocol import RecordedFormat
from bot.record.reasons import Paired, Why


def _explain(record: Record, found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return tuple(_pair_by_waiting(record, new) for new in found)


def _pair_by_waiting(record: Record, new: NewContest) -> Paired:
    scores = tallies(record.facts, record.rulebook, set(new.sides))
    points = " - ".join(str(scores[side].points) for side in new.sides)
    since = {one.entrant_id: one.since for one in record.facts.waiting}
    waited = " - ".join(since[side].isoformat() for side in new.sides if side in since)
    return Paired(new, Why.WAITED, {"points": points, "since": waited})


ON_RECORD: Final = RecordedFormat(
    most_entrants=usual.MOST_ENTRANTS,
    sides=usual.PAIR,
    report=None,
    best_of=usual.best_of,
    is_paired=usual.never_paired,
    last_round_off=usual.no_rounds_off,
    prepared=usual.as_told,
    placed=usual.in_one_round,
    decided=usual.as_placed,
    plan=usual.main_alone,
    pools=usual.no_pools,
    meetings=usual.any_meetings,
    has_place=usual.of_first_round,
    explained=_explain,
)
