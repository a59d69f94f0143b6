"""Invited people who have no Discord: an organiser says for them what they have answered (AIJE-D04-1).

Nobody else could, and after the time to answer their places would pass on although nobody had asked them.
"""

from __future__ import annotations

from bot.domain.entering.qualification import Asked, Invitation
from bot.domain.entering.seats import Answer, Question, SeatsView
from bot.domain.ids import PersonId
from bot.domain.permissions import Act, may
from bot.errors import NotFound, Outdated, Subject
from bot.services import access, recusal
from bot.services.entering import seat_invitations, seats_by_hand, seats_reading
from bot.storage import people, seats
from bot.storage.context import ActorQuery, ActorTx


def answerable(tx: ActorQuery, round_id: str) -> tuple[Question, ...]:
    """What who presses may answer for others: nothing for those who organise nothing."""
    found = seats.load(tx, round_id)
    if found is None or found.guild_id != tx.guild_id:
        return ()
    if not may(Act.GIVE_SEATS, access.own_capacities(tx)):
        return ()
    return of_view(seats_reading.view(tx, found))


def of_view(view: SeatsView) -> tuple[Question, ...]:
    """What people without Discord are asked and have not refused; what waits comes first."""
    if not view.round.stands:
        return ()
    asked = (view.questions.get(one) for one in view.qualification.invitations())
    found = [one for one in asked if one is not None and view.people[one.invitation.person_id].discord_id is None]
    said = [one for one in found if one.answer is Answer.ACCEPTED]
    return (*(one for one in found if one.is_open), *said)


def answer(tx: ActorTx, round_id: str, asked: Asked, person_id: PersonId, *, accept: bool) -> None:
    """Notes what the person has answered to an organiser.

    Raises NotAllowed, NotFound, Outdated for who answers alone by now, what `note_answer` raises, and OwnCase where the
    organiser would be next.
    """
    by = seat_invitations.organiser(tx)
    found, person = seat_invitations.standing(tx, tx.guild_id, round_id), people.load(tx, person_id)
    if person is None or person.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    if person.discord_id is not None:
        raise Outdated
    before = seats_by_hand.open_invitations(tx, found, by.person_id)
    seat_invitations.note_answer(tx, found, Invitation(asked, person_id), by, tx.pressed_at, accept=accept)
    act = "accept_seat_for" if accept else "decline_seat_for"
    details, subject = {"asked": asked.value, "person": person_id}, seats_reading.seats_subject(round_id)
    tx.log(tx.guild_id, act, subject, actor=by.person_id, details=details)
    seat_invitations.follow(tx, found)
    gained = seats_by_hand.open_invitations(tx, found, by.person_id) - before
    recusal.refuse(tx, by.person_id, Act.GIVE_SEATS, *(one.person_id for one in gained))
