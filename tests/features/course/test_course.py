"""What `/events` says of a running event, in each format."""

from __future__ import annotations

import pytest

from bot.features.course import cards as course_cards
from bot.features.course import verbs as course_verbs
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments.facts_verbs import tournament_view
from bot.features.tournaments.model import CourseView, RoundInPlay
from bot.i18n.catalogue import LOCALES, Translator
from bot.layout.cards import Button
from bot.play.contests import Stage
from bot.play.entries import Tournament
from tests.features.course.test_deciding import LEVEL, until
from tests.features.rounds.test_formats import ALL, CUT, GROUPS, LIVES, PLACES, SWISS
from tests.hall import title_matches
from tests.hall.arena_hall import ARENA
from tests.hall.edge import Edge
from tests.hall.hall import Hall


def seen(hall: Hall, tournament: Tournament) -> CourseView:
    view = hall.ask(course_verbs.course, tournament.tournament_id)
    assert view is not None
    return view


def said(hall: Hall, tournament: Tournament, locale: str = "en-US") -> str:
    return course_cards.lines(seen(hall, tournament), Translator(locale))


def buttons(hall: Hall, tournament: Tournament) -> set[str]:
    view = hall.ask(tournament_view, tournament.tournament_id)
    assert view is not None
    card = tournaments_cards.announcement(view, Translator("en-US"))
    return {
        press.custom_id.partition(":")[0]
        for row in card.controls
        if isinstance(row, tuple)
        for press in row
        if isinstance(press, Button)
    }


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ALL)
def test_every_format_tells_its_running_round(hall: Hall, name: str, locale: str) -> None:
    tournament = hall.begin(hall.announce(ALL[name]), *range(2, 8))
    assert said(hall, tournament, locale).startswith("▶️ **")


def test_a_swiss_tells_its_round_of_how_many_and_what_is_decided(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(SWISS), *range(2, 8))
    hall.settle(hall.open_contests(tournament)[0], (1, 0))
    assert "**Round 1 of 3**: 1 of 3 matches decided" in said(hall, tournament)
    assert buttons(hall, tournament) == {"standings", "players", "rules", "verify"}


def test_a_swiss_with_a_cut_links_to_table_and_bracket_and_names_the_rounds_of_the_knock_out(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(CUT), *range(2, 10))
    assert {"standings", "bracket"} <= buttons(hall, tournament)
    until(hall, tournament, Stage.SEMIFINAL)
    assert "**Semi-finals**: 0 of 2" in said(hall, tournament)


def test_groups_in_the_same_round_are_one_line(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(GROUPS), *range(2, 8))
    assert [part.matches for part in seen(hall, tournament).parts] == [2]


def test_two_lives_tell_both_brackets_and_places_their_own_matches(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(LIVES), *range(2, 6))
    for contest in hall.open_contests(tournament):
        hall.settle(contest, (contest.target, 0))
    assert "**Main bracket · Round 2**" in said(hall, tournament) or "**Round 2**" in said(hall, tournament)
    assert "**Lower bracket · Round 1**" in said(hall, tournament)
    places = hall.begin(hall.announce(PLACES), *range(2, 10))
    until(hall, places, Stage.PLACEMENT)
    assert "Match for a place" in said(hall, places)


def test_a_play_off_is_told_by_its_name(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(LEVEL), 2, 3, 4)
    while waiting := [one for one in hall.open_contests(tournament) if one.stage is Stage.MAIN]:
        hall.settle(waiting[0], (1, 0))
    assert "**Play-off · Round 1**: 0 of 1 match decided" in said(hall, tournament)


@pytest.mark.rule("AIJE-D03-3")
def test_a_match_for_a_title_tells_the_score_and_has_neither_table_nor_bracket(hall: Hall) -> None:
    tournament, contest = title_matches.begun(hall)
    title_matches.won(hall, contest, 2)
    assert "Game 2 of 19" in said(hall, tournament)
    assert buttons(hall, tournament) == {"players", "rules", "verify"}


@pytest.mark.rule("ARENA-3")
def test_an_arena_tells_its_clock_and_its_lobby(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(ARENA), *range(2, 6))
    assert "The arena runs until" in said(hall, tournament) or "One moment" in said(hall, tournament)
    assert "standings" in buttons(hall, tournament)


def test_an_event_that_takes_entries_has_no_course(hall: Hall) -> None:
    assert hall.ask(course_verbs.course, hall.announce(SWISS).tournament_id) is None


def test_the_final_of_a_small_field_at_tables_is_the_only_one(hall: Hall) -> None:
    edge = Edge(hall, 3)
    view = CourseView(edge.tournament, (RoundInPlay(Stage.FINAL, 4, 0, 1, 0, 1),), begun=True, starters=3)
    assert "**Final match**" in course_cards.lines(view, Translator("en-US"))
