"""Invited people who are barred: passed over in public, and asked again once the bar is gone and the place still free.

Whoever may not play cannot hold a place that others are entitled to next (AIJE-D01-2, AIJE-B03-2). Who has accepted it
meanwhile keeps it: a place passes on once, and not back over somebody's head.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from bot.domain.community import Place
from bot.domain.entering.qualification import ASKED_FOR, Asked, Invitation, Qualification, Source
from bot.domain.entering.sayings import SeatPassedOver
from bot.domain.entering.seats import Answer, PassedOver, Question, SeatRound
from bot.domain.ids import PersonId
from bot.services.entering import seats_reading
from bot.services.entering.eligibility import bars_of
from bot.services.speaking import tell_member
from bot.storage import bars, seats
from bot.storage.context import Query, Tx


def settle(tx: Tx, seat_round: SeatRound) -> list[Invitation]:
    """Passes over who is barred by now, and asks again who is barred no more; both are said in public.

    Answers the questions that are asked again, which their invitation has still to say.
    """
    back = list(_asked_again(tx, seat_round))
    _tell(tx, seat_round, PassedOver.BACK, back)
    _tell(tx, seat_round, PassedOver.SHUT_OUT, list(_shut_out(tx, seat_round)))
    return back


def ends(tx: Query, seat_round: SeatRound, now: datetime) -> list[datetime]:
    """When bars of those who were passed over end by themselves, so that they can be asked again."""
    out = {one.invitation.person_id for one in _passed_over(tx, seat_round)}
    return [bar.until for person_id in out for bar in bars_of(tx, person_id, now) if bar.until is not None]


def tell_if_gone(tx: Tx, seat_round: SeatRound, person_id: PersonId) -> None:
    """After the bar was lifted: says so where the person's place is somebody else's by now."""
    own = [one.invitation for one in _passed_over(tx, seat_round) if one.invitation.person_id == person_id]
    if not bars_of(tx, person_id, tx.now):
        _tell(tx, seat_round, PassedOver.GONE, own)


def _asked_again(tx: Tx, seat_round: SeatRound) -> Iterator[Invitation]:
    for question in _passed_over(tx, seat_round):
        asked = question.invitation
        if bars_of(tx, asked.person_id, tx.now):
            continue
        before = seats_reading.qualification(tx, seat_round)
        seats.ask_again(tx, seat_round.round_id, asked)
        after = seats_reading.qualification(tx, seat_round)
        if asked in after.invitations() and _keeps_word(tx, seat_round, before, after):
            yield asked
        else:
            seats.answer(tx, seat_round.round_id, asked, Answer.SHUT_OUT, None, tx.now)


def _keeps_word(tx: Query, seat_round: SeatRound, before: Qualification, after: Qualification) -> bool:
    """Whether everybody who has said yes by then, registered, or won a place still has it."""
    said = {one.invitation for one in seats.questions(tx, seat_round.round_id) if one.answer is Answer.ACCEPTED}
    entered = {
        Invitation(ASKED_FOR[seat.event], seat.person_id)
        for seat in before.seats
        if seats_reading.is_entered_for(tx, seat_round.guild_id, seat.event, seat.person_id)
    }
    kept = set(after.invitations())
    won = {seat for seat in before.seats if seat.source in {Source.SEAT_MATCH, Source.WORD}}
    return ((said | entered) & set(before.invitations())) <= kept and won <= set(after.seats)


def _shut_out(tx: Tx, seat_round: SeatRound) -> Iterator[Invitation]:
    """Notes who is barred, those included who are next by it, until everybody in line may play; each once."""
    passed: set[Invitation] = set()
    while newly := [one for one in _claims(tx, seat_round) if one not in passed and bars_of(tx, one.person_id, tx.now)]:
        passed.update(newly)
        for one in newly:
            seats.ask(tx, seat_round.round_id, one, tx.now)
            seats.answer(tx, seat_round.round_id, one, Answer.SHUT_OUT, None, tx.now)
            if one.asked is Asked.WORLD:
                bars.take_seat_back(tx, seat_round.guild_id, seats_reading.event_of(one), one.person_id, tx.now)
            details = {"asked": one.asked.value, "person": one.person_id}
            subject = seats_reading.seats_subject(seat_round.round_id)
            tx.log(seat_round.guild_id, "shut_out_of_seat", subject, details=details)
            yield one


def _claims(tx: Query, seat_round: SeatRound) -> list[Invitation]:
    """Who is asked or has a place, each once; a match for a seat that has its moment stays as it is."""
    view = seats_reading.view(tx, seat_round)
    fixed = {side for one in view.qualification.matches if one.number in view.arranged for side in one.sides}
    asked = [
        one for one in view.qualification.invitations() if one.asked is not Asked.MATCH or one.person_id not in fixed
    ]
    held = [Invitation(ASKED_FOR[seat.event], seat.person_id) for seat in view.qualification.seats]
    return list(dict.fromkeys([*asked, *held]))


def _passed_over(tx: Query, seat_round: SeatRound) -> list[Question]:
    return [one for one in seats.questions(tx, seat_round.round_id) if one.answer is Answer.SHUT_OUT]


def _tell(tx: Tx, seat_round: SeatRound, what: PassedOver, some: Iterable[Invitation]) -> None:
    for one in some:
        told = SeatPassedOver(seat_round.round_id, what, one.asked, one.person_id)
        tx.enqueue(seat_round.guild_id, Place.ANNOUNCEMENTS, told)
        tell_member(tx, seat_round.guild_id, one.person_id, told)
