"""Grades of Go: declared, confirmed, ordering the field, and proposed by results (GO-25.3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.erasure import verbs as erasure_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry.grades_verbs import UnreadableGrade
from bot.features.registry.model import GradeDecided, GradeView, GradeWaits
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.recusal_verbs import OwnCase, StandsInForThem
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed
from bot.kernel.ids import MemberId
from bot.kernel.outbox import DecisionsWait
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import GradeOrigin, Office
from bot.play.entries import Tournament
from bot.play.rulebook import Confirmers, GradeRules
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import preset
from bot.wiring import ALL
from tests.hall.board import ARBITER
from tests.hall.chamber import open_chamber
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ORGANISER, LEADER = 1, 70
GO = preset("go-swiss")


def event(hall: Hall, **rules: object) -> Tournament:
    """A Swiss of Go with grades."""
    return hall.announce(replace(GO, grades=GradeRules(**rules)))  # type: ignore[arg-type]


def declare(hall: Hall, tournament: Tournament, number: int, text: str, of: int | None = None) -> GradeView:
    whose = None if of is None else (MemberId(of), f"P{of}")
    return hall.act(hall.actor(number), registry_grades_verbs.declare, tournament.tournament_id, text, whose)


def decide(hall: Hall, number: int, view: GradeView, *, confirm: bool = True) -> GradeView:
    return hall.act(hall.actor(number), registry_grades_verbs.decide, view.record.grade_id, confirm=confirm)


def held(hall: Hall, number: int) -> str | None:
    found = hall.ask(people_ratings_store.grade_of_person, hall.person(number).person_id)
    return None if found is None else str(found)


def graded(hall: Hall, tournament: Tournament, **by_number: str) -> None:
    for name, text in by_number.items():
        decide(hall, ORGANISER, declare(hall, tournament, int(name[1:]), text))


@pytest.fixture
def arbiter(hall: Hall) -> int:
    hall.arbiter(ARBITER)
    return ARBITER


@pytest.mark.rule("GO-25.3")
def test_a_declared_grade_counts_once_an_arbiter_has_confirmed_it(hall: Hall, arbiter: int) -> None:
    tournament = event(hall)
    view = declare(hall, tournament, 2, "5 dan")
    assert held(hall, 2) is None
    assert len(hall.promised(GradeWaits, view.record.grade_id)) == 1
    with pytest.raises(NotAllowed):
        decide(hall, 3, view)
    decide(hall, arbiter, view)
    assert held(hall, 2) == "5d"
    with pytest.raises(AlreadyDone):
        decide(hall, arbiter, view)
    with pytest.raises(AlreadyDone):
        declare(hall, tournament, 2, "5d")
    assert len(hall.promised(GradeDecided, view.record.grade_id)) == 1


@pytest.mark.rule("GO-25.3")
def test_a_refused_grade_leaves_the_one_before_and_a_new_word_replaces_one_that_waits(hall: Hall, arbiter: int) -> None:
    tournament = event(hall)
    decide(hall, arbiter, declare(hall, tournament, 2, "1d"))
    first = declare(hall, tournament, 2, "2d")
    second = declare(hall, tournament, 2, "3d")
    with pytest.raises(AlreadyDone):
        decide(hall, arbiter, first)
    decide(hall, arbiter, second, confirm=False)
    assert held(hall, 2) == "1d"
    decide(hall, arbiter, declare(hall, tournament, 2, "2d"))
    assert held(hall, 2) == "2d"


def test_nobody_confirms_the_own_grade_and_the_rulebook_says_who_does(hall: Hall, arbiter: int) -> None:
    tournament = event(hall, confirmed_by=Confirmers.ORGANISERS)
    view = declare(hall, tournament, arbiter, "2d")
    with pytest.raises(NotAllowed):
        decide(hall, arbiter, view)
    own = declare(hall, tournament, ORGANISER, "2d")
    with pytest.raises(OwnCase):
        decide(hall, ORGANISER, own)
    decide(hall, ORGANISER, view)
    assert held(hall, arbiter) == "2d"


@pytest.mark.rule("GO-25.3")
@pytest.mark.parametrize("text", ["8d", "strong", "3k", ""])
def test_what_is_no_grade_here_is_refused(hall: Hall, text: str) -> None:
    with pytest.raises(UnreadableGrade):
        declare(hall, event(hall), 2, text)


def test_staff_writes_another_persons_grade_and_players_do_not(hall: Hall) -> None:
    tournament = event(hall, lowest_kyu=30)
    hall.person(2)
    with pytest.raises(NotAllowed):
        declare(hall, tournament, 3, "1k", of=2)
    assert declare(hall, tournament, ORGANISER, "12k", of=2).person.name == "P2"


def test_an_event_without_grades_asks_for_none(hall: Hall) -> None:
    with refuses("error.NoGradesHere"):
        declare(hall, hall.announce(), 2, "1d")


@pytest.mark.rule("GO-25.3")
def test_the_field_goes_by_grade_and_the_draw_and_the_record_hold(hall: Hall) -> None:
    tournament = event(hall)
    hall.enter(tournament, 2, 3, 4, 5)
    graded(hall, tournament, p5="7d", p4="6d", p3="2d")
    tournament = hall.begin(tournament, 2, 3, 4, 5)
    by_entrant = {one.entrant_id: one for one in hall.ask(facts, tournament).starters}
    listed = hall.ask(entering_store.of_tournament, tournament.tournament_id)
    drawn = {hall.person(number).person_id: number for number in (2, 3, 4, 5)}
    order = sorted(listed, key=lambda one: by_entrant[one.entrant_id].strength)
    assert [drawn[one.person_id] for one in order] == [5, 4, 3, 2]
    met = [{drawn[one] for one in hall.people_of(tournament, contest)} for contest in hall.open_contests(tournament)]
    assert {3, 5} in met
    assert {2, 4} in met
    graded(hall, tournament, p2="7d")
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds
    hall.play_out(tournament)
    record = hall.ask_as(hall.actor(ORGANISER), past_events_drafts_verbs.record_for, tournament.tournament_id)
    assert '"grade": "7d"' in write_record(record)
    assert replay(read_record(write_record(record), "cup.json")).difference is None


@pytest.mark.rule("GO-25.3")
def test_the_winner_is_proposed_for_a_grade_that_the_leader_confirms(hall: Hall) -> None:
    tournament = event(hall, promotions=("1 7d", "2 6d"))
    leader = hall.person(LEADER)
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, leader.person_id, hall.now, leader.person_id))
    hall.enter(tournament, 2, 3, 4, 5)
    graded(hall, tournament, p2="7d", p3="7d", p4="7d")
    tournament = hall.begin(tournament, 2, 3, 4, 5)
    five = hall.person(5).person_id
    hall.play_out(tournament, lambda contest: (1, 0) if hall.people_of(tournament, contest)[0] == five else (0, 1))
    proposed = hall.ask(people_ratings_store.waiting_grade, five, GradeOrigin.PROMOTION)
    assert proposed is not None
    assert all(
        hall.ask(people_ratings_store.waiting_grade, hall.person(number).person_id, GradeOrigin.PROMOTION) is None
        for number in (2, 3, 4)
    )
    view = hall.ask(registry_grades_verbs.view, proposed.grade_id)
    assert view is not None
    assert (view.place, str(view.record.grade)) == (1, "7d")
    with pytest.raises(NotAllowed):
        decide(hall, ORGANISER, view)
    decide(hall, LEADER, view)
    assert held(hall, 5) == "7d"
    assert len(hall.promised(GradeDecided, view.record.grade_id)) == 2


def test_an_erased_person_takes_the_grade_along_and_the_event_keeps_its_facts(hall: Hall) -> None:
    tournament = event(hall)
    hall.enter(tournament, 2, 3, 4, 5)
    graded(hall, tournament, p2="5d")
    tournament = hall.begin(tournament, 2, 3, 4, 5)
    assert "5d" in hall.ask_as(hall.actor(2), erasure_verbs.export)
    gone = hall.person(2).person_id
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert hall.ask(people_ratings_store.grade_of_person, gone) is None
    kept = [
        one.grade for one in hall.ask(entering_store.of_tournament, tournament.tournament_id) if one.person_id == gone
    ]
    assert [str(one) for one in kept] == ["5d"]
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


@pytest.mark.rule("GO-25.3")
def test_nobodys_grade_is_confirmed_by_the_own_stand_in(hall: Hall, arbiter: int) -> None:
    tournament, leader = event(hall), hall.person(LEADER)
    hall.do(lambda tx: people_store.give_office(tx, GUILD, Office.LEADER, leader.person_id, hall.now, leader.person_id))
    view = declare(hall, tournament, LEADER, "5 dan")
    hall.act(
        hall.actor(LEADER),
        registry_officers_verbs.name_stand_in,
        Office.LEADER,
        (MemberId(arbiter), "P"),
        3,
        "A holiday",
    )
    with pytest.raises(StandsInForThem):
        decide(hall, arbiter, view)
    decide(hall, ORGANISER, view)
    assert held(hall, LEADER) == "5d"


def decides(hall: Hall, number: int) -> list[str]:
    """The grades that the member finds on the own list."""
    found = hall.ask_as(hall.actor(number), guidance_verbs.decisions)
    return [one.subject for one in found if one.task is Task.DECIDE_GRADE]


def test_a_grade_that_waits_is_on_the_list_of_who_confirms_it_until_it_is_decided(hall: Hall, arbiter: int) -> None:
    tournament = event(hall)
    view = declare(hall, tournament, 2, "5 dan")
    assert decides(hall, arbiter) == [view.record.grade_id]
    assert decides(hall, 2) == decides(hall, 3) == []
    shown = hall.ask_as(hall.actor(arbiter), registry_grades_verbs.at_desk, view.record.grade_id)
    assert shown.record.waits
    with pytest.raises(NotAllowed):
        hall.ask_as(hall.actor(3), registry_grades_verbs.at_desk, view.record.grade_id)
    decide(hall, arbiter, view)
    assert decides(hall, arbiter) == []


def test_nobody_finds_the_own_grade_on_the_list_and_no_arbiter_one_that_organisers_confirm(
    hall: Hall, arbiter: int
) -> None:
    tournament = event(hall, confirmed_by=Confirmers.ORGANISERS)
    view, own = declare(hall, tournament, arbiter, "2d"), declare(hall, tournament, ORGANISER, "2d")
    assert decides(hall, ORGANISER) == [view.record.grade_id]
    assert decides(hall, arbiter) == []
    assert own.record.grade_id not in decides(hall, ORGANISER)


def test_who_confirms_a_grade_is_reminded_of_it_by_name_after_a_day(hall: Hall, arbiter: int) -> None:
    open_chamber(hall)
    view = declare(hall, event(hall), 2, "5 dan")
    until = hall.now + timedelta(days=1, hours=1)
    while due := [
        one for one in hall.ask(kernel_time_store.due_deadlines, until, 100) if one.subject.startswith("decisions:")
    ]:
        hall.now = max(hall.now, due[0].due_at)
        hall.do(wiring.take, due[0])
    reminders = hall.promised(DecisionsWait, GUILD)
    assert [one.message.waiting for one in reminders] == [(f"decide_grade.{view.record.grade_id}",)]
    composed = hall.ask(ALL[DecisionsWait], reminders[0])
    assert composed is not None
    for locale in LOCALES:
        card = composed(Translator(locale))
        assert arbiter in card.pings
        assert "5d" in card.lines[0].text
        assert card.lines[0].press is not None
        assert card.lines[0].press.custom_id == f"grade-show:{view.record.grade_id}"
