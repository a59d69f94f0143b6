"""Capabilities plug into the core: it knows none of them, and they know each other only where a list says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from tools.figures import joints
from tools.figures.sources import CORE, house

LAYERS: Final = ("domain", "services", "rendering")
BETWEEN: Final[Mapping[str, frozenset[tuple[str, str]]]] = {
    "domain": frozenset(
        {
            ("casual", "title_match"),  # Jeek is the game of the title match.
            ("opening", "registry"),  # A list brings titles along.
            ("team_play", "title_match"),  # A challenge is told game by game as a match for a title is.
        }
    ),
    "services": frozenset(
        {
            ("cases", "registry"),  # Who is expelled holds no office.
            ("cases", "team_play"),  # Whoever is barred leaves the team.
            ("cases", "voting"),  # Penalties are voted on, and take effect by a hook of votes.
            ("casual", "title_match"),
            ("opening", "cases"),  # A list brings bars along,
            ("opening", "registry"),  # titles and offices,
            ("opening", "voting"),  # and who has an office signs.
            ("registry", "voting"),  # Offices and titles are voted on.
        }
    ),
    "rendering": frozenset({("cases", "tables"), ("opening", "registry"), ("team_play", "title_match")}),
}
"""Which capabilities may import which others; a pair that is needed no more is taken off the list."""
ORDER: Final = ("regulation", "signing", "events", "entering", "playing")
"""The core from the bottom up: each part knows those before it."""


def test_the_core_imports_no_capability() -> None:
    assert not joints.core_to_capabilities(house())


@pytest.mark.parametrize("layer", LAYERS)
def test_capabilities_import_each_other_as_the_list_says(layer: str) -> None:
    sources = [one for one in house() if one.path.startswith(f"bot/{layer}/")]
    apart = {way for way in joints.ways(sources) if not set(way) & CORE}
    assert apart == BETWEEN[layer]


def test_no_two_capabilities_need_each_other() -> None:
    assert joints.of_capabilities(joints.mutual_pairs(house())) == []


@pytest.mark.parametrize("layer", LAYERS)
def test_the_parts_of_the_core_rest_on_each_other_one_way(layer: str) -> None:
    sources = [one for one in house() if one.path.startswith(f"bot/{layer}/")]
    ways = [way for way in joints.ways(sources) if set(way) <= CORE]
    assert [way for way in ways if ORDER.index(way[0]) < ORDER.index(way[1])] == []
