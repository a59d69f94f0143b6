"""The chief arbiter of an event: named on record, asked, deciding, relieving, and reporting at the end."""

from __future__ import annotations

import pytest

from bot import wiring
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.model import ChiefNamed, ClosingReportFiled, DisputeEscalated, PassedUp, ReportWanted
from bot.features.tournaments.arbiters_model import EventRole, RefereesView
from bot.features.tournaments.promises_model import Podium
from bot.features.tournaments.recusal_verbs import AloneInEvent
from bot.kernel.errors import AlreadyDone, NotAllowed, NotNow
from bot.kernel.ids import ChannelId, ContestId, MemberId, MessageId
from bot.kernel.promises import Delivery
from tests.hall.board import ARBITER, OTHER_ARBITER, STRANGER, Board, deliver_calls, first_match
from tests.hall.go import go_rules
from tests.hall.hall import Hall
from tests.refusals import refuses

CHIEF, DEPUTY, ORGANISER = 52, 53, 1


@pytest.fixture
def board(hall: Hall) -> Board:
    """A match of Go in which both are there; the event has a chief arbiter, who is not on duty."""
    opened = first_match(hall, rulebook=go_rules(), players=4)
    opened.here(0, 1)
    opened.wait(minutes=1)
    hall.arbiter(CHIEF)
    hall.arbiter(DEPUTY)
    name(opened, CHIEF)
    return opened


def name(board: Board, number: int, role: EventRole = EventRole.CHIEF, by: int = ORGANISER) -> None:
    board.hall.now += go_rules().outage.reopen_for / 900
    tournament_id = board.tournament.tournament_id
    board.hall.act(board.hall.actor(by), playing_arbiters_verbs.name, tournament_id, MemberId(number), role)


def relieve(board: Board, number: int, by: int = CHIEF) -> None:
    tournament_id = board.tournament.tournament_id
    board.hall.act(
        board.hall.actor(by),
        playing_arbiters_verbs.relieve_in_event,
        tournament_id,
        MemberId(number),
        "asleep at the board",
    )


def view(board: Board) -> RefereesView:
    return board.hall.ask(playing_arbiters_verbs.view, board.hall.actor(1).guild_id, board.tournament.tournament_id)


@pytest.mark.rule("GO-30")
def test_an_event_has_one_chief_at_a_time_and_as_many_deputies_as_it_needs(board: Board) -> None:
    name(board, DEPUTY, EventRole.DEPUTY)
    name(board, ARBITER, EventRole.DEPUTY)
    found = view(board)
    assert [one.name for one in found.deciding] == [f"P{CHIEF}", f"P{DEPUTY}", f"P{ARBITER}"]
    name(board, DEPUTY)
    found = view(board)
    assert [one.name for one in found.deciding] == [f"P{DEPUTY}", f"P{ARBITER}"]
    with pytest.raises(AlreadyDone):
        name(board, DEPUTY)


@pytest.mark.rule("GO-30")
def test_organisers_name_and_only_an_arbiter_can_be_named(board: Board) -> None:
    with pytest.raises(NotAllowed):
        name(board, DEPUTY, by=ARBITER)
    with refuses("error.NotAnArbiter"):
        name(board, STRANGER)
    assert len(board.hall.promised(ChiefNamed, board.tournament.tournament_id)) == 1


def test_where_the_rulebook_knows_no_chief_none_is_named(hall: Hall) -> None:
    board = first_match(hall)
    hall.arbiter(CHIEF)
    with refuses("error.NoChiefArbiter"):
        name(board, CHIEF)


@pytest.mark.rule("GO-30")
def test_an_arbiter_passes_a_question_up_and_the_chief_decides_it(board: Board) -> None:
    hall = board.hall
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.pass_up, board.contest_id, "the stones were moved")
    (asked,) = board.said(PassedUp)
    assert asked.message.question == "the stones were moved"
    hall.act(hall.actor(CHIEF), playing_ruling_verbs.rule, board.contest_id, (1, 0), "as I saw it")
    assert board.view.reason == "as I saw it"


@pytest.mark.rule("GO-30")
def test_a_deputy_decides_and_who_was_neither_does_not(board: Board) -> None:
    hall = board.hall
    hall.arbiter(OTHER_ARBITER)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(OTHER_ARBITER), playing_ruling_verbs.rule, board.contest_id, (1, 0), "x")
    name(board, OTHER_ARBITER, EventRole.DEPUTY)
    hall.act(hall.actor(OTHER_ARBITER), playing_ruling_verbs.rule, board.contest_id, (1, 0), "x")


@pytest.mark.rule("GO-30")
def test_a_dispute_that_nobody_decides_goes_up_to_the_chief(board: Board) -> None:
    board.report(0, (1, 0))
    board.hall.act(board.actor(1), playing_reporting_verbs.dispute, board.contest_id, board.report_id, "no")
    board.wait(minutes=30)
    assert len(board.said(DisputeEscalated)) == 1
    assert [one.name for one in board.view.chiefs] == [f"P{CHIEF}"]


@pytest.mark.rule("GO-30")
def test_an_arbiter_relieved_of_the_duty_follows_no_match_of_the_event_any_more(board: Board) -> None:
    hall = board.hall
    with pytest.raises(NotAllowed):
        relieve(board, ARBITER, by=DEPUTY)
    relieve(board, ARBITER)
    match = hall.ask(playing_store.load, board.contest_id)
    assert match is not None
    assert match.contest.arbiter is None
    with refuses("error.RelievedOfDuty"):
        hall.act(hall.actor(ORGANISER), playing_arbiters_verbs.assign, board.contest_id, MemberId(ARBITER))
    hall.act(hall.actor(DEPUTY), playing_arbiters_verbs.go_on)
    assert board.view.arbiter is not None
    assert board.view.arbiter.name == f"P{DEPUTY}"
    (found,) = view(board).relieved
    assert found[1].reason == "asleep at the board"
    with pytest.raises(AlreadyDone):
        relieve(board, ARBITER)


@pytest.mark.rule("GO-30")
def test_the_chief_closes_the_event_with_a_report_that_is_filed_once(board: Board) -> None:
    hall, tournament_id = board.hall, board.tournament.tournament_id
    with pytest.raises(NotNow):
        hall.act(hall.actor(CHIEF), playing_arbiters_verbs.file_report, tournament_id, "too early")
    hall.play_out(board.tournament)
    (podium,) = hall.promised(Podium, tournament_id)
    hall.do(wiring.note_delivery, Delivery(podium.outbox_id, ChannelId(7), MessageId(8), hall.now))
    assert len(hall.promised(ReportWanted, tournament_id)) == 1
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(ORGANISER), playing_arbiters_verbs.file_report, tournament_id, "mine")
    hall.act(hall.actor(CHIEF), playing_arbiters_verbs.file_report, tournament_id, "A calm event.")
    found = view(board).report
    assert found is not None
    assert found.report == "A calm event."
    assert len(hall.promised(ClosingReportFiled, tournament_id)) == 1
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(CHIEF), playing_arbiters_verbs.file_report, tournament_id, "again")


def test_nobody_is_asked_for_a_report_where_no_chief_was_named(hall: Hall) -> None:
    board = first_match(hall, rulebook=go_rules(), players=2)
    hall.play_out(board.tournament)
    (podium,) = hall.promised(Podium, board.tournament.tournament_id)
    hall.do(wiring.note_delivery, Delivery(podium.outbox_id, ChannelId(7), MessageId(8), hall.now))
    assert hall.promised(ReportWanted, board.tournament.tournament_id) == []
    with refuses("error.NoChiefArbiter"):
        hall.act(hall.actor(ORGANISER), playing_arbiters_verbs.pass_up, later_contest(board), "who decides?")


def later_contest(board: Board) -> ContestId:
    """Another event's open match, in which nobody was named either."""
    hall = board.hall
    event = hall.begin(hall.announce(go_rules(), "Open 2"), 12, 13)
    deliver_calls(hall)
    return hall.open_contests(event)[0].contest_id


@pytest.mark.rule("GO-30", "AIJE-D01-6")
def test_who_plays_puts_no_arbiter_off_the_event(hall: Hall) -> None:
    event = hall.begin(hall.announce(), ORGANISER, 2, 3, 4)
    hall.arbiter(ARBITER)
    asleep = (event.tournament_id, MemberId(ARBITER), "asleep at the board")
    with pytest.raises(AloneInEvent):
        hall.act(hall.actor(ORGANISER), playing_arbiters_verbs.relieve_in_event, *asleep)
    hall.act(hall.actor(20, organiser=True), playing_arbiters_verbs.relieve_in_event, *asleep)
    assert [
        one[1].reason for one in hall.ask(playing_arbiters_verbs.view, event.guild_id, event.tournament_id).relieved
    ] == [asleep[2]]
