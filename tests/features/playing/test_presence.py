"""Being there in time, late, or never: what the walkover clock does to a match."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot import wiring
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.model import BothAbsent
from bot.features.setup import verbs as setup_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.errors import AlreadyDone, NotAllowed, NotYours
from bot.kernel.ids import ChannelId, ContestId, MessageId, RoleId
from bot.kernel.promises import Delivery
from bot.play.contests import ResultKind, Stage, rated_games
from bot.play.matches import MatchPhase
from bot.rulebooks.library import preset
from tests.hall.arena_hall import later
from tests.hall.board import ARBITER, STRANGER, Board, deliver_calls, first_match
from tests.hall.calls import kinds, pinged
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.refusals import refuses


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("seconds", "score"),
    [(0, (0, 0)), (119, (0, 0)), (120, (1, 0)), (239, (1, 0)), (240, (2, 0)), (300, (2, 0)), (359.999, (2, 0))],
)
def test_whoever_comes_late_plays_on_from_the_games_that_it_cost(
    hall: Hall, seconds: float, score: tuple[int, int]
) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(seconds=seconds)
    board.here(1)
    state = board.view.state
    assert (state.phase, state.score, state.walkover) == (MatchPhase.PLAYING, score, score)


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(
    ("stage", "minutes", "score"), [(None, 6, (3, 0)), (Stage.FINAL, 10, (5, 0)), (Stage.THIRD_PLACE, 10, (5, 0))]
)
def test_a_match_is_lost_when_every_game_is(
    hall: Hall, stage: Stage | None, minutes: int, score: tuple[int, int]
) -> None:
    board = first_match(hall, stage=stage)
    board.here(0)
    board.wait(minutes=minutes, seconds=2)
    assert board.view.state.phase is MatchPhase.MISSING
    board.wait(seconds=2)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind, rated_games(result)) == (score, ResultKind.WALKOVER, (0, 0))


@pytest.mark.rule("AIJE-D01-5.4")
def test_both_may_be_late_and_each_pays_for_the_own_time(hall: Hall) -> None:
    board = first_match(hall)
    board.wait(minutes=2, seconds=30)
    board.here(0)
    board.wait(minutes=2)
    board.here(1)
    assert board.view.state.score == (2, 1)


@pytest.mark.rule("AIJE-D01-5.4")
def test_with_both_absent_the_arbiter_is_asked_once_and_nothing_comes_by_itself(hall: Hall) -> None:
    board = first_match(hall)
    board.wait(minutes=30)
    assert (board.view.state.phase, board.view.contest.result) == (MatchPhase.UNDECIDED, None)
    assert len(board.said(BothAbsent)) == 1
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.double_walkover, board.contest_id)
    result = board.view.contest.result
    assert result is not None
    assert (result.kind, rated_games(result)) == (ResultKind.DOUBLE_WALKOVER, (0, 0))


@pytest.mark.rule("AIJE-D01-5.4")
def test_where_no_arbiter_follows_the_match_the_organisers_are_called_when_nobody_came(hall: Hall) -> None:
    role = RoleId(77)
    hall.act(hall.actor(1), setup_verbs.name_role, role)
    rules = preset("aije-open")
    alone = replace(rules, matches=replace(rules.matches, matches_per_arbiter=0))
    tournament = hall.begin(hall.announce(alone), 2, 3, 4, 5)
    later(hall, minutes=30)
    assert hall.promised(BothAbsent, hall.open_contests(tournament)[0].contest_id) == []
    assert kinds(hall)[0] == [MatterKind.BOTH_ABSENT]
    assert pinged(hall, 0) == ({1}, set())
    assert pinged(hall, -1) == ({1}, {role})


@pytest.mark.rule("AIJE-D01-5.4")
def test_the_arbiter_may_find_that_one_of_both_was_there_all_along(hall: Hall) -> None:
    board = first_match(hall)
    board.wait(minutes=7)
    hall.act(hall.actor(ARBITER), playing_presence_verbs.mark_present, board.contest_id, 1)
    board.wait(seconds=1)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.kind) == ((0, 3), ResultKind.WALKOVER)


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_press_at_the_last_moment_counts_although_it_arrives_after_it(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=5, seconds=59.9)
    late = board.actor(1)
    board.wait(seconds=2)
    hall.act(late, playing_presence_verbs.here, board.contest_id)
    assert board.view.state.score == (2, 0)


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_press_after_the_match_was_lost_is_told_so_and_changes_nothing(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=6, seconds=1)
    with refuses("error.LostByAbsence"):
        board.here(1)
    board.wait(seconds=5)
    with refuses("error.LostByAbsence"):
        board.here(1)
    assert board.view.state.score == (3, 0)


@pytest.mark.rule("AIJE-D01-5.4")
def test_the_clock_starts_when_the_call_was_delivered_and_never_without_it(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0, 1)
    board.report(0, (3, 0))
    board.confirm(1)
    waiting = [one for one in hall.ask(outbox.waiting, 100) if isinstance(one.message, MatchCalled)]
    second = Board(hall, board.tournament, ContestId(waiting[0].subject))
    second.wait(minutes=30)
    assert (second.view.state.phase, second.view.match.clocks) == (MatchPhase.WAITING, ())
    deliver_calls(hall)
    second.wait(minutes=1)
    assert [one.lost for one in second.view.state.missing] == [0, 0]


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_card_that_is_posted_anew_starts_no_clock_again(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=3)
    promised = board.said(MatchCalled)[0]
    hall.do(
        playing_presence_verbs.start_clocks,
        promised,
        Delivery(promised.outbox_id, ChannelId(7), MessageId(99), hall.now),
    )
    assert [clock.started_at for clock in board.view.match.clocks] == [board.called_at, board.called_at]


@pytest.mark.rule("AIJE-D01-5.4")
def test_time_in_which_the_bot_was_down_costs_nobody_a_game(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=1)
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=20)
    hall.do(wake_up)
    board.wait(seconds=59)
    assert board.view.state.score == (0, 0)
    board.wait(seconds=5)
    assert board.view.state.score == (1, 0)


@pytest.mark.rule("AIJE-D01-5.4")
def test_who_is_missing_between_games_is_waited_for_from_the_score_so_far(hall: Hall) -> None:
    board = first_match(hall)
    board.wait(seconds=30)
    board.here(0, 1)
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.record_score, board.contest_id, (1, 1))
    hall.act(hall.actor(ARBITER), playing_presence_verbs.wait_for, board.contest_id, 1)
    board.wait(minutes=4, seconds=5)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.walkover_games, rated_games(result)) == ((3, 1), (2, 0), (1, 1))


def test_nobody_is_waited_for_twice_at_once(hall: Hall) -> None:
    board = first_match(hall)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(ARBITER), playing_presence_verbs.wait_for, board.contest_id, 1)


def test_a_stranger_cannot_be_here_nor_say_who_is(hall: Hall) -> None:
    board = first_match(hall)
    with pytest.raises(NotYours):
        hall.act(hall.actor(STRANGER), playing_presence_verbs.here, board.contest_id)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(STRANGER), playing_presence_verbs.mark_present, board.contest_id, 0)


def test_a_second_press_changes_nothing(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(seconds=30)
    again = hall.act(board.actor(0), playing_presence_verbs.here, board.contest_id)
    assert (again.newly, len([one for one in board.view.match.clocks if one.ended_at])) == (False, 1)


@pytest.mark.rule("AIJE-D01-6")
def test_clocks_stand_still_while_the_match_is_suspended_and_start_anew_afterwards(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=3)
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.suspend, board.contest_id, "the site is down")
    board.wait(hours=2)
    assert board.view.state.score == (1, 0)
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.resume, board.contest_id)
    board.wait(minutes=1, seconds=59)
    board.here(1)
    assert board.view.state.score == (1, 0)


@pytest.mark.rule("AIJE-D01-6")
def test_an_annulled_match_is_called_again_from_nothing(hall: Hall) -> None:
    board = first_match(hall)
    board.here(0)
    board.wait(minutes=3)
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.annul_match, board.contest_id, "wrong colours")
    assert len(board.said(MatchCalled)) == 2
    deliver_calls(hall)
    assert (board.view.state.score, len(board.view.state.missing)) == ((0, 0), 2)


def test_the_card_is_edited_only_when_a_game_was_lost(hall: Hall) -> None:
    board = first_match(hall)
    panel = contest_subject(board.contest_id)
    board.here(0)
    board.wait(minutes=1, seconds=59)
    assert panel not in [one.panel for one in hall.ask(kernel_panel_store.stale)]
    board.wait(seconds=10)
    assert panel in [one.panel for one in hall.ask(kernel_panel_store.stale)]


LEAGUE = replace(
    preset("aije-champions-league"),
    minimum_entrants=2,
    registration=replace(preset("aije-champions-league").registration, invited_only=False),
)
"""The League for whoever comes: all five games of a match are played."""


@pytest.mark.rule("AIJE-D02-2", "AIJE-D01-5.4")
def test_where_every_game_is_played_and_both_come_too_late_the_arbiter_decides_and_can(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=LEAGUE)
    board.wait(minutes=7)
    assert len(board.said(BothAbsent)) == 1
    hall.act(hall.actor(ARBITER), playing_ruling_verbs.rule, board.contest_id, (3, 2), "both were in the wrong room")
    assert board.view.contest.result is not None


@pytest.mark.rule("AIJE-D02-2", "AIJE-D01-5.4")
def test_who_comes_before_the_games_are_used_up_gets_what_is_left_of_who_does_not(hall: Hall) -> None:
    board = first_match(hall, players=4, rulebook=LEAGUE)
    board.wait(minutes=5)
    board.here(0)
    board.wait(minutes=1, seconds=4)
    result = board.view.contest.result
    assert result is not None
    assert (result.score, result.walkover_games, result.kind) == ((3, 2), (3, 2), ResultKind.WALKOVER)


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize("state", ["pending", "sending"])
def test_who_comes_from_another_card_while_discord_holds_up_the_call_is_there(hall: Hall, state: str) -> None:
    board = first_match(hall)
    (promised,) = hall.promised(MatchCalled, board.contest_id)
    hall.do(lambda tx: tx.execute("UPDATE outbox SET state = ? WHERE outbox_id = ?", (state, promised.outbox_id)))
    hall.do(lambda tx: tx.execute("DELETE FROM absence_clocks"))
    hall.do(lambda tx: tx.execute("UPDATE contests SET called_at = NULL"))
    arrival = hall.act(board.actor(0), playing_presence_verbs.here, board.contest_id)
    assert arrival.newly
    assert "wait for your opponent" in "".join(
        playing_note_cards.arrival_receipt(arrival, Translator("en-US")).paragraphs
    )
    assert not hall.act(board.actor(0), playing_presence_verbs.here, board.contest_id).newly
    hall.now += timedelta(minutes=20)
    stands = Delivery(promised.outbox_id, ChannelId(1), MessageId(99), hall.now)
    hall.do(wiring.note_delivery, stands)
    assert [one.side for one in board.view.state.missing] == [1]
    board.wait(minutes=5)
    board.here(1)
    assert board.view.state.score == (2, 0)
