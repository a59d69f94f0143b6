"""`python -m bot replay` and `pair`: what they print, and what they leave with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.record.replaying import derive
from bot.record.writing import write_record, write_trf
from tests.record.playing import played

THREE = {
    "rulebook": {"format": "round_robin", "ranking": {"order": ["points", "sonneborn_berger"]}},
    "entrants": ["Ana", "Bia", "Caio"],
    "results": [["Ana", "Bia", "1-0"], ["Bia", "Caio", "½-½"], ["Ana", "Caio", "0-1"]],
}


def file(folder: Path, content: object, name: str = "cup.json") -> str:
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = main([*words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_record_written_by_hand_gives_its_table_and_leaves_with_0(tmp_path: Path, capsys) -> None:
    assert main(["replay", file(tmp_path, THREE)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[3:6]] == [
        ["1", "Caio", "1½", "1.25"],
        ["2", "Ana", "1", "½"],
        ["3", "Bia", "½", "0.75"],
    ]
    assert "Champion: Caio" in lines


def test_what_programs_read_are_exact_fractions(tmp_path: Path, capsys) -> None:
    _, told = answer(capsys, "replay", file(tmp_path, THREE))
    assert told["standings"][0]["values"] == {"points": "3/2", "sonneborn_berger": "5/4"}


def test_a_round_that_cannot_be_paired_says_why_to_programs_too(tmp_path: Path, capsys) -> None:
    status, told = answer(capsys, "pair", file(tmp_path, {**THREE, "results": [["Ana", "Bia", "1-0"]]}))
    assert (status, list(told)) == (1, ["refused"])


def test_a_claim_that_does_not_follow_leaves_with_1_and_says_where(tmp_path: Path, capsys) -> None:
    status, told = answer(capsys, "replay", file(tmp_path, {**THREE, "champion": "Ana"}))
    assert (status, told["verdict"]) == (1, "differs")
    assert told["difference"] == {"place": "champion", "derived": "Caio", "recorded": "Ana"}


def test_a_file_that_is_no_record_leaves_with_2_and_names_each_place(tmp_path: Path, capsys) -> None:
    wrong = {**THREE, "results": [["Ana", "Zoe", "1-0"], ["Ana", "Bia", "7"]]}
    status, told = answer(capsys, "replay", file(tmp_path, wrong))
    assert status == 2
    assert [(one["place"], one["code"]) for one in told["faults"]] == [("results[0][1]", "unknown_entrant")]
    assert main(["replay", file(tmp_path, wrong)]) == 2
    assert "results[0][1]: Zoe is not among the entrants." in capsys.readouterr().err


def test_a_file_that_is_not_there_leaves_with_2(tmp_path: Path, capsys) -> None:
    assert main(["replay", str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


def test_a_name_cannot_write_to_the_terminal(tmp_path: Path, capsys) -> None:
    names = ["Ana\x1b[31m", "Bia"]
    record = {"rulebook": {"format": "swiss"}, "entrants": names, "results": [[*names, "1-0"]]}
    assert main(["replay", file(tmp_path, record)]) == 0
    assert main(["pair", file(tmp_path, {**record, "results": []})]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_report_of_fide_is_replayed_too(tmp_path: Path, capsys) -> None:
    record = played("swiss", 6, 1).record()
    status, told = answer(capsys, "replay", file(tmp_path, write_trf(record, derive(record)), "cup.trf"))
    assert status == 0
    assert len(told["standings"]) == 6


@pytest.mark.rule("GO-26.3")
def test_the_next_swiss_round_says_why_each_pairs_and_who_has_the_bye(tmp_path: Path, capsys) -> None:
    record = {
        "rulebook": {"format": "swiss", "swiss": {"rounds": 3}},
        "entrants": ["Ana", "Bia", "Caio", "Duda", "Eva"],
        "results": [["Ana", "Bia", "1-0"], ["Caio", "Duda", "1-0"], ["Eva", "bye"]],
    }
    status, told = answer(capsys, "pair", file(tmp_path, record))
    assert status == 0
    assert [one["why"] for one in told["pairings"]] == ["scores", "scores", "swiss_bye"]
    assert told["pairings"][2]["names"] in (["Bia"], ["Duda"])
    assert told["pairings"][0]["details"]["points"] == "1 - 1"


@pytest.mark.rule("GO-26.2")
def test_the_next_berger_round_names_its_numbers(tmp_path: Path, capsys) -> None:
    record = {
        "rulebook": {"format": "round_robin"},
        "entrants": ["Ana", "Bia", "Caio", "Duda"],
        "results": [["Ana", "Duda", "1-0"], ["Bia", "Caio", "½-½"]],
    }
    _, told = answer(capsys, "pair", file(tmp_path, record))
    assert [(one["names"], one["details"]["numbers"]) for one in told["pairings"]] == [
        (["Duda", "Caio"], "4 - 3"),
        (["Ana", "Bia"], "1 - 2"),
    ]


def test_a_knock_out_pairs_the_winners_of_the_places_before(tmp_path: Path, capsys) -> None:
    record = {
        "rulebook": {"format": "knockout", "knockout": {"third_place_match": True}},
        "entrants": ["Ana", "Bia", "Caio", "Duda"],
        "results": [["Ana", "Bia", "1-0"], ["Caio", "Duda", "0-1"]],
    }
    _, told = answer(capsys, "pair", file(tmp_path, record))
    assert [(one["names"], one["why"]) for one in told["pairings"]] == [
        (["Ana", "Duda"], "winners"),
        (["Bia", "Caio"], "losers"),
    ]


def test_the_same_words_draw_the_same_lot_and_other_words_another(tmp_path: Path, capsys) -> None:
    record = {"rulebook": {"format": "knockout"}, "entrants": [f"P{number}" for number in range(16)]}
    drawn = [answer(capsys, "pair", file(tmp_path, record), "--seed", seed)[1] for seed in ("dice", "dice", "cards")]
    assert drawn[0] == drawn[1] != drawn[2]
    assert {one["why"] for one in drawn[0]["pairings"]} == {"lot"}


def test_while_a_result_is_missing_nothing_is_paired(tmp_path: Path, capsys) -> None:
    record = {"rulebook": {"format": "swiss"}, "entrants": ["Ana", "Bia"], "results": [["Ana", "Bia", ""]]}
    assert main(["pair", file(tmp_path, record)]) == 0
    assert "open contests: 1" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["swiss", "round_robin", "groups", "tables", "knockout", "swiss_cut"])
def test_every_format_is_paired_on_from_any_moment(tmp_path: Path, capsys, name: str) -> None:
    event = played(name, 6, 3)
    half = json.loads(write_record(event.record()))
    for key in ("contests", "voided", "draws", "standings", "ratings", "champion"):
        half.pop(key, None)
    status, told = answer(capsys, "pair", file(tmp_path, half))
    assert status == 0
    assert {side for one in told["pairings"] for side in one["sides"]} <= {one["id"] for one in half["entrants"]}
    assert told["pairings"]
