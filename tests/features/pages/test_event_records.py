"""The record that everybody may have: the same table, with names as chosen and nothing that is on no page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.features.pages import record_messages
from bot.features.pages import store as pages_store
from bot.features.pages.model import EventPages, PersonPages, ShownAs
from bot.features.pages.public_model import PublicRecord
from bot.features.pages.record_messages import PUBLIC_KEYS, public_record
from bot.features.past_events.drafts_verbs import record_of
from bot.play.contests import Sanction
from bot.play.entries import Tournament
from bot.play.records import Record
from bot.play.rulebook import EntryRules, Rulebook
from bot.record.reading import read_record
from bot.record.replaying import derive, replay
from bot.rulebooks.library import preset
from tests.features.pages.shown import ENGLISH, KEY, switch_on, told
from tests.hall import squads, title_matches
from tests.hall.hall import Hall


def alone(name: str) -> Rulebook:
    """A preset whose matches wait for no arbiter."""
    rules = preset(name)
    return replace(rules, official=False, matches=replace(rules.matches, matches_per_arbiter=0))


OPEN, SWISS = alone("aije-open"), alone("swiss")


@pytest.fixture
def hall() -> Iterator[Hall]:
    opened = Hall()
    switch_on(opened)
    yield opened
    opened.close()


def played(hall: Hall, rules: Rulebook, players: int = 6) -> Tournament:
    return hall.play_out(hall.begin(told(hall, hall.announce_of_before(rules)), *range(2, 2 + players)))


def record(hall: Hall, tournament: Tournament) -> PublicRecord | None:
    return hall.ask(public_record, KEY, tournament.tournament_id, ENGLISH)


def file(hall: Hall, tournament: Tournament) -> dict[str, Any]:
    found = record(hall, tournament)
    assert found is not None
    told: dict[str, Any] = json.loads(found.text)
    return told


# --- what it holds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aije-open", "swiss", "swiss-cut", "double-elimination", "round-robin", "groups-cut"])
def test_the_same_table_follows_from_it(hall: Hall, name: str) -> None:
    tournament = played(hall, alone(name), 8)
    found = record(hall, tournament)
    assert found is not None
    read = read_record(found.text, "cup.json")
    assert replay(read).agrees
    assert derive(read).standings == derive(hall.ask(record_of, tournament)).standings


def test_teams_and_a_match_for_a_title_have_one_too(hall: Hall) -> None:
    teams = squads.entered(hall, squads.bracket(), 2)
    told(hall, teams)
    (contest,) = hall.open_contests(teams)
    squads.play(hall, teams, contest, "1-0", "0-1", "1-0", "1-0")
    members = [one["members"] for one in file(hall, teams)["entrants"]]
    assert [one["id"] for team in members for one in team] == [f"player-{number}" for number in range(1, 9)]
    title, contest = title_matches.begun(hall)
    told(hall, title)
    while hall.load(title).ended_at is None:
        title_matches.won(hall, contest, title_matches.CHAMPION)
    assert file(hall, title)["champion"]


def test_its_keys_are_those_of_the_pages(hall: Hall) -> None:
    tournament = played(hall, SWISS)
    told_in_file = file(hall, tournament)
    assert told_in_file["event"]["id"] == tournament.tournament_id
    known = {one["id"] for one in told_in_file["entrants"]}
    assert {side for one in told_in_file["contests"] for side in one["sides"]} == known


# --- what it leaves out ---------------------------------------------------------------------------------------------


def test_it_holds_nothing_but_what_is_on_the_list(hall: Hall) -> None:
    def refuse_others(value: Any, keys: Any, place: str) -> None:
        for key, inner in value.items():
            assert key in keys, f"{place}.{key}"
            if keys[key] is not None:
                for one in inner if isinstance(inner, list) else [inner]:
                    refuse_others(one, keys[key], f"{place}.{key}")

    told_in_file = file(hall, played(hall, OPEN))
    refuse_others(told_in_file, PUBLIC_KEYS, "record")
    assert not {"draws", "commitment", "voided", "ratings", "warnings", "forbidden"} & {*told_in_file}
    assert not {"created_at", "settled_at", "reported_at", "earlier", "why"} & {*told_in_file["contests"][0]}


def kept_as(monkeypatch: pytest.MonkeyPatch, change: Callable[[Record], Record]) -> None:
    """From now on the whole record is the changed one."""
    monkeypatch.setattr(record_messages, "record_of", lambda tx, tournament: change(record_of(tx, tournament)))


def with_clubs(whole: Record) -> Record:
    starters = tuple(replace(one, rating=2010.4567, club="North", warnings=3) for one in whole.facts.starters)
    return replace(whole, facts=replace(whole.facts, starters=starters))


def test_who_chose_initials_or_nothing_is_so_in_it_without_rating_and_club(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, chosen in ((2, ShownAs.INITIALS), (3, ShownAs.NOTHING), (4, ShownAs.INITIALS), (5, ShownAs.NOTHING)):
        hall.do(pages_store.save_person, PersonPages(hall.person(number).person_id, hall.now, chosen))
    kept_as(monkeypatch, with_clubs)
    entrants = {one.pop("name"): one for one in file(hall, played(hall, OPEN))["entrants"]}
    assert {*entrants} == {"P.", "P. 2", "A player", "A player 2", "P6", "P7"}
    named = [{key: one[key] for key in one if key != "id"} for one in (entrants.pop("P6"), entrants.pop("P7"))]
    # Of the named the rating as lists publish it; how often somebody was warned is told where it counts in the table.
    assert named == [{"rating": 2010.0, "club": "North"}] * 2
    assert {key for one in entrants.values() for key in one} == {"id"}


def test_the_rating_of_a_team_tells_none_of_a_member_who_is_not_named(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    teams = squads.entered(hall, squads.bracket(), 2)
    told(hall, teams)
    (contest,) = hall.open_contests(teams)
    squads.play(hall, teams, contest, "1-0", "0-1", "1-0", "1-0")
    kept_as(monkeypatch, with_clubs)
    # Who has no Discord is shown by initials.
    assert [("rating" in one, one["club"]) for one in file(hall, teams)["entrants"]] == [(False, "North")] * 2


def test_a_role_that_one_must_have_is_not_named_by_its_id(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    asks = EntryRules(role="123456789012345678")
    kept_as(monkeypatch, lambda whole: replace(whole, rulebook=replace(whole.rulebook, entry=asks)))
    found = record(hall, played(hall, SWISS))
    assert found is not None
    assert "123456789012345678" not in found.text


def test_what_a_verdict_has_done_is_told_where_the_server_shows_bars(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = played(hall, SWISS)
    first = derive(hall.ask(record_of, over)).standings[0].entrant_id
    verdicts = ((first, Sanction.PRIZE_WITHHELD), (first, Sanction.LOWERED))
    kept_as(monkeypatch, lambda whole: replace(whole, facts=replace(whole.facts, sanctions=verdicts)))
    # The table of the event is the one with the verdict: a record without it would tell another one.
    assert record(hall, over) is None
    pages = hall.ask(pages_store.server_of_page, KEY)
    assert pages is not None
    hall.do(pages_store.save_server, replace(pages, shows_bars=True))
    assert file(hall, over)["sanctions"] == [{"entrant": first, "what": "lowered"}]


def test_members_have_no_id_that_holds_elsewhere(hall: Hall) -> None:
    teams = squads.entered(hall, squads.bracket(), 2)
    told(hall, teams)
    (contest,) = hall.open_contests(teams)
    squads.play(hall, teams, contest, "1-0", "0-1", "1-0", "1-0")
    found = record(hall, teams)
    assert found is not None
    people = {one for starter in hall.ask(record_of, hall.load(teams)).facts.starters for one in starter.members}
    assert len(people) == 8
    assert not [one for one in people if one in found.text]


# --- when there is one ----------------------------------------------------------------------------------------------


def test_an_event_that_runs_or_is_on_no_page_has_none(hall: Hall) -> None:
    running = hall.begin(told(hall, hall.announce_of_before(SWISS)), 2, 3, 4)
    assert record(hall, running) is None
    over = hall.play_out(running)
    assert record(hall, over) is not None
    off = EventPages(over.tournament_id, False, hall.person(1).person_id, hall.now)
    hall.do(lambda tx: pages_store.save_event(tx, off))
    assert record(hall, over) is None
