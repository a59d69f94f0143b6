"""A match for a title in a record: one contest, told game by game (AIJE-D03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.play.contests import NewContest, Stage
from bot.play.draw import Stream
from bot.play.format_rules import TitleMatchRules
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.formats import protocol
from bot.record.formats.protocol import BRACKET, Meetings, Names, Paired, Plan, RecordedFormat, Why
from bot.record.placing import Draft, in_rounds, with_positions


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
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR,
    report=None,
    best_of=_best_of,
    is_paired=protocol.never_paired,
    last_round_off=protocol.no_rounds_off,
    prepared=protocol.as_told,
    placed=_place,
    decided=protocol.as_placed,
    plan=_plan,
    pools=protocol.no_pools,
    meetings=_meetings,
    has_place=protocol.of_first_round,
    explained=_explain,
)
