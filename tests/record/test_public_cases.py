"""The cases of `../shared`: inputs that failed elsewhere, each with its right value. Skipped where they are absent."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.domain.sign_ups.reading import read
from bot.record.deriving import derive
from bot.record.errors import FaultCode, RecordRefused
from bot.record.pairing import next_round
from bot.record.trf_reading import read_either
from bot.rendering.sign_ups.words import known_headings

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
LICHESS = ["8", "15/2", "13/2", "13/2", "11/2", "11/2", "5", "9/2", "4", "3", "2", "2", "1"]


def case(name: str) -> bytes:
    file = CASES / name
    if not file.exists():
        pytest.skip(f"{name} is not beside this repository")
    return file.read_bytes()


def test_a_swiss_as_lichess_writes_it_gives_each_player_the_points_that_lichess_gave() -> None:
    found = derive(read_either(case("lichess-swiss.trf"), "lichess-swiss.trf"))
    points = {int(row.entrant_id): str(row.values[0].value) for row in found.standings}
    assert [points[number] for number in range(1, 14)] == LICHESS
    assert found.champion == "1"


def test_an_event_of_three_rounds_is_not_over_after_two_and_has_no_champion() -> None:
    record = read_either(case("trf26-rounds.trf"), "trf26-rounds.trf")
    found, due = derive(record), next_round(record)
    assert (found.is_over, found.champion) == (False, None)
    assert [one.contest.round for one in due.pairings] == [3, 3]


def test_names_pasted_from_a_messenger_are_kept_as_they_are() -> None:
    told = json.loads(case("pasted-names.json"))
    found = read("\n".join(told["lines"]).encode(), "names.txt", known_headings())
    assert [one.name for one in found.lines] == told["right"]


def test_five_people_of_two_columns_are_five_people() -> None:
    data = case("opengotha-players.csv")
    found = read(data, "players.csv", known_headings())
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig").strip()), delimiter=";"))
    assert [one.name for one in found.lines] == [f"{row['Name']} {row['FirstName']}" for row in rows]
    assert (len(found.lines), found.faults) == (5, ())


@pytest.mark.parametrize("command", ["replay", "pair"])
def test_nobody_vanishes_of_a_knock_out_told_in_part(command: str, tmp_path: Path) -> None:
    data = case("knockout-in-part.json")
    with pytest.raises(RecordRefused) as refused:
        read_either(data, "cup.json")
    assert [one.given for one in refused.value.faults if one.code is FaultCode.NOT_PLACED] == ["C", "D", "E"]
    file = tmp_path / "cup.json"
    file.write_bytes(data)
    assert main([command, str(file)]) == 2
