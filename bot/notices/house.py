"""Notices of the house itself: officers, messages that could not be said, outages."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.announcements import Promise, ToChannel, ToMember
from bot.domain.cases.sayings import CaseThread
from bot.domain.events.sayings import ScheduledEvent
from bot.domain.ids import ChannelId
from bot.domain.outages import Outage
from bot.domain.own_sayings import CannotWork, ClockWrong, OutageTold
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.sayings import OfficersNamed
from bot.notices.notice import Composed, on
from bot.rendering import house_cards as cards
from bot.services import vigil
from bot.storage import communities, outbox, people, tournaments
from bot.storage.database import Work


def _officers_named(work: Work, promise: Promise[OfficersNamed]) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    told = promise.saying
    given = ((Office.PRESIDENT, told.president), (Office.LEADER, told.leader))
    offices = [(office, person_id) for office, person_id in given if person_id is not None]
    arbiters = told.arbiters or ()
    known = people.by_ids(work, [told.by, *arbiters, *(person_id for _, person_id in offices)])
    named = cards.Appointments(
        offices=tuple((office, known[person_id]) for office, person_id in offices),
        arbiters=tuple(known[person_id] for person_id in arbiters),
        title=told.title if isinstance(told.title, ArbiterTitle) else None,
        by=known[told.by],
    )
    return lambda voice: cards.officers_named(named, voice)


def _cannot_work(work: Work, promise: Promise[CannotWork]) -> Composed | None:
    """Nothing is left to say once the message got out after all."""
    unsaid = outbox.load(work, promise.saying.outbox_id)
    community = communities.load(work, promise.guild_id)
    if unsaid is None or community is None or not outbox.is_parked(work, unsaid.outbox_id):
        return None
    channel: ChannelId | None
    match unsaid.target:
        case ToChannel(channel_id):
            channel = channel_id
        case ToMember():
            channel = None
        case place:
            channel = community.channel(place.place)
    is_event, is_thread = isinstance(unsaid.saying, ScheduledEvent), isinstance(unsaid.saying, CaseThread)
    refused = cards.Unsaid(channel, promise.saying.refusal, is_event, is_thread)
    return lambda voice: cards.cannot_work(refused, voice)


def _outage(work: Work, promise: Promise[OutageTold]) -> Composed | None:
    tournament = tournaments.load(work, promise.saying.tournament_id)
    if tournament is None:
        return None
    outage = Outage(promise.saying.down_from, promise.saying.up_at)
    view = vigil.outage_view(work, tournament, outage)
    return lambda voice: cards.outage(view, voice)


def _clock_wrong(_: Work, promise: Promise[ClockWrong]) -> Composed | None:
    off = timedelta(seconds=promise.saying.seconds)
    return lambda voice: cards.clock_wrong(off, voice)


NOTICES: Final = dict(
    (
        on(OfficersNamed, _officers_named),
        on(CannotWork, _cannot_work),
        on(OutageTold, _outage),
        on(ClockWrong, _clock_wrong),
    )
)
