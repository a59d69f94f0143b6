"""A ladder in a record: one round of challenges, each of which was within reach when it was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.play.contests import Contest, NewContest, Result
from bot.play.draw import Stream
from bot.play.formats.ladder import ONLY_ROUND, order, reach_at
from bot.play.formats.protocol import EventFacts
from bot.play.records import Record, RecordedContest
from bot.record.formats import protocol
from bot.record.formats.protocol import Paired, RecordedFormat


def _has_place(contest: Contest, record: Record) -> bool:
    """Whether the first side could challenge the second when it did.

    The places are those of the results that stood then. Who has left by the end is not counted between the two: when
    they left, a file by hand does not say, and the others' places among each other do not hang on it.
    """
    if contest.round != ONLY_ROUND or not _is_of_two(contest):
        return False
    known = record.facts.by_entrant
    if any(side not in known for side in contest.sides):
        return False
    passed_over = {one.entrant_id for one in record.facts.starters if one.withdrawn}.difference(contest.sides)
    places = [one for one in order(_facts_before(contest, record)) if one not in passed_over]
    return reach_at(record.rulebook, places, contest.sides)


def _is_of_two(contest: Contest) -> bool:
    """No other contest is a challenge: it is refused by itself, and moves nobody before that."""
    return len(contest.sides) == len({*contest.sides}) == protocol.PAIR.most


def _facts_before(contest: Contest, record: Record) -> EventFacts:
    """Everybody, and the results as they stood when the challenge was made; without moments, those before it."""
    standing = [one for one in record.contests if one.voided_at is None and _is_of_two(one.contest)]
    starters = tuple(replace(one, withdrawn=False) for one in record.facts.starters)
    before = tuple(replace(one.contest, result=_result_before(one, contest)) for one in standing)
    return replace(record.facts, starters=starters, contests=before, annulled=frozenset())


def _result_before(one: RecordedContest, contest: Contest) -> Result | None:
    if contest.created_at is not None:
        return one.at(contest.created_at)
    return one.contest.result if one.contest.position < contest.position else None


def _explain(_record: Record, _found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return ()


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
    has_place=_has_place,
    explained=_explain,
)
