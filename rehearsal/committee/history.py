"""What the association brings along from before the season: a rating list, titles, and who was an arbiter once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import MasterTitle
from bot.kernel.context import Tx
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.people.ratings_store import Rated, RatingList
from bot.server import verbs as server_verbs
from rehearsal import simcord_seam
from rehearsal.members import Member
from rehearsal.stage import Stage

_LONG_AGO: Final = timedelta(days=200)


async def brought_along(
    stage: Stage, rated: Mapping[Member, float], masters: Mapping[Member, MasterTitle], once: Iterable[Member]
) -> None:
    """Writes last season's list, the titles that are held since then, and those who are no arbiters any more."""
    guild_id = GuildId(stage.guild.id)

    def write(tx: Tx) -> None:
        def person_of(member: Member) -> PersonId:
            return server_verbs.somebody(tx, guild_id, (MemberId(member.id), member.name)).person_id

        lines = {person_of(member): rating for member, rating in rated.items()}
        listed = {person: Rated(person, rating, 40) for person, rating in lines.items()}
        people_ratings_store.publish(tx, RatingList(tx.new_id(), guild_id, None, tx.now, listed))
        for member, title in masters.items():
            registry_store.give_title(tx, person_of(member), title, tx.now, person_of(stage.president))
        for member in once:
            began = tx.now - _LONG_AGO
            people_store.give_title(tx, person_of(member), ArbiterTitle.ANP, began, person_of(stage.president))
            people_store.end_title(tx, person_of(member), began + _LONG_AGO / 2)

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(write))
