"""A Swiss in a record: its rounds, the play-offs of those whom the table leaves level, the knock-out behind a cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.play.contests import NewContest, Stage
from bot.play.draw import Stream
from bot.play.formats import swiss
from bot.play.formats.protocol import EventFacts
from bot.play.pairing import Board
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.formats import protocol
from bot.record.formats.protocol import Names, Paired, Plan, RecordedFormat, Report, after_table, of_board
from bot.record.placing import Draft, Settled, with_cut, with_play_offs


def _always_paired(_facts: EventFacts, _rulebook: Rulebook) -> bool:
    return True


def _prepare(drafts: Sequence[Draft], rulebook: Rulebook, names: Names) -> Sequence[Draft]:
    return with_cut(drafts, rulebook, names) if rulebook.cut is not None and len(names) > 1 else drafts


def decide(
    _drafts: Sequence[Draft], at_table: tuple[Draft, ...], facts: EventFacts, rulebook: Rulebook, settled: Settled
) -> tuple[Draft, ...]:
    """The play-offs at their places."""
    return with_play_offs(at_table, facts, rulebook, settled)


def plan(record: Record) -> Plan:
    """The rounds of the table, and a knock-out where there is a cut."""
    bracket = protocol.stages_of_knockout(record) if record.rulebook.cut is not None else frozenset[Stage]()
    stages = {Stage.MAIN, Stage.PLAY_OFF}
    return Plan(stages=stages, last=swiss.rounds(record.facts, record.rulebook), groups=(), bracket=bracket)


def explain(record: Record, found: Sequence[NewContest], stream: Stream | None) -> tuple[Paired, ...]:
    """The reasons of the pairing, and beyond the table those of play-offs and of a knock-out."""
    boards = boards_of(record, found, stream)
    return tuple(
        of_board(new, boards[new.position]) if is_on_board(new, boards) else after_table(record, new) for new in found
    )


def boards_of(record: Record, found: Sequence[NewContest], stream: Stream | None) -> Mapping[int, Board]:
    """The boards of the round by position, with the reasons of the pairing."""
    rulebook, facts = record.rulebook, record.facts
    rounds = [one for one in found if one.stage is Stage.MAIN and one.round <= swiss.rounds(facts, rulebook)]
    if not rounds:
        return {}
    return dict(enumerate(swiss.pairing_of(facts, rulebook, rounds[0].round, stream).boards))


def is_on_board(new: NewContest, boards: Mapping[int, Board]) -> bool:
    """Whether the contest is the one that was paired there."""
    return new.position in boards and boards[new.position].sides == new.sides


ON_RECORD: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=protocol.PAIR_OR_BYE,
    report=Report(kind="Individual: Swiss-System", has_last_round=True),
    best_of=protocol.best_of,
    is_paired=_always_paired,
    last_round_off=swiss.rounds,
    prepared=_prepare,
    placed=protocol.round_by_round,
    decided=decide,
    plan=plan,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=protocol.any_place,
    explained=explain,
)
