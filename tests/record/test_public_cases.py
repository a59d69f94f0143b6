"""The cases of `../shared`: inputs that failed elsewhere, each with its right value. Skipped where they are absent."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import read
from bot.kernel.errors import UserError
from bot.record.errors import FaultCode, RecordRefused
from bot.record.replaying import derive, next_round
from bot.record.trf_reading import read_either
from tests.record.test_changed_files import CHANGES, Reader, bare, changed, changed_part, of_sign_ups, silent
from tests.record.test_report_lines import dropped_in, outcome

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
SCENARIOS = {
    "double-absence": ("features/playing/test_summons.py", "test_where_nobody_came_who_created_the_event_is_named_and"),
    "dispute-escalated": ("features/playing/test_summons.py", "test_a_dispute_calls_who_runs_the_event_by_name"),
    "doubled-hour": ("discord/test_tournaments.py", "test_a_local_time_that_comes_twice_is_asked_back_and_chosen"),
    "vote-all-cast-below-quorum": ("discord/test_votes.py", "test_a_vote_in_which_all_have_cast_below_the_quorum_asks"),
    "same-display-name": ("people/test_people_by_name.py", "test_two_of_one_name_are_told_apart_by_the"),
    "vote-opens": ("discord/test_called.py", "test_a_vote_that_opens_names_and_notifies_all_who_have_a_voice"),
}
"""The situations on a pretend Discord, each with the test that plays it."""
FILES = {
    *("lichess-swiss.trf", "trf26-rounds.trf", "pasted-names.json", "opengotha-players.csv", "knockout-in-part.json"),
    "scenarios.json",
}
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


def test_each_case_has_a_test_and_each_situation_one_that_plays_it() -> None:
    case("README.md")
    assert {file.name for file in CASES.iterdir()} == FILES | {"README.md"}
    assert json.loads(case("scenarios.json")).keys() == SCENARIOS.keys()
    for file, begins in SCENARIOS.values():
        assert f"def {begins}" in (Path(__file__).parents[1] / file).read_text(encoding="utf-8"), begins


@pytest.mark.parametrize("name", ["lichess-swiss.trf", "trf26-rounds.trf"])
def test_each_line_of_a_report_of_the_cases_that_is_changed_has_an_effect_or_is_named(name: str) -> None:
    text = "\n".join(line.rstrip() for line in case(name).decode().splitlines() if line.strip())
    before = outcome(text)
    assert [found for seed in range(CHANGES) if (found := dropped_in(text, before, seed)) is not None] == []


@pytest.mark.parametrize("name", ["pasted-names.json", "opengotha-players.csv"])
def test_each_line_of_a_list_of_the_cases_that_is_changed_has_an_effect_or_is_named(name: str) -> None:
    data = case(name).decode()
    text = "\n".join(json.loads(data)["lines"]) if name.endswith("json") else data.strip()
    reader = Reader(text, of_sign_ups, means=bare)
    known, unread = of_sign_ups(text), {"Rank", "Country"}
    for seed in range(CHANGES):
        after = changed(text, Random(seed))
        # Columns that the answer lists as not read.
        assert not silent(reader, known, after) or _told_as_unread(text, after, unread), (seed, after)


def _told_as_unread(text: str, after: str, unread: set[str]) -> bool:
    """Whether the texts differ in nothing but columns that the answer names."""
    tables = [[row.split(";") for row in one.splitlines() if row.strip("; ")] for one in (text, after)]
    kept = [at for at, heading in enumerate(tables[0][0]) if heading and heading not in unread]
    return len({str([[row[at : at + 1] or [""] for at in kept] for row in table]) for table in tables}) == 1


@pytest.mark.parametrize("name", ["knockout-in-part.json"])
def test_a_bracket_told_in_part_stays_refused_or_keeps_everybody_however_it_is_changed(name: str) -> None:
    source = case(name)
    for seed in range(CHANGES):
        file = json.loads(source)
        changed_part(file, Random(seed))
        try:
            record = read_either(json.dumps(file).encode(), "cup.json")
        except (RecordRefused, UserError):
            continue
        told = {one if isinstance(one, str) else one["id"] for one in file["entrants"]}
        # Before anything is played nobody is in a table, and everybody is paired.
        paired = {side for one in next_round(record).pairings for side in one.contest.sides}
        assert {row.entrant_id for row in derive(record).standings} | paired == told
