"""Messages on the rehearsal's page look as Discord shows them."""

from __future__ import annotations

import string
from datetime import UTC, datetime
from html import escape

from bot.layout.sentences import quote
from rehearsal.markup import Markup

NOW = datetime(2026, 1, 2, 19, 30, tzinfo=UTC)


def shown(text: str) -> str:
    return Markup({}, lambda _: b"").text(text, NOW)


def test_whatever_a_name_is_made_of_the_page_shows_it_as_it_was_typed() -> None:
    for sign in set(string.punctuation) - {"@"}:
        name = f"a{sign}b {sign}c{sign} {sign * 2}d"
        assert escape(name, quote=False) in shown(quote(name)).replace("&quot;", '"').replace("&#x27;", "'"), sign
    assert "America/Sao_Paulo" in shown(quote("America/Sao_Paulo"))
