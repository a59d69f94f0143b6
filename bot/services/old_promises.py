"""Letting go of messages that were said long ago, in slices so small that no press waits for one."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.ids import Occasion
from bot.storage import deadlines, said_promises
from bot.storage.database import Work

KEPT_FOR: Final = timedelta(days=60)
AT_ONCE: Final = 200
"""So many promises are looked at in one transaction."""
PAUSE: Final = timedelta(seconds=1)
"""Between two slices others have their turn."""
SAID: Final = "said"
"""What the subject of the next slice begins with; the number up to which was looked follows."""


def let_go(work: Work, occasion: Occasion, after: int = 0) -> None:
    """Takes a slice; where older promises are left, the next one comes a moment later."""
    last = said_promises.let_go(work, after, AT_ONCE, occasion.now - KEPT_FOR)
    if last is not None:
        deadlines.rewrite(work, f"{SAID}:{last}", [(Step.FORGET, occasion.now + PAUSE)])


def take(work: Work, occasion: Occasion, subject: str, step: Step) -> None:
    """Takes the step of the next slice."""
    del step
    let_go(work, occasion, int(subject))
