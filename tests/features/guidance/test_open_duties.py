"""What stands under /me beside matches and entries: invitations, colours, teams, reasons, reports, drafts, offices."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.desk import cards as desk_cards
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing.match_views_model import Guidance
from bot.features.seats import verbs as seats_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.model import NamedMember
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments.tasks_model import OF_OFFICES, Task, TaskItem, Upcoming, UpcomingKind
from bot.features.voting import record_verbs as voting_record_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.ids import MemberId
from bot.play.entries import Tournament
from bot.play.format_rules import LineUp, SwissRules
from bot.play.rulebook import Asked
from bot.play.title_games import Colour
from bot.rulebooks.library import preset
from tests.features.cases import test_ruling_appeals
from tests.features.playing import test_chief
from tests.features.rounds import test_ceremonies
from tests.features.rounds.test_formats import SWISS
from tests.features.seats.test_seats import Season, number_of
from tests.features.teams.test_team_matches import go_cup
from tests.hall import court, squads, title_matches
from tests.hall.board import ARBITER, Board, first_match
from tests.hall.court import bar_by_verdict
from tests.hall.go import go_rules
from tests.hall.hall import GUILD, Hall

NAMED_BY_WORD = {
    Task.ANSWER_INVITATION: ("league", "candidates", "match"),
    Task.APPEAL: ("bar", "file", "points", "ruling"),
    Task.GO_ON_DUTY: ("", "ahead"),
}
"""Duties whose sentence hangs on what they are about."""


def told(hall: Hall, number: int) -> Guidance:
    return hall.ask_as(hall.actor(number), guidance_verbs.tasks)


def task(hall: Hall, number: int, wanted: Task) -> TaskItem | None:
    """What the list says of it; somebody has to look later whether it still waits for an office."""
    found = next((item for item in told(hall, number).tasks if item.task is wanted), None)
    if found is not None and wanted in OF_OFFICES:
        assert hall.ask(kernel_time_store.deadlines_of_subject, f"decisions:{GUILD}"), f"nobody is reminded of {wanted}"
        assert found in hall.ask_as(hall.actor(number), guidance_verbs.decisions), f"no reminder finds {wanted}"
    return found


def ahead(hall: Hall, number: int, wanted: UpcomingKind) -> Upcoming | None:
    return next((item for item in told(hall, number).prospects if item.outlook is wanted), None)


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
def test_an_organiser_sees_invitations_that_wait_and_the_invited_what_they_are_asked(hall: Hall) -> None:
    season = Season(hall)
    assert task(hall, 1, Task.CONFIRM_SEATS)
    season.confirm()
    assert task(hall, 1, Task.CONFIRM_SEATS) is None
    wanted = season.view().qualification.invitations()
    for invitation in wanted:
        found = task(hall, number_of(hall, invitation.person_id), Task.ANSWER_INVITATION)
        assert found is not None
        assert found.subject == season.round_id


@pytest.mark.rule("AIJE-D02-1")
def test_a_seat_match_with_both_players_waits_for_an_organiser_and_its_players_for_the_time(hall: Hall) -> None:
    season = Season(hall)
    season.confirm()
    match = season.view().qualification.matches[0]
    for side in match.sides:
        season.answer(side, Asked.MATCH)
    found = task(hall, 1, Task.ARRANGE_SEAT_MATCH)
    assert found is not None
    assert found.n == match.number
    for side in match.sides:
        assert ahead(hall, number_of(hall, side), UpcomingKind.SEAT_MATCH)
    hall.act(hall.actor(1), seats_verbs.arrange, match.number, hall.now + timedelta(days=1))
    assert task(hall, 1, Task.ARRANGE_SEAT_MATCH) is None


@pytest.mark.rule("AIJE-D03-2")
def test_the_champion_is_asked_for_colours_until_both_are_chosen(hall: Hall) -> None:
    tournament = title_matches.announced(hall)
    assert task(hall, title_matches.CHALLENGER, Task.CHOOSE_COLOURS) is None
    for game in ("first", "last"):
        assert task(hall, title_matches.CHAMPION, Task.CHOOSE_COLOURS)
        title_matches.choose(hall, tournament, game, Colour.FIRST)
    assert task(hall, title_matches.CHAMPION, Task.CHOOSE_COLOURS) is None


def test_organisers_are_told_that_nobody_knows_the_champion(hall: Hall) -> None:
    hall.announce(title_matches.WORLD)
    assert task(hall, 1, Task.NAME_CHAMPION)
    assert task(hall, 2, Task.NAME_CHAMPION) is None


@pytest.mark.rule("AIJE-D03-4")
def test_a_game_told_by_the_winner_is_confirmed_by_the_other_and_a_pause_is_told_with_its_end(hall: Hall) -> None:
    _, contest = title_matches.begun(hall)
    title_matches.won(hall, contest, 2, by=2)
    assert task(hall, 3, Task.CONFIRM_GAME)
    assert ahead(hall, 2, UpcomingKind.OPPONENT_ANSWERS)
    title_matches.won(hall, contest, 2, by=3)
    title_matches.pause(hall, contest, 3)
    for number in (2, 3):
        found = ahead(hall, number, UpcomingKind.PAUSE_ENDS)
        assert found is not None
        assert found.at is not None


@pytest.mark.rule("AIJE-D05-1")
def test_a_team_that_cannot_confirm_is_its_captains_to_complete_and_members_know_whose_it_is(hall: Hall) -> None:
    squads.publish(hall, P2=2000)
    tournament = hall.announce(squads.JEEK)
    squads.save(hall, tournament, 2, "Reds", NamedMember("P2", "acc2"))
    view = hall.ask_as(hall.actor(2), teams_verbs.own, tournament.tournament_id)
    squads.add(hall, 2, view, 3)
    assert task(hall, 2, Task.COMPLETE_TEAM)
    assert task(hall, 3, Task.COMPLETE_TEAM) is None
    waits, plays = ahead(hall, 3, UpcomingKind.CAPTAIN_COMPLETES), ahead(hall, 3, UpcomingKind.IN_TEAM)
    assert waits is not None
    assert waits.other is not None
    assert waits.other.name == "P2"
    assert plays is not None
    assert plays.called == "Reds"


@pytest.mark.rule("GO-25.1", "OLY-3")
def test_a_line_up_that_is_named_anew_is_asked_of_the_captain_once(hall: Hall) -> None:
    assert squads.GO.teams is not None
    rules = replace(squads.GO, teams=replace(squads.GO.teams, line_up=LineUp.FREE))
    tournament, contest = go_cup(hall, rules)
    captain = squads.captain_of(hall, tournament, contest, 0)
    found = task(hall, captain, Task.NAME_LINE_UP)
    assert found is not None
    assert found.subject == contest.contest_id


@pytest.mark.rule("GO-16.4")
def test_a_result_that_both_have_confirmed_waits_for_the_arbiter(hall: Hall) -> None:
    board = in_play(hall)
    board.report(0, (1, 0))
    board.confirm(1)
    found = task(hall, ARBITER, Task.CONFIRM_RESULT)
    assert found is not None
    hall.act(hall.actor(ARBITER), playing_correcting_verbs.confirm_result, board.contest_id)
    assert task(hall, ARBITER, Task.CONFIRM_RESULT) is None


def in_play(hall: Hall) -> Board:
    opened = first_match(hall, rulebook=go_rules(), players=4)
    opened.here(0, 1)
    opened.wait(minutes=1)
    return opened


@pytest.mark.rule("GO-30")
def test_what_is_passed_up_waits_for_the_chief_and_so_does_the_closing_report(hall: Hall) -> None:
    board = in_play(hall)
    hall.arbiter(test_chief.CHIEF)
    test_chief.name(board, test_chief.CHIEF)
    hall.act(hall.actor(ARBITER), playing_arbiters_verbs.pass_up, board.contest_id, "was the clock pressed?")
    found = task(hall, test_chief.CHIEF, Task.DECIDE_PASSED_UP)
    assert found is not None
    assert found.subject == board.contest_id
    hall.play_out(board.tournament)
    assert task(hall, test_chief.CHIEF, Task.DECIDE_PASSED_UP) is None
    wanted = task(hall, test_chief.CHIEF, Task.FILE_REPORT)
    assert wanted is not None
    hall.act(
        hall.actor(test_chief.CHIEF),
        playing_arbiters_verbs.file_report,
        board.tournament.tournament_id,
        "All went well.",
    )
    assert task(hall, test_chief.CHIEF, Task.FILE_REPORT) is None


@pytest.mark.rule("GO-23.6")
def test_a_ceremony_lies_ahead_then_is_to_be_attended_and_then_noted(hall: Hall) -> None:
    opening = test_ceremonies.Opening(hall)
    coming = ahead(hall, test_ceremonies.ANA, UpcomingKind.CEREMONY)
    assert coming is not None
    assert coming.at == opening.held_at
    hall.now = opening.held_at
    assert task(hall, test_ceremonies.ANA, Task.ATTEND_CEREMONY)
    opening.here(test_ceremonies.ANA)
    assert task(hall, test_ceremonies.ANA, Task.ATTEND_CEREMONY) is None


def test_a_draft_is_found_again_until_it_is_confirmed(hall: Hall) -> None:
    rules, at = preset("aije-open"), hall.now + timedelta(days=1)
    hall.person(1)
    made = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Summer", rules, (at,))
    found = task(hall, 1, Task.FINISH_DRAFT)
    assert found is not None
    assert (found.subject, found.called) == (made[0].draft_id, "Summer")
    hall.act(hall.actor(1), tournaments_draft_verbs.confirm, made[0].draft_id)
    assert task(hall, 1, Task.FINISH_DRAFT) is None


def test_a_suggestion_waits_for_the_leader(hall: Hall) -> None:
    court.open_court(hall)
    hall.act(hall.actor(30), voting_record_verbs.suggest, "A summer cup")
    assert task(hall, court.LEADER, Task.ANSWER_SUGGESTION)
    assert task(hall, court.PRESIDENT, Task.ANSWER_SUGGESTION) is None


@pytest.mark.rule("GO-28.3")
def test_the_round_to_come_is_told_and_can_be_missed_and_played_after_all(hall: Hall) -> None:
    rules = replace(SWISS, swiss=SwissRules(rounds=3))
    tournament = hall.begin(hall.announce(rules), *range(2, 8))
    (found,) = told(hall, 2).rounds
    assert (found.number, found.missed) == (2, False)
    settle_own(hall, tournament, 2)
    coming = ahead(hall, 2, UpcomingKind.NEXT_ROUND)
    assert coming is not None
    assert coming.n == 2
    hall.act(hall.actor(2), course_rounds_verbs.miss, tournament.tournament_id)
    assert told(hall, 2).rounds[0].missed
    assert ahead(hall, 2, UpcomingKind.ROUND_MISSED)
    assert told(hall, 50).rounds == ()


def settle_own(hall: Hall, tournament: Tournament, number: int) -> None:
    person = hall.person(number).person_id
    contest = next(one for one in hall.open_contests(tournament) if person in hall.people_of(tournament, one))
    hall.settle(contest, (1, 0))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_duty_and_every_outlook_has_its_words_and_its_button(hall: Hall, locale: str) -> None:
    tournament, person = hall.announce(), hall.person(2)
    arena = replace(tournament, rulebook=preset("arena"))
    for duty_ in Task:
        event = arena if duty_ is Task.FIND_OPPONENT else tournament
        for called in NAMED_BY_WORD.get(duty_, ("Opening",)):
            item = TaskItem(duty_, "x", event, hall.now, person, 2, called)
            (line,) = desk_cards.guidance(Guidance((item,), ()), Translator(locale)).lines
            assert line.press is not None
            assert line.press.label
    for outlook in UpcomingKind:
        prospect = Upcoming(outlook, tournament, hall.now, person, 2, "Reds")
        (said,) = desk_cards.guidance(Guidance((), (prospect,)), Translator(locale)).paragraphs[1:]
        assert "{" not in said


@pytest.mark.rule("GO-16.4", "AIJE-D01-2")
def test_the_barred_see_until_when_they_can_appeal_and_nothing_once_they_have(hall: Hall) -> None:
    court.open_court(hall)
    bar = bar_by_verdict(hall, court.ARBITER, (MemberId(2), "P2"), "shouted")
    found = task(hall, 2, Task.APPEAL)
    assert found is not None
    assert (found.subject, found.called) == (f"bar-{bar.bar_id}", "bar")
    assert found.until is not None
    hall.now = found.until
    assert task(hall, 2, Task.APPEAL)
    hall.now += timedelta(milliseconds=1)
    assert task(hall, 2, Task.APPEAL) is None
    hall.now = found.until
    hall.act(hall.actor(2), cases_appeals_verbs.appeal, found.subject, "It was somebody else")
    assert task(hall, 2, Task.APPEAL) is None
    assert task(hall, 3, Task.APPEAL) is None


@pytest.mark.rule("GO-16.4")
def test_a_ruling_can_be_appealed_from_the_list_of_duties_by_who_lost_by_it(hall: Hall) -> None:
    board = test_ruling_appeals.ruled(hall)
    winner, loser = (int(player.name[1:]) for player in board.view.players)
    found = task(hall, loser, Task.APPEAL)
    assert found is not None
    assert (found.subject, found.called) == (f"match-{board.contest_id}", "ruling")
    assert task(hall, winner, Task.APPEAL) is None


@pytest.mark.rule("GO-26.3")
def test_a_missing_club_is_asked_for_until_the_close_where_clubs_are_kept_apart(hall: Hall) -> None:
    rules = replace(SWISS, swiss=replace(SWISS.swiss or SwissRules(), keep_clubs_apart=True))
    mixed, apart_event = hall.announce(SWISS), hall.announce(rules)
    hall.enter(mixed, 2)
    assert task(hall, 2, Task.SAY_CLUB) is None
    hall.enter(apart_event, 2)
    assert task(hall, 2, Task.SAY_CLUB)
    assert task(hall, 3, Task.SAY_CLUB) is None
    hall.act(hall.actor(2), course_rounds_verbs.say_club, apart_event.tournament_id, "Go Lisboa")
    assert task(hall, 2, Task.SAY_CLUB) is None
