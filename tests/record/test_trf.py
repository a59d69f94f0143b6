"""FIDE's Tournament Report File: what we write other programs read, and what they write we read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from py4swiss.trf.trf_parser import TrfParser

from bot.play.contests import ResultKind
from bot.play.formats.protocol import EventFacts
from bot.play.records import Record
from bot.record.errors import FaultCode, RecordFault, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import derive, next_round, replay
from bot.record.trf_reading import read_trf
from bot.record.trf_text import looks_like_report
from bot.record.writing import can_be_written, write_trf
from tests.record.playing import played

LINE = "001    {number}      {name:<33} 2000                             0.0    {number}  {cells}"


def report(record: Record) -> str:
    return write_trf(record, derive(record))


def swiss(players: int, seed: int) -> Record:
    return played("swiss", players, seed).record()


@given(players=st.integers(3, 14), seed=st.integers(0, 10**6))
def test_py4swiss_reads_our_reports_and_finds_them_consistent(players: int, seed: int) -> None:
    record = swiss(players, seed)
    # A game that was played and lost by both is 0 and 0 in a report, which py4swiss takes for no game at all.
    assume(all(one.result is None or one.result.kind is not ResultKind.BOTH_LOST for one in record.facts.contests))
    parsed = parse(report(record))
    parsed.validate_contents()
    points = {row.entrant_id: row.values[0].value for row in derive(record).standings}
    for section, starter in zip(parsed.player_sections, record.facts.starters, strict=True):
        assert section.points_times_ten == 10 * (points[starter.entrant_id] or 0)


@given(name=st.sampled_from(["swiss", "round_robin"]), players=st.integers(3, 12), seed=st.integers(0, 10**6))
def test_a_report_that_we_read_is_written_again_as_it_was(name: str, players: int, seed: int) -> None:
    first = report(played(name, players, seed).record())
    again = read_trf(first, "cup.trf")
    assert body(report(again)) == body(first)
    assert report(read_trf(report(again), "cup.trf")) == report(again)


def body(text: str) -> list[str]:
    """Names, ratings, points and rounds; ranks hang on tie-breaks, which a report does not have."""
    return [line[:48] + line[80:85] + line[89:] for line in text.splitlines() if line.startswith("001")]


@given(players=st.integers(3, 10), seed=st.integers(0, 10**6))
def test_games_and_points_survive_the_report(players: int, seed: int) -> None:
    record = swiss(players, seed)
    again = read_trf(report(record), "cup.trf")
    assert games(again.facts, again) == games(record.facts, record)
    assert points(again) == points(record)


def games(facts: EventFacts, record: Record) -> set[tuple[int, tuple[str, ...], tuple[int, ...], int]]:
    number = {one.entrant_id: str(at) for at, one in enumerate(facts.starters, start=1)}
    return {
        (one.round, tuple(number[side] for side in one.sides), one.result.score, one.result.draws)
        for one in facts.contests
        if one.result is not None
    }


def points(record: Record) -> list[str]:
    return sorted(str(row.values[0].value) for row in derive(record).standings)


def test_a_report_is_told_from_a_record() -> None:
    assert looks_like_report(report(swiss(4, 1)).encode())
    assert not looks_like_report(b'{"rulebook": {}}')


def test_a_knock_out_has_no_report() -> None:
    assert not can_be_written(played("knockout", 4, 1).record())
    assert not can_be_written(replace(swiss(4, 1), facts=EventFacts(())))


def test_the_half_point_of_a_round_off_and_the_full_point_of_a_bye_are_read() -> None:
    lines = [player(1, "   2 w 1  0000 - H"), player(2, "   1 b 0  0000 - U")]
    table = derive(read_trf("\n".join(lines), "cup.trf")).standings
    assert [str(row.values[0].value) for row in table] == ["3/2", "1"]


@pytest.mark.parametrize(
    ("second", "why"),
    [("   1 b 1", "both have won"), ("   3 b 0", "somebody else"), ("   1 b X", "no such sign")],
)
def test_a_report_that_contradicts_itself_is_refused_with_its_line(second: str, why: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        read_trf("\n".join([player(1, "   2 w 1"), player(2, second)]), "cup.trf")
    assert refused.value.faults[0].code is FaultCode.NOT_A_TRF
    assert refused.value.faults[0].place in {"1", "2"}, why


def player(number: int, cells: str) -> str:
    return LINE.format(number=number, name=f"Player {number}", cells=cells)


def parse(text: str):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cup.trf"
        file.write_text(text, encoding="utf-8")
        return TrfParser.parse(file)


def test_points_that_do_not_follow_from_the_games_are_refused_at_their_line() -> None:
    lines = report(swiss(6, 6)).splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("001"))
    lines[at] = lines[at][:80] + " 9.5" + lines[at][84:]
    with pytest.raises(RecordRefused) as refused:
        read_trf("\n".join(lines), "cup.trf")
    (fault,) = refused.value.faults
    assert (fault.place, fault.code, fault.given) == (str(at + 1), FaultCode.WRONG_POINTS, "9.5")


def test_a_report_that_counts_three_points_for_a_win_is_read_so() -> None:
    told = [player(1, "   2 w 1").replace(" 0.0", " 3.0"), player(2, "   1 b 0")]
    scoring = read_trf("\n".join(told), "cup.trf").rulebook.scoring
    assert scoring is not None
    assert (scoring.win, scoring.draw) == (3.0, 1.0)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_report_is_read_in_every_encoding_and_with_every_line_end(encoding: str, end: str) -> None:
    told = end.join([player(1, "   2 w 1").replace("P1", "João", 1), player(2, "   1 b 0")])
    record = read_trf(told.encode(encoding), "cup.trf")
    assert [one.result.score for one in record.facts.contests if one.result] == [(1, 0)]


@pytest.mark.parametrize("code", "UFHZ-+")
def test_each_way_to_miss_a_round_is_read(code: str) -> None:
    cells = f"0000 - {code}  "
    record = read_trf("\n".join([player(1, f"{cells}   2 w 1"), player(2, " " * 10 + "   1 b 0")]), "cup.trf")
    assert derive(record).standings[0].entrant_id == "1"


@given(st.data())
def test_a_changed_report_is_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    text = report(swiss(5, 5))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text = (
            text[:at] + data.draw(st.sampled_from([*"0123456789+-=wbHFUZ W", "", "\n", "é", "\x00"])) + text[at + 1 :]
        )
    assert all(fault.code for fault in faults_of_report(text.encode()))


def faults_of_report(source: bytes) -> tuple[RecordFault, ...]:
    try:
        replay(read_trf(source, "cup.trf"))
    except RecordRefused as refused:
        return refused.faults
    return ()


@pytest.mark.parametrize(("bye", "code"), [(1.0, "U"), (0.5, "H"), (0.0, "Z")])
def test_a_bye_is_written_as_what_it_is_worth_and_read_with_the_same_points(bye: float, code: str) -> None:
    file = {
        "rulebook": {"format": "swiss", "swiss": {"rounds": 1}, "scoring": {"bye": bye}},
        "entrants": ["Ana", "Bia", "Caio"],
        "results": [[1, "Ana", "Bia", "1-0"], [1, "Caio", "bye"]],
    }
    record = read_record(json.dumps(file), "cup.json")
    assert report(record).splitlines()[-2].endswith(f"0000 - {code}")
    assert points(read_trf(report(record), "cup.trf")) == points(record)


@pytest.mark.parametrize(("win", "draw"), [(3.0, 1.0), (2.0, 1.0)])
def test_a_round_off_that_is_worth_a_draw_is_a_half_point_whatever_a_draw_is_worth(win: float, draw: float) -> None:
    file = {
        "rulebook": {
            "format": "swiss",
            "swiss": {"rounds": 1},
            "scoring": {"win": win, "draw": draw, "absence": draw, "bye": win},
        },
        "entrants": ["Ana", "Bia", {"id": "Caio", "absent_in": [1]}],
        "results": [[1, "Ana", "Bia", "1-0"]],
    }
    assert report(read_record(json.dumps(file), "cup.json")).splitlines()[-2].endswith("0000 - H")


def test_a_game_that_is_still_played_is_nobodys_absence() -> None:
    file = {
        "rulebook": {"format": "swiss", "swiss": {"rounds": 2}},
        "entrants": ["Ana", "Bia"],
        "results": [[1, "Ana", "Bia", "1-0"], [2, "Bia", "Ana", ""]],
    }
    lines = report(read_record(json.dumps(file), "cup.json")).splitlines()
    assert [line[91:] for line in lines if line.startswith("001")] == ["   2 w 1", "   1 b 0"]


@pytest.mark.rule("GO-23.1")
def test_an_annulled_game_is_unrated_and_gives_nothing_to_whom_it_was_taken_from() -> None:
    file = {
        "rulebook": {"format": "swiss", "swiss": {"rounds": 1}},
        "entrants": ["Ana", "Bia"],
        "contests": [{"id": "first", "round": 1, "sides": ["Ana", "Bia"], "score": "1-0"}],
        "annulled": [{"contest": "first", "entrant": "Ana"}],
    }
    record = read_record(json.dumps(file), "cup.json")
    lines = [line for line in report(record).splitlines() if line.startswith("001")]
    assert [line[91:] for line in lines] == ["   2 w L", "   1 b L"]
    assert points(read_trf(report(record), "cup.trf")) == points(record)


@pytest.mark.parametrize(("first", "second", "score"), [("W", "L", (1, 0)), ("L", "W", (0, 1)), ("D", "D", (0, 0))])
def test_games_that_are_not_rated_count_like_others(first: str, second: str, score: tuple[int, int]) -> None:
    record = read_trf("\n".join([player(1, f"   2 w {first}"), player(2, f"   1 b {second}")]), "cup.trf")
    (contest,) = record.facts.contests
    assert contest.result is not None
    assert (contest.result.score, contest.result.draws) == (score, int(first == "D"))


TWO_ROUNDS = {1: "   2 w 1     3 w 1", 2: "   1 b 0     4 w 1", 3: "   4 w 1     1 b 0", 4: "   3 b 0     2 b 0"}


def coming(byes: dict[int, str], points: dict[int, str] | None = None) -> str:
    """Two rounds of four, with byes asked for in the third."""
    lines = []
    for number, cells in TWO_ROUNDS.items():
        told = f"{cells}  {f'0000 - {byes[number]}' if number in byes else ''}".rstrip()
        lines.append(player(number, told).replace(" 0.0", f" {points[number]}" if points else " 0.0", 1))
    return "\n".join([*lines, "XXR 4"])


@pytest.mark.parametrize("code", "HFZ")
def test_who_asked_for_a_bye_in_the_coming_round_is_not_paired(code: str) -> None:
    due = next_round(read_trf(coming({1: code, 4: code}), "cup.trf"))
    assert [set(one.contest.sides) for one in due.pairings] == [{"2", "3"}]
    assert {one.contest.round for one in due.pairings} == {3}


def test_a_bye_asked_for_that_leaves_the_field_odd_leaves_one_to_the_pairing() -> None:
    due = next_round(read_trf(coming({1: "Z"}), "cup.trf")).pairings
    assert sorted(len(one.contest.sides) for one in due) == [1, 2]
    assert "1" not in {side for one in due for side in one.contest.sides}


@pytest.mark.parametrize(
    "points",
    [
        {1: "2.0", 2: "1.0", 3: "1.0", 4: "0.0"},
        {1: "2.5", 2: "1.0", 3: "1.0", 4: "0.0"},
    ],
)
def test_the_half_point_of_a_round_to_come_may_stand_in_the_points_or_not(points: dict[int, str]) -> None:
    table = derive(read_trf(coming({1: "H"}, points), "cup.trf")).standings
    assert [str(row.values[0].value) for row in table] == ["2", "1", "1", "0"]


def test_half_a_point_and_none_for_rounds_that_were_played_stand_beside_each_other() -> None:
    lines = ["   2 w 1  0000 - H", "   1 b 0     4 w 1", "0000 - Z     0000 - Z", "0000 - =     2 b 0"]
    lines = [player(at, one.replace("Z     0", "Z  0")) for at, one in enumerate(lines, start=1)]
    table = derive(read_trf("\n".join(lines), "cup.trf")).standings
    assert {row.entrant_id: str(row.values[0].value) for row in table} == {"1": "3/2", "2": "1", "3": "0", "4": "1/2"}


def test_a_game_that_is_still_played_stands_open_and_is_not_paired_anew() -> None:
    record = read_trf("\n".join([player(1, "   2 w"), player(2, "   1 b"), "XXR 3"]), "cup.trf")
    assert [one.contest.result for one in record.contests] == [None]
    assert next_round(record).open_contests == 1


def test_a_bye_against_somebody_is_no_bye() -> None:
    with pytest.raises(RecordRefused) as refused:
        read_trf("\n".join([player(1, "   2 w H"), player(2, "   1 b H")]), "cup.trf")
    assert refused.value.faults[0].code is FaultCode.NOT_A_TRF


def test_who_misses_the_next_round_and_who_is_not_to_meet_may_stand_in_lines_of_their_own() -> None:
    due = next_round(read_trf(coming({}) + "\nXXZ 1 4", "cup.trf")).pairings
    assert [set(one.contest.sides) for one in due] == [{"2", "3"}]
    record = read_trf(coming({}) + "\nXXP 2 3\nXXP 1 4 2", "cup.trf")
    assert {frozenset(one.sides) for one in record.forbidden} == {
        frozenset(one) for one in (("2", "3"), ("1", "4"), ("1", "2"), ("2", "4"))
    }


@pytest.mark.parametrize(
    ("colours", "sides"), [("w-", "12"), ("-b", "12"), ("-w", "21"), ("b-", "21"), ("--", "12"), ("b ", "21")]
)
def test_a_game_is_read_where_only_one_of_both_tells_a_colour(colours: str, sides: str) -> None:
    lines = [player(1, f"   2 {colours[0]} 1"), player(2, f"   1 {colours[1]} 0")]
    for told in (lines, lines[::-1]):
        (one,) = read_trf("\n".join(told), "cup.trf").contests
        assert one.contest.sides == tuple(sides)


@pytest.mark.parametrize("colour", "wb")
def test_a_game_of_which_both_tell_the_same_colour_is_refused_and_not_dropped(colour: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        read_trf("\n".join([player(1, f"   2 {colour} 1"), player(2, f"   1 {colour} 0")]), "cup.trf")
    assert [one.code for one in refused.value.faults] == [FaultCode.NOT_A_TRF]


@pytest.mark.parametrize("kind", ["XXR 2", "092 Round Robin"])
def test_a_next_round_that_nobody_can_miss_is_refused_at_its_line(kind: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        read_trf(f"{coming({})}\nXXZ 4".replace("XXR 4", kind), "cup.trf")
    assert [(one.place, one.code) for one in refused.value.faults] == [("6", FaultCode.NOT_USED)]


@pytest.mark.parametrize("line", ["XXA 1 1.0", "BBW 3.0", "XXZ 9", "XXP 1 x"])
def test_a_line_that_would_change_the_pairing_is_refused_where_it_is_not_known(line: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        read_trf(f"{coming({})}\n{line}", "cup.trf")
    assert [one.place for one in refused.value.faults] == ["6"]


RUNNING: dict[str, object] = {
    "rulebook": {"format": "swiss", "swiss": {"rounds": 3}},
    "entrants": ["Ana", "Bia", "Caio"],
    "results": [[1, "Ana", "Bia", "1-0"], [1, "Caio", "bye"], [2, "Caio", "Ana", ""], [2, "Bia", "bye"]],
}
"""The second round is played still, and one has a bye in it."""


def test_our_report_of_a_running_round_counts_its_bye_as_it_stands_there_and_is_read_again() -> None:
    text = report(read_record(json.dumps(RUNNING), "cup.json"))
    bia = next(line for line in text.splitlines() if "Bia" in line)
    assert (bia[80:84].strip(), bia[-1]) == ("1.0", "U")
    assert points(read_trf(text, "cup.trf")) == ["1", "1", "1"]


def test_a_report_of_another_program_in_a_running_round_with_a_bye_is_read_and_its_bye_counts_later() -> None:
    cells = ["   2 w 1     3 b", "   1 b 0  0000 - U", "0000 - U     1 w"]
    lines = [player(at, one).replace(" 0.0", " 1.0", 1) for at, one in enumerate(cells, start=1)]
    record = read_trf("\n".join([*lines, "XXR 3"]), "cup.trf")
    assert [one.contest.result for one in record.contests if len(one.contest.sides) == 2][1:] == [None]
    assert {row.entrant_id: str(row.values[0].value) for row in derive(record).standings} == {
        "1": "1",
        "2": "0",
        "3": "1",
    }
