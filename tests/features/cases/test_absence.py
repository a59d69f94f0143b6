"""The case of who did not appear."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.cases.model import (
    AbsenceCase,
    AbsenceReason,
    CaseState,
    Justification,
    Verdict,
    VerdictKind,
    due_steps,
    justify_by,
    must_bar,
    reminders_due,
    state,
)
from bot.kernel.ids import CaseId, PersonId, TournamentId
from bot.kernel.outages import Due, Outage, Step
from bot.play.rulebook import WhenUnanswered
from bot.rulebooks.library import preset

OPEN = preset("aije-open")
CLOSE = datetime(2026, 5, 1, 20, tzinfo=UTC)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
NOTICE = CLOSE + timedelta(minutes=1)
LIMIT = NOTICE + 72 * HOUR
UNTOLD = AbsenceCase(
    CaseId("c"), TournamentId("open"), PersonId("p"), AbsenceReason.NOT_CONFIRMED, opened_at=CLOSE, event_at=CLOSE
)
TOLD = replace(UNTOLD, noticed_at=NOTICE)


def justified(at: datetime, case: AbsenceCase = TOLD) -> AbsenceCase:
    return replace(case, justification=Justification("a power cut", None, at))


def reviewed(kind: VerdictKind, at: datetime = LIMIT) -> AbsenceCase:
    return replace(justified(NOTICE + HOUR), verdict=Verdict(kind, PersonId("arbiter"), "no proof", at))


ACCEPTED, DECLINED = reviewed(VerdictKind.ACCEPTED), reviewed(VerdictKind.DECLINED)


@pytest.mark.rule("AIJE-B03-2", "AIJE-D01-5.3")
@pytest.mark.parametrize(
    ("noticed", "limit"),
    [(-HOUR, 72 * HOUR), (timedelta(), 72 * HOUR), (HOUR, 73 * HOUR), (100 * HOUR, 172 * HOUR)],
)
def test_the_72_hours_run_from_the_later_of_the_event_and_the_notice(noticed, limit):
    assert justify_by(replace(UNTOLD, noticed_at=CLOSE + noticed), OPEN, ()) == CLOSE + limit


@pytest.mark.rule("AIJE-D01-5.3")
def test_nobody_is_barred_who_was_not_told():
    later = CLOSE + 9999 * HOUR
    assert justify_by(UNTOLD, OPEN, ()) is None
    assert state(UNTOLD, later, OPEN, ()) is CaseState.AWAITING_NOTICE
    assert not must_bar(UNTOLD, later, OPEN, ())
    assert due_steps(UNTOLD, OPEN, ()) == ()
    assert reminders_due(UNTOLD, later, OPEN, ()) == frozenset()


@pytest.mark.rule("AIJE-B03-2", "AIJE-D01-5.3")
@pytest.mark.parametrize(("late", "stage"), [(-1, CaseState.OPEN), (0, CaseState.OPEN), (1, CaseState.EXPIRED)])
def test_the_time_to_justify_ends_after_exactly_72_hours(late, stage):
    now = LIMIT + late * SECOND
    assert state(TOLD, now, OPEN, ()) is stage
    assert must_bar(TOLD, now, OPEN, ()) is (stage is CaseState.EXPIRED)


@pytest.mark.rule("AIJE-D01-5.3")
@pytest.mark.parametrize(
    ("late", "stage"), [(-1, CaseState.UNDER_REVIEW), (0, CaseState.UNDER_REVIEW), (1, CaseState.EXPIRED)]
)
def test_a_justification_at_72_hours_sharp_is_in_time_and_stops_the_clock(late, stage):
    assert state(justified(LIMIT + late * SECOND), LIMIT + 500 * HOUR, OPEN, ()) is stage


@pytest.mark.rule("AIJE-D01-5.3")
def test_nobody_is_barred_while_a_justification_waits():
    assert not must_bar(justified(NOTICE + HOUR), LIMIT + 9999 * HOUR, OPEN, ())
    assert due_steps(justified(NOTICE + HOUR), OPEN, ()) == ()


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_rulebook_may_accept_on_receipt():
    rules = replace(OPEN.absence, when_unanswered=WhenUnanswered.ACCEPTED_ON_RECEIPT)
    assert state(justified(LIMIT), LIMIT, replace(OPEN, absence=rules), ()) is CaseState.JUSTIFIED


@pytest.mark.rule("AIJE-B03-2", "AIJE-D01-5.3")
def test_a_declined_justification_brings_the_bar_and_an_accepted_one_does_not():
    assert (state(DECLINED, LIMIT, OPEN, ()), must_bar(DECLINED, LIMIT, OPEN, ())) == (CaseState.DECLINED, True)
    assert (state(ACCEPTED, LIMIT, OPEN, ()), must_bar(ACCEPTED, LIMIT, OPEN, ())) == (CaseState.JUSTIFIED, False)
    assert due_steps(DECLINED, OPEN, ()) == (Due(Step.BAR_ABSENTEE, LIMIT),)
    assert due_steps(ACCEPTED, OPEN, ()) == ()


@pytest.mark.rule("AIJE-B03-2")
@pytest.mark.parametrize("case", [TOLD, DECLINED, justified(LIMIT + SECOND)])
def test_a_closed_case_has_no_consequence_twice(case):
    closed = replace(case, closed_at=LIMIT + SECOND, close_reason="barred")
    assert not must_bar(closed, LIMIT + HOUR, OPEN, ())
    assert due_steps(closed, OPEN, ()) == ()
    assert reminders_due(replace(closed, justification=None, verdict=None), LIMIT, OPEN, ()) == frozenset()


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_rulebook_may_leave_the_unjustified_unbarred():
    lenient = replace(OPEN, absence=replace(OPEN.absence, bar_when_unjustified=False))
    assert state(TOLD, LIMIT + SECOND, lenient, ()) is CaseState.EXPIRED
    assert not must_bar(TOLD, LIMIT + SECOND, lenient, ())


@pytest.mark.parametrize(
    ("down", "up", "limit"),
    [(-2, -1, 1), (-0.2, -0.1, 0.15), (-1, 1, 2), (-0.1, 1, 1.25), (-9999, -9000, 0), (1, 2, 0)],
)
def test_an_outage_in_the_72_hours_is_given_back_and_leaves_a_quarter_of_an_hour(down, up, limit):
    known = [Outage(LIMIT + down * HOUR, LIMIT + up * HOUR)]
    assert justify_by(TOLD, OPEN, known) == LIMIT + limit * HOUR


def test_an_outage_that_ended_before_the_notice_extends_nothing():
    brief = replace(OPEN, absence=replace(OPEN.absence, justify_within=5 * 60 * SECOND))
    assert justify_by(TOLD, brief, [Outage(CLOSE - HOUR, NOTICE)]) == NOTICE + 5 * 60 * SECOND


@pytest.mark.parametrize(("reminded", "following"), [((), -24 * HOUR), ((0,), -3 * HOUR), ((0, 1), None)])
def test_reminders_come_24_and_3_hours_before_the_end_and_the_bar_after_it(reminded, following):
    reminders = () if following is None else (Due(Step.REMIND_JUSTIFICATION, LIMIT + following),)
    case = replace(TOLD, reminded=frozenset(reminded))
    assert due_steps(case, OPEN, ()) == (*reminders, Due(Step.BAR_ABSENTEE, LIMIT + 3 * SECOND))


@pytest.mark.parametrize(
    ("case", "left", "due"),
    [
        (TOLD, 25, set()),
        (TOLD, 24, {0}),
        (TOLD, 3, {0, 1}),
        (replace(TOLD, reminded=frozenset({0})), 3, {1}),
        (TOLD, -1, set()),
        (justified(NOTICE), 3, set()),
    ],
)
def test_nobody_is_reminded_after_justifying_or_when_it_is_too_late(case, left, due):
    assert reminders_due(case, LIMIT - left * HOUR, OPEN, ()) == due
