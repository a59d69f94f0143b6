"""Contests that no table of their format would count: each is a fault, for what was written is not left out in silence.

A format reads the contests of its own stages and rounds and no others, so one that stands elsewhere would vanish.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.domain.contests import Contest, Stage
from bot.domain.crosstable import is_round_robin
from bot.domain.events.records import Record, RecordedContest
from bot.domain.formats import swiss
from bot.domain.formats.groups import dealt
from bot.domain.regulation.format_rules import GroupRules
from bot.domain.rulebook import FormatName
from bot.record.errors import Fault, FaultCode
from bot.record.grouping import rounds_of_groups

BRACKET: Final = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})
"""Stages that share their places."""
_NUMBERED: Final = frozenset({Stage.LOWER, Stage.PLACEMENT})
"""Stages of which a number tells one bracket from another."""
_TWO: Final = 2
_OF_FORMAT: Final[Mapping[FormatName, frozenset[Stage]]] = {
    FormatName.TITLE_MATCH: frozenset({Stage.FINAL}),
    FormatName.ARENA: frozenset({Stage.MAIN}),
    FormatName.TABLES: frozenset({Stage.MAIN, Stage.PLAY_OFF, Stage.FINAL}),
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """What an event has: the stages and rounds of its table, its groups, and the stages of a knock-out behind it."""

    stages: Collection[Stage]
    last: int | None = None
    """The last round of the table; None where only play says how many it takes."""
    groups: Collection[int] = ()
    bracket: Collection[Stage] = ()


def belonging_faults(standing: Collection[RecordedContest], record: Record) -> Iterator[Fault]:
    """Every contest of a stage, a group or a round that the event does not have, with the key that says so."""
    if len(record.facts.starters) < _TWO:
        return
    plan = _plan(record)
    for one in standing:
        if key := _stray(one.contest, plan):
            yield Fault(f"{one.place}.{key}", FaultCode.IMPOSSIBLE_PLACE, spot(one.contest))


def spot(contest: Contest) -> str:
    """Stage, group, round and position, as a fault tells them."""
    group = f"/{contest.group}" if contest.group else ""
    return f"{contest.stage}{group} {contest.round}:{contest.position}"


def _stray(contest: Contest, plan: _Plan) -> str | None:
    """The key that takes the contest out of the event."""
    behind = plan.last is not None and contest.round > plan.last
    if contest.stage in plan.bracket and behind:
        return "group" if contest.group and contest.stage not in _NUMBERED else None
    if contest.stage not in plan.stages:
        return "round" if contest.stage in plan.bracket else "stage"
    if contest.group and contest.group not in plan.groups and contest.stage not in _NUMBERED:
        return "group"
    if contest.stage is Stage.GROUP and not contest.group:
        return "group"
    return "round" if behind and contest.stage in {Stage.MAIN, Stage.GROUP} else None


def _plan(record: Record) -> _Plan:
    rulebook, facts = record.rulebook, record.facts
    match rulebook.format:
        case FormatName.KNOCKOUT:
            return _Plan(_knockout(record))
        case FormatName.GROUPS:
            last = rounds_of_groups(rulebook, len(facts.starters))
            # Before the knock-out a contest of no group is told by itself, with what to write there.
            return _Plan({Stage.GROUP, Stage.PLAY_OFF, Stage.MAIN}, last, _groups(record), _knockout(record))
        case FormatName.SWISS | FormatName.ROUND_ROBIN:
            return _table(record)
        case other:
            return _Plan(_OF_FORMAT[other])


def _groups(record: Record) -> frozenset[int]:
    """The groups that the field is dealt to, and those in which somebody has met somebody."""
    facts, rules = record.facts, record.rulebook.groups or GroupRules()
    dealt_to = range(1, len(dealt([one.entrant_id for one in facts.starters], rules.size)) + 1)
    played = {one.group for one in facts.contests if one.stage is Stage.GROUP and len(one.sides) > 1}
    return frozenset(dealt_to) | played


def _table(record: Record) -> _Plan:
    """One table of rounds; a round robin by hand numbers its rounds as it likes, as many as there are games."""
    rulebook, facts = record.rulebook, record.facts
    stages = {Stage.MAIN, Stage.PLAY_OFF}
    if is_round_robin(facts, rulebook):
        return _Plan(stages)
    return _Plan(stages, swiss.rounds(facts, rulebook), (), _knockout(record) if rulebook.cut is not None else ())


def _knockout(record: Record) -> frozenset[Stage]:
    rules = record.rulebook.knockout
    more = {Stage.PLACEMENT: rules.placement_matches, Stage.LOWER: rules.lives > 1}
    return BRACKET | {Stage.THIRD_PLACE} | {stage for stage, asked in more.items() if asked}
