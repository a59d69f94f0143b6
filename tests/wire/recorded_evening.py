"""A small evening of chaos with every kind of message in it, played once and kept for all tests of a run."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Final

from wire.chaos import recordings, verdict
from wire.chaos.evening import Evening, Plan
from wire.chaos.people import Effect, Ledger, Resident
from wire.chaos.recordings import CLOCK_STEPPED, Recording
from wire.chaos.run import town_of
from wire.chaos.town import Town

SEED: Final = 6
UNSAID: Final = "SELECT 1 FROM outbox WHERE state IN ('pending', 'sending')"
QUIET_S: Final = 900.0
LONGEST_S: Final = 400.0
FAST: Final = 100.0
"""Time may run faster than in other evenings: where only one thing goes wrong, little hangs on the moment."""
OVER: Final = "over"
FOUND: Final = "breaches.json"
ANSWERS: Final = (0.7, 0.9, 0.1)
"""What the matches' reports meet, in turn: a dispute, silence, agreement."""


class Told(Evening):
    """One who never confirms and explains it, one who never comes and does not, a dispute, a silence, an outage."""

    def __init__(self, town: Town, ledger: Ledger) -> None:
        super().__init__(town, ledger)
        known = {one.id for one in self.plan.players}
        more = [Resident(town, ledger, town.server.world.add_member(f"Player {n}")) for n in range(len(known) + 1, 8)]
        players = [*self.plan.players, *more][:7]
        self.plan = Plan(players, sleeper=players[0], explains=True, vanishes=players[1])
        self.decides_after = (700.0, 700.0)  # so late that staff is called a second time
        self._turns = 0
        self.found: list[str] = []
        """The breaches once the event was over: an evening with one death, in which nothing else went wrong."""

    async def answer(self, contest_id: str, other: Resident, chance: float, score: str) -> None:
        del chance
        self._turns += 1
        await super().answer(contest_id, other, ANSWERS[self._turns % len(ANSWERS)], score)

    async def play(self) -> None:
        trouble = asyncio.create_task(self._go_away())
        await super().play()
        await trouble
        barred = "SELECT 1 FROM bars"
        await self._must(self.town.until(lambda: self.town.holds(barred), QUIET_S * 4), "the bar falls")
        await self._until_said()
        town = self.town
        self.found = [
            *town.breaches,
            *verdict.twice_said(town),
            *verdict.twice_made(town),
            *town.watched.unlike_absences(),
        ]
        await self._call_off()
        await self._until_said()
        await self.town.hours.sleep(60)

    async def _until_said(self) -> None:
        await self.town.until(lambda: self.town.is_up and not self.town.holds(UNSAID), QUIET_S)

    async def _go_away(self) -> None:
        """The bot is away while nobody presses, and its machine's clock is wrong for some minutes."""
        town = self.town
        await self._must(town.until(lambda: town.holds("SELECT 1 FROM reports"), 4 * 3600.0), "a report")
        town.hours.step_wall(3600.0)
        town.tally.note(CLOCK_STEPPED)
        await town.until(lambda: town.holds("SELECT 1 FROM outbox WHERE kind = 'clock_wrong'"), QUIET_S)
        town.hours.step_wall(0.0)
        while town.machine.busy or town.server.under_way:
            await asyncio.sleep(0.01)
        town.machine.away = 130.0
        town.machine.kill()

    async def _call_off(self) -> None:
        made = Effect("a second event", "SELECT 1 FROM tournaments WHERE ended_at IS NULL", ())
        await self._must(self.owner.insist(lambda: self.create("Autumn Open"), made), "a second event")
        key = str(self.town.rows("SELECT tournament_id FROM tournaments WHERE ended_at IS NULL")[0][0])
        off = Effect("it is called off", "SELECT 1 FROM tournaments WHERE cancelled_at IS NOT NULL", ())

        async def attempt():
            asked = await self.owner.slash("tournament cancel", tournament=key)
            if asked is None or not asked.modal:
                return asked
            return await self.owner.fill(asked, {"reason": "The hall is closed."})

        await self._must(self.owner.insist(attempt, off), "the call-off")


async def _played(folder: Path) -> None:
    work = folder / "town"
    work.mkdir(parents=True)
    async with town_of(SEED, work) as town, asyncio.timeout(LONGEST_S):
        town.machine.fast = FAST
        evening = Told(town, Ledger())
        await evening.play()
        recordings.listen(town).keep(folder / "kept")
        (folder / "kept" / FOUND).write_text(json.dumps(evening.found), encoding="utf-8")


def recorded(own: Path) -> Recording:
    """The evening, played by the first process of a run that asks for it; the others wait for it.

    `own`: pytest's folder of this process; those of one run share the folder above their own.
    """
    shared = own.parent if own.name.startswith("popen-") else own
    folder = shared.resolve() / "evening_of_all_kinds"
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        _wait_for(folder / OVER)
    else:
        try:
            asyncio.run(_played(folder))
        finally:
            (folder / OVER).touch()
    return recordings.read(folder / "kept")


def _wait_for(file: Path) -> None:
    """Until the process that plays the evening has ended it, well or not."""
    end = time.monotonic() + LONGEST_S
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.1)


def breaches_of(evening: Recording) -> list[str]:
    """What its own verdict found beside what was said."""
    found: list[str] = json.loads((evening.folder / FOUND).read_text(encoding="utf-8"))
    return found
