"""A round robin as an event: its rounds follow each other, and a lot or a play-off ends a tie that may not stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.course.facts_verbs import facts
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.store import DrawPurpose
from bot.play.contests import Contest, Score, Stage
from bot.play.entries import Phase, phase
from bot.play.format_rules import GamesRules, Level, RankingRules, RoundRobinRules, ScoringRules
from bot.play.formats import round_robin
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import Hall, unofficial


def rules(level: Level) -> Rulebook:
    return replace(
        unofficial(preset("aije-open")),
        format=FormatName.ROUND_ROBIN,
        minimum_entrants=3,
        games=GamesRules(best_of=1, play_all=True),
        scoring=ScoringRules(2, 1, 0),
        ranking=RankingRules(("points", "direct_encounter"), level, decisive_places=1),
        round_robin=RoundRobinRules(drawn_order=True),
    )


def in_a_circle(contest: Contest) -> Score:
    """Whoever begins wins, which of three leaves everybody level; of a play-off, the one with the lower id."""
    first = contest.stage is Stage.MAIN or contest.sides[0] < contest.sides[1]
    return (1, 0) if first else (0, 1)


@pytest.mark.rule("GO-26.2")
def test_a_round_robin_is_played_to_its_end(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(rules(Level.SHARED)), 2, 3, 4, 5))
    known = hall.ask(facts, tournament)
    assert phase(tournament) is Phase.OVER
    assert len(known.contests) == 6


@pytest.mark.rule("GO-27.1")
def test_one_lot_over_the_field_ends_a_tie_that_may_not_stand(hall: Hall) -> None:
    event = hall.begin(hall.announce(rules(Level.LOT)), 2, 3, 4)
    tournament = hall.play_out(event, in_a_circle)
    known = hall.ask(facts, tournament)
    purposes = [one.purpose for one in hall.ask(tournaments_store.draws_with_purpose, tournament.tournament_id)]
    assert purposes == [DrawPurpose.FIELD, DrawPurpose.LOT]
    assert phase(tournament) is Phase.OVER
    assert round_robin.standings(known, tournament.rulebook)[0].entrant_id == known.lot[0]


@pytest.mark.rule("GO-27.3")
def test_play_offs_end_a_tie_that_may_not_stand(hall: Hall) -> None:
    event = hall.begin(hall.announce(rules(Level.PLAY_OFF)), 2, 3, 4)
    tournament = hall.play_out(event, in_a_circle)
    known = hall.ask(facts, tournament)
    assert sum(one.stage is Stage.PLAY_OFF for one in known.contests) == 3
    assert phase(tournament) is Phase.OVER
    assert [row.rank_to for row in round_robin.standings(known, tournament.rulebook)] == [1, 2, 3]
