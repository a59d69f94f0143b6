"""Tables of three of a record by hand: its rounds, the extra games for seats of the final, and the final."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.domain.contest_points import REST
from bot.domain.contests import Contest, Stage
from bot.domain.formats.protocol import EventFacts
from bot.domain.formats.tables import final_call
from bot.domain.rulebook import Rulebook
from bot.domain.tables.tables_final import Call, extra_round
from bot.record.placing import Draft

Settled = Callable[[Draft], Contest]


class _Hall:
    """The event as far as the file was read: a game of somebody who has played this round begins the next one."""

    def __init__(self, facts: EventFacts, rulebook: Rulebook, settled: Settled) -> None:
        self._facts, self._rulebook, self._settled = facts, rulebook, settled
        self._here: list[Draft] = []
        self._round = 1
        self._call: Call | None = None

    def placed(self, draft: Draft) -> Draft:
        """The game at its place."""
        if any(not set(one.sides).isdisjoint(draft.sides) for one in self._here):
            self._go_on()
        if self._call is not None and self._call.pool and set(self._call.pool).issuperset(draft.sides):
            found = self._at(draft, Stage.PLAY_OFF, extra_round(self._facts) + 1, len(self._here))
        elif self._call is not None and set(self._call.through) == set(draft.sides):
            found = self._at(draft, Stage.FINAL, self._round, 0)
        else:
            others = sum(one.stage is Stage.MAIN for one in self._here)
            found = self._at(draft, Stage.MAIN, self._round, others + (self._call is not None))
        self._here.append(found)
        return found

    def _go_on(self) -> None:
        """What was played is on record: the final may be called now."""
        played_extra = any(one.stage is Stage.PLAY_OFF for one in self._here)
        self._facts = replace(self._facts, contests=(*self._facts.contests, *map(self._settled, self._here)))
        self._round += not played_extra
        self._here = []
        self._call = final_call(self._facts, self._rulebook)

    def _at(self, draft: Draft, stage: Stage, number: int, position: int) -> Draft:
        bye = draft.told.bye or (REST if len(draft.sides) == 1 else None)
        return replace(draft, stage=stage, round=number, position=position, bye=bye)


def seated(drafts: Sequence[Draft], facts: EventFacts, rulebook: Rulebook, settled: Settled) -> tuple[Draft, ...]:
    """Every game at its place, in the order of the file; `facts` are the entrants (OTE-2.6, OTE-2.8)."""
    hall = _Hall(facts, rulebook, settled)
    return tuple(hall.placed(draft) for draft in drafts)
