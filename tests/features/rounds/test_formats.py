"""Events of every format with a table, from the first round to the podium, in the services."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course.facts_verbs import facts
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.words_cards import match_name
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.tournaments.promises_model import RoundOver
from bot.i18n.catalogue import Translator
from bot.play.contests import Contest, Result, ResultKind, Stage, possible_results, split
from bot.play.format_rules import CutRules, GamesRules, GroupRules, Level, RankingRules, ScoringRules, SwissRules
from bot.play.formats import FORMATS
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import GUILD, Hall, go_on

OPEN = preset("aije-open")
GAMES = GamesRules(best_of=1, draws=True, colours=True)
SWISS = replace(
    OPEN,
    format=FormatName.SWISS,
    games=GAMES,
    scoring=ScoringRules(),
    ranking=RankingRules(("points", "buchholz_cut_1", "buchholz", "direct_encounter")),
    swiss=SwissRules(rounds=3),
    matches=replace(OPEN.matches, matches_per_arbiter=0),
)
ROUND_ROBIN = replace(
    SWISS,
    format=FormatName.ROUND_ROBIN,
    swiss=None,
    ranking=RankingRules(("points", "direct_encounter", "sonneborn_berger")),
)
CUT = replace(SWISS, cut=CutRules(4), knockout=replace(OPEN.knockout, best_of=3, final_best_of=3))
GROUPS = replace(CUT, format=FormatName.GROUPS, swiss=None, groups=GroupRules(3, 2))
LIVES = replace(
    OPEN,
    knockout=replace(OPEN.knockout, lives=2, third_place_match=False),
    matches=replace(OPEN.matches, matches_per_arbiter=0),
)
PLACES = replace(LIVES, knockout=replace(OPEN.knockout, placement_matches=True))
ALL = {"lives": LIVES, "places": PLACES, "swiss": SWISS, "round_robin": ROUND_ROBIN, "swiss_cut": CUT, "groups": GROUPS}


def play(hall: Hall, rulebook: Rulebook, players: int, seed: int = 1):
    luck = Random(seed)
    tournament = hall.begin(hall.announce(rulebook), *range(2, 2 + players))
    while waiting := hall.open_contests(tournament):
        told = luck.choice(possible_results(waiting[0].length))
        settle(hall, waiting[0], told)
    return hall.load(tournament)


def settle(hall: Hall, contest: Contest, told) -> None:
    score, draws = split(told)
    hall.now = hall.now.replace(microsecond=0)
    result = Result(score, (0, 0), ResultKind.PLAYED, hall.now, draws=draws)

    def settled(tx) -> None:
        playing_store.settle(tx, tx.new_id(), contest.contest_id, result, None, None)
        go_on(tx, contest.contest_id)

    hall.do(settled)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("players", [6, 7, 9])
def test_an_event_of_each_format_is_played_to_its_end(hall: Hall, name: str, players: int):
    tournament = play(hall, ALL[name], players)
    assert tournament.ended_at is not None
    rows = FORMATS[tournament.rulebook.format].standings(hall.ask(facts, tournament), tournament.rulebook)
    assert len(rows) == players
    podium = hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id)
    assert podium is not None
    assert podium.places


@pytest.mark.parametrize("name", ALL)
def test_every_draw_of_the_event_can_be_run_again(hall: Hall, name: str):
    tournament = play(hall, ALL[name], 7)
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


def test_each_round_of_a_swiss_is_told_once_with_its_table(hall: Hall):
    tournament = play(hall, SWISS, 6)
    told = hall.promised(RoundOver, tournament.tournament_id)
    assert [one.message.round for one in told] == [1, 2, 3]
    view = hall.ask(course_reading_verbs.round_view, tournament.tournament_id, 2)
    assert view is not None
    assert len(view.contests) == 3


def test_a_match_of_a_table_is_named_by_its_round_and_board(hall: Hall):
    tournament = hall.begin(hall.announce(SWISS), *range(2, 8))
    listed = hall.ask(playing_reading_verbs.match_list, GUILD, settled=False)
    assert {(one.place.in_table, one.place.number, one.contest.round) for one in listed} == {
        (True, 1, 1),
        (True, 2, 1),
        (True, 3, 1),
    }
    assert tournament.drawn_at is not None


def test_the_bracket_after_a_swiss_is_seeded_by_its_table(hall: Hall):
    tournament = play(hall, CUT, 8)
    known = hall.ask(facts, tournament)
    stages = Counter(one.stage for one in known.contests)
    assert stages[Stage.SEMIFINAL] == 2
    assert stages[Stage.FINAL] == 1


@pytest.mark.rule("GO-27.1")
def test_a_lot_decides_where_no_tie_may_stand(hall: Hall):
    rules = replace(ROUND_ROBIN, ranking=RankingRules(("points",), Level.LOT, decisive_places=3))
    tournament = hall.begin(hall.announce(rules), 2, 3, 4)
    while waiting := hall.open_contests(tournament):
        settle(hall, waiting[0], (0, 0, 1))
    tournament = hall.load(tournament)
    rows = FORMATS[rules.format].standings(hall.ask(facts, tournament), rules)
    assert tournament.ended_at is not None
    assert [(row.rank_from, row.rank_to) for row in rows] == [(1, 1), (2, 2), (3, 3)]
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


def test_a_match_of_the_lower_bracket_says_so(hall: Hall):
    tournament = hall.begin(hall.announce(LIVES), *range(2, 6))
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (contest.target, 0))
    listed = hall.ask(playing_reading_verbs.match_list, GUILD, settled=False)
    names = {match_name(one.contest.stage, one.contest.round, one.place, Translator("en-US")) for one in listed}
    assert names == {"Round 2 · match 1", "Lower bracket · Round 1 · match 1"}


def test_the_last_final_of_two_lives_is_called_a_final(hall: Hall):
    tournament = hall.begin(hall.announce(LIVES), *range(2, 6))
    final = hall.play_out_until(tournament, Stage.FINAL)
    place = playing_reading_verbs.ContestPlaces(hall.ask(facts, tournament), LIVES).place(final)
    assert match_name(final.stage, final.round, place, Translator("pt-BR")) == "Final"
