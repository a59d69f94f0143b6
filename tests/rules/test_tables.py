"""Tables of three and their decks: the worked examples, tried on what groups, counts and admits."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest

from bot.features.decks.model import check
from bot.kernel.ids import EntrantId
from bot.play.contests import Stage
from bot.play.draw import Stream
from bot.play.formats import tables
from bot.play.formats.protocol import EventFacts
from bot.play.formats.tables import TablePlayer, call, sizes, victory_points
from bot.rulebooks.library import preset
from tests.play.table_events import named, won
from tests.rules.written import Facts, examples, fixed

PRESET: Final = preset("on-the-edge")
LOTS: Final = (bytes(32), b"1" * 32, b"2" * 32)


def deck(number: str, cards: int = 40) -> str:
    """A deck of that many cards, one of them with the collector number."""
    return f"1 A card ({number})\n{cards - 1} Another card (501)"


@pytest.mark.parametrize("told", examples("OTE-1.1"))
def test_a_deck_has_forty_cards(told: Facts) -> None:
    assert PRESET.deck is not None
    assert (check(deck("502", told["cards"]), PRESET.deck) == ()) is told["legal"]


@pytest.mark.parametrize("told", examples("OTE-1.2"))
def test_a_deck_may_be_of_one_card(told: Facts) -> None:
    assert PRESET.deck is not None
    assert (check(f"{told['copies']} A card (501)", PRESET.deck) == ()) is told["legal"]


@pytest.mark.parametrize(
    "told", [*examples("OTE-1.3"), *examples("OTE-1.4"), *examples("OTE-1.5"), *examples("OTE-1.6")]
)
def test_a_card_is_legal_or_not_by_its_number(told: Facts) -> None:
    assert PRESET.deck is not None
    assert (check(deck(told["number"]), PRESET.deck) == ()) is told["legal"]


@pytest.mark.parametrize("told", examples("OTE-2.3"))
def test_victory_points_by_place_and_set(told: Facts) -> None:
    names = "abcd"[: len(told["influence"])]
    result = won(dict(zip(names, told["influence"], strict=True)), "a").result
    assert result is not None
    assert PRESET.tables is not None
    active = (told["active"],) * len(names)
    assert list(victory_points(result, active, PRESET.tables)) == told["points"]


@pytest.mark.parametrize("told", examples("OTE-2.4"))
def test_players_are_grouped_in_threes_and_fours(told: Facts) -> None:
    assert sorted(sizes(told["players"])) == told["tables"]


@pytest.mark.parametrize("told", examples("OTE-2.7"))
@pytest.mark.parametrize("seed", LOTS)
def test_the_inactive_sit_together_from_the_top_of_their_list(
    told: Facts, seed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered = {
        EntrantId(name): TablePlayer(EntrantId(name), is_active=False, victory_points=victory, influence=influence)
        for name, (victory, influence) in told["players"].items()
    }
    monkeypatch.setattr(tables, "sizes", lambda players, _: (1,) * players)
    step = tables._Step(2, gathered, frozenset(gathered), None)
    assert [one for (one,) in tables._tables(step, PRESET, Stream(seed))] == told["order"]


@pytest.mark.parametrize("told", examples("OTE-2.8"))
def test_the_tournament_score_is_half_the_influence_and_the_victory_points(told: Facts) -> None:
    player = TablePlayer(EntrantId("x"), victory_points=told["victory"], influence=told["influence"])
    assert player.score == Fraction(told["score"])


@pytest.mark.rule("OTE-2.8")
@pytest.mark.parametrize("told", [one for one in fixed("OTE-2.8", "seats") if one["final"]])
def test_vacant_seats_of_the_final_go_to_the_best_of_the_inactive(told: Facts) -> None:
    gathered = {
        EntrantId(f"p{number}"): TablePlayer(
            EntrantId(f"p{number}"), is_active=number < told["active"], influence=number
        )
        for number in range(8)
    }
    found = call(EventFacts(()), PRESET, gathered, gathered)
    assert len(found.through) == fixed("OTE-2.8", "final_size")
    best = [f"p{7 - number}" for number in range(told["vacant"])]
    assert list(found.through) == [*(f"p{number}" for number in range(told["active"])), *best]


@pytest.mark.rule("OTE-2.8")
def test_forty_players_come_down_to_the_final_as_the_text_counts() -> None:
    active, found = fixed("OTE-2.8", "active"), []
    left = active[0]
    while True:
        found.append(left)
        if left <= fixed("OTE-2.8", "final_from"):
            break
        left = len(sizes(left))
    assert found == active


@pytest.mark.parametrize("told", examples("OTE-2.10"))
def test_second_and_third_go_by_influence_in_the_final(told: Facts) -> None:
    influence = {"a": 16, **dict(zip("bc", told["influence"], strict=True))}
    rows = tables.standings(EventFacts(named("abc"), (won(influence, "a", Stage.FINAL, 2),)), PRESET)
    places = {row.entrant_id: row.rank_from for row in rows}
    assert places == {"a": 1, "b": told["places"][0], "c": told["places"][1]}
