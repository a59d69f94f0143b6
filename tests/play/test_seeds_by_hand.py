"""Seeds that organisers give by hand: an order of the field that the bracket keeps, and the public list holds."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId, TournamentId
from bot.play import draw
from bot.play.draw import Stream
from bot.play.formats import FORMATS
from bot.play.formats.groups import dealt
from bot.play.formats.protocol import EventFacts, Starter, by_seeding, seeded_opening
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset

SECRET = bytes(range(32))
EVENT = TournamentId("cup")


def script() -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / "verify_draw.py"
    spec = importlib.util.spec_from_file_location("verify_draw", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


VERIFY = script()


@st.composite
def fields(drawing: st.DrawFn, fewest: int = 2) -> tuple[Starter, ...]:
    """A field of which some are seeded by hand, some are rated, some are neither."""
    size = drawing(st.integers(fewest, 40))
    ratings = drawing(st.lists(st.none() | st.sampled_from([1800.0, 2000.0, 2100.0]), min_size=size, max_size=size))
    order = drawing(st.permutations(range(size)))
    seeded = drawing(st.integers(1, size))
    seeds = {at: seed for seed, at in enumerate(order[:seeded], start=1)}
    return tuple(Starter(EntrantId(f"e{at:02}"), rating, seed=seeds.get(at)) for at, rating in enumerate(ratings))


def stream(number: int) -> Stream:
    return Stream(number.to_bytes(32, "big"))


@given(fields(), st.integers(0, 999), st.booleans())
def test_the_order_is_a_permutation_that_begins_with_the_seeds_by_hand(
    field: tuple[Starter, ...], lot: int, strong: bool
) -> None:
    order = by_seeding(field, stream(lot), by_strength=strong)
    assert sorted(order) == sorted(one.entrant_id for one in field)
    by_hand = sorted((one for one in field if one.seed is not None), key=lambda one: one.seed or 0)
    assert order[: len(by_hand)] == tuple(one.entrant_id for one in by_hand)


@given(fields(fewest=3), st.integers(0, 999))
def test_the_two_best_seeds_cannot_meet_before_the_final_and_byes_go_to_the_best(
    field: tuple[Starter, ...], lot: int
) -> None:
    order = by_seeding(field, stream(lot))
    places = [place.sides for place in seeded_opening(order)]
    half = len(places) // 2
    upper = {one for place in places[:half] for one in place}
    assert (order[0] in upper) != (order[1] in upper)
    alone = {place[0] for place in places if len(place) == 1}
    assert alone == set(order[: len(alone)])


def drawn(rules: Rulebook, field: tuple[Starter, ...]) -> tuple[tuple[EntrantId, ...], ...]:
    record = draw.conduct(
        SECRET,
        EVENT,
        1,
        [(one.entrant_id, one.rating) for one in field],
        seeds={one.entrant_id: one.seed for one in field if one.seed is not None},
    )
    paired = FORMATS[rules.format].advance(EventFacts(field), rules, record.stream())
    first = min(one.round for one in paired)
    return tuple(one.sides for one in paired if one.round == first)


@given(fields(), st.sampled_from(["cup", "double-elimination"]))
def test_the_script_of_the_docs_gives_the_same_first_round(field: tuple[Starter, ...], kind: str) -> None:
    rules = preset(kind)
    seeds = {one.entrant_id: one.seed for one in field if one.seed is not None}
    record = draw.conduct(SECRET, EVENT, 1, [(one.entrant_id, one.rating) for one in field], seeds=seeds)
    assert draw.verify(record, record.commitment) == []
    file = draw.export(
        record,
        record.commitment,
        {},
        byes_by_rating=rules.knockout.byes_by_rating,
        seeded=rules.knockout.seeding == "seeded",
    )
    list_hash, seed, places = VERIFY.rerun(json.loads(file))
    assert (list_hash, seed) == (record.list_hash, record.seed)
    assert [tuple(one) for one in places] == list(drawn(rules, field))


def test_a_list_without_seeds_is_hashed_as_ever_and_one_with_them_tells_each() -> None:
    field = [(EntrantId("ana"), 2000.0), (EntrantId("bia"), None)]
    plain = '[{"id":"ana","rating":"2000.000000"},{"id":"bia","rating":null}]'
    assert draw.canonical_entrants(field) == plain
    seeded = draw.canonical_entrants(field, {EntrantId("bia"): 1})
    assert seeded == '[{"id":"ana","rating":"2000.000000"},{"id":"bia","rating":null,"seed":1}]'
    assert [one.seed for one in draw.listed_entrants(seeded)] == [None, 1]


def test_a_drawn_cup_with_some_seeds_keeps_them_apart_and_draws_the_others() -> None:
    field = tuple(Starter(EntrantId(f"e{at}"), None, seed=at + 1 if at < 4 else None) for at in range(8))
    first = drawn(preset("cup"), field)
    assert [next(one for one in pair if one in {"e0", "e1", "e2", "e3"}) for pair in first] == ["e0", "e3", "e1", "e2"]
    assert all(len(pair) == 2 for pair in first)


def test_groups_are_dealt_and_a_swiss_begins_by_the_seeds() -> None:
    field = tuple(Starter(EntrantId(f"e{at}"), 2000.0 + at, seed=8 - at) for at in range(8))
    order = [EntrantId(f"e{at}") for at in reversed(range(8))]
    rules = preset("groups-cut")
    size = rules.groups.size if rules.groups else 4
    groups = [set(group) for group in dealt(order, size)]
    assert all(any(set(pair) <= group for group in groups) for pair in drawn(rules, field))
    weakest_first = tuple(replace(one, seed=int(one.entrant_id[1]) + 1) for one in field)
    top = {EntrantId(f"e{at}") for at in range(4)}
    assert all(len(top & set(pair)) == 1 for pair in drawn(preset("swiss"), weakest_first))
