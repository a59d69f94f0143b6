"""Invitations to the Candidates and the next League: proposed, confirmed, answered (AIJE-D02-1, AIJE-D04-1)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.announcements import Delivery, Promise, Saying
from bot.domain.community import Person, Place, Presser
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.entering.qualification import Asked, Invitation, QualifyingEvent
from bot.domain.entering.seats import ANSWER_WITHIN, REOPEN_FOR, SEAT_MATCH, Answer, Question, SeatRound, SeatsView
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, MemberId, Occasion, PersonId
from bot.domain.outages import extend
from bot.domain.permissions import Act
from bot.errors import AlreadyDone, NotFound, NotYours, Outdated, Subject, UserError
from bot.rulebooks.library import preset
from bot.services import people as people_service
from bot.services.entering import registration, seats_reading
from bot.services.events import tournaments
from bot.services.speaking import promise
from bot.storage import bars, deadlines, entrants, log, outages, panels, seats, titles
from bot.storage.database import Work

_STANDINGS_OF = (QualifyingEvent.LEAGUE, "aije-open")
"""Rulebooks whose standings say who is invited."""
_EVENT_OF = {Asked.LEAGUE: QualifyingEvent.LEAGUE, Asked.CANDIDATES: QualifyingEvent.CANDIDATES}


class NoSeatRound(UserError):
    """No invitations stand: a League and an Open have to end first, and an organiser has to confirm."""


class SeatMatchWaits(UserError):
    """The seat match cannot be arranged now: somebody has not agreed to play, or it is arranged or decided already."""

    number: int


class NoSeatToTake(UserError):
    """The person holds no seat in that event."""

    name: str


def seats_subject(round_id: str) -> str:
    """How deadlines and panels name a round of invitations."""
    return f"seats:{round_id}"


def after_event(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """What the end of an event means for seats: those for it end, others are won, or a new round is proposed."""
    played = tournament.rulebook.name
    won_in = seats.round_of_match(work, tournament.tournament_id)
    if won_in is not None and won_in.stands:
        follow(work, occasion, won_in)
    if not tournament.rulebook.official:
        return
    for event in QualifyingEvent:
        if event == played:
            seats.end_all(work, tournament.guild_id, event, occasion.now)
            _note_played(work, occasion, tournament.guild_id, event)
    if played in _STANDINGS_OF:
        _propose(work, occasion, tournament.guild_id)


def confirm(work: Work, occasion: Occasion, presser: Presser, round_id: str) -> SeatsView:
    """An organiser lets the invitations go out: sure seats are held from now on, and an older round ends."""
    by = _organiser(work, occasion, presser)
    found = _undecided(work, presser.guild_id, round_id)
    before = seats.standing(work, presser.guild_id)
    if before is not None:
        _end(work, occasion, before, by)
    seats.confirm(work, round_id, by.person_id, occasion.now)
    _record(work, occasion, found, "confirm_seats", by.person_id)
    follow(work, occasion, _loaded(work, round_id))
    return seats_reading.view(work, _loaded(work, round_id))


def discard(work: Work, occasion: Occasion, presser: Presser, round_id: str) -> SeatsView:
    """An organiser leaves everything as it is."""
    by = _organiser(work, occasion, presser)
    found = _undecided(work, presser.guild_id, round_id)
    seats.close(work, round_id, by.person_id, occasion.now)
    _record(work, occasion, found, "discard_seats", by.person_id)
    panels.mark_stale(work, seats_subject(round_id), occasion.now)
    return seats_reading.view(work, _loaded(work, round_id))


def answer(work: Work, occasion: Occasion, presser: Presser, round_id: str, asked: Asked, *, accept: bool) -> SeatsView:
    """The invited says yes or no; a yes may become a no, and then the place passes on (AIJE-D04-1)."""
    person = people_service.recognise(work, occasion, presser)
    found = _standing(work, presser.guild_id, round_id)
    invitation = Invitation(asked, person.person_id)
    question = next((one for one in seats.questions(work, round_id) if one.invitation == invitation), None)
    if question is None:
        raise NotYours
    if question.answer is Answer.SILENT or invitation not in seats_reading.qualification(work, found).invitations():
        raise Outdated
    given = Answer.ACCEPTED if accept else Answer.DECLINED
    if not seats.answer(work, round_id, invitation, given, person.person_id, presser.at):
        raise AlreadyDone
    act = "accept_seat" if accept else "decline_seat"
    _record(work, occasion, found, act, person.person_id, asked=asked.value)
    follow(work, occasion, found)
    return seats_reading.view(work, _loaded(work, round_id))


def arrange(work: Work, occasion: Occasion, presser: Presser, number: int, start_at: datetime) -> Tournament:
    """Creates the event of a seat match, with both players entered and confirmed (AIJE-D02-1: played once)."""
    by = _organiser(work, occasion, presser)
    found = seats.standing(work, presser.guild_id)
    if found is None:
        raise NoSeatRound
    view = seats_reading.view(work, found)
    match = next((one for one in view.qualification.matches if one.number == number), None)
    if match is None or len(match.sides) < 2 or not view.may_arrange(match):
        raise SeatMatchWaits(number=number)
    rulebook, players = preset(SEAT_MATCH), [view.people[side] for side in match.sides]
    name = f"{rulebook.title}: {players[0].name} - {players[1].name}"[: tournaments.NAME_LIMIT]
    tournament = tournaments.created_by(work, occasion, by, name, rulebook, start_at)
    for player in players:
        entry = registration.admit(work, occasion, tournament, player, occasion.now, by)
        entrants.check_in(work, entry.entrant.entrant_id, occasion.now)
    seats.arrange(work, found.round_id, match, tournament.tournament_id)
    panels.mark_stale(work, seats_subject(found.round_id), occasion.now)
    return tournament


def give(
    work: Work, occasion: Occasion, presser: Presser, member: tuple[MemberId, str], event: QualifyingEvent
) -> Person:
    """An organiser gives a seat by hand, as for a first League, which has no standings before it."""
    by = _organiser(work, occasion, presser)
    person = people_service.somebody(work, occasion, presser.guild_id, member)
    if bars.has_seat(work, presser.guild_id, event, person.person_id):
        raise AlreadyDone
    bars.give_seat(work, presser.guild_id, event, person.person_id, occasion.now, by.person_id)
    _log(work, occasion, presser.guild_id, "give_seat", by.person_id, person, event)
    return person


def take(
    work: Work, occasion: Occasion, presser: Presser, member: tuple[MemberId, str], event: QualifyingEvent
) -> Person:
    """An organiser takes a seat away; one that came by invitation counts as declined, and passes on."""
    by = _organiser(work, occasion, presser)
    person = people_service.somebody(work, occasion, presser.guild_id, member)
    if not bars.take_seat_back(work, presser.guild_id, event, person.person_id, occasion.now):
        raise NoSeatToTake(name=person.name)
    _log(work, occasion, presser.guild_id, "take_seat", by.person_id, person, event)
    standing = seats.standing(work, presser.guild_id)
    if standing is not None:
        asked = next(one for one, what in _EVENT_OF.items() if what is event)
        invitation = Invitation(asked, person.person_id)
        seats.ask(work, standing.round_id, invitation, occasion.now)
        seats.answer(work, standing.round_id, invitation, Answer.DECLINED, by.person_id, occasion.now)
        follow(work, occasion, standing)
    return person


def noticed(work: Work, _: Occasion, promised: Promise, delivery: Delivery) -> None:
    """Lets the time to answer run from the message in which the invited were told."""
    seats.start_clocks(work, promised.subject, delivery.delivered_at + ANSWER_WITHIN)
    found = seats.load(work, promised.subject)
    if found is not None:
        _reschedule(work, found)


def expire(work: Work, occasion: Occasion, round_id: str, step: Step) -> None:
    """Passes on the places of those who have said nothing in time; an outage gives them longer."""
    found = seats.load(work, round_id)
    if found is None or not found.stands or step is not Step.END_INVITATION:
        return
    late = [one for one in seats.questions(work, round_id) if one.is_open and _is_over(work, one, occasion.now)]
    for question in late:
        seats.answer(work, round_id, question.invitation, Answer.SILENT, None, occasion.now)
        details = {"asked": question.invitation.asked.value}
        _record(work, occasion, found, "let_seat_pass", None, person=question.invitation.person_id, **details)
    follow(work, occasion, found)


def _note_played(work: Work, occasion: Occasion, guild_id: GuildId, event: QualifyingEvent) -> None:
    """What was asked about an event that has been played is asked no more."""
    standing = seats.standing(work, guild_id)
    if standing is not None:
        seats.note_played(work, standing.round_id, event, occasion.now)
        follow(work, occasion, _loaded(work, standing.round_id))


def _propose(work: Work, occasion: Occasion, guild_id: GuildId) -> None:
    """Brings the invitations before the organisers once a League and an Open have been played; an older one lapses."""
    league, opened = (seats.last_event(work, guild_id, name) for name in _STANDINGS_OF)
    if league is None or opened is None:
        return
    before = seats.proposed(work, guild_id)
    if before is not None:
        seats.close(work, before.round_id, None, occasion.now)
        panels.mark_stale(work, seats_subject(before.round_id), occasion.now)
    champions = titles.world_titles(work, guild_id)
    champion = max(champions, key=lambda one: one.won_at).person_id if champions else None
    fresh = occasion.ids.fresh()
    proposed = SeatRound(fresh, guild_id, league, opened, champion, occasion.now)
    seats.add(work, proposed)
    _record(work, occasion, proposed, "propose_seats", None)
    promise(work, occasion, guild_id, Place.COMMITTEE, Saying.SEATS_PROPOSED, fresh)


def follow(work: Work, occasion: Occasion, standing: SeatRound) -> None:
    """Brings seats and questions in line with what follows by now, and tells who is newly asked."""
    found = seats_reading.qualification(work, standing)
    for event in QualifyingEvent:
        _seat(work, occasion, standing, event, found.holders(event))
    newly = [one for one in found.invitations() if seats.ask(work, standing.round_id, one, occasion.now)]
    if newly:
        asked = ",".join(f"{one.asked.value}.{one.person_id}" for one in newly)
        place = Place.ANNOUNCEMENTS
        promise(work, occasion, standing.guild_id, place, Saying.SEATS_OFFERED, standing.round_id, asked=asked)
    panels.mark_stale(work, seats_subject(standing.round_id), occasion.now)
    _reschedule(work, standing)
    filled = seats_reading.view(work, standing).is_filled()
    if not filled:
        seats.note_wanting(work, standing.round_id)
    elif seats.note_filled(work, standing.round_id, occasion.now):
        promise(work, occasion, standing.guild_id, Place.ANNOUNCEMENTS, Saying.SEATS_FILLED, standing.round_id)


def _seat(
    work: Work, occasion: Occasion, standing: SeatRound, event: QualifyingEvent, wanted: tuple[PersonId, ...]
) -> None:
    held, by = seats.of_round(work, standing.round_id, event), standing.confirmed_by
    seats.take_back(work, standing.round_id, event, sorted(held - set(wanted)), occasion.now)
    for person_id in wanted:
        if by is not None and person_id not in held:
            seats.give(work, standing.guild_id, event, person_id, by, occasion.now, standing.round_id)


def _end(work: Work, occasion: Occasion, standing: SeatRound, by: Person) -> None:
    """A new round takes the place of the one that stood, with its seats."""
    for event in QualifyingEvent:
        held = seats.of_round(work, standing.round_id, event)
        seats.take_back(work, standing.round_id, event, sorted(held), occasion.now)
    seats.close(work, standing.round_id, by.person_id, occasion.now)
    deadlines.rewrite(work, seats_subject(standing.round_id), ())
    panels.mark_stale(work, seats_subject(standing.round_id), occasion.now)


def _is_over(work: Work, question: Question, now: datetime) -> bool:
    return question.answer_by is not None and _closes_at(work, question.answer_by) <= now


def _closes_at(work: Work, answer_by: datetime) -> datetime:
    asked_at = answer_by - ANSWER_WITHIN
    return extend(asked_at, answer_by, outages.since(work, asked_at), REOPEN_FOR) + CLICKS_IN_FLIGHT


def _reschedule(work: Work, standing: SeatRound) -> None:
    waiting = [one.answer_by for one in seats.questions(work, standing.round_id) if one.is_open]
    moments = [_closes_at(work, moment) for moment in waiting if moment is not None]
    due = [(Step.END_INVITATION, min(moments))] if moments and standing.stands else []
    deadlines.rewrite(work, seats_subject(standing.round_id), due)


def _organiser(work: Work, occasion: Occasion, presser: Presser) -> Person:
    person = people_service.recognise(work, occasion, presser)
    people_service.require(work, presser, person, Act.CREATE_TOURNAMENT)
    return person


def _undecided(work: Work, guild_id: GuildId, round_id: str) -> SeatRound:
    found = seats.load(work, round_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    if found.confirmed_at is not None:
        raise AlreadyDone
    if found.closed_at is not None:
        raise Outdated
    return found


def _standing(work: Work, guild_id: GuildId, round_id: str) -> SeatRound:
    found = seats.load(work, round_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    if not found.stands:
        raise Outdated
    return found


def _loaded(work: Work, round_id: str) -> SeatRound:
    found = seats.load(work, round_id)
    if found is None:
        raise LookupError(round_id)
    return found


def _record(work: Work, occasion: Occasion, about: SeatRound, act: str, actor: PersonId | None, **details: str) -> None:
    subject = seats_subject(about.round_id)
    log.add(work, about.guild_id, occasion.now, act, subject, actor=actor, details=details)


def _log(
    work: Work,
    occasion: Occasion,
    guild_id: GuildId,
    act: str,
    by: PersonId,
    person: Person,
    event: QualifyingEvent,
) -> None:
    about = f"person:{person.person_id}"
    log.add(work, guild_id, occasion.now, act, about, actor=by, details={"event": event.value})
