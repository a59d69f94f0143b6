"""What a match for a title asks before it is drawn: who the champion is, and the champion's colours (AIJE-D03-2)."""

from __future__ import annotations

from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, phase
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.services.asked import Asked, Found
from bot.services.timetable import outages_of
from bot.services.title_match import title_holders
from bot.storage.database import Work


def found(work: Work, asked: Asked, tournament: Tournament) -> Found:
    """The champion's colours of the first and the last game, and who it is where nobody knows."""
    is_ahead = phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}
    view = title_holders.holder_view(work, tournament.tournament_id) if is_ahead else None
    if view is None or view.settled is not None:
        return
    key, closes_at = tournament.tournament_id, check_in_closes_at(tournament, outages_of(work, tournament))
    is_open = view.choices.first is None or view.choices.last is None
    if view.champion is None and asked.may(Act.EDIT_TOURNAMENT):
        yield DutyItem(Duty.NAME_CHAMPION, key, tournament, closes_at)
    elif view.champion is not None and asked.is_me(view.champion) and view.may_choose and is_open:
        yield DutyItem(Duty.CHOOSE_COLOURS, key, tournament, closes_at)
