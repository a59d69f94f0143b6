"""What the cogs need of live messages."""

from __future__ import annotations

from bot.domain.ids import Occasion
from bot.storage import panels
from bot.storage.database import Work
from bot.storage.panels import Panel


def mark_stale(work: Work, occasion: Occasion, panel: str) -> None:
    """Notes that the panel shows less than the truth; its keeper edits it."""
    panels.mark_stale(work, panel, occasion.now)


def where(work: Work, panel: str) -> Panel | None:
    """Where the panel stands, or None when it was not posted."""
    return panels.load(work, panel)
