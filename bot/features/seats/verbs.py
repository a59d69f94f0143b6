"""Invitations to the Candidates, the next League and the match for the title: proposed, confirmed, answered.

They follow AIJE-D02-1, AIJE-D02-2, AIJE-D03-1 and AIJE-D04-1, and after a correction the standings and the champion
of now (AIJE-D02-1, AIJE-D04-1). A barred player cannot hold a place that others are entitled to next (AIJE-D01-2,
AIJE-B03-2): they are passed over in public, and asked again once the bar is gone and the place still free. A place
accepted meanwhile is kept: it passes on once, and not back.

Past events give invitations from the latest of them, and never what their own time has decided; the same in whatever
order the files come, in one act or in several. A match for a seat that came in gives its seat; one that was never
played is still to be played, unless the event that it was for is over. Seats in an event that has been played end, as
they would have at its end (AIJE-D01-2, AIJE-D02-1, AIJE-D04-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import bars_of
from bot.features.past_events import store as past_events_store
from bot.features.seats import reading_verbs, store
from bot.features.seats.model import (
    ANSWER_WITHIN,
    REOPEN_FOR,
    Answer,
    Invitation,
    InvitationRound,
    LostSeat,
    PassedOver,
    Qualification,
    Question,
    SeatPassedOver,
    SeatRound,
    SeatsFilled,
    SeatsLost,
    SeatsOffered,
    SeatsProposed,
    SeatStaysEmpty,
    SeatsView,
    SeatVacant,
    Source,
)
from bot.features.seats.reading_verbs import seats_subject
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.facts_verbs import person_of
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, NotYours, Outdated, Refused, RefusedNumber, Subject, UserError
from bot.kernel.ids import GuildId, PersonId, Place, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step, extend
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import ASKED_FOR, SEAT_MATCH, Asked, QualifyingEvent, seats_of
from bot.rulebooks.library import preset
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import promise, tell_committee, tell_member

# --- invited people who are barred ----------------------------------------------------------------------------------


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
        before = reading_verbs.qualification(tx, seat_round)
        store.ask_again(tx, seat_round.round_id, asked)
        after = reading_verbs.qualification(tx, seat_round)
        if asked in after.invitations() and _keeps_word(tx, seat_round, before, after):
            yield asked
        else:
            store.answer(tx, seat_round.round_id, asked, Answer.SHUT_OUT, None, tx.now)


def _keeps_word(tx: Query, seat_round: SeatRound, before: Qualification, after: Qualification) -> bool:
    """Whether everybody who has said yes by then, registered, or won a place still has it."""
    said = {
        question.invitation
        for question in store.questions(tx, seat_round.round_id)
        if question.answer is Answer.ACCEPTED
    }
    entered = {
        Invitation(ASKED_FOR[seat.event], seat.person_id)
        for seat in before.seats
        if reading_verbs.is_entered_for(tx, seat_round.guild_id, seat.event, seat.person_id)
    }
    kept = set(after.invitations())
    won = {seat for seat in before.seats if seat.source in {Source.SEAT_MATCH, Source.WORD}}
    return ((said | entered) & set(before.invitations())) <= kept and won <= set(after.seats)


def _shut_out(tx: Tx, seat_round: SeatRound) -> Iterator[Invitation]:
    """Notes who is barred, those included who are next by it, until everybody in line may play; each once."""
    passed: set[Invitation] = set()
    while newly := [
        claim for claim in _claims(tx, seat_round) if claim not in passed and bars_of(tx, claim.person_id, tx.now)
    ]:
        passed.update(newly)
        for one in newly:
            store.ask(tx, seat_round.round_id, one, tx.now)
            store.answer(tx, seat_round.round_id, one, Answer.SHUT_OUT, None, tx.now)
            if one.asked is Asked.WORLD:
                entering_bars_store.take_seat_back(
                    tx, seat_round.guild_id, reading_verbs.event_of(one), one.person_id, tx.now
                )
            details = {"asked": one.asked.value, "person": one.person_id}
            subject = reading_verbs.seats_subject(seat_round.round_id)
            tx.log(seat_round.guild_id, "shut_out_of_seat", subject, details=details)
            yield one


def _claims(tx: Query, seat_round: SeatRound) -> list[Invitation]:
    """Who is asked or has a place, each once; a match for a seat that has its moment stays as it is."""
    view = reading_verbs.view(tx, seat_round)
    fixed = {side for match in view.qualification.matches if match.number in view.arranged for side in match.sides}
    asked = [
        invitation
        for invitation in view.qualification.invitations()
        if invitation.asked is not Asked.MATCH or invitation.person_id not in fixed
    ]
    held = [Invitation(ASKED_FOR[seat.event], seat.person_id) for seat in view.qualification.seats]
    return list(dict.fromkeys([*asked, *held]))


def _passed_over(tx: Query, seat_round: SeatRound) -> list[Question]:
    return [question for question in store.questions(tx, seat_round.round_id) if question.answer is Answer.SHUT_OUT]


def _tell(tx: Tx, seat_round: SeatRound, what: PassedOver, some: Iterable[Invitation]) -> None:
    for one in some:
        told = SeatPassedOver(seat_round.round_id, what, one.asked, one.person_id)
        tx.enqueue(seat_round.guild_id, Place.ANNOUNCEMENTS, told)
        tell_member(tx, seat_round.guild_id, one.person_id, told)


# --- invitations ----------------------------------------------------------------------------------------------------


STANDINGS_OF = (QualifyingEvent.LEAGUE, "aije-open")
"""Rulebooks whose standings say who is invited to the next League and to the Candidates."""


def after_event(tx: Tx, tournament: Tournament) -> None:
    """What the end of an event means for seats: those for it end, others are won, or a new round is proposed."""
    played = seats_of(tournament.rulebook)
    won_in = store.round_of_match(tx, tournament.tournament_id)
    if won_in is not None and won_in.stands:
        follow(tx, won_in)
    if not tournament.rulebook.official:
        return
    if played is not None:
        store.end_all(tx, tournament.guild_id, played, tx.now)
        _note_played(tx, tournament.guild_id, played)
    if tournament.rulebook.name in STANDINGS_OF:
        propose_league(tx, tournament.guild_id)
    elif played is QualifyingEvent.CANDIDATES:
        propose_round(tx, tournament.guild_id, InvitationRound.TITLE, (tournament.tournament_id,))


def confirm(tx: ActorTx, round_id: str) -> SeatsView:
    """An organiser lets the invitations go out: sure seats are held from now on, and an older round ends."""
    by = organiser(tx)
    found = _find_undecided(tx, tx.guild_id, round_id)
    before = store.round_in_force(tx, tx.guild_id, found.round_of)
    if before is not None:
        _end(tx, before, by)
    for event in found.round_of.events:
        # Who was named by hand before the standings were known would take a place from who has it by them.
        store.end_all(tx, tx.guild_id, event, tx.now)
    store.confirm(tx, round_id, by.person_id, tx.now)
    tournaments_summons_verbs.settle(tx, seats_subject(round_id))
    _log_seats(tx, found, "confirm_seats", by.person_id)
    follow(tx, _load(tx, round_id))
    return reading_verbs.view(tx, _load(tx, round_id))


def discard(tx: ActorTx, round_id: str) -> SeatsView:
    """An organiser leaves everything as it is; raises PlaysForSeats for who is meant by the invitations.

    The places in a match for the title are the committee's to give afterwards, by its vote (AIJE-D03-1).
    """
    by = organiser(tx)
    found = _find_undecided(tx, tx.guild_id, round_id)
    reading_verbs.refuse_invited(tx, found, by.person_id)
    store.close(tx, round_id, by.person_id, tx.now)
    tournaments_summons_verbs.settle(tx, seats_subject(round_id))
    _log_seats(tx, found, "discard_seats", by.person_id)
    tx.touch(seats_subject(round_id))
    return reading_verbs.view(tx, _load(tx, round_id))


def answer(tx: ActorTx, round_id: str, asked: Asked, *, accept: bool) -> SeatsView:
    """The invited says yes or no; a yes may become a no, and then the place passes on (AIJE-D04-1)."""
    person = server_verbs.recognise(tx)
    found = standing(tx, tx.guild_id, round_id)
    note_answer(tx, found, Invitation(asked, person.person_id), person, tx.pressed_at, accept=accept)
    act = "accept_seat" if accept else "decline_seat"
    _log_seats(tx, found, act, person.person_id, asked=asked.value)
    follow(tx, found)
    return reading_verbs.view(tx, _load(tx, round_id))


def note_answer(
    tx: Tx, seat_round: SeatRound, invitation: Invitation, by: Person, at: datetime, *, accept: bool
) -> None:
    """Writes what was answered; raises NotYours, Outdated for a place that has passed on, and AlreadyDone."""
    question = next((one for one in store.questions(tx, seat_round.round_id) if one.invitation == invitation), None)
    if question is None:
        raise NotYours
    if question.answer is Answer.SILENT or invitation not in reading_verbs.qualification(tx, seat_round).invitations():
        raise Outdated
    given = Answer.ACCEPTED if accept else Answer.DECLINED
    if not store.answer(tx, seat_round.round_id, invitation, given, by.person_id, at):
        raise AlreadyDone


def arrange(tx: ActorTx, number: int, start_at: datetime) -> Tournament:
    """Creates the event of a seat match, with both players entered and confirmed (AIJE-D02-1: played once)."""
    by = organiser(tx)
    found = store.round_in_force(tx, tx.guild_id)
    if found is None:
        raise Refused("error.NoSeatRound")
    view = reading_verbs.view(tx, found)
    match = next((one for one in view.qualification.matches if one.number == number), None)
    if match is None or len(match.sides) < 2 or not view.may_arrange(match):
        raise RefusedNumber("error.SeatMatchWaits", number=number)
    rulebook, players = preset(SEAT_MATCH), [view.people[side] for side in match.sides]
    title = rulebook.title_in(server_verbs.community(tx, tx.guild_id).language)
    # Nobody's name is in it: it stays after an erasure, and pages show it of who chose initials.
    name = f"{title} {start_at.year}-{number}"
    tournament = tournaments_verbs.created_by(tx, by, name, rulebook, start_at)
    for player in players:
        entry = entering_verbs.admit(tx, tournament, player, tx.now, by)
        entering_store.check_in(tx, entry.entrant.entrant_id, tx.now)
    store.arrange(tx, found.round_id, match, tournament.tournament_id)
    tx.touch(seats_subject(found.round_id))
    return tournament


def start_time_to_answer(tx: Tx, promised: Promise[SeatsOffered], delivery: Delivery) -> None:
    """Lets the time to answer run from the message in which the invited were told."""
    store.start_clocks(tx, promised.message.round_id, delivery.delivered_at + ANSWER_WITHIN)
    found = store.load(tx, promised.message.round_id)
    if found is not None:
        _reschedule(tx, found, delivery.delivered_at)


def expire(tx: Tx, round_id: str, step: Step) -> None:
    """Passes on the places of those who have said nothing in time; an outage gives them longer."""
    found = store.load(tx, round_id)
    if found is None or not found.stands or step is not Step.END_INVITATION:
        return
    late = [one for one in store.questions(tx, round_id) if one.is_open and _is_over(tx, found, one)]
    for question in late:
        said = question.invitation
        if _registered_meanwhile(tx, found, said):
            store.answer(tx, round_id, said, Answer.ACCEPTED, said.person_id, tx.now)
            continue
        store.answer(tx, round_id, question.invitation, Answer.SILENT, None, tx.now)
        details = {"asked": question.invitation.asked.value}
        _log_seats(tx, found, "let_seat_pass", None, person=question.invitation.person_id, **details)
    follow(tx, found)


def _registered_meanwhile(tx: Query, seat_round: SeatRound, invitation: Invitation) -> bool:
    """Whether the person has said yes by registering for the very event."""
    if invitation.asked is Asked.MATCH:
        return False
    event = reading_verbs.event_of(invitation)
    return reading_verbs.is_entered_for(tx, seat_round.guild_id, event, invitation.person_id)


def _note_played(tx: Tx, guild_id: GuildId, event: QualifyingEvent) -> None:
    """What was asked about an event that has been played is asked no more."""
    seat_round = store.round_in_force(tx, guild_id, InvitationRound.filling(event))
    if seat_round is not None:
        store.note_played(tx, seat_round.round_id, event, tx.now)
        follow(tx, _load(tx, seat_round.round_id))


def propose_league(tx: Tx, guild_id: GuildId) -> None:
    """Invitations follow once a League and an Open have been played."""
    league, opened = (store.last_event(tx, guild_id, name) for name in STANDINGS_OF)
    if league is not None and opened is not None:
        propose_round(tx, guild_id, InvitationRound.LEAGUE, (league, opened))


def propose_round(tx: Tx, guild_id: GuildId, kind: InvitationRound, sources: tuple[TournamentId, ...]) -> None:
    """Brings the invitations before the organisers; older ones of the kind that nobody decided lapse."""
    lapse(tx, guild_id, kind)
    champions = people_store.world_titles(tx, guild_id)
    champion = max(champions, key=lambda one: one.won_at).person_id if champions else None
    fresh = tx.new_id()
    proposed = SeatRound(fresh, guild_id, kind, sources, champion, tx.now)
    store.add(tx, proposed)
    _log_seats(tx, proposed, "propose_seats", None)
    tell_committee(tx, guild_id, SeatsProposed(fresh))
    tournaments_summons_verbs.call(tx, guild_id, Matter(MatterKind.SEATS_PROPOSED, seats_subject(fresh), None))


def lapse(tx: Tx, guild_id: GuildId, kind: InvitationRound) -> None:
    """Lets go of the invitations of the kind that nobody has decided on."""
    before = store.proposed_round(tx, guild_id, kind)
    if before is not None:
        store.close(tx, before.round_id, None, tx.now)
        tournaments_summons_verbs.settle(tx, seats_subject(before.round_id))
        tx.touch(seats_subject(before.round_id))


def after_bar(tx: Tx, guild_id: GuildId, same_person_ids: Sequence[PersonId]) -> None:
    """A bar fell or was lifted: places of who may not play pass on, and it is said what becomes of the person's."""
    for kind in InvitationRound:
        waits = store.proposed_round(tx, guild_id, kind)
        if waits is not None:
            tx.touch(seats_subject(waits.round_id))
    for seat_round in store.rounds_in_force(tx, guild_id):
        follow(tx, seat_round)
        for person_id in same_person_ids:
            tell_if_gone(tx, seat_round, person_id)


def follow(tx: Tx, seat_round: SeatRound) -> None:
    """Brings seats and questions in line with what follows by now, and tells who is newly asked."""
    again = settle(tx, seat_round)
    found = reading_verbs.qualification(tx, seat_round)
    for event in seat_round.round_of.events:
        _seat(tx, seat_round, event, found.holders(event))
    asked = found.invitations()
    newly = [one for one in asked if store.ask(tx, seat_round.round_id, one, tx.now) or one in again]
    if newly:
        offered = SeatsOffered(seat_round.round_id, tuple(newly))
        tx.enqueue(seat_round.guild_id, Place.ANNOUNCEMENTS, offered)
    tx.touch(seats_subject(seat_round.round_id))
    _reschedule(tx, seat_round, tx.now)
    _ask_staff(tx, seat_round)
    filled = reading_verbs.view(tx, seat_round).is_filled()
    if not filled:
        store.note_wanting(tx, seat_round.round_id)
    elif store.note_filled(tx, seat_round.round_id, tx.now):
        tx.enqueue(seat_round.guild_id, Place.ANNOUNCEMENTS, SeatsFilled(seat_round.round_id))


def _ask_staff(tx: Tx, seat_round: SeatRound) -> None:
    """Tells the committee of a place that nobody is left for, once for each (AIJE-D02-1, AIJE-D03-1)."""
    view = reading_verbs.view(tx, seat_round)
    vacant = SeatVacant(seat_round.round_id, view.vacant, len(view.questions))
    told = [one.message for one in outbox.all_promises(tx, SeatVacant, seat_round.round_id)]
    if view.vacant and vacant not in told:
        tell_committee(tx, seat_round.guild_id, vacant)
    said = {one.message.person for one in outbox.all_promises(tx, SeatStaysEmpty, seat_round.round_id)}
    for person_id in view.left_empty:
        if person_id not in said:
            empty = SeatStaysEmpty(seat_round.round_id, person_id)
            tell_committee(tx, seat_round.guild_id, empty)


def _seat(tx: Tx, seat_round: SeatRound, event: QualifyingEvent, wanted: tuple[PersonId, ...]) -> None:
    held, by = store.of_round(tx, seat_round.round_id, event), seat_round.confirmed_by
    store.take_back(tx, seat_round.round_id, event, sorted(held - set(wanted)), tx.now)
    for person_id in wanted:
        if by is not None and person_id not in held:
            store.give(tx, seat_round.guild_id, event, person_id, by, tx.now, seat_round.round_id)


def _end(tx: Tx, seat_round: SeatRound, by: Person) -> None:
    """A new round takes the place of the one that stood, with its seats."""
    for event in seat_round.round_of.events:
        held = store.of_round(tx, seat_round.round_id, event)
        store.take_back(tx, seat_round.round_id, event, sorted(held), tx.now)
    store.close(tx, seat_round.round_id, by.person_id, tx.now)
    kernel_time_store.rewrite_deadlines(tx, seats_subject(seat_round.round_id), ())
    tx.touch(seats_subject(seat_round.round_id))


def _is_over(tx: Query, seat_round: SeatRound, question: Question) -> bool:
    return question.answer_by is not None and _closes_at(tx, seat_round.guild_id, question.answer_by) <= tx.now


def _closes_at(tx: Query, guild_id: GuildId, answer_by: datetime) -> datetime:
    asked_at = answer_by - ANSWER_WITHIN
    return (
        extend(asked_at, answer_by, kernel_time_store.outages_since(tx, guild_id, asked_at), REOPEN_FOR)
        + CLICKS_IN_FLIGHT
    )


def _reschedule(tx: Tx, seat_round: SeatRound, now: datetime) -> None:
    waiting = [question.answer_by for question in store.questions(tx, seat_round.round_id) if question.is_open]
    moments = [_closes_at(tx, seat_round.guild_id, moment) for moment in waiting if moment is not None]
    moments += ends(tx, seat_round, now)
    due = [(Step.END_INVITATION, min(moments))] if moments and seat_round.stands else []
    kernel_time_store.rewrite_deadlines(tx, seats_subject(seat_round.round_id), due)


def organiser(tx: ActorTx) -> Person:
    """Who pressed, where that is an organiser; raises NotAllowed."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.GIVE_SEATS)
    return person


def _find_undecided(tx: Query, guild_id: GuildId, round_id: str) -> SeatRound:
    found = store.load(tx, round_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    if found.confirmed_at is not None:
        raise AlreadyDone
    if found.closed_at is not None:
        raise Outdated
    return found


def standing(tx: Query, guild_id: GuildId, round_id: str) -> SeatRound:
    """The invitations of this server that hold; raises NotFound, and Outdated where others have taken their place."""
    found = store.load(tx, round_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    if not found.stands:
        raise Outdated
    return found


def _load(tx: Query, round_id: str) -> SeatRound:
    found = store.load(tx, round_id)
    if found is None:
        raise LookupError(round_id)
    return found


def _log_seats(tx: Tx, about: SeatRound, act: str, actor: PersonId | None, **details: str) -> None:
    subject = seats_subject(about.round_id)
    tx.log(about.guild_id, act, subject, actor=actor, details=details)


# --- after a correction ---------------------------------------------------------------------------------------------


def after_correction(tx: Tx, tournament: Tournament) -> None:
    """Brings the invitations in line with the corrected event, where they follow from it or from a match for a seat."""
    won_in = store.round_of_match(tx, tournament.tournament_id)
    for found in store.all_open(tx, tournament.guild_id):
        of_match = won_in is not None and won_in.round_id == found.round_id
        if of_match or tournament.tournament_id in found.sources:
            follow_corrections(tx, found)


def champion_moved(tx: Tx, guild_id: GuildId, lost: PersonId, champion: PersonId | None) -> None:
    """Whoever was taken for the champion is none: what hung on it in the invitations follows the right one."""
    for found in store.all_open(tx, guild_id):
        if found.champion == lost:
            store.note_champion(tx, found.round_id, champion)
            follow_corrections(tx, found)


def champion_named(tx: Tx, guild_id: GuildId, before: PersonId | None, champion: PersonId) -> None:
    """The champion was put on record by hand: invitations that nobody has decided on yet count with the right one."""
    for kind in InvitationRound:
        waits = store.proposed_round(tx, guild_id, kind)
        if waits is not None and waits.champion == before:
            store.note_champion(tx, waits.round_id, champion)
            tx.touch(reading_verbs.seats_subject(waits.round_id))


def follow_corrections(tx: Tx, before: SeatRound) -> None:
    """Seats and questions follow; who loses a seat by it is told, and the committee, who may have them on a list."""
    found = store.load(tx, before.round_id)
    tx.touch(reading_verbs.seats_subject(before.round_id))
    if found is None or not found.stands:
        return
    held = {event: store.of_round(tx, found.round_id, event) for event in found.round_of.events}
    follow(tx, found)
    lost = tuple(
        LostSeat(event, person_id)
        for event in found.round_of.events
        for person_id in sorted(held[event] - store.of_round(tx, found.round_id, event))
    )
    for place in (Place.ANNOUNCEMENTS, Place.COMMITTEE) if lost else ():
        promise(tx, found.guild_id, place, SeatsLost(found.round_id, lost))


# --- after past events ----------------------------------------------------------------------------------------------


_SOURCES = {InvitationRound.LEAGUE: STANDINGS_OF, InvitationRound.TITLE: (QualifyingEvent.CANDIDATES,)}


def after_bringing(tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
    """Ends the seats in what was played, and brings the invitations in line with the events that stand by now."""
    played = [one for one in brought if one.rulebook.official]
    for tournament in played if stand else ():
        _end_named(tx, tournament)
    for kind in InvitationRound:
        _propose(tx, guild_id, kind)
        for found in (store.proposed_round(tx, guild_id, kind), store.round_in_force(tx, guild_id, kind)):
            if found is not None:
                _follow(tx, found, stand=stand)
    for tournament in () if stand else played:
        _open_named(tx, tournament)


def _end_named(tx: Tx, tournament: Tournament) -> None:
    """Seats that were given by hand for the event end with it."""
    event = seats_of(tournament.rulebook)
    if event is not None:
        store.end_named(tx, tournament.guild_id, event, _end_of(tournament), tx.now)


def _open_named(tx: Tx, tournament: Tournament) -> None:
    """With an event taken back they are there again, where a place is left for them (AIJE-B03-1).

    They were given by hand or by the committee's vote, and either holds as before.
    """
    event, guild_id = seats_of(tournament.rulebook), tournament.guild_id
    brought_at = past_events_store.brought_at(tx, tournament.tournament_id)
    if event is None or brought_at is None:
        return
    for person_id in store.named_until(tx, guild_id, event, brought_at):
        try:
            reading_verbs.refuse(tx, guild_id, event, person_id, tx.now, by_vote=True)
        except UserError:
            continue
        store.open_named(tx, guild_id, event, person_id, brought_at)


def _propose(tx: Tx, guild_id: GuildId, kind: InvitationRound) -> None:
    """Proposes what follows from the latest events, unless an organiser has decided on that before."""
    latest = [store.last_event(tx, guild_id, name) for name in _SOURCES[kind]]
    sources = tuple(one for one in latest if one is not None)
    follows = len(sources) == len(latest) and not store.was_decided(tx, kind, sources)
    if follows and kind is InvitationRound.TITLE:
        follows = QualifyingEvent.WORLD not in _kinds_of(_later(tx, guild_id, sources))
    waits = store.proposed_round(tx, guild_id, kind)
    if not follows:
        lapse(tx, guild_id, kind)
    elif waits is None or waits.sources != sources:
        propose_round(tx, guild_id, kind, sources)


def _follow(tx: Tx, seat_round: SeatRound, *, stand: bool) -> None:
    """What was played since the round's own events, and the seats that matches have given."""
    later = _later(tx, seat_round.guild_id, seat_round.sources)
    for event in seat_round.round_of.events:
        store.note_played(tx, seat_round.round_id, event, tx.now if event in _kinds_of(later) else None)
    for tournament in later:
        if tournament.rulebook.name == SEAT_MATCH and seat_round.round_of is InvitationRound.LEAGUE:
            _note_seat_match(tx, seat_round, tournament)
    tx.touch(reading_verbs.seats_subject(seat_round.round_id))
    again = store.load(tx, seat_round.round_id)
    if again is not None and again.stands:
        (follow if stand else follow_corrections)(tx, again)


def _later(tx: Query, guild_id: GuildId, sources: Sequence[TournamentId]) -> list[Tournament]:
    """What was played since the latest of these events, they themselves left out."""
    known = (tournaments_store.load(tx, source) for source in sources)
    since = max(_end_of(one) for one in known if one is not None)
    found = (tournaments_store.load(tx, one) for one in store.ended_since(tx, guild_id, since) if one not in sources)
    return [one for one in found if one is not None]


def _kinds_of(some: Sequence[Tournament]) -> set[QualifyingEvent | None]:
    return {seats_of(one.rulebook) for one in some if one.rulebook.official}


def _note_seat_match(tx: Tx, seat_round: SeatRound, tournament: Tournament) -> None:
    """Has the match decide the seat, where those two are to play for one; it may have decided what lapsed since."""
    before = store.round_of_match(tx, tournament.tournament_id)
    if before is not None and (before.closed_at is None or before.confirmed_at is not None):
        return
    players = set(person_of(tx, tournament).values())
    arranged = {match.number for _, match in reading_verbs.arranged_matches(tx, seat_round)}
    for match in reading_verbs.qualification(tx, seat_round).matches:
        if match.number not in arranged and len(match.sides) == len(players) and set(match.sides) == players:
            store.arrange(tx, seat_round.round_id, match, tournament.tournament_id)


def _end_of(tournament: Tournament) -> datetime:
    if tournament.ended_at is None:
        raise LookupError(tournament.tournament_id)
    return tournament.ended_at
