"""What a file of a past event comes to once it was read and replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.events.past_events import PastFile

if TYPE_CHECKING:
    from bot.record.replaying import Replay


def past_file(filename: str, found: Replay) -> PastFile:
    """The file with what follows from it."""
    known = found.derived
    return PastFile(filename, found.record, known.standings, known.champion, known.ratings, known.is_over)
