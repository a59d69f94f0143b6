"""Past events brought in together: in their own order of time, rated once, and taken back as one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.past_events import verbs as past_events_verbs
from bot.features.past_events.bringing_verbs import RecordNeedsMore
from bot.features.past_events.model import OrderDoubt, PastFile, RatedFate, RatingsTaken
from bot.features.past_events.verbs import BroughtBefore, NamesakesInFiles, SameFileTwice, ShownOnly
from bot.features.profile import verbs as profile_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import EventsBrought, EventsTakenBack
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.people.ratings_store import Rated, RatingList
from bot.play.rating import after_match
from bot.record.reading import read_record
from bot.server.model import Hanging
from tests.hall.arrivals import as_file, brought_together
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

DAY = timedelta(days=1)
JULY = datetime(2025, 7, 1, 20, tzinfo=UTC)


def an_open(
    name: str,
    ended_at: datetime | None,
    *results: tuple[str, str, str],
    entrants: Sequence[Any] | None = None,
    **more: object,
) -> PastFile:
    """An Open of those who play; without an end its file says nowhere when it was."""
    names = list(dict.fromkeys(one for first, second, _ in results for one in (first, second)))
    file: dict[str, object] = {
        "rulebook": {"preset": "aije-open"},
        "event": {"name": name} | ({} if ended_at is None else {"ended_at": ended_at.isoformat()}),
        "entrants": names if entrants is None else entrants,
        "results": [list(one) for one in results],
        **more,
    }
    return as_file(read_record(json.dumps(file), f"{name}.json"), f"{name}.json")


def final(name: str, ended_at: datetime | None, winner: str = "Ana", loser: str = "Bia") -> PastFile:
    return an_open(name, ended_at, (winner, loser, "5-0"))


def ratings_by_name(hall: Hall) -> Mapping[str, float]:
    known = hall.ask(people_store.by_ids, list(hall.ask(people_ratings_store.ratings, GUILD)))
    return {known[one].name: rating for one, rating in hall.ask(people_ratings_store.ratings, GUILD).items()}


def put_person(hall: Hall, person: Person) -> None:
    hall.do(lambda tx: people_store.save(tx, person))


def put_list(hall: Hall, at: datetime, **rated: float) -> None:
    """A rating list of that day, of people outside the server."""
    lines: dict[PersonId, Rated] = {}
    for name, rating in rated.items():
        person = replace(hall.person(1), person_id=PersonId(name), discord_id=None, name=name)
        put_person(hall, person)
        lines[person.person_id] = Rated(person.person_id, rating, 10)
    hall.do(lambda tx: people_ratings_store.publish(tx, RatingList("opening", GUILD, None, at, lines)))


@pytest.mark.rule("AIJE-B02-2", "AIJE-B03-1")
def test_each_event_is_rated_from_the_list_of_the_one_before_whatever_the_order_of_files(hall: Hall) -> None:
    later, earlier = final("Later", JULY + 30 * DAY), final("Earlier", JULY, "Bia", "Ana")
    there = brought_together(hall, later, earlier)
    assert [one.name for one in there.events] == ["Earlier", "Later"]
    bia, ana = after_match(2000.0, 2000.0, 5, 0, 16)
    ana, bia = after_match(ana, bia, 5, 0, 16)
    assert ratings_by_name(hall) == {"Ana": pytest.approx(ana), "Bia": pytest.approx(bia)}
    history = hall.ask(people_ratings_store.moves, next(iter(hall.ask(people_ratings_store.ratings, GUILD))), 10)
    assert [at for at, _ in history] == [JULY, JULY + 30 * DAY]
    assert there.doubts == ()


SEASON = [
    final("One", JULY, "Ana", "Bia"),
    final("Two", JULY + DAY, "Bia", "Caio"),
    an_open("Three", JULY + 2 * DAY, ("Caio", "Ana", "3-1"), ("Bia", "Duda", "3-0"), ("Bia", "Caio", "5-4")),
    final("Four", JULY + 3 * DAY, "Duda", "Ana"),
]


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(len(SEASON))))
def test_any_order_of_attachments_gives_the_same_ratings(hall: Hall, order: list[int]) -> None:
    shown: list[tuple[object, ...]] = []
    for some in (list(range(len(SEASON))), order):
        files = [SEASON[one] for one in some]
        with pytest.raises(ShownOnly) as found:
            hall.act(hall.actor(1), past_events_verbs.show, files, RatingsTaken.COUNTED)
        there = found.value.arrival
        moved = sorted((one.person.name, one.before, one.after) for one in there.moved)
        shown.append(([one.name for one in there.events], moved))
    assert shown[0] == shown[1]
    assert hall.ask(tournaments_store.of_guild, GUILD) == []


def test_the_preview_writes_nothing_and_tells_what_the_confirmation_does(hall: Hall) -> None:
    with pytest.raises(ShownOnly) as shown:
        hall.act(hall.actor(1), past_events_verbs.show, SEASON, RatingsTaken.COUNTED)
    assert hall.ask(tournaments_store.of_guild, GUILD) == []
    assert hall.ask(people_ratings_store.current, GUILD) is None
    there = brought_together(hall, *SEASON)
    before = shown.value.arrival
    assert (before.events, before.new) == (there.events, there.new)
    assert [(one.person.name, one.after) for one in before.moved] == [
        (one.person.name, one.after) for one in there.moved
    ]
    assert {name for name, _ in there.several} == {"Ana", "Bia", "Caio", "Duda"}


@pytest.mark.rule("AIJE-B03-1")
def test_what_ended_before_the_list_that_holds_is_in_it_and_registers_who_is_not_on_it(hall: Hall) -> None:
    put_list(hall, JULY, Ana=2100.0)
    there = brought_together(hall, final("Before", JULY - DAY, "Ana", "Bia"), final("After", JULY + DAY, "Ana", "Caio"))
    assert [one.fate for one in there.events] == [RatedFate.IN_LIST, RatedFate.RATED]
    ana, caio = after_match(2100.0, 2000.0, 5, 0, 16)
    assert ratings_by_name(hall) == {"Ana": pytest.approx(ana), "Bia": 2000.0, "Caio": pytest.approx(caio)}


@pytest.mark.rule("AIJE-B03-1")
def test_who_lost_a_past_event_by_walkover_alone_is_not_registered_by_it(hall: Hall) -> None:
    put_list(hall, JULY, Ana=2100.0)
    brought_together(hall, an_open("Before", JULY - DAY, ("Ana", "Bia", "+:-")))
    assert set(ratings_by_name(hall)) == {"Ana"}


def test_ratings_are_taken_as_the_file_publishes_them(hall: Hall) -> None:
    put_list(hall, JULY - 10 * DAY, Ana=2100.0, Bia=1900.0)
    entrants = [{"id": "a", "name": "Ana", "rating": 2300.0}, {"id": "b", "name": "Bia", "rating": 2200.0}]
    ana, bia = after_match(2300.0, 2200.0, 5, 0, 16)
    told = [
        {"player": "a", "before": 2300.0, "after": ana},
        {"player": "b", "before": 2200.0, "after": bia},
    ]
    file = an_open("Told", JULY, ("a", "b", "5-0"), entrants=entrants, ratings=told)
    brought_together(hall, file, taken=RatingsTaken.PUBLISHED)
    assert ratings_by_name(hall) == {"Ana": pytest.approx(ana), "Bia": pytest.approx(bia)}
    (there,) = hall.ask(tournaments_store.of_guild, GUILD)
    again = hall.ask(past_events_drafts_verbs.record_of, there)
    assert sorted(one for one in again.rated.values() if one is not None) == [2200.0, 2300.0]


def test_a_file_that_publishes_no_ratings_is_named_and_nothing_is_written(hall: Hall) -> None:
    with refuses("error.FileLacksRatings") as refused:
        brought_together(hall, final("Bare", JULY), taken=RatingsTaken.PUBLISHED)
    assert refused.value.name == "Bare.json"
    assert hall.ask(tournaments_store.of_guild, GUILD) == []


def test_the_order_is_doubtful_where_a_file_says_no_date_or_two_end_together(hall: Hall) -> None:
    there = brought_together(hall, final("Undated", None), final("One", JULY, "Ana", "Caio"), final("Two", JULY))
    assert [one.name for one in there.events][-1] == "Undated"
    doubts = {doubt: set(files) for doubt, files in there.doubts}
    assert doubts == {OrderDoubt.UNDATED: {"Undated.json"}, OrderDoubt.SAME_MOMENT: {"One.json", "Two.json"}}


def test_the_same_event_twice_is_told_together_and_one_after_the_other(hall: Hall) -> None:
    file = final("Cup", JULY)
    with pytest.raises(SameFileTwice) as twice:
        brought_together(hall, file, replace(file, filename="copy.json"))
    assert (twice.value.file, twice.value.other) == ("copy.json", "Cup.json")
    brought_together(hall, file)
    with pytest.raises(BroughtBefore):
        brought_together(hall, replace(file, filename="copy.json"))
    assert len(hall.ask(tournaments_store.of_guild, GUILD)) == 1


def test_one_bad_file_refuses_all_and_is_named(hall: Hall) -> None:
    unfinished = an_open("Open end", JULY, ("Ana", "Bia", ""))
    with refuses("error.RecordNotOver") as refused:
        brought_together(hall, final("Cup", JULY), unfinished)
    assert "Open end.json" in refused.value.name
    wrong = replace(final("Wrong", JULY), standings=())
    with pytest.raises(RecordNeedsMore) as other:
        brought_together(hall, final("Cup", JULY), wrong)
    assert "Wrong.json" in other.value.name
    assert hall.ask(tournaments_store.of_guild, GUILD) == []


def test_two_of_one_name_in_a_file_and_one_in_another_are_to_be_told_apart_in_the_files(hall: Hall) -> None:
    entrants = [{"id": "a1", "name": "Ana"}, {"id": "a2", "name": "Ana"}]
    double = an_open("Double", JULY, ("a1", "a2", "5-0"), entrants=entrants)
    with pytest.raises(NamesakesInFiles) as refused:
        brought_together(hall, double, final("Cup", JULY + DAY))
    assert (refused.value.file, refused.value.other) == ("Double.json", "Cup.json")
    assert brought_together(hall, double).new == ("Ana", "Ana")


def test_a_name_that_is_told_apart_is_another_person_in_each_file(hall: Hall) -> None:
    there = brought_together(hall, final("One", JULY), final("Two", JULY + DAY), apart=("ana",))
    assert there.new == ("Ana", "Bia", "Ana")


def test_one_person_under_two_names_in_two_events_can_be_the_same_one_who_is_known(hall: Hall) -> None:
    known = replace(hall.person(2), name="Ana")
    hall.do(lambda tx: people_store.save(tx, known))
    there = brought_together(hall, final("One", JULY), final("Two", JULY + DAY), apart=("ana",))
    assert there.known == (known, known)
    page = hall.ask(profile_verbs.player_page, GUILD, known, hall.now)
    assert {one.tournament.name for one in page.events} == {"One", "Two"}


def test_only_organisers_bring_events_in(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        brought_together(hall, final("Cup", JULY), by=2)


def test_everybody_reads_of_it(hall: Hall) -> None:
    brought_together(hall, *SEASON)
    bringing_id = the_act(hall)
    assert len(hall.promised(EventsBrought, bringing_id)) == 1
    view = hall.ask(past_events_drafts_verbs.brought_view, bringing_id)
    assert view is not None
    assert [(one.tournament.name, one.champion and one.champion.name) for one in view.events] == [
        ("One", "Ana"),
        ("Two", "Bia"),
        ("Three", "Bia"),
        ("Four", "Duda"),
    ]


def the_act(hall: Hall) -> str:
    row = hall.ask(lambda tx: tx.fetch_one("SELECT bringing_id FROM bringings"))
    assert row is not None
    return str(row["bringing_id"])


def last_line(hall: Hall) -> int:
    (line,) = [one for one in hall.ask_as(hall.actor(1), undoing_verbs.mine) if one.line.act == "bring_events"][:1]
    return line.sequence


def test_all_of_it_is_taken_back_as_one_act_and_can_come_in_again(hall: Hall) -> None:
    put_list(hall, JULY - DAY, Ana=2100.0)
    before = ratings_by_name(hall)
    first = brought_together(hall, *SEASON)
    hall.act(hall.actor(1), undoing_verbs.undo, last_line(hall))
    assert ratings_by_name(hall) == before
    assert all(one.cancelled_at is not None for one in hall.ask(tournaments_store.of_guild, GUILD))
    assert hall.promised(EventsTakenBack, the_act(hall))
    again = brought_together(hall, *SEASON)
    assert [one.after for one in again.moved] == [one.after for one in first.moved]
    assert sum(one.cancelled_at is None for one in hall.ask(tournaments_store.of_guild, GUILD)) == len(SEASON)


def test_it_stays_once_ratings_were_published_on_it(hall: Hall) -> None:
    brought_together(hall, *SEASON)
    hall.play_out(hall.begin(hall.announce(), 2, 3))
    with pytest.raises(SomethingHangs) as refused:
        hall.act(hall.actor(1), undoing_verbs.undo, last_line(hall))
    assert refused.value.what is Hanging.BUILT_ON
