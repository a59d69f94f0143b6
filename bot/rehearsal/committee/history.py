"""What the association brings along from before the season: a rating list, and a title."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.ids import GuildId, MemberId, Occasion, PersonId
from bot.domain.registry.titles import MasterTitle
from bot.rehearsal import simcord_seam as seam
from bot.rehearsal.members import Member
from bot.rehearsal.stage import Stage
from bot.services import people
from bot.storage import ratings, titles
from bot.storage.database import Work
from bot.storage.ratings import Rated, RatingList


async def brought_along(stage: Stage, rated: Mapping[Member, float], masters: Mapping[Member, MasterTitle]) -> None:
    """Writes last season's list, and the titles that are held since then."""
    guild_id = GuildId(stage.guild.id)

    def write(work: Work, occasion: Occasion) -> None:
        def person_of(member: Member) -> PersonId:
            return people.somebody(work, occasion, guild_id, (MemberId(member.id), member.name)).person_id

        lines = {person_of(member): rating for member, rating in rated.items()}
        listed = {person: Rated(person, rating, 40) for person, rating in lines.items()}
        ratings.publish(work, RatingList(occasion.ids.fresh(), guild_id, None, occasion.now, listed))
        for member, title in masters.items():
            titles.give(work, person_of(member), title, occasion.now, person_of(stage.president))

    await seam.in_bot_scope(stage.env, lambda: stage.bot.house.do(write))
