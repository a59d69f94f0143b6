"""What was played in an event that is called off: it counts for the rating, and registers who played (AIJE-D01-6)."""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.events.sayings import RatingsPublished, RatingsWithdrawn
from bot.domain.events.tournament import Tournament
from bot.domain.undoing import Hanging
from bot.services import event_log
from bot.services.events.ending import publish_ratings
from bot.services.events.hooks import EVENT_HOOKS
from bot.storage import consequences, ratings
from bot.storage.context import Query, Tx


def count_what_was_played(tx: Tx, tournament: Tournament) -> None:
    """Publishes the list that the settled matches lead to; nothing where the event is not rated or none was played."""
    if not tournament.rulebook.rating.rated or tournament.drawn_at is None:
        return
    if publish_ratings(tx, tournament, tx.now):
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, RatingsPublished(tournament.tournament_id))
        _follow(tx, tournament)


def hangs(tx: Query, tournament: Tournament) -> Hanging | None:
    """What keeps the list from being withdrawn, so that the event cannot go on: later ratings, or a title by it."""
    published = ratings.of_tournament(tx, tournament.tournament_id)
    if published is None:
        return None
    later = ratings.is_built_on(tx, tournament.guild_id, published.list_id)
    return Hanging.BUILT_ON if later or consequences.was_built_on(tx, tournament.tournament_id) else None


def withdraw_list(tx: Tx, tournament: Tournament) -> None:
    """The event goes on: the list of its call-off holds no more, and its end publishes another."""
    published = ratings.of_tournament(tx, tournament.tournament_id)
    if published is None:
        return
    ratings.withdraw(tx, published.list_id, tx.now)
    event_log.record(tx, tournament, "withdraw_ratings", list=published.list_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, RatingsWithdrawn(tournament.tournament_id))
    _follow(tx, tournament)


def _follow(tx: Tx, tournament: Tournament) -> None:
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.rated_when_called_off(tx, tournament)
