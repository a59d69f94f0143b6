"""Losing, saying otherwise, and gaining by that nobody is there who could decide it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.own_events import store as own_events_store
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import DisputeWaits, OwnAct, OwnEnding, OwnRulingEnded
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.recusal_verbs import AloneInEvent
from bot.kernel.errors import Outdated
from bot.kernel.outages import CLICKS_IN_FLIGHT
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from tests.foul_play import stakes
from tests.foul_play.organising import ALONE, CUP, alone, board, cup, decide, dispute, is_settled, opponent
from tests.hall.board import Board, deliver_calls
from tests.hall.hall import Hall

QUARTER, DAY = timedelta(minutes=15) + CLICKS_IN_FLIGHT, timedelta(days=1) + CLICKS_IN_FLIGHT


def waiting(hall: Hall, own: Board) -> OwnAct:
    """What waits in the match."""
    (found,) = [one for one in hall.ask(own_events_store.of_match, own.contest_id) if one.ended_at is None]
    return found


def ended(hall: Hall, own: Board) -> list[OwnEnding | None]:
    return [one.ending for one in hall.ask(own_events_store.of_match, own.contest_id)]


def let_pass(hall: Hall, own: Board, length: timedelta) -> None:
    """Time passes, with what is due of the match and of what waits in it."""
    subjects = [
        own_events_verbs.own_act_subject(one.act_id) for one in hall.ask(own_events_store.of_match, own.contest_id)
    ]
    own.wait(*subjects, seconds=length.total_seconds())


def disputed(hall: Hall, by: int) -> Board:
    """A cup in which the organiser's own match is disputed by that member."""
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    dispute(own, by=own.numbers.index(ALONE if by == ALONE else opponent(own)))
    return own


@pytest.mark.parametrize("by", [ALONE, 2])
def test_a_dispute_that_the_organiser_leaves_alone_is_played_again_after_a_quarter_of_an_hour(
    hall: Hall, by: int
) -> None:
    own = disputed(hall, by)
    assert hall.promised(DisputeWaits, own.contest_id)
    let_pass(hall, own, QUARTER)
    assert ended(hall, own) == [OwnEnding.REPLAYED]
    assert own.view.match.report is None
    assert not is_settled(own)
    assert hall.promised(OwnRulingEnded, own.contest_id)


def test_the_second_time_a_lot_decides(hall: Hall) -> None:
    own = disputed(hall, ALONE)
    let_pass(hall, own, QUARTER)
    deliver_calls(hall)
    dispute(own, by=own.numbers.index(ALONE))
    let_pass(hall, own, QUARTER)
    assert ended(hall, own) == [OwnEnding.REPLAYED, OwnEnding.LOT]
    result = own.view.match.contest.result
    assert result is not None
    assert result.kind is ResultKind.WALKOVER


@pytest.mark.parametrize("who", ["another organiser", "the owner of the server"])
def test_until_then_anybody_else_who_may_rule_decides_it(hall: Hall, who: str) -> None:
    own = disputed(hall, ALONE)
    is_owner = who == "the owner of the server"
    other = replace(hall.actor(90), is_owner=is_owner, is_organiser=True)
    hall.act(
        other, playing_ruling_verbs.rule, own.contest_id, (own.view.match.contest.target, 0), "The picture shows it"
    )
    let_pass(hall, own, QUARTER)
    assert is_settled(own)
    assert ended(hall, own) == [OwnEnding.LAPSED]
    assert hall.promised(OwnRulingEnded, own.contest_id) == []


def test_who_has_another_organiser_waits_for_them_a_day_and_no_longer(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    hall.act(hall.actor(30, organiser=True), playing_adjourning_verbs.pause, tournament.tournament_id, "Lunch", None)
    hall.act(hall.actor(30, organiser=True), playing_adjourning_verbs.resume, tournament.tournament_id)
    own = board(hall, tournament)
    dispute(own, by=own.numbers.index(ALONE))
    let_pass(hall, own, QUARTER)
    assert ended(hall, own) == [None]
    let_pass(hall, own, DAY)
    assert ended(hall, own) == [OwnEnding.REPLAYED]


def test_where_ratings_move_it_waits_a_day_too(hall: Hall) -> None:
    rated = replace(CUP, rating=replace(CUP.rating, rated=True))
    tournament = hall.begin(hall.announce(rated, "Friday"), ALONE, 2, 3, 4)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    own = board(hall, tournament)
    dispute(own, by=own.numbers.index(ALONE))
    assert waiting(hall, own).agree_by == hall.now + timedelta(days=1)


def test_two_organisers_who_meet_are_nobody_else_for_each_other(hall: Hall) -> None:
    hall.act(hall.actor(2, organiser=True), tournaments_verbs.create, "Another", CUP, hall.now + timedelta(hours=1))
    tournament = cup(hall, 2)
    own = board(hall, tournament)
    dispute(own)
    let_pass(hall, own, QUARTER)
    assert ended(hall, own) == [OwnEnding.REPLAYED]


def test_a_match_between_players_waits_for_the_organiser_as_ever(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    other = Board(hall, tournament, stakes.match_without(hall, tournament, ALONE).contest_id)
    dispute(other)
    assert hall.ask(own_events_store.of_match, other.contest_id) == []


@pytest.mark.rule("AIJE-D01-6")
def test_a_match_that_an_arbiter_follows_is_the_arbiters(hall: Hall) -> None:
    tournament = stakes.running(hall, ALONE, 2, 3, 4)
    own = board(hall, tournament)
    if not own.view.match.contest.called_at:
        stakes.win(hall, tournament, stakes.match_without(hall, tournament, ALONE), opponent_of_none(hall, tournament))
        deliver_calls(hall)
    dispute(own, by=own.numbers.index(ALONE))
    assert hall.ask(own_events_store.of_match, own.contest_id) == []


def opponent_of_none(hall: Hall, tournament: Tournament) -> int:
    """One who plays in the match without the organiser."""
    other = stakes.match_without(hall, tournament, ALONE)
    return next(one for one in (2, 3, 4) if stakes.plays(hall, tournament, other, one))


def test_the_other_side_agrees_to_nothing_that_nobody_asked_for(hall: Hall) -> None:
    own = disputed(hall, ALONE)
    with pytest.raises(Outdated):
        hall.act(hall.actor(opponent(own)), own_events_verbs.agree, waiting(hall, own).act_id)


def test_who_gives_in_rules_the_others_score_and_the_other_agrees(hall: Hall) -> None:
    own = disputed(hall, ALONE)
    side = own.numbers.index(opponent(own))
    target = own.view.match.contest.target
    score = (target, 0) if side == 0 else (0, target)

    def give_in(hall: Hall, _: Tournament, actor: object) -> object:
        return hall.act(actor, playing_ruling_verbs.rule, own.contest_id, score, "I was wrong")  # type: ignore[arg-type]

    asked = decide(hall, alone(hall, own.tournament, give_in))
    hall.act(hall.actor(opponent(own)), own_events_verbs.agree, asked.act_id)
    assert is_settled(own)
    let_pass(hall, own, QUARTER)
    assert ended(hall, own) == [OwnEnding.LAPSED, OwnEnding.AGREED]


def test_a_score_that_was_let_stand_is_replayed_by_no_dispute(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    own.here(own.numbers.index(opponent(own)))
    own.report(0, (own.view.match.contest.target, 0))
    own.wait(hours=1)
    assert is_settled(own)
    assert hall.ask(own_events_store.of_match, own.contest_id) == []


def test_a_pause_stops_the_quarter_of_an_hour_and_ends_nothing(hall: Hall) -> None:
    own = disputed(hall, ALONE)
    hall.act(
        hall.actor(90, organiser=True),
        playing_adjourning_verbs.pause,
        own.tournament.tournament_id,
        "Fire drill",
        None,
    )
    let_pass(hall, own, QUARTER)
    assert ended(hall, own) == [None]
    hall.act(hall.actor(90, organiser=True), playing_adjourning_verbs.resume, own.tournament.tournament_id)
    let_pass(hall, own, QUARTER)
    assert ended(hall, own) == [OwnEnding.REPLAYED]


def test_the_organiser_stops_the_quarter_of_an_hour_by_no_stop_of_the_match(hall: Hall) -> None:
    own = disputed(hall, ALONE)
    with pytest.raises(AloneInEvent):
        hall.act(hall.actor(ALONE), playing_ruling_verbs.suspend, own.contest_id, "The network")
    assert waiting(hall, own)
