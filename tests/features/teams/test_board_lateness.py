"""Lateness in a match of Go teams: each player's, on the own board (GO-22)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from discord.ui import Select

from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import cards as playing_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchView
from bot.features.teams import absences_verbs as teams_absences_verbs
from bot.features.teams import match_cards as teams_match_cards
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams.model import TeamMatch
from bot.features.tournaments.facts_verbs import contest_subject
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, NotNow, Outdated
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step
from bot.layout.cards import Choice
from bot.layout.cards import view as layout_view
from bot.play.contests import LOVE, Contest, ResultKind
from bot.play.entries import Tournament
from bot.play.format_rules import TeamEncounter
from bot.play.matches import MatchPhase, MatchState
from tests.features.teams.test_team_matches import go_cup
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import GO, call, captain_of, found
from tests.refusals import refuses

ORGANISER = 1
EVERYONE = replace(GO, teams=replace(found(GO.teams), encounter=TeamEncounter.EVERYONE))
WAITING = MatchState(MatchPhase.WAITING, (0, 0), (0, 0), ())
Played = tuple[Tournament, Contest]


@pytest.fixture
def called(hall: Hall) -> Played:
    """A match of two teams of four that was called just now."""
    tournament, contest = go_cup(hall)
    hall.do(
        lambda tx: [
            playing_board_store.start_absence_clock(tx, contest.contest_id, one, hall.now, LOVE) for one in (0, 1)
        ]
    )
    hall.do(lambda tx: playing_verbs.reschedule(tx, playing_verbs.find(tx, GUILD, contest.contest_id), hall.now))
    return tournament, contest


@pytest.fixture
def played(hall: Hall, called: Played) -> Played:
    """The same with both teams there at once."""
    for side in (0, 1):
        come(hall, called, side)
    return called


def come(hall: Hall, played: Played, side: int) -> None:
    tournament, contest = played
    hall.act(hall.actor(captain_of(hall, tournament, contest, side)), playing_presence_verbs.here, contest.contest_id)


def seen(hall: Hall, played: Played) -> MatchView:
    view: MatchView = hall.ask(playing_reading_verbs.view_of, played[1].contest_id, hall.now)
    return view


def step(hall: Hall, played: Played) -> None:
    """Takes the step of a loss by absence where it is due."""
    contest_id = played[1].contest_id
    hall.do(lambda tx: playing_presence_verbs.lose_game(tx, found(playing_verbs.load(tx, contest_id))))


def wait_for(hall: Hall, played: Played, side: int, board: int, by: int | None = None) -> None:
    tournament, contest = played
    actor = hall.actor(captain_of(hall, tournament, contest, side) if by is None else by)
    hall.act(actor, teams_absences_verbs.wait_for, contest.contest_id, side, board)


def due(hall: Hall, played: Played) -> list[object]:
    found_due = hall.ask(kernel_time_store.deadlines_of_subject, contest_subject(played[1].contest_id))
    return [at - hall.now for kind, at in found_due.items() if kind == Step.LOSE_GAME]


@pytest.mark.rule("GO-22")
def test_a_team_that_is_away_has_lost_nothing_before_the_limit_and_all_its_boards_at_it(
    hall: Hall, called: Played
) -> None:
    come(hall, called, 0)
    hall.now += timedelta(minutes=14, seconds=59)
    assert seen(hall, called).state.score == (0, 0)
    hall.now += timedelta(seconds=1) + CLICKS_IN_FLIGHT
    step(hall, called)
    result = found(seen(hall, called).contest.result)
    assert (result.kind, result.score, result.walkover_games) == (ResultKind.WALKOVER, (4, 0), (4, 0))


@pytest.mark.rule("GO-22")
def test_a_team_that_comes_before_the_limit_has_lost_no_board_and_pays_twice_the_time(
    hall: Hall, called: Played
) -> None:
    come(hall, called, 0)
    hall.now += timedelta(minutes=14)
    come(hall, called, 1)
    view = seen(hall, called)
    assert (view.state.score, view.state.phase) == ((0, 0), MatchPhase.PLAYING)
    assert found(view.late[1]).off_clock == timedelta(minutes=28)
    hall.now += timedelta(hours=1)
    assert seen(hall, called).state.score == (0, 0)


@pytest.mark.rule("GO-22")
@pytest.mark.parametrize("by", [None, ORGANISER])
def test_one_late_player_is_waited_for_on_the_own_board_and_pays_there_alone(
    hall: Hall, played: Played, by: int | None
) -> None:
    hall.now += timedelta(minutes=2)
    wait_for(hall, played, 0, 2, by)
    (late,) = found(seen(hall, played).part(TeamMatch)).late
    assert late.waits
    assert late.loses_at - hall.now == timedelta(minutes=13)
    hall.now += timedelta(minutes=3)
    tournament, contest = played
    captain = hall.actor(captain_of(hall, tournament, contest, 0))
    with refuses("error.BoardStillWaits"):
        hall.act(captain, teams_matches_verbs.report, contest.contest_id, ("1-0", "0-1", "1-0", "0-1"))
    hall.act(captain, teams_absences_verbs.come, contest.contest_id, 0, 2)
    (late,) = found(seen(hall, played).part(TeamMatch)).late
    assert (late.found.late, late.found.off_clock, late.waits) == (timedelta(minutes=5), timedelta(minutes=10), False)
    assert "10 min" in teams_match_cards.lines(seen(hall, played), Translator("en-US"))
    told = hall.act(captain, teams_matches_verbs.report, contest.contest_id, ("1-0", "0-1", "1-0", "0-1"))
    assert told.score == (2, 2, 0)


@pytest.mark.rule("GO-22", "GO-25.1")
def test_an_arbiter_can_name_whoever_is_late_where_everyone_meets_everyone(hall: Hall) -> None:
    played = go_cup(hall, EVERYONE)
    for side in (0, 1):
        come(hall, played, side)
    card = layout_view(teams_match_cards.page(seen(hall, played), (0, 1), Translator("en-US")))
    menus = [one for one in card.walk_children() if isinstance(one, Select)]
    offered = {option.value for menu in menus for option in menu.options}
    assert offered == {f"{side}.{board}.1" for side in (0, 1) for board in range(1, 17)}


@pytest.mark.rule("GO-22", "GO-25.1")
def test_who_meets_everyone_is_there_on_each_board_that_waits(hall: Hall) -> None:
    tournament, contest = go_cup(hall, EVERYONE)
    played, name = (tournament, contest), f"P{captain_of(hall, tournament, contest, 0)}"
    boards = [one.board for one in found(seen(hall, played).part(TeamMatch)).boards if one.seats[0][0].name == name]
    for board in boards[1:3]:
        wait_for(hall, played, 0, board)
    hall.now += timedelta(minutes=5)
    come(hall, played, 0)
    assert [one.waits for one in found(seen(hall, played).part(TeamMatch)).late] == [False, False]


@pytest.mark.rule("GO-22")
def test_at_the_limit_that_board_is_lost_and_no_other(hall: Hall, played: Played) -> None:
    tournament, contest = played
    wait_for(hall, played, 1, 3)
    hall.now += timedelta(minutes=15)
    step(hall, played)
    captain, view = hall.actor(captain_of(hall, tournament, contest, 1)), seen(hall, played)
    assert (view.state.phase, view.state.score) == (MatchPhase.PLAYING, (0, 0))
    assert "Board 3" in teams_match_cards.lines(view, Translator("en-US"))
    with refuses("error.BoardLostByLateness") as refused:
        hall.act(captain, teams_matches_verbs.report, contest.contest_id, ("1-0", "0-1", "0-1", "0-1"))
    assert (refused.value.board, refused.value.mark) == (3, "+-")
    with refuses("error.BoardLostByLateness"):
        hall.act(captain, teams_absences_verbs.come, contest.contest_id, 1, 3)
    told = hall.act(captain, teams_matches_verbs.report, contest.contest_id, ("0-1", "0-1", "+-", "0-1"))
    assert told.score == (1, 3, 0)


@pytest.mark.rule("GO-22")
def test_an_arbiter_puts_right_that_a_player_was_there_all_along(hall: Hall, played: Played) -> None:
    wait_for(hall, played, 1, 3)
    hall.now += timedelta(minutes=20)
    hall.act(hall.actor(ORGANISER), teams_absences_verbs.come, played[1].contest_id, 1, 3)
    assert found(seen(hall, played).part(TeamMatch)).late == ()


@pytest.mark.rule("GO-22")
def test_nobody_loses_a_board_by_a_word_that_comes_after_the_limit(hall: Hall, played: Played) -> None:
    hall.now += timedelta(minutes=15)
    with refuses("error.TooLateToWait"):
        wait_for(hall, played, 0, 1, ORGANISER)


@pytest.mark.rule("GO-22")
def test_only_the_own_captain_and_who_may_stop_the_match_say_who_is_late(hall: Hall, played: Played) -> None:
    tournament, contest = played
    other = captain_of(hall, tournament, contest, 1)
    with pytest.raises(Outdated):
        wait_for(hall, played, 0, 1, other)  # Of the other side's boards a captain says nothing.
    with pytest.raises(NotAllowed):
        wait_for(hall, played, 0, 1, 77)
    wait_for(hall, played, 0, 1)
    with pytest.raises(AlreadyDone):
        wait_for(hall, played, 0, 1)


@pytest.mark.rule("GO-22")
def test_a_board_is_lost_at_its_limit_by_a_step_that_stands_in_the_file(hall: Hall, played: Played) -> None:
    assert due(hall, played) == []
    wait_for(hall, played, 0, 4)
    assert due(hall, played) == [timedelta(minutes=15) + CLICKS_IN_FLIGHT]


@pytest.mark.rule("GO-22")
def test_time_in_which_the_bot_was_down_and_a_pause_are_nobodys_lateness(hall: Hall, played: Played) -> None:
    wait_for(hall, played, 0, 4)
    gone = Outage(hall.now + timedelta(minutes=1), hall.now + timedelta(minutes=11))
    hall.do(lambda tx: kernel_time_store.add_outage(tx, gone))
    hall.now += timedelta(minutes=20)
    contest_id = played[1].contest_id
    hall.act(hall.actor(ORGANISER), playing_ruling_verbs.suspend, contest_id, "The power is gone")
    hall.now += timedelta(hours=1)
    hall.act(hall.actor(ORGANISER), playing_ruling_verbs.resume, contest_id)
    (late,) = found(seen(hall, played).part(TeamMatch)).late
    assert late.waits
    assert late.found.late < timedelta(minutes=11)


@pytest.mark.rule("GO-14", "GO-22")
def test_an_adjournment_is_nobodys_lateness(hall: Hall, played: Played) -> None:
    hall.now += timedelta(minutes=10)
    wait_for(hall, played, 0, 4)
    contest_id = played[1].contest_id
    hall.act(hall.actor(ORGANISER), playing_adjourning_verbs.adjourn, contest_id, hall.now + timedelta(hours=20))
    hall.now += timedelta(hours=20)
    hall.do(lambda tx: playing_adjourning_verbs.take(tx, contest_id, Step.GO_ON))
    hall.now += timedelta(minutes=2)
    wait_for(hall, played, 1, 1)
    late = found(seen(hall, played).part(TeamMatch)).late
    assert [one.waits for one in late] == [True, True]
    assert [one.found.late // timedelta(seconds=1) for one in late] == [12 * 60] * 2


@pytest.mark.rule("GO-22")
def test_a_match_that_is_called_anew_knows_nobodys_lateness_any_more(hall: Hall, played: Played) -> None:
    wait_for(hall, played, 0, 4)
    hall.act(hall.actor(ORGANISER), playing_ruling_verbs.annul_match, played[1].contest_id, "Wrong teams")
    assert found(seen(hall, played).part(TeamMatch)).late == ()


@pytest.mark.rule("GO-22")
def test_who_is_back_late_at_a_board_pays_with_the_clock_alone(hall: Hall, played: Played) -> None:
    with pytest.raises(NotNow):
        hall.act(hall.actor(ORGANISER), playing_presence_verbs.wait_for, played[1].contest_id, 0)


@pytest.mark.rule("GO-22")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_the_card_says_the_limit_and_offers_to_name_who_is_late(hall: Hall, called: Played, language: str) -> None:
    translator = Translator(language)
    assert "15" in "".join(
        map(str, playing_cards.card(replace(seen(hall, called), state=WAITING), translator).paragraphs)
    )
    for side in (0, 1):
        come(hall, called, side)
    verbs = [one.custom_id for one in teams_match_cards.press(seen(hall, called), translator)]
    assert verbs == [f"board-late:{called[1].contest_id}"]
    page = teams_match_cards.page(seen(hall, called), (0, 1), translator)
    (menu,) = page.controls
    assert isinstance(menu, Choice)
    assert len(menu.options) == 8


def test_a_call_starts_with_clean_boards(hall: Hall, called: Played) -> None:
    call(hall, called[1])
    assert found(seen(hall, called).part(TeamMatch)).late == ()
