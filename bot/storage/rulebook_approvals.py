"""Which changed files of official events were approved, by the fingerprint of their settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Approval:
    """The settings that may be played as official, who had saved them, and who approved."""

    guild_id: GuildId
    settings_print: str
    preset: str
    """The official preset that the file changes."""
    rules: str
    """The canonical text of the file as it was approved."""
    saved_by: PersonId
    approved_by: PersonId
    approved_at: datetime


def add(tx: Tx, approval: Approval) -> None:
    """Writes an approval; a second one of the same settings changes nothing."""
    tx.execute(
        "INSERT INTO rulebook_approvals (guild_id, settings_print, preset, rules, saved_by, approved_by,"
        " approved_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id, settings_print) DO NOTHING",
        (
            approval.guild_id,
            approval.settings_print,
            approval.preset,
            approval.rules,
            approval.saved_by,
            approval.approved_by,
            to_ms(approval.approved_at),
        ),
    )


def load(tx: Query, guild_id: GuildId, settings_print: str) -> Approval | None:
    """The approval of these settings in the server, or None."""
    row = tx.fetch_one(
        "SELECT * FROM rulebook_approvals WHERE guild_id = ? AND settings_print = ?", (guild_id, settings_print)
    )
    if row is None:
        return None
    return Approval(
        guild_id=GuildId(row["guild_id"]),
        settings_print=row["settings_print"],
        preset=row["preset"],
        rules=row["rules"],
        saved_by=PersonId(row["saved_by"]),
        approved_by=PersonId(row["approved_by"]),
        approved_at=from_ms(row["approved_at"]),
    )
