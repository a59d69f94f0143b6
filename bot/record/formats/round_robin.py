"""A round robin in a record: by its Berger table, or in any order by hand; of too large a field it is a Swiss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.play import pairing
from bot.play.contests import NewContest, Stage
from bot.play.crosstable import is_round_robin
from bot.play.draw import Stream
from bot.play.format_rules import RoundRobinRules
from bot.play.formats.protocol import EventFacts
from bot.play.formats.swiss import rounds
from bot.play.points import REST
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.formats import protocol, swiss
from bot.record.formats.protocol import (
    POOLS,
    Meetings,
    Names,
    Paired,
    Plan,
    Pools,
    RecordedFormat,
    Report,
    after_table,
    berger_reason,
    of_board,
)
from bot.record.placing import Draft, at_berger, in_rounds, with_positions


def _is_paired(facts: EventFacts, rulebook: Rulebook) -> bool:
    return not is_round_robin(facts, rulebook)


def _last_round_off(facts: EventFacts, rulebook: Rulebook) -> int | None:
    return rounds(facts, rulebook) if _is_paired(facts, rulebook) else None


def _place(drafts: Sequence[Draft], _rulebook: Rulebook, names: Names) -> tuple[Draft, ...]:
    known = in_rounds(drafts, bye=REST)
    return with_positions(at_berger(known, names) if len(names) > 1 else known)


def _plan(record: Record) -> Plan:
    """By hand rounds are numbered as their author likes, as many as there are games."""
    if not is_round_robin(record.facts, record.rulebook):
        return swiss.plan(record)
    return Plan(stages={Stage.MAIN, Stage.PLAY_OFF}, last=None, groups=(), bracket=())


def _pools(record: Record) -> Pools:
    is_pool = is_round_robin(record.facts, record.rulebook)
    return {(Stage.MAIN, 0): len(record.facts.starters)} if is_pool else {}


def _meetings(record: Record) -> Meetings | None:
    if not is_round_robin(record.facts, record.rulebook):
        return None
    return Meetings(times=(record.rulebook.round_robin or RoundRobinRules()).times, stages=POOLS)


def _explain(record: Record, found: Sequence[NewContest], stream: Stream | None) -> tuple[Paired, ...]:
    is_pool = is_round_robin(record.facts, record.rulebook)
    boards = {} if is_pool else swiss.boards_of(record, found, stream)
    table = _table(len(record.facts.starters), max((one.round for one in found), default=0))

    def reason(new: NewContest) -> Paired:
        if swiss.is_on_board(new, boards):
            return of_board(new, boards[new.position])
        return _of_table(new, table) if new.stage is Stage.MAIN else after_table(record, new)

    return tuple(map(reason, found))


def _table(size: int, last: int) -> Mapping[tuple[int, int], tuple[int, ...]]:
    """The numbers of the Berger table by round and position, as far as the contests need it."""
    if not last:
        return {}
    cycles = (last - 1) // len(pairing.rounds(size)) + 1
    numbered = enumerate(pairing.rounds(size, cycles), start=1)
    return {(number, position): tuple(game) for number, games in numbered for position, game in enumerate(games)}


def _of_table(new: NewContest, table: Mapping[tuple[int, int], tuple[int, ...]]) -> Paired:
    numbers = " - ".join(map(str, table[new.round, new.position]))
    return Paired(new, berger_reason(new), {"numbers": numbers, "round": str(new.round)})


ON_RECORD: Final = RecordedFormat(
    most_entrants=1_000,
    sides=protocol.PAIR_OR_BYE,
    report=Report(kind="Individual: Round-Robin", has_last_round=False),
    best_of=protocol.best_of,
    is_paired=_is_paired,
    last_round_off=_last_round_off,
    prepared=protocol.as_told,
    placed=_place,
    decided=swiss.decide,
    plan=_plan,
    pools=_pools,
    meetings=_meetings,
    has_place=protocol.any_place,
    explained=_explain,
)
