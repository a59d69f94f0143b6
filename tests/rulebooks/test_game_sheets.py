"""The game sheets that come with the bot, and the files that communities bring."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from bot.i18n.catalogue import LOCALES
from bot.play.game_sheets import TOLD, Blocked, DrawRule, GameId, Section, SheetFault
from bot.rulebooks.game_files import (
    LARGEST_FILE,
    PLAIN_HEADINGS,
    bundled_games,
    by_title,
    game,
    id_of,
    own_sheet,
    read,
    sheet,
    to_text,
)
from bot.rulebooks.library import SheetRefused

SCENES = {
    "scene 1, tables": ("pentagonia", "pente", "pretwa"),
    "scene 1, giant and living": ("picaria", "five-mens-morris"),
    "scene 2, tables": ("szkwa", "pista-livre", "surakarta"),
    "scene 2, giant and living": ("tic-tackle", "pawns-battle"),
    "category C, tables": ("align-4", "alquerque", "four-piece-race"),
    "category C, giant and living": ("corrida-ao-destino", "shisima"),
}
SHEET = "# Our Game\n\n## aim\nWin.\n\n## turn\nMove.\n\n## end\nIt ends.\n"


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize("games", SCENES.values(), ids=SCENES)
def test_every_game_of_the_olympiads_scenes_has_its_sheet(games):
    assert set(games) <= set(bundled_games())


@pytest.mark.rule("OLY-7", "GO-1", "AIJE-C01-1")
def test_the_games_are_those_of_the_regulations_and_no_others():
    assert set(bundled_games()) == {"jeek", "go", *(one for games in SCENES.values() for one in games)}


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize("game_id", bundled_games())
def test_each_game_is_told_wholly_in_four_languages_and_in_each_with_other_words(game_id):
    sheets = [sheet(game_id, locale) for locale in LOCALES]
    assert all([section for section, _ in one.sections] == list(TOLD) for one in sheets)
    told = [text for one in sheets for _, text in one.sections]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("game_id", bundled_games())
def test_each_sheet_says_the_same_numbers_in_every_language(game_id):
    figures = [
        sorted(number for _, text in sheet(game_id, locale).sections for number in re.findall(r"\d+", text))
        for locale in LOCALES
    ]
    assert all(one == figures[0] for one in figures)


@pytest.mark.parametrize("game_id", bundled_games())
@pytest.mark.parametrize("locale", LOCALES)
def test_each_sheet_is_short(game_id, locale):
    words = sum(len(text.split()) for _, text in sheet(game_id, locale).sections)
    assert 70 <= words <= (240 if game_id == "go" else 185)


D = DrawRule
SILENT = (
    "pentagonia", "picaria", "five-mens-morris", "pista-livre", "surakarta", "tic-tackle", "four-piece-race",
    "corrida-ao-destino", "shisima",
)  # fmt: skip


@pytest.mark.rule("OLY-7.1")
@pytest.mark.parametrize(
    ("game_id", "draws", "quiet_moves"),
    [
        ("pente", {D.BOARD_FULL, D.AGREED_HOPELESS}, None),
        ("align-4", {D.BOARD_FULL, D.AGREED_HOPELESS}, None),
        ("pretwa", {D.AGREED, D.RULED_QUIET}, (5, 10)),
        ("alquerque", {D.AGREED, D.RULED_QUIET}, (10, 10)),
        ("pawns-battle", {D.BLOCKED}, None),
        ("szkwa", {D.EQUAL_CAPTURES}, None),
        *((game_id, {D.RULED}, None) for game_id in SILENT),
        pytest.param("jeek", set(), None, marks=pytest.mark.rule("AIJE-C01-1")),
        pytest.param("go", {D.EQUAL_COUNT, D.STATED, D.RULED}, None, marks=pytest.mark.rule("GO-9", "GO-20")),
    ],
)
def test_a_game_is_drawn_as_its_rules_say_and_where_they_are_silent_by_a_ruling(game_id, draws, quiet_moves):
    found = game(game_id)
    assert (set(found.draws), found.quiet_moves) == (draws, quiet_moves)


@pytest.mark.rule("OLY-7.1")
@pytest.mark.parametrize(
    ("blocked", "games"),
    [
        (Blocked.LOSES, {"pentagonia", "five-mens-morris", "corrida-ao-destino"}),
        (Blocked.LOSES_TURN, {"four-piece-race", "pista-livre"}),
        (Blocked.DRAWS, {"pawns-battle"}),
    ],
)
def test_a_blocked_side_loses_or_waits_or_draws_by_the_game(blocked, games):
    assert {game_id for game_id in bundled_games() if game(game_id).blocked is blocked} == games


@pytest.mark.rule("GO-1", "GO-9")
@pytest.mark.parametrize("locale", LOCALES)
def test_the_sheet_of_go_tells_the_board_the_compensation_and_what_black_needs(locale):
    told = " ".join(text for _, text in sheet(GameId("go"), locale).sections)
    assert {"19", "361", "180 1/2", "184 1/4", "185", "184", "3/4"} <= set(re.findall(r"\d+(?: ?\d?/\d)?", told))
    assert game(GameId("go")).colours == ("black", "white")


@pytest.mark.rule("AIJE-C01-1", "AIJE-C01-2", "AIJE-C01-3")
@pytest.mark.parametrize("locale", LOCALES)
def test_the_sheet_of_jeek_tells_the_squares_and_the_mirror_rule_by_its_own_examples(locale):
    found = sheet(GameId("jeek"), locale)
    assert {"A1", "D4", "B1", "C4"} <= set(re.findall(r"[A-D][1-4]", found.section_text(Section.SPECIAL) or ""))
    assert found.game.colours == ("white", "black")


def test_a_title_in_any_language_means_the_same_game():
    assert {by_title()[one] for one in ("carrera al destino", "corsa alla meta")} == {"corrida-ao-destino"}
    assert len(by_title().values()) >= len(bundled_games())


def test_no_two_games_share_a_title():
    for one, other in combinations(bundled_games(), 2):
        assert not {sheet(one, x).title.casefold() for x in LOCALES} & {
            sheet(other, x).title.casefold() for x in LOCALES
        }


@pytest.mark.parametrize(
    ("title", "game_id"),
    [
        ("Tablut", "tablut"),
        ("Batalha dos Peões (5)", "pawns-battle"),
        ("Xadrez às cegas!", "xadrez-as-cegas"),
        ("将棋", None),
    ],
)
def test_a_title_gives_an_id_that_fits_a_button(title, game_id):
    found = id_of(title)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found)
    assert game_id in (found, None)


@pytest.mark.parametrize("game_id", bundled_games())
def test_a_sheet_that_is_written_as_a_file_reads_back_the_same(game_id):
    told = sheet(game_id, "it")
    back = own_sheet(game_id, "it", to_text(told))
    assert (back.title, back.sections, back.is_own) == (told.title, told.sections, True)


def refusal(text: str | bytes) -> list[tuple[SheetFault, int]]:
    with pytest.raises(SheetRefused) as refused:
        read(text if isinstance(text, bytes) else text.encode(), "game.md")
    return [(one.fault, one.line) for one in refused.value.problems]


F = SheetFault


@pytest.mark.parametrize(
    ("text", "fault", "line"),
    [
        ("", F.NO_TITLE, 1),
        (SHEET.replace("# Our Game", "# ***"), F.NO_TITLE, 1),
        (SHEET.replace("Our Game", "x" * 81), F.TITLE_TOO_LONG, 1),
        (SHEET.replace("\n\n## aim", "\nBring friends.\n\n## aim"), F.TEXT_OUTSIDE, 2),
        (SHEET.replace("## turn", "## torn"), F.UNKNOWN_HEADING, 6),
        (SHEET.replace("## turn", "## aim"), F.HEADING_TWICE, 6),
        (SHEET.replace("Move.", ""), F.EMPTY_SECTION, 6),
        (SHEET.replace("Move.", "…"), F.EMPTY_SECTION, 6),
        (SHEET.replace("## end\nIt ends.\n", ""), F.MISSING_SECTION, 0),
        (SHEET.replace("\n\n## aim", "\ndraws: whenever\n\n## aim"), F.UNKNOWN_DRAW, 2),
        (SHEET.replace("\n\n## aim", "\ndraws: none, agreed\n\n## aim"), F.UNKNOWN_DRAW, 2),
        (SHEET.replace("Move.", "Move. " * 300), F.TOO_LONG, 0),
        (SHEET.replace("Move.", "😀" * 651), F.TOO_LONG, 0),
        (SHEET.replace("Move.", "Move.\n" * 41), F.TOO_MANY_LINES, 0),
        (SHEET.replace("Move.", "Mo\x00ve."), F.NOT_TEXT, 7),
        (b"\xff\xfe\x00", F.NOT_UTF8, 0),
        (b"#" * (LARGEST_FILE + 1), F.TOO_LARGE, 0),
    ],
)
def test_a_file_that_is_no_sheet_is_refused_with_the_very_line(text, fault, line):
    assert (fault, line) in refusal(text)


def test_all_problems_are_told_at_once_in_the_order_of_the_file():
    text = "#\nhello\n\n## torn\nx\n\n## aim\n\n## end\nIt ends.\n"
    faults = [F.NO_TITLE, F.TEXT_OUTSIDE, F.UNKNOWN_HEADING, F.EMPTY_SECTION, F.MISSING_SECTION]
    assert [fault for fault, _ in refusal(text)] == faults


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_of_any_system_is_read_with_or_without_a_mark_before_the_title(end):
    draft = read(b"\xef\xbb\xbf" + SHEET.removeprefix("# ").replace("\n", end).encode(), "game.md")
    assert draft.title == "Our Game"
    assert dict(draft.sections) == {Section.AIM: "Win.", Section.TURN: "Move.", Section.END: "It ends."}


@pytest.mark.rule("OLY-7.1")
@pytest.mark.parametrize(
    ("line", "draws"),
    [("", {D.RULED}), ("draws: none", set()), ("Draws: agreed, board_full", {D.AGREED, D.BOARD_FULL})],
)
def test_a_communitys_sheet_says_its_draws_and_where_it_is_silent_an_arbiter_rules(line, draws):
    assert set(read(SHEET.replace("\n\n", f"\n{line}\n\n", 1).encode(), "game.md").draws) == draws


def test_headings_may_be_in_a_language_of_the_callers_choice():
    known = {**PLAIN_HEADINGS, "objetivo": Section.AIM}
    assert read(SHEET.replace("## aim", "## Objetivo ##").encode(), "game.md", known).sections[0] == (
        Section.AIM,
        "Win.",
    )
