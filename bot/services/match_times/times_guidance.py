"""What the time of a match asks of who plays in it, and of who runs the event."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.match_times.arrangement import Arrangement
from bot.domain.match_times.time_views import TimesView
from bot.domain.playing.desk_views import DeskRow, Duty, DutyItem, Obstacle, Outlook, Prospect
from bot.domain.playing.still_matches import CALL_UNREAD_AFTER
from bot.domain.playing.summons import MatterKind
from bot.domain.stillness import Still
from bot.services.asked import Asked, Found
from bot.services.match_times.reading import times_view
from bot.services.playing.followed import Followed
from bot.services.sides import people_shown
from bot.storage import contests, entrants, match_times
from bot.storage.context import Query


def guide(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, contest: Contest) -> Found:
    """To propose a time or to answer, or what is waited for; of a match that is called there is nothing to say."""
    view = times_view(tx, contest.contest_id, asked.now)
    if view is None or not view.goes_on or view.arrangement.told_at is None:
        yield Prospect(Outlook.MATCH_OPENS, tournament)
        return
    side = contest.sides.index(entrant.entrant_id)
    other = view.players[1 - side]
    waiting = [by for by, one in zip(view.answer_by, view.open_proposals, strict=True) if one.side != side]
    if waiting:
        yield DutyItem(Duty.ANSWER_TIME, contest.contest_id, tournament, min(waiting), other)
    if view.arrangement.time is not None:
        yield Prospect(Outlook.MATCH_IS_CALLED, tournament, view.arrangement.time.at, other)
    elif not waiting:
        yield from _without_time(view, side)


def _without_time(view: TimesView, side: int) -> Found:
    """Of a match that has no time, and nothing that the side could answer."""
    tournament, other = view.tournament, view.players[1 - side]
    if view.arrangement.asked_at is not None:
        yield Prospect(Outlook.ORGANISERS_DECIDE, tournament, None, other)
    elif view.open_proposals:
        yield Prospect(Outlook.TIME_IS_ANSWERED, tournament, view.closes_at, other)
    elif view.left[side] > 0:
        yield DutyItem(Duty.PROPOSE_TIME, view.contest_id, tournament, view.closes_at, other)


def rows(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Matches without a time of which the days are over: the organisers say what becomes of them."""
    for one in match_times.waiting(tx, tournament.tournament_id):
        if one.asked_at is not None and one.time is None:
            yield _row(tx, one)


def still(tx: Query, followed: Followed) -> Still | None:
    """Of a match that is not called: its message that nobody could read, or the question to the organisers."""
    one = None if followed.match.assigned_at else match_times.load(tx, followed.contest_id)
    if one is None or one.time is not None:
        return None
    if one.told_at is None:
        return Still(MatterKind.CALL_UNREAD, one.opened_at, asked_after=CALL_UNREAD_AFTER)
    return None if one.asked_at is None else Still(MatterKind.TIME_UNDECIDED, one.asked_at, is_asked=True)


def _row(tx: Query, one: Arrangement) -> DeskRow:
    match = contests.load(tx, one.contest_id)
    sides = () if match is None else match.contest.sides
    shown = people_shown(tx, entrants.by_ids(tx, sides))
    return DeskRow(Obstacle.NO_TIME, one.contest_id, tuple(shown[side] for side in sides))
