"""Where the rules of arenas, of disputes between schools and of tables of three stand in a rulebook's file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rehearsal.outcomes.spelling import FORMATS, NONE, Including, Settings, Translated

CATEGORY: Final = "A"
"""The category that the preset is set for; its file says how the others are made of it."""
_TIE_BREAKS: Final = MappingProxyType(
    {
        "performance": "performance_arena",
        "balance of scores": "balance",
        "direct encounter": "direct_encounter",
        "points in the living games": "living_points",
        "points in the giant games": "giant_points",
    }
)
_SHEETS: Final = MappingProxyType({"sz'kwa": "szkwa"})


def _order(outcome: Mapping[str, Any]) -> list[str]:
    return ["points", *(_TIE_BREAKS[one] for one in outcome["tie_breaks"])]


def _points(told: Mapping[str, Any], drawn: str) -> Settings:
    named = {"scoring.win": "win", "scoring.draw": drawn, "scoring.loss": "loss"}
    return {key: float(told[name]) for key, name in named.items()}


def _flame(outcome: Mapping[str, Any], _: str) -> Settings:
    return _points(outcome["points"], "draw") | {"arena.doubles_after": outcome["run"], "games.best_of": 1}


def _performance(outcome: Mapping[str, Any], _: str) -> Settings:
    return {"ranking.order": _order(outcome), "ranking.level": "shared"}


def _short_draw(outcome: Mapping[str, Any], _: str) -> Settings:
    return {"arena.short_draw": outcome["moves_without_points"], "games.report": "result_with_moves"}


def _category(outcome: Mapping[str, Any], _: str) -> Settings:
    years = [one["year"] for one in outcome["case"] if one["category"] == CATEGORY and one["may"]]
    return {
        "dispute.category": CATEGORY,
        "dispute.oldest_year": max(years),
        "teams.size": outcome["team_size"][CATEGORY],
        "dispute.starters": outcome["starters"][CATEGORY],
        "dispute.reserves": outcome["reserves"][CATEGORY],
    }


def _dispute(outcome: Mapping[str, Any], _: str) -> Settings:
    table, giant, living = outcome["table"], outcome["giant"], outcome["living"]
    return {
        "teams.encounter": "dispute",
        "games.best_of": sum(one["boards"] * one["games"] for one in (table, giant, living)),
        "dispute.table_games": table["boards"],
        "dispute.table_points": float(table["points"]),
        "dispute.giant_players": giant["players"],
        "dispute.giant_games": giant["games"],
        "dispute.giant_points": float(giant["points"]),
        "dispute.living_players": living["players"][CATEGORY],
        "dispute.living_games": living["games"],
        "dispute.living_points": float(living["points"]),
    }


def _of_disputes(outcome: Mapping[str, Any], _: str) -> Settings:
    points = _points(outcome["dispute_points"], "level")
    return points | {"ranking.order": _order(outcome), "ranking.level": "shared"}


def _scenes(outcome: Mapping[str, Any], _: str) -> Settings:
    own = (one for one in outcome["case"] if CATEGORY in one["categories"])
    return {f"dispute.scene_{one['scene']}": _scene(one) for one in own}


def _scene(told: Mapping[str, Any]) -> list[str]:
    games = (*told["table"], told["giant"], told["living"])
    return [_SHEETS.get(one, one.replace("'", "").replace(" ", "-")) for one in games]


def _tables(outcome: Mapping[str, Any], _: str) -> Settings:
    return {"format": FORMATS["tables"], "tables.seats": outcome["normal"], "games.best_of": outcome["games_a_round"]}


def _victory_points(outcome: Mapping[str, Any], _: str) -> Settings:
    """Of the winner, the second, and those who share that place, read from games of three."""
    threes = [one for one in outcome["case"] if len(one["influence"]) == 3]
    found: Settings = {"games.report": "influence"}
    for name, active in (("active", True), ("inactive", False)):
        own = [one["points"] for one in threes if one["active"] is active]
        alone, shared = own[0], own[1]
        found[f"tables.{name}_points"] = [alone[0], alone[1], shared[1]]
    return found


SETTINGS: Final[Mapping[str, Translated]] = MappingProxyType(
    {
        "ARENA-1": _flame,
        "ARENA-2": _performance,
        "ARENA-3": lambda _, __: {"format": FORMATS["arena"]},
        "ARENA-6": _short_draw,
        "ARENA-7": lambda outcome, _: {"arena.long_draw": outcome["moves_that_score_again"] - 1},
        "OLY-1": _category,
        "OLY-2": _dispute,
        "OLY-3": lambda _, __: {"teams.line_up": "free", "teams.line_up_within": NONE},
        "OLY-5": _of_disputes,
        "OLY-7": _scenes,
        "OTE-1.1": lambda outcome, _: {"deck.fewest_cards": outcome["least"]},
        "OTE-1.3": lambda outcome, _: {"deck.refused_prefixes": Including(outcome["prefix"])},
        "OTE-1.4": lambda outcome, _: {"deck.refused_prefixes": Including(outcome["prefix"])},
        "OTE-1.5": lambda outcome, _: {"deck.refused_cards": outcome["refused"]},
        "OTE-1.6": lambda outcome, _: {"deck.degenerate_cards": outcome["refused"]},
        "OTE-2.1": _tables,
        "OTE-2.3": _victory_points,
        "OTE-2.4": lambda outcome, _: {"tables.influence_to_win": outcome["influence_to_win"]},
        "OTE-2.8": lambda outcome, _: {"tables.extra_game_influence": outcome["extra_game_influence"]},
    }
)
