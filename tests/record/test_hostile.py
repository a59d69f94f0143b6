"""Files that nobody should bring: each is refused with its exact place and what to do, and none ends in a traceback."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.__main__ import main
from bot.features.past_events.cards import fault_line
from bot.i18n.catalogue import Translator
from bot.play.rulebook import FormatName
from bot.record.errors import LARGEST_FILE, FaultCode, RecordRefused
from bot.record.formats import recorded_format
from bot.record.reading import read_record
from bot.record.replaying import next_round, replay
from bot.record.writing import export_record, write_record
from tests.record.playing import RULEBOOKS, played

File = dict[str, Any]
PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
BY_HAND: list[File] = [json.loads(one) for one in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


@cache
def by_bot() -> list[File]:
    """A record of each kind, as the bot writes it; played when the first test asks."""
    return [json.loads(write_record(played(name, 2 if name == "title_match" else 5, 2).record())) for name in RULEBOOKS]


ROBIN = (
    '{"rulebook": {"format": "round_robin"}, "entrants": ["Ana", "Bia", "Caio"], "results": [["Ana", "Bia", "1-0"]]}'
)


def robin(**more: object) -> str:
    return json.dumps({**json.loads(ROBIN), **more})


def title_match(score: str) -> str:
    rulebook = {"preset": "aije-world"}
    return json.dumps({"rulebook": rulebook, "entrants": ["Ana", "Bia"], "results": [["Ana", "Bia", score]]})


def faults(source: str | bytes) -> list[tuple[str, FaultCode]]:
    with pytest.raises(RecordRefused) as refused:
        replay(read_record(source, "cup.json"))
    return [(fault.place, fault.code) for fault in refused.value.faults]


def contest(**more: object) -> str:
    return robin(results=[], contests=[{"sides": ["Ana", "Bia"], "score": "1-0", **more}])


@pytest.mark.parametrize(
    ("source", "place", "code"),
    [
        (b"", "1:0", FaultCode.NOT_JSON),
        (ROBIN[:40], "1:40", FaultCode.NOT_JSON),
        (ROBIN + " x", f"1:{len(ROBIN) + 2}", FaultCode.NOT_JSON),
        ("[]", "", FaultCode.WRONG_KIND),
        (ROBIN.encode("utf-16"), "", FaultCode.NOT_UTF8),
        (ROBIN.replace("Ana", "João").encode("latin-1"), "", FaultCode.NOT_UTF8),
        (b" " * (LARGEST_FILE + 1), "", FaultCode.TOO_LARGE),
        (ROBIN.replace('"entrants"', '"entrants": [], "entrants"'), "entrants", FaultCode.KEY_TWICE),
        (ROBIN.replace('"format"', '"format": "swiss", "format"'), "rulebook.format", FaultCode.KEY_TWICE),
        (robin(arbiter_record=2), "arbiter_record", FaultCode.VERSION),
        (robin(arbiter_record="1"), "arbiter_record", FaultCode.WRONG_KIND),
        (
            robin(entrants=["Ana", "Bia", {"id": "Caio", "rating": float("nan")}]),
            "entrants[2].rating",
            FaultCode.WRONG_KIND,
        ),
        (robin(entrants=["Ana", "Bia", {"id": "Caio", "rating": 1e300}]), "entrants[2].rating", FaultCode.WRONG_KIND),
        (robin(entrants=["Ana", "Bia", {"id": "Caio", "warnings": -1}]), "entrants[2].warnings", FaultCode.WRONG_KIND),
        (robin(entrants=["Ana", "Bia", 3]), "entrants[2]", FaultCode.WRONG_KIND),
        (robin(entrants=["Ana", "Bia", "Ana"]), "entrants[2]", FaultCode.ENTRANT_TWICE),
        (robin(entrants=[f"p{n}" for n in range(1001)], results=[]), "entrants", FaultCode.TOO_MANY),
        (robin(event={"began_at": "2026-05-01T10:00:00"}), "event.began_at", FaultCode.WRONG_KIND),
        (robin(results=[["Ana", "Zoe", "1-0"]]), "results[0][1]", FaultCode.UNKNOWN_ENTRANT),
        (robin(results=[["Ana", "Ana", "1-0"]]), "results[0]", FaultCode.AGAINST_ITSELF),
        (robin(results=[["Ana", "Bia", "1-0"], ["Bia", "Ana", "1-0"]]), "results[1]", FaultCode.MET_TWICE),
        (robin(results=[[1, "Ana", "Bia", "1-0"], [1, "Ana", "Caio", "1-0"]]), "results[1]", FaultCode.TWICE_IN_ROUND),
        (title_match("15-3"), "results[0][2]", FaultCode.IMPOSSIBLE_SCORE),
        (title_match("9-9"), "results[0][2]", FaultCode.IMPOSSIBLE_SCORE),
        (robin(results=[["Ana", "Bia", "7-0"]]), "results[0][2]", FaultCode.IMPOSSIBLE_SCORE),
        (robin(results=[["Ana", "Bia", "9" * 5000]]), "results[0][2]", FaultCode.UNREADABLE_SCORE),
        (robin(results=[[10**9, "Ana", "Bia", "1-0"]]), "results[0][0]", FaultCode.WRONG_KIND),
        (robin(results=[["Ana"] * 70 + ["1-0"]]), "results[0]", FaultCode.SIDES),
        (robin(champion="Zoe"), "champion", FaultCode.UNKNOWN_ENTRANT),
        (robin(ratings=[{"player": "Zoe", "after": 2000.0}]), "ratings[0].player", FaultCode.UNKNOWN_ENTRANT),
        (robin(annulled=[{"contest": "none", "entrant": "Ana"}]), "annulled[0].contest", FaultCode.UNKNOWN_CONTEST),
        (robin(lot=["Ana", "Ana"]), "lot[1]", FaultCode.ENTRANT_TWICE),
        (robin(forbidden=[["Ana", "Ana"]]), "forbidden[0]", FaultCode.AGAINST_ITSELF),
        (contest(kind="double_walkover"), "contests[0].kind", FaultCode.KIND_CONTRADICTS),
        (contest(best_of=1000), "contests[0].best_of", FaultCode.WRONG_KIND),
        (contest(round=10**6), "contests[0].round", FaultCode.WRONG_KIND),
        (contest(stage="finale"), "contests[0].stage", FaultCode.WRONG_KIND),
        (
            contest(created_at="2026-05-01T18:00:00Z", settled_at="2026-05-01T17:59:59Z"),
            "contests[0].settled_at",
            FaultCode.OUT_OF_ORDER,
        ),
        (
            robin(event={"began_at": "2026-05-02T18:00:00Z", "ended_at": "2026-05-01T18:00:00Z"}),
            "event.ended_at",
            FaultCode.OUT_OF_ORDER,
        ),
        (robin(rulebook={"format": ["swiss"]}), "rulebook.format", FaultCode.RULEBOOK),
        (
            robin(rulebook={"format": "round_robin", "ranking": {"order": ["luck"]}}),
            "rulebook.ranking.order",
            FaultCode.RULEBOOK,
        ),
        (robin(rulebook={"format": "round_robin", "swiss": {"rounds": 3}}), "rulebook.swiss", FaultCode.RULEBOOK),
    ],
    ids=lambda one: str(one[:40]),
)
def test_a_hostile_file_is_refused_at_its_exact_place(source: str | bytes, place: str, code: FaultCode) -> None:
    assert (place, code) in faults(source)


@pytest.mark.parametrize("command", ["replay", "pair"])
@pytest.mark.parametrize(
    "source", [b"", b"[", b"[]", b"\xff\xfe", b"{" * 12, b'{"rulebook": {"format": {}}, "entrants": []}']
)
def test_what_cannot_be_read_ends_with_two_and_a_sentence(
    command: str, source: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.json"
    file.write_bytes(source)
    assert main([command, str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("cup.json is no record that can be replayed:")
    assert len(said.splitlines()) >= 2


@pytest.mark.parametrize("name", ["swiss", "knockout", "round_robin", "tables"])
def test_the_largest_field_that_is_taken_is_worked_out_and_one_more_is_not(name: str) -> None:
    most = recorded_format(FormatName(name)).most_entrants
    told = {"rulebook": {"format": name}, "entrants": [f"p{number}" for number in range(most + 1)]}
    assert faults(json.dumps(told)) == [("entrants", FaultCode.TOO_MANY)]
    told["entrants"].pop()  # type: ignore[attr-defined]
    assert replay(read_record(json.dumps(told), "cup.json")).agrees


def _steps(value: object, before: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place of a file."""
    found = [before] if before else []
    if isinstance(value, dict):
        return [*found, *(step for key, one in value.items() for step in _steps(one, (*before, key)))]
    if isinstance(value, list):
        return [*found, *(step for at, one in enumerate(value) for step in _steps(one, (*before, at)))]
    return found


NUMBERS: list[object] = [None, True, 0, 1, -1, 2, 7, 63, 10_000, 10**6, 10**30, 0.5, 1e308]
WORDS: list[object] = [
    "",
    "Ana",
    "1-0",
    "0-1",
    "½-½",
    "+:-",
    "-:-",
    "bye",
    "final",
    "group",
    "lower",
    "walkover",
    "-inf",
]
MOMENTS: list[object] = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"]
LISTS: list[object] = [[], {}, [1, 0], [0, 1, 0], ["Ana", "Bia"]]
JUNK = st.sampled_from([*NUMBERS, *WORDS, *MOMENTS, *LISTS])


@st.composite
def mutants(draw: st.DrawFn) -> File:
    """A true record with one to three of its places changed, taken out or doubled."""
    told: File = deepcopy(draw(st.sampled_from([*BY_HAND, *by_bot()])))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(_steps(told)))
        holder: Any = told
        for step in place[:-1]:
            holder = holder[step]
        match draw(st.sampled_from(["put", "drop", "double", "put"])):
            case "drop":
                del holder[place[-1]]
            case "double" if isinstance(holder, list):
                holder.append(deepcopy(holder[place[-1]]))  # type: ignore[index]
            case _:
                holder[place[-1]] = deepcopy(draw(JUNK))
    return told


@given(mutants())
@example({"rulebook": {"format": []}, "entrants": ["Ana"]})
@example(
    {"rulebook": {"preset": "aije-open"}, "entrants": ["Ana", "Bia"], "results": [["Ana", "Bia", "3-1"]], "lot": []}
)
@example(
    {
        "rulebook": {"format": "round_robin", "teams": {"size": 2, "encounter": "sum"}, "scoring": {"by_games": True}},
        "entrants": ["North", "South"],
        "contests": [{"sides": ["North", "South", "North"], "score": [2, 1], "boards": [{"board": 1, "score": "2-0"}]}],
    }
)
def test_a_changed_record_is_worked_out_or_refused_and_nothing_else(told: File) -> None:
    assert all(sentences(json.dumps(told)))


def one_less(sides: list[Any], _entrants: list[str]) -> None:
    del sides[0]


def one_more(sides: list[Any], entrants: list[str]) -> None:
    sides.insert(0, next((one for one in entrants if one not in sides), sides[0]))


@pytest.mark.parametrize("change", [one_less, one_more, lambda sides, _: sides.clear()], ids=["less", "more", "none"])
def test_a_contest_with_another_number_of_sides_is_worked_out_or_refused(
    change: Callable[[list[Any], list[str]], None],
) -> None:
    """Of each kind of record the first ones: a challenge of one, or of three, once ended in no answer at all."""
    for file in [*BY_HAND, *by_bot()]:
        entrants = [one if isinstance(one, str) else one["id"] for one in file["entrants"]]
        for at in range(min(4, len(file.get("contests", ())))):
            told = deepcopy(file)
            change(told["contests"][at]["sides"], entrants)
            assert all(sentences(json.dumps(told)))


def sentences(source: str) -> list[str]:
    """What replay and pair answer instead of a result; anything but their own refusals would fail the test."""
    try:
        record = read_record(source, "cup.json")
        export_record(record)
        replay(record)
    except RecordRefused as refused:
        return [fault_line(fault, Translator("pt-BR")) for fault in refused.faults]
    try:
        next_round(record)
    except ValueError as error:
        return [str(error)]
    return []


@pytest.mark.parametrize("command", ["replay", "pair"])
def test_a_file_beyond_its_bounds_ends_with_two_and_a_sentence(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.json"
    file.write_bytes(b"[" * 100_000)
    assert main([command, str(file)]) == 2
    assert "levels of nesting: 13; my limit is 12" in capsys.readouterr().err
