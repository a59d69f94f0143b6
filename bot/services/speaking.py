"""Promising to speak and writing the log: what every verb does beside its own facts."""

from __future__ import annotations

from bot.domain.announcements import Promise, Saying, Target, ToMember, ToPlace
from bot.domain.community import Place
from bot.domain.ids import GuildId, Occasion, OutboxId, PersonId
from bot.domain.outages import Outage
from bot.storage import outbox, people
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


def promise_publicly(
    work: Work, occasion: Occasion, guild_id: GuildId, saying: Saying, subject: str, /, **details: str
) -> None:
    """Commits the bot to say something in the announcements and in the public record."""
    for place in (Place.ANNOUNCEMENTS, Place.RECORD):
        promise(work, occasion, guild_id, place, saying, subject, **details)


def tell_member(
    work: Work, occasion: Occasion, guild_id: GuildId, person_id: PersonId, saying: Saying, subject: str, **details: str
) -> None:
    """Promises a direct message to the person, where Discord knows one; it is never the only way."""
    person = people.load(work, person_id)
    if person is not None and person.discord_id is not None:
        promise(work, occasion, guild_id, ToMember(person.discord_id), saying, subject, **details)


def outage_details(work: Work, saying: Saying, subject: str, outage: Outage) -> dict[str, str]:
    """The details of what is said of an outage; what waits to be said of the same one, while it was shorter, is moot.

    In a crash loop one outage grows, and is told again each time that it has doubled.
    """
    down_from = outage.down_from.isoformat()
    outbox.withdraw(work, saying, subject, "down_from", down_from)
    return {"down_from": down_from, "up_at": outage.up_at.isoformat()}
