"""The five official tournaments and the game: the worked examples, tried on what draws, counts and ends them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from bot.features.jeek.model import Position, legal_moves, play, read_squares
from bot.features.seats.model import Earlier, Invitation, qualify
from bot.features.seats.model import settle as won_by
from bot.features.teams.model import list_problems
from bot.kernel.ids import PersonId
from bot.play.contests import Stage
from bot.play.matches import AbsenceClock, walkover_games
from bot.play.points import board_total, encounter_points, result_of
from bot.play.rulebook import Asked, QualifyingEvent
from bot.play.teams import BoardMember, Team
from bot.play.title_games import Series, colours, play_game
from bot.rulebooks.library import preset
from tests.play.brackets import drawn, first_places, played_out, starters
from tests.play.crosstables import aije_teams, boards, event, match, values
from tests.play.test_absence_clocks import CALL
from tests.rules.written import Facts, examples, fixed

OPEN: Final = preset("aije-open")
CANDIDATES: Final = preset("aije-candidates")
TEAMS: Final = preset("aije-teams")
LEAGUE: Final = tuple(PersonId(f"L{place}") for place in range(1, 7))
THE_OPEN: Final = tuple(PersonId(f"O{place}") for place in range(1, 7))
PRELIMINARY: Final = frozenset({Stage.PRELIMINARY})


@pytest.mark.parametrize("told", examples("AIJE-C01-2"))
def test_black_may_not_copy_white_at_first(told: Facts) -> None:
    position = play(Position(), read_squares(" ".join(told["white"])))
    if told["blacks_move"] > 1:
        for squares in ("B2", "B3"):
            position = play(position, read_squares(squares))
    assert (read_squares(" ".join(told["black"])) in legal_moves(position)) is told["legal"]


@pytest.mark.parametrize("told", examples("AIJE-D01-4"))
def test_the_first_round_brings_the_field_to_a_power_of_two(told: Facts) -> None:
    places = first_places(drawn(starters(told["players"])))
    pairs = sum(len(place.sides) == 2 and place.stage in PRELIMINARY for place in places)
    assert (pairs, sum(len(place.sides) == 1 for place in places)) == (told["preliminaries"], told["byes"])


@pytest.mark.rule("AIJE-D01-3")
def test_the_open_is_best_of_five_and_of_nine_for_the_places_on_the_podium() -> None:
    contests = played_out(drawn(starters(8))).contests
    lengths: dict[Stage, set[int]] = {}
    for one in contests:
        lengths.setdefault(one.stage, set()).add(one.best_of)
    assert lengths.pop(Stage.FINAL) == {fixed("AIJE-D01-3", "final")["best_of"]}
    assert lengths.pop(Stage.THIRD_PLACE) == {fixed("AIJE-D01-3", "third_place")["best_of"]}
    assert set().union(*lengths.values()) == {fixed("AIJE-D01-3", "best_of")}


@pytest.mark.parametrize("told", examples("AIJE-D01-5.4"))
def test_lateness_costs_a_game_every_two_minutes(told: Facts) -> None:
    late = timedelta(seconds=told["seconds"])
    lost = walkover_games(AbsenceClock(0, CALL, None, (0, 0)), CALL + late, OPEN.matches, told["first_to"], ())
    assert (lost, lost == told["first_to"]) == (told["lost"], told["over"])


@pytest.mark.parametrize("told", examples("AIJE-D02-1"))
def test_the_candidates_are_five_or_six(told: Facts) -> None:
    champion = LEAGUE[told["champion"] - 1] if told["champion"] else PersonId("nobody of them")
    before = Earlier(LEAGUE, THE_OPEN, champion)
    first, second = qualify(before).matches
    won = LEAGUE[3] if told["fourth_wins"] else THE_OPEN[2]
    found = qualify(before, [won_by(first, won), won_by(second, LEAGUE[4])])
    holders = found.holders(QualifyingEvent.CANDIDATES)
    assert len(holders) == told["players"]
    assert champion not in holders
    assert CANDIDATES.games is not None
    assert CANDIDATES.games.best_of * (len(holders) - 1) == told["games_each"]


@pytest.mark.parametrize("told", examples("AIJE-D02-2", "players"))
@pytest.mark.parametrize("event_of", ["aije-candidates", "aije-champions-league"])
def test_everyone_plays_five_games_with_everyone(told: Facts, event_of: str) -> None:
    games = preset(event_of).games
    assert games is not None
    assert games.play_all
    assert games.best_of * (told["players"] - 1) == told["games_each"]


@pytest.mark.parametrize("told", examples("AIJE-D02-2", "score"))
def test_each_game_won_is_a_point(told: Facts) -> None:
    one = match(1, "AB", tuple(told["score"]), best_of=5)
    assert list(encounter_points(one, CANDIDATES)) == told["points"]


@pytest.mark.parametrize("told", examples("AIJE-D03-1"))
def test_the_first_to_ten_is_world_champion(told: Facts) -> None:
    series = Series(colours(fixed("AIJE-D03-1", "best_of"), 0))
    most = max(told["score"])
    for number in range(most):
        for side, wins in enumerate(told["score"]):
            if wins > number and series.turn is not None:
                series = play_game(series, side)
    assert (sum(series.score), series.turn is None) == (told["games"], told["over"])


@pytest.mark.parametrize("told", examples("AIJE-D04-2"))
def test_the_league_is_twenty_five_games_each(told: Facts) -> None:
    games = preset("aije-champions-league").games
    assert games is not None
    assert (games.best_of * (told["players"] - 1), games.play_all) == (told["games_each"], True)


@pytest.mark.rule("AIJE-D04-1")
def test_six_seats_of_the_league_come_from_the_places_that_the_rule_names() -> None:
    found = qualify(Earlier(LEAGUE, THE_OPEN, None))
    place_of = {"league": LEAGUE, "open": THE_OPEN}
    seats = fixed("AIJE-D04-1", "seats")
    sure = {place_of[seat["of"]][seat["place"] - 1] for seat in seats if "of" in seat}
    pairs = [
        tuple(place_of[side["of"]][side["place"] - 1] for side in seat["winner_of"])
        for seat in seats
        if "winner_of" in seat
    ]
    assert set(found.holders(QualifyingEvent.LEAGUE)) == sure
    assert [one.sides for one in found.matches] == pairs
    assert len(sure) + len(pairs) == fixed("AIJE-D04-1", "players")


@pytest.mark.rule("AIJE-D02-1")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_seat_in_the_candidates_that_is_not_taken_goes_to_nobody(place: int) -> None:
    assert fixed("AIJE-D02-1", "not_taken") == "stays empty"
    before = qualify(Earlier(LEAGUE, THE_OPEN, None)).holders(QualifyingEvent.CANDIDATES)
    no = Invitation(Asked.CANDIDATES, LEAGUE[place])
    after = qualify(Earlier(LEAGUE, THE_OPEN, None), declined={no}).holders(QualifyingEvent.CANDIDATES)
    assert set(after) == set(before) - {LEAGUE[place]}


@pytest.mark.parametrize("told", examples("AIJE-D05-1"))
def test_a_team_has_one_of_the_top_five_and_its_highest_rated_leads(told: Facts) -> None:
    listed = zip(told["places"], told["ratings"], strict=True)
    members = tuple(
        BoardMember(PersonId(f"p{board}"), board, rating or None, place or None)
        for board, (place, rating) in enumerate(listed, start=1)
    )
    assert TEAMS.teams is not None
    found = list_problems(Team(members[0].person_id, members), TEAMS.teams)
    assert (found == ()) is told["fits"]


@pytest.mark.parametrize("told", examples("AIJE-D05-3"))
def test_more_boards_win_the_match_of_teams(told: Facts) -> None:
    scores = boards(*map(tuple, told["boards"]))
    games = tuple(sum(one) for one in zip(*told["boards"], strict=True))
    one = match(1, "AB", games, boards=scores, best_of=12)
    assert [board_total(result_of(one), side, TEAMS) for side in (0, 1)] == told["board_wins"]
    assert list(encounter_points(one, TEAMS)) == told["match_points"]


@pytest.mark.parametrize("told", examples("AIJE-D05-4"))
def test_the_longest_run_without_losing(told: Facts) -> None:
    scores = {"W": (4, 0), "D": (2, 2), "L": (0, 4)}
    rounds = [
        match(number, "AB", scores[one], boards=boards(scores[one]), best_of=12)
        for number, one in enumerate(told["results"], start=1)
    ]
    assert values(event("AB", *rounds), aije_teams(), "longest_unbeaten_run")["A"] == told["run"]
