"""Challenges in a record: the winner stays on, whoever lost is out, and the last game puts a team out (GO-26.6)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.events.event_kinds import stays_on
from bot.domain.events.records import Record, RecordedContest
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play.stay_on import first_fault
from bot.record.errors import Fault, FaultCode


def staying_faults(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """The first game of a challenge that cannot have been; none of a result that tells no games."""
    result = one.contest.result
    if result is None or not result.boards or not stays_on(record.rulebook):
        return
    at = first_fault(result.boards, (record.rulebook.teams or TeamRules()).size)
    if at is not None:
        place = f"{one.place}.boards[{at}]" if at < len(result.boards) else f"{one.place}.boards"
        yield Fault(place, FaultCode.DOES_NOT_STAY, str(at + 1))
