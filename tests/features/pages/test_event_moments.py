"""Nothing is on an event's page before its moment, and everything is there from then on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import facts_verbs as course_facts_verbs
from bot.features.entering import teams_store
from bot.features.match_times import store as match_times_store
from bot.features.match_times.model import MatchTime, TimeEnd
from bot.features.pages import store as pages_store
from bot.features.pages.public_model import EventState, PublicEvent
from bot.features.playing import store as playing_store
from bot.features.replacing import store as replacing_store
from bot.features.replacing.model import Substitution
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.model import EventPause
from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, Sanction
from bot.play.entries import TOO_FEW, Tournament
from bot.play.format_rules import LineUp
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.features.pages.busy import alone
from tests.features.pages.shown import page, page_or_none, switch_on, told
from tests.hall import squads
from tests.hall.hall import Hall

DAY = timedelta(days=1)


@pytest.fixture
def hall() -> Iterator[Hall]:
    opened = Hall()
    yield opened
    opened.close()


def begun(hall: Hall, rules: Rulebook | None = None, players: int = 4) -> Tournament:
    switch_on(hall)
    return hall.begin(told(hall, hall.announce_of_before(rules or alone("aije-open"))), *range(2, 2 + players))


def first(hall: Hall, tournament: Tournament) -> Contest:
    return hall.open_contests(tournament)[0]


# --- whether it has a page ------------------------------------------------------------------------------------------


def test_an_event_of_before_the_switch_comes_after_a_week(hall: Hall) -> None:
    tournament = told(hall, hall.announce(alone("aije-open")))
    assert page_or_none(hall, tournament) is None
    hall.now += timedelta(minutes=1)
    switch_on(hall)
    assert page_or_none(hall, tournament) is None
    hall.now += 7 * DAY
    assert page_or_none(hall, tournament) is not None


def test_a_school_event_is_on_no_page_until_somebody_chose_it(hall: Hall) -> None:
    switch_on(hall)
    tournament = told(hall, hall.announce_of_before(preset("olympiad-school")))
    hall.now += 30 * DAY
    assert page_or_none(hall, tournament) is None


# --- drawing and playing --------------------------------------------------------------------------------------------


def test_pairs_and_proofs_come_with_the_draw_and_the_podium_with_the_end(hall: Hall) -> None:
    switch_on(hall)
    tournament = told(hall, hall.announce_of_before(alone("aije-open")))
    hall.enter(tournament, 2, 3, 4, 5)

    def drawn(shown: PublicEvent) -> list[bool]:
        return [bool(one) for one in (shown.rounds, shown.bracket, shown.draws)]

    assert drawn(page(hall, tournament)) == [False, False, False]
    begun_ = hall.begin(tournament, 6)
    assert begun_.drawn_at is None, "one alone is no event"
    assert drawn(page(hall, tournament)) == [False, False, False]
    assert page(hall, tournament).called_off_because == "Fewer than 2 players checked in."


def test_a_score_is_there_once_it_is_settled_and_the_winner_at_the_end(hall: Hall) -> None:
    tournament = begun(hall)
    contest = first(hall, tournament)
    assert page(hall, tournament).draws
    match = next(one for one in page(hall, tournament).matches() if one.key == contest.contest_id)
    assert (match.score, match.called_at, match.decided_at) == ("", None, None)
    hall.do(lambda tx: playing_store.assign(tx, contest.contest_id, None, tx.now))
    hall.do(lambda tx: playing_store.note_called(tx, contest.contest_id, hall.now))
    hall.settle(contest, (3, 0))
    match = next(one for one in page(hall, tournament).matches() if one.key == contest.contest_id)
    assert (match.score, match.called_at is None, match.decided_at is None) == ("3–0", False, False)
    assert page(hall, tournament).podium == ()
    assert [one.rank for one in page(hall, hall.play_out(tournament)).podium] == [1, 2, 3]


@pytest.mark.rule("GO-25.1")
def test_boards_whose_line_ups_are_named_for_each_match_come_after_the_round(hall: Hall) -> None:
    switch_on(hall)
    rules = squads.bracket()
    assert rules.teams is not None
    free = replace(rules, teams=replace(rules.teams, line_up=LineUp.FREE, line_up_within=timedelta(minutes=5)))
    for rulebook, early in ((rules, True), (free, False)):
        tournament = squads.entered(hall, rulebook, 4)
        told(hall, tournament)
        one, other = hall.open_contests(tournament)
        name_all(hall, tournament, (one, other))
        squads.play(hall, tournament, one, *["1-0"] * 4)
        assert boards(hall, tournament, one) is early
        squads.play(hall, tournament, other, *["1-0"] * 4)
        assert boards(hall, tournament, one)
        on_boards = [member.board for member in page(hall, tournament).entrants[0].members]
        assert on_boards == ([1, 2, 3, 4] if early else [0, 0, 0, 0])


def name_all(hall: Hall, tournament: Tournament, contests: tuple[Contest, ...]) -> None:
    """Both sides of each match name who sits where."""
    for contest in contests:
        for side, entrant in enumerate(contest.sides):
            order = tuple((one.person_id,) for one in hall.ask(teams_store.members, entrant))
            hall.do(teams_store.give_line_up, contest.contest_id, side, order, order[0][0], hall.now)


def boards(hall: Hall, tournament: Tournament, contest: Contest) -> bool:
    match = next(one for one in page(hall, tournament).matches() if one.key == contest.contest_id)
    assert match.score == "8–0"
    return bool(match.boards)


def test_members_of_teams_are_named_from_the_draw_on(hall: Hall) -> None:
    switch_on(hall)
    tournament = squads.ranked_cup(hall)
    told(hall, tournament)
    squads.jeek_team(hall, tournament, 2, "Azuis")
    shown = page(hall, tournament)
    assert [(one.name, one.members) for one in shown.entrants] == [("Azuis", ())]


# --- beside play ----------------------------------------------------------------------------------------------------


def test_a_time_is_told_once_it_is_agreed_on_and_no_more_when_it_is_lifted(hall: Hall) -> None:
    tournament = begun(hall, alone("weekly-league"))
    contest, staff = first(hall, tournament), hall.person(1).person_id

    def agreed() -> bool:
        match = next(one for one in page(hall, tournament).matches() if one.key == contest.contest_id)
        return match.agreed_at is not None

    hall.do(match_times_store.open_window, contest.contest_id, hall.now)
    assert not agreed()
    at = MatchTime(1, at=hall.now + DAY, fixed_at=hall.now, by=staff, reason="They asked for it")
    hall.do(match_times_store.fix, contest.contest_id, at)
    assert agreed()
    hall.do(match_times_store.end_time, contest.contest_id, TimeEnd.LIFTED, hall.now, staff)
    assert not agreed()


def test_a_pause_is_told_while_it_lasts(hall: Hall) -> None:
    tournament = begun(hall)
    pause = EventPause(tournament.tournament_id, hall.now, hall.person(1).person_id, "Power cut", hall.now + DAY)
    hall.do(tournaments_store.begin_pause, pause)
    assert page(hall, tournament).is_paused
    hall.do(tournaments_store.end_pause, pause, hall.now, None)
    assert not page(hall, tournament).is_paused


def test_why_staff_called_an_event_off_is_read_in_discord_alone(hall: Hall) -> None:
    switch_on(hall)
    tournament = told(hall, hall.announce_of_before(alone("aije-open")))
    off = replace(tournament, cancelled_at=hall.now, cancel_reason="Nobody paid")
    hall.do(tournaments_store.save, off)
    shown = page(hall, tournament)
    assert (shown.state, shown.called_off_because) == (EventState.CALLED_OFF, "")
    hall.do(tournaments_store.save, replace(off, cancel_reason=TOO_FEW))
    assert page(hall, tournament).called_off_because == "Fewer than 2 players checked in."


def test_who_came_in_for_somebody_is_told_and_keeps_no_match_of_theirs(hall: Hall) -> None:
    tournament = begun(hall)
    contest = first(hall, tournament)
    hall.settle(contest, (3, 0))
    entrant, left = contest.sides[0], hall.people_of(tournament, contest)[0]
    came = hall.person(20).person_id
    sub = Substitution("sub", entrant, left, came, hall.person(1).person_id, "Ill", hall.now)
    hall.do(playing_store.keep_players, entrant, left)
    hall.do(replacing_store.add, sub)
    hall.do(lambda tx: tx.execute("UPDATE entrants SET person_id = ? WHERE entrant_id = ?", (came, entrant)))
    shown = page(hall, tournament)
    mine = next(one for one in shown.entrants if one.key == entrant)
    match = next(one for one in shown.matches() if one.key == contest.contest_id)
    assert (mine.name, mine.came_in_for) == ("P20", match.sides[0].name)
    assert match.sides[0].name != "P20"


@pytest.mark.rule("GO-23.6")
def test_what_a_verdict_did_to_a_place_is_told_where_the_server_says_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = hall.play_out(begun(hall, alone("swiss")))
    lowered = page(hall, tournament).podium[0].entrant
    monkeypatch.setattr(course_facts_verbs, "_sanctions", lambda *_: ((EntrantId(lowered), Sanction.LOWERED),))

    def marks() -> list[str]:
        return [row.mark for row in page(hall, tournament).tables[0].rows if row.entrant == lowered]

    assert marks() == [""]
    hall.do(pages_store.save_server, replace(switch_on(hall), on_since=tournament.created_at, shows_bars=True))
    assert marks() == ["a place lower"]
