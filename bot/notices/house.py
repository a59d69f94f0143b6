"""Notices of the bot itself: outages, its clock, messages that could not be said."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.announcements import Promise, ToChannel, ToMatch, ToMember
from bot.domain.card_gaps import stops_clock
from bot.domain.cases.sayings import CaseThread
from bot.domain.events.sayings import ScheduledEvent
from bot.domain.ids import ChannelId, ContestId, TournamentId
from bot.domain.outages import OF_A_SERVER, Cause, Outage
from bot.domain.own_sayings import (
    CannotWork,
    CardGone,
    ClockWrong,
    DecisionsWait,
    OutageTold,
    RehearsalCutOff,
    StillCalled,
)
from bot.notices.notice import Composed, on
from bot.rendering import house_cards
from bot.rendering.playing import desk_cards
from bot.services import heartbeat, pending_decisions
from bot.services.playing.match_reading import match_view
from bot.storage import card_gaps, communities, outages, outbox, people, tournaments
from bot.storage.context import Query


def _cannot_work(tx: Query, promise: Promise[CannotWork]) -> Composed | None:
    """Nothing is left to say once the message got out after all."""
    unsaid = outbox.load(tx, promise.saying.outbox_id)
    community = communities.load(tx, promise.guild_id)
    if unsaid is None or community is None or not outbox.is_parked(tx, unsaid.outbox_id):
        return None
    channel: ChannelId | None
    match unsaid.target:
        case ToChannel(channel_id):
            channel = channel_id
        case ToMember():
            channel = None
        case ToMatch():
            channel = community.matches
        case place:
            channel = community.channel(place.place)
    is_event, is_thread = isinstance(unsaid.saying, ScheduledEvent), isinstance(unsaid.saying, CaseThread)
    refused = house_cards.Unsaid(channel, promise.saying.refusal, is_event, is_thread)
    return lambda voice: house_cards.cannot_work(refused, voice)


def _card_gone(tx: Query, promise: Promise[CardGone]) -> Composed | None:
    kind, _, subject = promise.saying.card.partition(":")
    stood_until = promise.saying.stood_until
    stops = stops_clock(card_gaps.of_card(tx, promise.saying.card), stood_until)
    if kind == "tournament":
        tournament = tournaments.load(tx, TournamentId(subject))
        gone = None if tournament is None else house_cards.GoneCard(tournament.name, (), stood_until, stops)
    else:
        view = match_view(tx, ContestId(subject), promise.promised_at)
        gone = None if view is None else house_cards.GoneCard(view.tournament.name, view.players, stood_until, stops)
    return None if gone is None else lambda voice: house_cards.card_gone(gone, voice)


def _outage(tx: Query, promise: Promise[OutageTold]) -> Composed | None:
    tournament = tournaments.load(tx, promise.saying.tournament_id)
    if tournament is None:
        return None
    said = promise.saying
    cause = said.cause or Cause.PROCESS
    of_server = tournament.guild_id if cause in OF_A_SERVER else None
    promised = Outage(said.down_from, said.up_at, cause, of_server)
    view = heartbeat.outage_view(tx, tournament, outages.load(tx, promised) or promised)
    return lambda voice: house_cards.outage(view, voice)


def _clock_wrong(_: Query, promise: Promise[ClockWrong]) -> Composed | None:
    off = timedelta(seconds=promise.saying.seconds)
    return lambda voice: house_cards.clock_wrong(off, voice)


def _decisions_wait(tx: Query, promise: Promise[DecisionsWait]) -> Composed | None:
    target, reader = promise.target, None
    if isinstance(target, ToMember):
        reader = people.of_member(tx, promise.guild_id, target.member_id)
    found = pending_decisions.of_saying(tx, promise.guild_id, promise.saying.waiting, reader, promise.promised_at)
    if not found:
        return None
    items = [one.item for one in found]
    named = list(dict.fromkeys(person for one in found for person in one.deciders)) if reader is None else []
    return lambda voice: desk_cards.decisions(items, named, voice)


def _rehearsal_cut_off(_: Query, promise: Promise[RehearsalCutOff]) -> Composed | None:
    return lambda voice: house_cards.rehearsal_cut_off(promise.saying.rulebook, voice)


def _still_called(tx: Query, promise: Promise[StillCalled]) -> Composed | None:
    """Nothing is left to say to those of whom Discord knows none any more."""
    found = people.by_ids(tx, promise.saying.people)
    called = [found[one] for one in promise.saying.people if one in found]
    first = outbox.delivery_of(tx, promise.saying.outbox_id)
    link = None if first is None else f"{promise.guild_id}/{first.channel_id}/{first.message_id}"
    return (lambda voice: house_cards.still_called(called, link, voice)) if called else None


NOTICES: Final = dict(
    (
        on(CannotWork, _cannot_work),
        on(CardGone, _card_gone),
        on(OutageTold, _outage),
        on(ClockWrong, _clock_wrong),
        on(DecisionsWait, _decisions_wait),
        on(RehearsalCutOff, _rehearsal_cut_off),
        on(StillCalled, _still_called),
    )
)
