"""Decided absences that the leader or the President opens again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases.model import AbsenceNotice, VerdictKind
from bot.kernel.errors import NotAllowed
from tests.hall.court import ARBITER, LEADER, bars_of, case_of, deliver, justify, let_pass, miss, open_court
from tests.hall.hall import Hall
from tests.refusals import refuses

HOURS_72 = timedelta(hours=72)
SECOND = timedelta(seconds=1)


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


def test_reopening_an_expired_case_lifts_its_bar_and_gives_the_time_anew(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    let_pass(hall, HOURS_72 + 4 * SECOND)
    case = case_of(hall, event, 2)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(ARBITER), cases_justifying_verbs.reopen, case.case_id, "x")
    hall.act(hall.actor(LEADER), cases_justifying_verbs.reopen, case.case_id, "no mail")
    assert bars_of(hall, 2) == []
    deliver(hall, AbsenceNotice)
    let_pass(hall, HOURS_72)
    assert bars_of(hall, 2) == []
    let_pass(hall, 4 * SECOND)
    assert len(bars_of(hall, 2)) == 1


def test_reopening_a_declined_case_puts_its_justification_up_for_review_again(hall: Hall) -> None:
    event = miss(hall, 2)
    deliver(hall, AbsenceNotice)
    justify(hall, event, 2)
    case = case_of(hall, event, 2)
    with refuses("error.CaseStillOpen"):
        hall.act(hall.actor(LEADER), cases_justifying_verbs.reopen, case.case_id, "x")
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, case.case_id, VerdictKind.DECLINED, "no")
    hall.act(hall.actor(LEADER), cases_justifying_verbs.reopen, case.case_id, "new proof")
    let_pass(hall, timedelta(days=9))
    assert bars_of(hall, 2) == []
    hall.act(hall.actor(ARBITER), cases_justifying_verbs.review, case.case_id, VerdictKind.DECLINED, "still no")
    assert [bar.explanation for bar in bars_of(hall, 2)] == ["still no"]
