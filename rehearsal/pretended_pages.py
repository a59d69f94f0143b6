"""Pages of a pretend Discord, for the process that serves them: their clock is that of the pretended server."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from rehearsal import rows
from web.site_library import SiteLibrary


def open_library(database: Path, address: str, *, is_live: bool = True) -> SiteLibrary:
    """As that of the bot's own pages."""
    return SiteLibrary(database, address, is_live=is_live, clock=partial(_latest, database))


OPENED: Final = f"{__name__}:{open_library.__name__}"
"""As the errand of that process names it."""


def _latest(database: Path) -> datetime:
    """The moment of what was last done there: nobody else knows how late it is."""
    (found,) = rows.read(database, rows.LATEST)["log"]
    return datetime.now(UTC) if found["at"] is None else rows.moment(found["at"])
