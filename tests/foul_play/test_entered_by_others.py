"""Tried by who puts a rival on a list: nobody answers for what only others wanted (AIJE-D01-5)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.cases import store as cases_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.kernel.ids import MemberId
from bot.play.contests import ResultKind
from tests.foul_play import stakes
from tests.foul_play.stakes import ARBITER
from tests.hall.hall import Hall


@pytest.mark.rule("AIJE-D01-5.1")
def test_nobody_has_a_case_for_an_event_into_which_only_others_have_put_them(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3)
    for number in (4, 5):
        member = (MemberId(number), f"P{number}")
        hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, member, "", f"account{number}")
    hall.act(hall.actor(5), entering_verbs.register, tournament.tournament_id, "account5")
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    charged = {case.person_id for case in hall.ask(cases_store.of_tournament, tournament.tournament_id)}
    assert charged == {hall.person(number).person_id for number in (2, 3, 5)}


@pytest.mark.rule("AIJE-D01-5.3")
@pytest.mark.parametrize("comes", [True, False])
def test_who_was_entered_and_confirmed_by_others_answers_for_no_match(hall: Hall, comes: bool) -> None:
    hall.arbiter(ARBITER)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.go_on)
    tournament = hall.announce()
    stakes.confirming(hall, tournament, 2, 3, 4, 6, 7, 8, 9)
    hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, (MemberId(5), "P5"), "", "account5")
    if comes:
        hall.act(hall.actor(5), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    contest = stakes.match_of(hall, tournament, 5)
    first = hall.people_of(tournament, contest)[0] == hall.person(5).person_id
    score = (0, contest.target) if first else (contest.target, 0)
    hall.settle(contest, score, score, ResultKind.WALKOVER)
    charged = {case.person_id for case in hall.ask(cases_store.of_tournament, tournament.tournament_id)}
    assert charged == ({hall.person(5).person_id} if comes else set())
