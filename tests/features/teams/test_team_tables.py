"""Teams in tables: members' points added up, play-offs of teams, and what a team that leaves leaves behind."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course.facts_verbs import facts
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams.errors_model import BoardsLostByAbsence
from bot.features.teams.model import NamedMember, TeamMatch
from bot.play.contests import Contest, ResultKind, Stage, StandingRow
from bot.play.deciders import AfterLeaving
from bot.play.entries import Tournament
from bot.play.format_rules import Level, LevelMatch, ScoringRules, SwissRules, TeamEncounter
from bot.play.formats import FORMATS
from bot.play.rulebook import FormatName, Rulebook
from bot.rulebooks.library import problems
from tests.hall.hall import Hall
from tests.hall.squads import (
    GO,
    add,
    begin,
    bracket,
    call,
    captain_of,
    entered,
    play,
    play_on,
    replays,
    result_of,
    save,
)
from tests.refusals import refuses

WON = ("1-0", "1-0", "0-1", "1-0")


def summed(*, by_games: bool, board_games: int = 1) -> Rulebook:
    """Go teams whose members' points are added up, in the match, and in the table too where `by_games`."""
    assert GO.teams is not None
    assert GO.games is not None
    assert GO.scoring is not None
    scoring = ScoringRules(win=2, draw=1, loss=0, bye=2, absence=0, by_games=by_games)
    whole = replace(
        GO,
        teams=replace(GO.teams, encounter=TeamEncounter.SUM, board_games=board_games),
        games=replace(GO.games, best_of=4 * board_games),
        scoring=scoring,
        discipline=None,
        adjournment=None,
    )
    assert problems(whole) == ()
    return whole


def table(hall: Hall, tournament: Tournament) -> tuple[StandingRow, ...]:
    known = hall.ask(facts, hall.load(tournament))
    return FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)


def values(rows: tuple[StandingRow, ...]) -> list[tuple[int, ...]]:
    return [tuple(int(value.value or 0) for value in row.values[:2]) for row in rows]


@pytest.mark.rule("GO-25.1")
def test_every_game_counts_for_the_team_whoever_won_the_board(hall: Hall) -> None:
    cup = entered(hall, summed(by_games=True, board_games=2), 2)
    (contest,) = hall.open_contests(cup)
    play(hall, cup, contest, "2-0", "½-1½", "½-1½", "1-1")
    result = result_of(hall, cup, contest)
    assert (result.score, result.draws) == ((3, 3), 2)
    assert values(table(hall, cup)) == [(8, 8), (8, 8)]
    assert hall.load(cup).ended_at is not None
    replays(hall, cup)


@pytest.mark.rule("GO-25.1", "GO-27.2")
def test_the_sum_wins_the_match_where_the_table_counts_matches(hall: Hall) -> None:
    cup = entered(hall, summed(by_games=False, board_games=2), 2)
    (contest,) = hall.open_contests(cup)
    play(hall, cup, contest, "2-0", "½-1½", "1-1", "1-1")
    winner = next(row for row in table(hall, cup) if row.entrant_id == contest.sides[0])
    assert values((winner,)) == [(2, 9)]
    assert (winner.won, winner.lost) == (1, 0)
    replays(hall, cup)


@pytest.mark.rule("GO-25.1", "GO-26.2")
def test_a_round_robin_of_sums_is_ranked_by_what_the_members_won(hall: Hall) -> None:
    cup = play_on(hall, entered(hall, summed(by_games=True), 4), lambda one: WON if one.position else ("1-0",) * 4)
    rows = table(hall, cup)
    assert cup.ended_at is not None
    assert sum(row.values[0].value or 0 for row in rows) == 6 * 8
    assert [row.values[0].value for row in rows] == sorted((row.values[0].value or 0 for row in rows), reverse=True)
    replays(hall, cup)


@pytest.mark.rule("GO-25.1", "GO-26.3")
def test_a_bye_in_a_swiss_of_sums_is_worth_all_games(hall: Hall) -> None:
    swiss = replace(summed(by_games=True), format=FormatName.SWISS, swiss=SwissRules(rounds=2), round_robin=None)
    assert problems(swiss) == ()
    cup = play_on(hall, entered(hall, swiss, 5), lambda _: WON)
    known = hall.ask(facts, cup)
    free = next(one.sides[0] for one in known.contests if len(one.sides) == 1 and one.round == 1)
    line = next(row for row in table(hall, cup) if row.entrant_id == free)
    assert (line.values[0].value or 0) >= 8
    replays(hall, cup)


@pytest.mark.rule("GO-25.1", "GO-26.1", "GO-27.3")
def test_a_level_sum_in_a_bracket_is_separated_like_level_boards(hall: Hall) -> None:
    cup = entered(hall, bracket(LevelMatch.BERLIN, LevelMatch.LOT, rulebook=summed(by_games=True, board_games=2)), 2)
    (final,) = hall.open_contests(cup)
    play(hall, cup, final, "0-2", "2-0", "0-2", "2-0")
    result = result_of(hall, cup, final)
    assert (result.score, result.paired_as_winner) == ((4, 4), 1)
    replays(hall, cup)


@pytest.mark.rule("AIJE-D01-5.4", "GO-25.1")
def test_lateness_costs_games_of_a_sum_which_are_told_as_given(hall: Hall) -> None:
    cup = entered(hall, summed(by_games=True), 2)
    (contest,) = hall.open_contests(cup)
    hall.do(lambda tx: playing_board_store.start_absence_clock(tx, contest.contest_id, 1, hall.now, (0, 0)))
    hall.now += timedelta(minutes=16)
    with pytest.raises(BoardsLostByAbsence):
        play(hall, cup, contest, *WON)


@pytest.mark.rule("GO-27.3")
def test_teams_level_on_first_place_play_off_on_all_boards_with_a_length_of_its_own(hall: Hall) -> None:
    assert GO.ranking is not None
    ranking = replace(GO.ranking, order=("points",), level=Level.PLAY_OFF, decisive_places=1, play_off_best_of=3)
    rules = replace(GO, ranking=ranking, discipline=None, adjournment=None)
    assert problems(rules) == ()
    cup = entered(hall, rules, 2)
    (contest,) = hall.open_contests(cup)
    play(hall, cup, contest, *("½-½",) * 4)
    (extra,) = hall.open_contests(cup)
    assert (extra.stage, extra.best_of) == (Stage.PLAY_OFF, 4)
    call(hall, extra)
    team = hall.ask(playing_reading_verbs.view_of, extra.contest_id, hall.now).part(TeamMatch)
    assert team is not None
    assert {one.games for one in team.boards} == {3}
    play(hall, cup, extra, "2-1", "1-2", "½-2½", "2-1")
    assert result_of(hall, cup, extra).paired_as_winner == 0
    assert table(hall, cup)[0].entrant_id == extra.sides[0]
    assert hall.load(cup).ended_at is not None
    replays(hall, cup)


def leave(hall: Hall, tournament: Tournament, captain: int) -> None:
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(captain), rounds_drawing_verbs.leave, tournament.tournament_id)


def of(hall: Hall, tournament: Tournament, captain: int) -> list[Contest]:
    """The contests of the captain's team."""
    known = hall.ask(facts, hall.load(tournament)).contests
    person = hall.person(captain).person_id
    return [one for one in known if person in hall.people_of(tournament, one)]


@pytest.mark.rule("GO-28.4")
def test_a_team_that_leaves_a_knock_out_keeps_its_results_and_its_opponent_goes_on(hall: Hall) -> None:
    cup = entered(hall, bracket(), 4)
    first, second = hall.open_contests(cup)
    play(hall, cup, first, *WON)
    leave(hall, cup, captain_of(hall, cup, second, 0))
    assert result_of(hall, cup, second).kind is ResultKind.WITHDRAWAL
    (final,) = hall.open_contests(cup)
    assert set(final.sides) == {first.sides[0], second.sides[1]}
    leave(hall, cup, captain_of(hall, cup, final, final.sides.index(first.sides[0])))
    assert hall.load(cup).ended_at is not None
    assert table(hall, cup)[0].entrant_id == second.sides[1]
    assert result_of(hall, cup, first).kind is ResultKind.PLAYED
    replays(hall, cup)


@pytest.mark.rule("GO-28.4")
def test_who_leaves_with_more_boards_given_by_lateness_does_not_go_on(hall: Hall) -> None:
    cup = entered(hall, bracket(), 2)
    (final,) = hall.open_contests(cup)
    hall.do(lambda tx: playing_board_store.start_absence_clock(tx, final.contest_id, 1, hall.now, (0, 0)))
    hall.now += timedelta(minutes=46)
    leave(hall, cup, captain_of(hall, cup, final, 0))
    result = result_of(hall, cup, final)
    assert (result.score, result.paired_as_winner) == ((3, 1), 1)
    assert table(hall, cup)[0].entrant_id == final.sides[1]
    replays(hall, cup)


@pytest.mark.rule("GO-28.2", "GO-28.4")
@pytest.mark.parametrize(("void", "played"), [(False, 3), (True, 0)])
def test_a_team_that_leaves_a_round_robin_early_keeps_its_results_or_none(hall: Hall, void: bool, played: int) -> None:
    assert GO.round_robin is not None
    table_of_all = replace(GO.round_robin, void_below_half=void, swiss_above=None)
    cup = entered(hall, replace(GO, round_robin=table_of_all, swiss=None, discipline=None, adjournment=None), 4)
    for contest in hall.open_contests(cup):
        play(hall, cup, contest, *WON)
    told = hall.ask_as(hall.actor(2), rounds_drawing_verbs.leavable, cup.tournament_id)
    assert told is not None
    assert (told.person.name, told.after) == ("Team 2", AfterLeaving.ALL_IS_VOID if void else AfterLeaving.REST_IS_LOST)
    leave(hall, cup, 2)
    cup = play_on(hall, cup, lambda _: WON)
    assert cup.ended_at is not None
    person, contest = hall.person(2).person_id, of(hall, cup, 2)[0]
    own = contest.sides[hall.people_of(cup, contest).index(person)]
    row = next(row for row in table(hall, cup) if row.entrant_id == own)
    assert row.won + row.drawn + row.lost == played
    replays(hall, cup)


@pytest.mark.rule("GO-28.3")
def test_a_team_that_leaves_a_swiss_keeps_its_results_and_is_paired_no_more(hall: Hall) -> None:
    swiss = replace(
        GO, format=FormatName.SWISS, swiss=SwissRules(rounds=3), round_robin=None, discipline=None, adjournment=None
    )
    cup = entered(hall, swiss, 6)
    for contest in hall.open_contests(cup):
        play(hall, cup, contest, *WON)
    told = hall.ask_as(hall.actor(2), rounds_drawing_verbs.leavable, cup.tournament_id)
    assert told is not None
    assert told.after is AfterLeaving.PAIRED_NO_MORE
    leave(hall, cup, 2)
    before = len(of(hall, cup, 2))
    cup = play_on(hall, cup, lambda _: WON)
    assert cup.ended_at is not None
    assert len(of(hall, cup, 2)) == before == 2
    assert [one.result.kind for one in of(hall, cup, 2) if one.result] == [ResultKind.PLAYED, ResultKind.WITHDRAWAL]
    replays(hall, cup)


@pytest.mark.rule("GO-28.4")
def test_a_team_leaves_by_its_captains_word_alone(hall: Hall) -> None:
    cup = hall.announce(bracket(), "Copa")
    for captain in (2, 3):
        view = save(
            hall,
            cup,
            captain,
            f"Team {captain}",
            *(NamedMember(name) for name in (f"P{captain}", f"A{captain}", f"B{captain}")),
        )
        add(hall, captain, view, 20 + captain)
    cup = begin(hall, cup, 2, 3)
    with refuses("error.OnlyTheCaptain") as refused:
        hall.ask_as(hall.actor(22), rounds_drawing_verbs.leavable, cup.tournament_id)
    assert refused.value.name == "P2"
