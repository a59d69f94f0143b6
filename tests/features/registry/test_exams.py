"""Exams for arbiter titles, countries, and what each arbiter title may run (AIJE-B01)."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pytest

from bot import wiring
from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import store as playing_store
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.titles_model import ExamTaken
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.i18n.countries import Scope
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import MemberId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.rulebooks.library import preset
from tests.features.registry.test_titles import decide, only, open_proposals, rate, settle_titles
from tests.hall.court import ARBITER, LEADER, PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANP, AN, AJ, AI = ArbiterTitle
SECOND = timedelta(seconds=1)


@pytest.fixture
def hall(hall: Hall) -> Hall:
    """A court whose arbiter holds AJ; members 2 and 3 are registered."""
    open_court(hall)
    rate(hall, {2: 2000, 3: 2000, ARBITER: 2000})
    return hall


def examine(
    hall: Hall, number: int = 2, title: ArbiterTitle = ANP, *, by: int = ARBITER, passed: bool = True
) -> ExamTaken:
    return hall.act(hall.actor(by), registry_exams_verbs.record_exam, (MemberId(number), "P"), title, passed=passed)


def title_of(hall: Hall, number: int) -> ArbiterTitle | None:
    return hall.ask(people_store.title_of, hall.person(number).person_id)


@pytest.mark.rule("AIJE-B01-ANP")
def test_a_passed_exam_is_proposed_and_a_confirmation_gives_the_title(hall: Hall) -> None:
    assert examine(hall).proposed
    assert title_of(hall, 2) is None
    decide(hall, LEADER, only(hall))
    assert title_of(hall, 2) is ANP


def test_a_failed_exam_proposes_nothing(hall: Hall) -> None:
    assert not examine(hall, passed=False).proposed
    assert open_proposals(hall) == set()


@pytest.mark.rule("AIJE-B01-1")
@pytest.mark.parametrize("passed_before", [True, False])
def test_a_second_exam_within_21_days_is_refused_and_at_the_21st_day_taken(hall: Hall, passed_before: bool) -> None:
    first_at = hall.now
    examine(hall, passed=passed_before)
    hall.now = first_at + timedelta(days=21) - SECOND
    with pytest.raises(registry_exams_verbs.ExamTooSoon) as refused:
        examine(hall)
    assert refused.value.opens_at == first_at + timedelta(days=21)
    hall.now = first_at + timedelta(days=21)
    examine(hall)


@pytest.mark.rule("AIJE-B01-AJ")
@pytest.mark.parametrize(("title", "may"), [(ANP, False), (AN, False), (AJ, True), (AI, True)])
def test_aj_and_ai_put_exams_on_record(hall: Hall, title: ArbiterTitle, may: bool) -> None:
    hall.arbiter(50, title)
    if may:
        examine(hall, by=50)
    else:
        with pytest.raises(NotAllowed):
            examine(hall, by=50)


@pytest.mark.parametrize("by", [LEADER, PRESIDENT])
def test_the_offices_put_exams_on_record_where_no_arbiter_can(hall: Hall, by: int) -> None:
    assert examine(hall, by=by).proposed


def test_nobody_examines_themselves(hall: Hall) -> None:
    rate(hall, {LEADER: 2000})
    with pytest.raises(OwnCase):
        examine(hall, LEADER, by=LEADER)


@pytest.mark.rule("AIJE-B03-1")
def test_who_is_not_registered_sits_no_exam(hall: Hall) -> None:
    hall.person(9)
    with refuses("error.CandidateNotRegistered"):
        examine(hall, 9)


@pytest.mark.rule("AIJE-B01-AN")
def test_exams_come_in_the_order_of_the_titles(hall: Hall) -> None:
    with refuses("error.ExamOutOfOrder"):
        examine(hall, title=AN)
    hall.arbiter(2, ANP)
    with refuses("error.ExamOutOfOrder"):
        examine(hall, title=ANP)
    assert not examine(hall, title=AN).proposed


@pytest.mark.rule("AIJE-B01-AN")
def test_an_exam_passed_early_waits_for_the_three_months_and_is_proposed_after_a_tournament(hall: Hall) -> None:
    hall.arbiter(2, ANP)
    since = hall.now
    assert not examine(hall, title=AN).proposed
    hall.now = since.replace(month=since.month + 3) - timedelta(hours=2)
    settle_titles(hall, {2: 2000})
    assert open_proposals(hall) == set()
    hall.now = since.replace(month=since.month + 3)
    settle_titles(hall, {2: 2000})
    decide(hall, PRESIDENT, only(hall))
    assert title_of(hall, 2) is AN


def take_due(hall: Hall) -> None:
    for due in hall.ask(kernel_time_store.due_deadlines, hall.now, 50):
        hall.do(wiring.take, due)


def an_early_exam(hall: Hall) -> datetime:
    """Member 2 holds ANP since today and passes the exam for AN at once; answers when the three months are over."""
    hall.arbiter(2, ANP)
    assert not examine(hall, title=AN).proposed
    return hall.now.replace(month=hall.now.month + 3)


@pytest.mark.rule("AIJE-B01-AN")
def test_an_exam_passed_early_is_proposed_when_the_three_months_are_over_without_any_event(hall: Hall) -> None:
    over = an_early_exam(hall)
    hall.now = over - SECOND
    take_due(hall)
    assert open_proposals(hall) == set()
    hall.now = over
    (due,) = hall.ask(kernel_time_store.due_deadlines, hall.now, 50)
    hall.do(wiring.take, due)
    hall.do(wiring.take, due)
    hall.do(registry_titles_verbs.take, hall.person(2).person_id)
    decide(hall, PRESIDENT, only(hall))
    assert title_of(hall, 2) is AN
    hall.do(registry_titles_verbs.take, hall.person(2).person_id)
    assert open_proposals(hall) == set()


@pytest.mark.rule("AIJE-B01-AN")
@pytest.mark.parametrize("regained", [False, True])
def test_an_early_exam_proposes_nothing_to_who_lost_the_title_meanwhile(hall: Hall, regained: bool) -> None:
    over, person = an_early_exam(hall), hall.person(2).person_id
    hall.now += timedelta(days=1)
    hall.do(lambda tx: people_store.end_title(tx, person, hall.now))
    if regained:
        hall.now += timedelta(days=1)
        hall.arbiter(2, ANP)
    hall.now = over + timedelta(days=3)
    take_due(hall)
    assert open_proposals(hall) == set()
    assert hall.ask(kernel_time_store.deadlines_of_subject, registry_titles_verbs.exam_subject(person)) == {}


def test_a_title_that_ended_is_not_proposed_again_on_the_old_exam(hall: Hall) -> None:
    examine(hall)
    decide(hall, LEADER, only(hall))
    person = hall.person(2).person_id
    hall.now += timedelta(days=1)
    hall.do(lambda tx: people_store.end_title(tx, person, hall.now))
    assert hall.ask(registry_store.passed_exams, person) == frozenset()
    assert not hall.do(registry_titles_verbs.propose_examined, GUILD, person)


def test_a_declined_exam_is_proposed_again_only_after_another(hall: Hall) -> None:
    hall.arbiter(2, ANP)
    hall.now += timedelta(days=100)
    examine(hall, title=AN)
    decide(hall, LEADER, only(hall), confirm=False)
    settle_titles(hall, {2: 2000})
    assert open_proposals(hall) == set()
    hall.now += timedelta(days=21)
    assert examine(hall, title=AN).proposed


@pytest.mark.rule("AIJE-B01-4")
def test_a_country_is_taken_on_the_persons_word_and_only_a_real_one(hall: Hall) -> None:
    hall.act(hall.actor(2), registry_exams_verbs.declare_country, "br")
    assert hall.ask(people_store.country_of_person, hall.person(2).person_id) == "BR"
    with refuses("error.NoSuchCountry"):
        hall.act(hall.actor(2), registry_exams_verbs.declare_country, "ZZ")
    hall.now += timedelta(days=1)
    hall.act(hall.actor(2), registry_exams_verbs.declare_country, "IT")
    assert hall.ask(people_store.country_of_person, hall.person(2).person_id) == "IT"


@pytest.mark.rule("AIJE-B01-4")
@pytest.mark.parametrize(("away", "found"), [(False, Scope.INTERNATIONAL), (True, Scope.NATIONAL)])
def test_only_who_really_played_makes_a_tournament_what_it_is(hall: Hall, away: bool, found: Scope) -> None:
    for number, country in ((2, "BR"), (3, "BR"), (4, "JP")):
        hall.act(hall.actor(number), registry_exams_verbs.declare_country, country)
    tournament = hall.begin(hall.announce(), 2, 3, 4)
    stranger = hall.person(4).person_id
    while waiting := hall.open_contests(tournament):
        sides = hall.people_of(tournament, waiting[0])
        target = waiting[0].target
        score = (0, target) if sides[0] == stranger else (target, 0)
        hall.settle(waiting[0], score, score if away and stranger in sides else (0, 0))
    assert hall.ask(registry_titles_verbs.scope_of, hall.load(tournament)) is found


@pytest.mark.rule("AIJE-B01-4")
def test_a_move_after_the_tournament_changes_nothing_of_it(hall: Hall) -> None:
    for number, country in ((2, "BR"), (3, "JP")):
        hall.act(hall.actor(number), registry_exams_verbs.declare_country, country)
    tournament = hall.play_out(hall.begin(hall.announce(), 2, 3))
    hall.now += timedelta(days=1)
    hall.act(hall.actor(3), registry_exams_verbs.declare_country, "BR")
    assert hall.ask(registry_titles_verbs.scope_of, tournament) is Scope.INTERNATIONAL


@pytest.mark.rule("AIJE-B01-AJ", "AIJE-B01-AI")
@pytest.mark.parametrize(("country", "counts"), [("JP", 1), ("AR", 0)])
def test_an_international_tournament_is_refereed_by_whoever_followed_a_match_of_it(
    hall: Hall, country: str, counts: int
) -> None:
    hall.act(hall.actor(2), registry_exams_verbs.declare_country, "BR")
    hall.act(hall.actor(3), registry_exams_verbs.declare_country, country)
    tournament = hall.begin(hall.announce(), 2, 3)
    (final,) = hall.open_contests(tournament)
    arbiter = hall.person(ARBITER).person_id
    hall.do(lambda tx: playing_store.assign(tx, final.contest_id, arbiter, hall.now))
    assert hall.ask(registry_titles_verbs.arbiter_record, GUILD, arbiter).refereed == ()
    hall.settle(final, (final.target, 0))
    assert len(hall.ask(registry_titles_verbs.arbiter_record, GUILD, arbiter).refereed) == counts
    assert hall.ask(registry_titles_verbs.arbiter_record, GUILD, hall.person(2).person_id).refereed == ()


@pytest.mark.rule("AIJE-B01-ANP")
@pytest.mark.parametrize(("entrants", "called"), [(16, 1), (17, 0)])
def test_a_provisional_arbiter_is_given_matches_of_smaller_events_only(hall: Hall, entrants: int, called: int) -> None:
    hall.arbiter(50, ANP)
    tournament = hall.begin(hall.announce(), *range(100, 100 + entrants))
    hall.act(hall.actor(50), playing_arbiters_verbs.go_on)
    assert len(hall.ask(playing_store.assignment_times, tournament.tournament_id)) == called


@pytest.mark.rule("AIJE-B01-ANP")
def test_an_organiser_gives_a_match_of_a_larger_event_to_a_provisional_stand_in_by_hand(hall: Hall) -> None:
    hall.arbiter(50, ANP)
    tournament = hall.begin(hall.announce(), *range(100, 117))
    hall.act(hall.actor(50), playing_arbiters_verbs.go_on)
    contest = hall.open_contests(tournament)[0]
    hall.act(hall.actor(1), playing_arbiters_verbs.assign, contest.contest_id, MemberId(50))
    assert set(hall.ask(playing_store.assignment_times, tournament.tournament_id)) == {contest.contest_id}


@pytest.mark.rule("AIJE-B01-AN")
def test_a_national_arbiter_is_given_matches_of_any_event(hall: Hall) -> None:
    hall.arbiter(50, AN)
    tournament = hall.begin(hall.announce(), *range(100, 117))
    hall.act(hall.actor(50), playing_arbiters_verbs.go_on)
    assert len(hall.ask(playing_store.assignment_times, tournament.tournament_id)) == 1


@pytest.mark.rule("AIJE-B01-AI")
@pytest.mark.parametrize(("title", "may"), [(AI, True), (AJ, False)])
def test_an_international_arbiter_creates_tournaments_without_organising_the_server(
    hall: Hall, title: ArbiterTitle, may: bool
) -> None:

    hall.arbiter(50, title)
    start = hall.now + timedelta(hours=5)
    if may:
        hall.act(hall.actor(50), tournaments_verbs.create, "Cup", preset("aije-open"), start)
    else:
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(50), tournaments_verbs.create, "Cup", preset("aije-open"), start)


@pytest.mark.rule("AIJE-B01-AJ", "AIJE-B01-AN")
@pytest.mark.parametrize(("title", "may"), [(ANP, False), (AN, False), (AJ, True), (AI, True)])
def test_aj_and_ai_suspend_players_and_lower_titles_do_not(hall: Hall, title: ArbiterTitle, may: bool) -> None:
    hall.arbiter(50, title)
    if may:
        hall.act(
            hall.actor(50), partial(cases_barring_verbs.bar_player, rule="A02-1"), (MemberId(3), "P3"), "fixed a game"
        )
    else:
        with pytest.raises(cases_barring_verbs.BarTakesMore):
            hall.act(
                hall.actor(50),
                partial(cases_barring_verbs.bar_player, rule="A02-1"),
                (MemberId(3), "P3"),
                "fixed a game",
            )


@pytest.mark.rule("AIJE-B03-1")
def test_an_exam_of_somebody_whom_the_bot_never_met_is_refused_with_what_is_missing(hall: Hall) -> None:
    hall.arbiter(50, ArbiterTitle.AJ)
    with pytest.raises(registry_exams_verbs.CandidateUnknown) as refused:
        hall.act(
            hall.actor(50), registry_exams_verbs.record_exam, (MemberId(777), "P777"), ArbiterTitle.ANP, passed=True
        )
    assert refused.value.member == 777


@pytest.mark.rule("AIJE-B01-AN")
def test_who_lays_the_title_down_is_proposed_for_no_higher_one(hall: Hall) -> None:
    since = hall.now
    hall.arbiter(2, ANP)
    hall.now = since.replace(month=since.month + 3)
    assert examine(hall, title=AN).proposed
    hall.act(hall.actor(2), registry_officers_verbs.lay_down, "Enough")
    assert open_proposals(hall) == set()
