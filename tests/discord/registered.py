"""Members whom an event of before has registered: they stand on the rating list (AIJE-B03-1)."""

from __future__ import annotations

from bot.features.entering import bars_store as entering_bars_store
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.kernel.context import Tx
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people.ratings_store import Rated, RatingList
from bot.play.rulebook import QualifyingEvent
from bot.server import verbs as server_verbs
from rehearsal import simcord_seam
from rehearsal.members import Member
from rehearsal.stage import Stage

INITIAL = 2000.0


async def register(stage: Stage, *who: Member | PersonId) -> None:
    """Puts those who are missing on the list at the initial rating, members or people known by name."""
    guild_id = GuildId(stage.guild.id)

    def publish(tx: Tx) -> None:
        known = people_ratings_store.current(tx, guild_id)
        lines = {} if known is None else dict(known.rated)
        for one in who:
            who_is = (MemberId(one.id), one.name) if isinstance(one, Member) else one
            person = server_verbs.somebody(tx, guild_id, who_is).person_id
            lines.setdefault(person, Rated(person, INITIAL, 0))
        people_ratings_store.publish(tx, RatingList(tx.new_id(), guild_id, None, tx.now, lines))

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(publish))


async def seat_for_title(stage: Stage, *players: Member) -> None:
    """The committee's vote has given them the places in the match for the title (AIJE-D03-1)."""
    await register(stage, *players)
    guild_id = GuildId(stage.guild.id)

    def give(tx: Tx) -> None:
        by = server_verbs.somebody(tx, guild_id, (MemberId(stage.leader.id), stage.leader.name))
        for one in players:
            person = server_verbs.somebody(tx, guild_id, (MemberId(one.id), one.name))
            assert seats_by_hand_verbs.give_by_vote(tx, person, by, "The first match for the title")
            assert entering_bars_store.has_seat(tx, guild_id, QualifyingEvent.WORLD, person.person_id)

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(give))
