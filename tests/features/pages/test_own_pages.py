"""What people choose of the web for themselves: as what they are shown, a page, a calendar's address."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.features.erasure import verbs as erasure_verbs
from bot.features.pages import people_verbs, store, verbs
from bot.features.pages.model import ShownAs, calendar_print
from bot.kernel.ids import GuildId
from tests.features.pages.test_pages_switched import OWNER, SITE, switch_on
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANA = 2


@pytest.fixture
def here() -> Iterator[Hall]:
    """A hall whose server is on the web."""
    hall = Hall()
    hall.do(store.note_address, SITE)
    switch_on(hall)
    yield hall
    hall.close()


def kept(hall: Hall) -> object:
    return hall.ask(store.of_person, hall.person(ANA).person_id)


@pytest.mark.parametrize("shown_as", ShownAs)
def test_a_choice_is_kept_and_can_be_changed(here: Hall, shown_as: ShownAs) -> None:
    assert here.ask_as(here.actor(ANA), people_verbs.own).shown_as is None
    assert here.act(here.actor(ANA), people_verbs.choose, shown_as).shown_as is shown_as
    assert here.act(here.actor(ANA), people_verbs.choose, ShownAs.NAME).shown_as is ShownAs.NAME


def test_a_page_of_ones_own_is_by_name_and_ends_with_any_other_choice(here: Hall) -> None:
    here.act(here.actor(ANA), people_verbs.choose, ShownAs.INITIALS)
    opened = here.act(here.actor(ANA), people_verbs.open_page)
    assert opened.shown_as is ShownAs.NAME
    assert opened.page is not None
    assert opened.page.startswith(f"{SITE}/en/")
    assert here.act(here.actor(ANA), people_verbs.open_page).page == opened.page, "twice changes nothing"
    here.act(here.actor(ANA), people_verbs.choose, ShownAs.NOTHING)
    back = here.act(here.actor(ANA), people_verbs.choose, ShownAs.NAME)
    assert back.page is None, "a page comes back by a press alone"


def test_a_page_that_was_closed_comes_back_at_another_address(here: Hall) -> None:
    first = here.act(here.actor(ANA), people_verbs.open_page).page
    closed = here.act(here.actor(ANA), people_verbs.close_page)
    assert (closed.page, closed.has_page) == (None, False)
    assert here.act(here.actor(ANA), people_verbs.open_page).page not in {None, first}


def test_no_page_can_be_opened_where_the_server_is_not_on_the_web(here: Hall) -> None:
    here.act(replace(here.actor(OWNER), is_owner=True), verbs.switch_off)
    with refuses("error.NoPages"):
        here.act(here.actor(ANA), people_verbs.open_page)


def test_the_secret_of_a_calendar_is_kept_nowhere(here: Hall) -> None:
    made = here.act(here.actor(ANA), people_verbs.make_calendar)
    secret = made.address.split("/")[-2]
    assert len(secret) == 64
    found = here.ask(store.person_of_calendar, calendar_print(secret))
    assert found is not None
    assert found.person_id == here.person(ANA).person_id
    tables = here.ask(lambda tx: tx.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"))
    assert [table["name"] for table in tables if holds(here, table["name"], secret)] == []


def holds(hall: Hall, table: str, text: str) -> bool:
    rows = hall.ask(lambda tx: tx.fetch_all(f"SELECT * FROM {table}"))
    return any(text in str(tuple(row)) for row in rows)


def test_a_revoked_calendar_address_is_dead(here: Hall) -> None:
    first = here.act(here.actor(ANA), people_verbs.make_calendar)
    second = here.act(here.actor(ANA), people_verbs.make_calendar)
    assert not first.replaced
    assert second.replaced
    assert here.ask(store.person_of_calendar, calendar_print(first.address.split("/")[-2])) is None
    ended = here.act(here.actor(ANA), people_verbs.end_calendar)
    assert not ended.has_calendar
    assert here.ask(store.person_of_calendar, calendar_print(second.address.split("/")[-2])) is None


def test_no_calendar_has_an_address_where_the_installation_has_none(here: Hall) -> None:
    here.do(store.note_address, None)
    with refuses("error.NoPages"):
        here.act(here.actor(ANA), people_verbs.make_calendar)


def test_an_export_has_the_choice_and_an_erasure_lets_go_of_it(here: Hall) -> None:
    here.act(here.actor(ANA), people_verbs.choose, ShownAs.INITIALS)
    assert '"shown_as": "initials"' in here.ask_as(here.actor(ANA), erasure_verbs.export)
    ana = here.person(ANA).person_id
    here.act(here.actor(ANA), erasure_verbs.erase)
    assert here.ask(store.of_person, ana) is None


def test_a_stranger_has_chosen_nothing(here: Hall) -> None:
    own = here.ask_as(here.actor(77), people_verbs.own)
    assert own.shown_as is None
    assert own.guild_id == GuildId(GUILD)
    assert not own.has_page
