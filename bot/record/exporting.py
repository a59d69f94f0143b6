"""The files that an event leaves: its record, its table and its games for spreadsheets, a report for other programs."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from bot.domain.events.records import Record
from bot.record.reading import read_record
from bot.record.replaying import Difference, replay
from bot.record.tables import games_csv, standings_csv
from bot.record.trf import can_be_written, write_trf
from bot.record.writing import write_record

_NAME_LENGTH: Final = 40


@dataclass(frozen=True, slots=True)
class Exported:
    """The files by their names, the record first, and what a replay of the record says."""

    name: str
    files: tuple[tuple[str, bytes], ...]
    has_trf: bool
    difference: Difference | None


def export_record(record: Record) -> Exported:
    """Writes the files, and reads and replays the record once more, as anybody could."""
    stem = file_stem(record.name)
    text = write_record(record)
    found = replay(read_record(text, f"{stem}.json"))
    files = [
        (f"{stem}.json", text),
        (f"{stem}-standings.csv", "\ufeff" + standings_csv(record, found.derived)),
        (f"{stem}-games.csv", "\ufeff" + games_csv(record)),
    ]
    has_trf = can_be_written(record)
    if has_trf:
        files.append((f"{stem}.trf", write_trf(record, found.derived)))
    return Exported(record.name, tuple((name, data.encode()) for name, data in files), has_trf, found.difference)


def file_stem(name: str) -> str:
    """The event's name as a file may be called: small Latin letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_NAME_LENGTH].strip("-") or "event"
