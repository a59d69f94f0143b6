"""A match whose card was gone for a time: what its clocks, its report and its desk make of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot import wiring
from bot.features.desk import verbs as desk_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.promises_model import MatchCalled, StaffCalled
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import ChannelId, MessageId, RoleId
from bot.kernel.outages import HELD_FOR, MOST_GAPS, CardGap, Outage, overlap, resume, with_gaps
from bot.kernel.outbox import CardGone
from bot.kernel.panel_store import Panel
from bot.kernel.promises import Delivery
from bot.kernel.time_store import Deadline
from bot.play.contests import ResultKind
from bot.play.matches import MatchPhase
from bot.server import store as server_store
from bot.wiring import ALL, post_again
from tests.hall.board import ARBITER, Board, first_match
from tests.hall.calls import calls, card, kinds, pass_time, pinged
from tests.hall.hall import GUILD, PLAYERLESS, Hall

CARD = ChannelId(7)


@pytest.fixture
def board(hall: Hall) -> Board:
    return first_match(hall)


def card_of(board: Board) -> Panel:
    found = board.hall.ask(kernel_panel_store.load, contest_subject(board.contest_id))
    assert found is not None
    return found


def find_gone(board: Board, stood_until: datetime) -> None:
    """The bot finds that the card is gone."""
    board.hall.do(post_again, card_of(board), stood_until)


def come_back(board: Board) -> None:
    """Discord takes the card anew."""
    for promise in board.said(MatchCalled):
        if promise.message.again:
            message = MessageId(int(board.hall.now.timestamp()) + 1)
            board.hall.do(wiring.note_delivery, Delivery(promise.outbox_id, CARD, message, board.hall.now))


def due(board: Board) -> dict[str, datetime]:
    return board.hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(board.contest_id))


def gaps(board: Board) -> tuple[CardGap, ...]:
    return board.hall.ask(kernel_time_store.card_gaps_of_card, contest_subject(board.contest_id))


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_lost_game_comes_later_by_exactly_the_time_in_which_the_card_was_gone(board: Board) -> None:
    before = due(board)["lose_game"]
    stood_until = board.hall.now + timedelta(seconds=20)
    board.hall.now += timedelta(seconds=50)
    find_gone(board, stood_until)
    board.hall.now += timedelta(seconds=40)
    come_back(board)
    assert due(board)["lose_game"] == before + timedelta(seconds=70)


def test_a_gap_is_found_once_however_often_it_is_looked_for(board: Board) -> None:
    card = card_of(board)
    for _ in range(2):
        board.hall.do(post_again, card, board.hall.now)
    assert len(gaps(board)) == 1
    assert len([one for one in board.said(MatchCalled) if one.message.again]) == 1
    assert len(board.hall.promised(CardGone, contest_subject(board.contest_id))) <= 1


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_step_is_held_as_long_as_the_card_is_gone(board: Board) -> None:
    find_gone(board, board.hall.now)
    for _ in range(30):
        (at,) = due(board).values()
        board.hall.now = at
        assert board.hall.do(playing_outage_verbs.hold, Deadline(contest_subject(board.contest_id), "lose_game", at))
        assert due(board)["lose_game"] > board.hall.now
    assert board.view.state.phase is MatchPhase.MISSING
    assert all(one.lost == 0 for one in board.view.state.missing)


@pytest.mark.rule("AIJE-D01-5.4")
def test_what_was_lost_while_the_card_still_stood_stays_lost(board: Board) -> None:
    board.hall.now += timedelta(minutes=20)
    at = board.hall.now
    find_gone(board, at)
    late = Deadline(contest_subject(board.contest_id), "lose_game", at)
    board.hall.now += timedelta(seconds=1)
    assert not board.hall.do(playing_outage_verbs.hold, late)
    board.hall.do(wiring.take, late)
    assert board.view.state.phase is MatchPhase.UNDECIDED


@pytest.mark.rule("AIJE-D01-5.4")
def test_who_comes_from_elsewhere_while_the_card_is_gone_is_not_late(board: Board) -> None:
    board.hall.now += timedelta(minutes=5)
    find_gone(board, board.called_at)
    board.here(0, 1)
    assert board.view.state.phase is MatchPhase.PLAYING
    assert sum(board.view.state.score) == 0


def test_a_card_of_a_match_that_is_over_has_no_gap(board: Board) -> None:
    board.here(0, 1)
    board.report(0, (3, 1))
    board.confirm(1)
    find_gone(board, board.hall.now)
    assert gaps(board) == ()


def test_a_report_waits_for_its_answer_by_the_time_in_which_the_card_was_gone(board: Board) -> None:
    board.here(0, 1)
    board.report(0, (3, 1))
    before = due(board)["let_stand"]
    stood_until = board.hall.now
    board.hall.now += timedelta(minutes=2)
    find_gone(board, stood_until)
    come_back(board)
    assert due(board)["let_stand"] >= before + timedelta(minutes=2)


def test_the_desk_reads_the_same_clock_as_the_card(board: Board) -> None:
    board.hall.now += timedelta(seconds=30)
    find_gone(board, board.called_at)
    come_back(board)
    rows = board.hall.ask(desk_verbs.in_play, board.tournament, board.hall.now).rows
    until = {row.subject: row.until for row in rows}[board.contest_id]
    assert until == min(one.next_at for one in board.view.state.missing if one.next_at is not None)


def test_a_card_that_can_be_written_nowhere_is_taken_up_again_by_say_again(board: Board) -> None:
    find_gone(board, board.hall.now)
    again = next(one for one in board.said(MatchCalled) if one.message.again)
    board.hall.do(lambda tx: outbox.park(tx, again.outbox_id, "no channel"))
    board.hall.do(lambda tx: outbox.unpark(tx, GUILD))
    board.hall.now += timedelta(hours=1)
    come_back(board)
    assert gaps(board)[0].back_at == board.hall.now


def delete_when_due(board: Board) -> datetime:
    """Who may delete messages and is late deletes the card a moment before the bot looks; it comes back at once."""
    stood_at = card_of(board).stood_at
    board.hall.now = due(board)["lose_game"]
    find_gone(board, stood_at)
    come_back(board)
    return due(board)["lose_game"]


@pytest.mark.rule("AIJE-D01-5.4")
def test_nobody_stops_his_own_walkover_clock_by_deleting_the_card_a_third_time(board: Board) -> None:
    board.here(0)
    for _ in range(MOST_GAPS):
        delete_when_due(board)
    assert all(one.lost == 0 for one in board.view.state.missing)
    delete_when_due(board)
    assert [one.lost for one in board.view.state.missing] == [1]
    assert len(gaps(board)) == MOST_GAPS + 1


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_match_ends_by_a_walkover_however_often_its_card_is_deleted_before_the_step(board: Board) -> None:
    board.here(0)
    for _ in range(10):
        late = Deadline(contest_subject(board.contest_id), "lose_game", due(board)["lose_game"])
        stood_at, board.hall.now = card_of(board).stood_at, late.due_at
        find_gone(board, stood_at)
        if not board.hall.do(playing_outage_verbs.hold, late):
            board.hall.do(wiring.take, late)
            break
        come_back(board)
    result = board.view.contest.result
    assert result is not None
    assert result.kind is ResultKind.WALKOVER


def test_an_announcement_that_is_deleted_a_third_time_keeps_no_check_in_open(hall: Hall) -> None:
    tournament = hall.announce()
    card = f"tournament:{tournament.tournament_id}"
    for minute in (1, 11, 21):
        gone = hall.now + timedelta(minutes=minute)
        back = gone + timedelta(minutes=1)
        hall.do(kernel_time_store.begin_card_gap, CardGap(card, gone, back, back))
        hall.do(lambda tx, at: kernel_time_store.end_card_gap(tx, card, at), back)
    assert len(hall.ask(tournaments_store.outages_of_event, tournament, hall.now)) == MOST_GAPS


@pytest.mark.parametrize("locale", LOCALES)
def test_who_runs_the_event_reads_from_the_third_time_on_that_the_clock_runs(board: Board, locale: str) -> None:
    community = board.hall.ask(server_store.load, GUILD)
    assert community is not None
    board.hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(8))))
    said = []
    for _ in range(MOST_GAPS + 1):
        delete_when_due(board)
        composed = board.hall.ask(ALL[CardGone], board.hall.promised(CardGone, contest_subject(board.contest_id))[-1])
        assert composed is not None
        said.append(composed(Translator(locale)).paragraphs[1])
    runs_on = Translator(locale).say("house.card_gone_again", moment="", most=MOST_GAPS)[-60:]
    assert [one.endswith(runs_on) for one in said] == [False] * MOST_GAPS + [True]


def gone_again(board: Board) -> None:
    """The card is deleted and comes back, twelve minutes after what was before."""
    board.hall.now += timedelta(minutes=12)
    find_gone(board, board.hall.now)
    come_back(board)


def test_a_card_that_is_gone_calls_who_runs_the_event_once_and_the_role_is_left_alone(board: Board) -> None:
    board.hall.act(board.hall.actor(1), setup_verbs.name_role, RoleId(77))
    gone_again(board)
    board.hall.now += timedelta(minutes=2)
    find_gone(board, board.hall.now)
    pass_time(board.hall, hours=3)
    assert [one for one in kinds(board.hall) if MatterKind.CARD_GONE in one] == [[MatterKind.CARD_GONE]]
    (number,) = (n for n, one in enumerate(kinds(board.hall)) if one == [MatterKind.CARD_GONE])
    assert pinged(board.hall, number) == ({PLAYERLESS, ARBITER}, set())
    (line,) = card(board.hall, number).lines
    assert line.press is not None
    assert line.press.custom_id == f"desk:{board.tournament.tournament_id}"


def test_a_card_that_is_gone_later_calls_who_runs_the_event_anew(board: Board) -> None:
    for _ in range(2):
        gone_again(board)
    assert kinds(board.hall) == [[MatterKind.CARD_GONE]] * 2


def test_the_organisers_role_is_called_when_a_clock_runs_on_for_the_first_time(board: Board) -> None:
    board.hall.act(board.hall.actor(1), setup_verbs.name_role, RoleId(77))
    for _ in range(MOST_GAPS + 2):
        gone_again(board)
    roles = [pinged(board.hall, number)[1] for number in range(len(calls(board.hall)))]
    assert roles == [set()] * MOST_GAPS + [{77}, set()]


def test_who_presses_the_button_of_the_call_has_read_it(board: Board) -> None:
    gone_again(board)
    (promise,) = board.hall.promised(StaffCalled, calls(board.hall)[0].call_id)
    press = f"desk:{board.tournament.tournament_id}"
    board.hall.act(board.hall.actor(1), tournaments_summons_verbs.note_answer, promise.outbox_id, press)
    assert not board.hall.ask(
        tournaments_summons_verbs.is_waiting, MatterKind.CARD_GONE, press.replace("desk", "tournament")
    )


def test_a_card_without_a_clock_calls_nobody(board: Board) -> None:
    board.here(0, 1)
    board.report(0, (3, 1))
    board.confirm(1)
    find_gone(board, board.hall.now)
    assert kinds(board.hall) == []


moments = st.integers(0, 600).map(
    lambda second: datetime.fromisoformat("2026-01-01T12:00+00:00") + timedelta(0, second)
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(moments, moments, moments, st.lists(st.tuples(moments, moments), max_size=4))
def test_a_clock_runs_exactly_its_time_outside_of_gaps_and_outages(
    start: datetime, stood_until: datetime, back_at: datetime, others: list[tuple[datetime, datetime]]
) -> None:
    gap = CardGap("contest:1", stood_until, back_at, back_at + HELD_FOR, back_at)
    away = [Outage(min(one), max(one)) for one in others]
    lost, running = with_gaps(away, [gap]), timedelta(minutes=2)
    end = resume(start, running, lost)
    assert end - start - overlap(start, end, lost) == running
