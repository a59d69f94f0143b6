"""Invitations to the Candidates, the next League and the match for the title: proposed, confirmed, answered.

What they follow from is AIJE-D02-1, AIJE-D02-2, AIJE-D03-1 and AIJE-D04-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.domain.announcements import Delivery, Promise
from bot.domain.community import Person, Place
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.entering.qualification import Asked, Invitation
from bot.domain.entering.sayings import SeatsFilled, SeatsOffered, SeatsProposed, SeatStaysEmpty, SeatVacant
from bot.domain.entering.seats import ANSWER_WITHIN, REOPEN_FOR, Answer, Question, RoundOf, SeatRound, SeatsView
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.outages import extend
from bot.domain.permissions import Act
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.regulation.qualifying_events import SEAT_MATCH, QualifyingEvent, seats_of
from bot.domain.typed_text import NAME_LIMIT
from bot.errors import AlreadyDone, NotFound, NotYours, Outdated, Subject, UserError
from bot.rulebooks.library import preset
from bot.services import access, summons
from bot.services.entering import registration, seats_reading, shut_outs, vacancies
from bot.services.entering.seats_reading import seats_subject
from bot.services.events import tournaments
from bot.services.speaking import tell_committee
from bot.storage import deadlines, entrants, outages, outbox, seats, titles
from bot.storage.context import ActorTx, Query, Tx

STANDINGS_OF = (QualifyingEvent.LEAGUE, "aije-open")
"""Rulebooks whose standings say who is invited to the next League and to the Candidates."""


class NoSeatRound(UserError):
    """No invitations stand: a League and an Open have to end first, and an organiser has to confirm."""


class SeatMatchWaits(UserError):
    """The seat match cannot be arranged now: somebody has not agreed to play, or it is arranged or decided already."""

    number: int


def after_event(tx: Tx, tournament: Tournament) -> None:
    """What the end of an event means for seats: those for it end, others are won, or a new round is proposed."""
    played = seats_of(tournament.rulebook)
    won_in = seats.round_of_match(tx, tournament.tournament_id)
    if won_in is not None and won_in.stands:
        follow(tx, won_in)
    if not tournament.rulebook.official:
        return
    if played is not None:
        seats.end_all(tx, tournament.guild_id, played, tx.now)
        _note_played(tx, tournament.guild_id, played)
    if tournament.rulebook.name in STANDINGS_OF:
        propose_league(tx, tournament.guild_id)
    elif played is QualifyingEvent.CANDIDATES:
        propose_round(tx, tournament.guild_id, RoundOf.TITLE, (tournament.tournament_id,))


def confirm(tx: ActorTx, round_id: str) -> SeatsView:
    """An organiser lets the invitations go out: sure seats are held from now on, and an older round ends."""
    by = organiser(tx)
    found = _find_undecided(tx, tx.guild_id, round_id)
    before = seats.round_in_force(tx, tx.guild_id, found.round_of)
    if before is not None:
        _end(tx, before, by)
    for event in found.round_of.events:
        # Who was named by hand before the standings were known would take a place from who has it by them.
        seats.end_all(tx, tx.guild_id, event, tx.now)
    seats.confirm(tx, round_id, by.person_id, tx.now)
    summons.settle(tx, seats_subject(round_id))
    _log_seats(tx, found, "confirm_seats", by.person_id)
    follow(tx, _load(tx, round_id))
    return seats_reading.view(tx, _load(tx, round_id))


def discard(tx: ActorTx, round_id: str) -> SeatsView:
    """An organiser leaves everything as it is; raises PlaysForSeats for who is meant by the invitations.

    The places in a match for the title are the committee's to give afterwards, by its vote (AIJE-D03-1).
    """
    by = organiser(tx)
    found = _find_undecided(tx, tx.guild_id, round_id)
    vacancies.refuse_invited(tx, found, by.person_id)
    seats.close(tx, round_id, by.person_id, tx.now)
    summons.settle(tx, seats_subject(round_id))
    _log_seats(tx, found, "discard_seats", by.person_id)
    tx.touch(seats_subject(round_id))
    return seats_reading.view(tx, _load(tx, round_id))


def answer(tx: ActorTx, round_id: str, asked: Asked, *, accept: bool) -> SeatsView:
    """The invited says yes or no; a yes may become a no, and then the place passes on (AIJE-D04-1)."""
    person = access.recognise(tx)
    found = standing(tx, tx.guild_id, round_id)
    note_answer(tx, found, Invitation(asked, person.person_id), person, tx.pressed_at, accept=accept)
    act = "accept_seat" if accept else "decline_seat"
    _log_seats(tx, found, act, person.person_id, asked=asked.value)
    follow(tx, found)
    return seats_reading.view(tx, _load(tx, round_id))


def note_answer(tx: Tx, found: SeatRound, invitation: Invitation, by: Person, at: datetime, *, accept: bool) -> None:
    """Writes what was answered; raises NotYours, Outdated for a place that has passed on, and AlreadyDone."""
    question = next((one for one in seats.questions(tx, found.round_id) if one.invitation == invitation), None)
    if question is None:
        raise NotYours
    if question.answer is Answer.SILENT or invitation not in seats_reading.qualification(tx, found).invitations():
        raise Outdated
    given = Answer.ACCEPTED if accept else Answer.DECLINED
    if not seats.answer(tx, found.round_id, invitation, given, by.person_id, at):
        raise AlreadyDone


def arrange(tx: ActorTx, number: int, start_at: datetime) -> Tournament:
    """Creates the event of a seat match, with both players entered and confirmed (AIJE-D02-1: played once)."""
    by = organiser(tx)
    found = seats.round_in_force(tx, tx.guild_id)
    if found is None:
        raise NoSeatRound
    view = seats_reading.view(tx, found)
    match = next((one for one in view.qualification.matches if one.number == number), None)
    if match is None or len(match.sides) < 2 or not view.may_arrange(match):
        raise SeatMatchWaits(number=number)
    rulebook, players = preset(SEAT_MATCH), [view.people[side] for side in match.sides]
    title = rulebook.title_in(access.community(tx, tx.guild_id).language)
    name = f"{title}: {players[0].name} - {players[1].name}"[:NAME_LIMIT]
    tournament = tournaments.created_by(tx, by, name, rulebook, start_at)
    for player in players:
        entry = registration.admit(tx, tournament, player, tx.now, by)
        entrants.check_in(tx, entry.entrant.entrant_id, tx.now)
    seats.arrange(tx, found.round_id, match, tournament.tournament_id)
    tx.touch(seats_subject(found.round_id))
    return tournament


def start_time_to_answer(tx: Tx, promised: Promise[SeatsOffered], delivery: Delivery) -> None:
    """Lets the time to answer run from the message in which the invited were told."""
    seats.start_clocks(tx, promised.saying.round_id, delivery.delivered_at + ANSWER_WITHIN)
    found = seats.load(tx, promised.saying.round_id)
    if found is not None:
        _reschedule(tx, found, delivery.delivered_at)


def expire(tx: Tx, round_id: str, step: Step) -> None:
    """Passes on the places of those who have said nothing in time; an outage gives them longer."""
    found = seats.load(tx, round_id)
    if found is None or not found.stands or step is not Step.END_INVITATION:
        return
    late = [one for one in seats.questions(tx, round_id) if one.is_open and _is_over(tx, found, one)]
    for question in late:
        said = question.invitation
        if _registered_meanwhile(tx, found, said):
            seats.answer(tx, round_id, said, Answer.ACCEPTED, said.person_id, tx.now)
            continue
        seats.answer(tx, round_id, question.invitation, Answer.SILENT, None, tx.now)
        details = {"asked": question.invitation.asked.value}
        _log_seats(tx, found, "let_seat_pass", None, person=question.invitation.person_id, **details)
    follow(tx, found)


def _registered_meanwhile(tx: Query, found: SeatRound, invitation: Invitation) -> bool:
    """Whether the person has said yes by registering for the very event."""
    if invitation.asked is Asked.MATCH:
        return False
    event = seats_reading.event_of(invitation)
    return seats_reading.is_entered_for(tx, found.guild_id, event, invitation.person_id)


def _note_played(tx: Tx, guild_id: GuildId, event: QualifyingEvent) -> None:
    """What was asked about an event that has been played is asked no more."""
    seat_round = seats.round_in_force(tx, guild_id, RoundOf.filling(event))
    if seat_round is not None:
        seats.note_played(tx, seat_round.round_id, event, tx.now)
        follow(tx, _load(tx, seat_round.round_id))


def propose_league(tx: Tx, guild_id: GuildId) -> None:
    """Invitations follow once a League and an Open have been played."""
    league, opened = (seats.last_event(tx, guild_id, name) for name in STANDINGS_OF)
    if league is not None and opened is not None:
        propose_round(tx, guild_id, RoundOf.LEAGUE, (league, opened))


def propose_round(tx: Tx, guild_id: GuildId, kind: RoundOf, sources: tuple[TournamentId, ...]) -> None:
    """Brings the invitations before the organisers; older ones of the kind that nobody decided lapse."""
    lapse(tx, guild_id, kind)
    champions = titles.world_titles(tx, guild_id)
    champion = max(champions, key=lambda one: one.won_at).person_id if champions else None
    fresh = tx.new_id()
    proposed = SeatRound(fresh, guild_id, kind, sources, champion, tx.now)
    seats.add(tx, proposed)
    _log_seats(tx, proposed, "propose_seats", None)
    tell_committee(tx, guild_id, SeatsProposed(fresh))
    summons.call(tx, guild_id, Matter(MatterKind.SEATS_PROPOSED, seats_subject(fresh), None))


def lapse(tx: Tx, guild_id: GuildId, kind: RoundOf) -> None:
    """Lets go of the invitations of the kind that nobody has decided on."""
    before = seats.proposed_round(tx, guild_id, kind)
    if before is not None:
        seats.close(tx, before.round_id, None, tx.now)
        summons.settle(tx, seats_subject(before.round_id))
        tx.touch(seats_subject(before.round_id))


def after_bar(tx: Tx, guild_id: GuildId, selves: Sequence[PersonId]) -> None:
    """A bar fell or was lifted: places of who may not play pass on, and it is said what becomes of the person's."""
    for kind in RoundOf:
        waits = seats.proposed_round(tx, guild_id, kind)
        if waits is not None:
            tx.touch(seats_subject(waits.round_id))
    for seat_round in seats.rounds_in_force(tx, guild_id):
        follow(tx, seat_round)
        for person_id in selves:
            shut_outs.tell_if_gone(tx, seat_round, person_id)


def follow(tx: Tx, seat_round: SeatRound) -> None:
    """Brings seats and questions in line with what follows by now, and tells who is newly asked."""
    again = shut_outs.settle(tx, seat_round)
    found = seats_reading.qualification(tx, seat_round)
    for event in seat_round.round_of.events:
        _seat(tx, seat_round, event, found.holders(event))
    asked = found.invitations()
    newly = [one for one in asked if seats.ask(tx, seat_round.round_id, one, tx.now) or one in again]
    if newly:
        offered = SeatsOffered(seat_round.round_id, tuple(newly))
        tx.enqueue(seat_round.guild_id, Place.ANNOUNCEMENTS, offered)
    tx.touch(seats_subject(seat_round.round_id))
    _reschedule(tx, seat_round, tx.now)
    _ask_staff(tx, seat_round)
    filled = seats_reading.view(tx, seat_round).is_filled()
    if not filled:
        seats.note_wanting(tx, seat_round.round_id)
    elif seats.note_filled(tx, seat_round.round_id, tx.now):
        tx.enqueue(seat_round.guild_id, Place.ANNOUNCEMENTS, SeatsFilled(seat_round.round_id))


def _ask_staff(tx: Tx, seat_round: SeatRound) -> None:
    """Tells the committee of a place that nobody is left for, once for each (AIJE-D02-1, AIJE-D03-1)."""
    view = seats_reading.view(tx, seat_round)
    vacant = SeatVacant(seat_round.round_id, view.vacant, len(view.questions))
    told = [one.saying for one in outbox.all_promises(tx, SeatVacant, seat_round.round_id)]
    if view.vacant and vacant not in told:
        tell_committee(tx, seat_round.guild_id, vacant)
    said = {one.saying.person for one in outbox.all_promises(tx, SeatStaysEmpty, seat_round.round_id)}
    for person_id in view.left_empty:
        if person_id not in said:
            empty = SeatStaysEmpty(seat_round.round_id, person_id)
            tell_committee(tx, seat_round.guild_id, empty)


def _seat(tx: Tx, seat_round: SeatRound, event: QualifyingEvent, wanted: tuple[PersonId, ...]) -> None:
    held, by = seats.of_round(tx, seat_round.round_id, event), seat_round.confirmed_by
    seats.take_back(tx, seat_round.round_id, event, sorted(held - set(wanted)), tx.now)
    for person_id in wanted:
        if by is not None and person_id not in held:
            seats.give(tx, seat_round.guild_id, event, person_id, by, tx.now, seat_round.round_id)


def _end(tx: Tx, seat_round: SeatRound, by: Person) -> None:
    """A new round takes the place of the one that stood, with its seats."""
    for event in seat_round.round_of.events:
        held = seats.of_round(tx, seat_round.round_id, event)
        seats.take_back(tx, seat_round.round_id, event, sorted(held), tx.now)
    seats.close(tx, seat_round.round_id, by.person_id, tx.now)
    deadlines.rewrite(tx, seats_subject(seat_round.round_id), ())
    tx.touch(seats_subject(seat_round.round_id))


def _is_over(tx: Query, seat_round: SeatRound, question: Question) -> bool:
    return question.answer_by is not None and _closes_at(tx, seat_round.guild_id, question.answer_by) <= tx.now


def _closes_at(tx: Query, guild_id: GuildId, answer_by: datetime) -> datetime:
    asked_at = answer_by - ANSWER_WITHIN
    return extend(asked_at, answer_by, outages.since(tx, guild_id, asked_at), REOPEN_FOR) + CLICKS_IN_FLIGHT


def _reschedule(tx: Tx, seat_round: SeatRound, now: datetime) -> None:
    waiting = [one.answer_by for one in seats.questions(tx, seat_round.round_id) if one.is_open]
    moments = [_closes_at(tx, seat_round.guild_id, moment) for moment in waiting if moment is not None]
    moments += shut_outs.ends(tx, seat_round, now)
    due = [(Step.END_INVITATION, min(moments))] if moments and seat_round.stands else []
    deadlines.rewrite(tx, seats_subject(seat_round.round_id), due)


def organiser(tx: ActorTx) -> Person:
    """Who pressed, where that is an organiser; raises NotAllowed."""
    person = access.recognise(tx)
    access.require(tx, person, Act.GIVE_SEATS)
    return person


def _find_undecided(tx: Query, guild_id: GuildId, round_id: str) -> SeatRound:
    found = seats.load(tx, round_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    if found.confirmed_at is not None:
        raise AlreadyDone
    if found.closed_at is not None:
        raise Outdated
    return found


def standing(tx: Query, guild_id: GuildId, round_id: str) -> SeatRound:
    """The invitations of this server that hold; raises NotFound, and Outdated where others have taken their place."""
    found = seats.load(tx, round_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    if not found.stands:
        raise Outdated
    return found


def _load(tx: Query, round_id: str) -> SeatRound:
    found = seats.load(tx, round_id)
    if found is None:
        raise LookupError(round_id)
    return found


def _log_seats(tx: Tx, about: SeatRound, act: str, actor: PersonId | None, **details: str) -> None:
    subject = seats_subject(about.round_id)
    tx.log(about.guild_id, act, subject, actor=actor, details=details)
