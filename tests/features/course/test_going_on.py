"""The line across a table: who stands above it is who plays the knock-out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course.facts_verbs import facts
from bot.features.course.model import StandingsView
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import standings_cards as rounds_standings_cards
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, Score, Stage
from bot.play.course import bracket_of, in_bracket
from bot.play.deciders import going_on
from bot.play.entries import Tournament
from bot.play.format_rules import CutRules
from bot.play.formats import FORMATS
from bot.play.rulebook import Rulebook
from tests.features.rounds.test_formats import CUT, GROUPS, ROUND_ROBIN, SWISS
from tests.hall.hall import Hall

BEST_THIRDS = replace(GROUPS, cut=CutRules(5))


def by_luck(seed: int) -> Callable[[Contest], Score]:
    luck = Random(seed)
    return lambda one: luck.choice(((one.target, 0), (0, one.target)))


def view_of(hall: Hall, tournament: Tournament) -> StandingsView:
    found = hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)
    assert found is not None
    return found


def in_the_bracket(hall: Hall, tournament: Tournament) -> frozenset[EntrantId]:
    bracket = bracket_of(hall.ask(facts, tournament), tournament.rulebook)
    assert bracket is not None
    return frozenset(one.entrant_id for one in bracket.facts.starters)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rulebook", [CUT, GROUPS, BEST_THIRDS])
def test_who_stood_above_the_line_after_the_last_round_plays_the_knock_out(
    hall: Hall, rulebook: Rulebook, seed: int
) -> None:
    tournament = hall.begin(hall.announce(rulebook), *range(2, 11))
    hall.act(hall.actor(4), rounds_drawing_verbs.leave, tournament.tournament_id)
    tournament = hall.play_out(tournament, by_luck(seed))
    known = hall.ask(facts, tournament)
    table = (one for one in known.contests if one.stage is Stage.PLAY_OFF or not in_bracket(one, rulebook))
    before = replace(known, contests=tuple(table))
    rows = FORMATS[rulebook.format].standings(before, rulebook)
    assert going_on(before, rulebook, rows) == in_the_bracket(hall, tournament)
    assert view_of(hall, tournament).through == in_the_bracket(hall, tournament)


def test_each_group_has_its_line_while_groups_are_played(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(GROUPS), *range(2, 8))
    view = view_of(hall, tournament)
    drawn = rounds_standings_cards.standings(view, None, 0, Translator("en-US")).pictures[0].draw.args[0]  # type: ignore[attr-defined]
    assert [one.cut for one in drawn.rows if not one.heading] == [False, True, False] * 2
    assert drawn.footer == "4 go on to the knock-out: the players above the lines · Points: W 1 · D ½"


def test_where_no_knock_out_follows_no_line_is_drawn(hall: Hall) -> None:
    for rulebook in (SWISS, ROUND_ROBIN):
        tournament = hall.begin(hall.announce(rulebook), *range(2, 8))
        assert view_of(hall, tournament).through == frozenset()


@pytest.mark.parametrize("rulebook", [CUT, GROUPS])
def test_the_post_on_the_last_round_shows_the_table_that_it_made_and_not_what_the_bracket_has_made_of_it(
    hall: Hall, rulebook: Rulebook
) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(rulebook), *range(2, 11)), by_luck(1))
    known = hall.ask(facts, tournament)
    last = max(one.round for one in known.contests if not in_bracket(one, rulebook) and one.stage is not Stage.PLAY_OFF)
    over = hall.ask(course_reading_verbs.round_view, tournament.tournament_id, last)
    assert over is not None
    assert all(row.reached in (Stage.MAIN, Stage.GROUP, Stage.PLAY_OFF) for row in over.table.rows)
    assert over.table.through == in_the_bracket(hall, tournament)
    assert set(over.before) == {row.entrant_id for row in over.table.rows}
    assert bool(over.table.groups) is (rulebook is GROUPS)
    drawn = rounds_standings_cards.round_over(over, Translator("en-US")).pictures[0].draw.args[0]  # type: ignore[attr-defined]
    assert any(one.cut for one in drawn.rows)


def test_a_round_moves_who_won_up_and_who_lost_down(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(SWISS), *range(2, 9)), by_luck(2))
    first = hall.ask(course_reading_verbs.round_view, tournament.tournament_id, 1)
    second = hall.ask(course_reading_verbs.round_view, tournament.tournament_id, 2)
    assert first is not None
    assert second is not None
    assert first.before == {}
    without = replace(second.table.facts, contests=tuple(one for one in second.table.facts.contests if one.round != 2))
    rows = FORMATS[SWISS.format].standings(without, second.table.tournament.rulebook)
    assert second.before == {row.entrant_id: row.rank_from for row in rows}
    assert any(second.before[row.entrant_id] != row.rank_from for row in second.table.rows)
