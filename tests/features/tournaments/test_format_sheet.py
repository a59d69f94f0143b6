"""The rule sheet speaks of every format, in four languages, and of nothing that does not hold in it."""

from dataclasses import replace
from functools import cache

import pytest

from bot.features.tournaments.rulebook_cards import difference
from bot.features.tournaments.sheet_cards import LONGEST_PAGE, LONGEST_SHEET, pages, rule_sheet
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.format_rules import GroupRules, Level, LineUp, Seeding, TeamEncounter, TimeSystem, ToldAtEnd
from bot.play.kind_checks import needs_winners
from bot.play.points import stays_on
from bot.play.rulebook import EntryRules, FormatName, KnockoutRules, QualifyingEvent, seats_of, settings
from bot.rulebooks.library import names, preset
from tests.rulebooks.variations import another, changed


def text(rulebook, locale):
    sheet = rule_sheet(rulebook, Translator(locale))
    return "\n".join(f"**{section.title}**\n" + "\n".join(section.lines) for section in sheet)


def groups_of_go():
    rulebook = replace(
        preset("go-round-robin"), format=FormatName.GROUPS, groups=GroupRules(5, 3), knockout=KnockoutRules(3, 5)
    )
    return replace(rulebook, discipline=None)


def by_blocks(name):
    rulebook = changed(preset(name), "clock.system", TimeSystem.BLOCKS)
    return changed(rulebook, "clock.block_moves", 25)


RULEBOOKS = {
    **{name: preset(name) for name in names()},
    "groups": groups_of_go(),
    "blocks": by_blocks("go-swiss"),
    "conditions": replace(preset("cup"), entry=EntryRules()),
}

ELSEWHERE = {
    "name",
    "title",
    "cites",
    *(f"{table}.{language}" for table in ("titles", "summaries") for language in ("en", "pt", "es", "it")),
    "clock.base",
    "clock.increment",
}
"""For organisers; titles, which have tests of their own; and the clock's time, which has to be that of `rating`."""


_OF_CLOCKS = {"matches.double_absence_after", "matches.waits_for_other_events"}


def unspoken(rulebook):
    """Settings that nobody can feel beside the others of the rulebook."""
    silent = [*_silent_of_pairing(rulebook), *_silent_of_games(rulebook), *_silent_of_teams(rulebook)]
    return ELSEWHERE.union(*(keys for holds, keys in silent if holds))


def _silent_of_pairing(rulebook):
    places = rulebook.ranking is not None and rulebook.ranking.decisive_places
    goes_on = rulebook.cut is not None or rulebook.groups is not None
    shared = rulebook.ranking is not None and rulebook.ranking.level is Level.SHARED
    return [
        (rulebook.format is not FormatName.KNOCKOUT, {"knockout.seeding", "knockout.byes_by_rating"}),
        (not goes_on and rulebook.format is not FormatName.KNOCKOUT, every("knockout")),
        (not rulebook.knockout.third_place_match, {"knockout.third_place_best_of"}),
        (rulebook.knockout.seeding is Seeding.SEEDED, {"knockout.byes_by_rating"}),
        (rulebook.swiss is None, {"scoring.bye", "scoring.absence", "ranking.unplayed"}),
        (rulebook.format is FormatName.ARENA, {"draw.salt"}),
        (shared, {"ranking.play_off_best_of", "ranking.decisive_places"}),
        (goes_on, {"ranking.decisive_places"}),
        (not goes_on and not places, {"ranking.level"}),
        (rulebook.groups is not None, {"round_robin.swiss_above"}),
    ]


def _silent_of_games(rulebook):
    games, clock, order = rulebook.games, rulebook.clock, rulebook.discipline
    late = order is not None and order.late_limit is not None
    minutes = {"matches.minutes_per_walkover_game"}
    nobody_asked = every("absence") - {"absence.ask_why"} | {"registration.refuse_barred"}
    return [
        (not rulebook.absence.ask_why, nobody_asked),
        (not rulebook.absence.bar_when_unjustified, {"absence.bar_lasts"}),
        (games is not None and games.best_of == 1, {"games.play_all"}),
        (rulebook.format is FormatName.TITLE_MATCH, {"games.best_of", "games.play_all"}),
        # The world title is by invitation whatever a file says (AIJE-D03-1).
        (seats_of(rulebook) is QualifyingEvent.WORLD, {"registration.invited_only"}),
        (rulebook.format is FormatName.TABLES, {"games.best_of"}),
        (late and rulebook.teams is None, minutes),
        (rulebook.format is FormatName.TABLES, minutes),
        (rulebook.format is FormatName.ARENA, {"matches.remind_confirm_after", *_OF_CLOCKS}),
        (rulebook.format is FormatName.TABLES, _OF_CLOCKS),
        (clock is not None and clock.system is TimeSystem.PERIODS, {"clock.block_moves"}),
        (clock is not None and clock.system is TimeSystem.BLOCKS, {"clock.periods"}),
    ]


def _silent_of_teams(rulebook):
    same = {"size", "substitutes", "board_games", "board_win", "board_draw"}
    named = rulebook.teams is not None and rulebook.teams.line_up is LineUp.FREE
    return [
        (not named, {"teams.line_up_within"}),
        (stays_on(rulebook) or not needs_winners(rulebook), {"teams.level_match"}),
        (stays_on(rulebook), {"teams.board_games", "teams.board_draw"}),
        (rulebook.teams is not None and rulebook.teams.board_games % 2 == 0, {"games.draws"}),
        (rulebook.teams is not None and rulebook.teams.top_ranked is None, {"teams.most_top_ranked"}),
        (rulebook.dispute is not None, {"games.sheets", *(f"teams.{name}" for name in same)}),
    ]


def every(table):
    return {key for key in settings(preset("aije-open")) if key.startswith(f"{table}.")}


@cache
def text_of(name, locale):
    return text(RULEBOOKS[name], locale)


@pytest.mark.parametrize("name", [name for name in RULEBOOKS if name != "aije-open"])
def test_in_every_format_a_changed_setting_changes_what_players_read(name):
    before = RULEBOOKS[name]
    felt = {key: value for key, value in settings(before).items() if key not in unspoken(before)}
    assert felt
    after = {key: changed(before, key, another(key, value)) for key, value in felt.items()}
    assert [
        (key, locale) for key in felt for locale in LOCALES if text(after[key], locale) == text_of(name, locale)
    ] == []


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_preset_is_told_in_full_in_two_messages_at_most(name, locale):
    sheet = text(RULEBOOKS[name], locale)
    assert len(pages(RULEBOOKS[name], Translator(locale))) <= 2
    assert Translator(locale).say("format_sheet.more") not in sheet


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_message_of_a_sheet_is_too_long_and_together_they_say_all_of_it(name, locale):
    told = pages(RULEBOOKS[name], Translator(locale))
    assert max(len("\n".join(page)) for page in told) <= LONGEST_PAGE
    assert "\n".join(one for page in told for one in page) == text(RULEBOOKS[name], locale)


@pytest.mark.parametrize("locale", [locale for locale in LOCALES if locale != "en-US"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_line_of_a_preset_is_left_in_english(name, locale):
    english = set(text(RULEBOOKS[name], "en-US").splitlines())
    assert not english & set(text(RULEBOOKS[name], locale).splitlines())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("encounter", [one for one in TeamEncounter if one is not TeamEncounter.DISPUTE])
def test_each_way_of_meeting_has_its_own_words(encounter, locale):
    told = text(changed(preset("aije-teams"), "teams.encounter", encounter), locale)
    assert Translator(locale).say(f"format_sheet.encounter.{encounter}") in told


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("line_up", LineUp)
def test_each_kind_of_line_up_has_its_own_words(line_up, locale):
    told = text(changed(preset("aije-teams"), "teams.line_up", line_up), locale)
    assert Translator(locale).say(f"format_sheet.line_up.{line_up}") in told


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("report", ToldAtEnd)
def test_each_kind_of_report_has_its_own_words(report, locale):
    sheets = {kind: text(changed(preset("arena"), "games.report", kind), locale) for kind in ToldAtEnd}
    assert [kind for kind, told in sheets.items() if told == sheets[report]] == [report]


@pytest.mark.rule("AIJE-D02-2", "AIJE-D05-4", "GO-27.2", "OLY-5")
@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("aije-candidates", "Points and Direct encounter"),
        ("go-teams", "Points, Board points and Points on board 1, on board 2 and so on"),
        (
            "olympiad-school",
            "Points, Balance of scores, Direct encounter, Points in the living game and Points in the giant game",
        ),
    ],
)
def test_the_order_of_places_is_told_by_the_names_of_the_tie_breaks(name, order):
    assert f"in this order: {order}." in text(preset(name), "en-US")


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D02-2")
def test_where_all_games_are_played_an_absence_can_cost_them_all():
    assert "Of 5 games, one at 2:00, 4:00, 6:00, 8:00 and 10:00, so 5–0." in text(preset("aije-candidates"), "en-US")


@pytest.mark.rule("GO-22")
def test_the_limit_of_lateness_stands_in_the_place_of_the_walkover_clock():
    told = text(preset("go-swiss"), "en-US")
    assert "15 minutes late for the start, and you lose the game." in told
    assert "Best of 1" not in told


@pytest.mark.rule("ARENA-5")
def test_in_an_arena_the_first_move_is_the_only_clock_of_absence():
    told = text(preset("arena"), "en-US")
    assert "No first move within 30 seconds?" in told
    assert "and 1 minute later you lose the game." in told
    assert "If you are late" not in told


@pytest.mark.rule("AIJE-D05-3")
def test_a_team_that_is_missing_loses_board_by_board():
    assert "Of 3 boards, one at 2:00, 4:00 and 6:00, so 3–0." in text(preset("aije-teams"), "en-US")


def test_a_seeded_bracket_says_nothing_of_a_lot():
    assert "by lot" not in "\n".join(rule_sheet(preset("double-elimination"), Translator("en-US"))[2].lines)


@pytest.mark.rule("OTE-2.3", "OTE-1.5")
def test_the_tables_of_three_tell_their_points_and_what_a_deck_may_hold():
    told = text(preset("on-the-edge"), "en-US")
    assert "8, 4 and 2; for inactive players 4, 2 and 1" in told
    assert "66, C24, C45, C47, C77 and C85" in told
    assert "There is no clock." in told


@pytest.mark.parametrize("locale", LOCALES)
def test_a_sheet_that_would_burst_two_messages_ends_with_a_word_on_the_file(locale):
    own = tuple("*" * 48 + f"{number:02}" for number in range(12))
    rules = preset("go-teams")
    assert rules.discipline is not None
    prices = replace(rules.discipline, warned=own, lost_turn=own, warned_or_lost=own)
    full = replace(rules, title="*" * 80, discipline=prices)
    assert len(text(full, locale)) <= LONGEST_SHEET
    assert Translator(locale).say("format_sheet.more") in text(full, locale)


def test_a_table_that_only_one_of_two_rulebooks_has_is_a_difference():
    without = replace(preset("go-swiss"), clock=None)
    keys = {"clock.system", "clock.base", "clock.increment", "clock.periods", "clock.period_lasts", "clock.block_moves"}
    added, removed = difference(without, preset("go-swiss")), difference(preset("go-swiss"), without)
    assert {change.key for change in added} == {change.key for change in removed} == keys
    assert {change.before for change in added} == {change.after for change in removed} == {None}
