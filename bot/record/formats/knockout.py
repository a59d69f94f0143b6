"""A knock-out in a record: its bracket follows from who met whom, whatever the file leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.play.contests import Contest, NewContest, Stage
from bot.play.draw import Stream
from bot.play.format_rules import Seeding
from bot.play.formats.knockout import first_round, last_round
from bot.play.formats.protocol import EventFacts
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.formats import protocol
from bot.record.formats.protocol import BRACKET, Names, Paired, Plan, RecordedFormat, Why, of_bracket
from bot.record.placing import Draft, Settled, bracket_of, follow


def _best_of(stage: Stage, rulebook: Rulebook) -> int:
    own = protocol.own_length(stage, rulebook)
    return rulebook.knockout.best_of if own is None else own


def _place(drafts: Sequence[Draft], rulebook: Rulebook, names: Names) -> tuple[Draft, ...]:
    if rulebook.knockout.lives == 1 and len(names) > 1:
        return bracket_of(drafts, len(names))
    return protocol.round_by_round(drafts, rulebook, names)


def _decide(
    drafts: Sequence[Draft], at_table: tuple[Draft, ...], facts: EventFacts, rulebook: Rulebook, settled: Settled
) -> tuple[Draft, ...]:
    return follow(drafts, facts, rulebook, settled) if rulebook.knockout.lives > 1 else at_table


def _plan(record: Record) -> Plan:
    return Plan(stages=protocol.stages_of_knockout(record), last=None, groups=(), bracket=())


def _has_place(contest: Contest, record: Record) -> bool:
    """The bracket of one life is known to the last place before anybody has played."""
    field = len(record.facts.starters)
    if record.rulebook.knockout.lives > 1 or contest.stage not in BRACKET or not field:
        return True
    last = last_round(field)
    return first_round(field) <= contest.round <= last and contest.position < 1 << (last - contest.round)


def _explain(record: Record, found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    by_hand = any(one.seed is not None for one in record.facts.starters)
    is_seeded = by_hand or record.rulebook.knockout.seeding is Seeding.SEEDED
    opening = first_round(len(record.facts.starters))
    first, by_seed = (Why.SEEDED, Why.SEEDED) if is_seeded else (Why.LOT, Why.SEEDS)
    return tuple(of_bracket(new, follows=new.round > opening, first=first, by_seed=by_seed) for new in found)


ON_RECORD: Final = RecordedFormat(
    most_entrants=16_384,
    sides=protocol.PAIR_OR_BYE,
    report=None,
    best_of=_best_of,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=protocol.as_told,
    placed=_place,
    decided=_decide,
    plan=_plan,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=_has_place,
    explained=_explain,
)
