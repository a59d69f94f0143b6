"""What a player of a ladder can do between two matches."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.errors import UserError
from bot.services.asked import Asked
from bot.services.event_facts import facts
from bot.services.ladder import challenging
from bot.storage.context import Query


def guide(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant) -> Iterator[DutyItem | Prospect]:
    """To challenge somebody, or to be challenged; nothing while a match is played, and after the end."""
    if phase(tournament) is not Phase.RUNNING:
        return
    if asked.now < tournament.start_at:
        yield Prospect(Outlook.START, tournament, tournament.start_at)
        return
    known = facts(tx, tournament, asked.now)
    try:
        challenging.refuse_now(tournament, known, entrant.entrant_id, asked.now)
    except UserError:
        return
    view = challenging.view_of(tx, tournament, known, entrant.entrant_id, asked.now)
    if view.free:
        yield DutyItem(Duty.FIND_OPPONENT, tournament.tournament_id, tournament, view.ends_at)
    else:
        yield Prospect(Outlook.NEXT_OPPONENT, tournament)
