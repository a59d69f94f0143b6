"""A rule sheet names the games of its rulebook by their titles, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments.games_cards import with_titles
from bot.features.tournaments.sheet_cards import rule_sheet
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import GuildId
from bot.rulebooks.library import preset
from tests.hall.hall import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    opened = Hall()
    yield opened
    opened.close()


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize("locale", LOCALES)
def test_the_games_of_a_dispute_have_their_titles(hall: Hall, locale: str) -> None:
    named = hall.ask(tournaments_rulebook_verbs.available_games, GuildId(1), locale)
    rulebook = with_titles(preset("olympiad-school"), named)
    said = "\n".join(line for section in rule_sheet(rulebook, Translator(locale)) for line in section.lines)
    wanted = {str(one.game_id): one.title for one in named}
    dispute = preset("olympiad-school").dispute
    assert dispute is not None
    for name in dispute.scene_1:
        assert wanted[name] in said
