"""Lateness in teams where each full time costs a game: each player's, on the own board (AIJE-D01-5.4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course.ending_verbs import rated_matches
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import cards as playing_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.match_views_model import MatchView
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import absences_verbs as teams_absences_verbs
from bot.features.teams import match_cards as teams_match_cards
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams.errors_model import BoardsLostByAbsence, GamesLostByLateness
from bot.features.teams.model import LateOnBoard, TeamMatch
from bot.i18n.catalogue import Translator
from bot.kernel.context import Tx
from bot.kernel.errors import AlreadyDone, NotNow
from bot.kernel.ids import EntrantId
from bot.play.contests import LOVE, Contest, ResultKind
from bot.play.entries import Tournament
from bot.play.format_rules import TeamEncounter
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from tests.features.teams.test_board_lateness import come, step
from tests.features.teams.test_team_matches import line_up, school
from tests.hall.hall import Hall
from tests.hall.squads import JEEK, SCHOOLS, begin, captain_of, found, jeek_team, ranked_cup, replays
from tests.refusals import refuses

ORGANISER = 1
Played = tuple[Tournament, Contest]
MINUTE = timedelta(minutes=1)
SUM_OF_GAMES = replace(JEEK, teams=replace(found(JEEK.teams), encounter=TeamEncounter.SUM))


def clocks(hall: Hall, played: Played) -> Played:
    hall.do(
        lambda tx: [
            playing_board_store.start_absence_clock(tx, played[1].contest_id, one, hall.now, LOVE) for one in (0, 1)
        ]
    )
    return played


@pytest.fixture
def called(hall: Hall) -> Played:
    """A match of the Team Tournament that was called just now: three boards of four games."""
    return in_cup(hall, JEEK)


def in_cup(hall: Hall, rules: Rulebook) -> Played:
    """The only match of two teams of three, called just now."""
    cup = ranked_cup(hall, rules)
    jeek_team(hall, cup, 2, "Azul")
    jeek_team(hall, cup, 3, "Verde")
    cup = begin(hall, cup, 2, 3)
    return clocks(hall, (cup, hall.open_contests(cup)[0]))


@pytest.fixture
def played(hall: Hall, called: Played) -> Played:
    """The same with both teams there at once."""
    for side in (0, 1):
        come(hall, called, side)
    return called


@pytest.fixture
def dispute(hall: Hall) -> Played:
    """A dispute of two schools, called just now with both line-ups named."""
    cup = hall.announce(replace(SCHOOLS, minimum_entrants=2), "Olimpiada")
    names = {2: "Norte", 3: "Sul"}
    for teacher, name in names.items():
        school(hall, cup, teacher, name)
    cup = begin(hall, cup, *names)
    (contest,) = hall.open_contests(cup)
    for side in (0, 1):
        teacher = captain_of(hall, cup, contest, side)
        hall.act(hall.actor(teacher), teams_matches_verbs.name_line_up, contest.contest_id, line_up(names[teacher]))
    return clocks(hall, (cup, contest))


def seen(hall: Hall, played: Played) -> MatchView:
    view: MatchView = hall.ask(playing_reading_verbs.view_of, played[1].contest_id, hall.now)
    return view


def wait_for(hall: Hall, played: Played, side: int, board: int) -> LateOnBoard:
    hall.act(hall.actor(ORGANISER), teams_absences_verbs.wait_for, played[1].contest_id, side, board)
    return late(hall, played, side, board)


def is_there(hall: Hall, played: Played, side: int, board: int) -> None:
    hall.act(hall.actor(ORGANISER), teams_absences_verbs.come, played[1].contest_id, side, board)


def late(hall: Hall, played: Played, side: int, board: int) -> LateOnBoard:
    known = found(seen(hall, played).part(TeamMatch)).late
    return next(one for one in known if (one.side, one.board) == (side, board))


def rule(hall: Hall, played: Played, *boards: str) -> None:
    hall.act(hall.actor(ORGANISER), teams_matches_verbs.rule, played[1].contest_id, boards, "As it was")


def report(hall: Hall, played: Played, *boards: str) -> tuple[int, ...]:
    tournament, contest = played
    captain = hall.actor(captain_of(hall, tournament, contest, 0))
    score: tuple[int, ...] = hall.act(captain, teams_matches_verbs.report, contest.contest_id, boards).score
    return score


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D05-3")
def test_a_team_that_stays_away_loses_its_boards_with_their_last_games_and_none_before(
    hall: Hall, called: Played
) -> None:
    come(hall, called, 0)
    for minutes, games in ((1.99, 0), (2, 1), (5, 2), (7.9, 3)):
        hall.now = found(called[1].called_at) + minutes * MINUTE
        (missing,) = seen(hall, called).state.missing
        assert (missing.lost, seen(hall, called).state.score) == (games, (0, 0))
    hall.now = found(called[1].called_at) + timedelta(minutes=8, seconds=4)
    step(hall, called)
    result = found(seen(hall, called).contest.result)
    assert (result.kind, result.score, result.walkover_games) == (ResultKind.WALKOVER, (3, 0), (3, 0))
    replays(hall, called[0])


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D05-3")
def test_a_late_member_loses_games_of_the_own_board_and_no_mate_pays(hall: Hall, played: Played) -> None:
    hall.now += MINUTE
    assert wait_for(hall, played, 1, 2).loses_at - hall.now == MINUTE  # From the call, as long as nothing is lost.
    hall.now += 4 * MINUTE
    with refuses("error.BoardStillWaits"):
        report(hall, played, "2-2", "4-0", "2-2")
    is_there(hall, played, 1, 2)
    assert late(hall, played, 1, 2).games == 2
    with pytest.raises(GamesLostByLateness) as refused:
        report(hall, played, "2-2", "1-3", "2-2")
    assert (refused.value.board, refused.value.n) == (2, 2)
    assert report(hall, played, "0-4", "2-2", "0-4") == (0, 2, 1)
    given = found(seen(hall, played).match.report).particulars.boards
    assert [one.walkover_games for one in given] == [LOVE, (2, 0), LOVE]


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_member_who_never_comes_loses_the_own_board_and_the_others_play_on(hall: Hall, played: Played) -> None:
    wait_for(hall, played, 1, 3)
    hall.now += 8 * MINUTE
    view = seen(hall, played)
    assert (view.state.phase, view.state.score) == (MatchPhase.PLAYING, (0, 0))
    assert late(hall, played, 1, 3).found.lost
    with refuses("error.BoardLostByLateness") as refused:
        report(hall, played, "4-0", "4-0", "3-1")
    assert (refused.value.board, refused.value.mark) == (3, "+-")
    assert report(hall, played, "0-4", "0-4", "+-") == (1, 2, 0)


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_word_that_comes_late_charges_nothing_for_the_time_before_it(hall: Hall, played: Played) -> None:
    hall.now += 20 * MINUTE
    waits = wait_for(hall, played, 0, 1)
    assert (waits.games, waits.loses_at - hall.now) == (0, 2 * MINUTE)
    with pytest.raises(AlreadyDone):
        wait_for(hall, played, 0, 1)
    hall.now += 3 * MINUTE
    is_there(hall, played, 0, 1)
    hall.now += 10 * MINUTE
    assert wait_for(hall, played, 0, 1).games == 1  # Missing once more, between games: counted anew, and added.
    hall.now += 2 * MINUTE
    assert late(hall, played, 0, 1).games == 2
    is_there(hall, played, 0, 1)
    assert report(hall, played, "2-2", "3-1", "4-0") == (2, 0, 1)


@pytest.mark.rule("AIJE-D01-5.4")
def test_time_in_which_the_match_is_suspended_is_nobodys_lateness(hall: Hall, played: Played) -> None:
    wait_for(hall, played, 0, 1)
    hall.now += MINUTE
    hall.act(hall.actor(ORGANISER), playing_ruling_verbs.suspend, played[1].contest_id, "The site is down")
    hall.now += 30 * MINUTE
    hall.act(hall.actor(ORGANISER), playing_ruling_verbs.resume, played[1].contest_id)
    waits = late(hall, played, 0, 1)
    assert waits.waits
    assert waits.games == 0


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_rest_before_anybody_was_named_is_nobodys_lateness_either(hall: Hall, played: Played) -> None:
    hall.now += MINUTE / 2
    hall.act(hall.actor(ORGANISER), playing_ruling_verbs.suspend, played[1].contest_id, "The site is down")
    hall.now += 30 * MINUTE
    hall.act(hall.actor(ORGANISER), playing_ruling_verbs.resume, played[1].contest_id)
    hall.now += MINUTE / 2
    waits = wait_for(hall, played, 0, 1)
    assert (waits.games, waits.loses_at - hall.now) == (0, MINUTE)


@pytest.mark.rule("AIJE-D01-5.4")
def test_who_came_and_is_gone_again_at_once_is_waited_for_from_the_word(hall: Hall, played: Played) -> None:
    hall.now += MINUTE / 2
    wait_for(hall, played, 0, 1)
    is_there(hall, played, 0, 1)
    hall.now += MINUTE
    waits = wait_for(hall, played, 0, 1)
    assert (waits.games, waits.loses_at - hall.now) == (0, 2 * MINUTE)


@pytest.mark.rule("AIJE-D01-5.4")
def test_what_the_team_has_lost_together_and_a_member_alone_adds_up(hall: Hall, called: Played) -> None:
    come(hall, called, 0)
    hall.now += 3 * MINUTE
    come(hall, called, 1)
    wait_for(hall, called, 1, 3)
    hall.now += 4 * MINUTE
    is_there(hall, called, 1, 3)
    with pytest.raises(GamesLostByLateness) as refused:
        report(hall, called, "1-3", "1-3", "2-2")
    assert (refused.value.board, refused.value.n) == (3, 3)
    assert report(hall, called, "1-3", "1-3", "3-1") == (1, 2, 0)


@pytest.mark.rule("AIJE-D01-5.4")
def test_where_both_of_a_board_are_late_games_go_as_time_went_by_and_the_rest_is_the_arbiters(
    hall: Hall, played: Played
) -> None:
    for side in (0, 1):
        wait_for(hall, played, side, 1)
    hall.now += 3 * MINUTE
    is_there(hall, played, 0, 1)
    hall.now += 6 * MINUTE
    with pytest.raises(GamesLostByLateness):
        report(hall, played, "2-2", "2-2", "2-2")
    assert report(hall, played, "3-1", "2-2", "2-2") == (1, 0, 2)


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_board_on_which_both_came_too_late_is_told_by_an_arbiter(hall: Hall, played: Played) -> None:
    for side in (0, 1):
        wait_for(hall, played, side, 1)
    hall.now += 9 * MINUTE
    with refuses("error.BoardLostByBothLate"):
        report(hall, played, "4-0", "2-2", "2-2")
    rule(hall, played, "2-2", "2-2", "4-0")
    assert found(seen(hall, played).contest.result).score == (1, 0)


@pytest.mark.rule("AIJE-D01-5.4")
def test_a_board_whose_games_ran_out_while_both_were_away_is_an_arbiters_and_rated_for_nobody(
    hall: Hall, played: Played
) -> None:
    for side in (0, 1):
        wait_for(hall, played, side, 1)
    hall.now += 7 * MINUTE
    for side in (0, 1):
        is_there(hall, played, side, 1)  # Three games each, of four.
    with refuses("error.BoardLostByBothLate"):
        report(hall, played, "4-0", "2-2", "2-2")
    rule(hall, played, "2-2", "2-2", "4-0")
    boards = found(seen(hall, played).contest.result).boards
    assert [one.walkover_games for one in boards] == [(2, 2), LOVE, LOVE]
    assert sum(match.games for match in hall.ask(rated_matches, played[0])) == 8
    replays(hall, played[0])


@pytest.mark.rule("AIJE-D01-5.4")
def test_teams_that_both_come_when_no_game_is_left_have_played_none(hall: Hall, called: Played) -> None:
    hall.now += 7 * MINUTE
    for side in (0, 1):
        come(hall, called, side)
    with refuses("error.BoardLostByBothLate"):
        report(hall, called, "4-0", "4-0", "4-0")
    rule(hall, called, "2-2", "2-2", "2-2")
    assert hall.ask(rated_matches, called[0]) == ()


def lose_third_member(tx: Tx, entrant_id: EntrantId) -> None:
    tx.execute("DELETE FROM team_members WHERE entrant_id = ? AND board = 3", (entrant_id,))


@pytest.mark.rule("AIJE-D01-5.4", "GO-28.4")
@pytest.mark.parametrize(("depleted", "third"), [((0,), "-+"), ((1,), "+-"), ((0, 1), "")])
@pytest.mark.parametrize("rules", [JEEK, SUM_OF_GAMES])
def test_a_late_team_is_no_hindrance_to_a_board_for_which_somebody_is_missing_for_good(
    hall: Hall, rules: Rulebook, depleted: tuple[int, ...], third: str
) -> None:
    called = in_cup(hall, rules)
    come(hall, called, 0)
    hall.now += 3 * MINUTE
    come(hall, called, 1)
    for side in depleted:
        hall.do(lose_third_member, called[1].sides[side])
    report(hall, called, "2-2", "1-3", third)
    with pytest.raises((GamesLostByLateness, BoardsLostByAbsence)):
        rule(hall, called, "0-4", "1-3", third)
    rule(hall, called, "2-2", "2-2", third)
    given = found(seen(hall, called).contest.result).boards
    assert [one.walkover_games for one in given[:2]] == [(1, 0)] * 2


@pytest.mark.rule("AIJE-D01-5.4")
def test_no_whole_team_is_waited_for_once_it_has_come(hall: Hall, played: Played) -> None:
    with pytest.raises(NotNow):
        hall.act(hall.actor(ORGANISER), playing_presence_verbs.wait_for, played[1].contest_id, 0)


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D05-3")
def test_a_team_that_came_late_has_lost_no_board_by_it_when_the_other_one_leaves(hall: Hall, called: Played) -> None:
    come(hall, called, 1)
    hall.now += 3 * MINUTE
    come(hall, called, 0)
    leaver = hall.actor(captain_of(hall, *called, 1))
    hall.act(leaver, rounds_drawing_verbs.leave, called[0].tournament_id)
    result = found(seen(hall, called).contest.result)
    assert (result.kind, result.score, result.walkover_games) == (ResultKind.WITHDRAWAL, (3, 0), (3, 0))


@pytest.mark.rule("AIJE-D01-5.4", "OLY-2")
def test_a_school_that_is_late_loses_a_game_of_each_board_and_a_pupil_of_the_own(hall: Hall, dispute: Played) -> None:
    come(hall, dispute, 0)
    hall.now += 16 * MINUTE
    assert seen(hall, dispute).state.score == (5, 0)
    come(hall, dispute, 1)
    with pytest.raises(BoardsLostByAbsence):
        report(hall, dispute, "0-1", "0-1", "0-1", "0-2", "0-2")
    assert report(hall, dispute, "+-", "+-", "+-", "1-1", "1-1") == (5, 2, 0)
    given = found(seen(hall, dispute).match.report).particulars.boards
    assert [one.walkover_games for one in given] == [(1, 0)] * 5


@pytest.mark.rule("AIJE-D01-5.4", "OLY-2")
def test_one_pupil_who_does_not_come_costs_the_own_board_alone(hall: Hall, dispute: Played) -> None:
    for side in (0, 1):
        come(hall, dispute, side)
    wait_for(hall, dispute, 0, 4)
    hall.now += 16 * MINUTE
    is_there(hall, dispute, 0, 4)
    assert late(hall, dispute, 0, 4).games == 1
    assert report(hall, dispute, "1-0", "1-0", "1-0", "1-1", "2-0") == (6, 1, 0)


@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_card_and_page_say_what_a_late_player_has_lost(hall: Hall, called: Played, language: str) -> None:
    translator = Translator(language)
    come(hall, called, 0)
    hall.now += 3 * MINUTE
    assert "1" in "".join(map(str, playing_cards.card(seen(hall, called), translator).paragraphs))
    come(hall, called, 1)
    wait_for(hall, called, 1, 2)
    hall.now += 5 * MINUTE
    said = teams_match_cards.lines(seen(hall, called), translator)
    assert "3" in said
    assert "2" in teams_match_cards.page(seen(hall, called), (0, 1), translator).paragraphs[0]
    assert teams_match_cards.press(seen(hall, called), translator)
