"""What is wrong with a team, as an error with the exact person (AIJE-D05-1, OLY-1)."""

from __future__ import annotations

from bot.domain.ids import PersonId
from bot.domain.team_play.teams import Fault, Team, TeamProblem
from bot.errors import UserError
from bot.services.team_play.team_errors import (
    LeaderHasNoRating,
    LeaderIsNotHighest,
    NamedTwice,
    NoSchoolYear,
    PupilTooOld,
    TeamOverfull,
    TwoOfTheTop,
)
from bot.storage import people
from bot.storage.database import Work


def fault_error(work: Work, team: Team, problem: TeamProblem) -> UserError:
    """The error that says the fault."""
    name = "" if problem.person is None else name_of(work, problem.person)
    other = "" if problem.other is None else name_of(work, problem.other)
    match problem.fault:
        case Fault.TOO_MANY:
            return TeamOverfull(name=name, given=problem.given, limit=problem.limit)
        case Fault.TOP_RANKED:
            return TwoOfTheTop(name=name, other=other, place=problem.given, limit=problem.limit)
        case Fault.LEADER_NOT_HIGHEST:
            return LeaderIsNotHighest(name=name, other=other)
        case Fault.LEADER_NOT_RATED | Fault.LEADER_NOT_A_MEMBER:
            return LeaderHasNoRating(name=name_of(work, team.leader))
        case Fault.YEAR_MISSING:
            return NoSchoolYear(name=name)
        case Fault.TOO_OLD:
            return PupilTooOld(name=name, year=problem.given, limit=problem.limit)
        case _:
            return NamedTwice(name=name)


def name_of(work: Work, person_id: PersonId) -> str:
    """The person's name; empty for an unknown id."""
    person = people.load(work, person_id)
    return "" if person is None else person.name
