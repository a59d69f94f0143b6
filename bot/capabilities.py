"""Which capabilities there are, and where each joins the core: the one place that names them all."""

from __future__ import annotations

from typing import Any, Final

from bot.domain.hooks import Hooks, Joined

SERVICES: Final[tuple[Hooks, ...]] = ()
"""What each capability adds to the verbs of the core, in the order in which they are asked."""
CARDS: Final[tuple[Hooks, ...]] = ()
"""What each capability adds to the cards of the core."""
POINTS: Final[tuple[Joined[Any], ...]] = ()
"""Where the core asks."""


def join() -> None:
    """Lets the core find the capabilities; whatever starts a process of the bot calls it before anything else."""
    for point in POINTS:
        point.join((*SERVICES, *CARDS))
