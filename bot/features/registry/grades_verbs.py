"""Grades (GO-25.3), and the numbers of a server's rating list: what holds, what held, and how they change (AIJE-B02-2).

A grade is declared by a player and confirmed by staff, or proposed by results and confirmed by the body. An event
takes the list's numbers when it is created (`bot/features/tournaments/official_verbs.py`), so that a change counts
from the next one on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.registry.model import GradeDecided, GradeView, GradeWaits, RatingTermsChanged, TermsView, TermsWish
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import LIST_WAITS_FOR, Signature, Signed
from bot.features.signing.verbs import SignedVerb
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import find_unfinished
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, Outdated, RefusedFor, Subject, UserError
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Capacity, GradeOrigin, GradeRecord, Person, Someone, promoted_to
from bot.play.entries import Entrant, Tournament
from bot.play.formats import FORMATS
from bot.play.rating import LEAST_INITIAL, LEAST_K, MOST_INITIAL, MOST_K, DatedTerms, RatingTerms, within_bounds
from bot.play.rulebook import Confirmers, Grade, GradeRules, read_grade
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import promise_publicly, tell_committee, write_to
from bot.server.verbs import refuse_more

# --- grades ---------------------------------------------------------------------------------------------------------


class UnreadableGrade(UserError):
    """What was written is no grade, or none that counts in the event; `lowest` is the lowest kyu, 0 for none."""

    text: str
    lowest: int


def declare(
    tx: ActorTx,
    tournament_id: TournamentId,
    text: str,
    who: Someone | None = None,
) -> GradeView:
    """Takes the grade that the presser declares, or that staff writes for another; it counts once it is confirmed.

    A declaration that waits is replaced. Raises NoGradesHere, UnreadableGrade, and AlreadyDone for the grade held.
    """
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    by = server_verbs.recognise(tx)
    person = by if who is None else _other(tx, by, who)
    rules = _rules(tournament)
    grade = read_grade(text)
    if grade is None or not rules.counts(grade):
        raise UnreadableGrade(text=text, lowest=rules.lowest_kyu)
    waits = people_ratings_store.waiting_grade(tx, person.person_id, GradeOrigin.DECLARED)
    if grade in (people_ratings_store.grade_of_person(tx, person.person_id), waits.grade if waits else None):
        raise AlreadyDone
    if who is None:
        refuse_more(Subject.GRADE, people_ratings_store.times_declared(tx, person.person_id))
    if waits is not None:
        _let_go(tx, waits)
    record = _add(tx, tournament, person.person_id, grade, GradeOrigin.DECLARED)
    _log_grade(tx, record, "declare_grade", by.person_id)
    return _view(tx, record)


def decide(tx: ActorTx, grade_id: str, *, confirm: bool) -> GradeView:
    """Confirms or refuses a grade: a declared one who the rulebook says, a promotion the leader or the President.

    Nobody decides in a matter of their own. A second press is AlreadyDone.
    """
    record = people_ratings_store.load_grade(tx, grade_id)
    if record is None or record.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    officer = server_verbs.recognise(tx)
    view = _view(tx, record)
    server_verbs.require(tx, officer, act_of(view))
    tournaments_recusal_verbs.refuse(tx, officer.person_id, act_of(view), record.person_id)
    if not record.waits:
        raise AlreadyDone
    if confirm and not people_ratings_store.confirm_grade(tx, record, officer.person_id, tx.now):
        raise Outdated
    if not confirm and not people_ratings_store.end_grade(tx, grade_id, officer.person_id, tx.now):
        raise Outdated
    tx.touch(grade_subject(grade_id))
    _log_grade(tx, record, "confirm_grade" if confirm else "refuse_grade", officer.person_id)
    _tell(tx, view, confirm=confirm)
    return _view(tx, record)


def propose(tx: Tx, tournament: Tournament) -> None:
    """After an event: proposes the promotions that its rulebook has for its places; the body confirms them.

    A higher grade takes the place of a lower one that waits.
    """
    rules = tournament.rulebook.grades
    if rules is None or not rules.promotions or tournament.rulebook.teams is not None:
        return
    rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
    for row in rows:
        entrant = entering_store.load(tx, row.entrant_id)
        if entrant is None or entrant.withdrawn_at is not None:
            continue
        grade = promoted_to(row.rank_to, people_ratings_store.grade_of_person(tx, entrant.person_id), rules.promotions)
        if grade is not None:
            _propose(tx, tournament, entrant.person_id, grade)


def _propose(tx: Tx, tournament: Tournament, person_id: PersonId, grade: Grade) -> None:
    waits = people_ratings_store.waiting_grade(tx, person_id, GradeOrigin.PROMOTION)
    if waits is not None and waits.grade.strength >= grade.strength:
        return
    if waits is not None:
        _let_go(tx, waits)
    record = _add(tx, tournament, person_id, grade, GradeOrigin.PROMOTION)
    _log_grade(tx, record, "propose_grade", None)


def lapse(tx: Tx, tournament: Tournament) -> None:
    """The event does not stand: lets go of the promotions that were proposed by it and that nobody has decided on.

    What another event had proposed waits again, where it had made room for a higher one.
    """
    for one in people_ratings_store.proposed_by(tx, tournament.tournament_id):
        _let_go(tx, one)
        _propose_again(tx, one.person_id)


def _let_go(tx: Tx, record: GradeRecord) -> None:
    """Nobody has to decide on it any more, and its question shows that."""
    people_ratings_store.end_grade(tx, record.grade_id, None, tx.now)
    tx.touch(grade_subject(record.grade_id))


def _propose_again(tx: Tx, person_id: PersonId) -> None:
    held = people_ratings_store.grade_of_person(tx, person_id)
    above = [
        lower_promotion
        for lower_promotion in people_ratings_store.lower_promotions(tx, person_id)
        if held is None or lower_promotion.grade.strength > held.strength
    ]
    best = max(above, key=lambda one: one.grade.strength, default=None)
    tournament = None if best is None else tournaments_store.load(tx, best.tournament_id)
    if best is not None and tournament is not None:
        _propose(tx, tournament, person_id, best.grade)


def freeze(tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
    """Writes the grades with which the entrants are drawn: from here on they are facts of the event."""
    rules = tournament.rulebook.grades
    if rules is None or tournament.rulebook.teams is not None:
        return
    known = people_ratings_store.grades_of_people(tx, [starter.person_id for starter in starters])
    for entrant in starters:
        grade = known.get(entrant.person_id)
        entering_store.note_grade(tx, entrant.entrant_id, str(grade) if grade and rules.counts(grade) else None)


def at_desk(tx: ActorQuery, grade_id: str) -> GradeView:
    """A grade for who may decide on it; raises NotAllowed or NotFound."""
    record = people_ratings_store.load_grade(tx, grade_id)
    if record is None or record.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    found = _view(tx, record)
    server_verbs.require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), act_of(found))
    return found


def grade_subject(grade_id: str) -> str:
    """How panels name the question about a grade."""
    return f"grade:{grade_id}"


def view(tx: Query, grade_id: str) -> GradeView | None:
    """A grade as it stands; None for an unknown id."""
    record = people_ratings_store.load_grade(tx, grade_id)
    return None if record is None else _view(tx, record)


def act_of(view: GradeView) -> Act:
    """What deciding on it asks for."""
    if view.record.origin is GradeOrigin.PROMOTION:
        return Act.DECIDE_TITLE
    return Act.CONFIRM_GRADE if view.rules.confirmed_by is Confirmers.ARBITERS else Act.CONFIRM_GRADE_AS_ORGANISER


def _rules(tournament: Tournament) -> GradeRules:
    if tournament.rulebook.grades is None:
        raise RefusedFor("error.NoGradesHere", name=tournament.name)
    return tournament.rulebook.grades


def _other(tx: ActorQuery, by: Person, who: Someone) -> Person:
    server_verbs.require(tx, by, Act.ENTER_OTHER_PERSON)
    person = server_verbs.find_known(tx, tx.guild_id, who)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return person


def _add(tx: Tx, tournament: Tournament, person_id: PersonId, grade: Grade, origin: GradeOrigin) -> GradeRecord:
    fresh = tx.new_id()
    record = GradeRecord(fresh, tournament.guild_id, person_id, grade, origin, tournament.tournament_id, tx.now)
    people_ratings_store.add_grade(tx, record)
    tell_committee(tx, tournament.guild_id, GradeWaits(fresh))
    return record


def _view(tx: Query, record: GradeRecord) -> GradeView:
    again = people_ratings_store.load_grade(tx, record.grade_id)
    person, tournament = people_store.load(tx, record.person_id), tournaments_store.load(tx, record.tournament_id)
    if again is None or person is None or tournament is None:
        raise NotFound(what=Subject.PERSON)
    place = None
    if record.origin is GradeOrigin.PROMOTION:
        rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
        own = entering_store.of_person(tx, tournament.tournament_id, record.person_id)
        place = next((row.rank_to for row in rows if own is not None and row.entrant_id == own.entrant_id), None)
    return GradeView(again, person, tournament, people_ratings_store.grade_of_person(tx, record.person_id), place)


def _tell(tx: Tx, view: GradeView, *, confirm: bool) -> None:
    """A promotion is for everybody; a declaration is answered to who made it."""
    record, guild_id = view.record, view.record.guild_id
    if record.origin is GradeOrigin.PROMOTION and confirm:
        promise_publicly(tx, guild_id, GradeDecided(record.grade_id))
    elif record.origin is GradeOrigin.DECLARED:
        write_to(tx, guild_id, view.person, GradeDecided(record.grade_id))


def _log_grade(tx: Tx, record: GradeRecord, act: str, by: PersonId | None) -> None:
    tx.log(
        record.guild_id,
        act,
        f"person:{record.person_id}",
        actor=by,
        tournament_id=record.tournament_id,
        details={"grade": str(record.grade), "person": record.person_id},
    )


# --- numbers of the rating list -------------------------------------------------------------------------------------


class TermsUnchanged(UserError):
    """The list has these numbers already."""

    k: float
    initial: float


class TermsOutOfBounds(UserError):
    """A number that no list has."""

    least_k: int = LEAST_K
    most_k: int = MOST_K
    least_initial: int = LEAST_INITIAL
    most_initial: int = MOST_INITIAL


def terms_view(tx: Query, guild_id: GuildId) -> TermsView:
    """What holds and what held, the latest first."""
    dated = tuple(reversed(people_ratings_store.every_terms(tx, guild_id)))
    meant = sorted({who for one in dated for who in (one.chosen_by, one.signed_by) if who is not None})
    return TermsView(dated, people_store.by_ids(tx, meant), bool(people_store.offices(tx, guild_id)))


def change(tx: ActorTx, k: float | None, initial: float | None) -> TermsView | None:
    """Gives the list other numbers, for events to come; answers None where it waits for a second signature.

    Raises NotAllowed, TermsOutOfBounds and TermsUnchanged.
    """
    person = server_verbs.recognise(tx)
    require(tx, person)
    before = tournaments_facts_verbs.present(tx, tx.guild_id)
    wanted = RatingTerms(before.initial if initial is None else initial, before.k if k is None else k)
    refuse(before, wanted)
    if _has_a_second(tx, tx.guild_id):
        wish = TermsWish(wanted.k, wanted.initial, before.k, before.initial)
        signing_verbs.ask(tx, person, wish, lapses=LIST_WAITS_FOR)
        return None
    set_terms(tx, tx.guild_id, wanted, person.person_id, None)
    return terms_view(tx, tx.guild_id)


def carry_out(tx: ActorTx, signature: Signature, wish: TermsWish) -> None:
    """Gives the list the numbers once they are signed; raises Outdated where others hold by now."""
    signer = people_store.of_member(tx, signature.guild_id, tx.actor.member_id)
    asker, asking = signing_verbs.asker_presser(tx, signature, tx.now)
    require(tx.acting_as(asking), asker)
    if tournaments_facts_verbs.present(tx, signature.guild_id) != wish.before:
        raise Outdated
    refuse(wish.before, wish.wanted)
    signed = None if signer is None or signer.person_id == asker.person_id else signer.person_id
    set_terms(tx, signature.guild_id, wish.wanted, asker.person_id, signed)


SIGNED: Final = {
    Signed.RATING_TERMS: SignedVerb(Act.SET_RATING_TERMS, TermsWish, carry_out, about=lambda _work, _wish: "terms")
}
"""Other numbers wait for the other officer."""


def require(tx: ActorQuery, person: Person) -> None:
    """Raises NotAllowed for all but leader and President, and for the owner as long as one of the two is there."""
    capacities = server_verbs.require(tx, person, Act.SET_RATING_TERMS)
    officers = frozenset({Capacity.PRESIDENT, Capacity.LEADER})
    if people_store.offices(tx, tx.guild_id) and capacities.isdisjoint(officers):
        raise NotAllowed(needed=(Capacity.PRESIDENT, Capacity.LEADER))


def refuse(before: RatingTerms, wanted: RatingTerms) -> None:
    """Raises TermsOutOfBounds and TermsUnchanged."""
    if not within_bounds(wanted):
        raise TermsOutOfBounds
    if wanted == before:
        raise TermsUnchanged(k=before.k, initial=before.initial)


def _has_a_second(tx: Query, guild_id: GuildId) -> bool:
    """Whether the server has a committee: then nobody changes its list alone."""
    return bool(people_store.offices(tx, guild_id)) or bool(people_store.arbiters(tx, guild_id))


def set_terms(tx: Tx, guild_id: GuildId, wanted: RatingTerms, chosen_by: PersonId, signed_by: PersonId | None) -> None:
    """Writes the numbers from now on, and tells everybody."""
    people_ratings_store.add_terms(tx, guild_id, DatedTerms(wanted, tx.now, chosen_by, signed_by))
    numbers = {"k": f"{wanted.k:g}", "initial": f"{wanted.initial:g}"}
    tx.log(guild_id, "set_rating_terms", "rating:terms", actor=chosen_by, details=numbers)
    promise_publicly(tx, guild_id, RatingTermsChanged(guild_id, tx.now))
