"""Groups and the knock-out behind them in a record; who was in which group follows from who has met."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.kernel.ids import EntrantId
from bot.play.contests import NewContest, Stage
from bot.play.draw import Stream
from bot.play.format_rules import GroupRules, RoundRobinRules
from bot.play.formats.groups import dealt
from bot.play.points import REST
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.formats import protocol
from bot.record.formats.protocol import (
    POOLS,
    Meetings,
    Names,
    Paired,
    Plan,
    Pools,
    RecordedFormat,
    after_table,
    berger_reason,
)
from bot.record.placing import Draft, group, in_rounds, rounds_of_groups, with_positions


def _place(drafts: Sequence[Draft], _rulebook: Rulebook, _names: Names) -> tuple[Draft, ...]:
    return with_positions(in_rounds(drafts, in_group=Stage.GROUP, bye=REST))


def _plan(record: Record) -> Plan:
    """Before the knock-out a contest of no group is told by itself, with what to write there."""
    return Plan(
        stages={Stage.GROUP, Stage.PLAY_OFF, Stage.MAIN},
        last=rounds_of_groups(record.rulebook, len(record.facts.starters)),
        groups=_groups(record),
        bracket=protocol.stages_of_knockout(record),
    )


def _groups(record: Record) -> frozenset[int]:
    """The groups that the field is dealt to, and those in which somebody has met somebody."""
    played = {one.group for one in record.facts.contests if one.stage is Stage.GROUP and len(one.sides) > 1}
    return frozenset(range(1, len(_dealt(record)) + 1)) | played


def _pools(record: Record) -> Pools:
    if len(record.facts.starters) < 2:
        return {}
    return {(Stage.GROUP, group): len(members) for group, members in enumerate(_dealt(record), start=1)}


def _dealt(record: Record) -> Sequence[Sequence[EntrantId]]:
    size = (record.rulebook.groups or GroupRules()).size
    return dealt([one.entrant_id for one in record.facts.starters], size)


def _meetings(record: Record) -> Meetings:
    return Meetings(times=(record.rulebook.round_robin or RoundRobinRules()).times, stages=POOLS)


def _explain(record: Record, found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return tuple(_in_group(new) if new.stage is Stage.GROUP else after_table(record, new) for new in found)


def _in_group(new: NewContest) -> Paired:
    return Paired(new, berger_reason(new), {"group": str(new.group)})


ON_RECORD: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR_OR_BYE,
    report=None,
    best_of=protocol.best_of,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=group,
    placed=_place,
    decided=protocol.as_placed,
    plan=_plan,
    pools=_pools,
    meetings=_meetings,
    has_place=protocol.any_place,
    explained=_explain,
)
