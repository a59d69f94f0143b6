"""Game sheets as members read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments import games_cards as tournaments_games_cards
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import Theme
from bot.layout.cards import TEXT_LIMIT, Card
from bot.play.game_sheets import LONGEST_TEXT, GameId, GameName, Section
from bot.rulebooks.game_files import bundled_games, own_sheet, read, sheet, to_text

NASTY = "@everyone <@123> **bold** ||x|| [a](https://example.com) # no heading"


def text_of(card: Card) -> str:
    return "\n".join([card.opening or "", *card.paragraphs])


def own(text: str, language: str = "it") -> Card:
    return tournaments_games_cards.receipt(own_sheet(GameId("ours"), language, text), True, True, Translator(language))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game_id", bundled_games())
def test_each_sheet_fits_one_message_with_all_its_headings_and_a_word_on_draws(game_id, locale):
    translator = Translator(locale)
    said = text_of(tournaments_games_cards.sheet_card(sheet(game_id, locale), translator))
    assert len(said) < TEXT_LIMIT / 2
    assert all(f"**{heading}**" in said for heading in tournaments_games_cards.headings(translator).values())


@pytest.mark.rule("OLY-7.1")
@pytest.mark.parametrize(
    ("game_id", "said"),
    [
        ("pente", "board is full"),
        ("pretwa", "5 to 10 moves"),
        ("alquerque", "about 10 moves"),
        ("pawns-battle", "no move left"),
        ("szkwa", "the same number"),
        ("shisima", "only a ruling"),
        ("jeek", "one player always wins"),
        ("pentagonia", "cannot move on its turn loses"),
        ("four-piece-race", "only loses that turn"),
    ],
)
def test_the_sheet_says_which_games_are_drawn_and_what_becomes_of_a_blocked_side(game_id, said):
    assert said in text_of(tournaments_games_cards.sheet_card(sheet(GameId(game_id), "en-US"), Translator("en-US")))


def test_what_a_community_typed_pings_nobody_and_formats_nothing():
    said = text_of(own(f"# {NASTY}\n\n## aim\n{NASTY}\n- {NASTY}\n\n## turn\n# big\n\n## end\n```\nx\n"))
    assert "@everyone" not in said
    assert "<@123>" not in said
    assert "**bold**" not in said
    assert "https://" not in said
    assert "\n# big" not in said
    assert "```" not in said
    assert "\n- @" in said


@pytest.mark.parametrize("char", ["*", "@", "א", "_", "😀", "x"])
@pytest.mark.parametrize("language", LOCALES)
def test_the_longest_sheet_of_the_worst_characters_still_fits_one_message(char, language):
    width = 2 if char > "\uffff" else 1
    line = char * ((LONGEST_TEXT - 200) // 36 // width)
    many = "\n".join([line] * 12)
    letters = "a" if char not in "אx" else ""
    parts = [f"## {section}\n{letters}{many}" for section in (Section.AIM, Section.TURN, Section.END)]
    draft = read("\n\n".join(["# a" + char * 79, *parts]).encode(), "x.md")
    said = text_of(own(to_text(draft), language))
    assert len(said) + said.count("😀") <= TEXT_LIMIT


def test_a_sheet_speaks_its_own_language_and_the_note_the_readers():
    ours = own_sheet(GameId("ours"), "it", "# Nostro\n\n## aim\nx\n\n## turn\nx\n\n## end\nx\n")
    said = text_of(tournaments_games_cards.sheet_card(ours, Translator("pt-BR")))
    assert "**Scopo**" in said
    assert "deste servidor" in said


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game_id", bundled_games())
def test_a_copy_can_be_brought_back_as_it_is(game_id, locale):
    told = sheet(game_id, locale)
    draft = tournaments_games_cards.in_words(told)
    back = read(
        to_text(draft, tournaments_games_cards.headings(Translator(locale))).encode(),
        "x.md",
        tournaments_games_cards.known_headings(),
    )
    assert (back.title, back.sections) == (told.title, draft.sections)
    assert "*" not in "".join(text for _, text in back.sections)
    assert bool(back.draws) is bool(told.game.draws)


@given(st.integers(0, 120))
def test_a_list_of_any_length_fits_one_message(n):
    names = [GameName(GameId(f"g{i}"), "*" * 80, True) for i in range(n)]
    card = tournaments_games_cards.game_list(names, Translator("it"))
    assert len(text_of(card)) <= TEXT_LIMIT


def test_the_board_is_drawn_beside_a_sheet_of_ours_and_not_beside_a_communitys():
    pretwa = sheet(GameId("pretwa"), "it")
    picture = tournaments_games_cards.sheet_card(pretwa, Translator("it")).pictures[0]
    assert (picture.name, picture.draw(Theme.LIGHT)[:4]) == ("pretwa.png", b"\x89PNG")
    assert "Pretwa" in picture.description
    assert own(to_text(pretwa)).pictures == ()
