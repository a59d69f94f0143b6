"""Tables of three of a record by hand: its rounds, the extra games for seats of the final, and the final."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.contest_points import REST
from bot.domain.contests import Stage
from bot.domain.file_bounds import Excess, FileBeyond
from bot.domain.formats.protocol import EventFacts
from bot.domain.formats.tables import final_call
from bot.domain.rulebook import Rulebook
from bot.domain.tables.tables_final import Call, extra_round
from bot.record.deciding import MOST_ROUNDS
from bot.record.placing import Draft, Settled


class _Hall:
    """The event as far as the file was read: a game of somebody who has played this round begins the next one."""

    def __init__(self, facts: EventFacts, rulebook: Rulebook, settled: Settled) -> None:
        self._facts, self._rulebook, self._settled = facts, rulebook, settled
        self._here: list[Draft] = []
        self._seated: set[str] = set()
        self._round = 1
        self._calls = self._tables = 0
        self._call: Call | None = None

    def place(self, draft: Draft) -> Draft:
        """The game at its place."""
        if not self._seated.isdisjoint(draft.sides):
            self._go_on()
        if self._call is not None and self._call.pool and set(self._call.pool).issuperset(draft.sides):
            found = self._at(draft, Stage.PLAY_OFF, extra_round(self._facts) + 1, len(self._here))
        elif self._call is not None and set(self._call.through) == set(draft.sides):
            found = self._at(draft, Stage.FINAL, self._round, 0)
        else:
            found = self._at(draft, Stage.MAIN, self._round, self._tables + (self._call is not None))
            self._tables += 1
        self._here.append(found)
        self._seated.update(draft.sides)
        return found

    def _go_on(self) -> None:
        """What was played is on record: the final may be called now, which is asked over all that was played."""
        self._calls += 1
        if self._calls > MOST_ROUNDS:
            raise FileBeyond(what=Excess.ROUNDS, given=self._calls, limit=MOST_ROUNDS)
        played_extra = any(one.stage is Stage.PLAY_OFF for one in self._here)
        self._facts = replace(self._facts, contests=(*self._facts.contests, *map(self._settled, self._here)))
        self._round += not played_extra
        self._here, self._tables = [], 0
        self._seated.clear()
        self._call = final_call(self._facts, self._rulebook)

    def _at(self, draft: Draft, stage: Stage, number: int, position: int) -> Draft:
        bye = draft.told.bye or (REST if len(draft.sides) == 1 else None)
        return replace(draft, stage=stage, round=number, position=position, bye=bye)


def seat(drafts: Sequence[Draft], facts: EventFacts, rulebook: Rulebook, settled: Settled) -> tuple[Draft, ...]:
    """Every game at its place, in the order of the file; `facts` are the entrants (OTE-2.6, OTE-2.8)."""
    hall = _Hall(facts, rulebook, settled)
    return tuple(hall.place(draft) for draft in drafts)
