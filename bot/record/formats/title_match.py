"""A match for a title in a record: one contest, told game by game (AIJE-D03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.contests import NewContest, Stage
from bot.domain.events.draw import Stream
from bot.domain.events.records import Record
from bot.domain.regulation.format_rules import TitleMatchRules
from bot.domain.rulebook import Rulebook
from bot.record.formats import usual
from bot.record.formats.protocol import BRACKET, Meetings, Names, Plan, RecordedFormat
from bot.record.placing import Draft, in_rounds, with_positions
from bot.record.reasons import Paired, Why


def _best_of(_stage: Stage, rulebook: Rulebook) -> int:
    return (rulebook.title_match or TitleMatchRules()).best_of


def _place(drafts: Sequence[Draft], _rulebook: Rulebook, _names: Names) -> tuple[Draft, ...]:
    return with_positions(in_rounds(drafts, stage=Stage.FINAL))


def _plan(_record: Record) -> Plan:
    return Plan(stages={Stage.FINAL}, last=None, groups=(), bracket=())


def _meetings(_record: Record) -> Meetings:
    return Meetings(times=1, stages=BRACKET)


def _explain(_record: Record, found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    return tuple(Paired(new, Why.TITLE) for new in found)


ON_RECORD: Final = RecordedFormat(
    most_entrants=usual.MOST_ENTRANTS,
    sides=usual.PAIR,
    report=None,
    best_of=_best_of,
    is_paired=usual.never_paired,
    last_round_off=usual.no_rounds_off,
    prepared=usual.as_told,
    placed=_place,
    decided=usual.as_placed,
    plan=_plan,
    pools=usual.no_pools,
    meetings=_meetings,
    has_place=usual.of_first_round,
    explained=_explain,
)
