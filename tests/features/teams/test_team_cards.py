"""What the card of a match between teams says: its games by their titles, until when a line-up may be named."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing.match_views_model import MatchView
from bot.features.teams import match_cards as teams_match_cards
from bot.features.teams.model import TeamMatch
from bot.features.teams.stay_on_cards import next_game
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments.tasks_model import Task
from bot.i18n.catalogue import Translator
from bot.play.contests import Contest, Result, ResultKind, Score
from bot.play.format_rules import LineUp
from bot.play.game_sheets import GameId
from bot.play.points import scenes, score_words, side_words
from bot.play.rulebook import Rulebook
from bot.rulebooks.game_files import PLAIN_HEADINGS, read, sheet
from bot.rulebooks.library import preset
from tests.features.teams.test_team_matches import go_cup, school
from tests.hall.challenges import Challenge
from tests.hall.hall import Hall
from tests.hall.squads import GO, JEEK, SCHOOLS, begin, captain_of, found

LATER = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def dispute(hall: Hall) -> Contest:
    tournament = hall.announce(SCHOOLS, "Olimpiada")
    school(hall, tournament, 2, "Norte")
    school(hall, tournament, 3, "Sul")
    return hall.open_contests(begin(hall, tournament, 2, 3))[0]


def seen(hall: Hall, contest: Contest) -> MatchView:
    view: MatchView = hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now)
    return view


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_the_games_of_a_dispute_have_their_titles_on_the_card_and_on_its_buttons(
    hall: Hall, dispute: Contest, language: str
) -> None:
    view, translator = seen(hall, dispute), Translator(language)
    team = found(view.part(TeamMatch))
    played = scenes(found(SCHOOLS.dispute))[found(team.scene)]
    titles = [sheet(GameId(one), language).title for one in played]
    (text,) = teams_match_cards.boards(view, team, translator)
    assert all(f": **{title}** (" in text for title in titles)
    labels = [press.label for row in teams_match_cards.controls(view, team, translator) for press in row]
    assert all(any(title in label for label in labels) for title in titles)


@pytest.mark.rule("OLY-7")
def test_a_game_that_the_server_tells_itself_has_its_own_title(hall: Hall, dispute: Contest) -> None:
    first = found(found(seen(hall, dispute).part(TeamMatch)).boards[0].sheet)
    title = sheet(GameId(first), "it").title
    text = f"# {title}\ndraws: none\n\n## aim\nWin.\n\n## turn\nMove.\n\n## end\nStop.\n"
    hall.act(
        hall.actor(1), tournaments_rulebook_verbs.keep_sheet, read(text.encode(), "own.md", PLAIN_HEADINGS), "es-ES"
    )
    one = found(seen(hall, dispute).part(TeamMatch)).boards[0]
    assert {teams_match_cards.game_title(one, Translator(language)) for language in ("en-US", "pt-BR", "it")} == {title}


@pytest.mark.rule("GO-25.1")
def test_a_line_up_that_is_awaited_says_until_when(hall: Hall) -> None:
    rules = replace(found(GO.teams), line_up=LineUp.FREE, line_up_within=timedelta(minutes=10))
    tournament, contest = go_cup(hall, replace(GO, teams=rules))
    until = hall.now + timedelta(minutes=10)
    view = seen(hall, contest)
    assert found(view.part(TeamMatch)).line_ups_by == until
    assert (
        str(int(until.timestamp()))
        in teams_match_cards.boards(view, found(view.part(TeamMatch)), Translator("en-US"))[0]
    )
    captain = hall.actor(captain_of(hall, tournament, contest, 0))
    (task,) = [one for one in hall.ask_as(captain, guidance_verbs.tasks).tasks if one.task is Task.NAME_LINE_UP]
    assert task.until == until


@pytest.mark.rule("GO-27.2", "OLY-2", "AIJE-D05-3")
@pytest.mark.parametrize(
    ("rulebook", "score", "told"), [(GO, (0, 4), "0–8"), (SCHOOLS, (7, 0), "9–0"), (JEEK, (3, 0), "3–0")]
)
def test_a_match_that_nobody_played_reads_as_much_as_one_won_on_all_boards(
    rulebook: Rulebook, score: Score, told: str
) -> None:
    result = Result(score, score, ResultKind.WALKOVER, LATER)
    assert score_words(result, rulebook) == told
    assert "–".join(side_words(result, rulebook)) == told
    assert teams_match_cards.score(rulebook, score, result.particulars) == told


@pytest.mark.rule("GO-10")
def test_the_card_of_a_go_match_says_who_has_black_on_every_board(hall: Hall) -> None:
    _, contest = go_cup(hall, GO)
    view = seen(hall, contest)
    (text,) = teams_match_cards.boards(view, found(view.part(TeamMatch)), Translator("en-US"))
    for line in text.split("\n")[:4]:
        first, second = line.split(" – ")
        odd = int(line.split(".")[0]) % 2
        assert ("(Black)" in first, "(White)" in second) == (bool(odd), bool(odd))
        assert ("(White)" in first, "(Black)" in second) == (not odd, not odd)


@pytest.mark.rule("OLY-2")
def test_the_card_of_a_dispute_says_which_school_begins_each_game(hall: Hall, dispute: Contest) -> None:
    view = seen(hall, dispute)
    (text,) = teams_match_cards.boards(view, found(view.part(TeamMatch)), Translator("en-US"))
    names = [player.name for player in view.players]
    for board in range(1, 6):
        line = next(one for one in text.split("\n") if one.startswith(f"{board}. "))
        assert f"**{names[(board - 1) % 2]}** begins" in line
        assert ("Then you take turns" in line) is (board > 3)


@pytest.mark.rule("GO-10", "AIJE-D05-3")
@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        (GO, "has Black on boards 1, 3, the other on boards 2, 4"),
        (JEEK, "begins on boards 1, 3, the other on boards 2"),
        (SCHOOLS, "begins on boards 1, 3, 5, the other on boards 2, 4"),
        (preset("go-challenge"), "has Black in game 1"),
    ],
)
def test_the_post_of_a_round_says_who_begins_where(rulebook: Rulebook, said: str) -> None:
    assert said in "\n".join(teams_match_cards.of_round(rulebook, Translator("en-US")))


@pytest.mark.rule("GO-10")
def test_in_a_challenge_black_goes_from_side_to_side_game_by_game(hall: Hall) -> None:
    challenge = Challenge(hall)
    challenge.order(0)
    challenge.order(1)
    for number, black in enumerate((0, 1, 0)):
        assert found(challenge.view.first) == black
        said = next_game(seen(hall, challenge.contest), challenge.view, Translator("en-US"))
        assert (said.index("(Black)") < said.index("(White)")) is (black == 0)
        if number < 2:
            challenge.won(0)
