"""Tables of three in a record: active and inactive players, extra games for seats of the final, the final (OTE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.kernel.ids import EntrantId
from bot.play.contests import NewContest, Stage
from bot.play.draw import Stream
from bot.play.formats.protocol import EventFacts
from bot.play.formats.tables import players
from bot.play.points import REST
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.formats import protocol
from bot.record.formats.protocol import Names, Paired, Plan, RecordedFormat, Sides, Why
from bot.record.model import MOST_ROUNDS
from bot.record.placing import Draft, Settled, in_rounds, seat, with_positions


def _best_of(stage: Stage, rulebook: Rulebook) -> int:
    """The final is a table like the others, and none of a knock-out."""
    return protocol.best_of(Stage.MAIN if stage is Stage.FINAL else stage, rulebook)


def _last_round_off(_facts: EventFacts, _rulebook: Rulebook) -> int:
    """Only play says how many rounds it takes."""
    return MOST_ROUNDS


def _place(drafts: Sequence[Draft], _rulebook: Rulebook, _names: Names) -> tuple[Draft, ...]:
    return with_positions(in_rounds(drafts, bye=REST))


def _decide(
    drafts: Sequence[Draft], at_table: tuple[Draft, ...], facts: EventFacts, rulebook: Rulebook, settled: Settled
) -> tuple[Draft, ...]:
    """As the file says where it says of any game when in the event it was."""
    is_told = any(one.told.stage is not None or one.told.round is not None for one in drafts)
    return at_table if is_told else seat(drafts, facts, rulebook, settled)


def _plan(_record: Record) -> Plan:
    return Plan(stages={Stage.MAIN, Stage.PLAY_OFF, Stage.FINAL}, last=None, groups=(), bracket=())


def _explain(record: Record, found: Sequence[NewContest], _stream: Stream | None) -> tuple[Paired, ...]:
    known = players(record.facts, record.rulebook, found[0].round) if found else {}
    active = frozenset(side for side, player in known.items() if player.is_active)
    return tuple(Paired(new, _reason(new, active)) for new in found)


def _reason(new: NewContest, active: frozenset[EntrantId]) -> Why:
    """By who had not lost when the round of tables was made."""
    if new.stage is Stage.FINAL:
        return Why.FINAL_TABLE
    if new.stage is Stage.PLAY_OFF:
        return Why.LEVEL
    if new.bye_reason is not None:
        return Why.REST
    return Why.ACTIVE if active.issuperset(new.sides) else Why.INACTIVE


ON_RECORD: Final = RecordedFormat(
    most_entrants=protocol.MOST_ENTRANTS,
    sides=Sides(fewest=1, most=None),
    report=None,
    best_of=_best_of,
    is_paired=protocol.never_paired,
    last_round_off=_last_round_off,
    prepared=protocol.as_told,
    placed=_place,
    decided=_decide,
    plan=_plan,
    pools=protocol.no_pools,
    meetings=protocol.any_meetings,
    has_place=protocol.any_place,
    explained=_explain,
)
