"""Seats of invited players: `/seats`, what the bot proposes, and the answers of the invited."""

from __future__ import annotations

from typing import Literal

from bot.domain.community import Person
from bot.domain.entering.qualification import Asked
from bot.domain.ids import PersonId
from bot.domain.permissions import Act
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.signing.signatures import SignatureView
from bot.errors import NotFound, Outdated, Subject
from bot.rendering.entering import seat_cards
from bot.rendering.layout import Card
from bot.rendering.signing import signature_cards
from bot.services.entering import seat_invitations, seats_by_hand, seats_for_others, seats_reading
from bot.services.known_people import one_meant
from cogs.audience import Audience
from cogs.choosing import KnownPerson
from cogs.commands import command
from cogs.moments import Moment, moment_meant
from cogs.options import Member
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, PERSON, SEAT_ROUND
from cogs.takes import one_of, pair, triple

_EVENTS = {
    "league": QualifyingEvent.LEAGUE,
    "candidates": QualifyingEvent.CANDIDATES,
    "world": QualifyingEvent.WORLD,
}
_Event = Literal["league", "candidates", "world"]
ASKED = pair(SEAT_ROUND, one_of(Asked))
OF_OTHER = triple(SEAT_ROUND, one_of(Asked), PERSON)
"""What somebody without Discord is asked."""


@on_press("seats-confirm", SEAT_ROUND, Act.GIVE_SEATS, live=seats_reading.seats_subject)
async def confirm(press: Press, round_id: str) -> Card:
    """Lets the invitations go out."""
    return seat_cards.proposal(await press.do(seat_invitations.confirm, round_id), press.voice)


@on_press("seats-discard", SEAT_ROUND, Act.GIVE_SEATS, live=seats_reading.seats_subject)
async def discard(press: Press, round_id: str) -> Card:
    """Leaves the seats as they are."""
    return seat_cards.proposal(await press.do(seat_invitations.discard, round_id), press.voice)


@on_press("seat-answer", SEAT_ROUND, Audience.ADDRESSED)
async def show_own(press: Press, round_id: str) -> Card:
    """Shows the presser in private what they are asked, and organisers what those are who have no Discord."""
    view, reader = await press.look(seats_reading.of_reader, round_id, press.member_id)
    if view is None:
        raise NotFound(what=Subject.TOURNAMENT)
    if not view.round.stands:
        raise Outdated
    elsewhere = await press.ask(seats_for_others.answerable, round_id)
    return seat_cards.answers(view, reader, elsewhere, press.voice)


@on_press("seat-yes", ASKED, Audience.ADDRESSED, update=True)
async def accept(press: Press, round_id: str, asked: Asked) -> Card:
    """Takes a seat, or agrees to play for one."""
    await press.do(seat_invitations.answer, round_id, asked, accept=True)
    return await show_own(press, round_id)


@on_press("seat-no", ASKED, Audience.ADDRESSED, update=True)
async def decline(press: Press, round_id: str, asked: Asked) -> Card:
    """Leaves the place to the next."""
    await press.do(seat_invitations.answer, round_id, asked, accept=False)
    return await show_own(press, round_id)


@on_press("seat-for-yes", OF_OTHER, Act.GIVE_SEATS, update=True)
async def accept_for(press: Press, round_id: str, asked: Asked, person_id: PersonId) -> Card:
    """Says that somebody without Discord takes a seat, or plays for one."""
    await press.do(seats_for_others.answer, round_id, asked, person_id, accept=True)
    return await show_own(press, round_id)


@on_press("seat-for-no", OF_OTHER, Act.GIVE_SEATS, update=True)
async def decline_for(press: Press, round_id: str, asked: Asked, person_id: PersonId) -> Card:
    """Says that somebody without Discord leaves the place to the next."""
    await press.do(seats_for_others.answer, round_id, asked, person_id, accept=False)
    return await show_own(press, round_id)


@on_press("seats-show", NOTHING, Audience.EVERYBODY)
async def show_waiting(press: Press) -> Card:
    """Leads an organiser from the list of things to do to the invitations that wait, or to the seats as they stand."""
    views, holders, reader = await press.look(seats_reading.overview, press.member_id)
    waiting = [one for one in views if one.round.confirmed_at is None]
    proposed = seat_cards.proposal(waiting[0], press.voice) if waiting else None
    return proposed or seat_cards.overview(views, holders, reader, press.voice)


@command("seats show", Audience.EVERYBODY)
async def show(press: Press) -> Card:
    """Shows who holds a seat, who is asked, and which matches are open."""
    views, holders, reader = await press.look(seats_reading.overview, press.member_id)
    return seat_cards.overview(views, holders, reader, press.voice)


@command("seats match", Act.GIVE_SEATS)
async def arrange(press: Press, number: Literal[1, 2], when: Moment) -> Card:
    """Gives a seat match its moment."""
    return seat_cards.match_receipt(
        await press.do(seat_invitations.arrange, number, moment_meant(press, when)), press.voice
    )


@command("seats give", Act.GIVE_SEATS)
async def give(
    press: Press, event: _Event, reason: str, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Gives a seat by hand."""
    seated = await press.do(seats_by_hand.give, one_meant(member, person), _EVENTS[event], reason)
    return _by_hand(press, seated, _EVENTS[event], given=True)


@command("seats take", Act.GIVE_SEATS)
async def take(
    press: Press, event: _Event, reason: str, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Takes a seat away."""
    taken = await press.do(seats_by_hand.take, one_meant(member, person), _EVENTS[event], reason)
    return _by_hand(press, taken, _EVENTS[event], given=False)


def _by_hand(press: Press, done: Person | SignatureView, event: QualifyingEvent, *, given: bool) -> Card:
    """What was done, or the wish that waits for a second person."""
    if isinstance(done, SignatureView):
        return signature_cards.card(done, press.voice)
    return seat_cards.by_hand(done, event, press.voice, given=given)
