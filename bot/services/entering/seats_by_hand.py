"""Seats that organisers give and take by hand, each with a reason that everybody reads (AIJE-D03-1, AIJE-D04-1).

Who plays for the seats of the event asks for a second signature (`domain/signing`); what they wish for is tried first,
so that whatever refuses it refuses it at once, and done anew in the transaction of the signature.
"""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Place, Presser, Someone
from bot.domain.entering.qualification import ASKED_FOR, Invitation
from bot.domain.entering.sayings import ByHand, SeatByHand
from bot.domain.entering.seat_wishes import SeatDeed, SeatTold, SeatWished
from bot.domain.entering.seats import Answer, RoundOf, SeatRound
from bot.domain.ids import GuildId, Occasion, PersonId
from bot.domain.permissions import Act
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.signing.signatures import EVENT_WAITS_FOR, Signature, SignatureView
from bot.domain.typed_text import checked_reason
from bot.errors import NotFound, Subject, UserError
from bot.services import access, quotas, recusal
from bot.services.entering import seats_reading, vacancies
from bot.services.entering.seat_invitations import follow, organiser
from bot.services.signing import signatures
from bot.services.speaking import promise
from bot.storage import bars, identities, log, people, seats
from bot.storage.database import Work

REASON_LIMIT = 300


class NoSeatToTake(UserError):
    """The person holds no seat in that event."""

    name: str


class _LetGo(Exception):
    """Ends what was only tried; nothing of it is written."""


def give(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    who: Someone,
    event: QualifyingEvent,
    reason: str,
) -> Person | SignatureView:
    """An organiser gives a seat by hand: for a first League, or for a place that nobody is left for.

    Answers the wish where it waits for a second person. Raises NotAllowed, OwnCase, StandsInForThem, AskedForBefore,
    and what `vacancies.refuse` raises.
    """
    return _do_or_ask(work, occasion, presser, who, (SeatDeed.GIVE, event, reason))


def take(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    who: Someone,
    event: QualifyingEvent,
    reason: str,
) -> Person | SignatureView:
    """An organiser takes a seat away; one that came by invitation counts as declined, and passes on.

    Answers the wish where it waits for a second person. Raises NotAllowed, NoSeatToTake, AskedForBefore, and OwnCase
    where the organiser would be next.
    """
    return _do_or_ask(work, occasion, presser, who, (SeatDeed.TAKE, event, reason))


def _do_or_ask(
    work: Work, occasion: Occasion, presser: Presser, who: Someone, wanted: tuple[SeatDeed, QualifyingEvent, str]
) -> Person | SignatureView:
    deed, event, reason = wanted
    by, why = organiser(work, occasion, presser), checked_reason(reason, REASON_LIMIT)
    person = access.somebody(work, occasion, presser.guild_id, who)
    wish = SeatWished(deed.value, person.person_id, event.value, why)
    if not _needs_second(work, by, person, wish):
        _do(work, occasion, presser, by, wish)
        return person
    _try(work, occasion, presser, by, wish)
    concerned = {person.person_id, *vacancies.playing_for(work, presser.guild_id, event)}
    asked = signatures.ask(work, occasion, presser, by, wish, concerned=concerned, lapses=EVENT_WAITS_FOR)
    return signatures.find_view(work, presser, asked.signature_id)


def _needs_second(work: Work, by: Person, person: Person, wish: SeatWished) -> bool:
    """Whether who asks has something to win by it; the own seat everybody leaves alone."""
    event = QualifyingEvent(wish.event)
    if wish.deed == SeatDeed.TAKE and identities.are_one(work, by.person_id, person.person_id):
        return False
    if wish.deed == SeatDeed.GIVE and vacancies.asks_for_two(work, person, event):
        return True
    return vacancies.plays_for(work, by.guild_id, event, by.person_id)


def carry_out(work: Work, occasion: Occasion, presser: Presser, signature: Signature, wish: SeatWished) -> None:
    """Gives or takes the seat in the name of who asked, by the facts of now; raises what `give` and `take` raise.

    Raises PlaysForSeats where who signs plays for the seats by now.
    """
    if not signature.in_public:
        signer = access.recognise(work, occasion, presser)
        vacancies.refuse_stake(work, signature.guild_id, QualifyingEvent(wish.event), signer.person_id)
    asker, asking = signatures.asker_presser(work, signature, occasion.now)
    access.require(work, asking, asker, Act.GIVE_SEATS)
    _do(work, occasion, asking, asker, wish)


def tell(work: Work, signature: Signature, wish: SeatWished) -> SeatTold:
    """Who would get or lose which seat, and why."""
    del signature
    person = _person(work, wish)
    return SeatTold(SeatDeed(wish.deed), person, QualifyingEvent(wish.event), wish.reason)


def _try(work: Work, occasion: Occasion, presser: Presser, by: Person, wish: SeatWished) -> None:
    """Raises what would refuse it."""

    def do() -> None:
        _do(work, occasion, presser, by, wish)
        raise _LetGo

    try:
        work.part(do)
    except _LetGo:
        return


def _do(work: Work, occasion: Occasion, presser: Presser, by: Person, wish: SeatWished) -> None:
    person, event = _person(work, wish), QualifyingEvent(wish.event)
    if wish.deed == SeatDeed.TAKE:
        _take(work, occasion, presser, person, by, event, wish.reason)
        return
    recusal.refuse(work, presser, by.person_id, Act.GIVE_SEATS, person.person_id)
    vacancies.refuse(work, presser.guild_id, event, person.person_id, occasion.now)
    _give(work, occasion, person, by, event, wish.reason)


def _person(work: Work, wish: SeatWished) -> Person:
    person = people.load(work, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
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


def _take(
    work: Work, occasion: Occasion, presser: Presser, person: Person, by: Person, event: QualifyingEvent, why: str
) -> None:
    if not bars.take_seat_back(work, person.guild_id, event, person.person_id, occasion.now):
        raise NoSeatToTake(name=person.name)
    _log(work, occasion, "take_seat", by, person, event, why)
    told = SeatByHand(person.person_id, event, why, ByHand.TAKEN)
    calls = quotas.rings(work, occasion, by, person, f"seat-taken:{event}")
    promise(work, occasion, person.guild_id, Place.ANNOUNCEMENTS, told, silent=not calls)
    seat_round = seats.round_in_force(work, person.guild_id, RoundOf.filling(event))
    if seat_round is None:
        return
    before = open_invitations(work, seat_round, by.person_id)
    _note_declined(work, occasion, seat_round, Invitation(ASKED_FOR[event], person.person_id), by.person_id)
    follow(work, occasion, seat_round)
    gained = open_invitations(work, seat_round, by.person_id) - before
    recusal.refuse(work, presser, by.person_id, Act.GIVE_SEATS, *(one.person_id for one in gained))


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
