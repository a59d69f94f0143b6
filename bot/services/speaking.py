"""Promising to speak and writing the log: what every verb does beside its own facts."""

from __future__ import annotations

from bot.domain.announcements import Promise, Saying, Target, ToPlace
from bot.domain.community import Place
from bot.domain.ids import GuildId, Occasion, OutboxId
from bot.storage import outbox
from bot.storage.database import Work


def promise(
    work: Work,
    occasion: Occasion,
    guild_id: GuildId,
    target: Target | Place,
    saying: Saying,
    subject: str,
    /,
    **details: str,
) -> OutboxId:
    """Commits the bot to say something after this transaction; a `Place` is a channel of the community."""
    outbox_id = OutboxId(occasion.ids.fresh())
    where = ToPlace(target) if isinstance(target, Place) else target
    outbox.promise(work, Promise(outbox_id, guild_id, where, saying, subject, occasion.now, details))
    return outbox_id
