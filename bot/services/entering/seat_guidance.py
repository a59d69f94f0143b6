"""What invitations ask of a person: of the invited, and of organisers (AIJE-D02-1, AIJE-D03-1)."""

from __future__ import annotations

from bot.domain.entering.seats import SeatRound, SeatsView
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.services.asked import Asked, Found
from bot.services.entering import seats_for_others, seats_reading
from bot.storage import seats
from bot.storage.context import Query


def guide(tx: Query, asked: Asked) -> Found:
    """The invitations that wait for an answer, and what organisers have to do for seats."""
    guild_id, organises = asked.presser.guild_id, asked.may(Act.GIVE_SEATS)
    waiting = [one for one in seats.all_open(tx, guild_id) if not one.stands]
    if waiting and organises:
        yield DutyItem(Duty.CONFIRM_SEATS, "me")
    for seat_round in seats.rounds_in_force(tx, guild_id):
        yield from _of_round(tx, asked, seat_round, organises=organises)


def _of_round(tx: Query, asked: Asked, seat_round: SeatRound, *, organises: bool) -> Found:
    view, own = seats_reading.view(tx, seat_round), None if asked.person is None else asked.person.person_id
    for question in () if own is None else view.wanted_of(own):
        what = question.invitation.asked
        yield DutyItem(Duty.ANSWER_INVITATION, seat_round.round_id, None, question.answer_by, called=what)
    if organises:
        yield from _of_organisers(view)
    for match in filter(view.may_arrange, view.qualification.matches):
        if organises:
            yield DutyItem(Duty.ARRANGE_SEAT_MATCH, "me", n=match.number)
        elif own in match.sides:
            (other,) = set(match.sides) - {own}
            yield Prospect(Outlook.SEAT_MATCH, None, None, view.people[other])


def _of_organisers(view: SeatsView) -> Found:
    """Answers of those who cannot give them in Discord, and a place that nobody is left for."""
    for question in filter(lambda one: one.is_open, seats_for_others.of_view(view)):
        other = view.people[question.invitation.person_id]
        yield DutyItem(Duty.ANSWER_FOR_OTHER, view.round.round_id, None, question.answer_by, other)
    if view.vacant:
        yield DutyItem(Duty.NAME_FOR_TITLE, "me", n=view.vacant)
