"""A server's time zone that was guessed by its language, until somebody who may decide it has seen it and agreed."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.ids import GuildId
from bot.domain.permissions import Act, may
from bot.services import access
from bot.storage import communities
from bot.storage.context import ActorTx, Query


def of_server(tx: Query, guild_id: GuildId) -> str | None:
    """The zone that is still a guess; None where one was chosen or confirmed."""
    community = communities.load(tx, guild_id)
    return None if community is None or not community.zone_guessed else community.time_zone


def confirm(tx: ActorTx) -> None:
    """Takes the guess for right, by the word of who was shown what it leads to; others leave it a guess."""
    community = communities.load(tx, tx.guild_id)
    if community is None or not community.zone_guessed:
        return
    person = access.recognise(tx)
    if not may(Act.SET_UP, access.capacities(tx, person)):
        return
    communities.save(tx, replace(community, zone_guessed=False))
    details = {"time_zone": community.time_zone}
    subject = f"guild:{tx.guild_id}"
    tx.log(tx.guild_id, "set_up", subject, actor=person.person_id, details=details)
