"""What is left of an evening: the database, and every message as it stands at Discord; kept in a folder for tests."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from wire.chaos.machine import DATABASE, Row
from wire.chaos.one_server import connect
from wire.chaos.town import Town, words
from wire.shapes import Payload, controls_of, number, record, records, text
from wire.world import DIRECT, World

LETTER: Final = "letter:"
"""What the place of a direct message begins with; the account's id follows."""
PLACES: Final = ("announcements", "matches", "committee", "record")
CLOCK_STEPPED: Final = "clock stepped"
"""The mishap after which an evening still counts as calm: it keeps nothing from being said."""
_FILE: Final = "said.json"


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of the bot's, as people read it now."""

    place: str
    """One of the server's four places, `letter:` and an account, or the channel's id."""
    at: float
    """When it was posted, in seconds of Discord's clock."""
    text: str
    controls: tuple[str, ...]
    """Each button or menu: its id, and its label."""


@dataclass(frozen=True, slots=True)
class Recording:
    """One evening's facts and words."""

    folder: Path
    heard: tuple[Heard, ...]
    scheduled: tuple[str, ...]
    """The names of the entries that were made in Discord's own calendar."""
    ended_at: float
    """When the harness stopped listening, in seconds of Discord's clock."""
    clock_steps: int = 0
    """How often the machine's clock was set wrong."""
    is_calm: bool = False
    """Whether nothing went wrong by which an answer to a press could be lost."""
    server: int | None = None
    """The server of which it tells, where the bot is in several."""

    def rows(self, sql: str, *values: str | int) -> list[Row]:
        """What the database says."""
        with closing(connect(self.folder / DATABASE, self.server)) as connection:
            return connection.execute(sql, values).fetchall()

    def dicts(self, sql: str, *values: str | int) -> list[dict[str, Any]]:
        """The same rows by the names of their columns."""
        with closing(connect(self.folder / DATABASE, self.server)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(sql, values).fetchall()]

    def keep(self, folder: Path) -> Recording:
        """Writes all of it into the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        with (
            closing(sqlite3.connect(self.folder / DATABASE)) as here,
            closing(sqlite3.connect(folder / DATABASE)) as there,
        ):
            here.backup(there)
        kept = {**asdict(self), "folder": ""}
        (folder / _FILE).write_text(json.dumps(kept), encoding="utf-8")
        return read(folder)


def read(folder: Path) -> Recording:
    """The evening that was kept in the folder."""
    kept = json.loads((folder / _FILE).read_text(encoding="utf-8"))
    heard = (Heard(**{**one, "controls": tuple(one["controls"])}) for one in kept.pop("heard"))
    scheduled = tuple(kept.pop("scheduled"))
    return Recording(**{**kept, "folder": folder}, heard=tuple(heard), scheduled=scheduled)


def listen(town: Town) -> Recording:
    """The evening of a town as it stands now."""
    told = town.tally.mishaps
    entries = (payload for event, payload in town.server.world.made if event == "GUILD_SCHEDULED_EVENT_CREATE")
    return Recording(
        folder=town.machine.folder,
        heard=tuple(_messages(town)),
        scheduled=tuple(text(one, "name") for one in entries),
        ended_at=town.hours.discord(),
        clock_steps=told.get(CLOCK_STEPPED, 0),
        is_calm=not told.keys() - {CLOCK_STEPPED},
        server=town.seen_as,
    )


def _messages(town: Town) -> Iterator[Heard]:
    world, places = town.server.world, _places(town)
    for message in world.posted:
        if text(record(message, "author"), "id") != world.bot.id:
            continue
        at = datetime.fromisoformat(text(message, "timestamp")).timestamp()
        place = _place(world, text(message, "channel_id"), places)
        yield Heard(place, at, words(message), tuple(controls_of(message)))


def _places(town: Town) -> dict[str, str]:
    columns = ", ".join(f"{place}_channel" for place in PLACES)
    found = town.rows(f"SELECT {columns} FROM guilds")
    return {str(channel): place for row in found for channel, place in zip(row, PLACES, strict=True)}


def _place(world: World, channel_id: str, places: dict[str, str]) -> str:
    channel: Payload = world.channels.get(channel_id, {})
    if number(channel, "type") == DIRECT:
        return LETTER + next((text(one, "id") for one in records(channel.get("recipients"))), "")
    return places.get(channel_id, channel_id)
