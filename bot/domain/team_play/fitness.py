"""Whether a team fits the published ranking, who can mend it how, and what the close makes of it (AIJE-D05-1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.domain.ids import PersonId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play.teams import Fault, Member, Team, TeamProblem, problems

BY_THE_LIST: Final = frozenset({Fault.TOP_RANKED, Fault.LEADER_NOT_RATED, Fault.LEADER_NOT_HIGHEST})
"""Faults that a new list brings or takes away: they count as of the close, and keep no team from checking in."""


def list_problems(team: Team, rules: TeamRules) -> tuple[TeamProblem, ...]:
    """What of the team does not fit the list that its members carry."""
    return tuple(one for one in problems(team, rules) if one.fault in BY_THE_LIST)


def who_may_lead(team: Team) -> tuple[PersonId, ...]:
    """The highest rated, all of them where several are level; nobody where nobody has a rating."""
    best = max((one.rating or 0 for one in team.members), default=0)
    return tuple(one.person_id for one in team.members if best and one.rating == best)


def whom_to_release(team: Team, rules: TeamRules) -> tuple[PersonId, ...]:
    """Members of the ranking's first where the team has too many of them; never its leader."""
    first = _first(team, rules)
    if rules.top_ranked is None or len(first) <= rules.most_top_ranked:
        return ()
    return tuple(one.person_id for one in first if one.person_id != team.leader)


def mend(team: Team, rules: TeamRules) -> Team | None:
    """The team as the close lets it play; None where it cannot.

    Who is of the first beyond the allowed number stays out where enough are left, and the highest rated leads.
    """
    out = {one.person_id for one in _first(team, rules)[rules.most_top_ranked :]}
    fit = replace(team, members=tuple(one for one in team.members if one.person_id not in out))
    if out and len(fit.members) < rules.size:
        return None
    if not rules.leader_is_highest_rated or team.leader in who_may_lead(fit):
        return fit
    leaders = who_may_lead(fit)
    return replace(fit, leader=leaders[0]) if leaders else None


def _first(team: Team, rules: TeamRules) -> list[Member]:
    """Members among the ranking's first so many, the best first; before them a leader who need not be the best."""
    if rules.top_ranked is None:
        return []
    first = [one for one in team.members if one.rank is not None and one.rank <= rules.top_ranked]
    stays = None if rules.leader_is_highest_rated else team.leader
    return sorted(first, key=lambda one: (one.person_id != stays, one.rank, one.person_id))
