"""Members whom an event of before has registered: they stand on the rating list (AIJE-B03-1)."""

from __future__ import annotations

from bot.domain.ids import GuildId, MemberId, PersonId
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.services import access
from bot.services.entering import seats_by_hand
from bot.storage import bars, ratings
from bot.storage.context import Tx
from bot.storage.ratings import Rated, RatingList
from rehearsal import simcord_seam
from rehearsal.members import Member
from rehearsal.stage import Stage

INITIAL = 2000.0


async def register(stage: Stage, *who: Member | PersonId) -> None:
    """Puts those who are missing on the list at the initial rating, members or people known by name."""
    guild_id = GuildId(stage.guild.id)

    def publish(tx: Tx) -> None:
        known = ratings.current(tx, guild_id)
        lines = {} if known is None else dict(known.rated)
        for one in who:
            who_is = (MemberId(one.id), one.name) if isinstance(one, Member) else one
            person = access.somebody(tx, guild_id, who_is).person_id
            lines.setdefault(person, Rated(person, INITIAL, 0))
        ratings.publish(tx, RatingList(tx.new_id(), guild_id, None, tx.now, lines))

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(publish))


async def seat_for_title(stage: Stage, *players: Member) -> None:
    """The committee's vote has given them the places in the match for the title (AIJE-D03-1)."""
    await register(stage, *players)
    guild_id = GuildId(stage.guild.id)

    def give(tx: Tx) -> None:
        by = access.somebody(tx, guild_id, (MemberId(stage.leader.id), stage.leader.name))
        for one in players:
            person = access.somebody(tx, guild_id, (MemberId(one.id), one.name))
            assert seats_by_hand.give_by_vote(tx, person, by, "The first match for the title")
            assert bars.has_seat(tx, guild_id, QualifyingEvent.WORLD, person.person_id)

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(give))
