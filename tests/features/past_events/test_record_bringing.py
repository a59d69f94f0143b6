"""An event brought in from its record: whole or not at all, shown like any other, and without touching ratings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.past_events import verbs as past_events_verbs
from bot.features.past_events.bringing_verbs import RecordHasAnnulments, RecordNeedsMore
from bot.features.profile import verbs as profile_verbs
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import store as tournaments_store
from bot.kernel.errors import NotAllowed
from bot.people import ratings_store as people_ratings_store
from bot.play.contests import StandingRow
from bot.play.entries import Tournament
from bot.play.records import Record
from bot.record.reading import read_record
from bot.record.replaying import derive, replay
from bot.record.trf_reading import read_trf
from bot.record.writing import write_record, write_trf
from tests.hall.arrivals import as_file, brought
from tests.hall.hall import GUILD, Hall
from tests.record.playing import played
from tests.refusals import refuses

THREE = """{"rulebook": {"format": "round_robin", "ranking": {"order": ["points", "sonneborn_berger"]}},
 "event": {"name": "Winter"}, "entrants": ["Ana", "P7", "Caio"],
 "results": [["Ana", "P7", "1-0"], ["P7", "Caio", "½-½"], ["Ana", "Caio", "0-1"]]}"""


def read(text: str) -> Record:
    return read_record(text, "cup.json")


def here(hall: Hall) -> Tournament:
    return hall.ask(tournaments_store.of_guild, GUILD)[0]


def test_an_event_written_by_hand_has_its_table_here(hall: Hall) -> None:
    brought(hall, read(THREE))
    view = hall.ask(course_reading_verbs.standings_view, here(hall).tournament_id)
    assert view is not None
    assert [view.people[row.entrant_id].name for row in view.rows] == ["Caio", "Ana", "P7"]


def test_results_show_on_the_page_of_who_played(hall: Hall) -> None:
    person = hall.person(7)
    brought(hall, read(THREE))
    page = hall.ask(profile_verbs.player_page, GUILD, person, hall.now)
    assert [(event.tournament.name, event.rank and event.rank.rank_from) for event in page.events] == [("Winter", 3)]


@pytest.mark.rule("AIJE-B03-1")
def test_no_rating_list_is_published(hall: Hall) -> None:
    brought(hall, read(write_record(played("swiss", 6, 1).record())))
    assert hall.ask(people_ratings_store.current, GUILD) is None


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["swiss", "round_robin", "knockout", "swiss_cut", "groups", "title_match", "tables", "arena"]),
    seed=st.integers(0, 10**4),
)
def test_an_event_is_brought_in_with_the_same_table_or_nothing_is_written(hall: Hall, name: str, seed: int) -> None:
    record = read(write_record(played(name, 2 if name == "title_match" else 6, seed).record()))
    before = everything(hall)
    with suppress(RecordNeedsMore):
        brought(hall, record)
    new = [one for one in everything(hall) if one not in before]
    if not new:
        assert name in {"tables", "arena"}
        return
    there = replay(read(write_record(hall.ask(past_events_drafts_verbs.record_of, new[0]))))
    assert there.difference is None
    assert places(there.derived.standings) == places(derive(record).standings)


def places(rows: Sequence[StandingRow]) -> list[str]:
    """The table without names; who shares a place stands in the order of ids, which are others here."""
    return sorted(f"{row.rank_from}-{row.rank_to} {row.values}" for row in rows)


def everything(hall: Hall) -> list[Tournament]:
    return hall.ask(tournaments_store.of_guild, GUILD, limit=10_000)


def test_a_report_of_fide_is_brought_in_too(hall: Hall) -> None:
    record = played("swiss", 6, 2).record()
    brought(hall, read_trf(write_trf(record, derive(record)), "cup.trf"))
    assert here(hall).ended_at is not None


def test_no_draw_is_claimed_for_an_event_that_was_not_drawn_here(hall: Hall) -> None:
    brought(hall, read(THREE))
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, here(hall).tournament_id).checks == ()


def test_only_organisers_bring_an_event_in(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        brought(hall, read(THREE), by=2)


def test_an_event_that_is_not_over_stays_out(hall: Hall) -> None:
    record = read(THREE.replace(', ["Ana", "Caio", "0-1"]', ""))
    with refuses("error.RecordNotOver"):
        hall.act(hall.actor(1), past_events_verbs.look_through, [as_file(record)])


def test_an_event_that_was_played_here_is_not_brought_in_again(hall: Hall) -> None:
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3))
    record = hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, tournament.tournament_id)
    with refuses("error.RecordIsHere"):
        brought(hall, read(write_record(record)))


def test_a_table_that_an_annulment_decides_is_refused_and_nothing_is_written(hall: Hall) -> None:
    record = read(
        """{"rulebook": {"format": "swiss", "swiss": {"rounds": 1}}, "entrants": ["Ana", "Bia"],
        "contests": [{"id": "one", "sides": ["Ana", "Bia"], "score": "1-0"}],
        "annulled": [{"contest": "one", "entrant": "Ana"}]}"""
    )
    with pytest.raises(RecordHasAnnulments) as refused:
        brought(hall, record)
    assert refused.value.place == "annulled[0]"
    assert hall.ask(tournaments_store.of_guild, GUILD) == []


@pytest.mark.rule("GO-27.2")
def test_an_order_by_lot_comes_along(hall: Hall) -> None:
    file = json.loads(THREE)
    file["rulebook"]["ranking"] = {"order": ["points"], "level": "lot", "decisive_places": 3}
    file["results"] = [["Ana", "P7", "½-½"], ["P7", "Caio", "½-½"], ["Ana", "Caio", "½-½"]]
    for lot in (["Caio", "Ana", "P7"], ["P7", "Caio", "Ana"]):
        brought(hall, read(json.dumps(file | {"lot": lot, "event": {"name": " ".join(lot)}})))
        there = next(one for one in hall.ask(tournaments_store.of_guild, GUILD) if one.name == " ".join(lot))
        view = hall.ask(course_reading_verbs.standings_view, there.tournament_id)
        assert view is not None
        assert [view.people[row.entrant_id].name for row in view.rows] == lot
        assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, there.tournament_id).checks == ()


@pytest.mark.rule("AIJE-B01-5")
def test_a_drawn_match_is_neither_won_nor_lost_on_a_page_nor_for_a_title(hall: Hall) -> None:
    person = hall.person(7)
    brought(hall, read(THREE))
    page = hall.ask(profile_verbs.player_page, GUILD, person, hall.now)
    assert (page.career.tally.won, page.career.tally.lost) == (0, 1)
    assert person.person_id in hall.ask(registry_titles_verbs.player_records, GUILD, [person.person_id], hall.now)
