"""A match for a title in the services: choices, games, decisions, pauses, and the new champion (AIJE-D03)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.registry.model import ChampionNamed
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.title_match import verbs as title_match_verbs
from bot.features.title_match.holder_verbs import NoTitleMatch
from bot.features.title_match.model import ColoursAsked
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.kernel.errors import AlreadyDone, NotAllowed, NotYours, Outdated, TooLate
from bot.kernel.ids import MemberId
from bot.people import store as people_store
from bot.play.title_games import Colour
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.hall.hall import GUILD, Hall
from tests.hall.title_matches import (
    CHALLENGER,
    CHAMPION,
    WORLD,
    announced,
    begun,
    choose,
    name,
    pause,
    seat,
    side_of,
    start,
    state,
    view,
    won,
)
from tests.refusals import refuses


@pytest.mark.rule("AIJE-D03-1")
def test_only_an_organiser_names_the_champion_and_of_a_title_match_alone(hall: Hall):
    tournament = hall.announce(WORLD)
    with refuses("error.ChampionOutside"):
        name(hall, tournament)
    seat(hall, CHAMPION)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(5), title_match_holder_verbs.name_champion, tournament.tournament_id, (MemberId(2), "P2"))
    with pytest.raises(NoTitleMatch):
        name(hall, hall.announce(name="Other"))
    assert name(hall, tournament).champion.name == "P2"
    with pytest.raises(AlreadyDone):
        name(hall, tournament)


@pytest.mark.rule("AIJE-D03-1")
def test_the_champion_of_the_registry_is_asked_when_nobody_was_named(hall: Hall):
    champion = hall.person(CHAMPION)
    world = people_store.WorldTitle(champion.person_id, "Before", hall.now)
    hall.do(lambda tx: people_store.crown(tx, GUILD, world, tx.now, champion.person_id))
    tournament = hall.announce(WORLD)
    seat(hall, CHAMPION)
    hall.do(entering_check_in_verbs.open_check_in, tournament)
    shown = hall.ask(title_match_holder_verbs.holder_view, tournament.tournament_id)
    assert shown is not None
    assert shown.champion == champion
    assert len(hall.promised(ColoursAsked, tournament.tournament_id)) == 1


@pytest.mark.rule("AIJE-D03-2")
@pytest.mark.parametrize("first", Colour)
@pytest.mark.parametrize("last", Colour)
def test_the_champion_has_the_colours_that_were_chosen(hall: Hall, first: Colour, last: Colour):
    tournament = announced(hall)
    choose(hall, tournament, "first", first)
    choose(hall, tournament, "last", last)
    contest = start(hall, tournament)
    champion, schedule = side_of(hall, contest, CHAMPION), state(hall, contest).series.schedule
    assert (schedule[0] == champion) is (first is Colour.FIRST)
    assert (schedule[18] == champion) is (last is Colour.FIRST)
    assert all(schedule[game] != schedule[game - 1] for game in range(1, 18))


@pytest.mark.rule("AIJE-D03-2")
def test_an_unmade_choice_is_by_lot_and_the_lot_can_be_run_again(hall: Hall):
    tournament = announced(hall)
    choose(hall, tournament, "last", Colour.SECOND)
    start(hall, tournament)
    shown = hall.ask(title_match_holder_verbs.holder_view, tournament.tournament_id)
    assert shown is not None
    assert shown.choices.first is None
    assert shown.settled is not None
    assert isinstance(shown.settled.first, Colour)
    assert shown.settled.last is Colour.SECOND
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament.tournament_id).holds


@pytest.mark.rule("AIJE-D03-2")
def test_nobody_but_the_champion_chooses_and_not_after_the_start(hall: Hall):
    tournament = announced(hall)
    with pytest.raises(NotYours):
        choose(hall, tournament, "first", Colour.FIRST, CHALLENGER)
    choose(hall, tournament, "first", Colour.FIRST)
    with pytest.raises(AlreadyDone):
        choose(hall, tournament, "first", Colour.FIRST)
    hall.now = tournament.start_at
    with pytest.raises(TooLate):
        choose(hall, tournament, "first", Colour.SECOND)


@pytest.mark.rule("AIJE-D03-2")
def test_another_champion_has_made_no_choice(hall: Hall):
    tournament = announced(hall)
    choose(hall, tournament, "first", Colour.FIRST)
    assert name(hall, tournament, CHALLENGER).choices.first is None


@pytest.mark.rule("AIJE-D03-1")
def test_ten_to_eight_ends_the_match_after_game_eighteen_and_crowns_its_winner(hall: Hall):
    tournament, contest = begun(hall)
    for _ in range(8):
        won(hall, contest, CHAMPION)
        won(hall, contest, CHALLENGER)
    won(hall, contest, CHALLENGER)
    assert not won(hall, contest, CHALLENGER).view.state.missing
    assert hall.load(tournament).ended_at is not None
    champion = hall.ask(people_store.world_titles, GUILD)[-1]
    assert (champion.person_id, champion.event) == (hall.person(CHALLENGER).person_id, "World Championship")
    assert len(hall.promised(ChampionNamed, champion.person_id)) == 2
    result = view(hall, contest).contest.result
    assert sorted(result.score) == [8, 10]


@pytest.mark.rule("AIJE-D03-1", "AIJE-D03-2")
def test_nine_all_brings_the_nineteenth_game_with_the_colour_chosen_beforehand(hall: Hall):
    tournament = announced(hall)
    choose(hall, tournament, "first", Colour.FIRST)
    choose(hall, tournament, "last", Colour.SECOND)
    contest = start(hall, tournament)
    for _ in range(9):
        won(hall, contest, CHAMPION)
        won(hall, contest, CHALLENGER)
    turn = state(hall, contest).series.turn
    assert turn is not None
    assert (turn.number, turn.first) == (19, side_of(hall, contest, CHALLENGER))
    assert won(hall, contest, CHAMPION).over


def test_the_losers_word_ends_a_game_and_the_winners_waits_for_it(hall: Hall):
    _, contest = begun(hall)
    assert not won(hall, contest, CHAMPION, by=CHALLENGER).waits
    assert won(hall, contest, CHAMPION, by=CHAMPION).waits
    assert state(hall, contest).series.score == view(hall, contest).state.score
    assert sum(state(hall, contest).series.score) == 1
    with pytest.raises(AlreadyDone):
        won(hall, contest, CHAMPION, by=CHAMPION)
    assert not won(hall, contest, CHAMPION, by=CHALLENGER).waits
    assert max(state(hall, contest).series.score) == 2
    assert state(hall, contest).claim is None


def test_two_who_each_claim_the_game_have_a_dispute_for_the_arbiter(hall: Hall):
    _, contest = begun(hall)
    assert not won(hall, contest, CHAMPION, by=CHAMPION).differs
    assert won(hall, contest, CHALLENGER, by=CHALLENGER).differs
    assert sum(state(hall, contest).series.score) == 0
    with pytest.raises(AlreadyDone):
        won(hall, contest, CHALLENGER, by=CHALLENGER)
    assert not won(hall, contest, CHALLENGER, by=CHAMPION).waits


def test_a_stranger_tells_no_game(hall: Hall):
    _, contest = begun(hall)
    with pytest.raises(NotAllowed):
        won(hall, contest, CHAMPION, by=9)


def test_the_same_press_twice_records_one_game(hall: Hall):
    _, contest = begun(hall)
    side, mark = side_of(hall, contest, CHAMPION), state(hall, contest).entries
    hall.act(hall.actor(1), title_match_verbs.tell, contest.contest_id, mark, side)
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), title_match_verbs.tell, contest.contest_id, mark, side)


@pytest.mark.rule("AIJE-D03-5")
def test_a_game_under_way_is_annulled_and_played_again_with_the_same_colours(hall: Hall):
    _, contest = begun(hall)
    before = state(hall, contest)
    hall.act(hall.actor(1), title_match_verbs.decide, contest.contest_id, before.entries, 1, None, "The site fell over")
    after = state(hall, contest)
    assert after.series.turn == before.series.turn
    assert after.series.score == (0, 0)


@pytest.mark.rule("AIJE-D03-5")
def test_a_game_that_had_ended_is_annulled_and_comes_next_or_is_awarded(hall: Hall):
    _, contest = begun(hall)
    won(hall, contest, CHAMPION)
    won(hall, contest, CHAMPION)
    champion, mark = side_of(hall, contest, CHAMPION), state(hall, contest).entries
    hall.act(hall.actor(1), title_match_verbs.decide, contest.contest_id, mark, 1, None, "Lag")
    turn = state(hall, contest).series.turn
    assert turn is not None
    assert turn.number == 1
    hall.act(
        hall.actor(1), title_match_verbs.decide, contest.contest_id, mark + 1, 1, 1 - champion, "Lag of the opponent"
    )
    assert sorted(state(hall, contest).series.score) == [1, 1]
    with pytest.raises(OwnMatch):
        hall.act(hall.actor(CHAMPION), title_match_verbs.decide, contest.contest_id, mark + 2, 3, champion, "I want it")


def test_the_last_entry_is_taken_back_once_for_each_press(hall: Hall):
    _, contest = begun(hall)
    won(hall, contest, CHAMPION)
    won(hall, contest, CHALLENGER)
    mark = state(hall, contest).entries
    hall.act(hall.actor(1), title_match_verbs.take_back, contest.contest_id, mark)
    assert sum(state(hall, contest).series.score) == 1
    assert sum(view(hall, contest).state.score) == 1
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), title_match_verbs.take_back, contest.contest_id, mark)


def test_an_annulled_match_begins_without_its_games_and_pauses(hall: Hall):
    _, contest = begun(hall)
    won(hall, contest, CHAMPION)
    pause(hall, contest, CHAMPION)
    hall.now += timedelta(minutes=10)
    hall.act(hall.actor(1), playing_ruling_verbs.annul_match, contest.contest_id, "All of it again")
    after = state(hall, contest)
    assert after.series.games == ()
    assert [after.pauses.pauses_left(side) for side in (0, 1)] == [2, 2]


def test_games_lost_by_lateness_are_the_first_and_are_not_rated(hall: Hall):
    tournament = announced(hall)
    contest = start(hall, tournament, timedelta(minutes=5))
    after = state(hall, contest)
    champion = side_of(hall, contest, CHAMPION)
    assert after.series.score[champion] == 2
    assert after.series.turn is not None
    assert after.series.turn.number == 3
    for _ in range(8):
        won(hall, contest, CHAMPION)
    result = view(hall, contest).contest.result
    assert (result.score[champion], result.walkover_games[champion]) == (10, 2)


def test_a_whole_score_is_not_reported_where_each_game_is_told(hall: Hall):
    _, contest = begun(hall)
    with refuses("error.ToldGameByGame"):
        hall.act(hall.actor(CHAMPION), playing_reporting_verbs.report, contest.contest_id, (10, 0))


@pytest.mark.rule("AIJE-D03-2")
def test_the_record_of_the_match_replays_with_its_choices_and_its_lot(hall: Hall):
    tournament = announced(hall)
    choose(hall, tournament, "last", Colour.SECOND)
    contest = start(hall, tournament)
    for _ in range(10):
        won(hall, contest, CHALLENGER)
    record = hall.ask_as(hall.actor(1), past_events_drafts_verbs.record_for, tournament.tournament_id)
    assert replay(read_record(write_record(record), "title.json")).difference is None
