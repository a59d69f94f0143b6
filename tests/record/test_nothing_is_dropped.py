"""Nothing that somebody wrote into a record vanishes: it is in what follows, or a fault with its place."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.contests import Stage
from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import Derived, Difference, replay
from bot.record.trf_reading import read_trf
from bot.record.writing import write_record
from tests.record.playing import RULEBOOKS, played

File = dict[str, Any]
FOUR = ["Ana", "Bia", "Caio", "Duda"]
THREE_ROUNDS = [
    [1, "Ana", "Bia", "1-0"],
    [1, "Caio", "Duda", "1-0"],
    [2, "Ana", "Caio", "1-0"],
    [2, "Bia", "Duda", "1-0"],
    [3, "Ana", "Duda", "0-1"],
    [3, "Bia", "Caio", "0-1"],
]
OPEN: File = {"rulebook": {"format": "swiss"}, "entrants": FOUR, "results": THREE_ROUNDS}
OF_THE_BOT = {"commitment", "draws", "rulebook_sha256", "standings", "ratings", "champion", "voided"}
OF_A_MOMENT = {"created_at", "settled_at", "reported_at", "draw", "earlier", "guess"}
PLAY_OFFS: File = {
    "rulebook": {"format": "round_robin", "ranking": {"order": ["points"], "level": "play_off", "decisive_places": 2}},
    "entrants": FOUR,
    "results": [["Ana", "Bia", "1-0"], ["Bia", "Caio", "1-0"], ["Caio", "Ana", "1-0"]]
    + [[one, "Duda", "1-0"] for one in FOUR[:3]]
    + [["Ana", "Bia", "1-0"], ["Caio", "Ana", "0-1"], ["Bia", "Caio", "1-0"]],
}


@lru_cache
def by_hand(name: str, seed: int) -> str:
    """An event of the bot as its organiser would have written it down: no draws, no moments, nothing claimed."""
    file = json.loads(write_record(played(name, 2 if name == "title_match" else 5, seed, leave=False).record()))
    file = {key: value for key, value in file.items() if key not in OF_THE_BOT}
    for contest in file["contests"]:
        for key in OF_A_MOMENT & contest.keys():
            del contest[key]
    return json.dumps(file)


def judged(file: File) -> Derived | tuple[str, ...] | Difference:
    """What follows from the file, or what is wrong with it."""
    try:
        found = replay(read_record(json.dumps(file), "cup.json"))
    except RecordRefused as refused:
        return tuple(fault.place for fault in refused.faults)
    return found.difference or found.derived


def changed(contests: list[File], chance: Random) -> int:
    """Gives a contest another label, or writes one more; which one it is."""
    if chance.random() < 0.4:
        contests.append(deepcopy(chance.choice(contests)))
        contests[-1].pop("id", None)
        at = len(contests) - 1
    else:
        at = chance.randrange(len(contests))
    for key in chance.sample(["stage", "group", "round", "position"], chance.choice([1, 1, 2])):
        contests[at][key] = chance.choice(list(Stage)) if key == "stage" else chance.randrange(9)
    return at


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
@settings(max_examples=settings().max_examples // 2)
@given(seed=st.integers(0, 3), chance=st.integers(0, 2**32))
def test_a_contest_under_any_label_counts_or_is_a_fault(name: str, seed: int, chance: int) -> None:
    file = json.loads(by_hand(name, seed))
    at = changed(file["contests"], Random(chance))
    known = judged(file)
    one = file["contests"].pop(at)
    if isinstance(known, Derived) and one.get("score") is not None:
        assert judged(file) != known, one
    elif isinstance(known, tuple):
        assert known
        assert all(known)


@pytest.mark.parametrize("champion", [None, "Ana"])
def test_a_swiss_without_a_number_of_rounds_has_those_that_were_played(champion: str | None) -> None:
    found = replay(read_record(json.dumps({**OPEN, "champion": champion}), "cup.json"))
    assert found.record.rulebook.swiss is not None
    assert found.record.rulebook.swiss.rounds == 3
    assert {row.entrant_id: row.played for row in found.derived.standings} == dict.fromkeys(FOUR, 3)
    assert found.difference == (champion and Difference("champion", "", "Ana"))


def test_the_number_of_rounds_that_the_rulebook_says_stands_and_what_lies_beyond_is_a_fault() -> None:
    file = {**OPEN, "rulebook": {"format": "swiss", "swiss": {"rounds": 2}}}
    assert judged(file) == ("results[4][0]", "results[5][0]")
    silent = {**file, "results": [line[1:] for line in THREE_ROUNDS]}
    assert judged(silent) == ("results[4]", "results[5]")
    told = {key: value for key, value in file.items() if key != "results"}
    told["contests"] = [{"round": line[0], "sides": line[1:3], "score": line[3]} for line in THREE_ROUNDS]
    assert judged(told) == ("contests[4].round", "contests[5].round")


def test_a_field_too_large_for_a_round_robin_has_its_rounds_too() -> None:
    rulebook = {"format": "round_robin", "swiss": {}, "round_robin": {"swiss_above": 3}}
    again = [*THREE_ROUNDS, [4, "Ana", "Bia", "1-0"], [4, "Caio", "Duda", "0-1"]]
    found = replay(read_record(json.dumps({**OPEN, "rulebook": rulebook, "results": again}), "cup.json"))
    assert {row.played for row in found.derived.standings} == {4}
    assert replay(read_record(write_record(found.record), "cup.json")).derived == found.derived


def test_play_offs_behind_rounds_of_any_number_stay_play_offs() -> None:
    ranking = {"order": ["points"], "level": "play_off", "decisive_places": 1}
    file = {**OPEN, "rulebook": {"format": "swiss", "ranking": ranking}}
    file["results"] = [*THREE_ROUNDS, ["Ana", "Caio", "1-0"]]
    found = replay(read_record(json.dumps(file), "cup.json"))
    assert found.record.contests[-1].contest.stage is Stage.PLAY_OFF
    assert (found.derived.champion, found.derived.is_over) == ("Ana", True)


def test_a_play_off_that_separates_nobody_is_a_fault() -> None:
    assert isinstance(judged(PLAY_OFFS), Derived)
    more = {"stage": "play_off", "round": 9, "sides": ["Ana", "Duda"], "score": "1-0"}
    assert judged({**PLAY_OFFS, "contests": [more]}) == ("contests[0].stage",)


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"waiting": [{"entrant": "Ana", "since": "2026-05-01T12:00:00Z"}]}, "waiting"),
        ({"entrants": [{"id": "Ana", "choices": {"first": "first"}}, *FOUR[1:]]}, "entrants[0].choices"),
        ({"entrants": [{"id": "Ana", "absent_in": [9]}, *FOUR[1:]]}, "entrants[0].absent_in[0]"),
        ({"entrants": [{"id": "Ana", "absent_in": [2]}, *FOUR[1:]]}, "entrants[0].absent_in[0]"),
        ({"entrants": [{"id": "Ana", "enters_in": 2}, *FOUR[1:]]}, "entrants[0].enters_in"),
        ({"rulebook": {"format": "round_robin"}, "forbidden": [["Ana", "Bia"]]}, "forbidden"),
        ({"rulebook": {"format": "round_robin"}, "lot": FOUR}, "lot"),
    ],
)
def test_what_nothing_follows_from_is_a_fault_with_its_place(more: File, place: str) -> None:
    assert isinstance(judged(OPEN), Derived)
    assert judged({**OPEN, **more}) == (place,)


@pytest.mark.parametrize(("key", "value"), [("count", 181.0), ("influence", [3, 1]), ("absent", [1])])
def test_what_only_another_game_tells_is_a_fault(key: str, value: object) -> None:
    file = {**OPEN, "results": THREE_ROUNDS[1:]}
    contest = {"round": 1, "sides": ["Ana", "Bia"], "score": "1-0"}
    assert isinstance(judged({**file, "contests": [contest]}), Derived)
    assert judged({**file, "contests": [{**contest, key: value}]}) == (f"contests[0].{key}",)


WARNED: File = {
    **OPEN,
    "rulebook": {"format": "swiss", "ranking": {"order": ["points", "warnings"]}},
    "results": [],
    "contests": [
        {"id": str(at), "round": one[0], "sides": one[1:3], "score": one[3]} for at, one in enumerate(THREE_ROUNDS)
    ],
    "warnings": [{"contest": "0", "entrant": "Ana", "offence": "late"}],
}


def test_a_warning_that_is_listed_counts_or_is_a_fault() -> None:
    found = judged(WARNED)
    assert isinstance(found, Derived)
    assert {row.entrant_id: row.values[1].value for row in found.standings} == {**dict.fromkeys(FOUR, 0), "Ana": 1}
    none = [{"id": "Ana", "warnings": 0}, *FOUR[1:]]
    assert judged({**WARNED, "entrants": none}) == ("warnings[0]",)


def test_a_claim_that_says_half_of_it_is_refused() -> None:
    row = {"entrant": "Ana", "rank_from": 1, "rank_to": 2, "reached": "final"}
    assert judged({**OPEN, "standings": [row]}) == ("standings[0].round",)
    line = {"player": "Ana", "after": 2000}
    assert judged({**OPEN, "ratings": [line, line]}) == ("ratings[1].player",)


LINE = "001    {number}      {name:<33} 2000                             {points}    {number}  {cells}"


def test_a_report_of_more_rounds_than_it_says_is_refused_at_that_line() -> None:
    cells = {1: "   2 w 1     2 b 1", 2: "   1 b 0     1 w 0"}
    lines = [LINE.format(number=at, name=f"P{at}", points="0.0", cells=one) for at, one in cells.items()]
    assert len(read_trf("\n".join([*lines, "XXR 2"]), "cup.trf").contests) == 2
    with pytest.raises(RecordRefused) as refused:
        read_trf("\n".join([*lines, "XXR 1"]), "cup.trf")
    assert [(one.place, one.code) for one in refused.value.faults] == [("3", FaultCode.REPORT_ROUNDS)]
