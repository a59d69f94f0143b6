"""What a corrected result leaves of an event that follows from its first contests and their results alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.domain.contests import Contest, NewContest, Result
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import ContestId

_Advance = Callable[[EventFacts], tuple[NewContest, ...]]


def contests_undone(
    facts: EventFacts, first: tuple[Contest, ...], contest: Contest, correction: Result, advance: _Advance
) -> tuple[Contest, ...]:
    """The contests on record that would not have come about with the correction, in their order on record.

    `first` are those that were drawn; everything else is followed from them, step by step.
    """
    mended = [replace(one, result=correction) if one == contest else one for one in facts.contests]
    drawn = _ids(first)
    known = [one for one in mended if one.contest_id in drawn]
    waiting = {_key(one): one for one in mended if one.contest_id not in drawn}
    while added := _take(waiting, advance(replace(facts, contests=tuple(known)))):
        known += added
    kept = _ids(known)
    return tuple(one for one in facts.contests if one.contest_id not in kept)


def _ids(contests: Iterable[Contest]) -> frozenset[ContestId]:
    return frozenset(one.contest_id for one in contests)


def _take(waiting: dict[tuple[object, ...], Contest], due: Iterable[NewContest]) -> list[Contest]:
    """Those that are due and on record; they wait no longer."""
    return [waiting.pop(_key(new)) for new in due if _key(new) in waiting]


def _key(contest: Contest | NewContest) -> tuple[object, ...]:
    return contest.stage, contest.group, contest.round, contest.position, contest.sides
