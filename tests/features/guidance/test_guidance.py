"""What a person has to do now: everything, the most urgent first, and what comes when there is nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.cases.model import AbsenceNotice
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing.match_views_model import Guidance
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.tasks_model import OF_OFFICES, OF_PLAYERS, Task, UpcomingKind
from bot.kernel import outbox
from bot.kernel.ids import ChannelId, MessageId
from bot.kernel.promises import Delivery, Message
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall


def told(hall: Hall, number: int) -> Guidance:
    return hall.ask_as(hall.actor(number), guidance_verbs.tasks)


def to_do(hall: Hall, number: int) -> list[Task]:
    return [item.task for item in told(hall, number).tasks]


def ahead(hall: Hall, number: int) -> list[UpcomingKind]:
    return [prospect.outlook for prospect in told(hall, number).prospects]


def deliver(hall: Hall, kind: type[Message]) -> None:
    """Everything of that kind that waits is read by its readers now."""
    for promise in hall.ask(outbox.waiting, 100):
        if isinstance(promise.message, kind):
            delivery = Delivery(promise.outbox_id, ChannelId(9), MessageId(hall.now.microsecond + 1), hall.now)
            hall.do(wiring.note_delivery, delivery)


def called(hall: Hall, *numbers: int) -> tuple[Tournament, Contest]:
    """An event whose one open match of these players is called and read; member 9 is its arbiter."""
    hall.arbiter(9)
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    tournament = hall.begin(hall.announce(), *numbers)
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    deliver(hall, MatchCalled)
    return tournament, hall.open_contests(tournament)[0]


def sides(hall: Hall, tournament: Tournament, contest: Contest) -> tuple[int, int]:
    """The numbers of the members who play the match."""
    known = hall.ask(people_store.by_ids, hall.people_of(tournament, contest))
    first, second = (int(known[person].name[1:]) for person in hall.people_of(tournament, contest))
    return first, second


def test_a_stranger_is_shown_the_events_that_take_entries(hall: Hall) -> None:
    hall.announce()
    assert to_do(hall, 2) == [Task.REGISTER]


def test_who_is_registered_waits_for_check_in_to_open(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2)
    found = told(hall, 2)
    assert (found.tasks, found.prospects[0].outlook) == ((), UpcomingKind.CHECK_IN_OPENS)
    assert found.prospects[0].at == tournament.start_at - timedelta(minutes=30)


@pytest.mark.rule("AIJE-D01-5")
def test_while_check_in_is_open_confirming_is_the_thing_to_do_until_the_close(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2)
    hall.now = tournament.start_at - timedelta(minutes=30)
    (item,) = told(hall, 2).tasks
    assert (item.task, item.until) == (Task.CHECK_IN, tournament.start_at)
    hall.act(hall.actor(2), entering_check_in_verbs.check_in, tournament.tournament_id)
    assert (to_do(hall, 2), ahead(hall, 2)) == ([], [UpcomingKind.START])


def test_who_is_on_the_wait_list_reads_the_own_place_and_when_it_is_decided(hall: Hall) -> None:
    rules = preset("aije-open")
    tournament = hall.announce(replace(rules, registration=replace(rules.registration, capacity=2)))
    hall.enter(tournament, 2, 3, 4, 5)
    waits, opens = told(hall, 5).prospects
    assert (waits.outlook, waits.n, waits.at) == (UpcomingKind.FREE_SEAT, 2, tournament.start_at)
    assert opens.outlook is UpcomingKind.CHECK_IN_OPENS
    assert ahead(hall, 3) == [UpcomingKind.CHECK_IN_OPENS]
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    assert told(hall, 5).prospects[0].n == 1
    hall.now = tournament.start_at - timedelta(minutes=10)
    assert (to_do(hall, 5), ahead(hall, 5)) == ([Task.CHECK_IN], [UpcomingKind.FREE_SEAT])
    hall.act(hall.actor(5), entering_check_in_verbs.check_in, tournament.tournament_id)
    assert (to_do(hall, 5), ahead(hall, 5)) == ([], [UpcomingKind.FREE_SEAT]), "a seat is not promised to who waits"


@pytest.mark.rule("AIJE-D01-5.1")
def test_after_the_close_nobody_is_asked_to_confirm_or_to_register(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2)
    hall.now = tournament.start_at + timedelta(seconds=1)
    assert (to_do(hall, 2), to_do(hall, 3)) == ([], [])


def test_who_withdrew_may_register_again(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2)
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    assert to_do(hall, 2) == [Task.REGISTER]


@pytest.mark.rule("AIJE-D01-5.4")
def test_whose_match_is_called_has_to_come_before_all_else(hall: Hall) -> None:
    tournament, match = called(hall, 2, 3)
    hall.announce(name="Another")
    for number in sides(hall, tournament, match):
        found = told(hall, number).tasks
        assert [item.task for item in found] == [Task.COME, Task.REGISTER]
        assert found[0].until == hall.now + timedelta(minutes=2)


def here(hall: Hall, match: Contest, *numbers: int) -> None:
    for number in numbers:
        hall.act(hall.actor(number), playing_presence_verbs.here, match.contest_id)


def test_who_is_there_waits_for_the_opponent_and_then_plays(hall: Hall) -> None:
    tournament, match = called(hall, 2, 3)
    first, second = sides(hall, tournament, match)
    here(hall, match, first)
    assert (to_do(hall, first), ahead(hall, first)) == ([], [UpcomingKind.OPPONENT_COMES])
    here(hall, match, second)
    assert to_do(hall, first) == to_do(hall, second) == [Task.REPORT]
    assert to_do(hall, 9) == [Task.FOLLOW]


def test_a_report_is_answered_by_the_other_side_and_a_dispute_ruled_by_the_arbiter(hall: Hall) -> None:
    tournament, match = called(hall, 2, 3)
    first, second = sides(hall, tournament, match)
    here(hall, match, first, second)
    reported = hall.act(hall.actor(first), playing_reporting_verbs.report, match.contest_id, (5, 2))
    assert ahead(hall, first) == [UpcomingKind.OPPONENT_ANSWERS]
    (item,) = told(hall, second).tasks
    stands_at = hall.now + tournament.rulebook.matches.confirm_within
    assert (item.task, item.until) == (Task.ANSWER_REPORT, stands_at)
    assert reported.view.match.report is not None
    hall.act(
        hall.actor(second),
        playing_reporting_verbs.dispute,
        match.contest_id,
        reported.view.match.report.report_id,
        "no",
    )
    assert to_do(hall, 9) == [Task.RULE]
    assert ahead(hall, first) == ahead(hall, second) == [UpcomingKind.ARBITER_DECIDES]


def test_an_arbiter_off_duty_is_asked_when_matches_wait(hall: Hall) -> None:
    hall.arbiter(9)
    hall.begin(hall.announce(), 2, 3)
    (item,) = told(hall, 9).tasks
    assert (item.task, item.n) == (Task.GO_ON_DUTY, 1)
    assert to_do(hall, 2) == []
    assert ahead(hall, 2) == [UpcomingKind.MATCH_IS_CALLED]


def test_the_organiser_is_sent_to_the_desk_of_an_event_that_is_held_up(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3)
    item = next(item for item in told(hall, 1).tasks if item.task is Task.DESK)
    assert item.subject == tournament.tournament_id
    assert Task.DESK not in to_do(hall, 2)


def test_who_won_waits_for_the_next_opponent_and_who_lost_early_reads_that_it_is_over(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), *range(2, 10))
    opening = hall.open_contests(tournament)[0]
    winner, loser = sides(hall, tournament, opening)
    hall.settle(opening, (3, 0))
    assert ahead(hall, winner) == [UpcomingKind.NEXT_OPPONENT]
    assert ahead(hall, loser) == [UpcomingKind.NO_MORE_MATCHES]


def test_who_missed_the_check_in_reads_that_they_do_not_play(hall: Hall) -> None:
    tournament = hall.announce(preset("cup"))
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in (2, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert UpcomingKind.MISSED_CHECK_IN in ahead(hall, 4)
    assert UpcomingKind.MISSED_CHECK_IN not in ahead(hall, 2)


def test_who_found_no_seat_reads_that_it_was_full(hall: Hall) -> None:
    rulebook = preset("cup")
    two = replace(rulebook, registration=replace(rulebook.registration, capacity=2))
    tournament = hall.begin(hall.announce(two), 2, 3, 4)
    assert ahead(hall, 4) == [UpcomingKind.NO_SEAT]
    assert UpcomingKind.NO_SEAT not in ahead(hall, 2)
    assert tournament.ended_at is None


def test_who_was_taken_off_the_list_reads_the_reason_and_who_left_nothing_of_it(hall: Hall) -> None:
    tournament = hall.announce(preset("cup"))
    hall.enter(tournament, 4, 5)
    fourth = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(4).person_id)
    assert fourth is not None
    hall.act(hall.actor(1), entering_verbs.remove, fourth.entrant_id, "two accounts")
    hall.act(hall.actor(5), entering_verbs.withdraw, tournament.tournament_id)
    hall.begin(tournament, 7, 8)
    (taken,) = told(hall, 4).prospects
    assert (taken.outlook, taken.called) == (UpcomingKind.TAKEN_OUT, "two accounts")
    assert ahead(hall, 5) == []


def test_who_is_taken_out_of_a_running_event_reads_the_reason_and_who_leaves_it_nothing(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(preset("cup")), *range(2, 10))
    hall.act(hall.actor(1), rounds_drawing_verbs.leave, tournament.tournament_id, hall.person(4).person_id, "went home")
    (taken,) = told(hall, 4).prospects
    assert (taken.outlook, taken.called) == (UpcomingKind.TAKEN_OUT, "went home")
    hall.act(hall.actor(5), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert ahead(hall, 5) == []


def test_who_loses_the_place_by_a_bar_reads_no_key_of_it(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 4)
    bar_by_verdict(hall, 1, hall.person(4).person_id, "cheating")
    hall.begin(tournament, 2, 3)
    taken = [one for one in told(hall, 4).prospects if one.outlook is UpcomingKind.TAKEN_OUT]
    assert [one.called for one in taken] == [""]


def test_the_loser_of_a_semifinal_waits_for_the_third_place_match(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    opening = hall.open_contests(tournament)[0]
    _, loser = sides(hall, tournament, opening)
    hall.settle(opening, (3, 0))
    assert ahead(hall, loser) == [UpcomingKind.NEXT_OPPONENT]


@pytest.mark.rule("AIJE-D01-5.3")
def test_an_absentee_can_justify_at_once_and_sees_until_when(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in (2, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert to_do(hall, 4) == [Task.JUSTIFY]
    deliver(hall, AbsenceNotice)
    (item,) = told(hall, 4).tasks
    assert item.until == hall.now + timedelta(hours=72)


def test_a_second_claim_waits_for_staff_but_not_for_those_concerned(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2)
    hall.act(hall.actor(3), entering_verbs.register, tournament.tournament_id, "account2")
    for number in (2, 3, 9):
        hall.arbiter(number)
    assert Task.DECIDE_CLAIM in to_do(hall, 9)
    assert UpcomingKind.CLAIM_IS_DECIDED in ahead(hall, 3)
    assert Task.DECIDE_CLAIM not in {*to_do(hall, 2), *to_do(hall, 3)}
    assert hall.ask(entering_accounts_verbs.waiting, GUILD, hall.now)[0].claimant.name == "P3"
    assert hall.ask(people_account_store.open_claims, GUILD)
    assert len(hall.ask(entering_store.of_tournament, tournament.tournament_id)) == 1


def test_players_who_have_not_checked_in_are_nothing_for_the_organiser_to_do(hall: Hall) -> None:
    hall.arbiter(9)
    hall.act(hall.actor(9), playing_arbiters_verbs.go_on)
    tournament = hall.announce()
    hall.enter(tournament, 2, 3, 4)
    hall.now = tournament.start_at - timedelta(minutes=20)
    hall.do(entering_check_in_verbs.open_check_in, hall.load(tournament))
    assert Task.DESK not in to_do(hall, 1)


NOT_REMINDED_BY_AN_OFFICE = {
    Task.RULE: "a match has a ladder of its own",
    Task.DECIDE_ABSENCE: "a match has a ladder of its own",
    Task.DECIDE_PASSED_UP: "the match behind it has a ladder of its own",
    Task.RESUME: "a match has a ladder of its own",
    Task.CONFIRM_RESULT: "the result stands meanwhile",
    Task.FINISH_FOUNDING: "it ends by itself with the third official event",
    Task.GO_ON_DUTY: "who runs the event is called",
    Task.DESK: "who runs the event is called",
    Task.FOLLOW: "tells what goes on",
    Task.ANSWER_BY_NAME: "a message calls who answers, and their clock waits for it",
    Task.SEE_REPEAT: "the organisers were called, and nothing stands still: no event is announced",
    Task.VOTE: "a vote has reminders and a close",
    Task.EXCUSE_VOTE: "ends by its own time",
    Task.SETTLE_VOTE: "a vote has a ladder of its own",
    Task.PROPOSE_REMOVAL: "a right and no duty (AIJE-A02-6)",
    Task.SET_UP: "nothing runs yet",
    Task.NAME_OFFICERS: "nothing waits for it but what the offices do",
    Task.APPROVE_EVENT: "a proposal has a ladder of its own",
    Task.FINISH_DRAFT: "a draft has a ladder of its own",
}
"""Why nobody is reminded of it by `pending_decisions`, though no player has to do it."""


def test_whatever_one_has_to_do_is_a_players_an_offices_or_has_a_next_moment_of_its_own() -> None:
    assert frozenset(Task) == OF_PLAYERS | OF_OFFICES | frozenset(NOT_REMINDED_BY_AN_OFFICE)
    assert OF_PLAYERS.isdisjoint(OF_OFFICES)
    assert OF_OFFICES.isdisjoint(NOT_REMINDED_BY_AN_OFFICE)


def test_what_only_the_reader_can_do_comes_before_what_any_of_the_staff_can() -> None:
    order = list(Task)
    own = (Task.COME, Task.CHECK_IN, Task.JUSTIFY, Task.ANSWER_INVITATION, Task.VOTE)
    shared = (Task.GO_ON_DUTY, Task.DESK, Task.DECIDE_CLAIM, Task.APPROVE_EVENT)
    assert max(map(order.index, own)) < min(map(order.index, shared))
