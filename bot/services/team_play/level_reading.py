"""Reading what separates level teams in a match that somebody has to win."""

from __future__ import annotations

from bot.domain.contest_points import NOTHING
from bot.domain.contests import Contest, Result
from bot.domain.events.tournament import Tournament
from bot.domain.regulation.format_rules import LevelMatch
from bot.domain.team_play.level_matches import Ratings, Separation, has_to_be_won, separation
from bot.domain.tie_breaks.ratings import exact_rating
from bot.services.event_facts import facts
from bot.storage.context import Query


def find_separation(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> Separation | None:
    """What separates the sides after a result; None where nobody has to win the contest, or it is none of teams."""
    if not has_to_be_won(contest, tournament.rulebook):
        return None
    return separation(result, tournament.rulebook, ratings_of(tx, tournament, contest))


def ratings_of(tx: Query, tournament: Tournament, contest: Contest) -> Ratings:
    """The total ratings that the event began with, where the rulebook looks at them; who has none counts 0."""
    rules = tournament.rulebook.teams
    if rules is None or LevelMatch.RATINGS_SUM not in rules.level_match:
        return ()
    known = {one.entrant_id: one.rating for one in facts(tx, tournament).starters}
    rated = (known.get(side) for side in contest.sides)
    return tuple(NOTHING if one is None else exact_rating(one) for one in rated)
