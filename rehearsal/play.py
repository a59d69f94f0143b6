"""What every act works with: the stage, its people, the clock's agenda, and everybody's memory."""

from __future__ import annotations

import heapq
import random
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final, Protocol

from rehearsal import facts
from rehearsal.cast import Cast
from rehearsal.diary import Diary
from rehearsal.members import Answer, Member
from rehearsal.narrator import Narrator
from rehearsal.regulation import Regulation
from rehearsal.stage import Stage, to_the_millisecond
from rehearsal.witness import Witness

Deed = Callable[[], Awaitable[None]]


_TOLD: Final = 5
"""Matches without a result that are named."""
LONGEST: Final = timedelta(days=400)
"""Of the pretended time: longer than any event that is rehearsed."""
_STANDS_STILL: Final = 1000
"""So often may time be let pass without the clock having moved."""


class Watchers(Protocol):
    """Who looks on while it is played."""

    async def invite(self, play: Play) -> None:
        """The server is set up."""
        ...

    async def let_see(self, passed: timedelta) -> None:
        """So much time has passed."""
        ...


class Stalled(Exception):
    """The event does not go on although everybody did their part; says what was waited for."""


@dataclass(slots=True)
class Play:
    """The rehearsal under way."""

    stage: Stage
    cast: Cast
    rules: Regulation
    rulebook: Path
    """Its file; a preset is chosen by its name, any other is uploaded by the organiser."""
    dice: random.Random
    narrator: Narrator
    witness: Witness
    diary: Diary = field(default_factory=Diary)
    heard: list[tuple[datetime, Member, Answer]] = field(default_factory=list)
    """What everybody was answered."""

    watchers: Watchers | None = None
    broke_off: str = ""
    """Why it did not come to its end; empty when it did."""
    began: datetime = field(init=False)
    _stood_still: tuple[datetime, int] = field(init=False)

    def __post_init__(self) -> None:
        self.began = self.stage.now
        self._stood_still = self.began, 0

    def waited_for(self) -> str:
        """Which matches have no result yet, by the file, or that none is open."""
        known = {one.id: one.name for one in self.stage.members.values()}
        found = facts.read(self.stage.path)
        named = {entry.entrant_id: known.get(entry.member or 0, entry.entrant_id) for entry in found.entries}
        without = [one for one in found.pairings if len(one.sides) > 1 and one.outcome is None]
        matches = ", ".join(" – ".join(named.get(side, side) for side in one.sides) for one in without[:_TOLD])
        return f"waited for the result of {matches}" if matches else "no match waits for a result"

    async def perform(self, acts: Awaitable[None]) -> tuple[str, ...]:
        """Plays the acts; answers what stopped them, a finding like others, or nothing."""
        try:
            await acts
        except Exception as broken:  # noqa: BLE001 - whatever breaks in the script is told, not thrown
            place = traceback.extract_tb(broken.__traceback__)[-1]
            where = "" if isinstance(broken, Stalled) else f" ({Path(place.filename).name}, line {place.lineno})"
            self.broke_off = f"the play broke off: {type(broken).__name__}: {broken}{where}"
            self.look()
        return (self.broke_off,) if self.broke_off else ()

    def look(self) -> None:
        """Sees what the bot has said meanwhile."""
        self.witness.look()

    async def wait_until(self, moment: datetime) -> None:
        """Lets time pass, and sees what each of the bot's own steps on the way brings."""
        while await self.pass_some_time(moment):
            pass

    async def pass_some_time(self, moment: datetime) -> bool:
        """Lets time pass until the bot does something by itself, or until the moment; whether it is still ahead."""
        ringing = self.stage.waker.armed_for
        moment, before = to_the_millisecond(moment), self.stage.now
        self._see_that_time_passes()
        stop = moment if ringing is None else min(moment, max(ringing, self.stage.now))
        if stop > self.stage.now:
            await self.stage.advance_to(stop)
        else:
            await self.stage.advance(milliseconds=1 if stop < moment else 0)
        self.look()
        if self.watchers is not None:
            await self.watchers.let_see(self.stage.now - before)
        return self.stage.now < moment

    async def invite_spectators(self) -> None:
        """The server is set up: where somebody looks on, its pages are switched on."""
        if self.watchers is not None:
            await self.watchers.invite(self)

    def _see_that_time_passes(self) -> None:
        now, (still, times) = self.stage.now, self._stood_still
        self._stood_still = now, times + 1 if still == now else 0
        if times > _STANDS_STILL:
            raise Stalled(f"the clock stands still; {self.waited_for()}")
        if now > self.began + LONGEST:
            raise Stalled(f"after {LONGEST.days} pretended days it is not over; {self.waited_for()}")

    async def wait(self, **parts: float) -> None:
        """As `wait_until`, for a duration: `wait(hours=1)`."""
        await self.wait_until(self.stage.now + timedelta(**parts))
        self.narrator.clock(self.stage.now)

    def note(self, member: Member, doing: str, answer: Answer) -> Answer:
        """Tells what a member did, and sees the answer."""
        self.narrator.does(member.name, doing)
        self.heard.append((self.stage.now, member, answer))
        self.look()
        return answer

    def seconds(self, least: int, most: int) -> timedelta:
        """A time in between, as people take it."""
        return timedelta(seconds=self.dice.randint(least, most))


class Agenda:
    """Deeds in the order of their moments; each may put further ones on the list, and so may `watch`.

    `watch` is called whenever there may be something new to see.
    """

    def __init__(self, play: Play, watch: Callable[[], None] = lambda: None) -> None:
        self._play = play
        self._watch = watch
        self._order = count()
        self._deeds: list[tuple[datetime, int, Deed]] = []

    def at(self, moment: datetime, deed: Deed) -> None:
        """Puts a deed on the list."""
        heapq.heappush(self._deeds, (to_the_millisecond(moment), next(self._order), deed))

    def after(self, delay: timedelta, deed: Deed) -> None:
        """Puts a deed on the list, so long from now."""
        self.at(self._play.stage.now + delay, deed)

    @property
    def is_empty(self) -> bool:
        """Whether everything was done."""
        return not self._deeds

    async def next(self) -> None:
        """Lets time pass until the next deed, and does it."""
        while self._deeds[0][0] > self._play.stage.now:
            await self._play.pass_some_time(self._deeds[0][0])
            self._watch()
        _, _, deed = heapq.heappop(self._deeds)
        await deed()
        self._play.look()
        self._watch()

    async def until(self, is_over: Callable[[], bool], patience: timedelta, stalled: str) -> None:
        """Does what comes next until it is over; raises Stalled, in these words, when nothing came for so long."""
        idle_since = self._play.stage.now
        self._watch()
        while not is_over():
            if not self.is_empty:
                await self.next()
                idle_since = self._play.stage.now
            elif self._play.stage.now - idle_since < patience:
                await self._play.pass_some_time(self._play.stage.now + timedelta(minutes=1))
                self._watch()
            else:
                raise Stalled(f"{stalled}; {self._play.waited_for()}")

    async def all(self) -> None:
        """Does everything that is on the list."""
        while self._deeds:
            await self.next()
