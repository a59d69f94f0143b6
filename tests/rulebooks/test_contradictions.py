"""A rulebook that contradicts itself is refused with the very key, with what stands there and with what is possible."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.play.format_checks import ProblemCode as Code
from bot.play.format_rules import (
    ArenaRules,
    CutRules,
    DeckRules,
    DisputeRules,
    GamesRules,
    GroupRules,
    Level,
    LineUp,
    RankingRules,
    RoundRobinRules,
    ScoringRules,
    Seeding,
    SwissRules,
    TeamEncounter,
    TeamRules,
    TimeSystem,
    TitleMatchRules,
    ToldAtEnd,
)
from bot.play.format_rules import LevelMatch as Way
from bot.play.rulebook import DisciplineRules, EntryRules, FormatName, KnockoutRules, ThreadRules
from bot.rulebooks.library import preset, problems
from tests.rulebooks.variations import changed

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


def faults(name, **changes):
    """What the checks say of a preset with these settings; `swiss__rounds` is `swiss.rounds`."""
    rulebook = preset(name)
    for key, value in changes.items():
        rulebook = changed(rulebook, key.replace("__", "."), value)
    return problems(rulebook)


TABLES = [
    ("go-swiss", {"swiss": None}, "swiss", Code.TABLE_MISSING),
    ("go-swiss", {"games": None}, "games", Code.TABLE_MISSING),
    ("go-swiss", {"scoring": None}, "scoring", Code.TABLE_MISSING),
    ("go-swiss", {"ranking": None}, "ranking", Code.TABLE_MISSING),
    ("go-round-robin", {"round_robin": None}, "round_robin", Code.TABLE_MISSING),
    ("aije-world", {"title_match": None}, "title_match", Code.TABLE_MISSING),
    ("arena", {"arena": None}, "arena", Code.TABLE_MISSING),
    ("on-the-edge", {"tables": None}, "tables", Code.TABLE_MISSING),
    ("aije-teams", {"swiss": None}, "swiss", Code.TABLE_MISSING),
    ("aije-teams", {"teams": None}, "teams", Code.TABLE_MISSING),
    ("go-swiss", {"discipline": None}, "discipline", Code.TABLE_MISSING),
    ("olympiad-school", {"dispute": None}, "dispute", Code.TABLE_MISSING),
    ("aije-open", {"teams": TeamRules()}, "games", Code.TABLE_MISSING),
    ("go-swiss", {"dispute": DisputeRules()}, "teams", Code.TABLE_MISSING),
    ("aije-open", {"cut": CutRules()}, "cut", Code.NOT_IN_FORMAT),
    ("aije-open", {"ranking": RankingRules()}, "ranking", Code.NOT_IN_FORMAT),
    ("aije-open", {"groups": GroupRules()}, "groups", Code.NOT_IN_FORMAT),
    ("aije-world", {"scoring": ScoringRules()}, "scoring", Code.NOT_IN_FORMAT),
    ("arena", {"teams": TeamRules()}, "teams", Code.NOT_IN_FORMAT),
    ("on-the-edge", {"teams": TeamRules()}, "teams", Code.NOT_IN_FORMAT),
    ("on-the-edge", {"swiss": SwissRules()}, "swiss", Code.NOT_IN_FORMAT),
    ("go-round-robin", {"swiss": SwissRules()}, "swiss", Code.NOT_IN_FORMAT),
    ("go-round-robin", {"title_match": TitleMatchRules()}, "title_match", Code.NOT_IN_FORMAT),
    ("go-swiss", {"arena": ArenaRules()}, "arena", Code.NOT_IN_FORMAT),
    ("go-swiss", {"knockout": KnockoutRules(best_of=3)}, "knockout", Code.NOT_IN_FORMAT),
]
GAMES = [
    ("aije-candidates", {"games__best_of": 0}, "games.best_of", Code.TOO_LOW),
    ("aije-candidates", {"games__best_of": 4, "games__play_all": False}, "games.best_of", Code.NOT_ODD),
    ("aije-candidates", {"games__best_of": 25}, "games.best_of", Code.TOO_HIGH),
    ("arena", {"games__best_of": 13, "games__report": ToldAtEnd.RESULT}, "games.best_of", Code.TOO_HIGH),
    ("aije-world", {"registration__invited_only": False}, "registration.invited_only", Code.NOT_BY_INVITATION),
    ("aije-candidates", {"registration__invited_only": False}, "registration.invited_only", Code.NOT_BY_INVITATION),
    ("aije-seat-match", {"registration__invited_only": False}, "registration.invited_only", Code.NOT_BY_INVITATION),
    ("aije-world", {"games__best_of": 17}, "games.best_of", Code.DIFFERS),
    ("aije-world", {"title_match__best_of": 18}, "title_match.best_of", Code.NOT_ODD),
    ("aije-open", {"games": GamesRules(3)}, "games.best_of", Code.DIFFERS),
    ("aije-teams", {"games__best_of": 4}, "games.best_of", Code.DIFFERS),
    ("olympiad-school", {"games__best_of": 9}, "games.best_of", Code.DIFFERS),
    ("aije-candidates", {"games__report": ToldAtEnd.BOARDS}, "teams", Code.TABLE_MISSING),
    ("aije-candidates", {"games__report": ToldAtEnd.INFLUENCE}, "games.report", Code.NOT_AN_OPTION),
    ("on-the-edge", {"games__report": ToldAtEnd.GAMES}, "games.report", Code.NOT_AN_OPTION),
    ("arena", {"games__report": ToldAtEnd.COUNT}, "games.report", Code.NOT_AN_OPTION),
    ("aije-teams", {"games__report": ToldAtEnd.GAMES}, "games.report", Code.NOT_AN_OPTION),
    ("aije-candidates", {"games__report": ToldAtEnd.COUNT}, "games.report", Code.ASKS_FOR_OTHER),
    ("aije-candidates", {"games__report": ToldAtEnd.RESULT}, "games.report", Code.ASKS_FOR_OTHER),
    ("arena", {"games__draws": False}, "games.report", Code.ASKS_FOR_OTHER),
    ("go-swiss", {"games__compensation": 0.0, "games__draws": False}, "games.compensation", Code.ASKS_FOR_OTHER),
    ("go-swiss", {"games__report": ToldAtEnd.RESULT}, "games.compensation", Code.ASKS_FOR_OTHER),
    ("go-swiss", {"games__compensation": 3.7}, "games.compensation", Code.NOT_IN_QUARTERS),
    ("go-swiss", {"games__sheets": ("Go Game",)}, "games.sheets", Code.NOT_A_SLUG),
    ("on-the-edge", {"rating__rated": True}, "games.report", Code.ASKS_FOR_OTHER),
]
POINTS = [
    ("go-swiss", {"scoring__draw": 3.0}, "scoring.draw", Code.ABOVE_OTHER),
    ("go-swiss", {"scoring__loss": 1.5}, "scoring.loss", Code.ABOVE_OTHER),
    ("go-swiss", {"scoring__bye": 3.0}, "scoring.bye", Code.ABOVE_OTHER),
    ("go-swiss", {"scoring__absence": 3.0}, "scoring.absence", Code.ABOVE_OTHER),
    ("go-swiss", {"scoring__loss": -1.0}, "scoring.loss", Code.TOO_LOW),
    ("go-swiss", {"scoring__win": 0.0}, "scoring.win", Code.NOT_ABOVE_ZERO),
    ("go-swiss", {"scoring__draw": 0.3}, "scoring.draw", Code.NOT_IN_QUARTERS),
    ("arena", {"scoring__by_games": True}, "scoring.by_games", Code.NOT_IN_FORMAT),
    *(
        (name, {"matches__waits_for_other_events": True}, "matches.waits_for_other_events", Code.NOT_IN_FORMAT)
        for name in ("arena", "on-the-edge", "teams", "olympiad-school")
    ),
    ("go-swiss", {"ranking__order": ()}, "ranking.order", Code.EMPTY_LIST),
    ("go-swiss", {"ranking__order": ("points", "luck")}, "ranking.order", Code.NOT_AN_OPTION),
    ("go-swiss", {"ranking__order": ("points", "points")}, "ranking.order", Code.STANDS_TWICE),
    ("go-swiss", {"ranking__order": ("points",) * 13}, "ranking.order", Code.TOO_MANY),
    ("go-round-robin", {"ranking__order": ("points", "buchholz")}, "ranking.order", Code.NOT_IN_FORMAT),
    ("arena", {"ranking__order": ("points", "progressive")}, "ranking.order", Code.NOT_IN_FORMAT),
    ("go-swiss", {"ranking__order": ("points", "board_points")}, "teams", Code.TABLE_MISSING),
    ("go-swiss", {"ranking__order": ("points", "boards_in_order")}, "teams", Code.TABLE_MISSING),
    ("go-swiss", {"ranking__order": ("points", "living_points")}, "dispute", Code.TABLE_MISSING),
    ("go-swiss", {"ranking__unplayed": "fide"}, "ranking.unplayed", Code.NOT_AN_OPTION),
    ("go-swiss", {"ranking__level": Level.SHARED}, "ranking.decisive_places", Code.ASKS_FOR_OTHER),
    ("go-swiss", {"ranking__play_off_best_of": 0}, "ranking.play_off_best_of", Code.TOO_LOW),
    ("go-swiss", {"ranking__play_off_best_of": 2}, "ranking.play_off_best_of", Code.NOT_ODD),
    ("arena", {"ranking__level": Level.LOT}, "ranking.level", Code.NOT_IN_FORMAT),
    ("aije-candidates", {"ranking__decisive_places": 7}, "ranking.decisive_places", Code.ABOVE_OTHER),
]
PAIRING = [
    ("go-round-robin", {"round_robin__times": 0}, "round_robin.times", Code.TOO_LOW),
    ("aije-teams", {"round_robin__swiss_above": 1}, "round_robin.swiss_above", Code.TOO_LOW),
    ("go-swiss", {"swiss__rounds": 0}, "swiss.rounds", Code.TOO_LOW),
    ("go-swiss", {"swiss__rounds": 31}, "swiss.rounds", Code.TOO_HIGH),
    ("swiss-cut", {"registration__capacity": 8, "swiss__rounds": 8}, "swiss.rounds", Code.NOT_BELOW),
    ("swiss-cut", {"swiss__late_entry_until": 6}, "swiss.late_entry_until", Code.ABOVE_OTHER),
    ("swiss-cut", {"swiss__rounds": None}, "swiss.rounds", Code.NEEDS_A_VALUE),
    ("swiss-cut", {"cut__players": 1}, "cut.players", Code.TOO_LOW),
    ("swiss-cut", {"cut__players": 16, "registration__capacity": 12}, "cut.players", Code.ABOVE_OTHER),
    ("go-swiss", {"swiss__out_after": 0}, "swiss.out_after", Code.TOO_LOW),
    ("double-elimination", {"knockout__lives": 0}, "knockout.lives", Code.TOO_LOW),
    ("double-elimination", {"knockout__lives": 4}, "knockout.lives", Code.TOO_HIGH),
    ("double-elimination", {"knockout__third_place_match": True}, "knockout.third_place_match", Code.ASKS_FOR_OTHER),
    ("double-elimination", {"knockout__placement_matches": True}, "knockout.placement_matches", Code.ASKS_FOR_OTHER),
    ("double-elimination", {"knockout__byes_by_rating": False}, "knockout.byes_by_rating", Code.ASKS_FOR_OTHER),
    ("swiss-cut", {"knockout__lives": 2, "knockout__third_place_match": False}, "knockout.lives", Code.ASKS_FOR_OTHER),
    ("groups-cut", {"knockout__placement_matches": True}, "knockout.placement_matches", Code.ASKS_FOR_OTHER),
    ("groups-cut", {"knockout__seeding": Seeding.DRAWN}, "knockout.seeding", Code.ASKS_FOR_OTHER),
    ("aije-teams", {"scoring__bye": 0.0}, "round_robin.swiss_above", Code.ASKS_FOR_OTHER),
    ("swiss-cut", {"knockout__best_of": 4}, "knockout.best_of", Code.NOT_ODD),
    ("aije-world", {"minimum_entrants": 3}, "minimum_entrants", Code.DIFFERS),
    ("aije-world", {"registration__capacity": None}, "registration.capacity", Code.DIFFERS),
    ("aije-world", {"title_match__pauses_each": -1}, "title_match.pauses_each", Code.TOO_LOW),
    ("aije-world", {"title_match__pause_lasts": 0 * MINUTE}, "title_match.pause_lasts", Code.NOT_ABOVE_ZERO),
    ("arena", {"arena__lasts": 0 * MINUTE}, "arena.lasts", Code.NOT_ABOVE_ZERO),
    ("arena", {"arena__first_move_within": 60 * MINUTE}, "arena.first_move_within", Code.NOT_SHORTER),
    ("arena", {"arena__doubles_after": 0}, "arena.doubles_after", Code.TOO_LOW),
    ("arena", {"arena__short_draw": 31}, "arena.short_draw", Code.ABOVE_OTHER),
    ("on-the-edge", {"tables__seats": 4}, "tables.seats", Code.TOO_HIGH),
    ("on-the-edge", {"tables__active_points": (8, 4)}, "tables.active_points", Code.WRONG_LENGTH),
    ("on-the-edge", {"tables__active_points": (4, 8, 2)}, "tables.active_points", Code.NOT_HIGHEST_FIRST),
    ("on-the-edge", {"tables__inactive_points": (4, 2, -1)}, "tables.inactive_points", Code.TOO_LOW),
    ("on-the-edge", {"tables__extra_game_influence": 17}, "tables.extra_game_influence", Code.ABOVE_OTHER),
]
EVERYONE = {"teams__encounter": TeamEncounter.EVERYONE, "games__best_of": 16}
SUM = {"teams__encounter": TeamEncounter.SUM, "scoring__by_games": True}
PLAY_OFF = {"ranking__level": Level.PLAY_OFF}
SWISS = {"format": FormatName.SWISS, "swiss__rounds": 3, "round_robin": None}
TEAMS = [
    ("aije-teams", {"teams__size": 1}, "teams.size", Code.TOO_LOW),
    ("aije-teams", {"teams__size": 13}, "teams.size", Code.TOO_HIGH),
    ("aije-teams", {"teams__substitutes": 1}, "teams.substitutes", Code.ASKS_FOR_OTHER),
    ("teams", {"teams__line_up": LineUp.FIXED}, "teams.substitutes", Code.ASKS_FOR_OTHER),
    ("aije-teams", {"teams__board_games": 0}, "teams.board_games", Code.TOO_LOW),
    ("aije-teams", {"games__draws": False}, "teams.board_games", Code.ASKS_FOR_OTHER),
    ("aije-teams", {"teams__board_draw": 1.5}, "teams.board_draw", Code.ABOVE_OTHER),
    ("aije-teams", {"teams__most_top_ranked": 4}, "teams.most_top_ranked", Code.ABOVE_OTHER),
    ("aije-teams", {"teams__encounter": TeamEncounter.DISPUTE}, "dispute", Code.TABLE_MISSING),
    ("go-teams", {"games__best_of": 3}, "games.best_of", Code.DIFFERS),
    ("go-teams", {"games__play_all": False}, "games.play_all", Code.ASKS_FOR_OTHER),
    ("go-teams", {"teams__encounter": TeamEncounter.EVERYONE}, "games.best_of", Code.DIFFERS),
    ("go-teams", EVERYONE, "ranking.order", Code.ASKS_FOR_OTHER),
    ("go-teams", {"teams__encounter": TeamEncounter.SUM, "teams__board_games": 2}, "games.best_of", Code.DIFFERS),
    ("go-teams", {"scoring__by_games": True}, "scoring.by_games", Code.ASKS_FOR_OTHER),
    ("go-teams", {**SUM, "teams__board_win": 1.5}, "scoring.win", Code.DIFFERS),
    ("go-teams", {**SUM, "scoring__loss": 0.5}, "scoring.loss", Code.DIFFERS),
    ("go-teams", PLAY_OFF | {"teams__level_match": ()}, "teams.level_match", Code.NOT_THE_LAST),
    ("go-teams", {"swiss__late_entry_until": 2}, "swiss.late_entry_until", Code.TEAMS_IN_TIME),
    ("go-teams", PLAY_OFF | {"teams__level_match": (Way.BERLIN,)}, "teams.level_match", Code.NOT_THE_LAST),
    ("go-teams", PLAY_OFF | {"teams__level_match": (Way.LOT, Way.BERLIN)}, "teams.level_match", Code.NOT_THE_LAST),
    ("go-teams", PLAY_OFF | {"teams__level_match": (Way.EXTRA_GAME, Way.LOT)}, "teams.level_match", Code.NOT_THE_LAST),
    ("go-teams", {"teams__level_match": (Way.BERLIN, Way.BERLIN)}, "teams.level_match", Code.STANDS_TWICE),
    ("go-teams", {"teams__level_match": (Way.LIVING_POINTS, Way.LOT)}, "dispute", Code.TABLE_MISSING),
    ("go-teams", SWISS | {"cut": CutRules(4)}, "knockout.best_of", Code.DIFFERS),
    ("olympiad-school", PLAY_OFF | {"ranking__play_off_best_of": 3}, "ranking.play_off_best_of", Code.DIFFERS),
    ("olympiad-school", {"teams__encounter": TeamEncounter.BOARDS}, "teams.encounter", Code.NOT_AN_OPTION),
    ("olympiad-school", {"teams__size": 9}, "teams.size", Code.DIFFERS),
    ("olympiad-school", {"dispute__reserves": 2}, "teams.substitutes", Code.DIFFERS),
    ("olympiad-school", {"dispute__living_players": 4}, "dispute.starters", Code.NOT_THE_SUM),
    ("olympiad-school", {"dispute__giant_players": 0}, "dispute.giant_players", Code.TOO_LOW),
    ("olympiad-school", {"dispute__youngest_year": 10}, "dispute.youngest_year", Code.ABOVE_OTHER),
    ("olympiad-school", {"dispute__oldest_year": 14}, "dispute.oldest_year", Code.TOO_HIGH),
    ("olympiad-school", {"dispute__living_points": 0.3}, "dispute.living_points", Code.NOT_IN_QUARTERS),
    ("olympiad-school", {"dispute__category": " "}, "dispute.category", Code.EMPTY),
    ("olympiad-school", {"dispute__scene_1": ("pente",)}, "dispute.scene_1", Code.WRONG_LENGTH),
    ("olympiad-school", {"dispute__scene_1": ()}, "dispute.scene_1", Code.WRONG_LENGTH),
    ("olympiad-school", {"dispute__scene_2": ("go",) * 5}, "dispute.scene_2", Code.NOT_AN_OPTION),
]
DECKS_AND_CLOCKS = [
    ("on-the-edge", {"deck__fewest_cards": 0}, "deck.fewest_cards", Code.TOO_LOW),
    ("on-the-edge", {"deck__refused_prefixes": ("S1",)}, "deck.refused_prefixes", Code.NO_CARD),
    ("on-the-edge", {"deck__refused_cards": ("Cut-Ups",)}, "deck.refused_cards", Code.NO_CARD),
    ("on-the-edge", {"deck__degenerate_cards": ("C24",)}, "deck.degenerate_cards", Code.STANDS_TWICE),
    ("on-the-edge", {"deck": DeckRules(40, (), tuple(map(str, range(101))))}, "deck.refused_cards", Code.TOO_MANY),
    ("go-swiss", {"clock__base": 30 * MINUTE}, "clock.base", Code.DIFFERS),
    ("go-swiss", {"clock__increment": SECOND}, "clock.increment", Code.DIFFERS),
    ("go-swiss", {"clock__periods": 0}, "clock.periods", Code.NOT_ABOVE_ZERO),
    ("go-swiss", {"clock__period_lasts": 0 * SECOND}, "clock.period_lasts", Code.NOT_ABOVE_ZERO),
    ("go-swiss", {"clock__block_moves": 5}, "clock.block_moves", Code.ASKS_FOR_OTHER),
    ("go-swiss", {"clock__system": TimeSystem.SUDDEN_DEATH}, "clock.periods", Code.ASKS_FOR_OTHER),
    ("go-swiss", {"clock__system": TimeSystem.BLOCKS}, "clock.block_moves", Code.NOT_ABOVE_ZERO),
    ("go-swiss", {"discipline__late_limit": 10 * MINUTE}, "discipline.late_limit", Code.NOT_THE_SAME),
]
ENTRY: list[tuple[str, object, str, Code]] = [
    ("arena", {"threads": ThreadRules()}, "threads", Code.NOT_IN_FORMAT),
    ("cup", {"threads": ThreadRules(open_for=timedelta(0))}, "threads.open_for", Code.NOT_ABOVE_ZERO),
    ("cup", {"threads": ThreadRules(open_for=timedelta(days=8))}, "threads.open_for", Code.TOO_HIGH),
    ("cup", {"entry": EntryRules(role="Members")}, "entry.role", Code.NOT_A_ROLE),
    ("cup", {"entry": EntryRules(role="0123")}, "entry.role", Code.NOT_A_ROLE),
    ("cup", {"entry": EntryRules(role="٣٣")}, "entry.role", Code.NOT_A_ROLE),
    ("cup", {"entry": EntryRules(role="9" * 20)}, "entry.role", Code.NOT_A_ROLE),
    ("cup", {"entry": EntryRules(rating_from=-1)}, "entry.rating_from", Code.TOO_LOW),
    ("cup", {"entry": EntryRules(rating_from=10_001)}, "entry.rating_from", Code.TOO_HIGH),
    ("cup", {"entry": EntryRules(rating_below=0)}, "entry.rating_below", Code.TOO_LOW),
    ("cup", {"entry": EntryRules(rating_from=1600, rating_below=1600)}, "entry.rating_from", Code.NOT_BELOW),
    ("cup", {"entry": EntryRules(rating_from=1700, rating_below=1600)}, "entry.rating_from", Code.NOT_BELOW),
]


@pytest.mark.parametrize(
    ("name", "changes", "key", "code"), TABLES + GAMES + POINTS + PAIRING + TEAMS + DECKS_AND_CLOCKS + ENTRY
)
def test_a_contradiction_is_told_by_its_key(name, changes, key, code):
    assert (key, code) in [(problem.key, problem.code) for problem in faults(name, **changes)]


@pytest.mark.rule("OLY-2")
@pytest.mark.parametrize(("part", "players", "playing"), [("living", 4, "9"), ("giant", 3, "11")])
def test_starters_that_do_not_add_up_are_told_with_the_sum(part, players, playing):
    (problem,) = faults("olympiad-school", **{f"dispute__{part}_players": players})
    assert (problem.key, problem.given, problem.limit) == ("dispute.starters", "10", playing)


def test_an_unknown_tie_break_is_answered_with_those_that_say_something_there():
    (problem,) = faults("go-round-robin", ranking__order=("points", "luck"))
    assert problem.given == "luck"
    assert "sonneborn_berger" in problem.options
    assert "buchholz" not in problem.options


def test_a_table_that_says_nothing_is_named_with_the_format():
    (problem,) = faults("aije-open", cut=CutRules())
    assert (problem.given, problem.limit) == ("[cut]", "knockout")


@pytest.mark.rule("GO-27.1", "GO-27.3")
def test_places_that_may_not_be_shared_want_a_lot_or_a_play_off():
    (problem,) = faults("go-swiss", ranking__level=Level.SHARED)
    assert (problem.given, problem.other, problem.options) == ("1", "ranking.level", ("lot", "play_off"))


@pytest.mark.rule("AIJE-D05-3")
def test_a_round_robin_that_may_become_a_swiss_may_be_ordered_as_one():
    order = ("points", "buchholz", "sonneborn_berger")
    assert faults("aije-teams", ranking__order=order) == ()


@pytest.mark.rule("GO-9")
def test_a_count_without_compensation_can_be_level():
    assert faults("go-swiss", games__compensation=0.0) == ()


def test_a_lot_over_the_byes_goes_with_a_lot_over_the_bracket():
    seeds = {"knockout__third_place_match": False, "knockout__seeding": Seeding.DRAWN}
    assert faults("double-elimination", knockout__byes_by_rating=False, **seeds) == ()


@pytest.mark.rule("GO-12")
def test_each_time_system_stands_with_its_own_numbers():
    sudden = {"clock__system": TimeSystem.SUDDEN_DEATH, "clock__periods": 0, "clock__period_lasts": 0 * SECOND}
    assert faults("go-swiss", **sudden) == ()
    blocks = {"clock__system": TimeSystem.BLOCKS, "clock__periods": 0, "clock__block_moves": 25}
    assert faults("go-swiss", **blocks) == ()


def test_groups_go_with_or_without_a_number_of_those_who_go_on():
    bracket = KnockoutRules(3, 5, seeding=Seeding.SEEDED)
    groups = replace(preset("go-round-robin"), format=FormatName.GROUPS, groups=GroupRules(4, 2), knockout=bracket)
    assert problems(groups) == ()
    assert problems(replace(groups, cut=CutRules(6))) == ()
    (problem,) = problems(replace(groups, groups=GroupRules(4, 4)))
    assert (problem.key, problem.other, problem.limit) == ("groups.advance", "groups.size", "4")
    (problem,) = problems(replace(groups, round_robin=RoundRobinRules(swiss_above=6)))
    assert problem.key == "round_robin.swiss_above"


def test_an_event_of_one_game_that_warns_nobody_is_sound_without_a_discipline():
    assert faults("go-swiss", discipline=DisciplineRules()) == ()
