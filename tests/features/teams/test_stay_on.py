"""A challenge in which the winner stays on, in the services: orders, games, decisions, and its end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.match_views_model import MatchView
from bot.features.teams import boards_verbs as teams_boards_verbs
from bot.features.teams import stay_on_verbs as teams_stay_on_verbs
from bot.features.teams.model import LineUpsOpen
from bot.features.teams.stay_on_verbs import NotAtTheBoard, StrangerInOrder, WrongOrder
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import to_ms
from bot.kernel.errors import AlreadyDone, NotNow, Outdated
from bot.kernel.ids import PersonId
from bot.kernel.outages import Outage
from bot.play.contests import ResultKind
from bot.play.format_rules import LineUp
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.hall.challenges import Challenge, found, rules
from tests.hall.hall import Hall
from tests.refusals import refuses


@pytest.fixture
def challenge(hall: Hall) -> Challenge:
    return Challenge(hall)


def settled(challenge: Challenge) -> MatchView:
    return challenge.hall.ask(playing_reading_verbs.view_of, challenge.contest.contest_id, challenge.hall.now)


@pytest.mark.rule("GO-26.6")
def test_an_order_is_a_secret_until_both_captains_have_named_theirs(challenge: Challenge) -> None:
    challenge.order(0, *reversed(challenge.members(0)[1:4]))
    assert challenge.view.state is None
    assert challenge.view.named == (True, False)
    assert challenge.view.people == {}
    with refuses("error.LineUpsMissing"):
        challenge.won(0)
    challenge.order(1)
    assert challenge.at_board == [challenge.members(0)[3], challenge.members(1)[0]]
    (promised,) = challenge.hall.promised(LineUpsOpen, challenge.contest.contest_id)
    assert promised.message.sides == ()
    with refuses("error.LineUpIsClosed"):
        challenge.order(0)


@pytest.mark.rule("GO-26.6")
def test_an_order_may_be_changed_while_the_other_is_awaited(challenge: Challenge) -> None:
    challenge.order(0)
    challenge.order(0, *challenge.members(0)[2::-1])
    challenge.order(1)
    assert challenge.at_board[0] == challenge.members(0)[2]


@pytest.mark.rule("GO-26.6")
def test_a_wrong_order_is_refused_with_the_name_and_the_numbers(challenge: Challenge) -> None:
    own = challenge.members(0)
    with pytest.raises(WrongOrder) as wrong:
        challenge.order(0, *own[:2])
    assert (wrong.value.given, wrong.value.limit) == (2, 3)
    with refuses("error.TwiceInOrder", match=own[1].lower()):
        challenge.order(0, own[0], own[1], own[1].lower())
    with pytest.raises(StrangerInOrder) as stranger:
        challenge.order(0, own[0], own[1], "B2" if own[0] == "P2" else "A2")
    assert stranger.value.place == 3


@pytest.mark.rule("GO-26.6")
def test_after_the_limit_the_registered_order_holds_and_both_are_told(challenge: Challenge) -> None:
    challenge.order(1, *challenge.members(1)[1:4])
    challenge.hall.now = found(challenge.view.order_by) + timedelta(seconds=3)
    challenge.hall.do(teams_boards_verbs.close, challenge.contest.contest_id)
    assert challenge.at_board == [challenge.members(0)[0], challenge.members(1)[1]]
    registered = found(challenge.view.state).orders[0]
    assert challenge.names([registered]) == challenge.members(0)[:3]
    (promised,) = challenge.hall.promised(LineUpsOpen, challenge.contest.contest_id)
    assert promised.message.sides == (0,)
    challenge.hall.do(teams_boards_verbs.close, challenge.contest.contest_id)
    assert len(challenge.hall.promised(LineUpsOpen, challenge.contest.contest_id)) == 1


@pytest.mark.rule("GO-26.6")
def test_a_limit_that_the_bot_slept_through_comes_after_it_is_back(challenge: Challenge) -> None:
    hall, contest_id = challenge.hall, challenge.contest.contest_id
    before = found(challenge.view.order_by)
    hall.now = before + timedelta(minutes=20)
    hall.do(lambda tx: kernel_time_store.add_outage(tx, Outage(before - timedelta(minutes=1), hall.now)))
    assert challenge.view.order_by == hall.now + timedelta(minutes=15)
    hall.do(teams_boards_verbs.close, contest_id)
    assert challenge.view.named == (False, False)
    (step,) = hall.ask(lambda tx: tx.fetch_all("SELECT due_at FROM deadlines WHERE kind = 'close_line_ups'"))
    assert step["due_at"] == to_ms(hall.now + timedelta(minutes=15, seconds=3))
    challenge.opened()
    assert not hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM deadlines WHERE kind = 'close_line_ups'"))


@pytest.mark.rule("GO-26.6")
def test_the_loser_is_out_and_the_winner_stays_until_a_team_is_out(challenge: Challenge) -> None:
    challenge.opened()
    first, second = challenge.members(0), challenge.members(1)
    challenge.won(0, 0, 1)
    assert challenge.score == (2, 1)
    assert challenge.at_board == [first[1], second[2]]
    told = challenge.won(0)
    assert told.over
    result = found(settled(challenge).contest.result)
    assert (result.score, result.kind, result.walkover_games) == ((3, 1), ResultKind.PLAYED, (0, 0))
    met = [challenge.names(board.players) for board in result.boards]
    assert met == [[first[0], second[0]], [first[0], second[1]], [first[0], second[2]], [first[1], second[2]]]
    assert challenge.hall.load(challenge.tournament).ended_at is not None


@pytest.mark.rule("GO-26.6")
def test_a_winner_waits_for_the_others_word_and_a_drawn_game_is_played_again(challenge: Challenge) -> None:
    challenge.opened()
    own, other = challenge.captains
    assert challenge.tell(own, 0).waits
    with pytest.raises(AlreadyDone):
        challenge.tell(own, 0)
    differing = challenge.tell(other, None)
    assert (differing.waits, differing.differs) == (True, True)
    assert challenge.tell(own, None).kind.value == "drawn"
    assert challenge.score == (0, 0)
    assert found(challenge.view.state).draws == 1
    assert challenge.at_board == [challenge.members(0)[0], challenge.members(1)[0]]
    challenge.tell(own, 0)
    assert not challenge.tell(other, 0).waits
    assert challenge.score == (1, 0)


def test_a_second_click_and_an_old_card_say_nothing_more(challenge: Challenge) -> None:
    challenge.opened()
    loser = challenge.captains[1]
    challenge.tell(loser, 0, 0)
    with pytest.raises(Outdated):
        challenge.tell(loser, 0, 0)
    assert challenge.score == (1, 0)


def test_who_is_at_the_board_speaks_for_the_side_and_nobody_else_of_the_team(hall: Hall) -> None:
    challenge = Challenge(hall, rules(2))
    captain, members = challenge.captains[0], challenge.members(0)
    challenge.joins(20, members[1])
    challenge.opened()
    with pytest.raises(NotAtTheBoard) as refused:
        challenge.tell(20, 1)
    assert (refused.value.captain, refused.value.player) == (f"P{captain}", members[0])
    challenge.tell(captain, 1)
    challenge.tell(20, 1)
    assert found(settled(challenge).contest.result).score == (0, 2)


@pytest.mark.rule("GO-26.6", "GO-28.4")
def test_a_player_who_cannot_go_on_loses_at_the_board_or_at_the_own_turn(challenge: Challenge) -> None:
    challenge.opened()
    own, hall = challenge.captains[0], challenge.hall
    orders = found(challenge.view.state).orders

    def leave(actor: int, player: PersonId, reason: str = "Ill") -> teams_stay_on_verbs.TeamGameTold:
        return hall.act(
            hall.actor(actor),
            teams_stay_on_verbs.leave,
            challenge.contest.contest_id,
            challenge.view.entries,
            player,
            reason,
        )

    leave(own, orders[0][1])
    assert challenge.score == (0, 0)
    with refuses("error.OutAlready"):
        leave(own, orders[0][1])
    with pytest.raises(Outdated):
        leave(own, orders[1][0])
    challenge.won(1)
    assert challenge.score == (0, 2)
    assert challenge.at_board[0] == challenge.members(0)[2]
    leave(1, orders[0][2])
    result = found(settled(challenge).contest.result)
    assert (result.score, result.walkover_games, result.kind) == ((0, 3), (0, 2), ResultKind.PLAYED)
    assert [one.walkover_games for one in result.boards] == [(0, 0), (0, 1), (0, 1)]


@pytest.mark.rule("GO-26.6")
def test_an_order_that_holds_for_the_event_is_not_asked_again(hall: Hall) -> None:
    challenge = Challenge(hall, rules(line_up=LineUp.FIXED_WITH_SUBSTITUTES))
    assert challenge.at_board == [challenge.members(0)[0], challenge.members(1)[0]]
    assert challenge.view.order_by is None
    challenge.won(0)
    with pytest.raises(NotNow):
        challenge.order(0)


def test_an_annulled_match_begins_anew_with_new_orders(challenge: Challenge) -> None:
    challenge.opened().won(0)
    hall = challenge.hall
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), playing_ruling_verbs.annul_match, challenge.contest.contest_id, "Wrong room")
    assert challenge.view.state is None
    assert challenge.view.named == (False, False)


def test_only_the_captain_names_the_order(challenge: Challenge) -> None:
    challenge.joins(20, challenge.members(0)[1])
    names, hall = [(one,) for one in challenge.members(0)[:3]], challenge.hall
    with refuses("error.OnlyTheCaptain"):
        hall.act(hall.actor(20), teams_stay_on_verbs.name_order, challenge.contest.contest_id, names)


@pytest.mark.rule("GO-26.6", "GO-27.2")
def test_three_teams_challenge_each_other_and_the_record_replays(hall: Hall) -> None:
    challenge = Challenge(hall, third="C")
    while waiting := hall.open_contests(challenge.tournament):
        challenge.follow(waiting[0]).opened()
        better = challenge.captains.index(min(challenge.captains))
        challenge.won(better, better, 1 - better, better)
    tournament = hall.load(challenge.tournament)
    assert tournament.ended_at is not None
    rows = found(hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)).rows
    assert [tuple(int(found(value.value)) for value in row.values[:2]) for row in rows] == [(4, 6), (2, 4), (0, 2)]
    replayed = replay(read_record(write_record(hall.ask(record_of, tournament)), "challenge.json"))
    assert replayed.difference is None


def asked_of(challenge: Challenge, number: int) -> set[str]:
    asked = challenge.hall.ask_as(challenge.hall.actor(number), guidance_verbs.tasks)
    return {one.task.value for one in asked.tasks} | {one.outlook.value for one in asked.prospects}


def test_me_says_who_names_an_order_who_tells_a_game_and_who_confirms_it(challenge: Challenge) -> None:
    own, other = challenge.captains
    assert "name_line_up" in asked_of(challenge, own)
    challenge.joins(20, challenge.members(0)[1])
    challenge.opened()
    assert "report" in asked_of(challenge, own)
    assert "team_plays" in asked_of(challenge, 20)
    challenge.tell(own, 0)
    assert "confirm_game" in asked_of(challenge, other)
    assert "opponent_answers" in asked_of(challenge, own)
    challenge.tell(other, 0)
    challenge.won(1)
    assert "report" in asked_of(challenge, 20)
