"""Letting go of messages that were said long ago, in slices so small that no press waits for one."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.deadlines import Step
from bot.storage import deadlines, said_promises
from bot.storage.context import Tx

KEPT_FOR: Final = timedelta(days=60)
AT_ONCE: Final = 200
"""So many promises are looked at in one transaction."""
PAUSE: Final = timedelta(seconds=1)
"""Between two slices others have their turn."""
SAID: Final = "said"
"""What the subject of the next slice begins with; the number up to which was looked follows."""


def let_go(tx: Tx, after: int = 0) -> None:
    """Takes a slice; where older promises are left, the next one comes a moment later."""
    last = said_promises.let_go(tx, after, AT_ONCE, tx.now - KEPT_FOR)
    if last is not None:
        deadlines.rewrite(tx, f"{SAID}:{last}", [(Step.FORGET, tx.now + PAUSE)])


def take(tx: Tx, subject: str, step: Step) -> None:
    """Takes the step of the next slice."""
    del step
    let_go(tx, int(subject))
