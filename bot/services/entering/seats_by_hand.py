"""Seats that organisers give and take by hand, each with a reason that everybody reads (AIJE-D03-1, AIJE-D04-1)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Place, Presser, Someone
from bot.domain.entering.qualification import ASKED_FOR, Invitation
from bot.domain.entering.sayings import ByHand, SeatByHand
from bot.domain.entering.seats import Answer, RoundOf, SeatRound
from bot.domain.ids import GuildId, Occasion, PersonId
from bot.domain.permissions import Act
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.typed_text import checked_reason
from bot.errors import UserError
from bot.services import access, quotas, recusal
from bot.services.entering import seats_reading, vacancies
from bot.services.entering.seat_invitations import follow, organiser
from bot.services.speaking import promise
from bot.storage import bars, identities, log, seats
from bot.storage.database import Work

REASON_LIMIT = 300


class NoSeatToTake(UserError):
    """The person holds no seat in that event."""

    name: str


def give(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    who: Someone,
    event: QualifyingEvent,
    reason: str,
) -> Person:
    """An organiser gives a seat by hand: for a first League, or for a place that nobody is left for.

    Raises NotAllowed, OwnCase, StandsInForThem, PlaysForSeats, and what `vacancies.refuse` raises.
    """
    by, why = organiser(work, occasion, presser), checked_reason(reason, REASON_LIMIT)
    person = access.somebody(work, occasion, presser.guild_id, who)
    recusal.refuse(work, presser, by.person_id, Act.GIVE_SEATS, person.person_id)
    vacancies.refuse_stake(work, presser.guild_id, event, by.person_id)
    vacancies.refuse(work, presser.guild_id, event, person.person_id, occasion.now)
    _give(work, occasion, person, by, event, why)
    return person


def refuse_for_title(work: Work, guild_id: GuildId, person_id: PersonId, at: datetime) -> None:
    """Raises why the committee's vote could not give the person a place in the match for the title (AIJE-D03-1)."""
    vacancies.refuse(work, guild_id, QualifyingEvent.WORLD, person_id, at, by_vote=True)


def give_by_vote(work: Work, occasion: Occasion, person: Person, by: Person, why: str) -> bool:
    """The committee's vote gives the vacant place for the title; False where nothing is to be given by now."""
    try:
        refuse_for_title(work, person.guild_id, person.person_id, occasion.now)
    except UserError:
        return False
    _give(work, occasion, person, by, QualifyingEvent.WORLD, why[:REASON_LIMIT])
    return True


def _give(work: Work, occasion: Occasion, person: Person, by: Person, event: QualifyingEvent, why: str) -> None:
    bars.give_seat(work, person.guild_id, event, person.person_id, occasion.now, by.person_id, why)
    _log(work, occasion, "give_seat", by, person, event, why)
    told = SeatByHand(person.person_id, event, why, ByHand.GIVEN)
    calls = quotas.invite(work, occasion, by, person, f"seat:{event}")
    promise(work, occasion, person.guild_id, Place.ANNOUNCEMENTS, told, silent=not calls)
    seat_round = seats.round_in_force(work, person.guild_id, RoundOf.filling(event))
    if seat_round is not None:
        follow(work, occasion, seat_round)


def take(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    who: Someone,
    event: QualifyingEvent,
    reason: str,
) -> Person:
    """An organiser takes a seat away; one that came by invitation counts as declined, and passes on.

    Raises NotAllowed, NoSeatToTake, PlaysForSeats, and OwnCase where the organiser would be next.
    """
    by, why = organiser(work, occasion, presser), checked_reason(reason, REASON_LIMIT)
    person = access.somebody(work, occasion, presser.guild_id, who)
    if not identities.are_one(work, by.person_id, person.person_id):
        vacancies.refuse_stake(work, presser.guild_id, event, by.person_id)
    if not bars.take_seat_back(work, presser.guild_id, event, person.person_id, occasion.now):
        raise NoSeatToTake(name=person.name)
    _log(work, occasion, "take_seat", by, person, event, why)
    told = SeatByHand(person.person_id, event, why, ByHand.TAKEN)
    calls = quotas.rings(work, occasion, by, person, f"seat-taken:{event}")
    promise(work, occasion, person.guild_id, Place.ANNOUNCEMENTS, told, silent=not calls)
    seat_round = seats.round_in_force(work, presser.guild_id, RoundOf.filling(event))
    if seat_round is not None:
        before = open_invitations(work, seat_round, by.person_id)
        _note_declined(work, occasion, seat_round, Invitation(ASKED_FOR[event], person.person_id), by.person_id)
        follow(work, occasion, seat_round)
        gained = open_invitations(work, seat_round, by.person_id) - before
        recusal.refuse(work, presser, by.person_id, Act.GIVE_SEATS, *(one.person_id for one in gained))
    return person


def open_invitations(work: Work, seat_round: SeatRound, person_id: PersonId) -> set[Invitation]:
    """What the person is asked about, under whichever account: a place passes to nobody who took it from another."""
    own = identities.selves(work, person_id)
    found = seats_reading.qualification(work, seat_round)
    held = (Invitation(ASKED_FOR[seat.event], seat.person_id) for seat in found.seats)
    return {one for one in (*found.invitations(), *held) if one.person_id in own}


def _note_declined(work: Work, occasion: Occasion, seat_round: SeatRound, one: Invitation, by: PersonId) -> None:
    seats.ask(work, seat_round.round_id, one, occasion.now)
    seats.answer(work, seat_round.round_id, one, Answer.DECLINED, by, occasion.now)


def _log(
    work: Work, occasion: Occasion, act: str, by: Person, person: Person, event: QualifyingEvent, why: str
) -> None:
    about, details = f"person:{person.person_id}", {"event": event.value}
    log.add(work, person.guild_id, occasion.now, act, about, actor=by.person_id, why=why, details=details)
