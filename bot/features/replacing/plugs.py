"""What replacing a player adds to the core: a row of the desk, its opposite, its messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from bot.features.playing.hooks import StaffHooks
from bot.features.replacing import cards, verbs
from bot.features.replacing.model import PlaceGiven, PlaceTaken, PlayerReplaced
from bot.features.tournaments.facts_verbs import people_shown
from bot.features.tournaments.hooks import ServerHooks, Undoing
from bot.features.tournaments.tasks_model import DeskRow, Obstacle
from bot.kernel.context import Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.play.entries import Tournament

_NAMED: Final = 10
"""Who has left, as far as a row names them."""


class Replacing(StaffHooks, ServerHooks):
    """Players whose place goes over."""

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Those who have left, while somebody else can still have the place."""
        del now
        left = verbs.leavers(tx, tournament)
        if left:
            people = tuple(people_shown(tx, left[:_NAMED]).values())
            yield DeskRow(Obstacle.REPLACEABLE, tournament.tournament_id, people, n=len(left))

    def opposites(self) -> Mapping[str, Undoing]:
        """A place that went over."""
        return {verbs.REPLACED: Undoing(verbs.hangs, verbs.turn_back)}


def _told(tx: Query, promise: Promise[PlayerReplaced]) -> Composed | None:
    view = verbs.told_view(tx, promise.message.substitution_id)
    return None if view is None else lambda translator: cards.told(view, translator)


def _given(tx: Query, promise: Promise[PlaceGiven]) -> Composed | None:
    view = verbs.told_view(tx, promise.message.substitution_id)
    return None if view is None else lambda translator: cards.place_given(view, translator)


def _taken(tx: Query, promise: Promise[PlaceTaken]) -> Composed | None:
    view = verbs.told_view(tx, promise.message.substitution_id)
    return None if view is None else lambda translator: cards.place_taken(view, translator)


NOTICES: Final = dict((on(PlayerReplaced, _told), on(PlaceGiven, _given), on(PlaceTaken, _taken)))
