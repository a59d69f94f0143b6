"""The draw that anyone can re-run: its chain, its list, its seed, its stream, and the script in the docs."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.ids import EntrantId, TournamentId
from bot.play import draw
from bot.play.draw import CHAIN_LENGTH, DrawProblem, DrawRecord, Stream
from bot.play.formats.protocol import Starter, opening

DOCS = Path(__file__).parents[2] / "docs"
SECRET = bytes(range(32))
EVENT = TournamentId("open2026")
FIELD: tuple[tuple[EntrantId, float | None], ...] = (
    (EntrantId("ada"), 2400.0),
    (EntrantId("bruno"), 2070.5),
    (EntrantId("chiara"), 2000.0),
    (EntrantId("diego"), 2000.0),
    (EntrantId("eva"), None),
)

# The test vectors of docs/fair-draw.md.
COMMITMENT = "2a05790d9ee117fdb350cbd54c81624c792c118e6e8909fa0c1dfee21aec5d9e"
LINK_1 = "1e6750d20957e49e2cd9827a2197a8b321fff95b07dfe02f20661a91de8d4cdd"
LINK_2 = "d5b1d60d73aca989fbba2c56a6e748ad5faf75c86723fba689516eb98ca32979"
LIST = (
    '[{"id":"ada","rating":"2400.000000"},{"id":"bruno","rating":"2070.500000"},{"id":"chiara","rating":"2000.000000"},'
    '{"id":"diego","rating":"2000.000000"},{"id":"eva","rating":null}]'
)
LIST_HASH = "368e72c1d01f0163a279422c2a3a041e0f0c6f6775aa05b051317c967606199c"
SEED = "598ebe6571ea5221601b87fb267b155fddf282b96387036d5e3e2bc19171e03a"
SEED_2_SALTED = "ee4dd7ace58abf51ab0f86a02c6f61a451648645cb9359092ee7fc5f8c061ab3"
DICE = [1, 0, 0, 2, 3, 1, 5, 3, 5, 5]
FIRST_ROUND = [["ada"], ["bruno"], ["diego"], ["chiara", "eva"]]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_draw", DOCS / "verify_draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def record(number: int = 1, salt: str = "") -> DrawRecord:
    return draw.conduct(SECRET, EVENT, number, FIELD, salt)


def test_the_first_draw_is_the_one_of_the_docs():
    assert record() == DrawRecord(1, EVENT, COMMITMENT, LINK_1, LIST, LIST_HASH, "", SEED)


def test_the_second_draw_reveals_the_second_link_and_takes_the_salt_into_its_seed():
    second = record(2, "salted")
    assert (second.link, second.seed) == (LINK_2, SEED_2_SALTED)


@pytest.mark.parametrize("vector", [COMMITMENT, LINK_1, LINK_2, LIST, LIST_HASH, SEED, SEED_2_SALTED, str(DICE)])
def test_the_docs_state_every_test_vector(vector: str):
    assert vector in (DOCS / "fair-draw.md").read_text(encoding="utf-8")


def test_the_seed_is_the_hash_of_six_lines_that_a_shell_can_write():
    lines = f"arbiter-draw-v1\nopen2026\n1\n{LINK_1}\n{LIST_HASH}\n"
    assert hashlib.sha256(lines.encode()).hexdigest() == SEED


def test_each_link_is_the_preimage_of_the_one_before_it():
    links = [bytes.fromhex(draw.commitment(SECRET)), *(draw.link(SECRET, n) for n in range(1, CHAIN_LENGTH + 1))]
    assert all(hashlib.sha256(after).digest() == before for before, after in pairwise(links))
    assert links[-1] == SECRET
    assert len(set(links)) == CHAIN_LENGTH + 1


def test_a_revealed_link_leads_back_to_the_commitment_and_never_forward():
    first, second = draw.link(SECRET, 1), draw.link(SECRET, 2)
    assert hashlib.sha256(second).digest() == first
    assert hashlib.sha256(first).digest() != second


@pytest.mark.parametrize("number", [-1, 0, CHAIN_LENGTH + 1])
def test_a_secret_serves_no_draw_outside_its_chain(number: int):
    with pytest.raises(ValueError, match="one secret serves"):
        draw.link(SECRET, number)


def test_a_secret_of_another_length_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        draw.commitment(b"short")


def test_the_list_is_the_same_in_whatever_order_people_registered():
    assert draw.canonical_entrants(reversed(FIELD)) == LIST


def test_the_list_can_be_read_back():
    assert [entrant.rating for entrant in draw.listed_entrants(LIST)][-2:] == ["2000.000000", None]


def test_nobody_is_listed_twice():
    with pytest.raises(ValueError, match="listed once"):
        draw.canonical_entrants([*FIELD, (EntrantId("ada"), None)])


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "nonsense",
        '["ada"]',
        '[{"id":"ada","rating":2400}]',
        '[{"id":"ada","rating":"2400"}]',
        '[{"id":"ada","rating":"nan"}]',
        '[{"id":"ada", "rating":null}]',
        '[{"id":"ada","name":"Ada","rating":null}]',
        '[{"id":"eva","rating":null},{"id":"ada","rating":null}]',
        '[{"id":"ada","rating":null},{"id":"ada","rating":null}]',
    ],
)
def test_a_list_in_any_other_form_is_refused(text: str):
    with pytest.raises(ValueError):
        draw.listed_entrants(text)


def test_a_salt_with_a_line_break_is_refused_as_it_could_pose_as_another_draw():
    with pytest.raises(ValueError, match="line break"):
        draw.seed(EVENT, 1, SECRET, LIST_HASH, "two\nlines")


def test_a_draw_on_record_holds():
    assert draw.verify(record(), COMMITMENT) == []
    assert draw.verify(record(2, "salted"), LINK_1) == []


@pytest.mark.parametrize(
    ("forged", "problems"),
    [
        (replace(record(), link="no hex"), {DrawProblem.LINK_MALFORMED}),
        (replace(record(), link="00"), {DrawProblem.LINK_MALFORMED}),
        (replace(record(), number=2), {DrawProblem.LINK_MISSES_COMMITMENT, DrawProblem.SEED_DIFFERS}),
        (replace(record(), number=10**15), {DrawProblem.LINK_MISSES_COMMITMENT, DrawProblem.SEED_DIFFERS}),
        (replace(record(), commitment=LINK_2), {DrawProblem.LINK_MISSES_COMMITMENT}),
        (replace(record(), entrants="[]"), {DrawProblem.LIST_HASH_DIFFERS}),
        (replace(record(), entrants=LIST + " "), {DrawProblem.LIST_NOT_CANONICAL, DrawProblem.LIST_HASH_DIFFERS}),
        (replace(record(), list_hash=SEED), {DrawProblem.LIST_HASH_DIFFERS, DrawProblem.SEED_DIFFERS}),
        (replace(record(), salt="x"), {DrawProblem.SEED_DIFFERS}),
        (replace(record(), salt="\n"), {DrawProblem.SEED_DIFFERS}),
        (replace(record(), event_id=TournamentId("other")), {DrawProblem.SEED_DIFFERS}),
        (replace(record(), seed=LIST_HASH), {DrawProblem.SEED_DIFFERS}),
    ],
)
def test_a_changed_record_is_found_out(forged: DrawRecord, problems: set[DrawProblem]):
    assert set(draw.verify(forged, COMMITMENT)) == problems


def test_a_link_that_does_not_follow_from_the_last_one_is_found_out():
    assert draw.verify(record(2), COMMITMENT) == [DrawProblem.LINK_DOES_NOT_FOLLOW]


def test_only_a_salted_draw_is_out_of_the_hosts_hands():
    assert record().host_could_steer
    assert not record(salt="a beacon's round").host_could_steer


def test_the_stream_throws_the_dice_of_the_docs():
    stream = record().stream()
    assert [stream.below(6) for _ in DICE] == DICE


def test_a_block_beyond_the_last_full_multiple_is_thrown_away():
    bound = 2**255 + 1
    blocks = (
        int.from_bytes(hashlib.sha256(bytes(32) + number.to_bytes(8, "big")).digest(), "big") for number in range(20)
    )
    stream = Stream(bytes(32))
    kept = [block for block in blocks if block < bound]
    assert 0 < len(kept) < 20
    assert [stream.below(bound) for _ in kept] == kept


@pytest.mark.parametrize("bound", [-1, 0, 2**256 + 1])
def test_a_bound_that_no_block_can_serve_is_refused(bound: int):
    with pytest.raises(ValueError, match="between 1"):
        Stream(bytes(32)).below(bound)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers()))
def test_a_shuffle_loses_nobody_and_invents_nobody(seed: bytes, items: list[int]):
    before = list(items)
    assert Counter(Stream(seed).shuffle(items)) == Counter(before)
    assert items == before


def test_each_of_the_six_orders_of_three_comes_up_about_as_often():
    orders = Counter("".join(Stream(number.to_bytes(32, "big")).shuffle("abc")) for number in range(6000))
    assert len(orders) == 6
    assert all(900 < times < 1100 for times in orders.values())


@pytest.mark.parametrize("count", [2, 3, 5, 8, 11, 16, 21, 63, 64, 70])
@pytest.mark.parametrize("byes_by_rating", [True, False])
def test_the_script_of_the_docs_gives_the_first_round_of_the_bot(script: ModuleType, count: int, byes_by_rating: bool):
    field = [
        (EntrantId(f"{number * 37 % 101:03}"), None if number % 5 == 0 else 2000.0 + number // 3)
        for number in range(count)
    ]
    drawn = draw.conduct(SECRET, EVENT, 2, field, "beacon")
    _, seed, first_round = script.rerun(
        json.loads(draw.export(drawn, LINK_1, {}, byes_by_rating=byes_by_rating)),
    )
    bracket = opening([Starter(*entrant) for entrant in field], drawn.stream(), byes_by_rating=byes_by_rating)
    assert seed == drawn.seed
    assert [tuple(sides) for sides in first_round] == [place.sides for place in bracket]


def test_the_script_and_the_docs_agree_on_the_first_round(script: ModuleType):
    proof = json.loads(draw.export(record(), COMMITMENT, {EntrantId("ada"): "Ada Lovelace"}))
    assert proof["entrants"][0]["name"] == "Ada Lovelace"
    assert script.rerun(proof) == (LIST_HASH, SEED, FIRST_ROUND)


def test_the_script_refuses_a_link_that_was_not_promised(script: ModuleType):
    with pytest.raises(SystemExit, match="does not follow"):
        script.rerun(json.loads(draw.export(record(), LINK_2, {})))
