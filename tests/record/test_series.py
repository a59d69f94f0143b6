"""A series as a file: what the bot says of it is what follows from its events' records alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.__main__ import main
from bot.features.series import finals_verbs as series_finals_verbs
from bot.record.errors import RecordRefused
from bot.record.model import series_schema
from bot.record.series import ToldEvent, replay_series, write_series
from bot.record.writing import write_record
from tests.features.series.test_circuits import ANA, BIA, CAIO, DAVI, Season
from tests.hall.hall import GUILD, Hall
from tools.record_schema import SERIES, text


@pytest.fixture
def season(hall: Hall) -> Season:
    """Three events, one of them with somebody who left, a shared place and a corrected result."""
    found = Season(hall)
    found.play(ANA, BIA, CAIO)
    event = found.play(BIA, DAVI, ANA, CAIO)
    found.play(CAIO, BIA, ANA)
    found.correct(event, BIA, DAVI)
    return found


def exported(season: Season, *, with_records: bool = True) -> str:
    circuit, events = season.hall.ask(series_finals_verbs.records_of, GUILD, season.key)
    told = [ToldEvent(record, people) for record, people in events]
    return write_series(circuit.name, circuit.rules, told, with_records=with_records)


def test_the_replay_of_the_records_is_the_standings_that_the_bot_shows(season: Season) -> None:
    found = replay_series(exported(season), "cups.json")
    assert found.agrees, found.difference
    live = season.view().rows
    assert [(row.person_id, row.rank_from, row.points, row.gains) for row in found.rows] == [
        (row.person_id, row.rank_from, row.points, row.gains) for row in live
    ]
    assert len(live) == 4


def test_no_name_in_the_file_brings_the_character_of_number_zero(season: Season) -> None:
    told = exported(season)
    assert replay_series(told.replace('"name": "', '"name": "\\u0000'), "cups.json") == replay_series(told, "cups.json")


def test_the_file_fits_the_schema_which_is_the_one_of_the_code(season: Season) -> None:
    checker = Draft202012Validator(json.loads(SERIES.read_text(encoding="utf-8")))
    assert list(checker.iter_errors(json.loads(exported(season)))) == []
    assert SERIES.read_text(encoding="utf-8") == text(series_schema)


def more_points(file: dict[str, Any]) -> str:
    file["standings"][0]["points"] = "99"
    return "standings[0].points"


def a_line_left_out(file: dict[str, Any]) -> str:
    del file["standings"][-1]
    return f"standings[{len(file['standings'])}]"


def other_rules(file: dict[str, Any]) -> str:
    file["rules"] = file["rules"].replace("best = 2", "best = 1")
    return "rules_sha256"


def another_dropped(file: dict[str, Any]) -> str:
    line = next(one for one in file["standings"] if one["dropped"])
    line["dropped"] = []
    return f"standings[{file['standings'].index(line)}].dropped"


@pytest.mark.parametrize("fault", [more_points, a_line_left_out, other_rules, another_dropped])
def test_what_does_not_follow_is_found_with_its_place(season: Season, fault: Callable[[dict[str, Any]], str]) -> None:
    file = json.loads(exported(season))
    place = fault(file)
    found = replay_series(json.dumps(file), "cups.json")
    assert found.difference is not None
    assert found.difference.place == place


def test_records_beside_the_file_do_as_well_and_a_missing_one_is_named(season: Season) -> None:
    _, events = season.hall.ask(series_finals_verbs.records_of, GUILD, season.key)
    short = exported(season, with_records=False)
    assert replay_series(short, "cups.json", [record for record, _ in events]).agrees
    with pytest.raises(RecordRefused) as refused:
        replay_series(short, "cups.json", [record for record, _ in events][1:])
    assert refused.value.faults[0].place.startswith("events[0]")


def test_a_series_by_hand_knows_people_by_their_names(season: Season) -> None:
    file = json.loads(exported(season))
    del file["standings"]
    for event in file["events"]:
        del event["people"]
    found = replay_series(json.dumps(file), "hand.json")
    assert found.agrees
    assert not found.claimed
    assert {row.person_id for row in found.rows} == {"P2", "P3", "P4", "P5"}


@pytest.mark.parametrize("wrong", ["", "[]", '{"rules": 3, "events": []}', '{"rules": "name = 1", "events": []}'])
def test_what_is_no_series_is_refused(wrong: str) -> None:
    with pytest.raises(RecordRefused):
        replay_series(wrong, "x.json")


def test_the_command_says_whether_the_file_agrees(
    season: Season, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, record = tmp_path / "cups.json", tmp_path / "cup.json"
    file.write_text(exported(season), encoding="utf-8")
    assert main(["replay", "--series", str(file)]) == 0
    assert "The file agrees with the records of its events." in capsys.readouterr().out
    short = json.loads(exported(season))
    _, events = season.hall.ask(series_finals_verbs.records_of, GUILD, season.key)
    record.write_text(write_record(events[0][0]), encoding="utf-8")
    del short["events"][0]["record"]
    short["standings"][0]["points"] = "1"
    file.write_text(json.dumps(short), encoding="utf-8")
    assert main(["replay", "--series", str(file), str(record), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["difference"]["place"] == "standings[0].points"
    assert main(["replay", "--series", str(file)]) == 2
    assert main(["replay"]) == 2
