"""What a corrected result leaves of an event that follows from its first contests and their results alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.domain.contests import Contest, NewContest, Result
from bot.domain.formats.protocol import EventFacts

_Advance = Callable[[EventFacts], tuple[NewContest, ...]]


def unfollowed(
    facts: EventFacts, first: tuple[Contest, ...], contest: Contest, correction: Result, advance: _Advance
) -> tuple[Contest, ...]:
    """The contests on record that would not have come about with the correction, in their order on record.

    `first` are those that were drawn; everything else is followed from them, step by step.
    """
    mended = [replace(one, result=correction) if one == contest else one for one in facts.contests]
    known = [one for one in mended if one.contest_id in {drawn.contest_id for drawn in first}]
    waiting = {_key(one): one for one in mended if one not in known}
    while added := [
        waiting.pop(_key(new)) for new in advance(replace(facts, contests=tuple(known))) if _key(new) in waiting
    ]:
        known += added
    kept = {one.contest_id for one in known}
    return tuple(one for one in facts.contests if one.contest_id not in kept)


def _key(contest: Contest | NewContest) -> tuple[object, ...]:
    return contest.stage, contest.group, contest.round, contest.position, contest.sides
