"""Seats that organisers give and take by hand, each with a reason that everybody reads (AIJE-D03-1, AIJE-D04-1).

An organiser who plays for the seats of the event asks for a second signature (`bot/features/signing`); the wish is
tried first, so that a refusal comes at once, and done anew in the transaction of the signature. For invited people
without Discord an organiser says what they have answered (AIJE-D04-1): nobody else could, and after the time to
answer their places would pass on although nobody had asked them. Invitations ask something of the invited and of
organisers (AIJE-D02-1, AIJE-D03-1).
"""

from __future__ import annotations

from datetime import datetime

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.model import ByHand
from bot.features.seats import reading_verbs, store, verbs
from bot.features.seats.model import (
    Answer,
    Invitation,
    InvitationRound,
    Question,
    SeatByHand,
    SeatDeed,
    SeatRound,
    SeatsView,
    SeatTold,
    SeatWished,
)
from bot.features.seats.verbs import follow, organiser
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import EVENT_WAITS_FOR, Signature, SignatureView
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import Task, TaskItem, Upcoming, UpcomingKind
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, Outdated, RefusedFor, Subject, UserError
from bot.kernel.ids import GuildId, PersonId, Place
from bot.people import store as people_store
from bot.people.model import Person, Someone
from bot.play.rulebook import ASKED_FOR, QualifyingEvent
from bot.play.rulebook import Asked as AskedFor
from bot.server import verbs as server_verbs
from bot.server.model import Act, may

# --- given and taken by hand ----------------------------------------------------------------------------------------


REASON_LIMIT = 300


class _LetGo(Exception):
    """Ends what was only tried; nothing of it is written."""


def give(tx: ActorTx, who: Someone, event: QualifyingEvent, reason: str) -> Person | SignatureView:
    """An organiser gives a seat by hand: for a first League, or for a place that nobody is left for.

    Answers the wish where it waits for a second person. Raises NotAllowed, OwnCase, StandsInForThem, AskedForBefore,
    and what `reading_verbs.refuse` raises.
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
    person = server_verbs.somebody(tx, tx.guild_id, who)
    wish = SeatWished(deed.value, person.person_id, event.value, why)
    if not _needs_second(tx, by, person, wish):
        _do(tx, by, wish)
        return person
    _try(tx, by, wish)
    concerned = {person.person_id, *reading_verbs.playing_for(tx, tx.guild_id, event)}
    asked = signing_verbs.ask(tx, by, wish, concerned=concerned, lapses=EVENT_WAITS_FOR)
    return signing_verbs.find_view(tx, asked.signature_id)


def _needs_second(tx: Query, by: Person, person: Person, wish: SeatWished) -> bool:
    """Whether who asks has something to win by it; the own seat everybody leaves alone."""
    event = QualifyingEvent(wish.event)
    if wish.deed == SeatDeed.TAKE and people_store.are_one(tx, by.person_id, person.person_id):
        return False
    if wish.deed == SeatDeed.GIVE and reading_verbs.asks_for_two(tx, person, event):
        return True
    return reading_verbs.plays_for(tx, by.guild_id, event, by.person_id)


def carry_out(tx: ActorTx, signature: Signature, wish: SeatWished) -> None:
    """Gives or takes the seat in the name of who asked, by the facts of now; raises what `give` and `take` raise.

    Raises PlaysForSeats where who signs plays for the seats by now.
    """
    if not signature.in_public:
        signer = server_verbs.recognise(tx)
        reading_verbs.refuse_stake(tx, signature.guild_id, QualifyingEvent(wish.event), signer.person_id)
    asker, asking = signing_verbs.asker_presser(tx, signature, tx.now)
    server_verbs.require(tx.acting_as(asking), asker, Act.GIVE_SEATS)
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
    tournaments_recusal_verbs.refuse(tx, by.person_id, Act.GIVE_SEATS, person.person_id)
    reading_verbs.refuse(tx, tx.guild_id, event, person.person_id, tx.now)
    _give(tx, person, by, event, wish.reason)


def _person(tx: Query, wish: SeatWished) -> Person:
    person = people_store.load(tx, wish.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return person


def refuse_for_title(tx: Query, guild_id: GuildId, person_id: PersonId, at: datetime) -> None:
    """Raises why the committee's vote could not give the person a place in the match for the title (AIJE-D03-1)."""
    reading_verbs.refuse(tx, guild_id, QualifyingEvent.WORLD, person_id, at, by_vote=True)


def give_by_vote(tx: Tx, person: Person, by: Person, why: str) -> bool:
    """The committee's vote gives the vacant place for the title; False where nothing is to be given by now."""
    try:
        refuse_for_title(tx, person.guild_id, person.person_id, tx.now)
    except UserError:
        return False
    _give(tx, person, by, QualifyingEvent.WORLD, why[:REASON_LIMIT])
    return True


def _give(tx: Tx, person: Person, by: Person, event: QualifyingEvent, why: str) -> None:
    entering_bars_store.give_seat(tx, person.guild_id, event, person.person_id, tx.now, by.person_id, why)
    _log_seat(tx, "give_seat", by, person, event, why)
    told = SeatByHand(person.person_id, event, why, ByHand.GIVEN)
    calls = server_verbs.invite(tx, by, person, f"seat:{event}")
    tx.enqueue(person.guild_id, Place.ANNOUNCEMENTS, told, silent=not calls)
    seat_round = store.round_in_force(tx, person.guild_id, InvitationRound.filling(event))
    if seat_round is not None:
        follow(tx, seat_round)


def _take(tx: ActorTx, person: Person, by: Person, event: QualifyingEvent, why: str) -> None:
    if not entering_bars_store.take_seat_back(tx, person.guild_id, event, person.person_id, tx.now):
        raise RefusedFor("error.NoSeatToTake", name=person.name)
    _log_seat(tx, "take_seat", by, person, event, why)
    told = SeatByHand(person.person_id, event, why, ByHand.TAKEN)
    calls = server_verbs.rings(tx, by, person, f"seat-taken:{event}")
    tx.enqueue(person.guild_id, Place.ANNOUNCEMENTS, told, silent=not calls)
    seat_round = store.round_in_force(tx, person.guild_id, InvitationRound.filling(event))
    if seat_round is None:
        return
    before = open_invitations(tx, seat_round, by.person_id)
    _note_declined(tx, seat_round, Invitation(ASKED_FOR[event], person.person_id), by.person_id)
    follow(tx, seat_round)
    gained = open_invitations(tx, seat_round, by.person_id) - before
    tournaments_recusal_verbs.refuse(tx, by.person_id, Act.GIVE_SEATS, *(one.person_id for one in gained))


def open_invitations(tx: Query, seat_round: SeatRound, person_id: PersonId) -> set[Invitation]:
    """What the person is asked about, under whichever account: a place passes to nobody who took it from another."""
    same_person_ids = people_store.same_person_ids(tx, person_id)
    found = reading_verbs.qualification(tx, seat_round)
    held = (Invitation(ASKED_FOR[seat.event], seat.person_id) for seat in found.seats)
    return {one for one in (*found.invitations(), *held) if one.person_id in same_person_ids}


def _note_declined(tx: Tx, seat_round: SeatRound, one: Invitation, by: PersonId) -> None:
    store.ask(tx, seat_round.round_id, one, tx.now)
    store.answer(tx, seat_round.round_id, one, Answer.DECLINED, by, tx.now)


def _log_seat(tx: Tx, act: str, by: Person, person: Person, event: QualifyingEvent, why: str) -> None:
    about, details = f"person:{person.person_id}", {"event": event.value}
    tx.log(person.guild_id, act, about, actor=by.person_id, why=why, details=details)


# --- invited people without Discord ---------------------------------------------------------------------------------


def answerable(tx: ActorQuery, round_id: str) -> tuple[Question, ...]:
    """What who presses may answer for others: nothing for those who organise nothing."""
    found = store.load(tx, round_id)
    if found is None or found.guild_id != tx.guild_id:
        return ()
    if not may(Act.GIVE_SEATS, server_verbs.own_capacities(tx)):
        return ()
    return of_view(reading_verbs.view(tx, found))


def of_view(view: SeatsView) -> tuple[Question, ...]:
    """What people without Discord are asked and have not refused; what waits comes first."""
    if not view.round.stands:
        return ()
    asked = (view.questions.get(invitation) for invitation in view.qualification.invitations())
    found = [one for one in asked if one is not None and view.people[one.invitation.person_id].discord_id is None]
    said = [one for one in found if one.answer is Answer.ACCEPTED]
    return (*(one for one in found if one.is_open), *said)


def answer(tx: ActorTx, round_id: str, asked: AskedFor, person_id: PersonId, *, accept: bool) -> None:
    """Notes what the person has answered to an organiser.

    Raises NotAllowed, NotFound, Outdated for who answers alone by now, what `note_answer` raises, and OwnCase where the
    organiser would be next.
    """
    by = verbs.organiser(tx)
    found, person = verbs.standing(tx, tx.guild_id, round_id), people_store.load(tx, person_id)
    if person is None or person.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    if person.discord_id is not None:
        raise Outdated
    before = open_invitations(tx, found, by.person_id)
    verbs.note_answer(tx, found, Invitation(asked, person_id), by, tx.pressed_at, accept=accept)
    act = "accept_seat_for" if accept else "decline_seat_for"
    details, subject = {"asked": asked.value, "person": person_id}, reading_verbs.seats_subject(round_id)
    tx.log(tx.guild_id, act, subject, actor=by.person_id, details=details)
    verbs.follow(tx, found)
    gained = open_invitations(tx, found, by.person_id) - before
    tournaments_recusal_verbs.refuse(tx, by.person_id, Act.GIVE_SEATS, *(one.person_id for one in gained))


# --- what invitations ask of a person -------------------------------------------------------------------------------


def guide(tx: Query, asker: Asker) -> Found:
    """The invitations that wait for an answer, and what organisers have to do for seats."""
    guild_id, organises = asker.actor.guild_id, asker.may(Act.GIVE_SEATS)
    waiting = [one for one in store.all_open(tx, guild_id) if not one.stands]
    if waiting and organises:
        yield TaskItem(Task.CONFIRM_SEATS, "me")
    for seat_round in store.rounds_in_force(tx, guild_id):
        yield from _of_round(tx, asker, seat_round, organises=organises)


def _of_round(tx: Query, asker: Asker, seat_round: SeatRound, *, organises: bool) -> Found:
    view, own = reading_verbs.view(tx, seat_round), None if asker.person is None else asker.person.person_id
    for question in () if own is None else view.wanted_of(own):
        what = question.invitation.asked
        yield TaskItem(Task.ANSWER_INVITATION, seat_round.round_id, None, question.answer_by, called=what)
    if organises:
        yield from _of_organisers(view)
    for match in filter(view.may_arrange, view.qualification.matches):
        if organises:
            yield TaskItem(Task.ARRANGE_SEAT_MATCH, "me", n=match.number)
        elif own in match.sides:
            (other,) = set(match.sides) - {own}
            yield Upcoming(UpcomingKind.SEAT_MATCH, None, None, view.people[other])


def _of_organisers(view: SeatsView) -> Found:
    """Answers of those who cannot give them in Discord, and a place that nobody is left for."""
    for question in filter(lambda one: one.is_open, of_view(view)):
        other = view.people[question.invitation.person_id]
        yield TaskItem(Task.ANSWER_FOR_OTHER, view.round.round_id, None, question.answer_by, other)
    if view.vacant:
        yield TaskItem(Task.NAME_FOR_TITLE, "me", n=view.vacant)
