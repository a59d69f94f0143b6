"""A match waits while its player is in one of another event that was called before it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot import wiring
from bot.features.clashes.verbs import waiting_subject
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import cards as playing_cards
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.match_views_model import Wait
from bot.features.playing.model import WaitIsOver
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import ChannelId, MessageId
from bot.kernel.outages import Cause, TimeLost
from bot.kernel.promises import Delivery
from bot.people import account_store as people_account_store
from bot.people.model import SamePerson
from bot.play.contests import ResultKind
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import names, preset
from tests.hall.board import Board, deliver_calls
from tests.hall.hall import GUILD, Hall
from tests.hall.outages import wake_up

BUSY, FIRST_RIVAL, SECOND_RIVAL, THIRD_RIVAL = 2, 3, 4, 5
MINUTE = timedelta(minutes=1)
LONGEST = 30 * MINUTE
CUP = replace(preset("cup"), minimum_entrants=2, knockout=replace(preset("cup").knockout, final_best_of=3))
PRICE = timedelta(minutes=CUP.matches.minutes_per_walkover_game)


def waiting(rulebook: Rulebook, *, on: bool = True) -> Rulebook:
    return replace(rulebook, matches=replace(rulebook.matches, waits_for_other_events=on))


def called(hall: Hall, name: str, *numbers: int, rulebook: Rulebook = CUP) -> Board:
    """The only match of an event of two, called a moment ago."""
    event = hall.begin(hall.announce(rulebook, name), *numbers)
    deliver_calls(hall)
    (contest,) = hall.open_contests(event)
    return Board(hall, event, contest.contest_id)


def meanwhile(hall: Hall, name: str, *numbers: int, rulebook: Rulebook = CUP, delivered: bool = True) -> Board:
    """As `called`, of an event that was on the calendar before: no hour passes until it starts."""
    now = hall.now
    hall.now = now - timedelta(hours=1) + MINUTE
    event = hall.announce(rulebook, name)
    hall.enter(event, *numbers)
    hall.now = now
    for number in numbers:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)
    started = hall.begin(event, *numbers)
    if delivered:
        deliver_calls(hall)
    (contest,) = hall.open_contests(started)
    return Board(hall, started, contest.contest_id)


def two(hall: Hall, rulebook: Rulebook = CUP) -> tuple[Board, Board]:
    """A match in play of an earlier cup, and one that was just called, with the same player in both."""
    earlier = called(hall, "Early cup", BUSY, FIRST_RIVAL)
    return earlier, meanwhile(hall, "Late cup", BUSY, SECOND_RIVAL, rulebook=rulebook)


def side_of(board: Board, number: int) -> int:
    return board.numbers.index(number)


def let_pass(board: Board, length: timedelta) -> None:
    """Time passes, with the steps of both matches, of the wait and of who is called."""
    until = board.hall.now + length
    while due := [
        one
        for one in board.hall.ask(kernel_time_store.due_deadlines, until, 1000)
        if one.subject.partition(":")[0] in {"contest", "waiting", "staff", "pause"}
    ]:
        board.hall.now = max(board.hall.now, due[0].due_at)
        board.hall.do(wiring.take, due[0])
    board.hall.now = until


def play(board: Board) -> None:
    """Both come, one reports, the other confirms."""
    for number in board.numbers:
        if any(one.side == side_of(board, number) for one in board.view.state.missing):
            board.here(side_of(board, number))
    board.report(0, (2, 0))
    board.confirm(1)


def begins_at(board: Board) -> datetime | None:
    return max((one.begins_at for one in board.view.state.missing if one.begins_at), default=None)


def text(board: Board, locale: str = "en-US") -> str:
    return "\n".join(playing_cards.card(board.view, Translator(locale)).paragraphs)


def matters(board: Board) -> list[MatterKind]:
    kinds = (MatterKind.PLAYS_ELSEWHERE, MatterKind.HOLDS_UP)
    about = contest_subject(board.contest_id)
    return [kind for kind in kinds if board.hall.ask(tournaments_summons_verbs.is_waiting, kind, about)]


# --- the wait -------------------------------------------------------------------------------------------------------


def test_the_later_match_waits_and_costs_nobody_a_game(hall: Hall) -> None:
    _, later = two(hall)
    assert later.view.state.phase is MatchPhase.MISSING
    assert begins_at(later) == later.called_at + LONGEST
    let_pass(later, LONGEST - MINUTE)
    assert later.view.state.score == (0, 0)
    assert later.view.contest.result is None


def test_the_earlier_match_and_its_clock_run_on(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(side_of(earlier, FIRST_RIVAL))
    let_pass(later, 3 * PRICE)
    result = earlier.view.contest.result
    assert result is not None
    assert result.kind is ResultKind.WALKOVER
    assert result.score[side_of(earlier, FIRST_RIVAL)] == 2


def test_when_the_earlier_match_ends_the_clock_starts_with_the_message(hall: Hall) -> None:
    earlier, later = two(hall)
    let_pass(later, 5 * MINUTE)
    play(earlier)
    assert len(later.said(WaitIsOver)) == 1
    let_pass(later, 2 * MINUTE)
    assert begins_at(later) == later.called_at + LONGEST, "no clock runs while Discord holds the message up"
    later.deliver(WaitIsOver)
    delivered = hall.now
    assert begins_at(later) is None
    assert {one.next_at for one in later.view.state.missing} == {delivered + PRICE}
    let_pass(later, PRICE + 4 * timedelta(seconds=1))
    assert [one.lost for one in later.view.state.missing] == [1, 1]


def test_a_message_that_comes_very_late_never_makes_the_wait_longer(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    let_pass(later, 29 * MINUTE)
    play(earlier)
    let_pass(later, 5 * MINUTE)
    assert {one.next_at for one in later.view.state.missing} == {later.called_at + LONGEST + PRICE}
    later.deliver(WaitIsOver)
    assert {one.next_at for one in later.view.state.missing} == {later.called_at + LONGEST + PRICE}


def test_a_reported_score_frees_the_players_before_it_is_confirmed(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    assert later.said(WaitIsOver) == []
    earlier.report(0, (2, 1))
    assert len(later.said(WaitIsOver)) == 1


def test_an_earlier_match_that_is_stopped_holds_up_nobody(hall: Hall) -> None:
    earlier, later = two(hall)
    hall.act(hall.actor(1), playing_ruling_verbs.suspend, earlier.contest_id, "power cut")
    assert len(later.said(WaitIsOver)) == 1


def test_an_earlier_event_that_is_called_off_holds_up_nobody(hall: Hall) -> None:
    earlier, later = two(hall)
    hall.act(hall.actor(1), course_ending_verbs.cancel, earlier.tournament.tournament_id, "storm")
    assert len(later.said(WaitIsOver)) == 1


def test_it_is_said_once_that_the_wait_is_over(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    earlier.report(0, (2, 1))
    earlier.confirm(1)
    assert len(later.said(WaitIsOver)) == 1


def test_a_walkover_in_the_earlier_match_ends_the_wait_too(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(side_of(earlier, FIRST_RIVAL))
    let_pass(later, 2 * PRICE + 5 * timedelta(seconds=1))
    assert earlier.view.contest.result is not None
    assert len(later.said(WaitIsOver)) == 1


# --- who comes ------------------------------------------------------------------------------------------------------


def test_who_comes_by_themselves_is_waited_for_no_more(hall: Hall) -> None:
    _, later = two(hall)
    later.here(side_of(later, BUSY))
    assert [one.side for one in later.view.state.missing] == [side_of(later, SECOND_RIVAL)]
    assert len(later.said(WaitIsOver)) == 1, "the opponent is called"
    later.deliver(WaitIsOver)
    assert begins_at(later) is None


def test_both_can_come_early_and_play(hall: Hall) -> None:
    _, later = two(hall)
    later.here(side_of(later, SECOND_RIVAL))
    assert later.said(WaitIsOver) == []
    later.here(side_of(later, BUSY))
    assert later.view.state.phase is MatchPhase.PLAYING
    later.report(0, (2, 0))
    later.confirm(1)
    let_pass(later, 2 * LONGEST)
    result = later.view.contest.result
    assert result is not None
    assert (result.kind, result.walkover_games) == (ResultKind.PLAYED, (0, 0))
    assert later.said(WaitIsOver) == []
    assert matters(later) == []


def test_the_opponent_who_came_waits_without_a_loss(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    later.here(side_of(later, SECOND_RIVAL))
    let_pass(later, 10 * MINUTE)
    play(earlier)
    later.deliver(WaitIsOver)
    let_pass(later, 2 * PRICE + 5 * timedelta(seconds=1))
    result = later.view.contest.result
    assert result is not None
    assert result.kind is ResultKind.WALKOVER
    assert result.score[side_of(later, SECOND_RIVAL)] == 2


# --- the longest wait -----------------------------------------------------------------------------------------------


def test_after_thirty_minutes_who_runs_each_event_is_asked_once(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    let_pass(later, LONGEST - MINUTE)
    assert (matters(earlier), matters(later)) == ([], [])
    let_pass(later, 2 * MINUTE)
    assert matters(earlier) == [MatterKind.HOLDS_UP]
    assert matters(later) == [MatterKind.PLAYS_ELSEWHERE]
    assert {one.next_at for one in later.view.state.missing} == {later.called_at + LONGEST + PRICE}
    later.here(0, 1)
    assert matters(later) == []


def test_nobody_is_asked_where_the_player_came_in_time(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    later.here(side_of(later, BUSY))
    let_pass(later, LONGEST + MINUTE)
    assert (matters(earlier), matters(later)) == ([], [])


def test_time_in_which_the_bot_was_down_is_waited_on_top(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    let_pass(later, 20 * MINUTE)
    gone_at = hall.now
    hall.now += 25 * MINUTE
    hall.do(wake_up, [TimeLost(gone_at, Cause.PROCESS, hall.now)])
    assert begins_at(later) == later.called_at + LONGEST + 25 * MINUTE
    let_pass(later, 9 * MINUTE)
    assert matters(later) == []
    let_pass(later, 2 * MINUTE)
    assert matters(later) == [MatterKind.PLAYS_ELSEWHERE]


def test_a_pause_of_the_later_event_stops_its_wait(hall: Hall) -> None:
    _, later = two(hall)
    let_pass(later, 10 * MINUTE)
    until = hall.now + 15 * MINUTE
    hall.act(hall.actor(1), playing_adjourning_verbs.pause, later.tournament.tournament_id, "break", until)
    assert begins_at(later) == later.called_at + LONGEST + 15 * MINUTE


# --- which match, whose rulebook ------------------------------------------------------------------------------------


def test_the_rulebook_of_the_later_match_counts(hall: Hall) -> None:
    _, later = two(hall, waiting(CUP, on=False))
    assert {one.next_at for one in later.view.state.missing} == {later.called_at + PRICE}
    assert later.view.part(Wait) is None


def test_where_only_the_later_event_waits_it_waits(hall: Hall) -> None:
    called(hall, "Strict cup", BUSY, FIRST_RIVAL, rulebook=waiting(CUP, on=False))
    later = meanwhile(hall, "Late cup", BUSY, SECOND_RIVAL)
    assert begins_at(later) == later.called_at + LONGEST


def test_of_three_events_the_last_waits_for_both(hall: Hall) -> None:
    first, second = two(hall)
    let_pass(second, 2 * MINUTE)
    third = meanwhile(hall, "Third cup", BUSY, THIRD_RIVAL)
    play(first)
    assert (len(second.said(WaitIsOver)), third.said(WaitIsOver)) == (1, [])
    second.deliver(WaitIsOver)
    play(second)
    assert len(third.said(WaitIsOver)) == 1


def test_matches_without_a_common_player_do_not_wait(hall: Hall) -> None:
    called(hall, "Early cup", BUSY, FIRST_RIVAL)
    later = meanwhile(hall, "Late cup", SECOND_RIVAL, THIRD_RIVAL)
    assert begins_at(later) is None


def test_a_match_that_nobody_told_the_end_of_holds_up_no_match_of_the_next_day(hall: Hall) -> None:
    earlier = called(hall, "Early cup", BUSY, FIRST_RIVAL)
    earlier.here(0, 1)
    hall.now += timedelta(hours=13)
    assert begins_at(meanwhile(hall, "Late cup", BUSY, SECOND_RIVAL)) is None


def test_the_same_person_under_two_accounts_is_in_both(hall: Hall) -> None:
    earlier = called(hall, "Early cup", BUSY, FIRST_RIVAL)
    one, other = hall.person(BUSY).person_id, hall.person(6).person_id
    link = SamePerson("link", GUILD, one, other, "told", hall.now, hall.person(1).person_id)
    hall.do(people_account_store.add_same_person, link)
    later = meanwhile(hall, "Late cup", 6, SECOND_RIVAL)
    assert begins_at(later) == later.called_at + LONGEST
    play(earlier)
    assert len(later.said(WaitIsOver)) == 1


def test_a_match_that_is_called_again_waits_anew(hall: Hall) -> None:
    earlier, later = two(hall)
    earlier.here(0, 1)
    let_pass(later, 20 * MINUTE)
    hall.act(hall.actor(1), playing_ruling_verbs.annul_match, later.contest_id, "wrong card")
    deliver_calls(hall)
    assert begins_at(later) == hall.now + LONGEST


def test_a_match_that_rested_waits_on_for_what_is_left(hall: Hall) -> None:
    _, later = two(hall)
    let_pass(later, 5 * MINUTE)
    hall.act(hall.actor(1), playing_ruling_verbs.suspend, later.contest_id, "power cut")
    let_pass(later, 10 * MINUTE)
    hall.act(hall.actor(1), playing_ruling_verbs.resume, later.contest_id)
    assert begins_at(later) == later.called_at + LONGEST


# --- what is read ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_the_card_says_why_it_waits_and_until_when(hall: Hall, locale: str) -> None:
    _, later = two(hall)
    until = later.called_at + LONGEST
    said = text(later, locale)
    assert "Early cup" in said
    assert f"<t:{int(until.timestamp())}" in said
    assert "P2" in said or f"<@{BUSY}>" in said


def test_the_call_itself_says_it_before_it_is_delivered(hall: Hall) -> None:
    called(hall, "Early cup", BUSY, FIRST_RIVAL)
    later = meanwhile(hall, "Late cup", BUSY, SECOND_RIVAL, delivered=False)
    assert later.view.state.phase is MatchPhase.WAITING
    assert "Early cup" in text(later)
    assert "30 minutes" in text(later)


def test_the_clock_that_runs_is_told_as_ever(hall: Hall) -> None:
    earlier, later = two(hall)
    play(earlier)
    later.deliver(WaitIsOver)
    assert "Early cup" not in text(later)
    assert later.view.part(Wait) is None


def test_the_step_of_a_wait_that_is_over_does_nothing(hall: Hall) -> None:
    _, later = two(hall)
    later.here(0, 1)
    before = later.view
    let_pass(later, LONGEST + MINUTE)
    assert hall.ask(kernel_time_store.deadlines_of_subject, waiting_subject(later.contest_id)) == {}
    assert later.view.match == before.match


def test_an_earlier_match_that_counts_for_nothing_holds_up_nobody(hall: Hall) -> None:
    earlier, later = two(hall)
    hall.act(hall.actor(1), playing_ruling_verbs.annul_match, earlier.contest_id, "wrong card")
    assert len(later.said(WaitIsOver)) == 1


# --- which presets --------------------------------------------------------------------------------------------------


def test_ordinary_cups_wait_and_the_regulations_do_not() -> None:
    wait = {name for name in names() if preset(name).matches.waits_for_other_events}
    assert wait == {
        *("cup", "double-elimination", "groups-cut", "ladder", "round-robin", "swiss", "swiss-cut", "weekly-league"),
    }


def test_a_second_receipt_of_the_message_changes_nothing(hall: Hall) -> None:
    earlier, later = two(hall)
    play(earlier)
    later.deliver(WaitIsOver)
    before = {one.next_at for one in later.view.state.missing}
    hall.now += MINUTE
    (promise,) = later.said(WaitIsOver)
    receipt = Delivery(promise.outbox_id, ChannelId(7), MessageId(99), hall.now)
    hall.do(wiring.note_delivery, receipt)
    assert {one.next_at for one in later.view.state.missing} == before
