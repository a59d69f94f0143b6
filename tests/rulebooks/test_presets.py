"""Presets as files: copied, frozen, drawn; the settings that regulations fix are held in tests/rules."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from tomllib import loads

import pytest

from bot.kernel.ids import EntrantId
from bot.play.draw import Stream
from bot.play.format_rules import Level, Seeding
from bot.play.formats import FORMATS
from bot.play.formats.protocol import EventFacts, Starter, WaitingInLobby
from bot.play.ranking import chain
from bot.play.rulebook import FormatName, settings
from bot.rulebooks.game_files import bundled_games
from bot.rulebooks.library import canonical, from_canonical, names, preset, problems, read, to_toml

BEYOND: dict[str, dict[str, tuple[object, str]]] = {
    # What outcomes leave to a reading or to the house; all else is held in tests/rules.
    "aije-candidates": {"round_robin.drawn_order": (True, "AIJE-D04-2")},
    "aije-seat-match": {
        "rating.base_minutes": (2.0, "AIJE-B02-1"),
        "absence.justify_within": (timedelta(hours=72), "AIJE-B03-2"),
        "absence.bar_lasts": (None, "AIJE-B03-2"),
    },
    "olympiad-school": {"dispute.youngest_year": (7, "OLY-1")},
    "go-swiss": {"games.colours": (True, "GO-10")},
    "go-round-robin": {"games.colours": (True, "GO-10")},
    "go-teams": {"games.colours": (True, "GO-10")},
    "go-challenge": {"minimum_entrants": (2, "GO-26.6"), "games.best_of": (9, "GO-26.6")},
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
    for name, rules in BEYOND.items()
    for key, (value, rule) in rules.items()
]


@pytest.mark.parametrize(("name", "key", "value"), HELD_TO)
def test_a_preset_is_set_as_its_regulation_says(name, key, value):
    assert settings(preset(name))[key] == value


@pytest.mark.parametrize("name", BEYOND)
def test_a_preset_cites_every_rule_that_it_is_held_to(name):
    assert {rule for _, rule in BEYOND[name].values()} <= set(preset(name).cites)


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
    assert games is None or set(games.sheets) <= set(bundled_games())


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
    lobby = tuple(WaitingInLobby(one.entrant_id, now) for one in starters)
    facts = EventFacts(starters, waiting=lobby, began_at=now, now=now)
    first = FORMATS[rulebook.format].advance(facts, rulebook, Stream(b"1" * 32))
    paired = set() if rulebook.traits.opening_lot else {one.entrant_id for one in starters}
    assert {side for contest in first for side in contest.sides} == paired
