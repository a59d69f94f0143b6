"""What is suggested for a case or a match that somebody means: nothing is out of reach, however much there is."""

from __future__ import annotations

from dataclasses import replace

from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.playing import store as playing_store
from bot.kernel.ids import MemberId
from bot.rulebooks.library import preset
from tests.features.cases.test_files import report
from tests.hall.court import ARBITER, LEADER, open_court
from tests.hall.hall import GUILD, Hall


def test_the_oldest_of_many_cases_can_still_be_chosen(hall: Hall) -> None:
    open_court(hall)
    numbers = [report(hall, accused, reporter=ARBITER).number for accused in range(100, 130)]
    offered = hall.ask_as(hall.actor(LEADER), cases_reading_verbs.choosable)
    assert sorted(one.number for one in offered) == numbers


def test_the_first_of_many_matches_can_still_be_named_in_a_report(hall: Hall) -> None:
    table = preset("go-round-robin")
    rules = replace(table, matches=replace(table.matches, matches_per_arbiter=0))
    own, met = hall.person(100).person_id, set()
    for _ in range(4):
        event = hall.play_out(hall.begin(hall.announce(rules), *range(100, 108)))
        known = hall.ask(playing_store.of_tournament, event.tournament_id)
        met |= {one.contest_id for one in known if own in hall.people_of(event, one)}
    offered = hall.ask(cases_reading_verbs.matches_of, GUILD, MemberId(100))
    assert len(met) >= 28
    assert {contest_id for contest_id, _, _ in offered} == met
