"""No-shows as the services see them: who has a case, when the time runs, what comes of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import store as cases_store
from bot.features.cases import verbs as cases_verbs
from bot.features.cases.model import (
    AbsenceCase,
    AbsenceNotice,
    AbsenceReason,
    AbsenceReminder,
    Barred,
    CaseEnd,
    CaseForReview,
    VerdictKind,
)
from bot.features.cases.record_verbs import case_subject
from bot.features.entering import bars_store as entering_bars_store
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import NotAllowed
from bot.kernel.ids import CaseId
from bot.kernel.outages import Outage, Step
from bot.kernel.promises import ToMember, ToPlace
from bot.play.contests import Contest, ResultKind
from bot.play.entries import Tournament
from bot.play.rulebook import WhenUnanswered
from bot.rulebooks.library import preset
from tests.hall.court import (
    ARBITER,
    LEADER,
    bars_of,
    case_of,
    deliver,
    justify,
    let_pass,
    miss,
    open_court,
    waiting,
)
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

OPEN = preset("aije-open")
HOURS_72 = timedelta(hours=72)
SECOND = timedelta(seconds=1)
MANY = 200


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


@pytest.mark.rule("AIJE-D01-5.1", "AIJE-D01-5.3")
def test_the_close_of_check_in_opens_a_case_for_each_absentee_even_when_the_event_is_called_off(hall: Hall) -> None:
    event = miss(hall, 2, 3)
    assert event.cancelled_at is not None
    assert [case.reason for case in hall.ask(cases_store.of_tournament, event.tournament_id)] == [
        AbsenceReason.NOT_CONFIRMED,
        AbsenceReason.NOT_CONFIRMED,
    ]
    assert len(waiting(hall, AbsenceNotice)) == 1


def test_two_hundred_absentees_are_named_in_three_messages(hall: Hall) -> None:
    miss(hall, *range(100, 100 + MANY))
    assert [len(notice.message.cases) for notice in waiting(hall, AbsenceNotice)] == [90, 90, 20]


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B03-2")
def test_without_a_delivered_notice_no_time_runs_and_nobody_is_barred(hall: Hall) -> None:
    event = miss(hall, 2)
    case = case_of(hall, event, 2)
    assert hall.ask(kernel_time_store.deadlines_of_subject, case_subject(case.case_id)) == {}
    hall.now += timedelta(days=100)
    hall.do(cases_verbs.take, case.case_id, Step.BAR_ABSENTEE)
    assert bars_of(hall, 2) == []


@pytest.mark.rule("AIJE-D01-5.3")
def test_the_72_hours_run_from_the_notice_when_it_comes_later_than_the_close(hall: Hall) -> None:
    event = miss(hall, 2)
    hall.now += timedelta(hours=10)
    deliver(hall, AbsenceNotice)
    due = hall.ask(kernel_time_store.deadlines_of_subject, case_subject(case_of(hall, event, 2).case_id))
    assert due[Step.BAR_ABSENTEE] == hall.now + HOURS_72 + 3 * SECOND


@pytest.mark.rule("AIJE-D01-5.3")
def test_exactly_72_hours_is_in_time_and_stops_the_clock(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    limit = hall.now + HOURS_72
    let_pass(hall, HOURS_72 + 2 * SECOND)
    justify(hall, event, 2, at=limit)
    let_pass(hall, timedelta(days=100))
    assert bars_of(hall, 2) == []


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B03-2")
def test_a_second_later_is_too_late_and_the_bar_comes_until_further_notice(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    limit = hall.now + HOURS_72
    let_pass(hall, HOURS_72 + 2 * SECOND)
    assert bars_of(hall, 2) == []
    with refuses("error.JustifiedTooLate"):
        justify(hall, event, 2, at=limit + SECOND)
    let_pass(hall, 2 * SECOND)
    (bar,) = bars_of(hall, 2)
    assert (bar.until, bar.barred_by, case_of(hall, event, 2).close_reason) == (None, None, CaseEnd.BARRED)


def test_all_who_expire_together_are_told_in_one_public_message_and_one_on_the_record(hall: Hall) -> None:
    miss(hall, 2, 3, 4)
    deliver(hall, AbsenceNotice)
    let_pass(hall, HOURS_72 + 4 * SECOND)
    told = [promise for promise in waiting(hall, Barred) if promise.message.bars is not None]
    assert [len(promise.message.bars or ()) for promise in told] == [3, 3]


def test_a_step_that_runs_twice_bars_once(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    let_pass(hall, HOURS_72 + 4 * SECOND)
    hall.do(cases_verbs.take, case_of(hall, event, 2).case_id, Step.BAR_ABSENTEE)
    assert len(bars_of(hall, 2)) == 1


@pytest.mark.rule("AIJE-D01-5.3")
def test_nobody_is_barred_while_a_justification_waits_and_reviewers_are_reminded_once(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 2)
    let_pass(hall, timedelta(days=100))
    shown = waiting(hall, CaseForReview)
    assert (bars_of(hall, 2), [card.message.reminder for card in shown]) == ([], [False, True])


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_replacement_after_the_time_leaves_the_first_justification_standing(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 2, "first")
    hall.now += HOURS_72 + SECOND
    with refuses("error.JustifiedTooLate"):
        justify(hall, event, 2, "second")
    given = case_of(hall, event, 2).justification
    assert given is not None
    assert given.text == "first"


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B03-2")
@pytest.mark.parametrize(("verdict", "barred"), [(VerdictKind.ACCEPTED, 0), (VerdictKind.DECLINED, 1)])
def test_accepted_is_no_penalty_and_declined_is_the_bar_at_once(hall: Hall, verdict: VerdictKind, barred: int) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 2)
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, case_of(hall, event, 2).case_id, verdict, "because")
    found = bars_of(hall, 2)
    assert [bar.explanation for bar in found] == ["because"] * barred
    with pytest.raises(cases_justifying_verbs.CaseDecided) as second:
        hall.act(hall.actor(LEADER), cases_justifying_verbs.review, case_of(hall, event, 2).case_id, verdict, "too")
    assert second.value.by == f"P{ARBITER}"


@pytest.mark.rule("AIJE-D01-5.3")
def test_nobody_is_barred_for_a_justification_that_was_replaced_while_the_reviewer_wrote(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 2, "no reason")
    read = case_of(hall, event, 2).justification
    hall.now += SECOND
    justify(hall, event, 2, "here is the proof")
    new = case_of(hall, event, 2).justification
    assert read is not None
    assert new is not None
    told = case_of(hall, event, 2).case_id, VerdictKind.DECLINED, "no reason at all"
    with refuses("error.JustifiedAnew"):
        hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, *told, read.submitted_at)
    assert bars_of(hall, 2) == []
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, *told, new.submitted_at)
    assert len(bars_of(hall, 2)) == 1


def test_players_do_not_review_and_nobody_reviews_the_own_case(hall: Hall) -> None:
    event = miss(hall, 2, ARBITER)
    for number in (2, ARBITER):
        justify(hall, event, number)
    with pytest.raises(NotAllowed):
        hall.act(
            hall.actor(2), cases_justifying_verbs.review, case_of(hall, event, ARBITER).case_id, VerdictKind.ACCEPTED
        )
    with pytest.raises(OwnCase):
        hall.act(
            hall.actor(ARBITER),
            cases_justifying_verbs.review,
            case_of(hall, event, ARBITER).case_id,
            VerdictKind.ACCEPTED,
        )


def test_where_the_rulebook_accepts_on_receipt_a_later_no_still_bars(hall: Hall) -> None:
    on_receipt = replace(OPEN, absence=replace(OPEN.absence, when_unanswered=WhenUnanswered.ACCEPTED_ON_RECEIPT))
    event = miss(hall, 2, rulebook=on_receipt)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 2)
    let_pass(hall, timedelta(days=9))
    assert bars_of(hall, 2) == []
    case = case_of(hall, event, 2)
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, case.case_id, VerdictKind.DECLINED, "untrue")
    assert len(bars_of(hall, 2)) == 1


def test_where_the_rulebook_bars_nobody_the_case_closes_without_penalty(hall: Hall) -> None:
    lenient = replace(OPEN, absence=replace(OPEN.absence, bar_when_unjustified=False))
    event = miss(hall, 2, rulebook=lenient)
    deliver(hall, AbsenceNotice)
    let_pass(hall, timedelta(days=9))
    assert (bars_of(hall, 2), case_of(hall, event, 2).close_reason) == ([], CaseEnd.NO_PENALTY)


def test_a_bar_lasts_as_long_as_the_rulebook_says(hall: Hall) -> None:
    a_month = replace(OPEN, absence=replace(OPEN.absence, bar_lasts=timedelta(days=30)))
    miss(hall, 2, rulebook=a_month)
    deliver(hall, AbsenceNotice)
    let_pass(hall, HOURS_72 + 4 * SECOND)
    (bar,) = bars_of(hall, 2)
    assert bar.until == bar.since + timedelta(days=30)
    hall.now = bar.until
    assert bars_of(hall, 2) == []


@pytest.mark.rule("AIJE-D01-5.3")
def test_an_outage_over_the_end_moves_it_and_tells_those_concerned(hall: Hall) -> None:
    event = miss(hall, 2, 3)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 3)
    limit = hall.now + HOURS_72
    outage = Outage(limit - timedelta(hours=1), limit + timedelta(hours=4, microseconds=137))
    hall.now = outage.up_at
    hall.do(lambda tx: kernel_time_store.add_outage(tx, outage))
    hall.do(cases_verbs.after_outage, outage, GUILD, tell=True)
    due = hall.ask(kernel_time_store.deadlines_of_subject, case_subject(case_of(hall, event, 2).case_id))
    assert due[Step.BAR_ABSENTEE] == limit + timedelta(hours=5) + 3 * SECOND
    public = [promise for promise in waiting(hall, AbsenceReminder) if "member" not in repr(promise.target)]
    assert [promise.message.cases for promise in public] == [(case_of(hall, event, 2).case_id,)]
    let_pass(hall, timedelta(minutes=61))
    assert (len(bars_of(hall, 2)), len(bars_of(hall, 3))) == (1, 0)


def test_an_outage_that_grows_before_anything_was_said_is_told_once(hall: Hall) -> None:
    miss(hall, 2)
    deliver(hall, AbsenceNotice)
    limit = hall.now + HOURS_72
    for minutes in (2, 4, 8):
        hall.now = limit + timedelta(minutes=minutes)
        grown = hall.do(lambda tx: kernel_time_store.add_outage(tx, Outage(limit, tx.now)))
        hall.do(cases_verbs.after_outage, grown, GUILD, tell=True)
    told = waiting(hall, AbsenceReminder)
    assert len(told) == 2
    assert {type(one.target) for one in told} == {ToPlace, ToMember}


# --- confirmed, and played no game --------------------------------------------------------------------------------


def walkover_in_the_first_round(hall: Hall) -> tuple[Tournament, Contest, int]:
    """An event of four in which side 1 of the first match never comes: the event, the match, the absent member."""
    event = hall.begin(hall.announce(), 2, 3, 4, 5)
    match = hall.open_contests(event)[0]
    absent = hall.people_of(event, match)[1]
    number = next(number for number in (2, 3, 4, 5) if hall.person(number).person_id == absent)
    hall.settle(match, (3, 0), (3, 0), ResultKind.WALKOVER)
    return event, match, number


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-D01-5.4")
def test_who_lost_by_walkover_alone_has_a_case_once_no_match_is_to_come(hall: Hall) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4)
    (opening,) = hall.open_contests(event)
    hall.settle(opening, (3, 0), (3, 0), ResultKind.WALKOVER)
    (case,) = hall.ask(cases_store.of_tournament, event.tournament_id)
    assert (case.reason, case.event_at) == (AbsenceReason.CONFIRMED_NEVER_PLAYED, hall.now)
    assert case.person_id == hall.people_of(event, opening)[1]
    assert waiting(hall, AbsenceNotice) == []
    let_pass(hall, cases_verbs.GATHERED_FOR)
    assert case_of_person(hall, case.case_id).noticed_at == hall.now


def case_of_person(hall: Hall, case_id: CaseId) -> AbsenceCase:
    case = hall.ask(cases_store.load, case_id)
    assert case is not None
    return case


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_semifinal_lost_by_walkover_is_no_absence_while_third_place_can_be_played(hall: Hall) -> None:
    event, _, _ = walkover_in_the_first_round(hall)
    hall.settle(hall.open_contests(event)[0], (3, 1))
    assert hall.ask(cases_store.of_tournament, event.tournament_id) == []
    event = hall.play_out(event)
    assert hall.ask(cases_store.of_tournament, event.tournament_id) == []


@pytest.mark.rule("AIJE-D01-5.4")
def test_one_game_played_is_an_appearance_whatever_the_walkovers(hall: Hall) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4)
    (opening,) = hall.open_contests(event)
    hall.settle(opening, (3, 1), (3, 0))
    assert hall.ask(cases_store.of_tournament, event.tournament_id) == []


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_later_justification_does_not_change_the_result(hall: Hall) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4)
    (opening,) = hall.open_contests(event)
    hall.settle(opening, (3, 0), (3, 0), ResultKind.WALKOVER)
    (case,) = hall.ask(cases_store.of_tournament, event.tournament_id)
    let_pass(hall, cases_verbs.GATHERED_FOR)
    before = hall.open_contests(event)
    hall.do(
        cases_justifying_verbs.decide,
        case_of_person(hall, case.case_id),
        VerdictKind.ACCEPTED,
        hall.person(ARBITER).person_id,
        None,
    )
    assert hall.open_contests(event) == before
    assert opening.sides[1] not in {side for contest in before for side in contest.sides}


def test_a_correction_that_shows_a_game_drops_the_case_and_the_bar(hall: Hall) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4)
    (opening,) = hall.open_contests(event)
    hall.settle(opening, (3, 0), (3, 0), ResultKind.WALKOVER)
    (case,) = hall.ask(cases_store.of_tournament, event.tournament_id)
    let_pass(hall, HOURS_72 + timedelta(hours=1))
    assert hall.ask(entering_bars_store.of_case, case.case_id) is not None
    hall.settle(opening, (3, 1))
    assert hall.ask(entering_bars_store.of_case, case.case_id) is None
    assert case_of_person(hall, case.case_id).close_reason == CaseEnd.APPEARED
    hall.settle(opening, (3, 0), (3, 0), ResultKind.WALKOVER)
    fresh = case_of_person(hall, case.case_id)
    assert (fresh.closed_at, fresh.noticed_at) == (None, None)


@pytest.mark.parametrize("proof", ["javascript:alert(1)", "see above", "https://a b"])
def test_a_proof_is_a_link_or_nothing(hall: Hall, proof: str) -> None:
    event = miss(hall, 2)
    case = case_of(hall, event, 2)
    with refuses("error.NotALink"):
        hall.act(hall.actor(2), cases_justifying_verbs.justify, case.case_id, "ill", proof)
