"""Seats of invited players: `/seats`, what the bot proposes, and the answers of the invited."""

from __future__ import annotations

from typing import Literal

from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import cards as seats_cards
from bot.features.seats import reading_verbs as seats_reading_verbs
from bot.features.seats import verbs as seats_verbs
from bot.features.signing import cards as signing_cards
from bot.features.signing.model import SignatureView
from bot.kernel.errors import NotFound, Outdated, Subject
from bot.kernel.ids import PersonId
from bot.layout.cards import Card
from bot.people.model import Person
from bot.people.verbs import one_meant
from bot.play.rulebook import Asked, QualifyingEvent
from bot.server.model import Act
from cogs.commands import KnownPerson, Member, Moment, command, moment_meant
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import NOTHING, PERSON, SEAT_ROUND, Audience, one_of, pair, triple

_EVENTS = {
    "league": QualifyingEvent.LEAGUE,
    "candidates": QualifyingEvent.CANDIDATES,
    "world": QualifyingEvent.WORLD,
}
_Event = Literal["league", "candidates", "world"]
ASKED = pair(SEAT_ROUND, one_of(Asked))
OF_OTHER = triple(SEAT_ROUND, one_of(Asked), PERSON)
"""What somebody without Discord is asked."""


@on_press("seats-confirm", SEAT_ROUND, Act.GIVE_SEATS, live=seats_reading_verbs.seats_subject)
async def confirm(request: Request, round_id: str) -> Card:
    """Lets the invitations go out."""
    return seats_cards.proposal(await request.do(seats_verbs.confirm, round_id), request.translator)


@on_press("seats-discard", SEAT_ROUND, Act.GIVE_SEATS, live=seats_reading_verbs.seats_subject)
async def discard(request: Request, round_id: str) -> Card:
    """Leaves the seats as they are."""
    return seats_cards.proposal(await request.do(seats_verbs.discard, round_id), request.translator)


@on_press("seat-answer", SEAT_ROUND, Audience.ADDRESSED)
async def show_own(request: Request, round_id: str) -> Card:
    """Shows the presser in private what they are asked, and organisers what those are who have no Discord."""
    view, reader = await request.look(seats_reading_verbs.of_reader, round_id, request.member_id)
    if view is None:
        raise NotFound(what=Subject.TOURNAMENT)
    if not view.round.stands:
        raise Outdated
    elsewhere = await request.ask(seats_by_hand_verbs.answerable, round_id)
    return seats_cards.answers(view, reader, elsewhere, request.translator)


@on_press("seat-yes", ASKED, Audience.ADDRESSED, update=True)
async def accept(request: Request, round_id: str, asked: Asked) -> Card:
    """Takes a seat, or agrees to play for one."""
    await request.do(seats_verbs.answer, round_id, asked, accept=True)
    return await show_own(request, round_id)


@on_press("seat-no", ASKED, Audience.ADDRESSED, update=True)
async def decline(request: Request, round_id: str, asked: Asked) -> Card:
    """Leaves the place to the next."""
    await request.do(seats_verbs.answer, round_id, asked, accept=False)
    return await show_own(request, round_id)


@on_press("seat-for-yes", OF_OTHER, Act.GIVE_SEATS, update=True)
async def accept_for(request: Request, round_id: str, asked: Asked, person_id: PersonId) -> Card:
    """Says that somebody without Discord takes a seat, or plays for one."""
    await request.do(seats_by_hand_verbs.answer, round_id, asked, person_id, accept=True)
    return await show_own(request, round_id)


@on_press("seat-for-no", OF_OTHER, Act.GIVE_SEATS, update=True)
async def decline_for(request: Request, round_id: str, asked: Asked, person_id: PersonId) -> Card:
    """Says that somebody without Discord leaves the place to the next."""
    await request.do(seats_by_hand_verbs.answer, round_id, asked, person_id, accept=False)
    return await show_own(request, round_id)


@on_press("seats-show", NOTHING, Audience.EVERYBODY)
async def show_waiting(request: Request) -> Card:
    """Leads an organiser from the list of things to do to the invitations that wait, or to the seats as they stand."""
    views, holders, reader = await request.look(seats_reading_verbs.overview, request.member_id)
    waiting = [one for one in views if one.round.confirmed_at is None]
    proposed = seats_cards.proposal(waiting[0], request.translator) if waiting else None
    return proposed or seats_cards.overview(views, holders, reader, request.translator)


@command("seats show", Audience.EVERYBODY)
async def show(request: Request) -> Card:
    """Shows who holds a seat, who is asked, and which matches are open."""
    views, holders, reader = await request.look(seats_reading_verbs.overview, request.member_id)
    return seats_cards.overview(views, holders, reader, request.translator)


@command("seats match", Act.GIVE_SEATS)
async def arrange(request: Request, number: Literal[1, 2], when: Moment) -> Card:
    """Gives a seat match its moment."""
    return seats_cards.match_receipt(
        await request.do(seats_verbs.arrange, number, moment_meant(request, when)), request.translator
    )


@command("seats give", Act.GIVE_SEATS)
async def give(
    request: Request, event: _Event, reason: str, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Gives a seat by hand."""
    seated = await request.do(seats_by_hand_verbs.give, one_meant(member, person), _EVENTS[event], reason)
    return _by_hand(request, seated, _EVENTS[event], given=True)


@command("seats take", Act.GIVE_SEATS)
async def take(
    request: Request, event: _Event, reason: str, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Takes a seat away."""
    taken = await request.do(seats_by_hand_verbs.take, one_meant(member, person), _EVENTS[event], reason)
    return _by_hand(request, taken, _EVENTS[event], given=False)


def _by_hand(request: Request, done: Person | SignatureView, event: QualifyingEvent, *, given: bool) -> Card:
    """What was done, or the wish that waits for a second person."""
    if isinstance(done, SignatureView):
        return signing_cards.card(done, request.translator)
    return seats_cards.by_hand(done, event, request.translator, given=given)
