"""Notices of the house itself: officers, messages that could not be said, outages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.domain.announcements import Promise, Saying, ToChannel, ToMember
from bot.domain.ids import ChannelId, OutboxId, PersonId, TournamentId
from bot.domain.outages import Outage
from bot.domain.permissions import Office
from bot.notices.notice import Composed, Notice
from bot.rendering import house_cards as cards
from bot.services import vigil
from bot.storage import communities, outbox, people, tournaments
from bot.storage.database import Work


def _officers_named(work: Work, promise: Promise) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    details = promise.details
    offices = [(office, PersonId(details[office])) for office in Office if office in details]
    arbiters = [PersonId(word) for word in details.get("arbiters", "").split()]
    by = PersonId(details["by"])
    known = people.by_ids(work, [by, *arbiters, *(person_id for _, person_id in offices)])
    title = details.get("title", "none")
    named = cards.Appointments(
        offices=tuple((office, known[person_id]) for office, person_id in offices),
        arbiters=tuple(known[person_id] for person_id in arbiters),
        title=None if title == "none" else title,
        by=known[by],
    )
    return lambda voice: cards.officers_named(named, voice)


def _cannot_work(work: Work, promise: Promise) -> Composed | None:
    """Nothing is left to say once the message got out after all."""
    unsaid = outbox.load(work, OutboxId(promise.subject))
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
    is_event, is_thread = unsaid.saying is Saying.SCHEDULED_EVENT, unsaid.saying is Saying.CASE_THREAD
    refused = cards.Unsaid(channel, promise.details["refusal"], is_event, is_thread)
    return lambda voice: cards.cannot_work(refused, voice)


def _outage(work: Work, promise: Promise) -> Composed | None:
    tournament = tournaments.load(work, TournamentId(promise.subject))
    if tournament is None:
        return None
    down_from, up_at = (datetime.fromisoformat(promise.details[key]) for key in ("down_from", "up_at"))
    view = vigil.outage_view(work, tournament, Outage(down_from, up_at))
    return lambda voice: cards.outage(view, voice)


def _clock_wrong(_: Work, promise: Promise) -> Composed | None:
    off = timedelta(seconds=int(promise.details["seconds"]))
    return lambda voice: cards.clock_wrong(off, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.OFFICERS_NAMED: _officers_named,
    Saying.CANNOT_WORK: _cannot_work,
    Saying.OUTAGE: _outage,
    Saying.CLOCK_WRONG: _clock_wrong,
}
