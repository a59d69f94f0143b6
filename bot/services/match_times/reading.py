"""Gathering what people look at of the time of a match."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import ContestId
from bot.domain.match_times.time_views import TimesView
from bot.errors import NotFound, NotYours, Subject
from bot.services.match_times import talks
from bot.services.playing import match_reading, matches
from bot.services.timetable import contest_subject
from bot.storage import panels, people
from bot.storage.context import ActorQuery, Query


def times_view(tx: Query, contest_id: ContestId, now: datetime) -> TimesView | None:
    """The match with the talk about its time; None where nobody was ever asked for one."""
    talk, view = talks.load(tx, contest_id), match_reading.match_view(tx, contest_id, now)
    if talk is None or view is None:
        return None
    one, calendar = talk.arrangement, talk.calendar
    proposals = one.open_proposals(now) if talk.goes_on else ()
    where = panels.load(tx, contest_subject(contest_id))
    link = None if where is None else f"{where.guild_id}/{where.channel_id}/{where.message_id}"
    return TimesView(
        match=view,
        arrangement=one,
        goes_on=talk.goes_on,
        ends_at=calendar.round_ends_at(one),
        closes_at=calendar.closes_at(one, now),
        latest=calendar.latest(one),
        open_proposals=proposals,
        answer_by=tuple(calendar.answer_by(proposal) for proposal in proposals),
        left=(calendar.proposals_left(one, 0), calendar.proposals_left(one, 1)),
        moves_left=calendar.moves_left(one),
        link=None if link is None else f"https://discord.com/channels/{link}",
    )


def view_of(tx: Query, contest_id: ContestId, now: datetime) -> TimesView:
    """As `times_view`; raises NotFound."""
    view = times_view(tx, contest_id, now)
    if view is None:
        raise NotFound(what=Subject.MATCH)
    return view


def own_view(tx: ActorQuery, contest_id: ContestId) -> tuple[TimesView, int]:
    """The match with the side of who presses; raises NotFound, and NotYours for who does not play in it."""
    followed = matches.find(tx, tx.guild_id, contest_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    side = None if person is None else matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        raise NotYours
    return view_of(tx, contest_id, tx.pressed_at), side
