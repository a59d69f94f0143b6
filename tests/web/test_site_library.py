"""The site over the records of a server: what stands at each address, what a change reaches, what is there no more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.entering import verbs as entering_verbs
from bot.features.pages.model import ShownAs
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.features.pages.kept import SECRET, choose, decide, page_of, switch_on
from tests.features.pages.shown import KEY, told
from tests.hall import squads
from tests.hall.hall import Hall
from web.addresses import LANGUAGES
from web.publishing import publish
from web.site_library import SiteLibrary, open_library

ADDRESS = "https://pages.example.org"
RULES = replace(preset("aije-open"), official=False)


class Club:
    """A server with pages: an event that runs, with four players, and the site over its records."""

    def __init__(self, folder: Path) -> None:
        self.hall = Hall(folder / "hall.db")
        switch_on(self.hall)
        self.cup = self.begun("Cup", 2, 3, 4, 5)
        self.site = open_library(folder / "hall.db", ADDRESS)

    def begun(self, name: str, *numbers: int) -> Tournament:
        """An event under way."""
        return self.hall.begin(told(self.hall, self.hall.announce_of_before(RULES, name)), *numbers)

    def text(self, path: str) -> str:
        """What stands at the path."""
        found = self.site.find(path, {})
        assert found is not None, path
        return found.body.decode()

    def keys(self, act: Callable[[], object]) -> frozenset[str] | None:
        """What the act reaches."""
        self.hall._work.written = set()
        act()
        written, self.hall._work.written = self.hall._work.written, None
        return self.site.behind([sorted(written)])

    def paths(self, keys: frozenset[str] | None = None) -> list[str]:
        """What is published, or what of it hangs on the keys."""
        return list(self.site.addresses(keys))


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    one = Club(tmp_path)
    yield one
    one.site.close()
    one.hall.close()


def test_something_stands_at_each_address_that_is_published(club: Club) -> None:
    choose(club.hall, 2, page=True)
    club.hall.play_out(club.cup)
    for path in club.paths():
        found = club.site.find(path, {})
        assert found is not None, path
        assert (found.status, found.is_secret, bool(found.body)) == (200, False, True), path
    paths = club.paths()
    assert len(paths) == len(set(paths))
    for wanted in ("/", "/pt/", f"/it/{KEY}/", f"/es/{KEY}/calendar.ics", f"/en/{KEY}/players/{page_of(2)}/"):
        assert wanted in paths
    assert f"/en/{KEY}/{club.cup.tournament_id}/bracket/" in paths


def test_a_rating_list_of_several_pages_has_one_of_all_names(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    squads.publish(club.hall, P2=2100, P3=2000, P4=1900)
    assert not [one for one in club.paths() if one.endswith("/names/")]
    monkeypatch.setattr("bot.features.pages.server_verbs.LARGEST_LIST", 2)
    names = [one for one in club.paths() if one.endswith("/names/")]
    assert len(names) == len({*names}) == 2 * len(LANGUAGES)
    assert all(club.text(one).count('<bdi class="nm">') == 3 for one in names)


def test_a_page_is_in_the_language_of_its_address(club: Club) -> None:
    texts = {club.text(f"/{language}/{KEY}/{club.cup.tournament_id}/") for language in ("en", "pt", "es", "it")}
    assert len(texts) == 4
    assert all("P2" in text for text in texts)


@pytest.mark.parametrize(
    "path",
    ["/en", f"/en/{KEY}", "/xx/", f"/en/{KEY}/nothing/", "/en/other/", "/api/", "/overlay/x", "/en/a/b/c/d/e/f/g/"],
)
def test_an_address_of_nothing_has_nothing_but_perhaps_the_way_to_the_one_meant(club: Club, path: str) -> None:
    found = club.site.find(path, {})
    assert found is None or found.moved_to == f"{path}/" or found.status == 404


def test_a_result_reaches_its_event_and_its_server_and_no_other_event(club: Club) -> None:
    other = club.begun("Open", 6, 7, 8, 9)
    contest = club.hall.open_contests(club.cup)[0]
    keys = club.keys(lambda: club.hall.settle(contest, (contest.target, 0)))
    assert keys is not None
    assert {f"event:{club.cup.tournament_id}", f"server:{KEY}", "start"} <= keys
    assert not {f"event:{other.tournament_id}", f"archive:{KEY}"} & keys
    assert not any(str(other.tournament_id) in path for path in club.paths(keys))
    assert f"/en/{KEY}/{club.cup.tournament_id}/" in club.paths(keys)


def test_whoever_registers_reaches_their_event(club: Club) -> None:
    event = told(club.hall, club.hall.announce_of_before(RULES, "Next"))
    register = lambda: club.hall.act(club.hall.actor(9), entering_verbs.register, event.tournament_id, "nine")  # noqa: E731
    keys = club.keys(register)
    assert keys is not None
    assert f"event:{event.tournament_id}" in keys
    assert f"event:{club.cup.tournament_id}" not in keys


def test_what_somebody_chooses_reaches_all_their_events_and_lists(club: Club) -> None:
    other = club.begun("Open", 6, 7, 8, 9)
    keys = club.keys(lambda: choose(club.hall, 2, ShownAs.NOTHING, page=True))
    assert keys is not None
    assert {f"event:{club.cup.tournament_id}", f"ranking:{KEY}", f"archive:{KEY}", f"player:{page_of(2)}"} <= keys
    assert f"event:{other.tournament_id}" not in keys


def test_what_a_server_decides_reaches_everything(club: Club) -> None:
    assert club.keys(lambda: switch_on(club.hall, is_on=False)) is None


def test_every_event_of_somebody_is_shown_anew_once_they_chose(club: Club) -> None:
    path = f"/en/{KEY}/{club.cup.tournament_id}/players/"
    assert ">P2<" in club.text(path).replace("\n", "").replace(" ", "")
    choose(club.hall, 2, ShownAs.NOTHING)
    assert ">P2<" not in club.text(path).replace("\n", "").replace(" ", "")


def test_a_server_that_switches_off_and_an_event_that_is_taken_off_are_there_no_more(club: Club) -> None:
    event, server = f"/en/{KEY}/{club.cup.tournament_id}/", f"/en/{KEY}/"
    decide(club.hall, club.cup, is_shown=False)
    assert [club.site.find(path, {}) is None for path in (event, server)] == [True, False]
    decide(club.hall, club.cup, is_shown=True)
    switch_on(club.hall, is_on=False)
    feeds = (f"{server}calendar.ics", f"/overlay/{KEY}/{club.cup.tournament_id}/match")
    assert [club.site.find(path, {}) for path in (event, server, *feeds)] == [None] * 4
    answered = club.site.find(f"/api/v1/servers/{KEY}", {})
    assert answered is not None
    assert answered.status == 404


def test_switching_off_leaves_none_of_its_files(club: Club, tmp_path: Path) -> None:
    published = publish(club.site, tmp_path / "site")
    assert published.written > 40
    assert publish(club.site, tmp_path / "site").written == 0
    switch_on(club.hall, is_on=False)
    publish(club.site, tmp_path / "site")
    assert not (tmp_path / "site" / "en" / KEY).exists()
    left = [one for one in (tmp_path / "site").rglob("*") if one.is_file() and b"The Hall" in one.read_bytes()]
    assert left == []


def test_the_revision_that_a_stream_tells_changes_with_any_page_of_the_event(club: Club) -> None:
    def revision() -> str:
        path = club.site.streamed(f"/api/v1/servers/{KEY}/events/{club.cup.tournament_id}/stream")
        found = club.site.find(path or "", {})
        assert found is not None
        return found.revision

    before = revision()
    assert revision() == before != ""
    contest = club.hall.open_contests(club.cup)[0]
    club.hall.settle(contest, (contest.target, 0))
    assert revision() != before


def test_a_stream_is_of_an_event_or_a_server(club: Club) -> None:
    api = f"/api/v1/servers/{KEY}"
    assert club.site.streamed(f"{api}/stream") == f"/en/{KEY}/"
    assert club.site.streamed(f"{api}/events/cup/stream") == f"/en/{KEY}/cup/"
    assert [club.site.streamed(path) for path in (api, f"/en/{KEY}/stream", f"{api}/players/stream")] == [None] * 3


def test_a_calendar_of_somebody_is_behind_its_secret_and_is_not_published(club: Club) -> None:
    secret = "s" * 40
    choose(club.hall, 2, secret=secret)
    found = club.site.find(f"/en/calendar/{secret}/calendar.ics", {})
    assert found is not None
    assert (found.is_secret, found.cors, b"BEGIN:VEVENT" in found.body) == (True, False, True)
    assert club.site.find(f"/en/calendar/{SECRET[::-1]}/calendar.ics", {}) is None
    assert not any("calendar/" in path for path in club.paths())


def test_addresses_of_the_same_page_are_kept_as_one(club: Club) -> None:
    page, api = f"/en/{KEY}/", f"/api/v1/servers/{KEY}/events"
    assert club.site.key(page, {"utm": "1", "page": "2"}) == club.site.key(page, {})
    assert club.site.key(api, {"page": "1", "x": "y"}) == club.site.key(api, {}) != club.site.key(api, {"page": "2"})
    overlay = f"/overlay/{KEY}/cup/match"
    assert (
        club.site.key(overlay, {"width": "1920"}) == club.site.key(overlay, {}) != club.site.key(overlay, {"rows": "3"})
    )


def test_a_file_of_the_site_is_kept_for_ever_under_its_print_alone(club: Club) -> None:
    path = next(one for one in club.paths() if one.endswith(".css"))
    page = club.text("/en/")
    query = page.partition(f"{path.removeprefix('/')}?")[2].partition('"')[0]
    assert len(query) == 10
    found = [club.site.find(path, {name: ""}) for name in (query, "old")]
    assert [one.max_age if one else -1 for one in found] == [365 * 24 * 3600, 0]


def test_the_api_describes_itself_and_refuses_in_its_own_words(club: Club) -> None:
    described = club.site.find("/api/v1/openapi.json", {})
    assert described is not None
    assert json.loads(described.body)["servers"] == [{"url": f"{ADDRESS}/api/v1"}]
    refused = club.site.find(f"/api/v1/servers/{KEY}/events", {"page": "none"})
    assert refused is not None
    assert (refused.status, json.loads(refused.body)["parameter"], refused.cors) == (400, "page", True)


def test_a_site_whose_pages_are_files_hears_of_no_changes(club: Club, tmp_path: Path) -> None:
    path = f"/en/{KEY}/{club.cup.tournament_id}/"
    still: SiteLibrary = open_library(tmp_path / "hall.db", ADDRESS, is_live=False)
    found = still.find(path, {})
    still.close()
    assert found is not None
    assert ("/stream" in club.text(path), b"/stream" in found.body) == (True, False)
