"""The announcement of the end: who stands on the podium in each format, who goes on, and what staff does next."""

from __future__ import annotations

import pytest

from bot.features.profile import verbs as profile_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_cards as rounds_ending_cards
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import MemberId
from bot.layout.cards import Card
from bot.play.contests import Stage
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from tests.features.course.test_deciding import until
from tests.features.guidance.test_open_duties import in_play
from tests.features.playing import test_chief
from tests.features.rounds.test_formats import CUT, GROUPS, LIVES, PLACES, ROUND_ROBIN
from tests.features.seats.test_seats import Season, number_of
from tests.hall import squads
from tests.hall.hall import GUILD, Hall


def podium(hall: Hall, tournament: Tournament, locale: str = "en-US") -> Card:
    view = hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id)
    assert view is not None
    return rounds_ending_cards.podium(view, Translator(locale))


def said(card: Card) -> str:
    return "\n".join(card.paragraphs)


def test_a_table_tells_what_its_first_three_have_counted(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(ROUND_ROBIN), 2, 3, 4)
    tournament = hall.play_out(tournament, lambda one: (1, 0) if one.sides[0] < one.sides[1] else (0, 1))
    assert "🥇 <@" in said(podium(hall, tournament))
    assert "Points **2**" in said(podium(hall, tournament))


@pytest.mark.rule("AIJE-D05-3")
def test_the_members_of_a_winning_team_are_named_and_called(hall: Hall) -> None:
    squads.publish(hall, P2=2000, P3=1900, P4=1800, P5=1700)
    tournament = hall.announce(squads.JEEK)
    for captain, name in ((2, "Reds"), (3, "Blues"), (4, "Greens"), (5, "Whites")):
        squads.jeek_team(hall, tournament, captain, name)
    tournament = hall.play_out(squads.begin(hall, tournament, 2, 3, 4, 5))
    card = podium(hall, tournament)
    view = hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id)
    assert view is not None
    assert [len(place.members) for place in view.places] == [3] * len(view.places)
    for member in view.places[0].members:
        assert (member.name if member.discord_id is None else f"<@{member.discord_id}>") in said(card)


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
@pytest.mark.parametrize("locale", LOCALES)
def test_the_end_of_a_league_says_who_goes_on_and_how_long_they_have_to_answer(hall: Hall, locale: str) -> None:
    season = Season(hall)
    league = season.view().sources[0]
    card = said(podium(hall, league, locale))
    assert "7" in card
    for invitation in season.view().qualification.invitations():
        assert f"<@{number_of(hall, invitation.person_id)}>" in card
    assert "/seats show" in card
    season.confirm()
    assert "/seats show" not in said(podium(hall, league, locale))


@pytest.mark.rule("GO-30")
def test_the_chief_arbiter_is_reminded_of_the_closing_report(hall: Hall) -> None:
    board = in_play(hall)
    hall.arbiter(test_chief.CHIEF)
    test_chief.name(board, test_chief.CHIEF)
    tournament = hall.play_out(board.tournament)
    assert "closing report" in said(podium(hall, tournament))


@pytest.mark.rule("GO-26.1")
def test_after_a_reset_the_last_final_is_the_one_that_is_told(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(LIVES), *range(2, 6))
    (final,) = until(hall, tournament, Stage.FINAL)
    hall.settle(final, (final.target, 1))
    won = final.sides[0]
    tournament = hall.play_out(tournament, lambda one: (one.target, 0) if one.sides[0] == won else (0, one.target))
    view = hall.ask(rounds_ending_verbs.podium_view, tournament.tournament_id)
    assert view is not None
    first = view.on(1)[0].match
    assert first is not None
    assert first.round > final.round


@pytest.mark.parametrize(
    ("rulebook", "players", "named"),
    [
        (PLACES, 8, ["Quarter-finals", "Semi-finals", "Final match"]),
        (CUT, 8, ["Round 1", "Round 2", "Round 3", "Semi-finals", "Final match"]),
        (GROUPS, 6, ["Group stage · Round 1", "Group stage · Round 2", "Semi-finals", "Final match"]),
        (LIVES, 4, ["Main bracket · Round 1", "Lower bracket · Round 1", "Final match"]),
    ],
)
def test_the_record_calls_the_rounds_as_announcement_and_bracket_do(
    hall: Hall, rulebook: Rulebook, players: int, named: list[str]
) -> None:
    tournament = hall.begin(hall.announce(rulebook), *range(2, 2 + players))
    hall.play_out(tournament)
    view = hall.ask(rounds_ending_verbs.record_view, tournament.tournament_id)
    assert view is not None
    headings = [
        text.splitlines()[0].strip("*") for text in rounds_ending_cards.record(view, Translator("en-US")).paragraphs[1:]
    ]
    assert [one for one in headings if one in named] == named[::-1]
    assert not any(one.startswith("Round ") for one in headings if one not in named)


def test_who_left_without_a_game_is_on_no_step_of_a_small_table(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(ROUND_ROBIN), 2, 3, 4)
    hall.act(hall.actor(4), rounds_drawing_verbs.leave, tournament.tournament_id)
    tournament = hall.play_out(tournament, lambda one: (1, 0) if one.sides[0] < one.sides[1] else (0, 1))
    text = said(podium(hall, tournament))
    assert ("🥇" in text, "🥈" in text, "🥉" in text) == (True, True, False)
    page = hall.ask(profile_verbs.page_of_member, GUILD, MemberId(4), hall.now)
    assert page is not None
    assert (page.places, [one.on_podium for one in page.events]) == ((0, 0, 0), [False])
