"""Tried by who wants to go on without playing: around confirmation, draws and pairings, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.erasure import verbs as erasure_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.recusal_verbs import AloneInEvent, OwnCase
from bot.kernel.errors import AlreadyDone, TooEarly, TooLate
from bot.play.entries import Tournament
from bot.play.format_rules import SwissRules
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.foul_play import stakes
from tests.hall.hall import Hall
from tests.refusals import refuses

GO = preset("go-swiss")
SWISS = replace(
    GO,
    grades=None,
    matches=replace(GO.matches, matches_per_arbiter=0),
    swiss=SwissRules(rounds=4, late_entry_until=3),
)


def seats(rulebook: Rulebook, most: int) -> Rulebook:
    return replace(rulebook, registration=replace(rulebook.registration, capacity=most))


def byes(hall: Hall, tournament: Tournament) -> list[int]:
    """Who passed so far, by member, round by round."""
    known = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    passed = [hall.people_of(tournament, one)[0] for one in known if len(one.sides) == 1]
    members = {hall.person(number).person_id: number for number in range(2, 31)}
    return [members[one] for one in passed]


def play_round(hall: Hall, tournament: Tournament) -> None:
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (contest.target, 0))


def test_a_round_announced_as_missed_is_not_played_after_all_once_it_is_paired(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(SWISS), *range(2, 9))
    hall.act(hall.actor(2), course_rounds_verbs.miss, tournament.tournament_id)
    play_round(hall, tournament)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(2), course_rounds_verbs.play_after_all, tournament.tournament_id)
    assert 2 not in byes(hall, tournament)


@pytest.mark.parametrize("leaves", [True, False])
def test_who_won_without_playing_gets_no_bye_besides(hall: Hall, leaves: bool) -> None:
    tournament = hall.begin(hall.announce(SWISS), *range(2, 10))
    gone, wins = (
        next(number for number in range(2, 10) if hall.person(number).person_id == one)
        for one in hall.people_of(tournament, hall.open_contests(tournament)[0])
    )
    if leaves:
        hall.act(hall.actor(gone), rounds_drawing_verbs.leave, tournament.tournament_id)
    else:
        hall.act(hall.actor(gone), erasure_verbs.erase)
    for _ in range(3):
        play_round(hall, tournament)
    assert len(byes(hall, tournament)) == len(set(byes(hall, tournament)))
    assert wins not in byes(hall, tournament)


def test_a_newcomer_by_erasure_does_not_come_back_for_the_bye(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(SWISS), *range(2, 10))
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    hall.act(hall.actor(2), erasure_verbs.erase)
    with refuses("error.RegistrationClosed"):
        hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "account2")


def test_who_plays_has_no_bracket_drawn_anew_until_the_bye_is_theirs(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 1, 2, 3, 4, 5)
    with pytest.raises(AloneInEvent):
        hall.act(hall.actor(1), rounds_drawing_verbs.redraw, tournament.tournament_id, "once more")
    outside = hall.actor(20, organiser=True)
    assert hall.act(outside, rounds_drawing_verbs.redraw, tournament.tournament_id, "a slip").draw_number == 2


def test_an_organiser_who_plays_forbids_no_pair_and_never_one_with_themselves(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(SWISS), 1, *range(2, 9))
    own, rival, other = (stakes.entry(hall, tournament, number).entrant_id for number in (1, 2, 3))
    with pytest.raises(OwnCase):
        hall.act(hall.actor(1), course_rounds_verbs.forbid, tournament.tournament_id, (own, rival), "family")
    with pytest.raises(AloneInEvent):
        hall.act(hall.actor(1), course_rounds_verbs.forbid, tournament.tournament_id, (other, rival), "family")
    outside = hall.actor(20, organiser=True)
    assert hall.act(outside, course_rounds_verbs.forbid, tournament.tournament_id, (other, rival), "family").forbidden


def test_confirming_is_no_sooner_than_it_opens_and_no_later_than_it_closes(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2, 3, 4)
    with pytest.raises(TooEarly):
        hall.act(hall.actor(2), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=2)
    with pytest.raises(TooLate):
        hall.act(hall.actor(2), entering_check_in_verbs.check_in, tournament.tournament_id)


def test_who_steps_off_the_list_and_back_in_the_last_minute_is_behind_who_waited(hall: Hall) -> None:
    tournament = hall.announce(seats(preset("aije-open"), 3))
    stakes.confirming(hall, tournament, 2, 3, 4, 5)
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    again = hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id, "account2")
    assert isinstance(again, Registered)
    assert again.waiting == 1
    hall.now = tournament.start_at + timedelta(seconds=3)
    closing = hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert stakes.entry(hall, tournament, 2).entrant_id not in {one.entrant_id for one in closing.starters}


def test_places_that_friends_held_until_the_last_second_charge_nobody_who_waited(hall: Hall) -> None:
    tournament = hall.announce(seats(preset("aije-open"), 4))
    hall.enter(tournament, 10, 11, 12, 13, 2, 3)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in (10, 11, 12, 13, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at - timedelta(seconds=1)
    for number in (10, 11):
        hall.act(hall.actor(number), entering_verbs.withdraw, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    closing = hall.do(entering_check_in_verbs.close, hall.load(tournament))
    assert closing.absent == ()
    assert stakes.entry(hall, tournament, 3).entrant_id in {one.entrant_id for one in closing.starters}
