"""Discord roles that show who holds an office or an arbiter title."""

from __future__ import annotations

from bot.domain.ids import GuildId, RoleId
from bot.domain.permissions import ArbiterTitle, Office
from bot.storage.context import Query, Tx

Shown = Office | ArbiterTitle


def choose(tx: Tx, guild_id: GuildId, shown: Shown, role: RoleId | None) -> None:
    """Has the role show that office or title from now on; None takes the mirror away."""
    tx.execute(
        "DELETE FROM mirror_roles WHERE guild_id = ? AND (stands_for = ? OR role_id = ?)", (guild_id, shown, role)
    )
    if role is not None:
        tx.execute("INSERT INTO mirror_roles (guild_id, stands_for, role_id) VALUES (?, ?, ?)", (guild_id, shown, role))


def of_guild(tx: Query, guild_id: GuildId) -> dict[Shown, RoleId]:
    """The roles that the server has chosen."""
    rows = tx.fetch_all(
        "SELECT stands_for, role_id FROM mirror_roles WHERE guild_id = ? ORDER BY stands_for", (guild_id,)
    )
    return {_mirrored_as(row["stands_for"]): RoleId(row["role_id"]) for row in rows}


def _mirrored_as(text: str) -> Shown:
    return Office(text) if text in set(Office) else ArbiterTitle(text)
