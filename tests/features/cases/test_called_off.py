"""An event that too few confirmed for: what that means for who did not is the rulebook's to say."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import store as cases_store
from bot.features.cases.model import AbsenceNotice, CaseEnd
from bot.features.course.ending_verbs import call_off
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.play.entries import TOO_FEW
from bot.rulebooks.library import canonical, from_canonical, names, preset
from tests.hall.court import bars_of, case_of, deliver, let_pass, miss, open_court, waiting
from tests.hall.hall import Hall

OPEN = preset("aije-open")
HOURS_72 = timedelta(hours=72)
SECOND = timedelta(seconds=1)
SILENT = replace(OPEN, absence=replace(OPEN.absence, also_when_called_off=False))


@pytest.fixture
def hall(hall: Hall) -> Hall:
    open_court(hall)
    return hall


@pytest.mark.rule("AIJE-B03-2")
def test_where_the_rules_do_not_ask_for_it_nobody_answers_for_an_event_that_was_called_off(hall: Hall) -> None:
    event = miss(hall, 2, 3, rulebook=SILENT)
    assert event.cancelled_at is not None
    assert hall.ask(cases_store.of_tournament, event.tournament_id) == []
    assert waiting(hall, AbsenceNotice) == []
    let_pass(hall, timedelta(days=100))
    assert bars_of(hall, 2) == []


@pytest.mark.rule("AIJE-B03-2")
def test_rules_that_were_frozen_before_the_setting_was_made_excuse_who_did_not_confirm() -> None:
    assert "also_when_called_off" not in canonical(SILENT)
    assert from_canonical(canonical(SILENT)) == SILENT
    assert not [name for name in names() if preset(name).absence.also_when_called_off and not name.startswith("aije-")]


@pytest.mark.rule("AIJE-B03-2")
def test_a_case_that_was_open_when_too_few_were_left_for_the_draw_ends_without_a_bar(hall: Hall) -> None:
    event = hall.announce(SILENT)
    hall.enter(event, 2, 3, 4)
    hall.now = event.start_at
    for number in (3, 4):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)
    hall.now += 3 * SECOND
    hall.do(entering_check_in_verbs.close, hall.load(event))
    deliver(hall, AbsenceNotice)
    hall.do(call_off, hall.load(event), TOO_FEW, None)
    let_pass(hall, HOURS_72 + 3 * SECOND)
    assert case_of(hall, event, 2).close_reason == CaseEnd.NO_PENALTY
    assert bars_of(hall, 2) == []
