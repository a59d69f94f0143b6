"""What arbiters decide in a challenge in which the winner stays on: games given, put right, taken back, written."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.playing import board_store as playing_board_store
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import warnings_verbs as playing_warnings_verbs
from bot.features.playing.match_views_model import MatchView, WarningChoice
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import stay_on_verbs as teams_stay_on_verbs
from bot.features.teams.absences_verbs import GamesMissing
from bot.features.teams.errors_model import ImpossibleBoard
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.kernel.errors import NotAllowed, NotNow, Outdated
from bot.play.contests import ResultKind
from tests.hall.challenges import Challenge, found, rules
from tests.hall.hall import Hall
from tests.refusals import refuses


@pytest.fixture
def challenge(hall: Hall) -> Challenge:
    return Challenge(hall)


def settled(challenge: Challenge) -> MatchView:
    return challenge.hall.ask(playing_reading_verbs.view_of, challenge.contest.contest_id, challenge.hall.now)


def give(challenge: Challenge, side: int, actor: int = 1) -> teams_stay_on_verbs.TeamGameTold:
    hall, mark = challenge.hall, challenge.view.entries
    return hall.act(
        hall.actor(actor), teams_stay_on_verbs.give, challenge.contest.contest_id, mark, side, "Did not come"
    )


@pytest.mark.rule("GO-26.6", "GO-22")
def test_an_arbiter_gives_a_game_whose_player_did_not_come_and_a_match_of_nothing_else_is_a_walkover(
    challenge: Challenge,
) -> None:
    challenge.opened()
    with pytest.raises(OwnMatch):
        give(challenge, 0, challenge.captains[0])
    with pytest.raises(NotAllowed):
        give(challenge, 0, 9)
    for _ in range(3):
        give(challenge, 1)
    result = found(settled(challenge).contest.result)
    assert (result.score, result.walkover_games, result.kind) == ((0, 3), (0, 3), ResultKind.WALKOVER)


def put_right(
    challenge: Challenge, number: int, winner: int | None, actor: int = 1
) -> teams_stay_on_verbs.TeamGameTold:
    hall, mark = challenge.hall, challenge.view.entries
    return hall.act(
        hall.actor(actor),
        teams_stay_on_verbs.put_right,
        challenge.contest.contest_id,
        mark,
        number,
        winner,
        "Wrong name",
    )


@pytest.mark.rule("GO-26.6")
def test_an_earlier_game_put_right_undoes_what_hung_on_it(challenge: Challenge) -> None:
    challenge.opened()
    first, second = challenge.members(0), challenge.members(1)
    challenge.won(0, 1, 1)
    assert challenge.at_board == [first[2], second[1]]
    told = put_right(challenge, 2, 0)
    assert told.fallen == (3,)
    assert challenge.score == (2, 0)
    assert challenge.at_board == [first[0], second[2]]
    told = put_right(challenge, 1, None)
    assert told.fallen == (2,)
    assert challenge.score == (0, 0)
    with pytest.raises(Outdated):
        put_right(challenge, 1, 1)


@pytest.mark.rule("GO-26.6")
def test_a_corrected_course_is_that_of_a_match_in_which_the_right_was_told(hall: Hall) -> None:
    challenge = Challenge(hall).opened()
    challenge.won(1, 1)
    put_right(challenge, 1, 0)
    challenge.won(1, 0, 0)
    assert [one.score.index(1) for one in found(settled(challenge).contest.result).boards] == [0, 1, 0, 0]


@pytest.mark.rule("GO-26.6")
def test_who_has_left_stays_away_when_an_earlier_game_is_put_right(challenge: Challenge) -> None:
    challenge.opened()
    orders, hall = found(challenge.view.state).orders, challenge.hall
    challenge.won(0)
    mark = challenge.view.entries
    hall.act(hall.actor(1), teams_stay_on_verbs.leave, challenge.contest.contest_id, mark, orders[1][2], "Ill")
    put_right(challenge, 1, 1)
    assert challenge.score == (0, 1)
    challenge.won(0, 0)
    assert found(settled(challenge).contest.result).score == (3, 1)


def test_the_last_word_is_taken_back_and_nothing_is_left_to_take(challenge: Challenge) -> None:
    challenge.opened()
    challenge.won(0)
    hall = challenge.hall

    def back() -> MatchView:
        return hall.act(
            hall.actor(1), teams_stay_on_verbs.take_back, challenge.contest.contest_id, challenge.view.entries
        )

    view = back()
    assert (view.state.score, challenge.score) == ((0, 0), (0, 0))
    with refuses("error.NoWordToTakeBack"):
        back()


@pytest.mark.rule("AIJE-D01-5.4", "GO-22")
def test_games_lost_by_lateness_put_the_first_players_out(challenge: Challenge) -> None:
    challenge.opened()
    hall, contest_id = challenge.hall, challenge.contest.contest_id
    hall.do(lambda tx: playing_board_store.start_absence_clock(tx, contest_id, 1, hall.now, (0, 0)))
    hall.now += timedelta(minutes=16)
    with refuses("error.StillMissing"):
        challenge.won(0)
    hall.act(hall.actor(challenge.captains[1]), playing_presence_verbs.here, contest_id)
    assert challenge.at_board == [challenge.members(0)[0], challenge.members(1)[1]]
    challenge.won(0, 0)
    result = found(settled(challenge).contest.result)
    assert (result.score, result.walkover_games) == ((3, 0), (1, 0))


def test_once_games_are_told_no_clock_runs_for_who_is_late(challenge: Challenge) -> None:
    challenge.opened().won(0)
    with pytest.raises(NotNow):
        challenge.hall.act(challenge.hall.actor(1), playing_presence_verbs.wait_for, challenge.contest.contest_id, 0)


def test_nothing_is_told_of_a_match_that_rests(challenge: Challenge) -> None:
    challenge.opened()
    challenge.hall.act(
        challenge.hall.actor(1), playing_ruling_verbs.suspend, challenge.contest.contest_id, "Fire alarm"
    )
    with refuses("error.MatchIsSuspended"):
        challenge.won(0)


def test_captains_tell_games_and_not_boards(challenge: Challenge) -> None:
    challenge.opened()
    own = challenge.hall.actor(challenge.captains[0])
    with refuses("error.ToldGameByGame"):
        challenge.hall.act(own, playing_reporting_verbs.report, challenge.contest.contest_id, (3, 0))


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        (("1-0", "1-0"), GamesMissing),
        (("1-0", "1-0", "1-0", "0-1"), "error.GameAfterTheEnd"),
        (("1-0", "½-½"), ImpossibleBoard),
        ((), GamesMissing),
    ],
)
def test_a_course_that_cannot_be_is_refused(
    challenge: Challenge, texts: tuple[str, ...], error: str | type[Exception]
) -> None:
    challenge.opened()
    with refuses(error):
        challenge.hall.act(challenge.hall.actor(1), teams_matches_verbs.rule, challenge.contest.contest_id, texts, "So")


@pytest.mark.rule("GO-26.6", "GO-16.4")
def test_an_arbiter_writes_all_games_and_puts_them_right_afterwards(hall: Hall) -> None:
    challenge = Challenge(hall, replace(rules(), discipline=None), third="C")
    challenge.opened()
    contest_id = challenge.contest.contest_id
    hall.act(hall.actor(1), teams_matches_verbs.rule, contest_id, ("1-0", "+-", "0-1", "1-0"), "By the sheets")
    result = found(settled(challenge).contest.result)
    assert (result.score, len(result.boards)) == ((3, 1), 4)
    hall.act(hall.actor(1), teams_matches_verbs.correct, contest_id, ("0-1", "0-1", "0-1"), "Sides mixed up")
    result = found(settled(challenge).contest.result)
    assert (result.score, len(result.boards)) == ((0, 3), 3)
    met = [challenge.names(board.players)[0] for board in result.boards]
    assert met == challenge.members(0)[:3]


@pytest.mark.rule("GO-28.4")
def test_a_team_that_leaves_loses_the_rest_and_keeps_its_games(challenge: Challenge) -> None:
    challenge.opened().won(0, 1)
    hall = challenge.hall
    hall.act(hall.actor(challenge.captains[0]), rounds_drawing_verbs.leave, challenge.tournament.tournament_id)
    result = found(settled(challenge).contest.result)
    assert (result.score, result.kind) == ((1, 3), ResultKind.WITHDRAWAL)
    assert [one.walkover_games for one in result.boards] == [(0, 0), (0, 0), (0, 1), (0, 1)]


@pytest.mark.rule("GO-24", "GO-26.6")
def test_a_second_warning_puts_the_player_out_and_taken_back_the_player_is_in_again(challenge: Challenge) -> None:
    challenge.opened()
    hall, contest_id = challenge.hall, challenge.contest.contest_id
    for _ in range(2):
        hall.now += timedelta(minutes=1)
        page = hall.act(hall.actor(1), playing_warnings_verbs.page, contest_id)
        option = next(one for one in page.options[0] if one.offence == "second_move")
        choice = WarningChoice(0, option.number, option.price, option.loses)
        hall.act(hall.actor(1), playing_warnings_verbs.warn, contest_id, choice, "Two stones")
    assert challenge.score == (0, 1)
    assert challenge.at_board[0] == challenge.members(0)[1]
    hall.act(
        hall.actor(1),
        playing_warnings_verbs.take_back,
        settled(challenge).warnings[-1].warning_id,
        "It was the other one",
    )
    assert challenge.score == (0, 0)
