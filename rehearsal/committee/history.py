"""What the association brings along from before the season: a rating list, titles, and who was an arbiter once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from bot.domain.ids import GuildId, MemberId, Occasion, PersonId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.titles import MasterTitle
from bot.services import access
from bot.storage import people, ratings, titles
from bot.storage.database import Work
from bot.storage.ratings import Rated, RatingList
from rehearsal import simcord_seam
from rehearsal.members import Member
from rehearsal.stage import Stage

_LONG_AGO: Final = timedelta(days=200)


async def brought_along(
    stage: Stage, rated: Mapping[Member, float], masters: Mapping[Member, MasterTitle], once: Iterable[Member]
) -> None:
    """Writes last season's list, the titles that are held since then, and those who are no arbiters any more."""
    guild_id = GuildId(stage.guild.id)

    def write(work: Work, occasion: Occasion) -> None:
        def person_of(member: Member) -> PersonId:
            return access.somebody(work, occasion, guild_id, (MemberId(member.id), member.name)).person_id

        lines = {person_of(member): rating for member, rating in rated.items()}
        listed = {person: Rated(person, rating, 40) for person, rating in lines.items()}
        ratings.publish(work, RatingList(occasion.ids.fresh(), guild_id, None, occasion.now, listed))
        for member, title in masters.items():
            titles.give(work, person_of(member), title, occasion.now, person_of(stage.president))
        for member in once:
            began = occasion.now - _LONG_AGO
            people.give_title(work, person_of(member), ArbiterTitle.ANP, began, person_of(stage.president))
            people.end_title(work, person_of(member), began + _LONG_AGO / 2)

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(write))
