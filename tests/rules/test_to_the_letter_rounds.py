"""Rounds by the letter: who has the bye, how often two meet, what counts when, who stands on the podium."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.model import BoardCause, BoardOutcome, choices
from bot.features.rounds import cards as rounds_cards
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.counts import example_score
from bot.play.entries import Tournament
from bot.play.format_rules import RoundRobinRules, ScoringRules, SwissRules
from bot.play.formats.protocol import EventFacts
from bot.play.pairing_engine import pair
from bot.play.rulebook import Rulebook
from bot.play.teams import read_school_year
from bot.rulebooks.library import preset, problems
from tests.features.rounds.test_formats import ROUND_ROBIN, SWISS
from tests.hall.go import go_rules
from tests.hall.hall import Hall
from tests.hall.squads import found
from tests.play.swiss_events import by_chance, byes, field, pairs, played, rulebook
from tests.play.test_board_rulings import TABLE
from tests.play.test_board_rulings import contest as a_game
from tests.play.test_pairing import player, task

SEEDS: Final = [number.to_bytes(4, "big") for number in range(6)]


# ---- byes and opponents ----------------------------------------------------------------------------------------------


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(
    ("told", "rests"),
    [
        # name, points, byes, rounds unplayed: of the lowest score who has played most, then the lowest of them
        ({"a": (1, 0, 0), "b": (1, 0, 0), "c": (0, 0, 0), "d": (0, 0, 0), "e": (0, 0, 1)}, "d"),
        ({"a": (1, 0, 0), "b": (0, 0, 0), "c": (0, 0, 1), "d": (0, 0, 1), "e": (0, 0, 2)}, "b"),
        ({"a": (2, 0, 0), "b": (1, 0, 0), "c": (1, 1, 1), "d": (1, 0, 1), "e": (1, 0, 0)}, "e"),
        # nobody a second while somebody has none, nobody a third while somebody has one
        ({"a": (3, 0, 0), "b": (1, 1, 1), "c": (0, 1, 1)}, "a"),
        ({"a": (5, 1, 1), "b": (2, 2, 2), "c": (0, 2, 2)}, "a"),
        ({"a": (6, 1, 1), "b": (3, 1, 1), "c": (2, 2, 2), "d": (1, 2, 2), "e": (0, 2, 2)}, "b"),
    ],
)
def test_the_bye_goes_by_the_fewest_rounds_unplayed_and_goes_round(
    told: dict[str, tuple[int, int, int]], rests: str
) -> None:
    people = [player(name, points, byes=had, unplayed=missed) for name, (points, had, missed) in told.items()]
    assert [one.sides for one in pair(task(*people)).byes] == [(rests,)]


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(
    ("players", "rounds", "last"),
    [(3, 9, 3), (4, 9, 3), (5, 9, 5), (6, 9, 5), (7, 5, 5)],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_swiss_of_more_rounds_than_opponents_ends_when_all_have_met_and_nobody_meets_twice(
    players: int, rounds: int, last: int, seed: bytes
) -> None:
    event = played(EventFacts(field(players)), rulebook(rounds=rounds), by_chance(seed))
    assert max(one.round for one in event.contests) == last
    assert set(Counter(pairs(event.contests)).values()) == {1}
    assert set(byes(event).values()) <= {1}


@pytest.mark.rule("GO-26.3")
def test_who_enters_in_the_second_round_plays_it(hall: Hall) -> None:
    """Six begin, a seventh comes: of those without a point the newcomer alone has played nothing, and has no bye."""
    rules = replace(SWISS, swiss=SwissRules(rounds=4, late_entry_until=2))
    event = hall.begin(hall.announce(rules), *range(2, 8))
    hall.act(hall.actor(20), entering_verbs.register, event.tournament_id, "late20")
    for contest in hall.open_contests(event):
        hall.settle(contest, (1, 0))
    second = [one for one in hall.ask(playing_store.of_tournament, event.tournament_id) if one.round == 2]
    (rests,) = [hall.people_of(event, one) for one in second if len(one.sides) == 1]
    newcomer = hall.person(20).person_id
    assert rests != (newcomer,)
    assert any(newcomer in hall.people_of(event, one) for one in second if len(one.sides) == 2)


# ---- what counts when ------------------------------------------------------------------------------------------------


def counted(hall: Hall, event: Tournament) -> list[float]:
    rows = found(hall.ask(course_reading_verbs.standings_view, event.tournament_id)).rows
    return sorted(float(found(row.values[0].value)) for row in rows)


@pytest.mark.rule("GO-26.3")
def test_the_bye_of_a_round_counts_with_the_games_of_the_round(hall: Hall) -> None:
    event = hall.begin(hall.announce(SWISS), 2, 3, 4, 5, 6)
    first, second = hall.open_contests(event)
    assert counted(hall, event) == [0, 0, 0, 0, 0]
    hall.settle(first, (1, 0))
    assert counted(hall, event) == [0, 0, 0, 0, 1]
    hall.settle(second, (1, 0))
    assert counted(hall, event) == [0, 0, 1, 1, 1]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_results_of_a_round_are_those_of_the_round_and_no_game_to_come(hall: Hall, locale: str) -> None:
    event = hall.begin(hall.announce(), 2, 3, 4, 5)
    for contest in hall.open_contests(event):
        hall.settle(contest, (3, 1))
    view = found(hall.ask(course_reading_verbs.bracket_view, event.tournament_id))
    said = "\n".join(rounds_cards.round_over(view, 1, Translator(locale)).paragraphs)
    assert said.count("3–1") == 2
    assert len([line for line in said.splitlines() if line.count("<@") == 2]) == 2


@pytest.mark.rule("GO-28.2", "GO-28.3")
@pytest.mark.parametrize("rules", [SWISS, ROUND_ROBIN, preset("go-round-robin"), preset("go-swiss")])
@pytest.mark.parametrize("gone", [1, 2])
def test_who_left_without_playing_stands_on_no_step_of_the_podium(hall: Hall, rules: Rulebook, gone: int) -> None:
    """Of four, one or two leave before their first game: there are as many steps as people who played."""
    event = hall.begin(hall.announce(rules), 2, 3, 4, 5)
    for number in (2, 3)[:gone]:
        hall.act(hall.actor(number), rounds_drawing_verbs.leave, event.tournament_id)
    left = {hall.person(number).person_id for number in (2, 3)[:gone]}
    hall.play_out(event, lambda one: (1, 0) if one.sides[0] < one.sides[1] else (0, 1))
    places = found(hall.ask(rounds_ending_verbs.podium_view, event.tournament_id)).places
    assert left.isdisjoint(one.person.person_id for one in places)
    assert len(places) == min(3, 4 - gone)


@pytest.mark.rule("GO-26.2", "GO-26.3")
@pytest.mark.parametrize(("bye", "refused"), [(0.0, True), (1.0, False)])
def test_a_bye_that_would_be_worth_nothing_is_told_before_the_event(bye: float, refused: bool) -> None:
    """A round-robin that becomes a Swiss above a number has byes, which a lot would give."""
    rules = replace(
        ROUND_ROBIN,
        round_robin=RoundRobinRules(swiss_above=6),
        swiss=SwissRules(),
        scoring=ScoringRules(bye=bye),
    )
    assert ("round_robin.swiss_above" in str(problems(rules))) is refused


# ---- what an arbiter and a captain are offered -----------------------------------------------------------------------

KNOCKOUT_OFFERS: Final = {
    BoardCause.DISTURBED: [
        BoardOutcome.FAIR_POINT,
        BoardOutcome.AS_IT_IS,
        BoardOutcome.PLAYED_AGAIN,
        BoardOutcome.BOTH_LOST,
    ],
    BoardCause.BROKEN_OFF: [BoardOutcome.PLAYED_AGAIN, BoardOutcome.BOTH_LOST],
}
TABLE_OFFERS: Final = {
    BoardCause.DISTURBED: [
        BoardOutcome.FAIR_POINT,
        BoardOutcome.AS_IT_IS,
        BoardOutcome.DRAWN,
        BoardOutcome.PLAYED_AGAIN,
        BoardOutcome.BOTH_LOST,
    ],
    BoardCause.BROKEN_OFF: [BoardOutcome.DRAWN, BoardOutcome.PLAYED_AGAIN, BoardOutcome.BOTH_LOST],
}


@pytest.mark.rule("GO-17.5", "GO-17.6")
@pytest.mark.parametrize(
    ("rules", "drawable", "offers"), [(go_rules(), False, KNOCKOUT_OFFERS), (TABLE, True, TABLE_OFFERS)]
)
@pytest.mark.parametrize("cause", list(KNOCKOUT_OFFERS))
def test_the_chief_is_offered_each_ruling_of_the_article_once(
    rules: Rulebook, drawable: bool, offers: dict[BoardCause, list[BoardOutcome]], cause: BoardCause
) -> None:
    """17.5: a fair point, as it is, a draw, a replay, both lose; 17.6 the last three; a knock-out has no draw."""
    found_ones = [one.outcome for one in choices(a_game(drawable=drawable), rules) if one.cause is cause]
    assert sorted(found_ones) == sorted(offers[cause])


@pytest.mark.rule("AIJE-D05-3")
@pytest.mark.parametrize("games", range(1, 8))
def test_the_example_of_a_boards_score_has_as_many_games_as_are_played_there(games: int) -> None:
    assert sum(map(int, example_score(games).split("-"))) == games


@pytest.mark.rule("OLY-1")
@pytest.mark.parametrize("year", range(1, 10))
def test_school_years_are_read_as_the_text_writes_them(year: int) -> None:
    """«Alunos do 7°, 8° e 9° anos»."""
    assert {read_school_year(f"{year}{sign}") for sign in ("°", "º", "º ano", "° ano", "")} == {year}
