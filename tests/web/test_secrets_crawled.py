"""Whatever the site hands out, nothing private is in it: each address of a busy server is read, planted as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.pages import event_cards
from bot.features.pages.event_model import EventRead
from bot.features.pages.public_model import PublicEvent
from bot.i18n.catalogue import Translator
from bot.kernel.ids import TournamentId
from tests.features.pages.busy import events, fill
from tests.features.pages.lists import SECRET_OF, give_pages, keep_lists
from tests.features.pages.planting import is_planted, plant
from tests.features.pages.shown import KEY, switch_on
from tests.hall.hall import Hall
from web.api_routes import ROOT, ROUTES
from web.overlays import OverlayKind
from web.site_library import SiteLibrary, open_library

PLACE = re.compile(r"\{(\w+)\}")
ENGLISH = Translator("en-US")


class Busy:
    """The site of a server with all kinds of event and a row in each table, planted all over."""

    def __init__(self, folder: Path) -> None:
        hall = Hall(folder / "hall.db")
        connection = hall._connection
        # One transaction about all of it, in which those of the hall are savepoints.
        connection.execute("BEGIN IMMEDIATE")
        hall._is_lent = True
        switch_on(hall)
        self.events = [one.tournament_id for one in events(hall)]
        keep_lists(hall)
        fill(hall)
        give_pages(hall)
        plant(hall)
        self.people = [row[0] for row in connection.execute("SELECT person_id FROM people ORDER BY 1")]
        connection.execute("COMMIT")
        self.site: SiteLibrary = open_library(folder / "hall.db", "https://pages.example.org")

    def event(self, key: TournamentId) -> PublicEvent:
        found = self.site.event(KEY, key, ENGLISH)
        assert found is not None
        return found

    def paths(self) -> Iterator[str]:
        """Every address in one language, every answer, overlay and calendar."""
        for path in self.site.addresses(None):
            if not path.startswith(("/pt/", "/es/", "/it/", "/static/")):
                yield path
        for key in self.events:
            yield from (f"/overlay/{KEY}/{key}/{kind}" for kind in OverlayKind)
            yield from self._answers(self.event(key))
        yield from (f"/en/calendar/{SECRET_OF.format(one)}/calendar.ics" for one in self.people)

    def _answers(self, event: PublicEvent) -> Iterator[str]:
        """Of each route that tells of an event, for one of its matches and rounds where it asks for one."""
        known = {"server": KEY, "event": event.key}
        if event.rounds:
            known |= {"round": event.rounds[0].key, "match": event.rounds[0].matches[0].key}
        for route in ROUTES:
            places = set(PLACE.findall(route.path))
            if route.answers is not None and "event" in places and places <= set(known):
                yield ROOT + route.path.format_map(known)

    def leaks(self) -> list[str]:
        """The addresses at which something planted stands, or somebody's id."""
        found = []
        for path in self.paths():
            there = self.site.find(path, {})
            text = "" if there is None else there.body.decode()
            if is_planted(text) or any(one in text for one in self.people):
                found.append(path)
        return found


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Busy]:
    made = Busy(tmp_path_factory.mktemp("busy"))
    yield made
    made.site.close()


def test_nothing_planted_is_at_any_address(busy: Busy) -> None:
    assert busy.leaks() == []


def test_all_kinds_of_address_are_read(busy: Busy) -> None:
    paths = [path for path in busy.paths() if busy.site.find(path, {}) is not None]
    kinds = [
        *("/bracket/", "/draw/", "/players/", "/rounds/", "/rules/", "/table/", "/ranking/", "/series/", "/matches/"),
        *("/calendar/the secret", "calendar.ics", "/record", "/overlay/", "/podium", "/race"),
    ]
    assert [kind for kind in kinds if not any(kind in path for path in paths)] == []


def test_a_leak_is_found_on_the_page_and_in_the_answer(busy: Busy, monkeypatch: pytest.MonkeyPatch) -> None:
    told = event_cards.event

    def too_much(read: EventRead, translator: Translator) -> PublicEvent:
        return replace(told(read, translator), text=read.tournament.cancel_reason or "")

    monkeypatch.setattr(event_cards, "event", too_much)
    busy.site._events.clear()
    leaks = busy.leaks()
    busy.site._events.clear()
    assert any(path.startswith("/en/") for path in leaks)
    assert any(path.startswith("/api/") for path in leaks)
