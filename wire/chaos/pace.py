"""Whether the machine kept up: an evening on one that is too busy cannot be judged, and is neither held nor broken."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

LOOK_EVERY_S: Final = 0.05
LATE_S: Final = 0.05
"""By so much the harness's own naps may be too long on average: its machine then has time for it."""
CROWD: Final = 1.5
"""So many processes may want each core: the harness, the bot, and one more where there are two cores."""


@dataclass(slots=True)
class Pace:
    """How late the harness wakes, and how many processes want its cores."""

    load: Callable[[], float] = lambda: os.getloadavg()[0]
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)
    naps: int = 0
    overslept_s: float = 0.0

    def note(self, length: float) -> None:
        """A nap that was to last `LOOK_EVERY_S` took so long."""
        self.naps += 1
        self.overslept_s += max(0.0, length - LOOK_EVERY_S)

    async def watch(self) -> None:
        """Takes naps until it is cancelled."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(LOOK_EVERY_S)
            self.note(time.monotonic() - began)

    def too_slow(self) -> str | None:
        """What says that the machine had other work to do; None where the evening had what it needs."""
        late, load = self.overslept_s / max(self.naps, 1), self.load()
        if late <= LATE_S and load <= CROWD * self.cores:
            return None
        return (
            f"the harness woke {late * 1000:.0f} ms late on average, and {load:.1f} processes wanted {self.cores} cores"
        )
