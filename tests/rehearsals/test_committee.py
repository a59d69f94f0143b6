"""The committee's season holds, says so twice in the same bytes, and can be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.__main__ import main
from rehearsal import pairs
from rehearsal.committee.count import count, enough, lot, procedure

SCENES = (
    "A petition and an election",
    "A member before the committee",
    "A veto",
    "A restart",
    "The bot sleeps",
    "Three votes missed",
    "A case and its appeal",
    "A title won, a title lost",
    "A result is taken away and given back",
    "A second too late",
    "An open question",
    "A master becomes an arbiter",
    "The leader resigns",
    "A lot decides",
    "Two petitions of four",
    "One&#x27;s own data",
)


@pytest.mark.long
def test_the_season_ends_as_the_rules_say_and_says_so_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    language = pairs.language_of("committee")
    for _ in range(2):
        options = ["--rulebook", "committee", "--json", "--folder", str(tmp_path), "--language", language]
        assert main(["rehearse", *options]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    found = [one["outcome"] for one in json.loads(said[0])["votes"]]
    assert found.count("run_off") == 2
    assert found.count("rejected") == 4
    assert len(json.loads(said[0])["checks"]) > 30


def test_the_season_ends_as_the_rules_say_and_its_report_tells_it(tmp_path: Path) -> None:
    options = ["--quiet", "--folder", str(tmp_path), "--seed", "7", "--language", pairs.language_of("committee")]
    assert main(["rehearse", "--rulebook", "committee", *options]) == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert [scene for scene in SCENES if f"<h3>{scene}</h3>" not in page] == []


@pytest.mark.parametrize(
    ("measure", "part", "whole", "met"),
    [
        ("more than 51 %", 51, 100, False),
        ("at least 70 %", 7, 10, True),
        ("more than 1/2", 1, 2, False),
        ("at least 51 %", 2, 4, False),
        ("at least 51 %", 3, 4, True),
    ],
)
def test_the_judge_counts_exactly(measure: str, part: int, whole: int, met: bool) -> None:
    assert enough(measure, part, whole) is met


def test_the_judge_leaves_it_to_a_lot_only_in_the_second_ballot() -> None:
    rules, level = procedure("leader-election"), {1: "7", 2: "7", 3: "8", 4: "8", 5: "null"}
    assert count(rules, 5, level, second=False).outcome == "run_off"
    assert count(rules, 5, level, second=True).level == ("7", "8")


def test_the_judges_lot_puts_everybody_somewhere() -> None:
    commitment, order = lot(b"\x01" * 32, "vote", ["a", "b", "c"])
    assert sorted(order) == ["a", "b", "c"]
    assert len(commitment) == 64
