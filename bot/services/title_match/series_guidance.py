"""What a match for a title asks: who the champion is, the champion's colours, and then game by game (AIJE-D03)."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, phase
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.title_match.series_views import SeriesView
from bot.services.asked import Asked, Found
from bot.services.timetable import outages_of
from bot.services.title_match import title_holders
from bot.storage.context import Query


def guide(tx: Query, asked: Asked, tournament: Tournament) -> Found:
    """The champion's colours of the first and the last game, and who it is where nobody knows."""
    is_ahead = phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}
    view = title_holders.holder_view(tx, tournament.tournament_id) if is_ahead else None
    if view is None or view.settled is not None:
        return
    key, closes_at = tournament.tournament_id, check_in_closes_at(tournament, outages_of(tx, tournament))
    is_open = None in {view.choices.first, view.choices.last}
    if view.champion is None and asked.may(Act.NAME_HOLDER):
        yield DutyItem(Duty.NAME_CHAMPION, key, tournament, closes_at)
    elif view.champion is not None and asked.is_me(view.champion) and view.may_choose and is_open:
        yield DutyItem(Duty.CHOOSE_COLOURS, key, tournament, closes_at)


def of_match(view: MatchView, side: int, other: Person) -> Found:
    """While it is played: the end of the game under way, or a word on what the other has told of it."""
    key, tournament, series = view.contest_id, view.tournament, view.part(SeriesView)
    if series is None or view.state.phase is not MatchPhase.PLAYING:
        return
    if series.resumes_at is not None:
        yield Prospect(Outlook.PAUSE_ENDS, tournament, series.resumes_at, other)
    elif series.claim is None:
        yield DutyItem(Duty.REPORT, key, tournament, None, other)
    elif series.claim.claimed_by == view.players[side].person_id:
        yield Prospect(Outlook.OPPONENT_ANSWERS, tournament, None, other)
    else:
        yield DutyItem(Duty.CONFIRM_GAME, key, tournament, None, other)
