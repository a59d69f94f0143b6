"""What capabilities add to entering an event and confirming before its start."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from bot.features.tournaments.duties_model import DutyItem, Upcoming
from bot.features.tournaments.hooks import Asker
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import EntrantId, PersonId
from bot.play.entries import Closing, Entrant, Tournament
from bot.play.plugs import Hooks, Joined


class EntryHooks(Hooks):
    """What one capability adds from the registration to the close of confirmation."""

    def is_complete(self, tx: Query, tournament: Tournament, entrant_id: EntrantId) -> bool:
        """Whether nothing has still to be handed in before the entry of one person can be confirmed."""
        return True

    def refuse_person(self, tx: Query, tournament: Tournament, person_id: PersonId) -> None:
        """Asked before somebody is put on the list, and at the close: raises what keeps the person out."""

    def came_to_play(self, tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
        """Told once somebody has a place who had none, in a team too, by whatever way."""

    def left_list(self, tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
        """Told once somebody has left the list, or was taken off it, before the close."""

    def refuse_check_in(self, tx: ActorQuery, tournament: Tournament, entrant: Entrant) -> None:
        """Asked before an entry is confirmed: raises what keeps it from that."""

    def keeps_from_start(self, tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
        """Asked at the close, of each entry on the list: whether it cannot start, which is no absence of its people."""
        return False

    def check_in_closed(self, tx: Tx, tournament: Tournament, closing: Closing) -> None:
        """Told once it is decided who starts and who was absent; the event may have been called off by it."""

    def lacking(
        self, tx: Query, asked: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> DutyItem | Upcoming | None:
        """What the entry lacks before it can be confirmed, as who asks has to see to it or waits for it."""
        return None

    def guidance(
        self, tx: Query, asked: Asker, tournament: Tournament, entrant: Entrant | None
    ) -> Iterator[DutyItem | Upcoming]:
        """What the event asks of a person beyond what every event does."""
        return iter(())


ENTRY_HOOKS: Final = Joined(EntryHooks)


def tell_of_place(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    """Has the capabilities of the event follow that the person has a place in it."""
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.came_to_play(tx, tournament, person_id)
