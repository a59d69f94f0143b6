"""Where the live messages stand. What they show is derived from the facts each time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, zip_longest
from typing import Final, NamedTuple

from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import ChannelId, GuildId, MessageId
from bot.kernel.tables import Table

# --- panels ---------------------------------------------------------------------------------------------------------


NOT_SEEN: Final = MessageId(0)
"""In place of the message's id while it is on its way: where it stands is known then, and which one it is, is not."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One live message. `panel` is "tournament:ID" or the like; `stale_at` is set while it lags behind the truth.

    `seen_at` is when Discord was last asked for it and had it.
    """

    panel: str
    guild_id: GuildId
    channel_id: ChannelId
    message_id: MessageId
    posted_at: datetime
    edited_at: datetime
    stale_at: datetime | None
    seen_at: datetime | None = None

    @property
    def stood_at(self) -> datetime:
        """When it was last known to stand: since it was posted, edited, or looked at."""
        return max(self.posted_at, self.edited_at, self.seen_at or self.posted_at)


_PANELS: Final = Table("panels", Panel, "panel")
A_LOOK: Final = 64
"""So many are looked up at once that await an edit: what has changed meanwhile is seen by the next look."""


class Waiting(NamedTuple):
    """A panel that awaits an edit; what else is known of it is read when its turn has come."""

    panel: str
    guild_id: GuildId


def save(tx: Tx, panel: Panel) -> None:
    """Notes where the panel stands now, in place of where it stood."""
    tx.execute(
        "INSERT INTO panels (panel, guild_id, channel_id, message_id, posted_at, edited_at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (panel) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id,"
        " posted_at = excluded.posted_at, edited_at = excluded.edited_at, stale_at = NULL, seen_at = NULL",
        (
            panel.panel,
            panel.guild_id,
            panel.channel_id,
            panel.message_id,
            to_ms(panel.posted_at),
            to_ms(panel.edited_at),
        ),
    )


def load(tx: Query, panel: str) -> Panel | None:
    """Where a panel stands, or None when it was not posted."""
    return _PANELS.fetch_one(tx, "SELECT * FROM panels WHERE panel = ?", (panel,))


def mark_first_stale(tx: Tx, either: tuple[str, str], now: datetime) -> None:
    """As `Tx.touch`, of the first of two panels by their names, or of the one that there is."""
    tx.wake("panels")
    tx.execute(
        "UPDATE panels SET stale_at = CASE WHEN stale_at >= ?1 THEN stale_at + 1 ELSE ?1 END"
        " WHERE panel = (SELECT min(panel) FROM panels WHERE panel IN (?2, ?3))",
        (to_ms(now), *sorted(either)),
    )


def stale(tx: Query, most: int = A_LOOK, is_held: Callable[[Waiting], bool] = lambda _: False) -> list[Waiting]:
    """Panels that await an edit and are not held: of each server the longest waiting one, then of each a second.

    So it goes on, up to `most`. After an outage of many servers thousands wait, so nothing else is read of them.
    """
    rows = tx.fetch_all("SELECT panel, guild_id FROM panels WHERE stale_at IS NOT NULL ORDER BY stale_at, panel")
    by_server: dict[GuildId, list[Waiting]] = {}
    for panel, guild_id in rows:
        by_server.setdefault(guild_id, []).append(Waiting(panel, guild_id))
    free = (islice((one for one in some if not is_held(one)), most) for some in by_server.values())
    return list(islice((one for round_ in zip_longest(*free) for one in round_ if one is not None), most))


def mark_true(tx: Tx, panel: str, seen_stale_at: datetime, now: datetime) -> None:
    """Notes that the panel was edited; a change that came after `seen_stale_at` keeps it stale."""
    tx.execute(
        "UPDATE panels SET edited_at = ?, stale_at = CASE WHEN stale_at <= ? THEN NULL ELSE stale_at END"
        " WHERE panel = ?",
        (to_ms(now), to_ms(seen_stale_at), panel),
    )


def note_seen(tx: Tx, seen: Panel, at: datetime) -> None:
    """Notes that Discord has the message, unless the panel is another one by now."""
    tx.execute(
        "UPDATE panels SET seen_at = ? WHERE panel = ? AND message_id = ?", (to_ms(at), seen.panel, seen.message_id)
    )


def forget(tx: Tx, panel: str) -> None:
    """Drops a panel that needs no more care."""
    tx.execute("DELETE FROM panels WHERE panel = ?", (panel,))


# --- what the cogs ask ----------------------------------------------------------------------------------------------


def where(tx: Query, panel: str) -> Panel | None:
    """Where the panel stands, or None when it was not posted."""
    return load(tx, panel)


def channel_of(tx: Query, guild_id: GuildId, panel: str) -> ChannelId | None:
    """The channel in which the server's panel stands."""
    known = load(tx, panel)
    return None if known is None or known.guild_id != guild_id else known.channel_id
