"""Letting somebody in who is late, for a reason, by the way that is left; and taking that back.

The way is found anew in the transaction that goes it, so that a first call, a first score or another's press in between
decides. Everything is on record: a redraw and a lot over byes with their proofs, the reason on the log.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.course import verbs as course_verbs
from bot.features.course.facts_verbs import facts, field_listed, publish, reveal
from bot.features.course.rounds_verbs import is_full, known_club, late_round
from bot.features.entering import eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.late.model import AskToComeLate, LateWay, LetIn, LetInLate, LetInView, MissedView, NoLateByRule
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import store as playing_store
from bot.features.replacing import store as replacing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import (
    as_entered,
    find_unfinished,
    named_among,
    outages_of,
    people_shown,
    strength,
)
from bot.features.tournaments.hooks import ENTRY_HOOKS, EVENT_HOOKS, tell_of_place
from bot.features.tournaments.promises_model import PlayerLeft
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.store import DrawPurpose
from bot.i18n.names import checked_reason
from bot.kernel import log
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, RefusedAt, RefusedFor, Subject, UserError
from bot.kernel.ids import ContestId, EntrantId, MemberId, Place, RoleId, TournamentId
from bot.kernel.log import Entry
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.course import length_of
from bot.play.draw import DRAWS_OF_A_FIELD
from bot.play.entries import Closing, Entrant, Phase, Tournament, check_in_closes_at, phase
from bot.play.late import free_byes, into_bye
from bot.play.rulebook import Lateness, entered_by_organisers
from bot.server import verbs as server_verbs
from bot.server.model import Act, Hanging
from bot.server.speaking_verbs import promise

# --- how somebody can still come in ---------------------------------------------------------------------------------


LET_IN: Final = "let_in_late"
"""The log's word for it."""
_NO_DELAY: Final = "AIJE-D01-5"
REASON_LIMIT: Final = 300


def way_in(tx: Query, tournament: Tournament, at: datetime) -> LateWay | None:
    """By which way somebody late comes in now; None where there is none, or check-in is not closed yet."""
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return None
    late = tournament.rulebook.check_in.late
    if late is not Lateness.NONE and not is_full(tx, tournament) and (way := _by_draw(tx, tournament)) is not None:
        return way
    return LateWay.ROUND if late_round(tx, tournament, at) is not None else None


def _by_draw(tx: Query, tournament: Tournament) -> LateWay | None:
    """By the draw to come, a new one, or the lot over free byes."""
    if phase(tournament) is Phase.DRAWING:
        return LateWay.DRAW
    if playing_rows_store.is_scored(tx, tournament.tournament_id):
        return None
    if rounds_drawing_verbs.can_be_redrawn(tournament) and not _was_redrawn(tx, tournament):
        return LateWay.REDRAW
    if tournament.first_call_at is not None and tournament.rulebook.check_in.late is Lateness.FIRST_CALL:
        return None
    has_link = tournaments_store.draws_made(tx, tournament.tournament_id) < DRAWS_OF_A_FIELD
    return LateWay.BYE if has_link and free_byes(facts(tx, tournament), tournament.rulebook) else None


def _was_redrawn(tx: Query, tournament: Tournament) -> bool:
    """Whether the event was drawn anew for somebody late before: it is once."""
    lines = log.of_tournament(tx, tournament.tournament_id)
    return any(one.act == LET_IN and one.details.get("way") == LateWay.REDRAW for one in lines)


def refusal_to_staff(tx: Query, tournament: Tournament) -> UserError:
    """Why nobody late comes in any more, and what is possible, for who runs the event."""
    name, late = tournament.name, tournament.rulebook.check_in.late
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return RefusedAt("error.NotLateYet", at=check_in_closes_at(tournament, outages_of(tx, tournament)))
    if late is Lateness.NONE:
        by_rule = _NO_DELAY in tournament.rulebook.cites
        return NoLateByRule(name=name, rule="D01-5") if by_rule else RefusedFor("error.NoLateHere", name=name)
    if is_full(tx, tournament):
        return RefusedFor("error.LateNoPlace", name=name)
    if playing_rows_store.is_scored(tx, tournament.tournament_id):
        return RefusedFor("error.LateAfterScore", name=name)
    if tournament.first_call_at is not None and late is Lateness.FIRST_CALL:
        return RefusedFor("error.LateAfterCall", name=name)
    return RefusedFor("error.LateNoBye", name=name)


def refuse_late(tx: ActorQuery, tournament: Tournament, *, staff: bool) -> None:
    """Raises what who comes after the close reads: staff what is possible, a player whom to ask, if that helps."""
    if staff:
        open_still = way_in(tx, tournament, tx.pressed_at) is not None
        raise (RefusedFor("error.UseLate", name=tournament.name) if open_still else refusal_to_staff(tx, tournament))
    if _may_be_let_in(tx, tournament, tx.pressed_at) and (asked := tournaments_summons_verbs.answering(tx, tournament)):
        closed_at = check_in_closes_at(tournament, outages_of(tx, tournament))
        raise AskToComeLate(at=closed_at, name=asked.name)


def _may_be_let_in(tx: Query, tournament: Tournament, at: datetime) -> bool:
    """Whether it helps to ask; in the seconds before the draw too."""
    if tournament.check_in_closed_at is None:
        return tournament.rulebook.check_in.late is not Lateness.NONE
    return way_in(tx, tournament, at) is not None


# --- who was missed -------------------------------------------------------------------------------------------------


def missed(tx: Query, tournament: Tournament) -> list[Entrant]:
    """Who had a place when check-in closed and did not confirm, or waited for one, in the order of registration."""
    tournament_id = tournament.tournament_id
    some = [one for word in ("absent", "left_over") for one in entering_store.with_outcome(tx, tournament_id, word)]
    return sorted((one for one in some if one.withdrawn_at is None), key=lambda one: one.number)


def missed_view(tx: ActorQuery, tournament_id: TournamentId) -> MissedView:
    """Those whom who presses can let in, by which way; raises why nobody can come in."""
    tournament = _find(tx, tournament_id)
    way = way_in(tx, tournament, tx.pressed_at)
    if way is None:
        raise refusal_to_staff(tx, tournament)
    return MissedView(tournament, way, tuple(people_shown(tx, missed(tx, tournament)).items()))


def missed_named(tx: ActorQuery, tournament_id: TournamentId, typed: str, limit: int) -> list[tuple[EntrantId, str]]:
    """The first of them with that in their name, for who may let them in."""
    return named_among(tx, missed(tx, _find(tx, tournament_id)), typed, limit)


def to_let_in(tx: ActorQuery, entrant_id: EntrantId) -> LetIn:
    """The entry that staff is about to let in; raises before a reason is asked."""
    entrant = entering_store.load(tx, entrant_id)
    tournament = None if entrant is None else _find(tx, entrant.tournament_id)
    person = None if entrant is None else people_store.load(tx, entrant.person_id)
    if entrant is None or tournament is None or person is None:
        raise NotFound(what=Subject.ENTRANT)
    staff = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    own = None if staff is None else staff.person_id
    tournaments_recusal_verbs.refuse_where_others_can(tx, own, Act.ENTER_LATE, tournament)
    _refuse_who_played(tx, entrant, person)
    way = way_in(tx, tournament, tx.pressed_at)
    if way is None:
        raise refusal_to_staff(tx, tournament)
    return LetIn(tournament, entrant, as_entered(person, entrant), way)


def _find(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event that goes on, for who may let somebody in late."""
    server_verbs.require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), Act.ENTER_LATE)
    return find_unfinished(tx, tx.guild_id, tournament_id)


def _refuse_who_played(tx: Query, entrant: Entrant, person: Person) -> None:
    if replacing_store.of_who_left(tx, entrant.tournament_id, entrant.person_id) is not None:
        raise RefusedFor("error.LateHasLeft", name=person.name)
    if not entering_store.is_starter(tx, entrant.entrant_id):
        return
    if entrant.withdrawn_at is not None:
        raise RefusedFor("error.LateHasLeft", name=person.name)
    raise RefusedFor("error.LatePlays", name=person.name)


# --- letting them in ------------------------------------------------------------------------------------------------


@repeatable
def let_in(tx: ActorTx, entrant_id: EntrantId, reason: str) -> LetIn:
    """Lets in somebody who was on the list when check-in closed; raises what keeps them out, for staff to read."""
    found = to_let_in(tx, entrant_id)
    person = people_store.load(tx, found.entrant.person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return _let_in(tx, found.tournament, person, found.entrant, reason)


@repeatable
def let_in_member(
    tx: ActorTx,
    tournament_id: TournamentId,
    member: tuple[MemberId, str],
    reason: str,
    roles: frozenset[RoleId] = frozenset(),
) -> LetIn:
    """As `let_in`, of a member of the server, who need not be on the list but has to meet the event's conditions."""
    tournament = _find(tx, tournament_id)
    person = server_verbs.somebody(tx, tx.guild_id, member)
    known = entering_store.of_person(tx, tournament_id, person.person_id)
    if known is None and tournament.rulebook.teams is not None:
        raise RefusedFor("error.LateTeams", name=tournament.name)
    staff = server_verbs.recognise(tx)
    if eligibility_verbs.somebody_lacks(tx, tournament, (person, staff), roles):
        raise RefusedFor("error.LateLacks", name=person.name)
    return _let_in(tx, tournament, person, known, reason)


def _let_in(tx: ActorTx, tournament: Tournament, person: Person, known: Entrant | None, reason: str) -> LetIn:
    staff, why = server_verbs.recognise(tx), checked_reason(reason, REASON_LIMIT)
    if known is not None:
        _refuse_who_played(tx, known, person)
    way = way_in(tx, tournament, tx.pressed_at)
    if way is None:
        raise refusal_to_staff(tx, tournament)
    _refuse_unfit(tx, tournament, person)
    entrant = _write(tx, tournament, person, known, staff, way, why)
    # Who lets themself in has a stake from now on, as everybody who plays in it.
    tournaments_recusal_verbs.refuse_in_event(tx, staff.person_id, Act.ENTER_LATE, tournament)
    met = _go(tx, tournament, entrant, staff, way, why)
    if known is None and person != staff:
        entering_store.note_own_word(tx, entrant.entrant_id, given=False)
    said = LetInLate(entrant.entrant_id, way, staff.person_id, why, met)
    if way is not LateWay.REDRAW:
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, said)
    return LetIn(tournament, entrant, as_entered(person, entrant), way, _person(tx, met))


def _refuse_unfit(tx: ActorTx, tournament: Tournament, person: Person) -> None:
    """Raises what keeps the person from any entry: a bar, a seat elsewhere, an account that is lacking."""
    invites = entered_by_organisers(tournament.rulebook)
    eligibility_verbs.refuse_barred(tx, tournament, person.person_id, tx.pressed_at, invited_now=invites)
    site = tournament.rulebook.registration.account
    if site is not None and people_account_store.account_of_person(tx, person.person_id, site) is None:
        raise RefusedFor("error.LateAccount", name=person.name)


def _new_entry(tx: ActorTx, tournament: Tournament, person: Person) -> Entrant:
    tournament_id, person_id = tournament.tournament_id, person.person_id
    number, club = entering_store.next_number(tx, tournament_id), known_club(tx, tournament, person_id)
    return Entrant(EntrantId(tx.new_id()), tournament_id, person_id, number, tx.pressed_at, club=club)


def _write(
    tx: ActorTx,
    tournament: Tournament,
    person: Person,
    known: Entrant | None,
    staff: Person,
    way: LateWay,
    why: str,
) -> Entrant:
    """Makes the entry one of the field."""
    if way is LateWay.ROUND:
        return entering_verbs.admit(tx, tournament, person, tx.pressed_at, by=staff, why=why).entrant
    entrant = known or _new_entry(tx, tournament, person)
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.refuse_check_in(tx, tournament, entrant)
    if not entering_verbs.is_complete(tx, tournament, entrant.entrant_id):
        raise RefusedFor("error.LateIncomplete", name=person.name)
    entrant = replace(entrant, checked_in_at=entrant.checked_in_at or tx.pressed_at, withdrawn_at=None)
    if known is None:
        entering_store.add(tx, entrant, staff.person_id)
    else:
        moments = (entrant.registered_at, entrant.checked_in_at)
        entering_store.enter_again(tx, entrant.entrant_id, entrant.number, *moments)
    entering_store.decide_outcome(tx, entrant.entrant_id, "starter")
    return entrant


def _go(
    tx: ActorTx, tournament: Tournament, entrant: Entrant, staff: Person, way: LateWay, why: str
) -> EntrantId | None:
    """Takes the way; answers who had the bye."""
    if way is LateWay.ROUND:
        return None
    for hook in ENTRY_HOOKS.of(tournament.rulebook):
        hook.check_in_closed(tx, tournament, Closing((entrant,), (), ()))
    tell_of_place(tx, tournament, entrant.person_id)
    entered = entrant.entrant_id
    tournaments_facts_verbs.record(tx, tournament, LET_IN, staff, why=why, entrant=entered, way=way.value)
    if way is LateWay.REDRAW:
        # Before the draw that follows from it, so that it is read first.
        told = LetInLate(entrant.entrant_id, way, staff.person_id, why)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, told)
        rounds_drawing_verbs.draw_with(tx, tournament, staff.person_id, why)
        return None
    if way is LateWay.BYE:
        return _into_bye(tx, tournament, entrant, staff, why)
    return None


def _into_bye(tx: Tx, tournament: Tournament, entrant: Entrant, staff: Person, why: str) -> EntrantId:
    """Draws the bye, and writes the match in its place; nothing else of the event changes."""
    tournament_id, rulebook, known = tournament.tournament_id, tournament.rulebook, facts(tx, tournament)
    for hook in EVENT_HOOKS.of(rulebook):
        hook.before_draw(tx, tournament, [entrant])
    listed, seeds = _field_with(tx, tournament, entrant)
    record = reveal(tx, tournament, listed, staff.person_id, why, DrawPurpose.LATE, seeds)
    found = into_bye(known, rulebook, entrant.entrant_id, record.stream())
    course_verbs.void(tx, tournament, [found.bye], playing_store.TAKEN_BY_LATE)
    contest_id, length = ContestId(tx.new_id()), length_of(found.match, rulebook)
    playing_store.add(tx, tournament_id, record.number, contest_id, found.match, length, tx.now)
    publish(tx, tournament, record, "draw_lot")
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament_id)
    return found.bye.sides[0]


def _field_with(
    tx: Query, tournament: Tournament, entrant: Entrant
) -> tuple[list[tuple[EntrantId, float | None]], dict[EntrantId, int]]:
    """The published list with the late one in it, and the seeds that stand there by hand."""
    before = field_listed(tournaments_store.draws_with_purpose(tx, tournament.tournament_id)) or ()
    listed = [(one.entrant_id, None if one.rating is None else float(one.rating)) for one in before]
    rated = people_ratings_store.ratings(tx, tournament.guild_id)
    seeds = {one.entrant_id: one.seed for one in before if one.seed is not None}
    return [*listed, (entrant.entrant_id, strength(tx, entrant, rated))], seeds


def _person(tx: Query, entrant_id: EntrantId | None) -> Person | None:
    found = [] if entrant_id is None else entering_store.by_ids(tx, [entrant_id])
    return next(iter(people_shown(tx, found).values()), None)


def let_in_view(tx: Query, told: LetInLate) -> LetInView | None:
    """What is told to all; None where the person does not play any more."""
    entrant = entering_store.load(tx, told.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    person, by = _person(tx, told.entrant_id), people_store.load(tx, told.by)
    if entrant is None or tournament is None or person is None or by is None or entrant.withdrawn_at is not None:
        return None
    return LetInView(LetIn(tournament, entrant, person, told.way, _person(tx, told.met)), by, told.reason)


# --- taking it back -------------------------------------------------------------------------------------------------


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the late one in: a score of theirs, or the end."""
    entrant = entering_store.load(tx, EntrantId(entry.details["entrant"]))
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None or phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return Hanging.CLOSED
    if entrant is None or entrant.withdrawn_at is not None:
        return Hanging.TAKEN_BACK
    own = playing_store.of_entrant(tx, entrant.entrant_id)
    return Hanging.BUILT_ON if any(_has_word(tx, one.contest.contest_id) for one in own) else None


def _has_word(tx: Query, contest_id: ContestId) -> bool:
    match = playing_store.load(tx, contest_id)
    return match is not None and (
        match.contest.result is not None or bool(playing_reports_store.of_contest(tx, contest_id))
    )


def turn_back(tx: Tx, entry: Entry, by: Person) -> None:
    """The late one is out: by one more draw before the first call, and after it the other side goes on."""
    entrant_id = EntrantId(entry.details["entrant"])
    tournament = None if entry.tournament_id is None else tournaments_store.load(tx, entry.tournament_id)
    if tournament is None:
        raise LookupError(entry.subject)
    entering_store.withdraw(tx, entrant_id, tx.now)
    tournaments_facts_verbs.record(tx, tournament, "leave", by, entrant=entrant_id)
    again = rounds_drawing_verbs.can_be_redrawn(tournament) and entry.details["way"] != LateWay.BYE
    if again and _enough(tx, tournament):
        rounds_drawing_verbs.draw_with(tx, tournament, by.person_id, entry.why or "-")
        return
    promise(tx, tournament.guild_id, Place.MATCHES, PlayerLeft(entrant_id))
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


def _enough(tx: Query, tournament: Tournament) -> bool:
    return entering_store.still_playing(tx, tournament.tournament_id) >= tournament.rulebook.minimum_entrants
