"""Addresses: each names one page, has one form, and holds nothing of Discord."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.addresses import (
    _FIELDS,
    LANGUAGES,
    RESERVED,
    Address,
    AddressKind,
    Links,
    NoSuchPage,
    Part,
    address_of,
    calendar_path,
    is_key,
    preferred,
    relative_path,
)

KEYS = st.text("ab27_-", min_size=1, max_size=12).filter(is_key)
EVENT_KEYS = KEYS.filter(lambda word: word not in RESERVED)
SERVER_KEYS = KEYS.filter(lambda word: word not in {"overlay", "api", "static"})


@st.composite
def addresses(draw: st.DrawFn) -> Address:
    """Any page that there can be."""
    kind = draw(st.sampled_from(AddressKind))
    language, server, event, key = (draw(one) for one in (st.sampled_from([*LANGUAGES]), SERVER_KEYS, EVENT_KEYS, KEYS))
    page = draw(st.integers(1, 99))
    match kind:
        case AddressKind.START:
            return Address(kind, draw(st.sampled_from(["", *LANGUAGES])))
        case AddressKind.SERVER:
            return Address(kind, language, server, page=page)
        case AddressKind.EVENT:
            part = draw(st.sampled_from(Part))
            return Address(kind, language, server, event, part, key if part is Part.ROUNDS else "", page)
        case AddressKind.RANKING:
            return Address(kind, language, server, key=draw(st.sampled_from(["", key])), page=page)
        case _:
            server, event, key = (
                word if name in _FIELDS[kind] else ""
                for name, word in (("server", server), ("event", event), ("key", key))
            )
            return Address(kind, language, server, event, key=key)


@given(addresses())
def test_each_address_is_read_back_from_its_path(address: Address) -> None:
    assert address_of(address.path) == address


@given(addresses(), addresses())
def test_a_link_leads_from_any_page_to_any_other_below_any_folder(here: Address, there: Address) -> None:
    base = "https://cups.example/some/folder"
    assert urljoin(base + here.path, Links(here).to(there)) == base + there.path


@given(st.text(max_size=60))
def test_a_path_that_nobody_made_is_refused_and_breaks_nothing(path: str) -> None:
    with suppress(NoSuchPage):
        assert address_of(path).path == path


@pytest.mark.parametrize(
    "path",
    [
        "", "//", "/en", "/xx/", "/en//", "/en/server/archive/", "/en/server/archive/p1/",
        "/en/server/event/players/p1/",
        "/en/server/event/p01/", "/en/../etc/", "/en/server/event/matches/", "/en/server/players/", "/api/v1/",
        "/overlay/match/", "/en/server/event/now/", "/en/server/UPPER/", "/en/server/event/rules/key/", "/p2/",
        "/en/api/event/", "/en/server/event/rounds/1/2/", "/en/server/event/matches/key/p2/", "/en/server/event?x/",
    ],
)  # fmt: skip
def test_what_is_no_page_is_refused(path: str) -> None:
    with pytest.raises(NoSuchPage):
        address_of(path)


@pytest.mark.parametrize("field", ["server", "event", "key"])
def test_no_address_holds_an_id_of_discord(field: str) -> None:
    """Which has 17 digits or more."""
    match = Address(AddressKind.MATCH, "en", "server", "event", key="match")
    with pytest.raises(NoSuchPage):
        replace(match, **{field: "123456789012345678"})  # type: ignore[arg-type]


def test_no_key_of_an_event_hides_a_page_of_its_server() -> None:
    for word in RESERVED:
        with pytest.raises(NoSuchPage):
            Address(AddressKind.EVENT, "en", "server", word)


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("", "en"), ("pt-BR,pt;q=0.9,en;q=0.8", "pt"), ("de,fr;q=0.9", "en"), ("en;q=0.3, es-419;q=0.7", "es"),
        ("it", "it"), ("pt;q=0, es;q=0.1", "es"), ("*", "en"), (";;;,q=,=", "en"), ("en-US,en;q=0.5,pt;q=0.9", "en"),
    ],
)  # fmt: skip
def test_the_start_page_picks_the_language_that_a_browser_wants_most(wanted: str, language: str) -> None:
    assert preferred(wanted) == language


def test_a_page_is_there_in_each_language_at_the_same_place() -> None:
    here = address_of("/pt/server/event/players/p2/")
    assert [here.in_language(language).path for language in LANGUAGES] == [
        f"/{language}/server/event/players/p2/" for language in ("en", "pt", "es", "it")
    ]


def test_pages_opened_from_a_disk_link_to_files() -> None:
    here = address_of("/en/server/event/")
    assert Links(here, "index.html").part("players") == "players/index.html"
    assert relative_path(here.path, "/static/site.css") == "../../../static/site.css"
    assert calendar_path("en", "server") == "/en/server/calendar.ics"
