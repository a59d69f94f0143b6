"""Whatever single thing is changed in a record: it is refused, or named, or nothing follows from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.record.errors import RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import Derived, replay
from bot.record.writing import write_record
from tests.record.playing import played

CHEAP = {"knockout": 5, "placement": 4, "swiss": 5, "round_robin": 4, "groups": 4, "title_match": 2}
CLAIMS = {"rulebook_sha256", "standings", "ratings", "champion"}
"""What is compared where it stands, and is no claim where it is left out."""
MEANS_NOTHING = {
    # How things are called, and moments of the event as a whole.
    *("arbiter_record", "name", "title", "version", "cites", "id", "event", "began_at", "ended_at", "now"),
    # What the rulebook says by itself.
    *("best_of", "play_all", "drawable", "purpose", "rulebook"),
    # What only ratings or pairings can hang on, where in this event none does.
    *("kind", "walkover_games", "settled_at", "created_at", "draw", "earlier", "voided", "why", "withdrawn"),
}
"""The keys of which a change may go unnoticed, as long as nothing else follows from it."""

Path = tuple[str | int, ...]


@lru_cache
def source(name: str) -> str:
    return write_record(played(name, CHEAP[name], 3).record())


@lru_cache
def told(name: str) -> Derived:
    found = replay(read_record(source(name), "cup.json"))
    assert found.agrees
    return found.derived


def paths(value: object, before: Path = ()) -> Iterator[Path]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*before, key)
        yield from paths(inner, (*before, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def changed(file: Any, path: Path, chance: st.DataObject) -> str:
    """Takes the thing away, gives its place to its neighbour, or makes it another of the same kind."""
    holder, key = at(file, path[:-1]), path[-1]
    value = holder[key]
    ways = ["gone"] + ["other"] * (not isinstance(value, dict | list)) + ["swapped"] * isinstance(holder, list)
    way = chance.draw(st.sampled_from(ways))
    match way:
        case "gone":
            del holder[key]
        case "swapped":
            other = chance.draw(st.integers(0, len(holder) - 1))
            holder[key], holder[other] = holder[other], holder[key]
        case _:
            alike = [at(file, one) for one in paths(file) if one[-1] == key or (one[:1] == path[:1] and key == one[-1])]
            values = [one for one in alike if type(one) is type(value) and one != value]
            holder[key] = chance.draw(st.sampled_from([*values, _next(value)]))
    return way


def _next(value: object) -> object:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
    return value


@pytest.mark.parametrize("name", CHEAP)
@given(chance=st.data())
def test_no_single_change_leads_to_another_table_that_agrees(name: str, chance: st.DataObject) -> None:
    file = json.loads(source(name))
    path = chance.draw(st.sampled_from([one for one in paths(file) if one[0] != "rulebook" or len(one) < 3]))
    way = changed(file, path, chance)
    if json.dumps(file) == json.dumps(json.loads(source(name))):
        return
    try:
        found = replay(read_record(json.dumps(file), "cup.json"))
    except RecordRefused:
        return
    if found.agrees:
        assert found.derived == told(name)
        unnoticed = way == "gone" if path[0] in CLAIMS else MEANS_NOTHING.intersection(path)
        # Of a bracket in which nothing is rated, who won is all that a score decides.
        won_all_the_same = path[-1] == "score" and name in {"knockout", "placement"}
        assert unnoticed or won_all_the_same or way == "swapped", (way, path)


@pytest.mark.parametrize("name", CHEAP)
@settings(max_examples=10)
@given(chance=st.data())
def test_no_other_pairing_agrees_with_the_draws_whatever_the_table_is_made_to_say(
    name: str, chance: st.DataObject
) -> None:
    """Somebody exchanges two players within a round, and writes the table that follows from it into the file."""
    file = json.loads(source(name))
    rounds = {(one["stage"], one.get("group"), one["round"]) for one in file["contests"]}
    chosen = chance.draw(st.sampled_from(sorted(rounds, key=str)))
    seats = [
        (number, side)
        for number, one in enumerate(file["contests"])
        if (one["stage"], one.get("group"), one["round"]) == chosen
        for side in range(len(one["sides"]))
    ]
    (first, one), (second, two) = chance.draw(st.permutations(seats))[:2] if len(seats) > 1 else (seats[0], seats[0])
    here, there = file["contests"][first]["sides"], file["contests"][second]["sides"]
    here[one], there[two] = there[two], here[one]
    if first == second and one == two:
        return
    try:
        forged = replace(read_record(json.dumps(file), "cup.json"))
        assert not replay(read_record(write_record(forged), "cup.json")).agrees
    except RecordRefused:
        return
