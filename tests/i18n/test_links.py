"""What is taken as an address: one that shows where it leads, and never a traceback."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.names import is_link


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/a", "http://example.org", "https://example.org:8080/a?b=c#d", "https://[::1]/a",
        "HTTPS://EXAMPLE.ORG/A_(B)",
    ],
)  # fmt: skip
def test_an_address_is_taken(text: str) -> None:
    assert is_link(text)


@pytest.mark.parametrize(
    "text",
    [
        "https://[::1", "https://", "ftp://example.org", "example.org", "https://a b", "https://example.org/\u202egpj.exe",
        "https://example.org/\ud800", "https://bank.example@evil.example", "https://example.org:99999", "https://x\u200b.y",
        "javascript:alert(1)", "https://example.org/<b>", "https://example.org/\n",
    ],
)  # fmt: skip
def test_what_leads_nowhere_or_hides_where_it_leads_is_none(text: str) -> None:
    assert not is_link(text)


@given(st.text(alphabet=st.characters(), max_size=40).map(lambda rest: f"https://{rest}") | st.text(max_size=40))
def test_nothing_typed_breaks_the_reading_of_an_address(text: str) -> None:
    assert is_link(text) in {True, False}
