"""A team and what its rulebook asks of it: how many, how strong, who leads, how old (AIJE-D05-1, GO-25.1, OLY-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.ids import PersonId
from bot.domain.regulation.format_rules import DisputeRules, TeamRules


@dataclass(frozen=True, slots=True)
class Member:
    """One of a team. `board` counts from 1 as the leader put it; 0 is a substitute."""

    person_id: PersonId
    board: int
    rating: float | None = None
    """Of the published list; None for who stands on none, and so is not registered."""
    rank: int | None = None
    """In the published ranking, from 1; equal ratings share the better one."""
    school_year: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team with its leader, who is not among the members where somebody leads who does not play."""

    leader: PersonId
    members: tuple[Member, ...]

    def member(self, person_id: PersonId) -> Member | None:
        """The member, or None for a stranger to the team."""
        return next((one for one in self.members if one.person_id == person_id), None)


class Fault(StrEnum):
    """What can be wrong with a team."""

    TOO_FEW = "too_few"
    """Not everybody is named yet: the only fault that time may cure."""
    TOO_MANY = "too_many"
    NAMED_TWICE = "named_twice"
    TOP_RANKED = "top_ranked"
    """Somebody of the ranking's first beside as many of them as a team may have (AIJE-D05-1)."""
    LEADER_NOT_A_MEMBER = "leader_not_a_member"
    LEADER_NOT_RATED = "leader_not_rated"
    LEADER_NOT_HIGHEST = "leader_not_highest"
    YEAR_MISSING = "year_missing"
    TOO_OLD = "too_old"
    """A pupil of an older category: the younger may play among the older, never the reverse (OLY-1)."""


@dataclass(frozen=True, slots=True)
class TeamProblem:
    """One fault: the person whom it is about, where there is one, another who makes it one, and the numbers."""

    fault: Fault
    person: PersonId | None = None
    other: PersonId | None = None
    given: int = 0
    limit: int = 0


def problems(team: Team, rules: TeamRules, dispute: DisputeRules | None = None) -> tuple[TeamProblem, ...]:
    """What is wrong with the team by the published ranking that its members carry; empty when nothing is."""
    found = [*_size(team, rules), *_top_ranked(team, rules)]
    if rules.leader_is_highest_rated:
        found += _leader(team)
    if dispute is not None:
        found += _years(team, dispute)
    return tuple(found)


def ranks(ratings: Mapping[PersonId, float]) -> dict[PersonId, int]:
    """Everybody's place in the ranking, from 1; equal ratings share the better place."""
    in_order = sorted(ratings.values(), reverse=True)
    return {person: in_order.index(rating) + 1 for person, rating in ratings.items()}


def _size(team: Team, rules: TeamRules) -> Iterator[TeamProblem]:
    seen: set[PersonId] = set()
    for member in team.members:
        if member.person_id in seen:
            yield TeamProblem(Fault.NAMED_TWICE, member.person_id)
        seen.add(member.person_id)
    most = rules.size + rules.substitutes
    if len(seen) < rules.size:
        yield TeamProblem(Fault.TOO_FEW, given=len(seen), limit=rules.size)
    elif len(team.members) > most:
        yield TeamProblem(Fault.TOO_MANY, team.members[most].person_id, given=len(team.members), limit=most)


def _top_ranked(team: Team, rules: TeamRules) -> Iterator[TeamProblem]:
    """Everybody of the first so many beyond those whom a team may have, beside the best of them (AIJE-D05-1)."""
    if rules.top_ranked is None:
        return
    first = [one for one in team.members if one.rank is not None and one.rank <= rules.top_ranked]
    first.sort(key=lambda one: (one.rank, one.person_id))
    for one in first[rules.most_top_ranked :]:
        other = first[0].person_id if first[0] is not one else None
        yield TeamProblem(Fault.TOP_RANKED, one.person_id, other, given=one.rank or 0, limit=rules.top_ranked)


def _leader(team: Team) -> Iterator[TeamProblem]:
    """The highest rated leads, and has a rating; of equal ones the team chooses (AIJE-D05-1)."""
    leader = team.member(team.leader)
    if leader is None:
        yield TeamProblem(Fault.LEADER_NOT_A_MEMBER, team.leader)
        return
    if not leader.rating:
        yield TeamProblem(Fault.LEADER_NOT_RATED, leader.person_id)
    best = max(team.members, key=lambda one: one.rating or 0)
    if (best.rating or 0) > (leader.rating or 0):
        yield TeamProblem(Fault.LEADER_NOT_HIGHEST, leader.person_id, best.person_id)


def _years(team: Team, dispute: DisputeRules) -> Iterator[TeamProblem]:
    for one in team.members:
        if one.school_year is None:
            yield TeamProblem(Fault.YEAR_MISSING, one.person_id)
        elif one.school_year > dispute.oldest_year:
            yield TeamProblem(Fault.TOO_OLD, one.person_id, given=one.school_year, limit=dispute.oldest_year)
