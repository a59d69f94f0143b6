"""Cards in Discord name the addresses that the pages have: both write them, and each leads somewhere."""

from __future__ import annotations

from typing import Final

import pytest

from bot.features.pages.model import calendar_address, event_address, language_in_path, player_address, server_address
from bot.i18n.catalogue import LOCALES
from bot.kernel.ids import TournamentId
from web.addresses import CALENDAR, LANGUAGES, Address, AddressKind

SITE: Final = "https://cups.example"
SERVER, EVENT, PLAYER = "k3ynf5erver2", "ev3ntkeyabcd", "p3rsonkeyabc"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_card_and_a_page_write_the_same_address(locale: str) -> None:
    language = language_in_path(locale)
    assert LANGUAGES[language] == locale
    written = {
        server_address(SITE, locale, SERVER): Address(AddressKind.SERVER, language, SERVER),
        event_address(SITE, locale, SERVER, TournamentId(EVENT)): Address(AddressKind.EVENT, language, SERVER, EVENT),
        player_address(SITE, locale, SERVER, PLAYER): Address(AddressKind.PLAYER, language, SERVER, key=PLAYER),
    }
    assert [told for told, page in written.items() if told != SITE + page.path] == []


def test_the_secret_of_a_calendar_stands_where_the_pages_look_for_it() -> None:
    assert calendar_address(SITE, "pt-BR", "s3cret") == f"{SITE}/pt/calendar/s3cret/{CALENDAR}"
