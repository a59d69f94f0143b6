"""Grades: declared by players, confirmed by staff, proposed by results and confirmed by the body (GO-25.3)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.community import Person, Someone
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.formats import FORMATS
from bot.domain.grades import Grade, read_grade
from bot.domain.ids import PersonId, TournamentId
from bot.domain.permissions import Act
from bot.domain.registry.grade_views import GradeView
from bot.domain.registry.grades import GradeOrigin, GradeRecord, promoted_to
from bot.domain.registry.sayings import GradeDecided, GradeWaits
from bot.domain.regulation.grade_rules import Confirmers, GradeRules
from bot.errors import AlreadyDone, NotFound, Outdated, Subject, UserError
from bot.services import access, recusal
from bot.services.event_facts import facts
from bot.services.events.tournaments import find_unfinished
from bot.services.quotas import refuse_more
from bot.services.speaking import promise_publicly, tell_committee, write_to
from bot.storage import entrants, grades, people, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


class NoGradesHere(UserError):
    """The event's rulebook knows no grades."""

    name: str


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
    by = access.recognise(tx)
    person = by if who is None else _other(tx, by, who)
    rules = _rules(tournament)
    grade = read_grade(text)
    if grade is None or not rules.counts(grade):
        raise UnreadableGrade(text=text, lowest=rules.lowest_kyu)
    waits = grades.waiting(tx, person.person_id, GradeOrigin.DECLARED)
    if grade in (grades.of_person(tx, person.person_id), waits.grade if waits else None):
        raise AlreadyDone
    if who is None:
        refuse_more(Subject.GRADE, grades.times_declared(tx, person.person_id))
    if waits is not None:
        _let_go(tx, waits)
    record = _add(tx, tournament, person.person_id, grade, GradeOrigin.DECLARED)
    _log_grade(tx, record, "declare_grade", by.person_id)
    return _view(tx, record)


def decide(tx: ActorTx, grade_id: str, *, confirm: bool) -> GradeView:
    """Confirms or refuses a grade: a declared one who the rulebook says, a promotion the leader or the President.

    Nobody decides in a matter of their own. A second press is AlreadyDone.
    """
    record = grades.load(tx, grade_id)
    if record is None or record.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    officer = access.recognise(tx)
    view = _view(tx, record)
    access.require(tx, officer, act_of(view))
    recusal.refuse(tx, officer.person_id, act_of(view), record.person_id)
    if not record.waits:
        raise AlreadyDone
    if confirm and not grades.confirm(tx, record, officer.person_id, tx.now):
        raise Outdated
    if not confirm and not grades.end(tx, grade_id, officer.person_id, tx.now):
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
        entrant = entrants.load(tx, row.entrant_id)
        if entrant is None or entrant.withdrawn_at is not None:
            continue
        grade = promoted_to(row.rank_to, grades.of_person(tx, entrant.person_id), rules.promotions)
        if grade is not None:
            _propose(tx, tournament, entrant.person_id, grade)


def _propose(tx: Tx, tournament: Tournament, person_id: PersonId, grade: Grade) -> None:
    waits = grades.waiting(tx, person_id, GradeOrigin.PROMOTION)
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
    for one in grades.proposed_by(tx, tournament.tournament_id):
        _let_go(tx, one)
        _propose_again(tx, one.person_id)


def _let_go(tx: Tx, record: GradeRecord) -> None:
    """Nobody has to decide on it any more, and its question shows that."""
    grades.end(tx, record.grade_id, None, tx.now)
    tx.touch(grade_subject(record.grade_id))


def _propose_again(tx: Tx, person_id: PersonId) -> None:
    held = grades.of_person(tx, person_id)
    above = [
        one for one in grades.lower_promotions(tx, person_id) if held is None or one.grade.strength > held.strength
    ]
    best = max(above, key=lambda one: one.grade.strength, default=None)
    tournament = None if best is None else tournaments.load(tx, best.tournament_id)
    if best is not None and tournament is not None:
        _propose(tx, tournament, person_id, best.grade)


def freeze(tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
    """Writes the grades with which the entrants are drawn: from here on they are facts of the event."""
    rules = tournament.rulebook.grades
    if rules is None or tournament.rulebook.teams is not None:
        return
    known = grades.of_people(tx, [one.person_id for one in starters])
    for entrant in starters:
        grade = known.get(entrant.person_id)
        entrants.note_grade(tx, entrant.entrant_id, str(grade) if grade and rules.counts(grade) else None)


def at_desk(tx: ActorQuery, grade_id: str) -> GradeView:
    """A grade for who may decide on it; raises NotAllowed or NotFound."""
    record = grades.load(tx, grade_id)
    if record is None or record.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    found = _view(tx, record)
    access.require(tx, people.of_member(tx, tx.guild_id, tx.actor.member_id), act_of(found))
    return found


def grade_subject(grade_id: str) -> str:
    """How panels name the question about a grade."""
    return f"grade:{grade_id}"


def view(tx: Query, grade_id: str) -> GradeView | None:
    """A grade as it stands; None for an unknown id."""
    record = grades.load(tx, grade_id)
    return None if record is None else _view(tx, record)


def act_of(view: GradeView) -> Act:
    """What deciding on it asks for."""
    if view.record.origin is GradeOrigin.PROMOTION:
        return Act.DECIDE_TITLE
    return Act.CONFIRM_GRADE if view.rules.confirmed_by is Confirmers.ARBITERS else Act.CONFIRM_GRADE_AS_ORGANISER


def _rules(tournament: Tournament) -> GradeRules:
    if tournament.rulebook.grades is None:
        raise NoGradesHere(name=tournament.name)
    return tournament.rulebook.grades


def _other(tx: ActorQuery, by: Person, who: Someone) -> Person:
    access.require(tx, by, Act.ENTER_OTHER_PERSON)
    person = access.find_known(tx, tx.guild_id, who)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return person


def _add(tx: Tx, tournament: Tournament, person_id: PersonId, grade: Grade, origin: GradeOrigin) -> GradeRecord:
    fresh = tx.new_id()
    record = GradeRecord(fresh, tournament.guild_id, person_id, grade, origin, tournament.tournament_id, tx.now)
    grades.add(tx, record)
    tell_committee(tx, tournament.guild_id, GradeWaits(fresh))
    return record


def _view(tx: Query, record: GradeRecord) -> GradeView:
    again = grades.load(tx, record.grade_id)
    person, tournament = people.load(tx, record.person_id), tournaments.load(tx, record.tournament_id)
    if again is None or person is None or tournament is None:
        raise NotFound(what=Subject.PERSON)
    place = None
    if record.origin is GradeOrigin.PROMOTION:
        rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
        own = entrants.of_person(tx, tournament.tournament_id, record.person_id)
        place = next((row.rank_to for row in rows if own is not None and row.entrant_id == own.entrant_id), None)
    return GradeView(again, person, tournament, grades.of_person(tx, record.person_id), place)


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
