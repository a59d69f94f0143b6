"""What letting somebody in late adds to the core: refusals, a row of the desk, its opposite, its messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from bot.features.late import cards, verbs
from bot.features.late.model import LetInLate
from bot.features.playing.hooks import StaffHooks
from bot.features.tournaments.facts_verbs import people_shown
from bot.features.tournaments.hooks import EntryHooks, ServerHooks, Undoing
from bot.features.tournaments.tasks_model import DeskRow, Obstacle
from bot.kernel.context import ActorQuery, Query
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.play.entries import Tournament

_NAMED: Final = 10
"""Who was missed, as far as a row names them."""


class Late(EntryHooks, StaffHooks, ServerHooks):
    """Players who come after the close."""

    def refuse_late(self, tx: ActorQuery, tournament: Tournament, *, staff: bool) -> None:
        """Whom to ask; to staff, what is possible."""
        verbs.refuse_late(tx, tournament, staff=staff)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Those who missed check-in, while they can still come in."""
        missed = verbs.missed(tx, tournament)
        if missed and verbs.way_in(tx, tournament, now) is not None:
            people = tuple(people_shown(tx, missed[:_NAMED]).values())
            yield DeskRow(Obstacle.LATE, tournament.tournament_id, people, n=len(missed))

    def opposites(self) -> Mapping[str, Undoing]:
        """Somebody who was let in."""
        return {verbs.LET_IN: Undoing(verbs.hangs, verbs.turn_back)}


def _let_in(tx: Query, promise: Promise[LetInLate]) -> Composed | None:
    view = verbs.let_in_view(tx, promise.message)
    return None if view is None else lambda translator: cards.told(view, translator)


NOTICES: Final = dict((on(LetInLate, _let_in),))
