"""The one door by which a rating list comes out or is taken back: open events look at what hangs on it (AIJE-D05-1)."""

from __future__ import annotations

from bot.domain.ids import GuildId
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.storage import ratings, tournaments
from bot.storage.context import Tx
from bot.storage.ratings import RatingList


def publish(tx: Tx, rating_list: RatingList) -> None:
    """Publishes a whole list, and has entries of open events held against it."""
    ratings.publish(tx, rating_list)
    follow(tx, rating_list.guild_id)


def follow(tx: Tx, guild_id: GuildId) -> None:
    """Has the capabilities of every event whose registration is open look at the list that holds now."""
    for tournament in tournaments.all_unfinished(tx, guild_id):
        if tournament.check_in_closed_at is None:
            for one in ENTRY_HOOKS.of(tournament.rulebook):
                one.list_changed(tx, tournament)
