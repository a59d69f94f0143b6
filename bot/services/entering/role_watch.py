"""A role that an event asks for is deleted: who answers for the event reads it, since no player can register."""

from __future__ import annotations

from bot.domain.entering.sayings import EntryRoleDeleted
from bot.domain.ids import GuildId, RoleId
from bot.services import summons
from bot.services.speaking import write_to
from bot.storage import tournaments
from bot.storage.context import Tx


def note_deleted(tx: Tx, guild_id: GuildId, role: RoleId) -> None:
    """Writes to who answers for the events that take entries by that role; their desks say it too."""
    for one in tournaments.all_unfinished(tx, guild_id):
        rules = one.rulebook.entry
        asks = rules is not None and rules.role_id == role and one.check_in_closed_at is None
        reader = summons.answering(tx, one) if asks else None
        if reader is not None:
            write_to(tx, guild_id, reader, EntryRoleDeleted(one.tournament_id))
