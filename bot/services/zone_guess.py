"""A server's time zone that was guessed by its language, until somebody who may decide it has seen it and agreed."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Presser
from bot.domain.ids import GuildId, Occasion
from bot.domain.permissions import Act, may
from bot.services import access
from bot.storage import communities, log
from bot.storage.database import Work


def of_server(work: Work, guild_id: GuildId) -> str | None:
    """The zone that is still a guess; None where one was chosen or confirmed."""
    community = communities.load(work, guild_id)
    return None if community is None or not community.zone_guessed else community.time_zone


def confirm(work: Work, occasion: Occasion, presser: Presser) -> None:
    """Takes the guess for right, by the word of who was shown what it leads to; others leave it a guess."""
    community = communities.load(work, presser.guild_id)
    if community is None or not community.zone_guessed:
        return
    person = access.recognise(work, occasion, presser)
    if not may(Act.SET_UP, access.capacities(work, presser, person)):
        return
    communities.save(work, replace(community, zone_guessed=False))
    details = {"time_zone": community.time_zone}
    subject = f"guild:{presser.guild_id}"
    log.add(work, presser.guild_id, occasion.now, "set_up", subject, actor=person.person_id, details=details)
