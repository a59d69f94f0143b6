"""Records as people write them: scores in short, ratings in the order of play, tables for spreadsheets."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

from bot.play.contests import ResultKind, Stage
from bot.play.rating import after_match
from bot.play.records import Record
from bot.record.errors import FaultCode, RecordRefused, WrittenScore, read_score, write_score
from bot.record.reading import read_record
from bot.record.replaying import derive, next_round, replay
from bot.record.writing import games_csv, standings_csv, write_record, write_trf


def read(**parts: Any) -> Record:
    return read_record(json.dumps({"entrants": ["Ana", "Bia"], **parts}), "cup.json")


RATED: dict[str, Any] = {"format": "swiss", "swiss": {"rounds": 2}, "rating": {"rated": True, "k": 16, "initial": 2000}}


@pytest.mark.parametrize(
    ("text", "score", "draws"),
    [
        ("3-1", (3, 1), 0),
        ("3–1", (3, 1), 0),
        ("3 : 1", (3, 1), 0),
        ("½-½", (0, 0), 1),
        ("0.5-0.5", (0, 0), 1),
        ("0,5-0,5", (0, 0), 1),
        ("1/2-1/2", (0, 0), 1),
        ("1½-½", (1, 0), 1),
        ("1-1=2", (1, 1), 2),
        ("0-1-0", (0, 1, 0), 0),
    ],
)
def test_a_score_is_read_as_it_is_written(text: str, score: tuple[int, ...], draws: int) -> None:
    assert read_score(text) == WrittenScore(score, draws)
    if len(score) == 2:
        assert read_score(write_score(score, draws)) == WrittenScore(score, draws)


@pytest.mark.parametrize(
    ("text", "score", "kind"),
    [
        ("+:-", (1, 0), ResultKind.WALKOVER),
        ("- : +", (0, 1), ResultKind.WALKOVER),
        ("-:-", (0, 0), ResultKind.DOUBLE_WALKOVER),
    ],
)
def test_a_walkover_is_told_by_its_signs(text: str, score: tuple[int, ...], kind: ResultKind) -> None:
    assert read_score(text) == WrittenScore(score, forfeit=True, kind=kind)


@pytest.mark.parametrize(
    "text", ["", "3", "a-b", "3-", "+:+", "½-1", "1-0-", "-1-3", "1-1=½", "٣-١", "9999-0", "1-0=x"]
)
def test_what_is_no_score_is_none(text: str) -> None:
    assert read_score(text) is None


@pytest.mark.rule("AIJE-D01-5.4")
def test_more_games_given_than_won_are_refused() -> None:
    contest: dict[str, Any] = {"sides": ["Ana", "Bia"], "round": 1, "position": 0, "score": "3-1", "kind": "walkover"}
    contest["walkover_games"] = [0, 2]
    with pytest.raises(RecordRefused) as refused:
        read(rulebook={"format": "knockout", "knockout": {"final_best_of": 5}}, contests=[contest])
    assert [(one.place, one.code) for one in refused.value.faults] == [
        ("contests[0].score", FaultCode.IMPOSSIBLE_SCORE)
    ]


@pytest.mark.rule("AIJE-B02-2")
def test_a_result_that_was_corrected_later_is_rated_where_its_match_ended() -> None:
    moments = [f"2026-05-01T1{hour}:00:00Z" for hour in range(3)]
    first = {"score": "0-1", "settled_at": moments[0]}
    record = read(
        entrants=["Ana", "Bia", "Caio"],
        rulebook={"format": "round_robin", "rating": RATED["rating"]},
        contests=[
            {"round": 1, "sides": ["Ana", "Bia"], "score": "1-0", "settled_at": moments[2], "earlier": [first]},
            {"round": 2, "sides": ["Ana", "Caio"], "score": "1-0", "settled_at": moments[1]},
        ],
    )
    ana, bia = after_match(2000, 2000, 1, 0, 16)
    ana, _ = after_match(ana, 2000, 1, 0, 16)
    rated = {str(line.player): line.after for line in derive(record).ratings}
    assert (rated["Ana"], rated["Bia"]) == (ana, bia)


@pytest.mark.rule("GO-23.1")
def test_an_annulled_result_is_not_rated() -> None:
    contest = {"id": "one", "round": 1, "sides": ["Ana", "Bia"], "score": "1-0"}
    record = read(rulebook=RATED, contests=[contest], annulled=[{"contest": "one", "entrant": "Ana"}])
    assert derive(record).ratings == ()
    assert derive(read(rulebook=RATED, contests=[contest])).ratings != ()


def test_a_round_off_that_is_worth_half_a_point_is_h_in_a_report() -> None:
    record = read(
        entrants=["Ana", "Bia", {"id": "Caio", "absent_in": [1]}],
        rulebook={"format": "swiss", "swiss": {"rounds": 1}, "scoring": {"absence": 0.5}},
        results=[["Ana", "Bia", "1-0"]],
    )
    assert write_trf(record, derive(record)).splitlines()[-2].endswith("0000 - H")


@pytest.mark.parametrize("name", ["=1+1", "+cmd", "-2", "@sum"])
def test_a_name_is_no_formula_in_a_spreadsheet(name: str) -> None:
    record = read(entrants=[name, "Bia"], rulebook={"format": "swiss"}, results=[[name, "Bia", "1-0"]])
    rows = list(csv.DictReader(standings_csv(record, derive(record)).splitlines()))
    assert [row["name"] for row in rows] == [f"'{name}", "Bia"]
    assert [row["points"] for row in rows] == ["1", "0"]


def test_the_games_stand_line_by_line() -> None:
    record = read(rulebook={"format": "swiss", "swiss": {"rounds": 2}}, results=[["Ana", "Bia", "½-½"], ["Ana", "bye"]])
    rows = list(csv.DictReader(games_csv(record).splitlines()))
    assert [(row["round"], row["names"], row["score"], row["bye"]) for row in rows] == [
        ("1", "Ana | Bia", "½-½", ""),
        ("2", "Ana", "", "pairing"),
    ]


GROUPS = {"format": "groups", "groups": {"size": 3, "advance": 2}}
SIX = [["A", "B", "1-0"], ["A", "C", "1-0"], ["B", "C", "1-0"], ["D", "E", "1-0"], ["D", "F", "1-0"], ["E", "F", "1-0"]]


def of_groups(*results: list[str]) -> str:
    return json.dumps({"rulebook": GROUPS, "entrants": list("ABCDEF"), "results": results})


def test_who_was_in_which_group_follows_from_who_has_met() -> None:
    knockout = [["A", "E", "1-0"], ["D", "B", "1-0"], ["A", "D", "0-1"]]
    found = replay(read_record(of_groups(*SIX, *knockout), "cup.json"))
    assert found.derived.champion == "D"
    assert [row.entrant_id for row in found.derived.standings[:2]] == ["D", "A"]
    assert [one.contest.stage for one in found.record.contests[-3:]] == [Stage.SEMIFINAL, Stage.SEMIFINAL, Stage.FINAL]


def test_the_knock_out_after_groups_by_hand_is_paired_by_their_tables() -> None:
    due = next_round(read_record(of_groups(*SIX), "cup.json")).pairings
    assert {frozenset(one.contest.sides) for one in due} == {frozenset("AE"), frozenset("DB")}


def test_a_game_of_groups_that_could_be_of_any_is_refused_and_not_left_out() -> None:
    with pytest.raises(RecordRefused) as refused:
        read_record(of_groups(*SIX[:1]), "cup.json")
    assert [(fault.place, fault.code) for fault in refused.value.faults] == [("results[0]", FaultCode.NO_GROUP)]


def test_a_finished_round_robin_in_an_order_of_its_own_has_nothing_left_to_pair() -> None:
    games = [["D", "B", "1-0"], ["C", "A", "1-0"], ["A", "B", "1-0"], ["C", "D", "1-0"], ["B", "C", "0-1"]]
    parts: dict[str, Any] = {"rulebook": {"format": "round_robin"}, "entrants": list("ABCD")}
    assert next_round(read(**parts, results=[*games, ["A", "D", "0-1"]])).is_over
    with pytest.raises(ValueError, match="Berger"):
        next_round(read(**parts, results=games))


@pytest.mark.parametrize("name", ["warnings", "ratings_sum"])
def test_any_tie_break_may_stand_alone(name: str) -> None:
    entrants = [{"id": "Ana", "warnings": 1, "rating": 1900}, {"id": "Bia", "rating": 2000}]
    rulebook = {"format": "round_robin", "ranking": {"order": ["points", name]}}
    record = read(rulebook=rulebook, entrants=entrants, results=[["Ana", "Bia", "½-½"]])
    assert [row.entrant_id for row in derive(record).standings] == ["Bia", "Ana"]
    assert replay(read_record(write_record(record), "cup.json")).agrees


HALF: dict[str, Any] = {
    "rulebook": {"format": "swiss", "swiss": {"rounds": 2}, "scoring": {"absence": 0.5}},
    "entrants": ["Ana", "Bia", "Caio"],
}


def test_half_a_point_behind_one_side_is_a_round_off() -> None:
    record = read(**HALF, results=[[1, "Ana", "Bia", "1-0"], [1, "Caio", "½"], [2, "Ana", "1/2"]])
    assert {one.entrant_id: one.absent_in for one in record.facts.starters} == {"Ana": {2}, "Bia": set(), "Caio": {1}}
    assert {one.entrant_id: str(one.values[0].value) for one in derive(record).standings} == {
        "Ana": "1",
        "Caio": "1/2",
        "Bia": "0",
    }
    assert [set(one.contest.sides) for one in next_round(record).pairings] == [{"Bia", "Caio"}]


@pytest.mark.parametrize(
    ("more", "place", "code"),
    [
        ({"results": [["Caio", "½"]]}, "results[0]", FaultCode.WRONG_KIND),
        ({"results": [[1, "Duda", "½"]]}, "results[0][1]", FaultCode.UNKNOWN_ENTRANT),
        ({"results": [[1, "Caio", "½"], [1, "Caio", "½"]]}, "results[1]", FaultCode.TWICE_IN_ROUND),
        ({"results": [[1, "Ana", "Bia", "1-0"], [1, "Bia", "½"]]}, "results[1]", FaultCode.NOT_USED),
        ({"results": [[3, "Bia", "½"]]}, "results[0]", FaultCode.NOT_USED),
        ({"rulebook": {"format": "round_robin"}, "results": [[1, "Bia", "½"]]}, "results[0]", FaultCode.NOT_USED),
        ({"rulebook": {"format": "swiss"}, "results": [[1, "Bia", "½"]]}, "results[0][2]", FaultCode.IMPOSSIBLE_SCORE),
    ],
)
def test_half_a_point_that_cannot_be_is_refused_where_it_stands(more: dict[str, Any], place: str, code: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        read(**{**HALF, **more})
    assert [(one.place, one.code) for one in refused.value.faults] == [(place, code)]


@pytest.mark.parametrize("letter", [r"\ud800", r"\udc00", r"\u12"])
def test_half_a_letter_is_told_as_that_with_its_place(letter: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        read_record(f'{{"entrants": ["Ana", "{letter}"]}}', "cup.json")
    (fault,) = refused.value.faults
    assert fault.code is FaultCode.BAD_ESCAPE
    assert fault.place.startswith("1:")
