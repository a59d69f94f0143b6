"""Seats that organisers give and take by hand, each with a reason that everybody reads (AIJE-D03-1, AIJE-D04-1).

Who plays for the seats of the event asks for a second signature (`domain/signing`); what they wish for is tried first,
so that whatever refuses it refuses it at once, and done anew in the transaction of the signature.
"""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Place, Someone
from bot.domain.entering.qualification import ASKED_FOR, Invitation
from bot.domain.entering.sayings import ByHand, SeatByHand
from bot.domain.entering.seat_wishes import SeatDeed, SeatTold, SeatWished
from bot.domain.entering.seats import Answer, RoundOf, SeatRound
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.regulation.qualifying_events import QualifyingEvent
from bot.domain.signing.signatures import EVENT_WAITS_FOR, Signature, SignatureView
from bot.domain.typed_text import checked_reason
from bot.errors import NotFound, Subject, UserError
from bot.services import access, quotas, recusal
from bot.services.entering import seats_reading, vacancies
from bot.services.entering.seat_invitations import follow, organiser
from bot.services.signing import signatures
from bot.storage import bars, identities, people, seats
from bot.storage.context import ActorTx, Query, Tx

REASON_LIMIT = 300


class NoSeatToTake(UserError):
    """The person holds no seat in that event."""

    name: str


class _LetGo(Exception):
    """Ends what was only tried; nothing of it is written."""


def give(tx: ActorTx, who: Someone, event: QualifyingEvent, reason: str) -> Person | SignatureView:
    """An organiser gives a seat by hand: for a first League, or for a place that nobody is left for.

    Answers the wish where it waits for a second person. Raises NotAllowed, OwnCase, StandsInForThem, AskedForBefore,
    and what `vacancies.refuse` raises.
    """
    return _do_or_ask(tx, who, (SeatDeed.GIVE, event, reason))


def take(tx: ActorTx, who: Someone, event: QualifyingEvent, reason: str) -> Person | SignatureView:
    """An organiser takes a seat away; one that came by invitation counts as declined, and passes on.

    Answers the wish where it waits for a second person. Raises NotAllowed, NoSeatToTake, AskedForBefore, and OwnCase
    where the organiser would be next.
    """
    return _do_or_ask(tx, who, (SeatDeed.TAKE, event, reason))


def _do_or_ask(tx: ActorTx, who: Someone, wanted: tuple[SeatDeed, QualifyingEvent, str]) -> Person | SignatureView:
    deed, event, reason = wanted
    by, why = organiser(tx), checked_reason(reason, REASON_LIMIT)
    person = access.somebody(tx, tx.guild_id, who)
    wish = SeatWished(deed.value, person.person_id, event.value, why)
    if not _needs_second(tx, by, person, wish):
        _do(tx, by, wish)
        return person
    _try(tx, by, wish)
    concerned = {person.person_id, *vacancies.playing_for(tx, tx.guild_id, event)}
    asked = signatures.ask(tx, by, wish, concerned=concerned, lapses=EVENT_WAITS_FOR)
    return signatures.find_view(tx, asked.signature_id)


def _needs_second(tx: Query, by: Person, person: Person, wish: SeatWished) -> bool:
    """Whether who asks has something to win by it; the own seat everybody leaves alone."""
    event = QualifyingEvent(wish.event)
    if wish.deed == SeatDeed.TAKE and identities.are_one(tx, by.person_id, person.person_id):
        return False
    if wish.deed == SeatDeed.GIVE and vacancies.asks_for_two(tx, person, event):
        return True
    return vacancies.plays_for(tx, by.guild_id, event, by.person_id)


def carry_out(tx: ActorTx, signature: Signature, wish: SeatWished) -> None:
    """Gives or takes the seat in the name of who asked, by the facts of now; raises what `give` and `take` raise.

    Raises PlaysForSeats where who signs plays for the seats by now.
    """
    if not signature.in_public:
        signer = access.recognise(tx)
        vacancies.refuse_stake(tx, signature.guild_id, QualifyingEvent(wish.event), signer.person_id)
    asker, asking = signatures.asker_presser(tx, signature, tx.now)
    access.require(tx.acting_as(asking), asker, Act.GIVE_SEATS)
    _do(tx.acting_as(asking), asker, wish)


def tell(tx: Query, signature: Signature, wish: SeatWished) -> SeatTold:
    """Who would get or lose which seat, and why."""
    del signature
    person = _person(tx, wish)
    return SeatTold(SeatDeed(wish.deed), person, QualifyingEvent(wish.event), wish.reason)


def _try(tx: ActorTx, by: Person, wish: SeatWished) -> None:
    """Raises what would refuse it."""

    def do() -> None:
        _do(tx, by, wish)
        raise _LetGo

    try:
        tx.part(do)
    except _LetGo:
        return


def _do(tx: ActorTx, by: Person, wish: SeatWished) -> None:
    person, event = _person(tx, wish), QualifyingEvent(wish.event)
    if wish.deed == SeatDeed.TAKE:
        _take(tx, person, by, event, wish.reason)
        return
    recusal.refuse(tx, by.person_id, Act.GIVE_SEATS, person.person_id)
    vacancies.refuse(tx, tx.guild_id, event, person.person_id, tx.now)
    _give(tx, person, by, event, wish.reason)


def _person(tx: Query, wish: SeatWished) -> Person:
    person = people.load(tx, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return person


def refuse_for_title(tx: Query, guild_id: GuildId, person_id: PersonId, at: datetime) -> None:
    """Raises why the committee's vote could not give the person a place in the match for the title (AIJE-D03-1)."""
    vacancies.refuse(tx, guild_id, QualifyingEvent.WORLD, person_id, at, by_vote=True)


def give_by_vote(tx: Tx, person: Person, by: Person, why: str) -> bool:
    """The committee's vote gives the vacant place for the title; False where nothing is to be given by now."""
    try:
        refuse_for_title(tx, person.guild_id, person.person_id, tx.now)
    except UserError:
        return False
    _give(tx, person, by, QualifyingEvent.WORLD, why[:REASON_LIMIT])
    return True


def _give(tx: Tx, person: Person, by: Person, event: QualifyingEvent, why: str) -> None:
    bars.give_seat(tx, person.guild_id, event, person.person_id, tx.now, by.person_id, why)
    _log_seat(tx, "give_seat", by, person, event, why)
    told = SeatByHand(person.person_id, event, why, ByHand.GIVEN)
    calls = quotas.invite(tx, by, person, f"seat:{event}")
    tx.enqueue(person.guild_id, Place.ANNOUNCEMENTS, told, silent=not calls)
    seat_round = seats.round_in_force(tx, person.guild_id, RoundOf.filling(event))
    if seat_round is not None:
        follow(tx, seat_round)


def _take(tx: ActorTx, person: Person, by: Person, event: QualifyingEvent, why: str) -> None:
    if not bars.take_seat_back(tx, person.guild_id, event, person.person_id, tx.now):
        raise NoSeatToTake(name=person.name)
    _log_seat(tx, "take_seat", by, person, event, why)
    told = SeatByHand(person.person_id, event, why, ByHand.TAKEN)
    calls = quotas.rings(tx, by, person, f"seat-taken:{event}")
    tx.enqueue(person.guild_id, Place.ANNOUNCEMENTS, told, silent=not calls)
    seat_round = seats.round_in_force(tx, person.guild_id, RoundOf.filling(event))
    if seat_round is None:
        return
    before = open_invitations(tx, seat_round, by.person_id)
    _note_declined(tx, seat_round, Invitation(ASKED_FOR[event], person.person_id), by.person_id)
    follow(tx, seat_round)
    gained = open_invitations(tx, seat_round, by.person_id) - before
    recusal.refuse(tx, by.person_id, Act.GIVE_SEATS, *(one.person_id for one in gained))


def open_invitations(tx: Query, seat_round: SeatRound, person_id: PersonId) -> set[Invitation]:
    """What the person is asked about, under whichever account: a place passes to nobody who took it from another."""
    own = identities.selves(tx, person_id)
    found = seats_reading.qualification(tx, seat_round)
    held = (Invitation(ASKED_FOR[seat.event], seat.person_id) for seat in found.seats)
    return {one for one in (*found.invitations(), *held) if one.person_id in own}


def _note_declined(tx: Tx, seat_round: SeatRound, one: Invitation, by: PersonId) -> None:
    seats.ask(tx, seat_round.round_id, one, tx.now)
    seats.answer(tx, seat_round.round_id, one, Answer.DECLINED, by, tx.now)


def _log_seat(tx: Tx, act: str, by: Person, person: Person, event: QualifyingEvent, why: str) -> None:
    about, details = f"person:{person.person_id}", {"event": event.value}
    tx.log(person.guild_id, act, about, actor=by.person_id, why=why, details=details)
