"""Ways round the acts that are guarded: by a series, a hand-over, a team's list, the last minute, another draw."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.series import verbs as series_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams.model import NamedMember
from bot.features.tournaments.recusal_verbs import AloneInEvent, MeetsNext, OpponentsCase, PlaysInTheEvent
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.ids import Actor, ContestId
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.features.series.test_circuits import Season
from tests.foul_play import stakes
from tests.foul_play.organising import ALONE, CUP, alone, before_the_start, decide, link, pause, seed, take_off
from tests.hall import squads
from tests.hall.board import deliver_calls
from tests.hall.hall import Hall
from tests.refusals import refuses

SECOND = 20
"""Another organiser, who plays."""


def organiser(hall: Hall) -> Actor:
    return hall.actor(SECOND, organiser=True)


# --- a series -----------------------------------------------------------------------------------------------------


def test_who_plays_in_a_series_lets_no_evening_count_no_more_that_they_have_missed(hall: Hall) -> None:
    season = Season(hall)
    season.play(SECOND, 2, 3)
    missed = season.play(2, 3, 4)
    with pytest.raises(PlaysInTheEvent):
        hall.act(organiser(hall), series_verbs.remove_event, season.key, missed.tournament_id)
    hall.act(hall.actor(ALONE), series_verbs.remove_event, season.key, missed.tournament_id)
    with pytest.raises(PlaysInTheEvent):
        hall.act(organiser(hall), series_verbs.add_event, season.key, missed.tournament_id)


def test_nor_by_undo(hall: Hall) -> None:
    season = Season(hall)
    missed = season.play(2, 3, 4, counts=False)
    hall.act(organiser(hall), series_verbs.add_event, season.key, missed.tournament_id)
    season.play(SECOND, 2, 3)
    line, *_ = hall.ask_as(organiser(hall), undoing_verbs.mine)
    with pytest.raises(PlaysInTheEvent):
        hall.act(organiser(hall), undoing_verbs.undo, line.sequence)


def test_an_evening_to_come_is_added_without_a_word_as_ever(hall: Hall) -> None:
    season = Season(hall)
    season.play(ALONE, 2, 3)
    coming = hall.announce(CUP, "Next Friday")
    hall.act(hall.actor(ALONE), series_verbs.add_event, season.key, coming.tournament_id)


# --- who follows the rivals' match --------------------------------------------------------------------------------


def test_who_may_meet_the_winner_hands_the_match_of_another_arbiter_to_no_friend(hall: Hall) -> None:
    for arbiter in (stakes.ARBITER, 52):
        hall.arbiter(arbiter)
    hall.act(hall.actor(stakes.ARBITER), playing_arbiters_verbs.go_on)
    hall.act(hall.actor(52), playing_arbiters_verbs.go_on)
    tournament = hall.begin(hall.announce(), SECOND, 2, 3, 4)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    other = stakes.match_without(hall, tournament, SECOND)
    follows = stakes.arbiter_of(hall, other)
    friend = next(one for one in (hall.person(stakes.ARBITER), hall.person(52)) if one.person_id != follows)
    with pytest.raises(MeetsNext):
        hall.act(organiser(hall), playing_ruling_verbs.hand_over, other.contest_id, friend.person_id)
    follower = next(one for one in (stakes.ARBITER, 52) if hall.person(one).person_id == follows)
    hall.act(hall.actor(follower), playing_ruling_verbs.hand_over, other.contest_id, friend.person_id)


# --- a table ------------------------------------------------------------------------------------------------------


def swiss(hall: Hall) -> tuple[Tournament, ContestId]:
    """A Swiss under way, and a match in which the second organiser does not play."""
    hall.announce(CUP, "Another")
    tournament = hall.begin(hall.announce(preset("swiss"), "Swiss"), SECOND, 2, 3, 4, 5, 6)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    return tournament, stakes.match_without(hall, tournament, SECOND).contest_id


def test_who_shares_the_table_rules_stops_and_corrects_no_result_of_it(hall: Hall) -> None:
    tournament, other = swiss(hall)
    contest = next(one for one in hall.open_contests(tournament) if one.contest_id == other)
    with pytest.raises(MeetsNext):
        hall.act(organiser(hall), playing_ruling_verbs.rule, other, (contest.target, 0), "She was better")
    with pytest.raises(MeetsNext):
        hall.act(organiser(hall), playing_ruling_verbs.suspend, other, "Trouble")
    hall.settle(contest, (contest.target, 0))
    with pytest.raises(MeetsNext):
        hall.act(organiser(hall), playing_correcting_verbs.correct, other, (0, contest.target), 0, "He was better")
    instead = hall.ask_as(hall.actor(ALONE), playing_correcting_verbs.correctable, other)[0]
    hall.act(hall.actor(ALONE), playing_correcting_verbs.correct, other, instead, 0, "The picture shows it")


# --- the last minute ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tried", [take_off, seed])
def test_what_the_close_makes_final_is_done_alone_only_while_players_can_still_object(
    hall: Hall, tried: object
) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    hall.now = tournament.start_at - timedelta(minutes=9)
    told = alone(hall, tournament, tried)  # type: ignore[arg-type]
    with refuses("error.TooCloseAlone"):
        decide(hall, told)
    assert stakes.entry(hall, tournament, 2).withdrawn_at is None


def test_a_reason_that_was_picked_late_for_what_was_asked_early_is_late(hall: Hall) -> None:
    tournament = before_the_start(hall, 2, 3, 4, 5)
    told = alone(hall, tournament, take_off)
    hall.now = tournament.start_at - timedelta(minutes=5)
    with refuses("error.TooCloseAlone"):
        decide(hall, told)


# --- another draw -------------------------------------------------------------------------------------------------


def drawn(hall: Hall) -> Tournament:
    """A cup that is drawn and not called yet, in which its only organiser plays."""
    tournament = hall.announce(CUP, "Friday")
    hall.enter(tournament, ALONE, 2, 3, 4, 5)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in (ALONE, 2, 3, 4, 5):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    return hall.load(tournament)


def draw_again(hall: Hall, tournament: Tournament, actor: Actor) -> object:
    return hall.act(actor, rounds_drawing_verbs.redraw, tournament.tournament_id, "This one does not suit me")


def test_who_is_alone_draws_again_only_where_somebody_has_left_since(hall: Hall) -> None:
    tournament = drawn(hall)
    with refuses("error.NobodyHasLeft"):
        decide(hall, alone(hall, tournament, draw_again))
    hall.act(hall.actor(5), rounds_drawing_verbs.leave, tournament.tournament_id)
    decide(hall, alone(hall, tournament, draw_again))
    assert hall.load(tournament).draw_number == tournament.draw_number + 1
    with refuses("error.NobodyHasLeft"):
        decide(hall, alone(hall, tournament, draw_again))


# --- a team's list ------------------------------------------------------------------------------------------------


def test_a_captain_who_organises_writes_no_rivals_list(hall: Hall) -> None:
    hall.announce(CUP, "Another")
    tournament = hall.announce(squads.GO, "Teams")
    for captain in (SECOND, 10):
        view = squads.save(hall, tournament, captain, f"Team {captain}", NamedMember(f"P{captain}", f"acc{captain}"))
        squads.add(hall, captain, view, captain + 1, captain + 2)
    rival = stakes.entry(hall, tournament, 10).entrant_id
    with pytest.raises(OpponentsCase):
        hall.act(organiser(hall), teams_staff_verbs.change, rival, "Team 10", (NamedMember("P10", "acc10"),))
    with pytest.raises(OpponentsCase):
        hall.act(organiser(hall), teams_staff_verbs.hand_over, rival, (hall.actor(60).member_id, "P60"))


def test_who_is_alone_does_it_in_public_and_it_is_done_as_it_was_typed(hall: Hall) -> None:
    rulebook = replace(squads.GO, official=False, rating=replace(squads.GO.rating, rated=False))
    tournament = hall.announce(rulebook, "Teams")
    for captain in (ALONE, 10):
        view = squads.save(hall, tournament, captain, f"Team {captain}", NamedMember(f"P{captain}", f"acc{captain}"))
        squads.add(hall, captain, view, captain + 11, captain + 12)
    rival = stakes.entry(hall, tournament, 10).entrant_id

    def write(hall: Hall, _: Tournament, actor: Actor) -> object:
        return hall.act(actor, teams_staff_verbs.change, rival, "The Weak", (NamedMember("P10", "acc10"),))

    decide(hall, alone(hall, tournament, write))
    found = hall.ask(entering_store.load, rival)
    assert found is not None
    assert found.team_name == "The Weak"


# --- who does not play any more -----------------------------------------------------------------------------------


def test_who_did_not_confirm_and_so_does_not_play_runs_the_evening_as_ever(hall: Hall) -> None:
    tournament = hall.announce(CUP, "Friday")
    hall.enter(tournament, ALONE, 2, 3, 4)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in (2, 3, 4):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    pause(hall, tournament, hall.actor(ALONE))
    hall.act(hall.actor(ALONE), playing_adjourning_verbs.resume, tournament.tournament_id)


# --- a second account ---------------------------------------------------------------------------------------------


def test_an_organiser_whose_linked_account_plays_is_the_one_who_plays(hall: Hall) -> None:
    tournament = hall.announce(CUP, "Friday")
    hall.enter(tournament, 30, 2, 3)
    hall.do(link, hall.person(ALONE).person_id, hall.person(30).person_id)
    alone(hall, tournament, take_off)
    alone(hall, tournament, seed)


def test_a_friend_entered_late_by_the_only_organiser_is_told_with_a_reason(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(preset("swiss"), "Swiss"), ALONE, 2, 3, 4, 5, 6)
    friend = hall.actor(44)
    with pytest.raises(AloneInEvent):
        hall.act(
            hall.actor(ALONE),
            entering_verbs.enter_other,
            tournament.tournament_id,
            (friend.member_id, "P44"),
            "P44",
            None,
        )
