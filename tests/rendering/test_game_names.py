"""A rule sheet names the games of its rulebook by their titles, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.domain.ids import GuildId
from bot.i18n import LOCALES, Voice
from bot.rendering.game_names import with_titles
from bot.rendering.regulation.sheet import rule_sheet
from bot.rulebooks.library import preset
from bot.services.playing import games
from tests.services.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    opened = Hall(tmp_path / "hall.db")
    yield opened
    opened.close()


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize("locale", LOCALES)
def test_the_games_of_a_dispute_have_their_titles(hall: Hall, locale: str) -> None:
    named = hall.ask(games.available, GuildId(1), locale)
    rulebook = with_titles(preset("olympiad-school"), named)
    said = "\n".join(line for section in rule_sheet(rulebook, Voice(locale)) for line in section.lines)
    wanted = {str(one.game_id): one.title for one in named}
    dispute = preset("olympiad-school").dispute
    assert dispute is not None
    for name in dispute.scene_1:
        assert wanted[name] in said
