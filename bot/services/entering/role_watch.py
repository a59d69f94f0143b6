"""A role that an event asks for is deleted: who created the event reads it, since nobody can register any more."""

from __future__ import annotations

from bot.domain.entering.sayings import EntryRoleDeleted
from bot.domain.ids import GuildId, Occasion, RoleId
from bot.services.speaking import write_to
from bot.storage import people, tournaments
from bot.storage.database import Work


def note_deleted(work: Work, occasion: Occasion, guild_id: GuildId, role: RoleId) -> None:
    """Writes to the creators of the events that take entries by that role; their desks say it too."""
    for one in tournaments.all_unfinished(work, guild_id):
        rules, creator = one.rulebook.entry, people.load(work, one.created_by)
        asks = rules is not None and rules.role_id == role and one.check_in_closed_at is None
        if asks and creator is not None:
            write_to(work, occasion, guild_id, creator, EntryRoleDeleted(one.tournament_id))
