"""What is wrong with a team, or with one who is to play in it, as an error with the exact person (AIJE-D05-1)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId
from bot.domain.regulation.format_rules import DisputeRules, TeamRules
from bot.domain.team_play.places import Place
from bot.domain.team_play.teams import Fault, Team, TeamProblem
from bot.errors import UserError
from bot.services.entering import conditions
from bot.services.entering.eligibility import refuse_barred
from bot.services.sides import entry_of
from bot.services.team_play.team_errors import (
    HasDeclined,
    InAnotherTeam,
    LeaderHasNoRating,
    LeaderIsNotHighest,
    MemberBarred,
    MemberUnfit,
    NamedTwice,
    NoSchoolYear,
    PupilTooOld,
    TeamOverfull,
    TeamTooSmall,
    TwoOfTheTop,
)
from bot.storage import people, team_places
from bot.storage.context import ActorQuery, Query


def fault_error(tx: Query, team: Team, problem: TeamProblem) -> UserError:
    """The error that says the fault."""
    name = "" if problem.person is None else name_of(tx, problem.person)
    other = "" if problem.other is None else name_of(tx, problem.other)
    match problem.fault:
        case Fault.TOO_MANY:
            return TeamOverfull(name=name, given=problem.given, limit=problem.limit)
        case Fault.TOP_RANKED:
            return TwoOfTheTop(name=name, other=other, place=problem.given, limit=problem.limit)
        case Fault.LEADER_NOT_HIGHEST:
            return LeaderIsNotHighest(name=name, other=other)
        case Fault.LEADER_NOT_RATED | Fault.LEADER_NOT_A_MEMBER:
            return LeaderHasNoRating(name=name_of(tx, team.leader))
        case Fault.YEAR_MISSING:
            return NoSchoolYear(name=name)
        case Fault.TOO_OLD:
            return PupilTooOld(name=name, year=problem.given, limit=problem.limit)
        case _:
            return NamedTwice(name=name)


def name_of(tx: Query, person_id: PersonId) -> str:
    """The person's name; empty for an unknown id."""
    person = people.load(tx, person_id)
    return "" if person is None else person.name


def refuse(tx: Query, team: Team, found: Sequence[TeamProblem], *, complete: bool) -> None:
    """Raises the first fault with the exact person; a team that is not yet whole is refused only as `complete`."""
    for problem in found:
        if problem.fault is not Fault.TOO_FEW:
            raise fault_error(tx, team, problem)
    for problem in found:
        if complete:
            raise TeamTooSmall(n=problem.limit - problem.given, limit=problem.limit)


def refuse_barred_member(tx: ActorQuery, tournament: Tournament, person_id: PersonId) -> None:
    """Raises MemberBarred for a member who may not play (AIJE-D01-2)."""
    try:
        refuse_barred(tx, tournament, person_id, tx.pressed_at)
    except UserError as refused:
        raise MemberBarred(name=name_of(tx, person_id)) from refused


def refuse_unfit(tx: ActorQuery, tournament: Tournament, person: Person) -> None:
    """Raises the condition of entry that the presser lacks, and MemberUnfit where it is another for whom they speak."""
    if person.discord_id == tx.actor.member_id:
        conditions.refuse_unmet(tx, tournament, person)
    elif conditions.rating_is_unfit(tx, tournament, person, tx.pressed_at):
        raise MemberUnfit(name=person.name, event=tournament.name)


def refuse_in_other(tx: Query, tournament: Tournament, entrant_id: EntrantId, person_id: PersonId) -> None:
    """Raises InAnotherTeam for who plays for another team of the event; who is only asked there plays for none."""
    other = entry_of(tx, tournament.tournament_id, person_id)
    if other is not None and other.withdrawn_at is None and other.entrant_id != entrant_id:
        raise InAnotherTeam(name=name_of(tx, person_id), team=other.team_name or "")


def refuse_declined(tx: Query, entrant_id: EntrantId, person: Person) -> None:
    """Raises HasDeclined for who said no to this team: nobody is asked again and again."""
    place = team_places.of_person(tx, entrant_id, person.person_id)
    if place is not None and not place.is_open:
        raise HasDeclined(name=person.name)


def refuse_overfull(rules: TeamRules, given: int, open_places: Sequence[Place]) -> None:
    """Raises TeamOverfull with the last name that was typed."""
    most = rules.size + rules.substitutes
    if given > most:
        typed = [one.typed_name for one in open_places if one.typed_name is not None]
        raise TeamOverfull(name=typed[-1] if typed else "", given=given, limit=most)


def refuse_unfit_pupils(dispute: DisputeRules, open_places: Sequence[Place]) -> None:
    """Raises NoSchoolYear or PupilTooOld for a name of which nobody is known yet, as for members (OLY-1)."""
    for place in (one for one in open_places if one.person_id is None):
        name, year = place.typed_name or "", place.school_year
        if year is None:
            raise NoSchoolYear(name=name)
        if year > dispute.oldest_year:
            raise PupilTooOld(name=name, year=year, limit=dispute.oldest_year)
