"""Records of teams: whom level boards send on is worked out where it follows, and asked for where it does not."""

from __future__ import annotations

import json
from typing import Final

import pytest

from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import Replay, replay
from bot.record.writing import games_csv

LEVEL: Final = ("½-½", "½-½", "½-½")
Contest = dict[str, object]


def boards(*scores: str) -> list[dict[str, object]]:
    return [{"board": number, "score": score} for number, score in enumerate(scores, start=1)]


def cup(*first: str, teams: dict[str, object] | None = None, **told: object) -> str:
    """A knock-out of four teams of three, the first semi-final told so; C wins the other, and the final."""
    semi: Contest = {"sides": ["A", "B"], "boards": boards(*first), **told}
    rest = [{"sides": ["C", "D"], "boards": boards("1-0", "1-0", "0-1")}]
    rulebook = {"format": "knockout", "teams": {"size": 3, **(teams or {})}}
    return json.dumps({"rulebook": rulebook, "entrants": ["A", "B", "C", "D"], "contests": [semi, *rest]})


def refusal(record: str) -> tuple[str, FaultCode]:
    with pytest.raises(RecordRefused) as refused:
        read_record(record, "cup.json")
    (fault,) = refused.value.faults
    return fault.place, fault.code


def out(record: str) -> set[str]:
    """Who lost a semi-final."""
    found: Replay = replay(read_record(record, "cup.json"))
    assert found.difference is None
    return {str(row.entrant_id) for row in found.derived.standings if row.rank_to > 2}


@pytest.mark.rule("GO-27.2")
def test_who_goes_on_by_the_first_board_that_was_not_level_need_not_be_written() -> None:
    assert out(cup("½-½", "0-1", "1-0")) == {"A", "D"}


@pytest.mark.rule("GO-27.1")
def test_a_lot_has_to_be_written_since_nothing_else_says_it() -> None:
    assert refusal(cup(*LEVEL)) == ("contests[0].paired_as_winner", FaultCode.NOT_SEPARATED)
    assert out(cup(*LEVEL, paired_as_winner=0)) == {"B", "D"}


def test_the_games_as_a_table_name_who_goes_on_from_level_boards() -> None:
    lines = games_csv(read_record(cup("½-½", "0-1", "1-0"), "cup.json")).splitlines()
    assert [line.rpartition(",")[2] for line in lines] == ["goes_on", "B", ""]


@pytest.mark.rule("GO-27.3")
def test_a_game_more_is_a_board_of_its_own() -> None:
    asked: dict[str, object] = {"level_match": ["extra_game"]}
    assert refusal(cup(*LEVEL, teams=asked))[1] is FaultCode.NOT_SEPARATED
    told = json.loads(cup(*LEVEL, teams=asked))
    told["contests"][0]["boards"].append({"board": 4, "score": "0-1", "modality": "extra"})
    assert out(json.dumps(told)) == {"A", "D"}


def test_a_side_that_goes_on_against_its_boards_is_told_with_its_place() -> None:
    assert refusal(cup("½-½", "0-1", "1-0", paired_as_winner=0)) == (
        "contests[0].paired_as_winner",
        FaultCode.WRONG_WINNER,
    )


def test_a_score_that_its_boards_do_not_make_is_told_with_its_place() -> None:
    assert refusal(cup("1-0", "1-0", "1-0", score="0-3"))[0] == "contests[0].score"


@pytest.mark.parametrize(
    ("first", "place", "code"),
    [
        ({"boards": [*boards("1-0", "1-0"), {"board": 4, "score": "1-0"}]}, "boards[2].board", FaultCode.WRONG_KIND),
        ({"boards": boards("3-1", "1-0", "1-0")}, "boards[0].score", FaultCode.IMPOSSIBLE_SCORE),
        ({"boards": [*boards("1-0", "0-1"), *boards("1-0")]}, "boards[2].board", FaultCode.BOARD_TWICE),
        ({"boards": boards("1-0", "1-0", "0-1"), "score": [3, 0]}, "score", FaultCode.IMPOSSIBLE_SCORE),
        ({"boards": boards("1-0", "1-0", "½-½"), "score": [2, 0]}, "score", FaultCode.IMPOSSIBLE_SCORE),
        ({"boards": [], "score": "9-3"}, "score", FaultCode.IMPOSSIBLE_SCORE),
    ],
)
def test_boards_that_cannot_be_are_refused_at_their_place(first: Contest, place: str, code: FaultCode) -> None:
    assert refusal(cup(**first)) == (f"contests[0].{place}", code)  # type: ignore[arg-type]


@pytest.mark.rule("OLY-2")
@pytest.mark.parametrize(("at", "weight"), [(3, 3.0), (0, 2.0)])
def test_a_game_is_worth_what_the_rulebook_gives_it(at: int, weight: float) -> None:
    rules = {"starters": 9, "table_games": 2, "giant_games": 1, "living_games": 1}
    told = boards("1-0", "1-0", "1-0", "1-0")
    for one, modality in zip(told, ("table", "table", "giant", "living"), strict=True):
        one |= {"modality": modality, "weight": 2.0 if modality == "living" else 1.0}
    told[at]["weight"] = weight
    file = {
        "rulebook": {"format": "round_robin", "teams": {"size": 9, "encounter": "dispute"}, "dispute": rules},
        "entrants": ["A", "B"],
        "contests": [{"sides": ["A", "B"], "boards": told}],
    }
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps(file), "cup.json")
    assert f"contests[0].boards[{at}].weight" in {fault.place for fault in refused.value.faults}
