"""Ratings put right by hand: by whom, in the open with both numbers, with an appeal, and beside an event under way."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.past_events.drafts_verbs import record_of
from bot.features.profile import verbs as profile_verbs
from bot.features.ratings import verbs as ratings_verbs
from bot.features.ratings.model import (
    AmendmentReturned,
    AmendmentView,
    RatingAmended,
    RatingsAmended,
    read_lines,
    read_rating,
)
from bot.features.ratings.verbs import RatingLineUnreadable
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.kernel.errors import NotAllowed, Outdated
from bot.kernel.ids import MemberId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.play.rating import after_match
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.server.model import Hanging
from tests.hall.chamber import publish, rating_of
from tests.hall.court import LEADER, PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

AI = 80


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_court(hall)
    hall.arbiter(AI, ArbiterTitle.AI)
    publish(hall, {2: 2100.0, 3: 1900.0, AI: 2250.0})
    return hall


def correct(court: Hall, number: int, rating: str, by: int = AI) -> AmendmentView:
    (found,) = court.act(
        court.actor(by), ratings_verbs.correct, (MemberId(number), f"P{number}"), rating, "Counted twice in May"
    )
    return found


@pytest.mark.rule("AIJE-B01-AI")
def test_a_correction_is_a_new_dated_list_in_which_one_line_differs(court: Hall) -> None:
    before = court.ask(people_ratings_store.current, GUILD)
    court.now += timedelta(hours=1)
    made = correct(court, 2, "2.050,5")
    after = court.ask(people_ratings_store.current, GUILD)
    assert before is not None
    assert after is not None
    assert (after.list_id, after.published_at, after.tournament_id) == (made.amendment.list_id, court.now, None)
    assert {one: line.rating for one, line in after.rated.items()} == {
        court.person(2).person_id: 2050.5,
        court.person(3).person_id: 1900.0,
        court.person(AI).person_id: 2250.0,
    }
    assert (made.amendment.before, made.amendment.after) == (2100.0, 2050.5)
    assert court.ask(people_ratings_store.load, before.list_id) == before


@pytest.mark.rule("AIJE-B01-AI")
@pytest.mark.parametrize("by", [1, 2, LEADER, 92])
def test_nobody_but_an_international_arbiter_puts_ratings_right(court: Hall, by: int) -> None:
    with pytest.raises(NotAllowed):
        correct(court, 3, "2000", by)


@pytest.mark.rule("AIJE-B01-AI")
def test_the_president_does_it_where_no_international_arbiter_is_there_who_may(court: Hall) -> None:
    with pytest.raises(NotAllowed):
        correct(court, 2, "2000", PRESIDENT)
    correct(court, AI, "2260", PRESIDENT)
    with pytest.raises(OwnCase):
        correct(court, AI, "2500")
    assert rating_of(court, AI) == 2260.0


@pytest.mark.rule("AIJE-B01-AI")
@pytest.mark.parametrize("sheet", ["P2;2000\nP80;2250", "P2;2000\nP80;2260"])
def test_the_arbiters_own_line_on_a_sheet_gives_the_president_no_other(court: Hall, sheet: str) -> None:
    with pytest.raises(NotAllowed):
        court.act(court.actor(PRESIDENT), ratings_verbs.correct_list, sheet, "The sheet of 2025")
    with pytest.raises(NotAllowed):
        court.ask_as(court.actor(PRESIDENT), ratings_verbs.look_at, sheet)
    assert rating_of(court, 2) == 2100.0


@pytest.mark.rule("AIJE-B01-AI")
def test_an_arbiter_may_send_the_whole_sheet_with_the_own_line_as_it_is(court: Hall) -> None:
    sheet = "P2;2000\nP80;2250"
    assert len(court.ask_as(court.actor(AI), ratings_verbs.look_at, sheet)) == 1
    court.act(court.actor(AI), ratings_verbs.correct_list, sheet, "The sheet of 2025")
    assert (rating_of(court, 2), rating_of(court, AI)) == (2000.0, 2250.0)


def test_everybody_the_record_and_the_person_are_told_with_both_numbers(court: Hall) -> None:
    made = correct(court, 2, "2050")
    assert len(court.promised(RatingsAmended, made.amendment.list_id)) == 2
    assert len(court.promised(RatingAmended, made.amendment.amendment_id)) == 1
    page = court.ask(profile_verbs.player_page, GUILD, court.person(2), court.now)
    assert [(one.amendment.before, one.amendment.after) for one in page.amendments] == [(2100.0, 2050.0)]


@pytest.mark.rule("AIJE-B02-2")
def test_an_event_under_way_is_rated_from_the_right_number_and_keeps_its_draw(court: Hall) -> None:
    event = court.begin(court.announce(), 2, 3)
    drawn = [one.sides for one in court.open_contests(event)]
    correct(court, 2, "2000")
    assert [one.sides for one in court.open_contests(event)] == drawn
    court.play_out(event, lambda _: (5, 0))
    loser, winner = sorted((2, 3), key=lambda one: rating_of(court, one) - {2: 2000.0, 3: 1900.0}[one])
    won, lost = after_match({2: 2000.0, 3: 1900.0}[winner], {2: 2000.0, 3: 1900.0}[loser], 5, 0, 16)
    assert rating_of(court, winner) == pytest.approx(won)
    assert rating_of(court, loser) == pytest.approx(lost)


def test_an_appeal_is_decided_by_somebody_else_and_gives_the_number_back(court: Hall) -> None:
    made = correct(court, 2, "2050")
    key = f"rating-{made.amendment.amendment_id}"
    assert key in [one.key for one in court.ask_as(court.actor(2), cases_reading_verbs.appealable)]
    appeal = court.act(court.actor(2), cases_appeals_verbs.appeal, key, "The table was right", ())
    with refuses("error.DecidedBefore"):
        court.act(court.actor(AI), cases_appeals_verbs.decide, appeal.appeal_id, "No", granted=False)
    court.act(court.actor(LEADER), cases_appeals_verbs.decide, appeal.appeal_id, "It was right", granted=True)
    assert rating_of(court, 2) == pytest.approx(2100.0)
    assert len(court.promised(AmendmentReturned, made.amendment.amendment_id)) == 3
    page = court.ask(profile_verbs.player_page, GUILD, court.person(2), court.now)
    assert page.amendments[0].amendment.returned_at is not None


def test_an_appeal_comes_in_time_or_not_at_all(court: Hall) -> None:
    made = correct(court, 2, "2050")
    court.now += timedelta(days=60)
    with refuses("error.AppealTooLate"):
        court.act(court.actor(2), cases_appeals_verbs.appeal, f"rating-{made.amendment.amendment_id}", "Late", ())


def test_it_is_undone_by_its_opposite_and_what_was_played_since_stays(court: Hall) -> None:
    correct(court, 2, "2000")
    event = court.begin(court.announce(), 2, 3)
    court.play_out(event, lambda _: (5, 0))
    played = rating_of(court, 2) - 2000.0
    court.act(court.actor(AI), undoing_verbs.undo, line_of(court))
    assert rating_of(court, 2) == pytest.approx(2100.0 + played)
    with pytest.raises(SomethingHangs):
        court.act(court.actor(AI), undoing_verbs.undo, line_of(court))


def test_it_is_not_undone_once_somebody_has_appealed(court: Hall) -> None:
    made = correct(court, 2, "2050")
    court.act(court.actor(2), cases_appeals_verbs.appeal, f"rating-{made.amendment.amendment_id}", "Why?", ())
    with pytest.raises(SomethingHangs) as refused:
        court.act(court.actor(AI), undoing_verbs.undo, line_of(court))
    assert refused.value.what is Hanging.APPEAL


def line_of(court: Hall) -> int:
    row = court.ask(lambda tx: tx.fetch_one("SELECT max(sequence) AS line FROM log WHERE act = 'amend_ratings'"))
    assert row is not None
    return int(row["line"])


def test_a_whole_list_is_put_right_as_one_act_and_undone_as_one(court: Hall) -> None:
    text = "name;rating\nP2;2.010\nP3;1950,5\n"
    seen = court.ask_as(court.actor(AI), ratings_verbs.look_at, text)
    assert [(one.person.name, one.before, one.after) for one in seen] == [
        ("P2", 2100.0, 2010.0),
        ("P3", 1900.0, 1950.5),
    ]
    made = court.act(court.actor(AI), ratings_verbs.correct_list, text, "The sheet of 2025")
    assert len({one.amendment.list_id for one in made}) == 1
    assert (rating_of(court, 2), rating_of(court, 3)) == (2010.0, 1950.5)
    court.act(court.actor(AI), undoing_verbs.undo, line_of(court))
    assert (rating_of(court, 2), rating_of(court, 3)) == (2100.0, 1900.0)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("P2;2000\nNobody;1900", "error.RatingLineUnknown"),
        ("P2;2000\nP3;high", RatingLineUnreadable),
        ("P2;2000\nP2;1900", "error.RatingLineTwice"),
        ("P2;2100\nP3;1900", "error.NoRatingChanges"),
        ("", "error.NoRatingChanges"),
        ("P2;2000\nP80;2300", OwnCase),
        ("P2;2000\n;1900", RatingLineUnreadable),
    ],
)
def test_a_bad_line_is_told_and_nothing_is_changed(court: Hall, text: str, error: str | type[Exception]) -> None:
    before = court.ask(people_ratings_store.current, GUILD)
    with refuses(error):
        court.act(court.actor(AI), ratings_verbs.correct_list, text, "A reason")
    assert court.ask(people_ratings_store.current, GUILD) == before


def test_a_name_that_two_people_on_the_list_bear_is_not_guessed(court: Hall) -> None:
    publish(court, {2: 2100.0, 3: 1900.0, 4: 1800.0})
    court.do(lambda tx: tx.execute("UPDATE people SET name = 'P2' WHERE name = 'P4'"))
    with refuses("error.RatingLineTwins"):
        court.act(court.actor(AI), ratings_verbs.correct_list, "P2;2000", "A reason")


@pytest.mark.rule("AIJE-B03-1")
def test_a_correction_registers_nobody(court: Hall) -> None:
    with refuses("error.NotOnTheRatingList"):
        correct(court, 7, "2000")
    with refuses("error.RatingUnreadable"):
        correct(court, 2, "a lot")
    with refuses("error.NoRatingChanges"):
        correct(court, 2, "2100")


def test_whoever_erases_everything_is_named_no_more(court: Hall) -> None:
    made = correct(court, 2, "2050")
    court.now += timedelta(days=60)
    court.act(court.actor(2), erasure_verbs.erase)
    view = court.ask(ratings_verbs.view, made.amendment.amendment_id)
    assert view is not None
    assert view.person.name != "P2"


def test_a_sheet_that_was_sent_and_not_confirmed_goes_with_who_sent_it(court: Hall) -> None:
    court.act(court.actor(AI), ratings_verbs.keep, "P2;2000", "The sheet of 2025")
    court.act(court.actor(AI), erasure_verbs.erase)
    assert court.ask(lambda tx: tx.fetch_all("SELECT * FROM rating_sheets")) == []


def test_nobody_else_confirms_a_sheet_nor_who_lost_the_title_meanwhile(court: Hall) -> None:
    shown = court.act(court.actor(AI), ratings_verbs.keep, "P2;2000", "The sheet of 2025")
    with pytest.raises(Outdated):
        court.act(court.actor(PRESIDENT), ratings_verbs.confirm, shown.seen)
    arbiter = court.person(AI).person_id
    court.do(lambda tx: people_store.end_title(tx, arbiter, court.now))
    with pytest.raises(NotAllowed):
        court.act(court.actor(AI), ratings_verbs.confirm, shown.seen)
    assert rating_of(court, 2) == 2100.0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2050", 2050.0),
        ("2050,5", 2050.5),
        ("2050.5", 2050.5),
        ("2.050", 2050.0),
        ("2.050,5", 2050.5),
        ("2,050.5", 2050.5),
        (" 1 950 ", 1950.0),
        ("0", None),
        ("-5", None),
        ("10000", None),
        ("2050.5.5", None),
        ("nan", None),
    ],
)
def test_ratings_are_read_as_people_write_them(typed: str, meant: float | None) -> None:
    assert read_rating(typed) == meant


def test_lines_are_read_with_semicolons_tabs_and_commas_and_a_head_is_left_out() -> None:
    read = read_lines("Nome;Rating\n\nAna Lima;2.050,5\nBia\t1900\nCaio,1800.5\n")
    assert [(one.line, one.name, one.rating) for one in read] == [
        (3, "Ana Lima", 2050.5),
        (4, "Bia", 1900.0),
        (5, "Caio", 1800.5),
    ]


@pytest.mark.rule("AIJE-B02-2")
@pytest.mark.parametrize("when", ["before", "during", "after"])
def test_the_record_of_an_event_replays_however_a_rating_was_put_right(court: Hall, when: str) -> None:
    if when == "before":
        correct(court, 2, "2000")
    event = court.begin(court.announce(), 2, 3)
    if when == "during":
        correct(court, 2, "2000")
    court.play_out(event, lambda _: (5, 0))
    if when == "after":
        correct(court, 2, "2000")
    again = read_record(write_record(court.ask(record_of, court.load(event))), "event.json")
    told = replay(again)
    assert told.difference is None
    assert again.claims.ratings
    assert {one.before for one in again.claims.ratings} == {2100.0 if when == "after" else 2000.0, 1900.0}
