"""Warnings and rulings in a match of teams: each is of a board, which is a game beside the others (GO-23.3, GO-24)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.playing import board_cards as playing_board_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import warnings_verbs as playing_warnings_verbs
from bot.features.playing.match_views_model import Reported, Seats, WarningChoice
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams.model import TeamMatch
from bot.i18n.catalogue import Translator
from bot.kernel.errors import Outdated
from bot.layout.cards import Choice, Control
from bot.play.contests import Contest
from bot.play.counts import Price, Warned, catalogue
from bot.play.entries import Tournament
from bot.play.plugs import Parts
from bot.play.rulebook import discipline_of
from tests.features.teams.test_team_matches import go_cup
from tests.hall.hall import Hall
from tests.hall.squads import GO, captain_of, found
from tests.refusals import refuses

ORGANISER = 1
NUMBER = {one.name: number for number, one in enumerate(catalogue(discipline_of(GO)))}
Played = tuple[Tournament, Contest]


@pytest.fixture
def played(hall: Hall) -> Played:
    """A match of two teams of four, all of them at their boards."""
    tournament, contest = go_cup(hall)
    for side in (0, 1):
        hall.act(
            hall.actor(captain_of(hall, tournament, contest, side)), playing_presence_verbs.here, contest.contest_id
        )
    return tournament, contest


def choice(control: Control) -> Choice | None:
    """The control as a menu; None for any other."""
    return control if isinstance(control, Choice) else None


def warn(
    hall: Hall, contest: Contest, board: int, offence: str = "second_move", side: int = 0, *, loses: bool = False
) -> Warned:
    hall.now += timedelta(seconds=10)
    price = Price.LOST_GAME if offence == "phone" and loses else Price.WARNING
    chosen = WarningChoice(side, NUMBER[offence], price, loses, board)
    view = hall.act(hall.actor(ORGANISER), playing_warnings_verbs.warn, contest.contest_id, chosen, "")
    given: Warned = view.warnings[-1]
    return given


def report(hall: Hall, played: Played, *boards: str) -> tuple[int, ...]:
    """The score that the captain of the other side tells."""
    tournament, contest = played
    told: Reported = hall.act(
        hall.actor(captain_of(hall, tournament, contest, 1)), teams_matches_verbs.report, contest.contest_id, boards
    )
    return told.score


@pytest.mark.rule("GO-24")
def test_two_warnings_on_two_boards_lose_neither_game(hall: Hall, played: Played) -> None:
    _, contest = played
    first, second = warn(hall, contest, 1), warn(hall, contest, 3)
    assert (first.person_id != second.person_id, first.lost_game, second.lost_game) == (True, False, False)
    assert report(hall, played, "1-0", "1-0", "1-0", "1-0") == (4, 0, 0)


@pytest.mark.rule("GO-24")
def test_two_warnings_on_one_board_lose_that_board_and_no_other(hall: Hall, played: Played) -> None:
    _, contest = played
    warn(hall, contest, 3)
    with pytest.raises(Outdated):
        warn(hall, contest, 3)
    assert warn(hall, contest, 3, loses=True).lost_game
    with refuses("error.BoardLostByOffence") as refused:
        report(hall, played, "1-0", "1-0", "1-0", "1-0")
    assert (refused.value.board, refused.value.mark) == (3, "-+")
    assert report(hall, played, "1-0", "1-0", "-+", "1-0") == (3, 1, 0)


@pytest.mark.rule("GO-24")
def test_a_board_counts_as_played_once_the_warning_is_taken_back(hall: Hall, played: Played) -> None:
    _, contest = played
    warn(hall, contest, 2)
    given = warn(hall, contest, 2, loses=True)
    with refuses("error.BoardLostByOffence"):
        report(hall, played, "1-0", "1-0", "0-1", "1-0")
    hall.act(hall.actor(ORGANISER), playing_warnings_verbs.take_back, given.warning_id, "Seen wrongly")
    assert report(hall, played, "1-0", "1-0", "0-1", "1-0") == (3, 1, 0)


@pytest.mark.rule("GO-23.3")
def test_a_phone_that_sounds_again_costs_its_owner_and_nobody_else_of_the_team(hall: Hall, played: Played) -> None:
    _, contest = played
    warn(hall, contest, 1, "phone")

    def prices(board: int) -> set[Price]:
        page = hall.act(hall.actor(ORGANISER), playing_warnings_verbs.page, contest.contest_id, (0, board))
        return {one.price for one in page.options[0] if one.offence == "phone"}

    assert (prices(1), prices(2)) == ({Price.LOST_GAME}, {Price.WARNING})


def test_the_arbiter_says_first_whose_offence_it_was(hall: Hall, played: Played) -> None:
    _, contest = played
    page = hall.act(hall.actor(ORGANISER), playing_warnings_verbs.page, contest.contest_id)
    card = playing_board_cards.warning_page(page, Translator("en-US"))
    assert [found(choice(one)).custom_id for one in card.controls] == [
        f"warn-whose:{contest.contest_id}.{side}" for side in (0, 1)
    ]
    assert len(found(page.view.part(TeamMatch)).boards) == 4
    assert page.asks_board
    seats = found(page.view.part(Seats)).by_board
    many = replace(page, view=replace(page.view, parts=Parts((Seats(dict.fromkeys(range(1, 37), seats[1])),))))
    for one in playing_board_cards.warning_page(many, Translator("en-US")).controls:
        assert len(found(choice(one)).options) == 36
    seat = hall.act(hall.actor(ORGANISER), playing_warnings_verbs.page, contest.contest_id, (1, 2))
    (menu,) = playing_board_cards.warning_page(seat, Translator("en-US")).controls
    assert found(choice(menu)).custom_id == f"warn:{contest.contest_id}.1_2"


@pytest.mark.rule("GO-17.5", "GO-17.6")
def test_nothing_is_ruled_for_the_game_of_a_match_that_has_several(hall: Hall, played: Played) -> None:
    with refuses("error.RuledBoardByBoard"):
        hall.act(hall.actor(ORGANISER), playing_ruling_verbs.page, played[1].contest_id)
    assert report(hall, played, "½-½", "+-", "-+", "0-1") == (1, 2, 1)
