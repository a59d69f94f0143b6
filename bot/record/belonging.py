"""Contests that no table of their format would count: each is a fault, for what was written is not left out in silence.

A format reads the contests of its own stages and rounds and no others, so one that stands elsewhere would vanish.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bot.domain.contests import Contest, Stage
from bot.domain.events.records import Record, RecordedContest
from bot.record.errors import Fault, FaultCode
from bot.record.formats import format_of
from bot.record.formats.protocol import Plan

_NUMBERED: Final = frozenset({Stage.LOWER, Stage.PLACEMENT})
"""Stages of which a number tells one bracket from another."""
_TWO: Final = 2


def belonging_faults(in_force: Collection[RecordedContest], record: Record) -> Iterator[Fault]:
    """Every contest of a stage, a group or a round that the event does not have, with the key that says so."""
    if len(record.facts.starters) < _TWO:
        return
    plan = format_of(record.rulebook).plan(record)
    for one in in_force:
        if key := _stray(one.contest, plan):
            yield Fault(f"{one.place}.{key}", FaultCode.IMPOSSIBLE_PLACE, spot(one.contest))


def unplaced_faults(in_force: Collection[RecordedContest], record: Record) -> Iterator[Fault]:
    """Everybody of a knock-out that has begun who is in none of its contests: nobody knows whom they meet.

    Where draws stand the pairings are made again from these, and what is missing is found there.
    """
    if not in_force or record.draws or not record.rulebook.traits.is_bracket:
        return
    told = {side for one in in_force for side in one.contest.sides}
    for at, one in enumerate(record.facts.starters):
        if one.entrant_id not in told:
            yield Fault(f"entrants[{at}]", FaultCode.NOT_PLACED, record.name_of(one.entrant_id))


def spot(contest: Contest) -> str:
    """Stage, group, round and position, as a fault tells them."""
    group = f"/{contest.group}" if contest.group else ""
    return f"{contest.stage}{group} {contest.round}:{contest.position}"


def _stray(contest: Contest, plan: Plan) -> str | None:
    """The key that takes the contest out of the event."""
    behind = plan.is_behind(contest)
    if contest.stage in plan.bracket and behind:
        return "group" if contest.group and contest.stage not in _NUMBERED else None
    if contest.stage not in plan.stages:
        return "round" if contest.stage in plan.bracket else "stage"
    if not _has_its_group(contest, plan):
        return "group"
    return "round" if behind and contest.stage in {Stage.MAIN, Stage.GROUP} else None


def _has_its_group(contest: Contest, plan: Plan) -> bool:
    """Whether a contest of groups names one of them, and any other none that it cannot have."""
    if contest.group == 0:
        return contest.stage is not Stage.GROUP
    return contest.group in plan.groups or contest.stage in _NUMBERED
