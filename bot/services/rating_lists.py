"""The one door by which a rating list comes out or is taken back: open events look at what hangs on it (AIJE-D05-1)."""

from __future__ import annotations

from typing import Final

from bot.domain.hooks import Hooks, Joined
from bot.domain.ids import GuildId
from bot.storage import ratings
from bot.storage.context import Tx
from bot.storage.ratings import RatingList


class RatingHooks(Hooks):
    """What one capability adds to a list that comes out."""

    def list_changed(self, tx: Tx, guild_id: GuildId) -> None:
        """Told once another rating list of the server holds."""


RATING_HOOKS: Final = Joined(RatingHooks)


def publish(tx: Tx, rating_list: RatingList) -> None:
    """Publishes a whole list, and has entries of open events held against it."""
    ratings.publish(tx, rating_list)
    follow(tx, rating_list.guild_id)


def follow(tx: Tx, guild_id: GuildId) -> None:
    """Has the capabilities look at the list that holds now."""
    for one in RATING_HOOKS:
        one.list_changed(tx, guild_id)
