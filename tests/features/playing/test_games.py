"""Game sheets of a community's own, beside those that come with the bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.kernel.errors import NotAllowed, NotFound, NotFoundByName
from bot.play.game_sheets import Blocked, DrawRule, GameDraft, GameId, Section
from bot.server import bounds_verbs
from bot.server.bounds_model import BOUNDS, Bounded
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

PENTE = GameId("pente")
TEXTS = ((Section.AIM, "Four."), (Section.TURN, "Place."), (Section.END, "Four wins."))


def ours(title: str = "Pente", *draws: DrawRule) -> GameDraft:
    return GameDraft(title, TEXTS, frozenset(draws))


def keep(hall: Hall, draft: GameDraft, language: str | None = None) -> tournaments_rulebook_verbs.TakenSheet:
    return hall.act(hall.actor(1), tournaments_rulebook_verbs.keep_sheet, draft, language)


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_a_game_that_the_server_did_not_tell_is_told_by_the_bot_in_the_readers_language(hall, language):
    found = hall.ask(tournaments_rulebook_verbs.sheet_of, GUILD, PENTE, language)
    assert (found.language, found.is_own) == (language, False)


def test_a_game_that_nobody_told_has_no_sheet(hall):
    assert hall.ask(tournaments_rulebook_verbs.sheet_of, GUILD, GameId("chess"), "it") is None
    with pytest.raises(NotFound):
        hall.ask(tournaments_rulebook_verbs.find_sheet, GUILD, GameId("chess"), "it")
    with pytest.raises(NotFoundByName):
        hall.ask(tournaments_rulebook_verbs.find_meant, GUILD, "chess")


@pytest.mark.rule("OLY-7.1")
def test_a_communitys_sheet_overrides_the_bots_with_its_own_draws(hall):
    taken = keep(hall, ours("Pente", DrawRule.BLOCKED))
    assert (taken.overrides, taken.replaced) == (True, False)
    found = hall.ask(tournaments_rulebook_verbs.sheet_of, GUILD, PENTE, "pt-BR")
    assert found.section_text(Section.AIM) == "Four."
    assert (found.game.draws, found.game.blocked) == ({DrawRule.BLOCKED}, Blocked.DRAWS)


def test_no_other_server_sees_it(hall):
    keep(hall, ours())
    assert not hall.ask(tournaments_rulebook_verbs.sheet_of, GUILD + 1, PENTE, "it").is_own


def test_a_title_in_another_language_overrides_the_same_game(hall):
    assert keep(hall, ours("Corsa alla META"), "it").sheet.game.game_id == "corrida-ao-destino"


def test_the_same_title_is_the_same_game_even_in_letters_that_no_id_has(hall):
    first, again = keep(hall, ours("将棋")), keep(hall, ours("将棋"))
    assert (again.replaced, again.overrides) == (True, False)
    assert hall.ask(tournaments_rulebook_verbs.find_meant, GUILD, "将棋") == first.sheet.game.game_id


def test_own_games_and_the_bots_stand_in_one_list_in_alphabetical_order(hall):
    before = hall.ask(tournaments_rulebook_verbs.available_games, GUILD, "en-US")
    keep(hall, ours("Abalone"))
    keep(hall, ours())
    names = hall.ask(tournaments_rulebook_verbs.available_games, GUILD, "en-US")
    assert names[0].title == "Abalone"
    assert len(names) == len(before) + 1
    assert {name.game_id for name in names if name.is_own} == {"abalone", "pente"}


def test_a_removed_sheet_gives_way_to_the_bots(hall):
    keep(hall, ours())
    gone = hall.act(hall.actor(1), tournaments_rulebook_verbs.remove_sheets, "pente")
    assert [sheet.title for sheet in gone.sheets] == ["Pente"]
    assert gone.is_bundled
    assert not hall.ask(tournaments_rulebook_verbs.sheet_of, GUILD, PENTE, "en-US").is_own
    with refuses("error.BundledSheetStays"):
        hall.act(hall.actor(1), tournaments_rulebook_verbs.remove_sheets, "pente")


def test_only_organisers_keep_and_remove(hall):
    keep(hall, ours())
    for attempt in (
        lambda: hall.act(hall.actor(2), tournaments_rulebook_verbs.keep_sheet, ours(), None),
        lambda: hall.act(hall.actor(2), tournaments_rulebook_verbs.remove_sheets, "pente"),
    ):
        with pytest.raises(NotAllowed):
            attempt()
    assert hall.ask(tournaments_rulebook_verbs.sheet_of, GUILD, PENTE, "en-US").is_own


def test_a_full_shelf_takes_new_versions_but_no_more_games(hall, monkeypatch):
    bounds = {**BOUNDS, Bounded.GAME_SHEETS: replace(BOUNDS[Bounded.GAME_SHEETS], most=1)}
    monkeypatch.setattr(bounds_verbs, "BOUNDS", bounds)
    keep(hall, ours())
    assert keep(hall, ours()).replaced
    with refuses("error.ServerFull"):
        keep(hall, ours(), "it")
