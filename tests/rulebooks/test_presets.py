"""Each preset holds what its regulation says; what a regulation leaves open is the house's and not looked at here."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from tomllib import loads

import pytest

from bot.domain.events.draw import Stream
from bot.domain.formats import FORMATS, EventFacts, Starter
from bot.domain.formats.protocol import Waiting
from bot.domain.ids import EntrantId
from bot.domain.regulation.discipline_rules import BoardRuling
from bot.domain.regulation.format_rules import Encounter, Level, LineUp, Report, Seeding
from bot.domain.regulation.rulebook_checks import problems
from bot.domain.rulebook import FormatName, settings
from bot.domain.tie_breaks.registry import chain
from bot.rulebooks.game_files import bundled
from bot.rulebooks.library import canonical, from_canonical, names, preset, read, to_toml

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)

INVITED = {
    "registration.capacity": (6, "AIJE-D04-1"),
    "registration.invited_only": (True, "AIJE-B03-1"),
    "games.best_of": (5, "AIJE-D02-2"),
    "games.play_all": (True, "AIJE-D02-2"),
    "scoring.by_games": (True, "AIJE-D02-2"),
    "scoring.win": (1.0, "AIJE-D02-2"),
    "ranking.order": (("points", "direct_encounter"), "AIJE-D04-2"),
    "ranking.level": (Level.PLAY_OFF, "AIJE-D02-2"),
    "ranking.play_off_best_of": (5, "AIJE-D02-2"),
    "round_robin.times": (1, "AIJE-D02-2"),
    "round_robin.drawn_order": (True, "AIJE-D04-2"),
}
OF_THE_ASSOCIATION = {
    "official": (True, "AIJE-B01-6"),
    "rating.rated": (True, "AIJE-D01-6"),
    "rating.base_minutes": (2.0, "AIJE-B02-1"),
    "rating.increment_seconds": (0, "AIJE-B02-1"),
    "rating.initial": (2000.0, "AIJE-B02-2"),
    "rating.k": (16.0, "AIJE-B02-2"),
    "absence.justify_within": (72 * HOUR, "AIJE-B03-2"),
    "absence.bar_when_unjustified": (True, "AIJE-B03-2"),
    "absence.bar_lasts": (None, "AIJE-B03-2"),
    "registration.refuse_barred": (True, "AIJE-D01-2"),
}
OF_A_SEAT_MATCH = {"rating.base_minutes", "rating.initial", "rating.k", "absence.justify_within", "absence.bar_lasts"}
OF_GO = {
    "games.report": (Report.COUNT, "GO-9"),
    "games.compensation": (3.75, "GO-1"),
    "games.sheets": (("go",), "GO-1"),
    "games.colours": (True, "GO-10"),
    "scoring.win": (2.0, "GO-27.1"),
    "scoring.draw": (1.0, "GO-27.1"),
    "scoring.loss": (0.0, "GO-27.1"),
    "discipline.lost_turn": (("forbidden_point",), "GO-23.3"),
    "discipline.lost_turn_and_warned": (("ko_retaken_early",), "GO-23.3"),
    "discipline.warned_or_lost": (("disturbing", "consulting", "talking"), "GO-23.3"),
    "discipline.lost_when_repeated": (("phone",), "GO-23.3"),
    "discipline.graver_when_repeated": (("smoking",), "GO-23.3"),
    "discipline.warnings_that_lose": (2, "GO-24"),
    "discipline.warning_costs": (1, "GO-24"),
    "discipline.late_limit": (15 * MINUTE, "GO-22"),
    "discipline.late_costs": (2, "GO-22"),
    "discipline.colours_right_until_move": (10, "GO-17.1"),
    "discipline.when_disturbed": (tuple(BoardRuling), "GO-17.5"),
    "discipline.when_broken_off": (
        (BoardRuling.DRAW, BoardRuling.REPLAY, BoardRuling.BOTH_LOSE),
        "GO-17.6",
    ),
    "discipline.confirmed_is_final": (True, "GO-16.4"),
    "discipline.ceremonies_are_a_duty": (True, "GO-23.6"),
    "discipline.chief_arbiter": (True, "GO-30"),
}
REGULATIONS = {
    "aije-candidates": OF_THE_ASSOCIATION
    | INVITED
    | {
        "registration.capacity": (6, "AIJE-D02-1"),
        "format": (FormatName.ROUND_ROBIN, "AIJE-D02-2"),
        "ranking.decisive_places": (1, "AIJE-D02-2"),
    },
    "aije-champions-league": OF_THE_ASSOCIATION
    | INVITED
    | {
        "format": (FormatName.ROUND_ROBIN, "AIJE-D04-2"),
        "ranking.decisive_places": (5, "AIJE-D04-1"),
    },
    "aije-world": OF_THE_ASSOCIATION
    | {
        "format": (FormatName.TITLE_MATCH, "AIJE-D03-1"),
        "minimum_entrants": (2, "AIJE-D03-1"),
        "title_match.best_of": (19, "AIJE-D03-1"),
        "title_match.champion_chooses": (True, "AIJE-D03-2"),
        "title_match.pauses_each": (2, "AIJE-D03-4"),
        "title_match.pause_lasts": (5 * MINUTE, "AIJE-D03-4"),
        "rating.base_minutes": (2.0, "AIJE-D03-3"),
    },
    "aije-seat-match": {key: OF_THE_ASSOCIATION[key] for key in OF_THE_ASSOCIATION if key in OF_A_SEAT_MATCH}
    | {
        "official": (False, "AIJE-B01-5"),
        "knockout.final_best_of": (5, "AIJE-D04-1"),
        "registration.invited_only": (True, "AIJE-D02-1"),
    },
    "aije-teams": OF_THE_ASSOCIATION
    | {
        "format": (FormatName.ROUND_ROBIN, "AIJE-D05-3"),
        "round_robin.swiss_above": (6, "AIJE-D05-3"),
        "teams.size": (3, "AIJE-D05-1"),
        "teams.top_ranked": (5, "AIJE-D05-1"),
        "teams.most_top_ranked": (1, "AIJE-D05-1"),
        "teams.leader_is_highest_rated": (True, "AIJE-D05-1"),
        "teams.line_up": (LineUp.BY_RATING, "AIJE-D05-2"),
        "teams.unrated_off_board_one": (True, "AIJE-D05-2"),
        "teams.encounter": (Encounter.BOARDS, "AIJE-D05-2"),
        "teams.board_games": (4, "AIJE-D05-3"),
        "teams.board_win": (1.0, "AIJE-D05-3"),
        "teams.board_draw": (0.0, "AIJE-D05-3"),
        "scoring.win": (3.0, "AIJE-D05-3"),
        "scoring.draw": (1.0, "AIJE-D05-3"),
        "scoring.loss": (0.0, "AIJE-D05-3"),
        "ranking.order": (
            ("points", "direct_encounter", "games_won_in_encounter", "longest_unbeaten_run", "ratings_sum"),
            "AIJE-D05-4",
        ),
    },
    "arena": {
        "format": (FormatName.ARENA, "ARENA-3"),
        "scoring.win": (2.0, "ARENA-1"),
        "scoring.draw": (1.0, "ARENA-1"),
        "scoring.loss": (0.0, "ARENA-1"),
        "arena.doubles_after": (2, "ARENA-1"),
        "ranking.order": (("points", "performance_arena"), "ARENA-2"),
        "ranking.level": (Level.SHARED, "ARENA-2"),
        "arena.short_draw": (10, "ARENA-6"),
        "arena.long_draw": (30, "ARENA-7"),
        "games.report": (Report.RESULT_WITH_MOVES, "ARENA-6"),
        "games.best_of": (1, "ARENA-1"),
    },
    "olympiad-school": {
        "teams.size": (10, "OLY-1"),
        "dispute.youngest_year": (7, "OLY-1"),
        "dispute.oldest_year": (9, "OLY-1"),
        "dispute.table_games": (3, "OLY-2"),
        "dispute.table_points": (1.0, "OLY-2"),
        "dispute.giant_players": (2, "OLY-2"),
        "dispute.giant_games": (2, "OLY-2"),
        "dispute.giant_points": (1.0, "OLY-2"),
        "dispute.living_players": (5, "OLY-2"),
        "dispute.living_games": (2, "OLY-2"),
        "dispute.living_points": (2.0, "OLY-2"),
        "teams.line_up": (LineUp.FREE, "OLY-3"),
        "teams.encounter": (Encounter.DISPUTE, "OLY-2"),
        "scoring.win": (2.0, "OLY-5"),
        "scoring.draw": (1.0, "OLY-5"),
        "ranking.order": (("points", "balance", "direct_encounter", "living_points", "giant_points"), "OLY-5"),
        "ranking.level": (Level.SHARED, "OLY-5"),
        "dispute.scene_1": (("pentagonia", "pente", "pretwa", "picaria", "five-mens-morris"), "OLY-7"),
        "dispute.scene_2": (("szkwa", "pista-livre", "surakarta", "tic-tackle", "pawns-battle"), "OLY-7"),
    },
    "on-the-edge": {
        "format": (FormatName.TABLES, "OTE-2.1"),
        "games.best_of": (1, "OTE-2.1"),
        "games.report": (Report.INFLUENCE, "OTE-2.3"),
        "tables.seats": (3, "OTE-2.4"),
        "tables.influence_to_win": (16, "OTE-2.4"),
        "tables.active_points": ((8, 4, 2), "OTE-2.3"),
        "tables.inactive_points": ((4, 2, 1), "OTE-2.3"),
        "tables.extra_game_influence": (8, "OTE-2.8"),
        "deck.fewest_cards": (40, "OTE-1.1"),
        "deck.refused_prefixes": (("S", "CHASE"), "OTE-1.3"),
        "deck.refused_cards": (("66", "C24", "C45", "C47", "C77", "C85"), "OTE-1.5"),
        "deck.degenerate_cards": (("9", "74"), "OTE-1.5"),
    },
    "go-swiss": OF_GO
    | {
        "format": (FormatName.SWISS, "GO-26.3"),
        "ranking.order": (("points", "opponents_scores", "warnings"), "GO-27.1S"),
    },
    "go-round-robin": OF_GO
    | {
        "format": (FormatName.ROUND_ROBIN, "GO-26.2"),
        "ranking.order": (("points", "sonneborn_berger", "warnings"), "GO-27.1"),
        "ranking.level": (Level.PLAY_OFF, "GO-27.3"),
        "round_robin.void_below_half": (True, "GO-28.2"),
    },
    "go-teams": OF_GO
    | {
        "format": (FormatName.ROUND_ROBIN, "GO-26.2"),
        "games.report": (Report.BOARDS, "GO-25.1"),
        "scoring.win": (2.0, "GO-27.2"),
        "scoring.draw": (1.0, "GO-27.2"),
        "teams.encounter": (Encounter.BOARDS, "GO-25.1"),
        "teams.line_up": (LineUp.FIXED_WITH_SUBSTITUTES, "GO-25.1"),
        "teams.board_win": (2.0, "GO-27.2"),
        "teams.board_draw": (1.0, "GO-27.2"),
        "ranking.order": (("points", "board_points", "boards_in_order"), "GO-27.2"),
        "ranking.level": (Level.SHARED, "GO-27.2"),
    },
    "go-challenge": {key: value for key, value in OF_GO.items() if key != "games.colours"}
    | {
        "minimum_entrants": (2, "GO-26.6"),
        "format": (FormatName.ROUND_ROBIN, "GO-26.2"),
        "games.report": (Report.BOARDS, "GO-26.6"),
        "games.best_of": (9, "GO-26.6"),
        "games.play_all": (False, "GO-26.6"),
        "teams.size": (5, "GO-25.1"),
        "teams.encounter": (Encounter.STAY_ON, "GO-26.6"),
        "teams.line_up": (LineUp.FREE, "GO-26.6"),
        "scoring.win": (2.0, "GO-27.2"),
        "ranking.level": (Level.SHARED, "GO-27.2"),
    },
    "swiss-cut": {
        "format": (FormatName.SWISS, "GO-26.4"),
        "cut.players": (8, "GO-26.4"),
        "knockout.seeding": (Seeding.SEEDED, "GO-26.4"),
        "knockout.final_best_of": (7, "GO-26.5"),
    },
    "groups-cut": {
        "format": (FormatName.GROUPS, "GO-26.2"),
        "round_robin.times": (1, "GO-26.2"),
        "round_robin.void_below_half": (True, "GO-28.2"),
        "ranking.level": (Level.PLAY_OFF, "GO-27.3"),
        "knockout.lives": (1, "GO-26.1"),
        "knockout.final_best_of": (7, "GO-26.5"),
    },
    "double-elimination": {
        "format": (FormatName.KNOCKOUT, "GO-26.1"),
        "knockout.lives": (2, "GO-26.1"),
        "knockout.final_best_of": (5, "GO-26.5"),
    },
}
HELD_TO = [
    pytest.param(name, key, value, marks=pytest.mark.rule(rule), id=f"{name} {key}")
    for name, rules in REGULATIONS.items()
    for key, (value, rule) in rules.items()
]


@pytest.mark.parametrize(("name", "key", "value"), HELD_TO)
def test_a_preset_is_set_as_its_regulation_says(name, key, value):
    assert settings(preset(name))[key] == value


def test_no_preset_goes_unlooked_at():
    assert set(names()) == {"aije-open", *REGULATIONS}


@pytest.mark.parametrize("name", REGULATIONS)
def test_a_preset_cites_every_rule_that_it_is_held_to(name):
    assert {rule for _, rule in REGULATIONS[name].values()} <= set(preset(name).cites)


@pytest.mark.parametrize("name", names())
def test_a_preset_survives_being_copied_and_being_frozen(name):
    assert read(to_toml(preset(name)), "copy.toml") == preset(name)
    assert from_canonical(canonical(preset(name))) == preset(name)


@pytest.mark.parametrize("name", names())
def test_the_file_of_a_preset_spells_out_every_setting_of_its_tables(name):
    tables = loads(resources.files("bot.rulebooks").joinpath(f"{name}.toml").read_text("utf-8"))
    spelt = set()
    for key, value in tables.items():
        spelt |= {f"{key}.{inner}" for inner in value} if isinstance(value, dict) else {key}
    told = {key for key in settings(preset(name)) if key.partition(".")[0] in tables}
    assert told <= spelt


@pytest.mark.parametrize("name", names())
@pytest.mark.rule("OLY-7", "GO-1", "AIJE-C01-1")
def test_the_games_of_a_preset_have_their_sheets(name):
    games = preset(name).games
    assert games is None or set(games.sheets) <= set(bundled())


@pytest.mark.rule("GO-27.2")
def test_the_boards_of_a_team_of_go_decide_one_by_one():
    assert chain(preset("go-teams"))[2:] == ("board_1_points", "board_2_points", "board_3_points", "board_4_points")


@pytest.mark.rule("OLY-1", "OLY-2", "OLY-7")
def test_the_younger_categories_of_the_olympiad_are_copies_with_their_own_numbers():
    school = preset("olympiad-school")
    assert school.games is not None
    assert school.teams is not None
    assert school.dispute is not None
    younger = replace(school, dispute=replace(school.dispute, category="B", youngest_year=4, oldest_year=6))
    scene = ("align-4", "alquerque", "four-piece-race", "corrida-ao-destino", "shisima")
    youngest = replace(
        school,
        games=replace(school.games, sheets=scene),
        teams=replace(school.teams, size=8, substitutes=2),
        dispute=replace(
            school.dispute,
            category="C",
            youngest_year=1,
            oldest_year=3,
            starters=8,
            reserves=2,
            living_players=3,
            scene_1=scene,
            scene_2=(),
        ),
    )
    assert (problems(younger), problems(youngest)) == ((), ())


@pytest.mark.rule("OLY-2")
def test_nine_points_are_played_for_in_a_dispute():
    rules = preset("olympiad-school").dispute
    kinds = ("table", "giant", "living")
    assert sum(getattr(rules, f"{kind}_games") * getattr(rules, f"{kind}_points") for kind in kinds) == 9


@pytest.mark.rule("AIJE-D02-2")
@pytest.mark.parametrize(("players", "games"), [(5, 20), (6, 25)])
def test_the_candidates_play_five_games_with_each_other_player(players, games):
    rules = preset("aije-candidates").games
    assert rules is not None
    assert rules.best_of * (players - 1) == games


@pytest.mark.parametrize("name", names())
def test_the_first_contests_of_every_preset_can_be_drawn(name):
    rulebook = preset(name)
    field = 2 if rulebook.format is FormatName.TITLE_MATCH else 12
    starters = tuple(Starter(EntrantId(f"e{number}"), 2000.0 + number) for number in range(field))
    now = datetime(2027, 1, 1, tzinfo=UTC)
    lobby = tuple(Waiting(one.entrant_id, now) for one in starters)
    facts = EventFacts(starters, waiting=lobby, began_at=now, now=now)
    first = FORMATS[rulebook.format].advance(facts, rulebook, Stream(b"1" * 32))
    assert {side for contest in first for side in contest.sides} == {one.entrant_id for one in starters}
