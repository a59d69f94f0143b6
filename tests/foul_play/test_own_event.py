"""Running an event and winning it by that, tried as somebody would who organises and plays (the audit's E4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.own_events import store as own_events_store
from bot.features.own_events import verbs as own_events_verbs
from bot.features.own_events.model import AgreementAsked, DoneInOwnEvent, OwnAct, OwnActEnded, OwnEnding, OwnRulingEnded
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import SignatureWanted
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.recusal_verbs import (
    AloneInEvent,
    OpponentsCase,
    OwnCase,
    OwnClockRuns,
    OwnMatch,
    PlaysInTheEvent,
)
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.context import Query
from bot.kernel.errors import AlreadyDone, NotYours, TooLate
from bot.kernel.ids import Actor, MemberId, OwnGround
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.server.model import Act
from tests.foul_play import stakes
from tests.foul_play.organising import (
    ALONE,
    CUP,
    Try,
    alone,
    before_the_start,
    board,
    call_off,
    cup,
    decide,
    is_settled,
    keep,
    link,
    move,
    opponent,
    pause,
    take_off,
)
from tests.hall.board import Board, deliver_calls
from tests.hall.hall import Hall
from tests.refusals import refuses


def seed(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    form = hall.ask_as(actor, entering_list_verbs.form, tournament.tournament_id)
    return hall.act(actor, entering_list_verbs.arrange, tournament.tournament_id, "P1\nP3", form.order)


def friend_follows(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    own = stakes.match_of(hall, tournament, ALONE)
    return hall.act(actor, playing_arbiters_verbs.assign, own.contest_id, MemberId(stakes.ARBITER))


RUNNING: dict[str, Try] = {"pause": pause, "call off": call_off}
BEFORE: dict[str, Try] = {"move the start": move, "seed by hand": seed, "take off": take_off, "call off": call_off}


# --- with somebody else there -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RUNNING)
def test_who_plays_decides_nothing_about_the_own_event_where_another_organiser_can(hall: Hall, name: str) -> None:
    hall.announce(CUP, "Another")
    tournament = hall.begin(hall.announce(CUP, "Friday"), 20, 2, 3, 4)
    with pytest.raises(PlaysInTheEvent) as told:
        RUNNING[name](hall, tournament, hall.actor(20, organiser=True))
    assert told.value.event == "Friday"
    RUNNING[name](hall, tournament, hall.actor(ALONE))


@pytest.mark.parametrize("name", BEFORE)
def test_nor_before_it_begins(hall: Hall, name: str) -> None:
    tournament = hall.announce(CUP, "Friday")
    hall.enter(tournament, 20, 2, 3)
    with pytest.raises((PlaysInTheEvent, OpponentsCase)):
        BEFORE[name](hall, tournament, hall.actor(20, organiser=True))


def test_the_own_match_goes_to_no_friend(hall: Hall) -> None:
    hall.arbiter(stakes.ARBITER)
    tournament = hall.begin(hall.announce(CUP, "Friday"), 20, 2, 3, 4)
    own = stakes.match_of(hall, tournament, 20)
    with pytest.raises(OwnMatch):
        hall.act(
            hall.actor(20, organiser=True), playing_arbiters_verbs.assign, own.contest_id, MemberId(stakes.ARBITER)
        )


def test_a_linked_account_is_nobody_else(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    hall.act(hall.actor(30, organiser=True), playing_adjourning_verbs.pause, tournament.tournament_id, "Lunch", None)
    hall.act(hall.actor(30, organiser=True), playing_adjourning_verbs.resume, tournament.tournament_id)
    with pytest.raises(PlaysInTheEvent):
        pause(hall, tournament, hall.actor(ALONE))
    hall.arbiter(60)
    hall.do(link, hall.person(ALONE).person_id, hall.person(30).person_id)
    assert alone(hall, tournament, pause).event == "Friday"


def test_an_organiser_who_has_run_nothing_here_for_a_month_is_nobody_to_wait_for(hall: Hall) -> None:
    hall.act(hall.actor(30, organiser=True), tournaments_verbs.create, "Before", CUP, hall.now + timedelta(hours=1))
    hall.now += timedelta(days=29)
    tournament = hall.announce(CUP, "Friday")
    hall.enter(tournament, ALONE, 2, 3)
    with pytest.raises(PlaysInTheEvent):
        call_off(hall, tournament, hall.actor(ALONE))
    hall.now += timedelta(days=2)
    later = hall.announce(CUP, "Later")
    hall.enter(later, ALONE, 2, 3)
    alone(hall, later, call_off)


# --- alone --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BEFORE)
def test_who_is_alone_does_it_in_public_with_a_reason_and_players_undo_it(hall: Hall, name: str) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    done = decide(hall, alone(hall, tournament, BEFORE[name]))
    assert hall.load(tournament) != tournament or name in {"seed by hand", "take off"}
    assert hall.promised(DoneInOwnEvent, tournament.tournament_id)
    assert done.line is not None
    ended = hall.act(hall.actor(3), own_events_verbs.object_to, done.act_id)
    assert ended.ending is OwnEnding.OBJECTED
    assert hall.promised(OwnActEnded, tournament.tournament_id)
    assert replace(hall.load(tournament), reminded=tournament.reminded) == tournament
    assert hall.ask(entering_list_verbs.standing, tournament).seeded == ()
    assert stakes.entry(hall, tournament, 2).withdrawn_at is None


@pytest.mark.parametrize("name", RUNNING)
def test_a_pause_or_a_call_off_of_a_loser_is_undone_and_the_cup_goes_on(hall: Hall, name: str) -> None:
    tournament = cup(hall, 2, 3, 4)
    done = decide(hall, alone(hall, tournament, RUNNING[name]))
    hall.now += timedelta(minutes=10)
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED
    assert hall.load(tournament).cancelled_at is None
    assert hall.ask(tournaments_store.running_pause, tournament.tournament_id) is None
    hall.play_out(tournament)
    assert hall.load(tournament).ended_at is not None


def test_with_six_players_it_takes_two_who_object(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4, 5, 6)
    done = decide(hall, alone(hall, tournament, pause))
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is None
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id)
    assert hall.act(hall.actor(3), own_events_verbs.object_to, done.act_id).ending is OwnEnding.OBJECTED
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(4), own_events_verbs.object_to, done.act_id)


def test_only_players_object_and_who_did_it_does_not(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    done = decide(hall, alone(hall, tournament, pause))
    with refuses("error.OnlyPlayersObject"):
        hall.act(hall.actor(40), own_events_verbs.object_to, done.act_id)
    with pytest.raises(OwnCase):
        hall.act(hall.actor(ALONE), own_events_verbs.object_to, done.act_id)


def test_an_objection_after_it_can_no_longer_be_undone_is_said_and_changes_nothing(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    done = decide(hall, alone(hall, tournament, pause))
    hall.act(hall.actor(30, organiser=True), playing_adjourning_verbs.resume, tournament.tournament_id)
    assert hall.act(hall.actor(2), own_events_verbs.object_to, done.act_id).ending is OwnEnding.STANDS
    assert hall.promised(OwnActEnded, tournament.tournament_id)


def test_a_reason_is_picked_once_and_by_who_asked(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    kept = keep(hall, alone(hall, tournament, pause))
    with pytest.raises(NotYours):
        hall.act(hall.actor(2), own_events_verbs.decide, kept.act_id, OwnGround.SLIP)
    hall.act(hall.actor(ALONE), own_events_verbs.decide, kept.act_id, OwnGround.SLIP)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(ALONE), own_events_verbs.decide, kept.act_id, OwnGround.SLIP)


def test_undo_is_another_way_to_the_same_act(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    decide(hall, alone(hall, tournament, move))
    line, *_ = hall.ask_as(hall.actor(ALONE), undoing_verbs.mine)
    with pytest.raises(AloneInEvent) as told:
        hall.act(hall.actor(ALONE), undoing_verbs.undo, line.sequence)
    assert told.value.act == Act.MOVE_START
    hall.act(hall.actor(ALONE), own_events_verbs.decide, keep(hall, told.value).act_id, OwnGround.SLIP)
    assert hall.load(tournament).start_at == tournament.start_at


def test_renaming_the_own_event_takes_no_reason(hall: Hall) -> None:
    tournament = before_the_start(hall, 2)
    renamed = hall.act(hall.actor(ALONE), tournaments_verbs.edit, tournament.tournament_id, "Saturday", None)
    assert renamed.name == "Saturday"


# --- the own match ------------------------------------------------------------------------------------------------


def rule_own(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    own = stakes.match_of(hall, tournament, ALONE)
    first = hall.people_of(tournament, own)[0] == hall.person(ALONE).person_id
    score = (own.target, 0) if first else (0, own.target)
    return hall.act(actor, playing_ruling_verbs.rule, own.contest_id, score, "I was better")


def dispute(found: Board) -> None:
    """The two tell different scores of their match."""
    target = found.view.match.contest.target
    waited_for = {found.view.match.contest.sides[one.side] for one in found.view.match.clocks if one.ended_at is None}
    found.here(*(side for side, one in enumerate(found.view.match.contest.sides) if one in waited_for))
    found.report(0, (target, 0))
    hall = found.hall
    hall.act(found.actor(1), playing_reporting_verbs.dispute, found.contest_id, found.report_id, "I have won")


def lapse(hall: Hall, asked: OwnAct) -> None:
    hall.now += timedelta(minutes=15) + CLICKS_IN_FLIGHT
    hall.do(own_events_verbs.take, asked.act_id, Step.END_AGREEMENT)


def test_in_the_own_match_a_ruling_waits_for_the_opponent_and_counts_once_they_agree(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    own.here(own.numbers.index(opponent(own)))
    asked = decide(hall, alone(hall, tournament, rule_own))
    assert hall.promised(AgreementAsked, own.contest_id)
    assert not is_settled(own)
    for stranger in (ALONE, *({2, 3, 4} - {opponent(own)})):
        with pytest.raises(NotYours):
            hall.act(hall.actor(stranger), own_events_verbs.agree, asked.act_id)
    agreed = hall.act(hall.actor(opponent(own)), own_events_verbs.agree, asked.act_id)
    assert agreed.ending is OwnEnding.AGREED
    assert is_settled(own)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(opponent(own)), own_events_verbs.agree, asked.act_id)


def test_without_their_word_nothing_counts_and_the_match_goes_on(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    own.here(own.numbers.index(opponent(own)))
    asked = decide(hall, alone(hall, tournament, rule_own))
    with refuses("error.RulingWaits"):
        decide(hall, alone(hall, tournament, rule_own))
    lapse(hall, asked)
    ended = hall.ask(own_events_store.load, asked.act_id)
    assert ended is not None
    assert ended.ending is OwnEnding.LAPSED
    assert hall.promised(OwnRulingEnded, own.contest_id)
    assert not is_settled(own)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(opponent(own)), own_events_verbs.agree, asked.act_id)


def test_a_word_after_the_fifteen_minutes_comes_too_late(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    own.here(own.numbers.index(opponent(own)))
    asked = decide(hall, alone(hall, tournament, rule_own))
    hall.now += timedelta(minutes=15, seconds=1)
    with pytest.raises(TooLate):
        hall.act(hall.actor(opponent(own)), own_events_verbs.agree, asked.act_id)


def test_a_disputed_match_is_played_again_once_and_then_a_lot_decides(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    dispute(own)
    lapse(hall, decide(hall, alone(hall, tournament, rule_own)))
    assert own.view.match.report is None
    assert not is_settled(own)
    deliver_calls(hall)
    dispute(own)
    again = decide(hall, alone(hall, tournament, rule_own))
    lapse(hall, again)
    lapse(hall, again)
    ended = hall.ask(own_events_store.load, again.act_id)
    assert ended is not None
    assert ended.ending is OwnEnding.LOT
    result = hall.ask(playing_store.load, own.contest_id)
    assert result is not None
    assert result.contest.result is not None
    assert result.contest.result.kind is ResultKind.WALKOVER


def test_a_score_that_the_other_side_confirmed_is_no_ruling(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    target = own.view.match.contest.target
    own.here(own.numbers.index(opponent(own)))
    own.report(0, (target, 0))
    own.confirm(1)
    assert is_settled(own)


def test_stopping_the_own_match_waits_for_the_opponent_too(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    own = board(hall, tournament)
    with pytest.raises(AloneInEvent) as told:
        hall.act(hall.actor(ALONE), playing_ruling_verbs.suspend, own.contest_id, "My clock runs")
    assert told.value.own_match == own.contest_id


# --- ratings, seats, titles ---------------------------------------------------------------------------------------


def test_where_ratings_move_it_waits_for_a_second_person_who_does_not_play(hall: Hall) -> None:
    hall.arbiter(70)
    tournament = hall.begin(hall.announce(), ALONE, 2, 3, 4)
    hall.act(hall.actor(70), playing_arbiters_verbs.go_on)
    told = alone(hall, tournament, call_off)
    decide(hall, told)
    assert hall.load(tournament).cancelled_at is None
    (asked,) = hall.ask(all_signatures)
    assert hall.promised(SignatureWanted, asked)
    hall.act(hall.actor(70), signing_verbs.sign, asked)
    assert hall.load(tournament).cancelled_at is not None


def test_what_was_declined_is_not_asked_again_for_another_reason(hall: Hall) -> None:
    hall.arbiter(70)
    tournament = hall.begin(hall.announce(), ALONE, 2, 3, 4)
    hall.act(hall.actor(70), playing_arbiters_verbs.go_on)
    decide(hall, alone(hall, tournament, call_off))
    (asked,) = hall.ask(all_signatures)
    hall.act(hall.actor(70), signing_verbs.decline, asked, "They play on")

    def reworded(hall: Hall, tournament: Tournament, actor: Actor) -> object:
        return hall.act(actor, course_ending_verbs.cancel, tournament.tournament_id, "The hall is closed")

    with refuses("error.RefusedBefore"):
        decide(hall, alone(hall, tournament, reworded))
    assert hall.ask(all_signatures) == [asked]


def all_signatures(tx: Query) -> list[str]:
    return [row["signature_id"] for row in tx.fetch_all("SELECT signature_id FROM signatures ORDER BY asked_at")]


def test_without_anybody_to_sign_nothing_waits(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), ALONE, 2, 3, 4)
    told = alone(hall, tournament, call_off)
    with refuses("error.NobodySigns"):
        decide(hall, told)
    assert hall.ask(all_signatures) == []


# --- the own clock ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize("name", RUNNING)
def test_nothing_that_somebody_asks_for_stops_the_clock_that_runs_against_them(hall: Hall, name: str) -> None:
    tournament = cup(hall, 2, 3, 4, is_there=False)
    own = board(hall, tournament)
    own.here(own.numbers.index(opponent(own)))
    by_oneself = replace(hall.actor(ALONE), ground=OwnGround.TROUBLE)
    for actor in (by_oneself, replace(by_oneself, is_backed=True)):
        with pytest.raises(OwnClockRuns):
            RUNNING[name](hall, tournament, actor)
    assert any(one.ended_at is None for one in own.view.match.clocks)


# --- Friday's cup -------------------------------------------------------------------------------------------------


def test_a_friend_who_runs_fridays_cup_alone_plays_and_wins_it_with_two_more_acts_at_most(hall: Hall) -> None:
    tournament = cup(hall, 2, 3, 4)
    more = 0
    stakes.win(hall, tournament, stakes.match_of(hall, tournament, ALONE), ALONE)
    hall.now += timedelta(seconds=1)
    other = next(one for one in hall.open_contests(tournament) if not stakes.plays(hall, tournament, one, ALONE))
    dispute(Board(hall, tournament, other.contest_id))

    def rule(hall: Hall, _: Tournament, actor: Actor) -> object:
        return hall.act(actor, playing_ruling_verbs.rule, other.contest_id, (other.target, 0), "The picture shows it")

    decide(hall, alone(hall, tournament, rule))
    more += 1
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    stakes.win(hall, tournament, stakes.match_of(hall, tournament, ALONE), ALONE)
    hall.play_out(tournament)
    assert hall.load(tournament).ended_at is not None
    assert more <= 2
