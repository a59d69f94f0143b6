"""A match for a title in a record: its games one by one, which have to give its score (AIJE-D03)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.play.title_games import GameFate, ToldGame
from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record

File = dict[str, Any]
MATCH: File = {
    "rulebook": {"format": "title_match", "title_match": {"best_of": 3}},
    "entrants": [{"id": "Ana", "holder": True, "choices": {"first": "first", "last": "second"}}, "Bia"],
    "contests": [
        {
            "sides": ["Ana", "Bia"],
            "score": "1-2",
            "games": [
                {"game": 1, "first": "Ana", "winner": "Bia", "how": "time"},
                {"game": 2, "first": "Bia", "how": "annulled"},
                {"game": 2, "first": "Bia", "winner": "Ana", "how": "resigned"},
                {"game": 3, "first": "Bia", "winner": "Bia", "how": "board"},
            ],
        }
    ],
}


def changed(change: Callable[[File], object]) -> str:
    file: File = json.loads(json.dumps(MATCH))
    change(file["contests"][0])
    return json.dumps(file)


def refusal(change: Callable[[File], object]) -> tuple[str, FaultCode]:
    with pytest.raises(RecordRefused) as refused:
        read_record(changed(change), "match.json")
    return refused.value.faults[0].place, refused.value.faults[0].code


@pytest.mark.rule("AIJE-D03-1", "AIJE-D03-5")
def test_the_games_are_read_with_colours_winners_and_endings_and_written_again() -> None:
    record = read_record(json.dumps(MATCH), "match.json")
    assert record.contests[0].games[:2] == (ToldGame(1, 0, 1, GameFate.TIME), ToldGame(2, 1, None, GameFate.ANNULLED))
    again = read_record(write_record(record), "match.json")
    assert again.contests[0].games == record.contests[0].games
    assert replay(again).agrees


@pytest.mark.rule("AIJE-D03-1")
def test_a_match_without_its_games_is_a_record_as_before() -> None:
    assert replay(read_record(changed(lambda match: match.pop("games")), "match.json")).agrees


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize(("at", "winner"), [(0, "Ana"), (2, "Bia")])
def test_a_game_given_to_the_other_side_no_longer_gives_the_score(at: int, winner: str) -> None:
    place = ("contests[0].score", FaultCode.SERIES_SCORE)
    assert refusal(lambda match: match["games"][at].update(winner=winner)) == place


@pytest.mark.rule("AIJE-D03-1")
def test_another_score_than_that_of_the_games_is_refused_unless_an_arbiter_ruled_it() -> None:
    assert refusal(lambda match: match.update(score="2-1")) == ("contests[0].score", FaultCode.SERIES_SCORE)
    ruled = read_record(changed(lambda match: match.update(score="2-1", ruled=True)), "match.json")
    assert replay(ruled).agrees
    assert read_record(write_record(ruled), "match.json").contests[0].ruled


@pytest.mark.rule("AIJE-D03-1")
def test_a_corrected_result_stands_beside_the_one_that_the_games_gave() -> None:
    def corrected(match: File) -> None:
        match.update(score="2-1", ruled=True, earlier=[{"score": "1-2"}])

    assert replay(read_record(changed(corrected), "match.json")).agrees

    def forged(match: File) -> None:
        corrected(match)
        match["games"][0]["winner"] = "Ana"

    assert refusal(forged) == ("contests[0].earlier[0].score", FaultCode.SERIES_SCORE)


@pytest.mark.rule("AIJE-D03-2")
@pytest.mark.parametrize("at", [0, 2, 3])
def test_colours_that_are_not_those_of_the_choices_are_refused_at_the_game(at: int) -> None:
    other = {"Ana": "Bia", "Bia": "Ana"}
    change = lambda match: match["games"][at].update(first=other[match["games"][at]["first"]])  # noqa: E731
    assert refusal(change) == (f"contests[0].games[{at}].first", FaultCode.SERIES_COLOUR)


@pytest.mark.rule("AIJE-D03-2")
def test_without_a_choice_the_colours_change_from_game_to_game_and_the_last_is_open() -> None:
    file = json.loads(json.dumps(MATCH))
    file["entrants"] = ["Ana", "Bia"]
    assert replay(read_record(json.dumps(file), "match.json")).agrees
    file["contests"][0]["games"][2]["first"] = "Ana"
    with pytest.raises(RecordRefused):
        read_record(json.dumps(file), "match.json")


@pytest.mark.rule("AIJE-D03-5")
@pytest.mark.parametrize(
    ("at", "told"),
    [
        (1, {"winner": "Ana"}),
        (0, {"how": "agreed"}),
        (3, {"game": 4}),
        (2, {"game": 3}),
        (0, {"winner": None, "how": "awarded"}),
        (0, {"winner": None, "how": None}),
    ],
)
def test_a_game_that_cannot_have_been_is_refused(at: int, told: File) -> None:
    place, code = refusal(lambda match: match["games"][at].update(told))
    assert code is FaultCode.SERIES_GAME
    assert place.startswith("contests[0].games")


def test_somebody_who_plays_elsewhere_has_won_no_game() -> None:
    place, code = refusal(lambda match: match["games"][0].update(winner="Caio"))
    assert (place, code) == ("contests[0].games[0].winner", FaultCode.UNKNOWN_ENTRANT)


def test_other_contests_have_no_games_one_by_one() -> None:
    file = json.loads(json.dumps(MATCH)) | {"rulebook": {"format": "round_robin", "games": {"best_of": 3}}}
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps(file), "match.json")
    assert refused.value.faults[0].place == "contests[0].games"
